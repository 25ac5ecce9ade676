/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "histogram.h"

#include <math.h>

void
ond_histogram_count (OndHistogram *self, const float *values, size_t n, double lower, double upper)
{
  double bins_a_unit = OND_HISTOGRAM_BINS / (upper - lower);

  *self = (OndHistogram){ .lower = lower, .upper = upper };
  for (size_t i = 0; i < n; i++)
    {
      double value = (double) values[i];

      if (value >= lower && value <= upper)
        {
          /* No number where the limits are too far apart, or too near, for a double. */
          double bin = (value - lower) * bins_a_unit;

          self->counts[bin < OND_HISTOGRAM_BINS ? (int) bin : OND_HISTOGRAM_BINS - 1]++;
        }
      else if (isfinite (value))
        {
          self->below += value < lower;
          self->above += value > upper;
        }
    }
}

double
ond_histogram_share_outside (const float *values, size_t n, double lower, double upper)
{
  size_t finite = 0, outside = 0;

  for (size_t i = 0; i < n; i++)
    if (isfinite (values[i]))
      {
        finite++;
        outside += (double) values[i] < lower || (double) values[i] > upper;
      }
  return finite > 0 ? (double) outside / (double) finite : 0;
}
