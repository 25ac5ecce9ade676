/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour maps and the mapping from a value to a colour, on the CPU: the twin of
 * resources/shaders/slice.frag, tested to agree with it. */
#pragma once

#include "../choice.h"
#include "polarity.h"
#include "stretch.h"

#include <stdint.h>

typedef enum
{
  OND_COLORMAP_GREY,
  OND_COLORMAP_HEAT,
  OND_COLORMAP_CUBEHELIX,
  OND_COLORMAP_VIRIDIS,
  OND_COLORMAP_INFERNO,
  OND_COLORMAP_MAGMA,
  OND_COLORMAP_PLASMA,
  OND_COLORMAP_CIVIDIS,
  OND_COLORMAP_DIVERGING, /* blue, near-white in the middle, red */
  OND_COLORMAP_CYCLIC,    /* ends as it begins */
  OND_N_COLORMAPS
} OndColormap;

extern const OndChoice ond_colormaps[];

/* What NaN and Inf look like. */
typedef enum
{
  OND_INVALID_GREY,
  OND_INVALID_BLACK,
  OND_INVALID_WHITE,
  OND_INVALID_MAGENTA,
  OND_N_INVALIDS
} OndInvalid;

extern const OndChoice ond_invalids[];

/* All 0 but the limits is a plain scale. A value v of the samples becomes a position p in the map:
 *
 *   v' = v, -v or |v|                             polarity
 *   t = (v' - lower) / (upper - lower)            clamped to 0 ... 1
 *   s = f (t)                                     the stretch f
 *   p = 2^contrast_log2 (s - 1/2 - bias_offset) + 1/2    clamped to 0 ... 1
 *   p = 1 - p                                     when inverted
 *
 * The fourth line is DS9's contrast and bias, less their neutral values. A diverging map between
 * limits symmetric about 0 has its middle at 0, and there the stretch must not push the two signs
 * apart: s = (1 + sign (u) f (|u|)) / 2 with u = 2 t - 1. */
typedef struct
{
  OndColormap map;
  OndStretch stretch;
  double lower, upper; /* the limits; equal limits are allowed and map to the middle */
  gboolean invert;
  double contrast_log2; /* +-OND_CONTRAST_MAX */
  double bias_offset;   /* +-OND_BIAS_MAX */
  OndInvalid invalid;
  OndPolarity polarity;
  OndEqualization equalization; /* for OND_STRETCH_HISTOGRAM */
} OndColorScale;

#define OND_CONTRAST_MAX 4.0 /* powers of two */
#define OND_BIAS_MAX 0.5

/* The same colours for every value. */
gboolean ond_color_scale_equal (const OndColorScale *a, const OndColorScale *b);

/* The stretch works from 0 to either side. */
gboolean ond_color_scale_is_signed (const OndColorScale *self);

/* Neither contrast nor bias is set. */
gboolean ond_color_scale_is_neutral (const OndColorScale *self);

/* The scale as the axis of a colour bar has it: no polarity (the values are those of v'), no
 * contrast, no bias, not inverted. */
OndColorScale ond_color_scale_upright (const OndColorScale *self);

/* Makes the table of histogram equalization from n samples before their polarity: those between
 * the limits count. Call it again when limits or polarity change. */
void ond_color_scale_equalize (OndColorScale *self, const float *values, size_t n);

/* The same for samples in several places: each is counted, and ond_equalizer_finish() makes the
 * table. */
void ond_color_scale_count (const OndColorScale *self, const float *values, size_t n,
                            OndEqualizer *equalizer);

#define OND_COLORMAP_SIZE 256

/* 256 entries of R, G, B, A (255) bytes, not inverted; static. */
const uint8_t *ond_colormap_get_table (OndColormap map);

/* The colour of OND_INVALID_GREY, 0xRRGGBB. */
#define OND_COLOR_INVALID 0x808080u

/* The colour of NaN and Inf, 0xRRGGBB. */
uint32_t ond_color_scale_get_invalid (const OndColorScale *self);

/* Position 0 ... 1 of a finite value v', which has its polarity already. Rises or falls with v'
 * throughout. */
double ond_color_scale_position (const OndColorScale *self, double value);

/* The table entry of a finite value v': floor (position 255 + 0.5). */
int ond_color_scale_entry (const OndColorScale *self, double value);

/* 0xRRGGBB of a sample, of its own polarity still. */
uint32_t ond_color_scale_map (const OndColorScale *self, double value);

/* n values into R, G, B, A bytes. */
void ond_color_scale_map_row (const OndColorScale *self, const float *values, size_t n,
                              uint8_t *rgba);

/* Limits that hold `fraction` (0.995) of the finite values; symmetric about 0 when asked. 0, 1 when
 * there are none. */
void ond_color_limits_percentile (const float *values, size_t n, double fraction,
                                  gboolean symmetric, double *lower, double *upper);
