#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Exports every image of the real files and of the reliability cases with read-probe --write and checks the result with
# other programs: astropy (checksums, values, world coordinates against the input's) and fitsverify (no error); prints
# TAP. test-export.py READ_PROBE.
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    from astropy.io import fits
    from astropy.wcs import WCS
except ImportError:
    fits = None

STORAGE = {"BSCALE", "BZERO", "BLANK", "ZIMAGE", "ZCMPTYPE", "TFIELDS", "XTENSION", "DATAMIN", "DATAMAX"}


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


def input_header(path, number):
    with fits.open(path) as hdus:
        return hdus[number].header.copy()


def compare_world(before, after, facts):
    """World coordinates of three voxels, by astropy, from both headers."""
    try:
        a = WCS(before)
        a.wcs.set()
    except Exception:
        return
    if not before.get("CTYPE1"):
        return
    b = WCS(after)
    b.wcs.set()
    kept = [i for i, n in enumerate(facts["shape"]) if n > 1 and i != facts["plane_axis"]]
    for fraction in (0, 0.4, 1):
        at = [fraction * (facts["shape"][i] - 1) for i in kept]
        pixel = np.zeros(a.naxis)
        pixel[kept] = at
        other = np.zeros(b.naxis)
        other[:len(kept)] = at
        expected = a.wcs_pix2world([pixel], 0)[0]
        got = b.wcs_pix2world([other], 0)[0]
        require(np.allclose(got[:len(kept)], expected[kept], rtol=1e-12, atol=1e-12, equal_nan=True),
                "world coordinates %s, not %s" % (got, expected[kept]))


def write_own(folder):
    """Images whose kept axes lean on dropped ones: half a pair of sky coordinates, a rotation, a plane of many."""
    def write(name, shape, **keys):
        header = fits.Header()
        for key, value in keys.items():
            header[key.replace("__", "-")] = value
        data = np.arange(np.prod(shape), dtype=np.float32).reshape(shape[::-1])
        fits.PrimaryHDU(data, header).writeto(os.path.join(folder, name))

    sky = dict(CTYPE1="RA---TAN", CRVAL1=83.5, CDELT1=-0.01, CRPIX1=3, CUNIT1="deg", CTYPE2="DEC--TAN", CRVAL2=-5.4,
               CDELT2=0.01, CRPIX2=2, CUNIT2="deg")
    spectrum = dict(CTYPE3="VRAD", CRVAL3=1e4, CDELT3=250.0, CRPIX3=1, CUNIT3="m/s", RESTFRQ=1.152712018e11)
    write("own-pv.fits", (7, 1, 9), **sky, **spectrum)
    write("own-pv-rotated.fits", (7, 1, 9), PC1_2=-0.5, PC2_1=0.5, PC1_1=0.8, PC2_2=0.8, **sky, **spectrum)
    write("own-first.fits", (1, 7, 5, 6), CTYPE1="STOKES", CRVAL1=1, CDELT1=1, CRPIX1=1,
          **{key[:-1] + str(int(key[-1]) + 1): value for key, value in {**sky, **spectrum}.items() if key != "RESTFRQ"})
    write("own-planes.fits", (4, 5, 3, 6), CTYPE3="STOKES", CRVAL3=1, CDELT3=1, CRPIX3=1, CTYPE4="FREQ", CRVAL4=1.4e9,
          CDELT4=1e6, CRPIX4=1, CUNIT4="Hz", **sky)


def verify(path):
    if shutil.which("fitsverify"):
        done = subprocess.run(["fitsverify", "-e", path], capture_output=True, text=True, errors="replace")
        require(done.returncode == 0, "fitsverify: " + done.stdout.replace("\n", " | "))


def check(program, path, folder):
    raw, out = os.path.join(folder, "samples.raw"), os.path.join(folder, "out.fits")
    command = [program, "--raw", raw, "--write", out, "--", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode == 1:
        return "not an image"
    require(done.returncode == 0, "exit %d: %s" % (done.returncode, done.stderr))
    facts = json.loads(done.stdout)
    verify(out)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with fits.open(out, checksum=True) as hdus:
            data, header = hdus[0].data, hdus[0].header
            require(not caught, "astropy warns: %s" % [str(w.message) for w in caught])
            require(len(hdus) == 1 and header["BITPIX"] == -32, "not one single-precision image")
            samples = np.fromfile(raw, np.float32).reshape(data.shape)
            require(data.astype(np.float32).tobytes() == samples.tobytes(), "other values")
    require(not STORAGE & set(header), "inherited %s" % (STORAGE & set(header)))
    wavelet = [header["THETA"], header.get("PHI", 45), header["XI"], header["SCALE"]]
    require(wavelet == [30, 45, 5, 2], "wavelet keywords: %s" % wavelet)
    require((header["NORM"], header["BOUNDARY"]) == ("l2", "mirror"), "method keywords")
    require("\\317\\203 [1].fits" in "".join(header["HISTORY"]), "command in HISTORY")
    warnings.simplefilter("ignore")
    before = input_header(path, int(facts["hdu"].split()[1]))
    for key in ("BUNIT", "OBJECT", "TELESCOP", "RESTFRQ", "EQUINOX"):
        if key in before and not (isinstance(before[key], str) and "%n" in before[key]):
            require(header.get(key) == before[key], "%s is %r, not %r" % (key, header.get(key), before[key]))
    facts["shape"] = [before["NAXIS%d" % (i + 1)] for i in range(before["NAXIS"])]
    facts["plane_axis"] = int(facts["note"].split("axis ")[1][0]) - 1 if "along axis" in (facts["note"] or "") else -1
    compare_world(before, header, facts)
    return None


def main(program):
    shared = os.environ.get("ONDELETTE_SHARED", "")
    maker = os.path.join(shared, "cases", "make_cases.py")
    if fits is None or not os.path.exists(maker):
        print("1..0 # SKIP astropy or the cases are not there")
        return
    folder = tempfile.mkdtemp(prefix="ondelette-export-")
    try:
        cases = os.path.join(folder, "cases")
        subprocess.run([sys.executable, maker, cases], check=True, stdout=subprocess.DEVNULL)
        write_own(cases)
        files = sorted(glob.glob(os.path.join(shared, "data", "real", "*.fits")) + glob.glob(cases + "/*fits*"))
        print("1..%d" % len(files))
        for number, path in enumerate(files, 1):
            title = os.path.basename(path).replace("#", "")
            try:
                skip = check(program, path, folder)
                print("ok %d - %s%s" % (number, title, " # SKIP " + skip if skip else ""))
            except Failure as failure:
                print("not ok %d - %s\n# %s" % (number, title, failure))
    finally:
        shutil.rmtree(folder)


main(os.path.abspath(sys.argv[1]))
