/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window writes places: from which number voxels count, and how the sky is written. A model
 * that knows no widget; the session has one. Main thread only.
 *
 * Properties "first" (int, 0 or 1) and "style" (int, an OndWorldStyle). Signal "changed": places
 * read otherwise. */
#pragma once

#include "../core/world.h"

#include <glib-object.h>

#define OND_TYPE_COORDINATES (ond_coordinates_get_type ())
G_DECLARE_FINAL_TYPE (OndCoordinates, ond_coordinates, OND, COORDINATES, GObject)

/* From 1 as FITS counts, sexagesimal. */
OndCoordinates *ond_coordinates_new (void);

/* The number of the first voxel. */
int ond_coordinates_get_first (OndCoordinates *self);
void ond_coordinates_set_first (OndCoordinates *self, int first);

OndWorldStyle ond_coordinates_get_style (OndCoordinates *self);
void ond_coordinates_set_style (OndCoordinates *self, OndWorldStyle style);
