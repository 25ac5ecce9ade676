#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# What figures of ondelette-cli are of: options that would change nothing, planes of maps, axes, images without phi.
# test-cli-figures.py PROGRAM.
import os
import re

import numpy as np
from astropy.io import fits

from cli import main, refused, run, run_json, test


def sample(folder, name="s.fits", *more):
    run("sample", "-o", name, "--size", "32", *more, folder=folder)


def sweep(folder, source, *more):
    return run("sweep", source, "-o", "m.fits", "--overwrite", "--theta", "0:180:4", "--scale", "1", *more,
               folder=folder)


def picture(folder, source, *more):
    """A figure as SVG without its head, which has the command; and what was said."""
    done = run("figure", source, "-o", "f.svg", "--overwrite", *more, folder=folder)
    with open(os.path.join(folder, "f.svg"), encoding="utf-8") as file:
        return file.read().split("<defs>", 1)[1], done.err


def write(folder, name, shape, **cards):
    hdu = fits.PrimaryHDU(np.random.default_rng(1).normal(size=shape).astype(np.float32))
    hdu.header.update(cards)
    hdu.writeto(os.path.join(folder, name), overwrite=True)


@test
def options_that_would_change_nothing_are_named(folder):
    sample(folder)
    sweep(folder, "s.fits", "--phi", "0:180:3")
    for source, more, says in (
        ("s.fits", ["--theta", "3", "--border", "keep"], ["--theta, --border", "image", "--show response"]),
        ("s.fits", ["--show", "image", "--norm", "l1"], ["--norm", "image"]),
        ("s.fits", ["--statistic", "std"], ["--statistic", "image"]),
        ("s.fits", ["--show", "response", "--statistic", "std"], ["--statistic", "response"]),
        ("m.fits", ["--theta", "3", "--at", "1,2,3", "--show", "response", "--axes", "voxel"],
         ["--theta, --show, --at, --axes", "map of a sweep"]),
        ("m.fits", ["--hdu", "1", "--voxel", "1,1,1"], ["--hdu, --voxel"]),
        ("m.fits", ["--phi", "3", "--boundary", "mirror"], ["--phi, --boundary"]),
        ("s.fits", ["--sphere"], ["--sphere", "image"]),
    ):
        refused(2, "figure", source, "-o", "g.png", *more, folder=folder, says=says)
    for name in ("g.pdf", "g.SVG"):
        refused(2, "figure", "s.fits", "-o", name, "--dpi", "300", folder=folder, says=["--dpi", ".png"])
    refused(2, "info", "m.fits", "--xi", "3", "--hdu", "1", folder=folder, says=["--hdu, --xi"])
    # One that cannot be read is named first: the option may have been right for what was meant.
    refused(1, "figure", "missing.fits", "-o", "g.png", "--statistic", "std", folder=folder, says=["missing.fits"])
    picture(folder, "s.fits", "--threads", "1", "--invert", "--limits", "0,1", "--voxel", "1,1,2")
    picture(folder, "m.fits", "--threads", "1", "--xi", "5", "--scale", "1")


@test
def a_plane_that_is_not_there_is_named(folder):
    sample(folder)
    sweep(folder, "s.fits", "--phi", "0:180:3", "--xi", "1,2,8")
    two, said = picture(folder, "m.fits", "--xi", "2")
    assert said == "", said
    near, said = picture(folder, "m.fits", "--xi", "2.5")
    assert near == two and said.count("\n") == 1 and "no xi 2.5" in said and "xi 2 " in said, said
    _, said = picture(folder, "m.fits", "--xi", "90", "--scale", "3")
    assert said.count("\n") == 2 and "xi 8 " in said and "scale 1 " in said, said
    refused(2, "figure", "m.fits", "-o", "g.png", "--xi", "2,3", folder=folder, says=["--xi", "one value"])


@test
def maps_are_drawn_in_any_norm(folder):
    # The same sweep in another norm: the same picture, also where another plane then has the largest.
    sample(folder)
    args = ["--phi", "0:180:3", "--xi", "1,2,8", "--scale", "1,2", "--stats", "energy,std"]
    for statistic in ("energy", "std"):
        pictures = []
        for norm, asked in (("l2", "l1"), ("l1", "l1"), ("l2", "l2"), ("raw", "l2")):
            sweep(folder, "s.fits", *args, "--norm", norm)
            pictures.append(picture(folder, "m.fits", "--statistic", statistic, "--norm", asked)[0])
        # Title, mark and numbers; of the cells a colour may have been rounded the other way.
        texts = [re.sub(r"<image.*?/>", "", svg, flags=re.S) for svg in pictures]
        assert texts[0] == texts[1] != texts[2] == texts[3], statistic


@test
def maps_of_small_fluxes_are_drawn(folder):
    # Their energies, 1e-49 here, are no floats; the picture is that of the same in another unit.
    pictures = []
    data = np.random.default_rng(1).normal(size=(16, 16, 16)).astype(np.float32)
    for scale in (1, 2.0 ** -86):
        fits.writeto(os.path.join(folder, "a.fits"), data * np.float32(scale), overwrite=True)
        sweep(folder, "a.fits", "--phi", "0:180:6", "--xi", "2")
        svg = picture(folder, "m.fits", "--limits", f"0,{9e3 * scale ** 2}")[0]
        pictures.append(re.search(r"<image.*?/>", svg, flags=re.S).group())
    assert pictures[0] == pictures[1]
    with fits.open(os.path.join(folder, "m.fits")) as maps:
        assert 0 < maps["ENERGY"].data.max() < 1e-46


@test
def directions_can_be_a_sphere(folder):
    sample(folder)
    sweep(folder, "s.fits", "--phi", "0:180:4")
    sphere = picture(folder, "m.fits", "--sphere")[0]
    assert sphere != picture(folder, "m.fits")[0] == picture(folder, "m.fits", "--norm", "l2")[0]
    sample(folder, "i.fits", "--rank", "2")
    sweep(folder, "i.fits")
    refused(2, "figure", "m.fits", "-o", "g.png", "--sphere", folder=folder, says=["--sphere", "image"])


@test
def limits_are_two_values_in_order(folder):
    sample(folder)
    refused(2, "figure", "s.fits", "-o", "g.png", "--limits", "1,1", folder=folder, says=["--limits", "different"])
    refused(2, "figure", "s.fits", "-o", "g.png", "--limits", "2,-1", folder=folder, says=["--limits", "--invert"])


@test
def contrast_and_invalid_voxels_are_as_asked_for(folder):
    data = np.random.default_rng(1).normal(size=(9, 9, 9)).astype(np.float32)
    data[4, 4, 3] = np.nan
    fits.writeto(os.path.join(folder, "a.fits"), data)
    plain = picture(folder, "a.fits")[0]
    assert picture(folder, "a.fits", "--contrast", "1,0.5", "--nan", "grey")[0] == plain
    for more in (["--contrast", "2,0.5"], ["--contrast", "1,0.2"], ["--nan", "magenta"]):
        assert picture(folder, "a.fits", *more)[0] != plain, more
    for contrast in ("0,0.5", "-1,0.5", "17,0.5", "0.06,0.5", "1,1.1", "1,-0.1", "1", "nan,0.5", "x,y"):
        refused(2, "figure", "a.fits", "-o", "g.png", f"--contrast={contrast}", folder=folder, says=["--contrast"])
    refused(2, "figure", "a.fits", "-o", "g.png", "--nan", "red", folder=folder, says=["--nan", "magenta"])


LENGTHS = {f"{key}{i}": value for i in (1, 2, 3) for key, value in
           (("CRPIX", 1), ("CRVAL", 0), ("CDELT", 2.5 * i), ("CUNIT", "um"))}


@test
def physical_axes_count_from_the_centre_of_the_first_voxel(folder):
    # As do world coordinates that have their reference there.
    write(folder, "a.fits", (9, 10, 11), **LENGTHS)
    physical, world = (picture(folder, "a.fits", "--axes", axes)[0] for axes in ("physical", "world"))
    assert physical == world
    # So do volumes that are made here.
    sample(folder)
    physical_sample, world_sample = (picture(folder, "s.fits", "--axes", axes)[0] for axes in ("physical", "world"))
    assert physical_sample == world_sample
    assert run_json("respond", "s.fits", folder=folder)["max_world"].split()[::2] == [
        f"{voxel - 1:.1f}" for voxel in run_json("respond", "s.fits", folder=folder)["max_voxel"]]
    # And an edge is the same length wherever the reference is.
    write(folder, "a.fits", (9, 10, 11), **dict(LENGTHS, CRVAL1=100, CRPIX1=41))
    assert picture(folder, "a.fits", "--axes", "world")[0] == physical


SKY = {"CTYPE1": "RA---TAN", "CRVAL1": 0.0, "CDELT1": -0.001, "CRPIX1": 8, "CUNIT1": "deg", "CTYPE2": "DEC--TAN",
       "CRVAL2": 0.0, "CDELT2": 0.001, "CRPIX2": 8, "CUNIT2": "deg", "CTYPE3": "VRAD", "CRVAL3": 1500.0,
       "CDELT3": 2.0, "CRPIX3": 1, "CUNIT3": "m/s"}


@test
def world_axes_are_straight_or_refused(folder):
    write(folder, "a.fits", (6, 16, 16), **SKY)
    world = picture(folder, "a.fits", "--axes", "world")[0]
    assert world != picture(folder, "a.fits")[0] and picture(folder, "a.fits", "--axes", "world")[0] == world
    for cards, says in (
        ({"CRVAL2": 89.9}, ["RA", "straight", "voxels off"]),
        ({"CROTA2": 20.0}, ["straight", "voxels off"]),
        ({"CDELT1": -20.0, "CDELT2": 20.0}, ["RA"]),
        ({"CTYPE1": "RA---SIN", "CTYPE2": "DEC--SIN", "CDELT1": -30.0, "CDELT2": 30.0}, ["not defined"]),
    ):
        write(folder, "b.fits", (6, 16, 16), **dict(SKY, **cards))
        refused(2, "figure", "b.fits", "-o", "g.png", "--axes", "world", folder=folder, says=["--axes world", *says])
    write(folder, "c.fits", (6, 16, 16))
    refused(2, "figure", "c.fits", "-o", "g.png", "--axes", "world", folder=folder, says=["c.fits", "no world"])


@test
def an_image_has_no_phi(folder):
    sample(folder, "i.fits", "--rank", "2")
    alone = run("respond", "i.fits", folder=folder)
    assert "phi" not in alone.out and alone.err == "", alone
    given = run("respond", "i.fits", "--phi", "70", folder=folder)
    assert given.out == alone.out and "no phi" in given.err and "--phi 70" in given.err, given
    done = sweep(folder, "i.fits", "--phi", "0:180:6", "--xi", "2,4")
    assert "no phi" in done.err and "0:180:6" in done.err and "phi" not in done.out, (done.out, done.err)
    with fits.open(os.path.join(folder, "m.fits")) as maps:
        assert maps["ENERGY"].data.shape == (1, 2, 1, 4) and maps["GRID"].data["PHI"] == [0]
    assert sweep(folder, "i.fits", "--phi", "0", "--xi", "2,4").err == ""
    for text in (run("info", "m.fits", folder=folder).out, run("info", "i.fits", folder=folder).out):
        assert not re.search(r"^phi| phi ", text, re.M), text


@test
def the_map_of_an_image_has_xi_or_scale_upwards(folder):
    sample(folder, "i.fits", "--rank", "2")
    sweep(folder, "i.fits", "--xi", "1:8:8")
    both = picture(folder, "m.fits")[0]
    row, said = picture(folder, "m.fits", "--xi", "3")
    assert said == ""

    def proportion(svg):  # of the picture of the cells, which are squares in it
        width, height = re.search(r'<image[^>]* width="(\d+)" height="(\d+)"', svg).groups()
        return int(height) / int(width)

    assert proportion(both) == 8 / 4 and proportion(row) == 1 / 4, (proportion(both), proportion(row))


main()
