#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# --measure runs to its end and prints numbers that can be; how good they are is no matter of a test. Usage:
# test-measure.py PROGRAM, inside an X server. Speaks TAP.

import subprocess
import sys

NAMES = ["updates-per-second", "latency-median", "latency-p95", "latency-max", "longest-iteration"]
number = 0


def check(what, condition):
    global number
    number += 1
    print(f"{'ok' if condition else 'not ok'} {number} {what}", flush=True)


def run(*arguments):
    return subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True, timeout=120)


def main():
    result = run("--sample", "--measure", "2")
    check("it ends well", result.returncode == 0)
    values = {}
    for line in result.stdout.splitlines():
        words = line.split()
        if len(words) == 2 and "." in words[0]:
            values[words[0]] = float(words[1])
    for drag in ("drag", "drag-with-sweep"):
        check(f"{drag} has every number", all(f"{drag}.{name}" in values for name in NAMES))
        median, p95, longest = (values.get(f"{drag}.{name}", -1) for name in NAMES[1:4])
        check(f"{drag}: a picture takes time, and quantiles rise", 0 < median <= p95 <= longest < 60000)
        check(f"{drag}: pictures come, and the main loop is busy with them",
              0 <= values.get(f"{drag}.updates-per-second", -1) < 1000
              and 0 < values.get(f"{drag}.longest-iteration", -1))
        check(f"{drag} has a line for people", any(line.startswith(f"{drag}: ") for line in result.stdout.splitlines()))

    for arguments in (["--sample", "--measure", "0"], ["--measure", "1", "--sample", "--screenshot", "x.png"]):
        check(f"{' '.join(arguments)}: exit 2", run(*arguments).returncode == 2)
    check("nothing to measure on: exit 1", run("--measure", "1").returncode == 1)
    print(f"1..{number}")


main()
