#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Opens every file of the reliability cases with read-probe and checks what cases.json expects of it; prints TAP.
# test-cases.py READ_PROBE. The cases are made by the generator in $ONDELETTE_SHARED, otherwise all is skipped.
import hashlib
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    np = None

# Reading is not what these cases are about, or there is no file to read.
OTHER = {"A71": "a GPU is needed"}
URLS = ["http://127.0.0.1:9/x.fits", "ftp://127.0.0.1:9/x.fits", "root://127.0.0.1:9//x.fits", "shmem://h0",
        "mem://x", "stdin:"]
# What the case opens besides its list of files.
INPUTS = {"A03": URLS, "A04": ["-", "stdin"], "A07": ["pipe.fits", "dir.fits", "empty.fits"], "A08": ["sib.fits"]}
PER_FILE_DIMS = {"thin1xNxM.fits": [12, 17, 1], "image2d.fits": [40, 30, 1]}
# The generator's figures are those of another file of the case.
DIMS_ONLY = {"in.fits", "nonan.fits"}


def digest(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


def probe(program, folder, name, limit):
    """Runs read-probe; returns (facts or None, samples or None, message)."""
    raw = tempfile.NamedTemporaryFile(suffix=".raw")
    try:
        done = subprocess.run([program, "--raw", raw.name, "--", name], cwd=folder, capture_output=True, timeout=limit,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Failure("%s: still running after %g s" % (name, limit)) from None
    message = done.stderr.decode("utf-8")
    require(done.returncode in (0, 1), "%s: exit %d: %s" % (name, done.returncode, message))
    if done.returncode == 1:
        require(os.path.basename(name) in message, "%s is not named in: %s" % (name, message))
        require(message.count("\n") == 1, "more than one line: %s" % message)
        return None, None, message
    require(message == "", "%s: unexpected messages: %s" % (name, message))
    facts = json.loads(done.stdout)
    samples = np.fromfile(raw.name, np.float32).reshape(facts["dims"][::-1])
    return facts, samples, message


def close(a, b, expected):
    if b is None:
        return not math.isfinite(a)
    b = float(np.float32(b))
    return abs(a - b) <= expected.get("atol", 0) + max(expected.get("rtol", 1e-6), 2e-7) * abs(b)


def check_figures(name, expected, facts, samples):
    dims = PER_FILE_DIMS.get(name, expected.get("dims"))
    if dims:
        require(facts["dims"] == dims, "%s: dims %s, not %s" % (name, facts["dims"], dims))
    for x, y, z, value in expected.get("probes", []):
        require(close(float(samples[z, y, x]), value, expected),
                "%s: voxel %d,%d,%d is %r, not %r" % (name, x, y, z, samples[z, y, x], value))
    for key in ("nan_count", "inf_count"):
        if key in expected:
            require(facts[key] == expected[key], "%s: %s is %d, not %d" % (name, key, facts[key], expected[key]))
    valid = samples[np.isfinite(samples)].astype(float)
    for key, function in (("vmin", np.min), ("vmax", np.max), ("mean", np.mean)):
        if key in expected:
            scale = dict(expected, atol=1e-6 * float(np.abs(valid).max()))
            require(close(float(function(valid)), expected[key], scale), "%s: %s" % (name, key))


def check_file(program, folder, name, expected):
    limit = expected.get("limits", {}).get("seconds", 20)
    facts, samples, message = probe(program, folder, name, limit)
    outcome = expected["outcome"]
    if facts is None:
        words = expected.get("message_any", [])
        require(outcome in ("error", "ok_or_error"), "%s: %s" % (name, message))
        require(not words or outcome == "ok_or_error" or any(w.lower() in message.lower() for w in words),
                "%s: none of %s in: %s" % (name, words, message))
        return message.strip()
    require(outcome != "error", "%s: opened, an error was expected" % name)
    figures = {"dims": expected.get("dims")} if name in DIMS_ONLY else expected
    check_figures(name, figures, facts, samples)
    return facts["note"] or ""


def check_case(program, folder, case):
    for line in case.get("setup", []):
        if not line.startswith("#"):
            subprocess.run(line, shell=True, cwd=folder, check=True)
    before = set(os.listdir(folder))
    said = []
    for name in INPUTS.get(case["id"], case["files"]):
        expected = case["expected"].get("per_file", {}).get(name, case["expected"])
        said.append(check_file(program, folder, name, expected))
    require(set(os.listdir(folder)) == before, "stray files: %s" % (set(os.listdir(folder)) - before))
    for name, sha in case["sha256"].items():
        require(digest(os.path.join(folder, name)) == sha, "%s was changed" % name)
    return said


def main(program):
    shared = os.environ.get("ONDELETTE_SHARED", "")
    maker = os.path.join(shared, "cases", "make_cases.py")
    if not os.path.exists(maker) or np is None:
        print("1..0 # SKIP the cases' generator or numpy is not there")
        return
    folder = tempfile.mkdtemp(prefix="ondelette-cases-")
    try:
        subprocess.run([sys.executable, maker, folder], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "cases.json"), encoding="utf-8") as f:
            cases = json.load(f)["cases"]
        print("1..%d" % len(cases))
        for number, case in enumerate(cases, 1):
            title = "%s %s" % (case["id"], case["title"].replace("#", ""))
            if case["id"] in OTHER:
                print("ok %d - %s # SKIP %s" % (number, title, OTHER[case["id"]]))
                continue
            try:
                said = check_case(program, folder, case)
                print("ok %d - %s" % (number, title))
                for text in filter(None, said):
                    print("# " + text)
            except Failure as failure:
                print("not ok %d - %s" % (number, title))
                print("# " + str(failure).replace("\n", "\n# "))
    finally:
        shutil.rmtree(folder)


main(os.path.abspath(sys.argv[1]))
