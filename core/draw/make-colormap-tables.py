# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes colormap-tables.c to standard output: python3 make-colormap-tables.py > colormap-tables.c

Needs matplotlib for the five published tables; the others follow from the formulas below. Not part of the build.
"""
import math

import matplotlib

HEAD = """/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written by make-colormap-tables.py, not by hand: 256 colours a map, RRGGBB.
 *
 *   viridis, inferno,        Smith and van der Walt (2015), CC0, as matplotlib has them
 *   magma, plasma
 *   cividis                  Nunez, Anderton and Renslow (2018, PLoS ONE 13, e0199239), as matplotlib has it
 *   cubehelix                Green (2011, BASI 39, 289): start 0.5, rotations -1.5, hue 1, gamma 1
 *   heat                     the map of that name in SAOImage DS9: ramps of red, green, blue
 *   diverging                RdBu in 11 classes, reversed, joined linearly. Colour specifications by Cynthia Brewer,
 *                            https://colorbrewer.org (Harrower and Brewer 2003, Cartographic Journal 40, 27),
 *                            Apache-2.0
 *   cyclic                   once around the hues of Oklab (Ottosson 2020, https://bottosson.github.io/posts/oklab),
 *                            light at the ends and dark in the middle */
#include "colormap-private.h"

#define C(rgb) { 0x##rgb >> 16, 0x##rgb >> 8 & 0xff, 0x##rgb & 0xff, 0xff }

const uint8_t ond_colormap_tables[OND_N_COLORMAPS][OND_COLORMAP_SIZE][4] = {"""

RD_BU = "053061 2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b 67001f".split()
BREWER = [(i / 10, [int(c[j:j + 2], 16) / 255 for j in (0, 2, 4)]) for i, c in enumerate(RD_BU)]


def ramp(points, t):
    """Linear interpolation in [(position, value), ...]."""
    for (t0, v0), (t1, v1) in zip(points, points[1:]):
        if t <= t1:
            return v0 + (v1 - v0) * (t - t0) / (t1 - t0)
    return points[-1][1]


def grey(t):
    return t, t, t


def published(name):
    colours = matplotlib.colormaps[name].colors
    return lambda t: colours[round(255 * t)]


def cubehelix(t):
    angle = 2 * math.pi * (0.5 / 3 + 1 - 1.5 * t)
    amplitude = t * (1 - t) / 2
    c, s = math.cos(angle), math.sin(angle)
    return (t + amplitude * (-0.14861 * c + 1.78277 * s), t + amplitude * (-0.29227 * c - 0.90649 * s),
            t + amplitude * 1.97294 * c)


def heat(t):
    return (ramp([(0, 0), (0.34, 1), (1, 1)], t), t, ramp([(0, 0), (0.65, 0), (0.98, 1), (1, 1)], t))


def diverging(t):
    return [ramp([(p, c[i]) for p, c in BREWER], t) for i in range(3)]


def oklab(lightness, a, b):
    """Oklab to sRGB."""
    cubes = [v ** 3 for v in (lightness + 0.3963377774 * a + 0.2158037573 * b,
                              lightness - 0.1055613458 * a - 0.0638541728 * b,
                              lightness - 0.0894841775 * a - 1.2914855480 * b)]
    rows = ((4.0767416621, -3.3077115913, 0.2309699292), (-1.2684380046, 2.6097574011, -0.3413193965),
            (-0.0041960863, -0.7034186147, 1.7076147010))
    linear = [sum(m * c for m, c in zip(row, cubes)) for row in rows]
    return [12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in linear]


def cyclic(t):
    """Light green, blue, dark purple, orange and back; within sRGB throughout."""
    angle = 2 * math.pi * t
    return oklab(0.62 + 0.26 * math.cos(angle), 0.12 * math.cos(angle + 2.8), 0.12 * math.sin(angle + 2.8))


MAPS = {"grey": grey, "heat": heat, "cubehelix": cubehelix, "viridis": published("viridis"),
        "inferno": published("inferno"), "magma": published("magma"), "plasma": published("plasma"),
        "cividis": published("cividis"), "diverging": diverging, "cyclic": cyclic}


def hexadecimal(colour):
    return "".join("%02x" % math.floor(255 * min(max(c, 0), 1) + 0.5) for c in colour)


print(HEAD)
for name, colour_at in MAPS.items():
    entries = ["C(%s)," % hexadecimal(colour_at(i / 255)) for i in range(256)]
    print("  [OND_COLORMAP_%s] = {" % name.upper())
    for i in range(0, 256, 9):
        print("    " + " ".join(entries[i:i + 9]))
    print("  },")
print("};")
