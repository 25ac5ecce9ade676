#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps of ondelette-cli: what is in the maps, what a kill or an interruption leaves, what resuming makes of it, and
# that a sweep finds a fibre. test-cli-sweep.py PROGRAM.
import csv
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import time
import zlib

import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

from cli import PROGRAM, Skip, main, refused, run, run_json, test

NAMES = ["ENERGY", "MEAN", "STD", "MIN", "MAX", "MAXVOXEL", "GRID"]
# Some thousand points: seconds, of which the tests wait for a fraction. One padded size, so that the first record's
# wisdom holds every plan.
LONG = ["--theta", "0:180:40", "--phi", "0:180:40", "--xi", "1,3,5", "--scale", "1", "--boundary", "periodic"]


def sample(folder, size=16):
    run("sample", "-o", "s.fits", "--size", str(size), folder=folder)


def path(folder, name):
    return os.path.join(folder, name)


def sums(folder, name="m.fits"):
    with fits.open(path(folder, name), checksum=True) as hdus:
        return [h.header["DATASUM"] for h in hdus]


def start(folder, *more):
    return subprocess.Popen([PROGRAM, "sweep", "s.fits", "-o", "m.fits", *LONG, *more], cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def wait_for_part(folder, process, size):
    """Until the checkpoint has `size` bytes."""
    part = path(folder, ".m.fits.part")
    for _ in range(6000):
        if os.path.exists(part) and os.path.getsize(part) >= size:
            return
        assert process.poll() is None, "ended before it could be stopped: " + process.stderr.read().decode()
        time.sleep(0.005)
    raise AssertionError("no checkpoint in 30 s")


@test
def maps_are_what_their_header_says(folder):
    sample(folder)
    args = ["--theta", "0:180:5", "--phi", "0:90:4", "--xi", "log:1:9:3", "--scale", "1.5,2", "--norm", "l1"]
    run("sweep", "s.fits", "-o", "m.fits", "--csv", "m.csv", *args, folder=folder)
    assert sorted(os.listdir(folder)) == ["m.csv", "m.fits", "s.fits"]
    with fits.open(path(folder, "m.fits"), checksum=True) as hdus:
        assert [h.name for h in hdus][1:] == NAMES
        assert all("CHECKSUM" in h.header and "DATASUM" in h.header for h in hdus)
        head, grid = hdus[0].header, hdus["GRID"].data
        assert (head["NORM"], head["BOUNDARY"], head["SAMPLING"]) == ("l1", "mirror", "continuous")
        assert head["INPUT"] == "s.fits"
        assert head["COMPLETE"] and head["NPOINTS"] == head["NFILLED"] == 5 * 4 * 3 * 2
        assert len(head["INPUTSUM"]) == 64 and "--norm l1" in head["COMMAND"] and "--xi log:1:9:3" in head["COMMAND"]
        assert "--norm l1" in "".join(head["HISTORY"])
        assert np.array_equal(grid["THETA"][0], np.arange(5) * 36) and np.allclose(grid["XI"][0], [1, 3, 9])
        assert hdus["ENERGY"].data.shape == (2, 3, 4, 5) and hdus["MAXVOXEL"].data.shape == (2, 3, 4, 5, 3)
        wcs = WCS(hdus["STD"].header)
        theta, phi, log_xi, scale = wcs.wcs_pix2world([[3, 2, 1, 1]], 0)[0]
        assert np.allclose([theta, phi, 10**log_xi, scale], [grid[n][0][i] for n, i in
                                                             (("THETA", 3), ("PHI", 2), ("XI", 1), ("SCALE", 1))])
        for index in ((0, 0, 0, 0), (1, 2, 3, 4), (1, 0, 2, 1)):
            values = [str(grid[n][0][i]) for n, i in zip(("SCALE", "XI", "PHI", "THETA"), index)]
            one = run_json("respond", "s.fits", "--norm", "l1", "--scale", values[0], "--xi", values[1], "--phi",
                           values[2], "--theta", values[3], folder=folder)
            assert np.isclose(hdus["ENERGY"].data[index], one["energy"], rtol=1e-6)
            assert np.isclose(hdus["STD"].data[index], one["std"], rtol=1e-6)
            assert np.isclose(hdus["MAX"].data[index], one["max"], rtol=1e-5)
            assert list(hdus["MAXVOXEL"].data[index]) == one["max_voxel"]
        with open(path(folder, "m.csv"), encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        assert np.array_equal([float(r["std"]) for r in rows], hdus["STD"].data.ravel())
        assert [int(r["y"]) for r in rows] == list(hdus["MAXVOXEL"].data[..., 1].ravel())


@test
def fitsverify_has_nothing_to_say_about_maps(folder):
    if shutil.which("fitsverify") is None:
        raise Skip("there is no fitsverify")
    sample(folder)
    args = ["--theta", "0:180:3", "--phi", "10,20,50", "--xi", "log:1:9:3"]
    run("sweep", "s.fits", "-o", "m.fits", *args, folder=folder)
    done = subprocess.run(["fitsverify", "m.fits"], cwd=folder, capture_output=True, text=True, check=False)
    assert "found 0 warning(s) and 0 error(s)" in done.stdout, done.stdout


@test
def the_maps_asked_for_are_those_of_all(folder):
    """Both passes agree where Parseval's theorem gives what is asked for; the file and the program say which it was."""
    sample(folder)
    args = ["--theta", "0:180:4", "--phi", "0:180:3", "--boundary", "periodic"]
    done = run("sweep", "s.fits", "-o", "a.fits", *args, folder=folder)
    assert "energy, mean, std, min and max of every response" in done.out
    with fits.open(path(folder, "a.fits")) as a:
        assert (a[0].header["STATS"], a[0].header["PASS"]) == ("energy,mean,std,min,max", "stats")
        for stats, names, by in (
            ("std,energy", ["ENERGY", "STD"], "energy"), ("mean", ["MEAN"], "energy"), ("min", ["MIN"], "stats"),
            ("max,energy", ["ENERGY", "MAX", "MAXVOXEL"], "stats"), ("all", NAMES[:-1], "stats"),
        ):
            done = run("sweep", "s.fits", "-o", "b.fits", "--csv", "b.csv", "--overwrite", *args, "--stats", stats,
                       folder=folder)
            assert ("Parseval" in done.out) == (by == "energy"), done.out
            with fits.open(path(folder, "b.fits"), checksum=True) as b:
                head = b[0].header
                assert [h.name for h in b][1:] == names + ["GRID"] and head["PASS"] == by and head["COMPLETE"]
                assert head["STATS"].split(",") == [n.lower() for n in names if n != "MAXVOXEL"]
                assert "--stats " + stats in head["COMMAND"]
                spread = a["STD"].data.max()
                for name in names:
                    assert np.allclose(a[name].data, b[name].data, rtol=1e-6, atol=1e-6 * spread), (stats, name)
            with open(path(folder, "b.csv"), encoding="ascii") as file:
                columns = [n.lower() for n in names if n != "MAXVOXEL"] + (["x", "y", "z"] if "MAX" in names else [])
                assert file.readline().strip().split(",")[4:] == columns


@test
def the_energy_is_right_where_the_theorem_does_not_hold(folder):
    sample(folder)
    with fits.open(path(folder, "s.fits")) as hdus:
        data = hdus[0].data.copy()
    data[2, 3, 4] = np.nan
    fits.writeto(path(folder, "n.fits"), data)
    args, periodic = ["--theta", "30", "--xi", "1", "--scale", "1"], ["--boundary", "periodic"]
    for name, more, by in (("s.fits", [], "stats"), ("n.fits", periodic, "stats"),
                           ("s.fits", [*periodic, "--border", "exclude"], "stats"),
                           ("s.fits", [*periodic, "--sampling", "sampled"], "energy"), ("s.fits", periodic, "energy")):
        run("sweep", name, "-o", "m.fits", "--overwrite", *args, *more, "--stats", "energy", folder=folder)
        one = run_json("respond", name, *args, *more, folder=folder)
        with fits.open(path(folder, "m.fits")) as hdus:
            assert hdus[0].header["PASS"] == by, (name, more)
            assert np.isclose(hdus["ENERGY"].data[0, 0, 0, 0], one["energy"], rtol=1e-6), (name, more)


@test
def a_killed_sweep_resumes_to_the_same_bits(folder):
    sample(folder)
    process = start(folder)
    wait_for_part(folder, process, 3000)
    process.kill()
    process.communicate()
    shutil.copy(path(folder, ".m.fits.part"), path(folder, "begun"))
    run("sweep", "s.fits", "-o", "m.fits", *LONG, "--resume", folder=folder)
    assert not os.path.exists(path(folder, ".m.fits.part"))
    uninterrupted = sums(folder)
    # Once more from the same beginning, killed at several places, with a torn and a damaged end.
    os.rename(path(folder, "m.fits"), path(folder, "whole.fits"))
    shutil.copy(path(folder, "begun"), path(folder, ".m.fits.part"))
    for size, spoil in ((20000, None), (60000, 7), (110000, "flip"), (160000, None)):
        process = start(folder, "--resume", "--threads", "1" if spoil else "2")
        wait_for_part(folder, process, size)
        process.kill()
        process.communicate()
        assert not os.path.exists(path(folder, "m.fits"))
        with open(path(folder, ".m.fits.part"), "r+b") as file:
            end = file.seek(0, os.SEEK_END)
            if spoil == "flip":
                file.seek(end - 5000)
                file.write(b"damage")
            elif spoil:
                file.truncate(end - spoil)
    run("sweep", "s.fits", "-o", "m.fits", *LONG, "--resume", folder=folder)
    assert sums(folder) == uninterrupted
    assert sorted(os.listdir(folder)) == ["begun", "m.fits", "s.fits", "whole.fits"]


@test
def an_interrupted_sweep_is_130_and_keeps_its_checkpoint(folder):
    sample(folder)
    part = path(folder, ".m.fits.part")
    for number in (signal.SIGINT, signal.SIGTERM):  # the second one has gone on by then
        size = os.path.getsize(part) if os.path.exists(part) else 0
        process = start(folder, "--resume")
        wait_for_part(folder, process, size + 5000)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130 and out == b"", (process.returncode, err)
        assert err.count(b"\n") == 1 and b"interrupted" in err and b".m.fits.part" in err and b"--resume" in err, err
        assert sorted(os.listdir(folder)) == [".m.fits.part", "s.fits"]
    refused(1, "sweep", "s.fits", "-o", "m.fits", *LONG, folder=folder, says=["--resume"])
    refused(1, "sweep", "s.fits", "-o", "m.fits", *LONG, "--norm", "l1", "--theta", "0:180:41", "--resume",
            folder=folder, says=["norm (l2 there, l1 here)", "theta (0:180:40 there, 0:180:41 here)"])
    refused(1, "sweep", "s.fits", "-o", "m.fits", *LONG, "--stats", "std", "--resume", folder=folder,
            says=["stats (energy,mean,std,min,max there, std here)"])
    refused(1, "sweep", "s.fits", "-o", "m.fits", *LONG, "--voxel", "1,1,2", "--resume", folder=folder, says=["voxel"])
    run("sweep", "s.fits", "-o", "m.fits", *LONG, "--resume", folder=folder)
    assert sorted(os.listdir(folder)) == ["m.fits", "s.fits"]


@test
def resuming_what_is_done_changes_nothing(folder):
    sample(folder)
    args = ["sweep", "s.fits", "-o", "m.fits", "--theta", "0:180:3", "--phi", "0:180:2", "--resume"]
    run(*args, folder=folder)
    before = os.stat(path(folder, "m.fits"))
    assert "finished before" in run(*args, folder=folder).out
    run(*args, "--theta", "0,60,120", folder=folder)  # the same values in other words
    after = os.stat(path(folder, "m.fits"))
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    refused(1, *args, "--boundary", "zero", "--scale", "3", "--stats", "std,energy", folder=folder,
            says=["boundary (mirror there, zero here)", "scale (2 there, 3 here)",
                  "stats (energy,mean,std,min,max there, energy,std here)"])
    run("sample", "-o", "s.fits", "--overwrite", "--size", "16", "--noise", "0.3", folder=folder)
    refused(1, *args, folder=folder, says=["samples"])


@test
def other_kernels_go_on_with_a_warning(folder):
    sample(folder)
    process = start(folder)
    wait_for_part(folder, process, 3000)
    process.kill()
    process.communicate()
    with open(path(folder, ".m.fits.part"), "rb") as file:
        part = file.read()
    kind, length, number = struct.unpack("<IIQ", part[:16])
    head = re.sub(rb'"kernels":"[^"]+"', b'"kernels":"Z80"', part[16:16 + length])
    frame = struct.pack("<IIQ", kind, len(head), number) + head
    with open(path(folder, ".m.fits.part"), "wb") as file:
        file.write(frame + struct.pack("<I", zlib.crc32(frame)) + part[16 + length + 4:])
    done = run("sweep", "s.fits", "-o", "m.fits", *LONG, "--resume", folder=folder)
    assert done.err.count("\n") == 1 and "instruction set Z80" in done.err and "last digits" in done.err, done.err


@test
def a_sweep_that_does_not_fit_says_what_would(folder):
    with open(PROGRAM, "rb") as file:
        if b"__asan_init" in file.read():
            raise Skip("AddressSanitizer takes all addresses there are")

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (100 << 20, 100 << 20))

    sample(folder, 64)
    args = ["--theta", "0:180:300", "--phi", "0:180:300", "--xi", "1,2,4,6", "--scale", "1,2,3,4", "--threads", "1"]
    refused(1, "sweep", "s.fits", "-o", "m.fits", *args, folder=folder, preexec_fn=limit,
            says=["of memory", "may be used", "maps of 1440000 points", "with the boundary periodic it needs",
                  "with scales up to 3 it needs", "and fits"])
    small = ["--theta", "0:180:2", "--phi", "0", "--threads", "1"]
    run("sweep", "s.fits", "-o", "m.fits", *small, folder=folder, preexec_fn=limit)


@test
def two_sweeps_do_not_write_one_output(folder):
    sample(folder)
    process = start(folder)
    wait_for_part(folder, process, 3000)
    process.send_signal(signal.SIGSTOP)
    try:
        done = run("sweep", "s.fits", "-o", "m.fits", *LONG, "--resume", folder=folder, code=1)
        assert "another sweep" in done.err and len(done.err.splitlines()) == 1
    finally:
        process.kill()
        process.communicate()


@test
def progress_is_on_stderr_and_only_on_request(folder):
    sample(folder)
    args = ["sweep", "s.fits", "-o", "m.fits", "--overwrite", "--theta", "0:180:9", "--phi", "0:180:9",
            "--xi", "2"]
    assert run(*args, folder=folder).err == ""
    done = run(*args, "--progress", folder=folder)
    assert done.err.startswith("energy, mean, std, min and max of every response\n")
    assert "81/81 points" in done.err and "left" in done.err and "points" in done.out and "best std" in done.out


def fibre(theta, phi, n=40, sigma=1.5, length=26):
    """float[n][n][n] with one fibre through the centre in faint noise."""
    theta, phi = np.radians([theta, phi])
    direction = np.array([np.cos(phi) * np.cos(theta), -np.sin(theta), np.sin(phi) * np.cos(theta)])
    z, y, x = np.indices((n, n, n)) - (n - 1) / 2
    along = x * direction[0] + y * direction[1] + z * direction[2]
    across = x**2 + y**2 + z**2 - along**2
    cube = np.exp(-across / (2 * sigma**2)) * (np.abs(along) < length / 2)
    return (cube + np.random.default_rng(1).normal(0, 0.05, cube.shape)).astype(np.float32)


@test
def a_sweep_finds_the_direction_of_a_tilted_fibre_and_not_its_mirror_image(folder):
    for theta, phi in ((30, 60), (70, 20), (140, 110)):
        fits.writeto(path(folder, "f.fits"), fibre(theta, phi), overwrite=True)
        run("sweep", "f.fits", "-o", "m.fits", "--overwrite", "--theta", "0:180:18", "--phi", "0:180:18", "--xi", "6",
            "--scale", "1.5", "--norm", "l1", folder=folder)
        with fits.open(path(folder, "m.fits")) as hdus:
            for name in ("MAX", "STD", "ENERGY"):
                values = hdus[name].data[0, 0]
                p, t = np.unravel_index(np.argmax(values), values.shape)
                assert abs(10 * t - theta) <= 10 and abs(10 * p - phi) <= 10, (name, theta, phi, 10 * t, 10 * p)
                for mirror in ((180 - theta, phi), (theta, 180 - phi), (phi, theta)):
                    value = values[mirror[1] // 10 % 18, mirror[0] // 10 % 18]
                    assert value < 0.9 * values[p, t], (name, theta, phi, mirror)


@test
def the_table_goes_where_it_is_asked_for(folder):
    sample(folder)
    args = ["sweep", "s.fits", "-o", "m.fits", "--theta", "0:180:3", "--phi", "0", "--xi", "2", "--scale", "1"]
    run(*args, "--csv", "m.csv", folder=folder)
    with open(path(folder, "m.csv"), encoding="ascii") as file:
        table = file.read()
    assert len(table.splitlines()) == 4
    assert run(*args, "--overwrite", "--csv", "-", folder=folder).out == table
    assert sorted(os.listdir(folder)) == ["m.csv", "m.fits", "s.fits"]
    # Nor is it forgotten when there is nothing left to compute.
    assert run(*args, "--resume", "--csv", "-", folder=folder).out == table
    assert "finished before" in run(*args, "--resume", "--csv", "./-", folder=folder).out
    with open(path(folder, "-"), encoding="ascii") as file:
        assert file.read() == table
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, *args, "--overwrite", "--csv", "-"], cwd=folder, stdout=full,
                              stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1, done


main()
