/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a slice lies on the pixels of a view: arithmetic alone, shared by what draws with OpenGL,
 * what draws without, and the pointer. Device pixels throughout, counted from the upper left
 * corner; rows of slices count from the bottom. */
#pragma once

#include "../core/geometry.h"

#include <glib.h>

/* All of a slice; zoomed in, it goes beyond the view on any side. */
typedef struct
{
  int x, y; /* upper left corner */
  int width, height;
} OndSliceArea;

/* Device pixels to the smallest voxel edge where the whole slice across `normal` just fits into
 * width x height device pixels. */
double ond_slice_fit_factor (const OndGeometry *geometry, int normal, int width, int height);

/* The largest area of the shape of the slice across `normal` (physical proportions) in the middle
 * of width x height device pixels. At least one pixel each way. */
OndSliceArea ond_slice_fit (const OndGeometry *geometry, int normal, int width, int height);

/* The slice with `factor` device pixels to the smallest voxel edge, `centre` (voxels, fractions; 0
 * is the middle of the first one) in the middle of width x height device pixels. */
OndSliceArea ond_slice_zoom (const OndGeometry *geometry, int normal, double factor,
                             const double centre[OND_N_AXES], int width, int height);

/* What of the area lies in width x height device pixels; its size is 0 where nothing does. */
OndSliceArea ond_slice_visible (const OndSliceArea *area, int width, int height);

/* The sample, of n, under the centre of a pixel, of `pixels`: exact. Every picture follows it. */
static inline int
ond_slice_sample_under (int pixel, int n, int pixels)
{
  return (int) ((2 * (gint64) pixel + 1) * n / (2 * (gint64) pixels));
}

/* The samples under the pixels first ... first + count - 1 of a slice that n samples make as many
 * `pixels` of. */
void ond_slice_samples_under (int n, int pixels, int first, int count, int *samples);
