#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/bench/peers.py runs, its peers find our numbers, and it complains when they do not. Times are not looked at.

usage: test-peers.py ONDELETTE-CLI        writes TAP
"""
import os
import shutil
import subprocess
import sys

import cli
from cli import test

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bench")
sys.path.insert(0, BENCH)

import peers  # noqa: E402
import table  # noqa: E402


def rows_of(folder, *args):
    """Cells of the table that peers.py writes into a copy of README.md."""
    kind = next((arg[2:] for arg in args if arg in ("--sweep", "--image")), "cube")
    readme = os.path.join(folder, "README.md")
    shutil.copy(os.path.join(BENCH, "README.md"), readme)
    command = [sys.executable, os.path.join(BENCH, "peers.py"), "--program", cli.PROGRAM, "--rounds", "1", "--runs",
               "1", "--least", "0", "--size", "64", "--threads", "1", "--write", readme, *args]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=200, check=False)
    assert done.returncode == 0, done.stdout.decode()
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    begin, end = table.markers(kind)
    lines = text[text.index(begin):text.index(end)].splitlines()
    assert "\n".join(lines[3:5]) == table.header(kind), lines
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[5:]]


@test
def peers_agree_on_a_cube(folder):
    rows = rows_of(folder)
    wanted = [name for name, _ in peers.CUBE if "pyFFTW" not in name or peers.importable("pyfftw")]
    assert [row[0] for row in rows] == [peers.OURS] * 2 + wanted
    assert all(float(row[-1]) <= peers.TOLERANCE for row in rows[2:]), rows


@test
def peers_agree_on_maps_of_the_energy(folder):
    rows = rows_of(folder, "--sweep")
    assert [row[0] for row in rows] == [peers.OURS] + peers.SWEEP
    assert all(float(row[-1]) <= peers.TOLERANCE for row in rows[1:]), rows


@test
def peers_agree_on_an_image(folder):
    rows = rows_of(folder, "--image", "--size", "150")
    assert [row[0] for row in rows] == ["111 × 111"] * 5 + ["149 × 149"] * 5
    assert [row[1] for row in rows[:5]] == [peers.OURS, peers.OURS + ", response written"] + peers.IMAGE
    assert all(float(row[-1]) <= peers.TOLERANCE for row in rows if row[1] != peers.OURS), rows


@test
def other_numbers_are_noticed(folder):
    report = peers.Report()
    report.agreement("near", [[1.0, 2.0]], [[1.0005, 2.0]])
    assert not report.wrong
    report.agreement("far", [[1.0, 2.0]], [[1.0, 2.01]])
    report.agreement("nothing", [[float("nan")]], [[1.0]])
    assert len(report.wrong) == 2, report.wrong


@test
def what_does_not_fit_is_skipped_and_says_why(folder):
    class Options:
        size = 10**7

    why = peers.image_peer(Options, "none.fits", peers.IMAGE[-1], [40.0, 0.0, 2.0, 2.0], 111)
    assert why.startswith("skipped: needs some") and "GiB" in why, why


cli.main()
