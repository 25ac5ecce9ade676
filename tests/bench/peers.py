#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people run today beside what we run, on the same seeded noise in one go.

usage: peers.py [--program build/app/ondelette-cli] [--size N] ...           one response after another on a cube
       peers.py --sweep ...     maps of energy and std over directions, stretches and two scales
       peers.py --image ...     one response of a large image, from its file to the numbers

Every method runs in a process of its own (methods.py), in turn with ours, round after round; times are medians, and the
start of a process does not count but for --image. Prints a Markdown table, --write README.md puts it there. Ends with 1
when numbers differ by more than 1e-3. Progress is on stderr.
"""
import argparse
import importlib.util
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

import numpy as np
from astropy.io import fits

import meter
import table

HERE = os.path.dirname(os.path.abspath(__file__))
TOLERANCE = 1e-3
OURS = "ondelette-cli"
XI, SCALE = 3.0, 2.0
MIN_SIZE = 64  # holds the whole wavelet, so that a sampled kernel is not cut
GRID = (4, 3)  # directions whose numbers are compared

# Method and the boundary that it can do at no cost: ours is run with the same.
CUBE = [("scipy fftconvolve", "zero"), ("scipy oaconvolve", "zero"), ("astropy convolve_fft", "periodic"),
        ("rfftn kept, kernel sampled", "periodic"), ("the same with pyFFTW", "periodic"),
        ("rfftn kept, spectrum by formula", "periodic")]
SWEEP = ["rfftn kept, spectrum by formula", "power kept, Parseval"]
IMAGE = ["scipy fftconvolve", "scipy oaconvolve", "astropy convolve_fft (fill)"]
DIRECTIONS, XIS, SCALES = 100, 20, (1, 2)  # of the whole sweep: DIRECTIONS along theta and along phi

# Bytes a method takes for each pixel of the grid that holds image and kernel side by side, with a small kernel and with
# one as large as the image: measured with images of 2500 x 2500, and a tenth more.
NEEDS = {"scipy fftconvolve": (30, 25), "scipy oaconvolve": (52, 25), "astropy convolve_fft (fill)": (130, 130)}


def say(text):
    print(text, file=sys.stderr, flush=True)


def importable(name):
    return importlib.util.find_spec(name) is not None


class Sample:
    """What was measured of a method: lists that grow by the round."""

    def __init__(self):
        self.seconds, self.cpu, self.joules, self.peak, self.statistics = [], [], [], 0, None

    def add(self, seconds, cpu, joules, peak, found):
        self.seconds += seconds
        self.cpu += cpu
        self.joules += joules
        self.peak = max(self.peak, peak)
        self.statistics = found

    def median(self, name):
        values = getattr(self, name)
        return None if None in values else statistics.median(values)


def noise(folder, shape):
    path = os.path.join(folder, "noise.fits")
    fits.writeto(path, np.random.default_rng(1).standard_normal(shape, np.float32))
    return path


def run_peer(sample, method, path, wavelets, options, warm=1, box=None):
    request = {"method": method, "path": path, "wavelets": wavelets, "threads": options.threads, "warm": warm,
               "box": box}
    run = meter.Run([sys.executable, os.path.join(HERE, "methods.py")], json.dumps(request))
    found = json.loads(run.out)
    sample.add(found["seconds"], found["cpu"], found["joules"], run.peak, found["statistics"])
    return run


def run_sweep(options, path, folder, directions, more):
    out = os.path.join(folder, "maps.fits")
    theta, phi = directions
    return out, meter.Run([options.program, "sweep", path, "-o", out, "--overwrite", "--norm", "raw", "--threads",
                           str(options.threads), "--theta", f"0:180:{theta}", "--phi", f"0:180:{phi}", *more])


def difference(run, start, name, n):
    """What each of n points more took, never less than nothing."""
    a, b = getattr(run, name), getattr(start, name)
    return None if a is None or b is None else max(a - b, 1e-9) / n


class Ours:
    """Our sweep: a short and a long one, whose difference is what points take. The long one grows until it counts."""

    def __init__(self, options, path, folder, more, a_direction=1):
        self.options, self.path, self.folder, self.more = options, path, folder, more
        self.sample, self.directions, self.a_direction = Sample(), GRID, a_direction

    def run(self):
        _, start = run_sweep(self.options, self.path, self.folder, (1, 1), self.more)
        while True:
            _, run = run_sweep(self.options, self.path, self.folder, self.directions, self.more)
            n = self.directions[0] * self.directions[1]
            if run.seconds - start.seconds >= self.options.least or n >= DIRECTIONS ** 2:
                break
            self.directions = tuple(2 * k for k in self.directions)
        values = [[difference(run, start, name, self.a_direction * (n - 1))] for name in ("seconds", "cpu", "joules")]
        self.sample.add(*values, run.peak, None)


def disagreement(theirs, ours):
    """The largest relative difference of statistics of the same wavelets; those that only one side has do not count."""
    return max(abs(a - b) / abs(b) for x, y in zip(theirs, ours) for a, b in zip(x, y))


class Report:
    """Rows of a table, and whether the numbers agree."""

    def __init__(self):
        self.rows, self.wrong = [], []

    def agreement(self, name, theirs, ours):
        worst = disagreement(theirs, ours)
        if not worst <= TOLERANCE:
            self.wrong.append(f"{name} differs by {worst:.2g}")
        return f"{worst:.1g}"


def pick(maps, wavelets, names):
    """Our statistics at wavelets given as (cell of theta, cell of phi, cell of xi, cell of scale)."""
    with fits.open(maps) as file:
        return [[float(file[name].data[s, x, p, t]) for name in names] for t, p, x, s in wavelets]


def directions_of(grid):
    return [(t, p) for t in range(grid[0]) for p in range(grid[1])]


def angles(cell, grid):
    return [180 * cell[0] / grid[0], 180 * cell[1] / grid[1]]


def cube(options, folder):
    path, report = noise(folder, (options.size,) * 3), Report()
    cells = directions_of(GRID)[-options.runs:]
    wavelets = [angles(cell, GRID) + [XI, SCALE] for cell in cells]
    more = ["--xi", str(XI), "--scale", str(SCALE), "--stats", "energy,std,max", "--boundary"]
    methods = [(name, boundary) for name, boundary in CUBE if "pyFFTW" not in name or importable("pyfftw")]
    ours = {boundary: Ours(options, path, folder, more + [boundary]) for boundary in ("periodic", "zero")}
    theirs = {method: Sample() for method in methods}
    for number in range(options.rounds):
        for boundary, run in ours.items():
            say(f"round {number + 1} of {options.rounds}: {OURS}, {boundary}")
            run.run()
        for method, sample in theirs.items():
            say(f"round {number + 1} of {options.rounds}: {method[0]}")
            run_peer(sample, method[0], path, wavelets, options)
    numbers = {}
    for boundary in ours:
        maps, _ = run_sweep(options, path, folder, GRID, more + [boundary])
        numbers[boundary] = pick(maps, [(t, p, 0, 0) for t, p in cells], ("ENERGY", "STD", "MAX"))
    for boundary, run in ours.items():
        report.rows.append([OURS, boundary] + figures(run.sample, run.sample) + [""])
    for (name, boundary), sample in theirs.items():
        report.rows.append([name, boundary] + figures(sample, ours[boundary].sample)
                           + [report.agreement(name, sample.statistics, numbers[boundary])])
    return report, f"{options.size}³ voxels of noise, one response after another at ξ {XI:g}, scale {SCALE:g}."


def figures(sample, ours):
    mine = sample.median("seconds")
    return [table.seconds(mine), f"{mine / ours.median('seconds'):.3g}", table.size(sample.peak),
            table.energy(sample.median("joules"), sample.median("cpu"))]


def sweep(options, folder):
    path, report = noise(folder, (options.size,) * 3), Report()
    more = ["--xi", f"1:{XIS}:{XIS}", "--scale", ",".join(map(str, SCALES)), "--stats", "energy,std", "--boundary",
            "periodic"]
    a_direction, whole = XIS * len(SCALES), DIRECTIONS ** 2 * XIS * len(SCALES)
    cell = directions_of(GRID)[-1]
    # A few of the direction's wavelets stand for all: their cost for the peers does not depend on them.
    chosen = [(x, s) for s in range(len(SCALES)) for x in range(XIS)][::max(1, a_direction // options.runs)]
    wavelets = [angles(cell, GRID) + [x + 1, SCALES[s]] for x, s in chosen]
    ours, theirs = Ours(options, path, folder, more, a_direction), {method: Sample() for method in SWEEP}
    for number in range(options.rounds):
        say(f"round {number + 1} of {options.rounds}: {OURS}")
        ours.run()
        for method, sample in theirs.items():
            say(f"round {number + 1} of {options.rounds}: {method}")
            run_peer(sample, method, path, wavelets, options)
    maps, _ = run_sweep(options, path, folder, GRID, more)
    numbers = pick(maps, [(*cell, x, s) for x, s in chosen], ("ENERGY", "STD"))
    for name, sample in [(OURS, ours.sample), *theirs.items()]:
        a_point, *rest = figures(sample, ours.sample)
        agrees = report.agreement(name, sample.statistics, numbers) if sample.statistics else ""
        report.rows.append([name, a_point, table.seconds(whole * sample.median("seconds")), *rest, agrees])
    n = ours.directions[0] * ours.directions[1]
    return report, (f"{options.size}³ voxels of noise, maps of energy and standard deviation: {DIRECTIONS} × "
                    f"{DIRECTIONS} directions, ξ 1 to {XIS}, scales {' and '.join(map(str, SCALES))}. The whole sweep "
                    f"is extrapolated, ours from {n} directions, theirs from {len(wavelets)} points.")


def image_need(method, n, box):
    return NEEDS[method][box > n // 2] * (n + box) ** 2


def image_peer(options, path, method, wavelet, box):
    sample, need, free = Sample(), image_need(method, options.size, box), meter.free_memory()
    if need > 0.9 * free:
        return f"skipped: needs some {table.size(need)}, {table.size(free)} are free"
    try:
        run = run_peer(sample, method, path, [wavelet], options, warm=0, box=box)
    except meter.Failure as failure:
        return f"failed: {failure}"
    # From the file to the numbers: the whole process counts, as it does for ours.
    sample.seconds, sample.cpu, sample.joules = [run.seconds], [run.cpu], [run.joules]
    return sample


def image_ours(options, path, wavelet, more):
    theta, _, xi, scale = wavelet
    sample = Sample()
    try:
        run = meter.Run([options.program, "respond", path, "--json", "--norm", "raw", "--boundary", "zero", "--threads",
                         str(options.threads), "--theta", str(theta), "--xi", str(xi), "--scale", str(scale), *more])
    except meter.Failure as failure:
        return f"skipped: {failure}"
    found = json.loads(run.out)
    sample.add([run.seconds], [run.cpu], [run.joules], run.peak, [[found[name] for name in ("energy", "std", "max")]])
    return sample


def image(options, folder):
    n, report = options.size, Report()
    path, out = noise(folder, (n, n)), os.path.join(folder, "response.fits")
    large = n - 1 + n % 2
    for box in (min(111, large), large):
        # Half the box is five half widths of the long axis, and the scale is 2 or more.
        half = box // 2
        xi = min(20.0, half / 10)
        wavelet = [40.0, 0.0, xi, half / (5 * xi)]
        results = {}
        for name, more in ((OURS, []), (OURS + ", response written", ["-o", out, "--overwrite"])):
            say(f"{box} x {box}: {name}")
            results[name] = image_ours(options, path, wavelet, more)
        for name in IMAGE:
            say(f"{box} x {box}: {name}")
            results[name] = image_peer(options, path, name, wavelet, box)
        ours = results[OURS]
        for name, sample in results.items():
            label = [f"{box} × {box}", name]
            if isinstance(sample, str) or isinstance(ours, str):
                report.rows.append(label + [sample if isinstance(sample, str) else "ours did not run"])
            else:
                agrees = "" if sample is ours else report.agreement(name, sample.statistics, ours.statistics)
                report.rows.append(label + figures(sample, ours) + [agrees])
    return report, (f"{n} × {n} pixels of noise, zero beyond the faces: one response, from the file to energy, "
                    "standard deviation and maximum.")


def versions(options):
    import astropy
    import scipy
    ours = subprocess.run([options.program, "--version"], check=True, stdout=subprocess.PIPE).stdout.decode().strip()
    energy = "" if meter.counters() else " This processor does not count its energy here: its time stands in."
    return (f"{meter.processor()}, {options.threads} threads; {ours}, SciPy {scipy.__version__}, Astropy "
            f"{astropy.__version__}, NumPy {np.__version__}.{energy}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=os.path.join(HERE, "..", "..", "build", "app", "ondelette-cli"))
    parser.add_argument("--sweep", action="store_const", dest="kind", const="sweep", default="cube")
    parser.add_argument("--image", action="store_const", dest="kind", const="image")
    parser.add_argument("--size", type=int, help="voxels along an edge (128; --image: 10000)")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=3, help="rounds of everything (3; --image has one)")
    parser.add_argument("--runs", type=int, default=3, help="responses of each peer in a round (3)")
    parser.add_argument("--least", type=float, default=2, help="seconds that our sweep has to take at least (2)")
    parser.add_argument("--write", metavar="README.md", nargs="+", default=[], help="put the table there")
    options = parser.parse_args()
    options.size = options.size or (10000 if options.kind == "image" else 128)
    if options.size < MIN_SIZE or min(options.threads, options.rounds, options.runs) < 1:
        parser.error(f"--size must be {MIN_SIZE} or more, --threads, --rounds and --runs 1 or more")
    options.runs = min(options.runs, math.prod(GRID))
    return options


def main():
    options = parse()
    with tempfile.TemporaryDirectory(prefix="ondelette-peers-") as folder:
        report, caption = {"cube": cube, "sweep": sweep, "image": image}[options.kind](options, folder)
    text = table.markdown(options.kind, report.rows, f"{caption} {versions(options)}")
    print(text)
    for readme in options.write:
        with open(readme, encoding="utf-8") as file:
            whole = table.replace(file.read(), options.kind, text)
        with open(readme, "w", encoding="utf-8") as file:
            file.write(whole)
    if report.wrong:
        sys.exit("peers.py: the numbers do not agree: " + "; ".join(report.wrong))


if __name__ == "__main__":
    main()
