/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "polarity.h"

#include <math.h>

const OndChoice ond_polarities[] = {
  [OND_POLARITY_BRIGHT] = { "bright", "Bright, W", "What is brighter than its surroundings" },
  [OND_POLARITY_DARK] = { "dark", "Dark, −W", "What is darker than its surroundings" },
  [OND_POLARITY_BOTH] = { "both", "Both, |W|", "How much, whether brighter or darker" },
  { NULL, NULL, NULL },
};

static const char *const symbols[OND_N_POLARITIES] = { "W", "−W", "|W|" };

const char *
ond_polarity_get_symbol (OndPolarity polarity)
{
  return symbols[polarity];
}

double
ond_polarity_apply (OndPolarity polarity, double value)
{
  return polarity == OND_POLARITY_DARK   ? -value
         : polarity == OND_POLARITY_BOTH ? fabs (value)
                                         : value;
}

void
ond_polarity_apply_row (OndPolarity polarity, const float *values, size_t n, float *out)
{
  for (size_t i = 0; i < n; i++)
    out[i] = (float) ond_polarity_apply (polarity, (double) values[i]);
}
