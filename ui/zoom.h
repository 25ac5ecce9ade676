/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one zoom of the three slices, and the place they are centred at: a model that knows no
 * widget. The session has one. Main thread only.
 *
 * It either fits, each slice into its own view; or `factor` device pixels make the smallest voxel
 * edge in all views, and `centre` is in the middle of each. The centre stays within the volume.
 *
 * Signal "changed": slices lie elsewhere on the screen. */
#pragma once

#include "slice-area.h"

#include <glib-object.h>

#define OND_TYPE_ZOOM (ond_zoom_get_type ())
G_DECLARE_FINAL_TYPE (OndZoom, ond_zoom, OND, ZOOM, GObject)

OndZoom *ond_zoom_new (void);

/* Another volume, copied: it fits from now on. NULL: nothing is open, and nothing below has an
 * effect. */
void ond_zoom_set_geometry (OndZoom *self, const OndGeometry *geometry);

/* The view across `normal` has this many device pixels, 0 while it is hidden. */
void ond_zoom_set_view_size (OndZoom *self, int normal, int width, int height);

/* The slice across `normal` in its view; FALSE without a volume or a size. */
gboolean ond_zoom_get_area (OndZoom *self, int normal, OndSliceArea *area);

gboolean ond_zoom_get_fits (OndZoom *self);

/* Device pixels to the smallest voxel edge; while it fits, of the first slice in sight of XY, XZ
 * and YZ. 0 without a volume or view. */
double ond_zoom_get_factor (OndZoom *self);
void ond_zoom_get_centre (OndZoom *self, double centre[OND_N_AXES]);

void ond_zoom_fit (OndZoom *self);

/* Factor and centre (voxels, fractions) are clamped: from half of the smallest factor that fits, or
 * 1, to 64 or four times the largest. */
void ond_zoom_set (OndZoom *self, double factor, const double centre[OND_N_AXES]);

/* Times `by`, so that the voxel `at` stays where it is in the view across `normal`. */
void ond_zoom_at (OndZoom *self, int normal, double by, const double at[OND_N_AXES]);

/* By device pixels, as a hand moves paper: dx > 0 moves the slice to the right, dy > 0 down. */
void ond_zoom_pan (OndZoom *self, int normal, double dx, double dy);

/* Pans no further than needed for the voxel to be seen in the view across `normal`; FALSE when it
 * was in sight. */
gboolean ond_zoom_reveal (OndZoom *self, int normal, const gint32 at[OND_N_AXES]);
