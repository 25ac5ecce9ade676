/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that make the limits of a colour scale from samples. Values that are not finite count for
 * nothing; without any other the limits are 0 and 1. ond_color_limits_percentile() of colormap.h is
 * the rule of most. */
#pragma once

#include "../choice.h"

#include <stddef.h>

typedef enum
{
  OND_LIMITS_999, /* hold 99.9 % of the samples, the same share left out on either side */
  OND_LIMITS_995,
  OND_LIMITS_99,
  OND_LIMITS_95,
  OND_LIMITS_90,
  OND_LIMITS_MINMAX,
  OND_LIMITS_ZSCALE,
  OND_LIMITS_SYMMETRIC, /* about 0, hold 99.5 % */
  OND_LIMITS_MANUAL,    /* no rule: a person's own */
  OND_N_LIMITS
} OndLimits;

extern const OndChoice ond_limits[];

/* By a rule other than manual, float[rows][columns]. */
void ond_color_limits_fit (OndLimits rule, const float *values, size_t columns, size_t rows,
                           double *lower, double *upper);

void ond_color_limits_minmax (const float *values, size_t n, double *lower, double *upper);

/* IRAF's zscale of float[rows][columns] with its usual contrast 0.25, 600 samples, 120 of a line,
 * and line's step 1 at least. */
void ond_color_limits_zscale (const float *values, size_t columns, size_t rows, double *lower,
                              double *upper);
