#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# What ondelette-cli refuses: the exit code, one line on stderr that says why, nothing written.
# test-cli-refusals.py PROGRAM.
import os
import resource
import subprocess

import numpy as np
from astropy.io import fits

from cli import PROGRAM, main, refused, run, snapshot, test


def sample(folder):
    run("sample", "-o", "s.fits", "--size", "16", folder=folder)


@test
def an_option_out_of_range_is_2_and_says_the_range(folder):
    sample(folder)
    for option, value, says in (
        ("--xi", "0", "between 0.05 and 100"), ("--xi", "-3", "0.05"), ("--xi", "nan", "number"),
        ("--xi", "1e999", ""), ("--theta", "180.5", "between 0 and 180"), ("--theta", "-30", "0 and 180"),
        ("--phi", "abc", "number"), ("--scale", "0", "0.25"), ("--scale", "inf", ""), ("--scale", "", ""),
        ("--norm", "l3", "l2, raw, l1, frobenius"), ("--boundary", "wrap", "periodic"), ("--sampling", "x", "sampled"),
        ("--invalid", "nan", "local"), ("--border", "1", "exclude"), ("--voxel", "1,1", "--voxel"),
        ("--voxel", "1,1,-2", "--voxel"), ("--voxel", "0,0,0", "--voxel"), ("--plane", "0", "--plane"),
        ("--threads", "-1", "--threads"), ("--threads", "x", ""), ("--threads", "100000", "1024"),
        ("--backend", "vulkan", "auto, fftw, cuda"), ("--hdu", "7", ""), ("--hdu", "NOPE", "NOPE"),
        ("--nonsense", "1", "nonsense"),
    ):
        refused(2, "respond", "s.fits", "-o", "W.fits", option, value, folder=folder, says=[says])


@test
def a_sweep_that_cannot_be_is_2(folder):
    sample(folder)
    for more, says in (
        (["--theta", "0:181:5"], "180"), (["--theta", "0:180:0"], "N"), (["--xi", "0:5:3"], "0.05"),
        (["--xi", "log:0:5:3"], ""), (["--xi", "5:1:3"], "LO"), (["--scale", "1:2"], ""),
        (["--theta", "0:180:9999", "--phi", "0:180:9999", "--xi", "1:20:99"], "points"),
        (["--stats", "none"], "energy, mean, std, min, max"), (["--stats", ""], "energy, mean, std, min, max"),
        (["--stats", "energy;std"], "commas"), (["--stats", "energy,,std"], "--stats"), (["--stats"], "--stats"),
    ):
        refused(2, "sweep", "s.fits", "-o", "m.fits", *more, folder=folder, says=[says])
    refused(2, "sweep", "s.fits", folder=folder, says=["-o"])


@test
def one_wavelet_takes_one_value(folder):
    sample(folder)
    for command in ("respond", "info", "bench"):
        refused(2, command, "s.fits", "--theta", "0:180:3", folder=folder, says=["--theta", "one value"])


@test
def a_wrong_command_line_is_2(folder):
    sample(folder)
    refused(2, folder=folder, says=["--help"])
    refused(2, "explode", folder=folder, says=["explode", "respond"])
    refused(2, "info", folder=folder)
    refused(2, "info", "s.fits", "s.fits", folder=folder)
    refused(2, "devices", "s.fits", folder=folder)
    refused(2, "respond", "s.fits", "--xi", folder=folder)
    refused(2, "sample", folder=folder, says=["-o"])
    refused(2, "sample", "-o", "a.fits", "--size", "7", folder=folder)
    refused(2, "sample", "-o", "a.fits", "--rank", "4", folder=folder)
    refused(2, "sample", "-o", "a.fits", "--noise", "-1", folder=folder)
    refused(2, "bench", "--runs", "0", folder=folder)
    for size in ("x", "8x", "0", "8x8x8x8", "8x-1", "8 x8", "70000", "9.5", ""):
        refused(2, "bench", "--size", size, folder=folder, says=["--size", "NXxNY"])
    refused(2, "bench", "s.fits", "--size", "8", folder=folder, says=["--size", "file"])
    refused(1, "bench", "--size", "65536", folder=folder, says=["65536", "memory"])


@test
def a_figure_that_cannot_be_is_2(folder):
    sample(folder)
    for more, says in (
        (["-o", "f.gif"], ".svg"), (["-o", "f"], ".svg"), ([], "-o"), (["-o", "f.png", "--at", "0,1,1"], "1 to 16"),
        (["-o", "f.png", "--at", "-1,2,3"], "outside"), (["-o", "f.png", "--at", "1,17,1"], "1 to 16"),
        (["-o", "f.png", "--at", "1,2"], "--at"), (["-o", "f.png", "--show", "x"], "response"),
        (["-o", "f.png", "--colormap", "jet"], "viridis"), (["-o", "f.png", "--limits", "1"], "--limits"),
        (["-o", "f.png", "--size", "5x5"], "mm"), (["-o", "f.png", "--size", "100"], "--size"),
        (["-o", "f.png", "--dpi", "0"], "--dpi"), (["-o", "f.png", "--statistic", "median"], "energy"),
        (["-o", "f.png", "--axes", "sky"], "voxel"), (["-o", "f.png", "--show", "response", "--xi", "0"], "0.05"),
    ):
        refused(2, "figure", "s.fits", *more, folder=folder, says=[says])


@test
def a_file_that_cannot_be_read_is_1_and_named(folder):
    sample(folder)
    with open(os.path.join(folder, "s.fits"), "rb") as file:
        whole = file.read()
    for name, contents in (("empty.fits", b""), ("text.fits", b"hello\n" * 2000), ("cut.fits", whole[:4000]),
                           ("zeros.fits", bytes(5760)), ("blocks.fits", whole[:2880])):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(contents)
        for command in ("info", "respond", "figure", "sweep"):
            more = ["-o", "out.png"] if command in ("figure", "sweep") else []
            refused(1, command, name, *more, folder=folder, says=[name])
    os.mkdir(os.path.join(folder, "d"))
    refused(1, "info", "missing.fits", folder=folder, says=["missing.fits"])
    refused(1, "info", "d", folder=folder, says=["d"])
    os.mkfifo(os.path.join(folder, "fifo"))  # nobody writes to it: opening it would wait for ever
    assert "fifo" in run("info", "fifo", folder=folder, code=1).err
    assert "fifo" in run("figure", "fifo", "-o", "f.png", folder=folder, code=1).err


@test
def a_message_is_one_line_whatever_a_name_holds(folder):
    refused(1, "info", "a\nb\033[31m.fits", folder=folder)


@test
def an_output_that_exists_is_kept(folder):
    sample(folder)
    for name in ("W.fits", "m.fits", "f.png"):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("precious")
    refused(1, "respond", "s.fits", "-o", "W.fits", folder=folder, says=["W.fits", "--overwrite"])
    refused(1, "sweep", "s.fits", "-o", "m.fits", folder=folder, says=["m.fits", "--overwrite"])
    refused(1, "figure", "s.fits", "-o", "f.png", folder=folder, says=["f.png", "--overwrite"])
    refused(1, "sample", "-o", "W.fits", folder=folder, says=["W.fits"])
    run("respond", "s.fits", "-o", "W.fits", "--overwrite", folder=folder)
    assert fits.getdata(os.path.join(folder, "W.fits")).shape == (16, 16, 16)


@test
def the_input_is_never_the_output(folder):
    sample(folder)
    os.link(os.path.join(folder, "s.fits"), os.path.join(folder, "hard.fits"))
    os.symlink("s.fits", os.path.join(folder, "soft.fits"))
    for output in ("s.fits", "./s.fits", os.path.join(folder, "s.fits"), "hard.fits", "soft.fits"):
        for command in ("respond", "sweep", "figure"):
            refused(1, command, "s.fits", "-o", output, "--overwrite", folder=folder, says=["input"])


@test
def a_folder_that_is_missing_is_1(folder):
    sample(folder)
    for command, name in (("respond", "no/W.fits"), ("sweep", "no/m.fits"), ("figure", "no/f.svg")):
        refused(1, command, "s.fits", "-o", name, folder=folder, says=["no/"])


@test
def a_backend_that_is_missing_is_1(folder):
    sample(folder)
    devices = run("devices").out
    if "cuda         missing" in devices:
        refused(1, "respond", "s.fits", "--backend", "cuda", folder=folder, says=["cuda"])
    run("respond", "s.fits", "--backend", "fftw", folder=folder)


@test
def results_that_cannot_be_printed_are_1(folder):
    sample(folder)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "info", "s.fits"], cwd=folder, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1


@test
def a_file_size_limit_is_1_and_leaves_nothing(folder):
    sample(folder)
    run("sweep", "s.fits", "-o", "m.fits", "--theta", "0:180:3", "--phi", "0", folder=folder)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000))

    refused(1, "respond", "s.fits", "-o", "W.fits", folder=folder, says=["W.fits"], preexec_fn=limit)
    refused(1, "figure", "s.fits", "-o", "f.png", folder=folder, says=["f.png"], preexec_fn=limit)
    refused(1, "sample", "-o", "t.fits", folder=folder, says=["t.fits"], preexec_fn=limit)
    before = snapshot(folder)
    done = run("sweep", "s.fits", "-o", "n.fits", "--theta", "0:180:3", "--phi", "0", "--xi", "2", folder=folder,
               code=1, preexec_fn=limit)
    assert len(done.err.splitlines()) == 1 and "n.fits" in done.err
    after = snapshot(folder)
    after.pop(".n.fits.part", None)  # what was computed is kept
    assert after == before


main()
