/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour maps and the mapping from a value to a colour, on the CPU: the twin of
 * resources/shaders/slice.frag, tested to agree with it. */
#pragma once

#include "../choice.h"

#include <stdint.h>

typedef enum
{
  OND_COLORMAP_GREY,
  OND_COLORMAP_VIRIDIS,
  OND_COLORMAP_INFERNO,
  OND_COLORMAP_MAGMA,
  OND_COLORMAP_CIVIDIS,
  OND_COLORMAP_CUBEHELIX,
  OND_COLORMAP_HEAT,
  OND_COLORMAP_DIVERGING, /* blue, near-white in the middle, red */
  OND_N_COLORMAPS
} OndColormap;

extern const OndChoice ond_colormaps[];

/* How a value between the limits becomes a position 0 ... 1 in the map (DS9's functions). */
typedef enum
{
  OND_STRETCH_LINEAR,
  OND_STRETCH_LOG, /* log (1 + 1000 t) / log (1001) */
  OND_STRETCH_SQRT,
  OND_STRETCH_SQUARED,
  OND_STRETCH_ASINH, /* asinh (10 t) / asinh (10) */
  OND_N_STRETCHES
} OndStretch;

extern const OndChoice ond_stretches[];

typedef struct
{
  OndColormap map;
  OndStretch stretch;
  double lower, upper; /* the limits; equal limits are allowed and map to the middle */
  gboolean invert;
} OndColorScale;

/* The same colours for every value. */
gboolean ond_color_scale_equal (const OndColorScale *a, const OndColorScale *b);

#define OND_COLORMAP_SIZE 256

/* 256 entries of R, G, B, A (255) bytes, not inverted; static. */
const uint8_t *ond_colormap_get_table (OndColormap map);

/* The colour of invalid voxels, 0xRRGGBB. */
#define OND_COLOR_INVALID 0x808080u

/* Position 0 ... 1 of a finite value, inversion included. */
double ond_color_scale_position (const OndColorScale *self, double value);

/* 0xRRGGBB; NaN and Inf give OND_COLOR_INVALID. The table entry is floor (position 255 + 0.5). */
uint32_t ond_color_scale_map (const OndColorScale *self, double value);

/* n values into R, G, B, A bytes. */
void ond_color_scale_map_row (const OndColorScale *self, const float *values, size_t n,
                              uint8_t *rgba);

/* Limits that hold `fraction` (0.995) of the finite values; symmetric about 0 when asked. 0, 1 when
 * there are none. */
void ond_color_limits_percentile (const float *values, size_t n, double fraction,
                                  gboolean symmetric, double *lower, double *upper);
