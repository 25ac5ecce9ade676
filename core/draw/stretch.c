/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stretch.h"

#include <glib.h>

#include <math.h>
#include <stdint.h>

#define N_BINS 65536

struct OndEqualizer
{
  uint64_t n;
  uint32_t counts[N_BINS];
};

const OndChoice ond_stretches[] = {
  [OND_STRETCH_LINEAR] = { "linear", "Linear", "t" },
  [OND_STRETCH_LOG] = { "log", "Logarithmic", "log (1 + 1000 t) / log (1001)" },
  [OND_STRETCH_SQRT] = { "sqrt", "Square root", "√t" },
  [OND_STRETCH_SQUARED] = { "squared", "Squared", "t²" },
  [OND_STRETCH_POWER] = { "power", "Power", "(1000ᵗ − 1) / 999" },
  [OND_STRETCH_ASINH] = { "asinh", "Asinh", "asinh (10 t) / asinh (10)" },
  [OND_STRETCH_SINH] = { "sinh", "Sinh", "sinh (3 t) / sinh (3)" },
  [OND_STRETCH_HISTOGRAM] = { "histogram", "Histogram",
                              "Equalized: every colour to as many samples" },
  { NULL, NULL, NULL },
};

/* The last level whose quantile is at most t, and linearly on to the next. */
static double
equalize (const OndEqualization *equalization, double t)
{
  const float *quantiles = equalization->quantiles;
  int low = 0, high = OND_EQUALIZATION_LEVELS;

  if (!(quantiles[high] > 0))
    return t;
  while (high - low > 1)
    {
      int middle = (low + high) / 2;

      if ((double) quantiles[middle] <= t)
        low = middle;
      else
        high = middle;
    }
  return (low + (t - (double) quantiles[low]) / (double) (quantiles[high] - quantiles[low]))
         / OND_EQUALIZATION_LEVELS;
}

double
ond_stretch_apply (OndStretch kind, const OndEqualization *equalization, double t)
{
  switch (kind)
    {
    case OND_STRETCH_LOG:
      return log1p (1000 * t) / log1p (1000);
    case OND_STRETCH_SQRT:
      return sqrt (t);
    case OND_STRETCH_SQUARED:
      return t * t;
    case OND_STRETCH_POWER:
      return (pow (1000, t) - 1) / 999;
    case OND_STRETCH_ASINH:
      return asinh (10 * t) / asinh (10);
    case OND_STRETCH_SINH:
      return sinh (3 * t) / sinh (3);
    case OND_STRETCH_HISTOGRAM:
      return equalize (equalization, t);
    case OND_STRETCH_LINEAR:
    case OND_N_STRETCHES:
      break;
    }
  return t;
}

OndEqualizer *
ond_equalizer_new (void)
{
  return g_new0 (OndEqualizer, 1);
}

void
ond_equalizer_count (OndEqualizer *self, double t)
{
  if (!(t >= 0 && t <= 1))
    return;
  self->counts[MIN ((int) (t * N_BINS), N_BINS - 1)]++;
  self->n++;
}

/* Within a bin the samples are taken to lie evenly. */
void
ond_equalizer_finish (OndEqualizer *self, OndEqualization *equalization)
{
  uint64_t before = 0;
  int bin = 0;

  *equalization = (OndEqualization){ { 0 } };
  for (int level = 1; level < OND_EQUALIZATION_LEVELS && self->n > 0; level++)
    {
      double rank = (double) self->n * level / OND_EQUALIZATION_LEVELS;

      while ((double) (before + self->counts[bin]) < rank)
        before += self->counts[bin++];
      equalization->quantiles[level] =
          (float) ((bin + (rank - (double) before) / self->counts[bin]) / N_BINS);
    }
  if (self->n > 0)
    equalization->quantiles[OND_EQUALIZATION_LEVELS] = 1;
  g_free (self);
}
