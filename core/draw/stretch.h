/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a value between the limits becomes a position in a colour map. Positions run from 0 to 1 on
 * either side, and every stretch rises from 0 at 0 to 1 at 1. colormap.c calls it. */
#pragma once

#include "../choice.h"

#include <stddef.h>

/* The functions of SAOImage DS9, divided by their value at 1 so that the last colour is reached. */
typedef enum
{
  OND_STRETCH_LINEAR,
  OND_STRETCH_LOG, /* log (1 + 1000 t) / log (1001) */
  OND_STRETCH_SQRT,
  OND_STRETCH_SQUARED,
  OND_STRETCH_POWER,     /* (1000^t - 1) / 999 */
  OND_STRETCH_ASINH,     /* asinh (10 t) / asinh (10) */
  OND_STRETCH_SINH,      /* sinh (3 t) / sinh (3) */
  OND_STRETCH_HISTOGRAM, /* the share of the samples below: needs an equalization */
  OND_N_STRETCHES
} OndStretch;

extern const OndChoice ond_stretches[];

#define OND_EQUALIZATION_LEVELS 256

/* What histogram equalization knows of the samples: level i / 256 is reached at quantiles[i]. All
 * 0: nothing, and the stretch is linear. */
typedef struct
{
  float quantiles[OND_EQUALIZATION_LEVELS + 1]; /* from 0 to 1, not falling */
} OndEqualization;

/* t and the result 0 ... 1. `equalization` is read by OND_STRETCH_HISTOGRAM alone. */
double ond_stretch_apply (OndStretch kind, const OndEqualization *equalization, double t);

/* Samples are counted in 65536 bins of t, so quantiles are exact to 1.6e-5 of the range. t outside
 * of 0 ... 1 and NaN count for nothing; without any other the equalization is all 0. */
typedef struct OndEqualizer OndEqualizer;
OndEqualizer *ond_equalizer_new (void);
void ond_equalizer_count (OndEqualizer *self, double t);
/* Frees. */
void ond_equalizer_finish (OndEqualizer *self, OndEqualization *equalization);
