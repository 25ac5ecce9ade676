#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Reads every image of the real FITS files in $ONDELETTE_SHARED/data/real with read-probe and with astropy and compares
# all voxels; prints TAP. test-real-data.py READ_PROBE. The expected value is formed here in double from the stored
# numbers (astropy scales 16-bit integers in single precision) and rounded once.
import glob
import json
import os
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    from astropy.io import fits
except ImportError:
    fits = None

# What cannot be opened, and a word of the reason.
REFUSED = {
    "astropy_blank.fits": "too few dimensions",
    "astropy_header_newlines.fits": "too few dimensions",
    "astropy_random_groups.fits": "random groups",
    "astropy_zerowidth.fits": "length 0",
}
# astropy 5.2 loses the one NaN of this file.
LOST_NAN = "astropy_compressed_with_nan.fits"


def expected_values(path, number):
    """float32 values of an HDU with axes of length 1 dropped and plane 1 of a fourth, or None."""
    with fits.open(path) as hdus:
        if isinstance(hdus[number], fits.CompImageHDU):
            data = hdus[number].data.astype(np.float64)
            keys = {}
        else:
            with fits.open(path, do_not_scale_image_data=True) as stored:
                data = stored[number].data
                keys = dict(stored[number].header)
    if data is None:
        return None
    values = data.astype(np.float64) * keys.get("BSCALE", 1) + keys.get("BZERO", 0)
    if data.dtype.kind in "iu" and "BLANK" in keys:
        values[data == keys["BLANK"]] = np.nan
    values = values.squeeze().astype(np.float32)
    if values.ndim == 4:
        values = values[0]
    return values if values.ndim in (2, 3) else None


def n_hdus(path):
    with fits.open(path) as hdus:
        return [i for i, hdu in enumerate(hdus) if not isinstance(hdu, (fits.BinTableHDU, fits.GroupsHDU))
                or isinstance(hdu, fits.CompImageHDU)]


def read(program, path, hdu=None):
    with tempfile.NamedTemporaryFile(suffix=".raw") as raw:
        command = [program, "--raw", raw.name] + (["--hdu", str(hdu)] if hdu is not None else []) + ["--", path]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            return None, done.stderr.strip()
        facts = json.loads(done.stdout)
        return np.fromfile(raw.name, np.float32).reshape(facts["dims"][::-1]), facts


def check_hdu(program, path, number):
    expected = expected_values(path, number)
    got, facts = read(program, path, number)
    if expected is None:
        return None if got is None else "HDU %d was opened" % number
    if got is None:
        return "HDU %d: %s" % (number, facts)
    got = got.reshape([n for n in got.shape if n > 1])
    if got.shape != expected.shape:
        return "HDU %d: shape %s, not %s" % (number, got.shape, expected.shape)
    same = (got == expected) | (np.isnan(got) & np.isnan(expected))
    if os.path.basename(path) == LOST_NAN:
        same |= np.isnan(got) & (np.isnan(got).sum() == 1)
    return None if same.all() else "HDU %d: %d of %d voxels differ" % (number, (~same).sum(), same.size)


def check(program, path):
    name = os.path.basename(path)
    if name in REFUSED:
        got, message = read(program, path)
        return None if got is None and REFUSED[name] in message else "opened or refused otherwise: %s" % message
    if read(program, path)[0] is None:
        return read(program, path)[1]
    return next(filter(None, (check_hdu(program, path, number) for number in n_hdus(path))), None)


def main(program):
    files = sorted(glob.glob(os.path.join(os.environ.get("ONDELETTE_SHARED", ""), "data", "real", "*.fits")))
    if not files or fits is None:
        print("1..0 # SKIP the real data or astropy are not there")
        return
    warnings.simplefilter("ignore")
    print("1..%d" % len(files))
    for number, path in enumerate(files, 1):
        why = check(program, path)
        print("%s %d - %s" % ("not ok" if why else "ok", number, os.path.basename(path)))
        if why:
            print("# " + why)


main(os.path.abspath(sys.argv[1]))
