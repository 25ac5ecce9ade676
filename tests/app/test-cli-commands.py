#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# What each command of ondelette-cli prints and writes, compared with astropy. test-cli-commands.py PROGRAM.
import os
import re
import struct

import numpy as np
from astropy.io import fits

from cli import main, refused, run, run_json, test

COMMANDS = ["info", "respond", "sweep", "figure", "sample", "devices", "bench"]


def sample(folder, size=24, name="s.fits", *more):
    run("sample", "-o", name, "--size", str(size), *more, folder=folder)
    return os.path.join(folder, name)


@test
def help_and_version_are_on_stdout(folder):
    for args in (["--help"], ["-h"], ["--version"]) + tuple([c, "--help"] for c in COMMANDS):
        done = run(*args, folder=folder)
        assert done.out and not done.err, args
    listing = run("--help").out
    assert all(c in listing for c in COMMANDS)
    assert "--boundary" in run("respond", "--help").out
    assert "LO:HI:N" in run("sweep", "--help").out


@test
def help_tells_ranges_choices_and_defaults(folder):
    for command, says in (
        ("respond", ["--xi=V ", "0.05 to 100 (5)", "0 to 180 (30)", "0.25 to 256 voxel edges (2)",
                     "mirror, nearest, zero, mean, periodic (mirror)", "l2, raw, l1, frobenius (l2)", "1024"]),
        ("sweep", ["--xi=GRID ", "energy, mean, std, min, max (energy,mean,std,min,max)"]),
        ("bench", ["0.05 to 100 (1,3,10,20)", "periodic (periodic)"]),
        ("figure", ["voxel, physical, world (voxel)", "linear, log", "20 to 2000", "30 to 2400 (300)"]),
        ("sample", ["(96)", "(0.2)"]),
    ):
        text = run(command, "--help", env={"LC_ALL": "C"}).out
        for word in says:
            assert word in text, (command, word, text)


@test
def sample_is_the_same_each_time(folder):
    first = fits.getdata(sample(folder, 24, "a.fits"))
    second = fits.getdata(sample(folder, 24, "b.fits"))
    assert first.shape == (24, 24, 24) and np.array_equal(first, second)
    assert fits.getdata(sample(folder, 24, "c.fits", "--rank", "2")).squeeze().shape == (24, 24)
    assert fits.getdata(sample(folder, 24, "d.fits", "--noise", "0")).std() < first.std()


@test
def info_agrees_with_astropy(folder):
    data = np.arange(4 * 5 * 6, dtype=np.float32).reshape(4, 5, 6) ** 2
    data[1, 2, 3], data[0, 0, 0], data[3, 4, 5] = np.nan, np.inf, -np.inf
    hdus = fits.HDUList([fits.PrimaryHDU(), fits.ImageHDU(data, name="SCI")])
    hdus[1].header["BUNIT"] = "Jy/beam"
    hdus.writeto(os.path.join(folder, "a.fits"))
    info = run_json("info", "a.fits", folder=folder)
    valid = data[np.isfinite(data)].astype(float)
    assert info["dims"] == [6, 5, 4] and info["rank"] == 3
    assert (info["nan"], info["inf"], info["unit"]) == (1, 2, "Jy/beam")
    assert (info["min"], info["max"]) == (valid.min(), valid.max())
    assert np.isclose(info["mean"], valid.mean(), rtol=1e-12) and np.isclose(info["std"], valid.std(), rtol=1e-12)
    assert "SCI" in info["hdu"] and [i["hdu"] for i in info["images"]] == [0, 1]
    assert info["seconds_are"] == "measured"
    assert info["passes"]["stats"]["bytes"] > 0 and info["passes"]["stats"]["seconds"] >= 0
    assert info["passes"]["energy"]["seconds"] is None  # invalid voxels: not possible
    text = run("info", "a.fits", folder=folder).out
    assert "6 x 5 x 4" in text and "Jy/beam" in text and "measured" in text


@test
def voxel_edges_are_divided_by_the_smallest(folder):
    sample(folder, 8)
    assert run_json("info", "s.fits", "--voxel", "0.5,0.5,1.25", folder=folder)["edges"] == [1, 1, 2.5]
    assert run_json("info", "s.fits", "--voxel=2,3,4", folder=folder)["edges"] == [1, 1.5, 2]


@test
def respond_prints_the_statistics_of_what_it_writes(folder):
    sample(folder)
    args = ["respond", "s.fits", "--theta", "150", "--phi", "50", "--xi", "4", "--scale", "1.5", "--norm", "l1"]
    printed = run_json(*args, "-o", "W.fits", folder=folder)
    w = fits.getdata(os.path.join(folder, "W.fits")).astype(float)
    assert printed["n"] == w.size and printed["norm"] == "l1"
    assert np.isclose(printed["energy"], (w**2).sum(), rtol=1e-6)
    assert np.isclose(printed["std"], w.std(), rtol=1e-6)
    assert np.isclose(printed["mean"], w.mean(), atol=1e-6 * w.std())
    assert printed["max"] == w.max() and printed["min"] == w.min()
    z, y, x = np.unravel_index(np.argmax(w), w.shape)
    assert printed["max_voxel"] == [x + 1, y + 1, z + 1]
    alone = run_json(*args, folder=folder)
    assert sorted(os.listdir(folder)) == ["W.fits", "s.fits"]
    assert np.isclose(alone["energy"], printed["energy"], rtol=1e-6)
    header = fits.getheader(os.path.join(folder, "W.fits"))
    assert "--theta 150" in " ".join(header["HISTORY"]).replace("\n", "")


@test
def respond_leaves_invalid_voxels_invalid(folder):
    data = fits.getdata(sample(folder)).copy()
    data[3, 4, 5:9] = np.nan
    fits.writeto(os.path.join(folder, "n.fits"), data)
    printed = run_json("respond", "n.fits", "-o", "W.fits", folder=folder)
    w = fits.getdata(os.path.join(folder, "W.fits"))
    assert np.array_equal(np.isnan(w), np.isnan(data)) and printed["n"] == data.size - 4


@test
def respond_warns_when_the_grid_cannot_hold_the_wavelet(folder):
    sample(folder)
    done = run("respond", "s.fits", "--scale", "0.5", folder=folder)
    assert len(done.err.splitlines()) == 1 and "warning" in done.err and "voxels wide" in done.err
    assert run("respond", "s.fits", "--scale", "2", folder=folder).err == ""


@test
def a_wavelet_larger_than_the_volume_is_said(folder):
    sample(folder)
    for command, more in (("respond", []), ("figure", ["-o", "f.png", "--show", "response"])):
        said = run(command, "s.fits", "--scale", "5", *more, folder=folder).err
        assert said.count("\n") == 1 and "warning" in said and "larger than the volume" in said, said
        assert "which has 24" in said, said
    assert "larger" in run_json("respond", "s.fits", "--scale", "5", folder=folder)["warning"]
    done = run("sweep", "s.fits", "-o", "m.fits", "--scale", "0.5,2,20", "--theta", "0:180:3", folder=folder)
    assert done.err.count("\n") == 1 and "of 9 wavelets 3 are less than a voxel wide" in done.err, done.err
    assert re.search(r" [3-6] are larger than the volume", done.err), done.err
    assert run("sweep", "s.fits", "-o", "n.fits", "--xi", "2", folder=folder).err == ""


@test
def what_is_no_volume_is_named(folder):
    sample(folder)
    run("sweep", "s.fits", "-o", "m.fits", "--theta", "0:180:3", "--xi", "2", folder=folder)
    with open(os.path.join(folder, "w.ondelette-session"), "w", encoding="utf-8") as file:
        file.write('{\n  "format" : "ondelette-session",\n  "version" : 1,\n  "input" : { "path" : "s.fits" }\n}\n')
    for command in ("respond", "sweep", "bench"):
        more = ["-o", "out.fits"] if command != "bench" else []
        refused(1, command, "m.fits", *more, folder=folder, says=["m.fits", "maps of a sweep", "figure"])
    for command in ("info", "respond", "sweep", "figure", "bench"):
        more = ["-o", "out.png"] if command not in ("info", "bench") else []
        refused(1, command, "w.ondelette-session", *more, folder=folder, says=["session", "ondelette"])


@test
def info_lists_what_maps_hold(folder):
    data = fits.getdata(sample(folder))
    fits.writeto(os.path.join(folder, "k.fits"), data, fits.Header({"BUNIT": "K"}))
    run("sweep", "k.fits", "-o", "m.fits", "--theta", "0:180:3", "--phi", "0:180:2", "--xi", "log:1:2:3", "--stats",
        "energy,max", "--norm", "l1", "--boundary", "zero", folder=folder)
    info = run_json("info", "m.fits", folder=folder)
    text = run("info", "m.fits", folder=folder).out
    with fits.open(os.path.join(folder, "m.fits")) as maps:
        energy, head = maps["ENERGY"].data, maps[0].header
        assert info["holds"] == "maps" and info["dims"] == [24, 24, 24] and info["input"] == "k.fits"
        for name in ("theta", "phi", "xi", "scale"):
            assert info["grids"][name] == list(np.atleast_1d(maps["GRID"].data[name][0])), name
        found = info["statistics"]["energy"]
        assert (found["least"], found["largest"]) == (energy.min(), energy.max()) and set(info["statistics"]) == {
            "energy", "max"}
        _, ix, ip, it = np.unravel_index(np.argmax(energy), energy.shape)
        assert [found["theta"], found["phi"], found["xi"]] == [info["grids"]["theta"][it], info["grids"]["phi"][ip],
                                                               info["grids"]["xi"][ix]]
        assert (info["norm"], info["boundary"], info["points"], info["computed"]) == ("l1", "zero", 18, 18)
        assert info["checksum"] == head["INPUTSUM"] and info["backend"] == head["BACKEND"]
    for word in ("the maps of a sweep: energy and max", "k.fits", "24 x 24 x 24", "3 values, 0 ... 120 deg",
                 "log:1:2:3", "18 of 18", "ondelette-cli sweep k.fits", "K2; largest at theta", "boundary     zero"):
        assert word in text, (word, text)


@test
def figures_are_of_the_format_of_their_name(folder):
    sample(folder)
    run("sweep", "s.fits", "-o", "maps.fits", "--theta", "0:180:4", "--phi", "0:180:3", "--xi", "log:1:8:3",
        folder=folder)
    for source, more in (("s.fits", []), ("s.fits", ["--show", "response"]), ("maps.fits", ["--statistic", "std"])):
        for name, start in (("f.pdf", b"%PDF"), ("f.svg", b"<?xml"), ("f.png", b"\x89PNG")):
            run("figure", source, "-o", name, "--overwrite", *more, folder=folder)
            with open(os.path.join(folder, name), "rb") as file:
                assert file.read().startswith(start), name


@test
def a_figure_shows_a_map_that_is_there(folder):
    sample(folder)
    args = ["sweep", "s.fits", "--overwrite", "--theta", "0:180:4", "--phi", "0:180:3"]
    run(*args, "-o", "maps.fits", "--stats", "std,max", folder=folder)
    run(*args, "-o", "max.fits", "--stats", "max", folder=folder)
    pictures = []
    for source, more in (("maps.fits", ["--statistic", "std"]), ("maps.fits", []),
                         ("maps.fits", ["--statistic", "max"]), ("max.fits", [])):
        run("figure", source, "-o", "f.svg", "--overwrite", *more, folder=folder)
        with open(os.path.join(folder, "f.svg"), "rb") as file:
            pictures.append(file.read().split(b"<defs>", 1)[1])  # without the command
    assert pictures[0] == pictures[1] != pictures[2] == pictures[3]
    refused(2, "figure", "maps.fits", "-o", "g.png", "--statistic", "energy", folder=folder,
            says=["maps.fits", "energy", "maps of std and max"])


@test
def figures_have_the_size_and_the_command(folder):
    sample(folder)
    run("figure", "s.fits", "-o", "f.png", "--size", "127x63.5", "--dpi", "100", "--show", "response", "--xi", "7",
        folder=folder)
    with open(os.path.join(folder, "f.png"), "rb") as file:
        png = file.read()
    assert struct.unpack(">II", png[16:24]) == (500, 250)
    assert b"ondelette-cli figure s.fits -o f.png" in png and b"--xi 7" in png and b"--boundary mirror" in png


@test
def figure_options_are_obeyed(folder):
    sample(folder)

    def picture(*more):
        run("figure", "s.fits", "-o", "f.svg", "--overwrite", *more, folder=folder)
        with open(os.path.join(folder, "f.svg"), encoding="utf-8") as file:
            return re.sub(r"<desc>.*?</desc>|<metadata>.*?</metadata>|<!--.*?-->", "", file.read(), flags=re.S)

    plain = picture()
    for more in (["--at", "3,4,5"], ["--axes", "physical"], ["--colormap", "heat"], ["--stretch", "sqrt"],
                 ["--stretch", "histogram"], ["--limits", "-1,2"], ["--invert"], ["--show", "response"]):
        assert picture(*more) != plain, more
    response = picture("--show", "response")
    assert len({response} | {picture("--show", "response", "--polarity", p) for p in ("bright", "dark", "both")}) == 3
    assert picture() == plain


@test
def devices_lists_the_cpu(folder):
    backends = {b["name"]: b for b in run_json("devices")["backends"]}
    assert backends["fftw"]["available"] and "CPU" in backends["fftw"]["device"]
    assert all(b["available"] or b["why_not"] for b in backends.values())
    assert "fftw" in run("devices").out


PASSES = ["slices", "stats", "volume", "energy"]


def bench(*args, **more):
    return run_json("bench", "--runs", "1", "--threads", "1", *args, **more)


@test
def bench_gives_ratios(folder):
    found = bench("--size", "16")
    assert found["threads"] == 1 and found["dims"] == [16, 16, 16] and found["boundary"] == "periodic"
    assert all(found[name] for name in ("device", "processor", "kernels", "fftw"))
    expected = [(name, xi, scale) for name in PASSES for scale in (1, 2, 4) for xi in (1, 3, 10, 20)]
    assert [(row["pass"], row["xi"], row["scale"]) for row in found["rows"]] == expected
    for row in found["rows"]:
        assert row["runs"] == 1 and row["padded"] == [16, 16, 16] and row["seconds"] >= 0, row
        assert row["periodic_seconds"] is None, row
        if row["c2r_seconds"] > 0:
            assert np.isclose(row["c2r_ratio"], row["seconds"] / row["c2r_seconds"]), row
    for name in PASSES:
        seconds = [row["seconds"] for row in found["rows"] if row["pass"] == name]
        assert np.isclose(found["passes"][name]["seconds"], np.median(seconds)), name
    assert found["sweep"]["points"] == 16 and found["sweep"]["points_per_second"] > 0
    assert [maps["scale"] for maps in found["energy_maps"]] == [1, 2]
    assert all(maps["seconds_per_direction"] > 0 and maps["wavelets"] == 20 for maps in found["energy_maps"])


@test
def bench_takes_any_grid_and_wavelets(folder):
    for size, dims in (("13x8x20", [13, 8, 20]), ("17", [17] * 3), ("16x9", [16, 9, 1]), ("16x9x1", [16, 9, 1])):
        found = bench("--size", size, "--xi", "2", "--scale", "1,3")
        assert found["dims"] == dims, size
        assert [row["scale"] for row in found["rows"]] == [1, 3] * 4, size
        assert [(maps["scale"], maps["wavelets"]) for maps in found["energy_maps"]] == [(1, 1), (3, 1)], size
        assert all(row["padded"] == dims and row["seconds"] is not None for row in found["rows"]), size


@test
def bench_compares_padded_passes_with_unpadded_ones(folder):
    for row in bench("--size", "16", "--xi", "2", "--scale", "1", "--boundary", "mirror")["rows"]:
        padded = row["padded"] != [16, 16, 16]
        assert padded == (row["pass"] != "energy") == (row["periodic_seconds"] is not None), row
        assert row["c2r_seconds"] is not None, row


@test
def bench_says_what_is_not_possible(folder):
    done = run("bench", "--size", "16", "--xi", "2,3", "--scale", "1", "--runs", "1", "--border", "exclude")
    lines = done.err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("ondelette-cli: warning: ") and "energy" in lines[0], lines
    assert "energy maps  not possible" in done.out and "nan" not in done.out, done.out


@test
def bench_reads_a_file_and_prints_a_table(folder):
    sample(folder)
    lines = run("bench", "s.fits", "--runs", "1", "--xi", "2", "--scale", "1", folder=folder).out.splitlines()
    labels = [line.split()[0] for line in lines]
    assert labels[labels.index("pass"):][:9] == ["pass", *PASSES, *["median"] * 4], lines
    assert "24 x 24 x 24" in lines[0], lines[0]


@test
def file_names_are_literal(folder):
    sample(folder)
    for name in ("-", "~x", "a[1].fits", "b.fits(c.fits)", "d.fits[1:2,*]", "mem:\u00fc *.fits", "http:x", "%s%n"):
        os.rename(os.path.join(folder, "s.fits"), os.path.join(folder, name))
        out = "W" + name
        assert run_json("info", name, folder=folder)["dims"] == [24, 24, 24], name
        run("respond", name, "-o", out, folder=folder)
        run("sweep", name, "-o", "m" + name, "--theta", "0:180:2", "--phi", "0", folder=folder)
        run("figure", "m" + name, "-o", name + ".svg", folder=folder)
        assert sorted(os.listdir(folder)) == sorted([name, out, "m" + name, name + ".svg"]), name
        for made in (out, "m" + name, name + ".svg"):
            os.remove(os.path.join(folder, made))
        os.rename(os.path.join(folder, name), os.path.join(folder, "s.fits"))
    os.rename(os.path.join(folder, "s.fits"), os.path.join(folder, "--xi"))
    assert "24 x 24 x 24" in run("info", "--", "--xi", folder=folder).out


@test
def numbers_are_read_and_written_with_a_point_in_every_locale(folder):
    sample(folder)
    args = ["respond", "s.fits", "--theta", "12.5", "--xi", "1.5"]
    plain = run(*args, folder=folder).out
    for locale in ("de_DE.UTF-8", "fr_FR.UTF-8", "nonexistent"):
        assert run(*args, folder=folder, env={"LC_ALL": locale, "LC_NUMERIC": locale}).out == plain
    refused(2, "respond", "s.fits", "--theta", "12,5x", folder=folder)


main()
