#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# The window's command line without a person: pictures, exit statuses, one line on the error stream. Usage:
# test-screenshot.py PROGRAM, inside an X server. Speaks TAP.

import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np
from astropy.io import fits

number = 0


def check(what, condition):
    global number
    number += 1
    print(f"{'ok' if condition else 'not ok'} {number} {what}", flush=True)


def run(*arguments):
    return subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True, timeout=120)


def complaint(result):
    """The program's own line, apart from what libraries of the desktop have to say."""
    lines = [line for line in result.stderr.splitlines() if line.startswith("ondelette: ")]
    return lines[0] if len(lines) == 1 else ""


def small_cube(folder):
    """A cube of 8 x 8 x 8 voxels, as a session names it."""
    samples = np.random.default_rng(1).standard_normal((8, 8, 8)).astype("<f4")
    fits.writeto(os.path.join(folder, "small.fits"), samples)
    return {"path": "small.fits",
            "checksum": hashlib.sha256(np.array([8, 8, 8], "<i4").tobytes() + samples.tobytes()).hexdigest()}


def main():
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "window.png")
        result = run("--sample", "--theta", "60", "--size", "1100x700", "--screenshot", picture)
        check("a picture of the sample is taken", result.returncode == 0)
        with open(picture, "rb") as file:
            head = file.read(24)
        width, height = struct.unpack(">II", head[16:24])
        check("it is a PNG of about that size", head[:4] == b"\x89PNG" and 1000 < width <= 1100 and 600 < height <= 700)

        result = run("--screenshot", os.path.join(folder, "none.png"), os.path.join(folder, "none.fits"))
        check("a file that is not there: exit 1", result.returncode == 1)
        check("its name is in the one line", "none.fits" in complaint(result))
        check("no picture of it", not os.path.exists(os.path.join(folder, "none.png")))

        session = os.path.join(folder, "a.ondelette-session")
        for what, text in [("a damaged session", "{"), ("a session whose input is missing", json.dumps(
                {"format": "ondelette-session", "version": 1, "input": {"path": "none.fits", "checksum": "x"}}))]:
            with open(session, "w") as file:
                file.write(text)
            result = run(session, "--screenshot", os.path.join(folder, "none.png"))
            check(f"{what}: exit 1 and its name", result.returncode == 1 and "a.ondelette-session" in complaint(result))

        with open(session, "w") as file:
            json.dump({"format": "ondelette-session", "version": 1, "input": small_cube(folder),
                       "sweep": {"theta": "0:180", "phi": "0", "xi": "5", "scale": "2"}}, file)
        result = run(session, "--run-sweep", "--screenshot", os.path.join(folder, "none.png"))
        check("a sweep that cannot start: exit 1 and why", result.returncode == 1 and "0:180" in complaint(result))

        result = run(session, "--theta", "30", "--screenshot", os.path.join(folder, "none.png"))
        check("options beside a session: exit 2 and which", result.returncode == 2 and "--theta" in complaint(result))

        result = run("--sample", "--screenshot", os.path.join(folder, "no", "such.png"))
        check("a picture that cannot be written: exit 1", result.returncode == 1 and "such.png" in complaint(result))

        itself = os.path.join(folder, "itself.png")  # what a file holds counts, not its name
        subprocess.run(["cp", picture, itself], check=True)
        with open(itself, "rb") as file:
            before = file.read()
        result = run("--screenshot", itself, itself)
        with open(itself, "rb") as file:
            check("a picture never replaces its input", result.returncode == 1 and "is the input" in complaint(result)
                  and file.read() == before)
        result = run("--sample", "--screenshot", os.path.join(folder, "cube.fits"))
        check("a picture that is no PNG: exit 2", result.returncode == 2 and complaint(result))

        for arguments in (["--xi", "0"], ["--theta", "0:180:4"], ["--norm", "l3"], ["--size", "0x5"]):
            result = run("--sample", "--screenshot", picture, *arguments)
            check(f"{' '.join(arguments)}: exit 2", result.returncode == 2 and complaint(result))
    print(f"1..{number}")


main()
