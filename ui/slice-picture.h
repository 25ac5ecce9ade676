/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a slice lies on the pixels of a screen, and the slice as a picture where there is no OpenGL:
 * what the shader draws, byte for byte. No widget. Rows of slices count from the bottom, pixels
 * from the top. */
#pragma once

#include "../core/draw/colormap.h"
#include "../core/geometry.h"

#include <gdk/gdk.h>

typedef struct
{
  int x, y; /* upper left corner, device pixels */
  int width, height;
} OndSliceArea;

/* The largest area of the shape of the slice across `normal` (physical proportions) in the middle
 * of width x height device pixels. At least one pixel each way. */
OndSliceArea ond_slice_fit (const OndGeometry *geometry, int normal, int width, int height);

/* The sample, of n, under the centre of a pixel, of `pixels`: exact, and the rule of the shader. */
static inline int
ond_slice_sample_under (int pixel, int n, int pixels)
{
  return (int) ((2 * (gint64) pixel + 1) * n / (2 * (gint64) pixels));
}

/* Takes float[height][width] down to the samples under new_width x new_height pixels,
 * float[new_height][new_width]; a picture of either is the same. NULL when memory is short; free
 * with g_free. */
float *ond_slice_reduce (const float *samples, int width, int height, int new_width,
                         int new_height);

/* float[height][width] as the pixels of an area; NULL when memory is short. */
GdkTexture *ond_slice_picture_new (const float *samples, int width, int height,
                                   const OndColorScale *colors, const OndSliceArea *area);
