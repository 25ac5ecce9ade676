/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which cards of an input's header still hold for an image of the kept axes, and what they are
 * called there. Used by the writer and by world.c, so that what is written and what is shown are
 * the same. */
#pragma once

#include "volume.h"

/* Cards of 80 bytes without END. World coordinates are renumbered to the volume's axes. An axis
 * that was dropped takes its keywords with it, unless the kept ones cannot do without it (the other
 * half of a pair of sky coordinates, a rotation): then it follows the kept axes, WCSAXES says so
 * and its pixel coordinate is 1. What described the stored numbers (BSCALE, BLANK, tiles,
 * checksums) is gone, as are cards that are not legal FITS. Free with g_string_free. */
GString *ond_fits_inherit (const OndVolumeInfo *info);
