/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Region files of SAOImage DS9, version 4.1 (its reference manual, "Regions"): text with a shape a
 * line. Image coordinates count from 1 at the middle of the first pixel, lengths are whole sides of
 * a box and semi-axes of an ellipse, angles are degrees from the first axis towards the second one;
 * on the sky the width lies along west where the angle is 0, as DS9 has it with north up.
 *
 * DS9 knows no slices but XY. Which slice a region is of stands in a tag, tag={Ondelette XZ 24},
 * which DS9 keeps and does not interpret: the coordinates of such a region are those of its
 * slice. */
#pragma once

#include "region.h"
#include "volume.h"

/* The regions of DS9's text, an array of OndRegion, in order. Boxes, ellipses and circles in
 * image and physical coordinates, the latter where the text names none, and in fk5 (J2000), ICRS
 * and galactic ones where `volume` has such a sky; it may be NULL. What else there is (polygons,
 * annuli, excluded regions ...) is left out, and *note, to be freed with g_free, is a line that
 * says so; NULL where nothing is. OND_ERROR_FILE when there is no region in it that can be read.
 * Free with g_array_unref. */
GArray *ond_region_ds9_parse (const char *text, const OndVolume *volume, char **note,
                              GError **error);

/* The same of a file of at most 4 MiB; errors name the file. */
GArray *ond_region_ds9_load (const char *path, const OndVolume *volume, char **note,
                             GError **error);

/* n regions as DS9's text, in image coordinates; free with g_free. Read back, they are the same to
 * the last bit when they have been normalized. */
char *ond_region_ds9_format (const OndRegion *regions, guint n);

/* The same into a file, whole or not at all, over what is there. Errors: OND_ERROR_WRITE. */
gboolean ond_region_ds9_save (const OndRegion *regions, guint n, const char *path, GError **error);
