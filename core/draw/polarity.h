/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which sign of a response stands out: of the display alone, the response itself stays W. */
#pragma once

#include "../choice.h"

#include <stddef.h>

typedef enum
{
  OND_POLARITY_BRIGHT, /* W: brighter than its surroundings is positive */
  OND_POLARITY_DARK,   /* -W */
  OND_POLARITY_BOTH,   /* |W| */
  OND_N_POLARITIES
} OndPolarity;

extern const OndChoice ond_polarities[];

/* "W", "−W", "|W|". */
const char *ond_polarity_get_symbol (OndPolarity polarity);

/* NaN stays NaN. A float comes back as a float. */
double ond_polarity_apply (OndPolarity polarity, double value);

/* The same for n values; `out` may be `values`. */
void ond_polarity_apply_row (OndPolarity polarity, const float *values, size_t n, float *out);
