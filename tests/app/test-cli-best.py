#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Best maps of ondelette-cli sweep --best: that the file says what single responses say, and that an interrupted sweep
# loses nothing of it. test-cli-best.py PROGRAM.
import os
import signal
import subprocess
import time

import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

from cli import PROGRAM, main, refused, run, test

PLANES = ["THETA", "PHI", "XI", "SCALE"]
GRID = ["--theta", "0:180:4", "--phi", "0:180:3", "--xi", "1,4", "--scale", "1.5"]
LONG = ["--theta", "0:180:40", "--phi", "0:180:40", "--xi", "1,4,9", "--scale", "1.5", "--boundary", "periodic"]


def path(folder, name):
    return os.path.join(folder, name)


def cube(folder, shape=(9, 14, 12), gap=True):
    """A cube with sky coordinates, a unit and a gap."""
    data = np.random.default_rng(3).normal(size=shape).astype(np.float32)
    if gap:
        data[..., 2, 3] = np.nan
    hdu = fits.PrimaryHDU(data)
    cards = [("RA---TAN", "deg", -0.01, 150.0), ("DEC--TAN", "deg", 0.01, 2.0), ("FREQ", "Hz", 1e6, 1.4e9)]
    for i, (kind, unit, step, value) in enumerate(cards[:data.ndim], 1):
        hdu.header.update({f"CTYPE{i}": kind, f"CUNIT{i}": unit, f"CDELT{i}": step, f"CRVAL{i}": value, f"CRPIX{i}": 5})
    hdu.header["BUNIT"] = "K"
    hdu.writeto(path(folder, "c.fits"))


def read(folder, name="b.fits"):
    with fits.open(path(folder, name), checksum=True) as hdus:
        hdus.verify("exception")
        return [h.header.copy() for h in hdus], [h.data.astype(np.float64) for h in hdus]


def sums(folder, *names):
    return [h["DATASUM"] for name in names for h in read(folder, name)[0]]


@test
def each_voxel_has_the_wavelet_that_answers_most(folder):
    cube(folder)
    run("sweep", "c.fits", "-o", "m.fits", "--best", "b.fits", *GRID, "--norm", "l1", folder=folder)
    assert sorted(os.listdir(folder)) == ["b.fits", "c.fits", "m.fits"]
    heads, (best, *planes) = read(folder)
    most = np.full(best.shape, -np.inf)
    found = np.full((4, *best.shape), np.nan)
    # The order of a cell's number, so that the first of equals wins.
    for cell in [(t, p, x, 1.5) for x in (1, 4) for p in (0, 60, 120) for t in (0, 45, 90, 135)]:
        names = [text for pair in zip(("--theta", "--phi", "--xi", "--scale"), map(str, cell)) for text in pair]
        run("respond", "c.fits", "-o", "w.fits", "--overwrite", *names, "--norm", "l1", folder=folder)
        w = fits.getdata(path(folder, "w.fits"))
        better = w > most + 1e-5  # xi 1 has no direction: those differ by rounding alone
        most[better] = w[better]
        found[:, better] = np.array(cell)[:, None]
    gap = np.isnan(best)
    assert gap.sum() == 9 and all((np.isnan(plane) == gap).all() for plane in planes)
    assert np.allclose(best[~gap], most[~gap], rtol=0, atol=3e-5)
    # A sweep shares paddings, a single response has its own: nearly equal ones may change places.
    agree = np.all([plane[~gap] == found[i][~gap] for i, plane in enumerate(planes)], axis=0)
    needles = planes[2][~gap] == 4
    assert needles.sum() > 300 and agree[needles].mean() > 0.995, agree[needles].mean()
    assert set(np.unique(planes[0][~gap])) <= {0, 45, 90, 135} and set(np.unique(planes[3][~gap])) == {1.5}


@test
def the_file_says_what_made_it_and_where_it_lies(folder):
    cube(folder)
    run("sweep", "c.fits", "-o", "m.fits", "--best", "b.fits", *GRID, folder=folder)
    heads, data = read(folder)
    head = heads[0]
    assert [h.get("EXTNAME") for h in heads] == [None, *PLANES]
    assert all("CHECKSUM" in h and h["BITPIX"] == -32 and h["NORM"] == "l2" for h in heads)
    assert (head["CONTENT"], head["GRIDTHET"], head["GRIDXI"]) == ("ONDELETTE BEST MAP", "0:180:4", "1,4")
    assert head["COMPLETE"] and head["NPOINTS"] == head["NFILLED"] == 24
    assert "--best b.fits" in "".join(head["HISTORY"])
    assert [h.get("BUNIT", "") for h in heads] == ["K", "deg", "deg", "", ""]
    here = WCS(fits.getheader(path(folder, "c.fits"))).wcs_pix2world([[1, 2, 3]], 0)
    for h in heads:
        assert np.allclose(WCS(h).wcs_pix2world([[1, 2, 3]], 0), here)
    # The maps are those of a sweep without.
    run("sweep", "c.fits", "-o", "n.fits", *GRID, folder=folder)
    with fits.open(path(folder, "m.fits")) as a, fits.open(path(folder, "n.fits")) as b:
        assert all(x.header["DATASUM"] == y.header["DATASUM"] for x, y in zip(a, b))


@test
def what_is_made_of_it_is_no_best_map(folder):
    cube(folder)
    run("sweep", "c.fits", "-o", "m.fits", "--best", "b.fits", *GRID, folder=folder)
    run("respond", "b.fits", "-o", "w.fits", folder=folder)
    head = fits.getheader(path(folder, "w.fits"))
    swept = ["CONTENT", "GRIDTHET", "GRIDPHI", "GRIDXI", "GRIDSCAL", "NPOINTS", "NFILLED", "COMPLETE"]
    assert not [key for key in swept if key in head] and head["WAVELET"] and head["BUNIT"] == "K" and "CRVAL3" in head
    run("sweep", "w.fits", "-o", "n.fits", "--best", "c.best.fits", *GRID, folder=folder)
    for head in read(folder, "c.best.fits")[0]:
        assert not [key for key in ("WAVELET", "THETA", "PHI", "XI", "SCALE") if key in head], head


@test
def a_plane_has_no_phi_and_a_periodic_sweep_has_its_responses(folder):
    cube(folder, (14, 12))
    args = ["sweep", "c.fits", "-o", "m.fits", "--theta", "0:180:4", "--xi", "1,4", "--boundary", "periodic", "--stats",
            "energy"]
    run(*args, "--best", "b.fits", folder=folder)
    heads, data = read(folder)
    assert [h.get("EXTNAME") for h in heads] == [None, "THETA", "XI", "SCALE"]
    assert data[0].shape == (14, 12) and np.isnan(data[0]).sum() == 1


@test
def an_interrupted_sweep_goes_on_with_its_best_map(folder):
    run("sample", "-o", "s.fits", "--size", "16", folder=folder)
    run("sweep", "s.fits", "-o", "whole.fits", "--best", "whole-best.fits", *LONG, folder=folder)
    part = path(folder, ".m.fits.part")
    args = ["sweep", "s.fits", "-o", "m.fits", "--best", "b.fits", *LONG]
    for number, kept in ((signal.SIGINT, True), (signal.SIGKILL, False)):
        size = os.path.getsize(part) if os.path.exists(part) else 0
        process = subprocess.Popen([PROGRAM, *args, "--resume"], cwd=folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        while not (os.path.exists(part) and os.path.getsize(part) >= size + 5000):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.005)
        process.send_signal(number)
        process.communicate(timeout=60)
        assert os.path.exists(path(folder, ".m.fits.best.part"))
        assert not os.path.exists(path(folder, "b.fits"))
    refused(1, *args[:4], *LONG, "--resume", folder=folder, says=["best map (true there, false here)"])
    with open(path(folder, ".m.fits.best.part"), "rb") as file:
        good = file.read()
    with open(path(folder, ".m.fits.best.part"), "wb") as file:
        file.write(good[:-1])
    refused(1, *args, "--resume", folder=folder, says=[".m.fits.best.part", "damaged"])
    with open(path(folder, ".m.fits.best.part"), "wb") as file:
        file.write(good)
    run(*args, "--resume", folder=folder)
    assert sums(folder, "b.fits") == sums(folder, "whole-best.fits")
    with fits.open(path(folder, "m.fits")) as a, fits.open(path(folder, "whole.fits")) as b:
        assert all(x.header["DATASUM"] == y.header["DATASUM"] for x, y in zip(a, b))
    assert sorted(os.listdir(folder)) == ["b.fits", "m.fits", "s.fits", "whole-best.fits", "whole.fits"]
    assert "finished before" in run(*args, "--resume", folder=folder).out
    os.unlink(path(folder, "b.fits"))
    refused(1, *args, "--resume", folder=folder, says=["without a best map"])


@test
def a_part_without_its_checkpoint_is_not_asked(folder):
    cube(folder)
    with open(path(folder, ".m.fits.best.part"), "w") as file:
        file.write("of a sweep that was killed at its end")
    run("sweep", "c.fits", "-o", "m.fits", "--best", "b.fits", *GRID, "--resume", folder=folder)
    assert sorted(os.listdir(folder)) == ["b.fits", "c.fits", "m.fits"]


@test
def names_that_cannot_be_are_refused_before_anything_is_computed(folder):
    cube(folder)
    with open(path(folder, "old.fits"), "w") as file:
        file.write("old")
    args = ["sweep", "c.fits", *GRID, "-o", "m.fits", "--best"]
    refused(2, *args, "m.fits", folder=folder, says=["another output"])
    refused(2, *args, "./b.csv", "--csv", "b.csv", folder=folder, says=["another output"])
    refused(1, *args, "c.fits", folder=folder, says=["is the input"])
    refused(1, *args, "old.fits", folder=folder, says=["--overwrite"])
    refused(1, *args, "b.fits.gz", folder=folder, says=["gzip"])


main()
