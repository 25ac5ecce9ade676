#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Every three-dimensional real cube through info, respond, a small sweep and figures; world coordinates survive.
# test-cli-real-data.py PROGRAM.
import os
import warnings

import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

from cli import SHARED, Skip, main, run, run_json, test

CUBES = ["filfinder_ngc4321_subset", "astrodendro_3d", "astrodendro_3d1", "turbustat_dataset1", "stardist_img3d",
         "skeleton3d_testvol", "pyspeckit_n2hp_cube", "reproject_equatorial_3d", "spectralcube_example_cube",
         "astropy_arange"]


def cube(name):
    path = os.path.join(SHARED, name + ".fits")
    if not os.path.exists(path):
        raise Skip("there is no " + name)
    return path


def through_everything(name, folder):
    source = cube(name)
    info = run_json("info", source, folder=folder)
    assert info["rank"] == 3 and len(info["dims"]) == 3
    one = run_json("respond", source, "-o", "W.fits", "--xi", "3", folder=folder)
    w = fits.getdata(os.path.join(folder, "W.fits")).squeeze().astype(float)
    assert w.shape == tuple(info["dims"][::-1]) and np.isclose((w**2).sum(), one["energy"], rtol=1e-6)
    run("sweep", source, "-o", "m.fits", "--theta", "0:180:4", "--phi", "0:180:3", "--xi", "1,3", "--scale", "2",
        folder=folder)
    with fits.open(os.path.join(folder, "m.fits"), checksum=True) as hdus:
        assert hdus["STD"].data.shape == (1, 2, 3, 4) and np.all(np.isfinite(hdus["STD"].data))
        one = run_json("respond", source, "--theta", "45", "--phi", "60", "--xi", "3", folder=folder)
        assert np.isclose(hdus["STD"].data[0, 1, 1, 1], one["std"], rtol=1e-6)
    for source, target in ((source, "image.pdf"), ("W.fits", "W.svg"), ("m.fits", "map.png")):
        run("figure", source, "-o", target, folder=folder)
        assert os.path.getsize(os.path.join(folder, target)) > 1000


def make(name):
    def function(folder):
        through_everything(name, folder)
    function.__name__ = name + "_opens_responds_sweeps_and_draws"
    test(function)


for cube_name in CUBES:
    make(cube_name)


@test
def world_coordinates_survive_in_a_response(folder):
    source = cube("filfinder_ngc4321_subset")
    run("respond", source, "-o", "W.fits", folder=folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before, after = WCS(fits.getheader(source)), WCS(fits.getheader(os.path.join(folder, "W.fits")))
        voxels = np.array([[0, 0, 0], [99, 49, 49], [12.5, 30, 7]])
        assert np.allclose(before.wcs_pix2world(voxels, 0), after.wcs_pix2world(voxels, 0), rtol=1e-12, atol=0)
    assert fits.getheader(os.path.join(folder, "W.fits"))["BUNIT"] == "K"


@test
def a_maximum_has_world_coordinates(folder):
    assert run_json("respond", cube("filfinder_ngc4321_subset"))["max_world"]


main()
