/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slice as a picture where there is no OpenGL: what the shader draws, byte for byte. No widget.
 * slice-area.h says which sample is under a pixel. */
#pragma once

#include "../core/draw/colormap.h"
#include "slice-area.h"

#include <gdk/gdk.h>

/* Takes float[height][width] down to the samples under the pixels of `visible`, a part of `area`:
 * float[visible height][visible width]. A picture of either is the same. NULL when memory is short;
 * free with g_free. */
float *ond_slice_reduce (const float *samples, int width, int height, const OndSliceArea *area,
                         const OndSliceArea *visible);

/* Samples of the same shape that are blended over others (core/draw/blend.h). */
typedef struct
{
  const float *samples;
  const OndColorScale *colors;
  int opacity; /* 0 ... 255 */
} OndSliceOver;

/* float[height][width] as the pixels of `visible`, a part of `area`; NULL when memory is short.
 * `over` may be NULL. */
GdkTexture *ond_slice_picture_new (const float *samples, int width, int height,
                                   const OndColorScale *colors, const OndSliceOver *over,
                                   const OndSliceArea *area, const OndSliceArea *visible);
