/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From values to colours: limits, stretch, table. Everything that shows a value in colour goes
 * through ond_color_scale_position(), the OpenGL path included (it takes its thresholds from
 * there). */
#include "colormap-private.h"

#include <math.h>
#include <string.h>

const OndChoice ond_colormaps[] = {
  [OND_COLORMAP_GREY] = { "grey", "Grey", "Black to white" },
  [OND_COLORMAP_VIRIDIS] = { "viridis", "Viridis", "Perceptually even, blue to yellow" },
  [OND_COLORMAP_INFERNO] = { "inferno", "Inferno",
                             "Perceptually even, black through red to yellow" },
  [OND_COLORMAP_MAGMA] = { "magma", "Magma",
                           "Perceptually even, black through purple to near-white" },
  [OND_COLORMAP_CIVIDIS] = { "cividis", "Cividis",
                             "Perceptually even with and without colour blindness" },
  [OND_COLORMAP_CUBEHELIX] = { "cubehelix", "Cubehelix",
                               "Brightness rises evenly, also when printed in grey" },
  [OND_COLORMAP_HEAT] = { "heat", "Heat", "Black through red to white, as in DS9" },
  [OND_COLORMAP_DIVERGING] = { "diverging", "Diverging", "Blue and red about a near-white middle" },
  { NULL, NULL, NULL },
};

const OndChoice ond_stretches[] = {
  [OND_STRETCH_LINEAR] = { "linear", "Linear", "t" },
  [OND_STRETCH_LOG] = { "log", "Logarithmic", "log (1 + 1000 t) / log (1001)" },
  [OND_STRETCH_SQRT] = { "sqrt", "Square root", "√t" },
  [OND_STRETCH_SQUARED] = { "squared", "Squared", "t²" },
  [OND_STRETCH_ASINH] = { "asinh", "Asinh", "asinh (10 t) / asinh (10)" },
  { NULL, NULL, NULL },
};

const uint8_t *
ond_colormap_get_table (OndColormap map)
{
  g_return_val_if_fail (map >= 0 && map < OND_N_COLORMAPS, ond_colormap_tables[0][0]);

  return ond_colormap_tables[map][0];
}

/* t in 0 ... 1 onto 0 ... 1, increasing. */
static double
stretch (OndStretch kind, double t)
{
  switch (kind)
    {
    case OND_STRETCH_LOG:
      return log1p (1000 * t) / log1p (1000);
    case OND_STRETCH_SQRT:
      return sqrt (t);
    case OND_STRETCH_SQUARED:
      return t * t;
    case OND_STRETCH_ASINH:
      return asinh (10 * t) / asinh (10);
    case OND_STRETCH_LINEAR:
    case OND_N_STRETCHES:
      break;
    }
  return t;
}

gboolean
ond_color_scale_equal (const OndColorScale *a, const OndColorScale *b)
{
  return a->map == b->map && a->stretch == b->stretch && a->lower == b->lower
         && a->upper == b->upper && !a->invert == !b->invert;
}

double
ond_color_scale_position (const OndColorScale *self, double value)
{
  double span = self->upper - self->lower, position = 0.5;

  /* Equal limits, or limits that are not finite, tell no value from another. */
  if (span != 0 && isfinite (span))
    position = fmin (stretch (self->stretch, CLAMP ((value - self->lower) / span, 0, 1)), 1);
  return self->invert ? 1 - position : position;
}

/* The table entry of a value, or NULL when it has none. */
static const uint8_t *
find_entry (const OndColorScale *self, double value)
{
  if (!isfinite (value))
    return NULL;
  return ond_colormap_tables[self->map]
                            [(int) floor (ond_color_scale_position (self, value) * 255 + 0.5)];
}

uint32_t
ond_color_scale_map (const OndColorScale *self, double value)
{
  const uint8_t *entry = find_entry (self, value);

  return entry ? (uint32_t) entry[0] << 16 | (uint32_t) entry[1] << 8 | entry[2]
               : OND_COLOR_INVALID;
}

void
ond_color_scale_map_row (const OndColorScale *self, const float *values, size_t n, uint8_t *rgba)
{
  static const uint8_t invalid[] = { OND_COLOR_INVALID >> 16 & 0xff, OND_COLOR_INVALID >> 8 & 0xff,
                                     OND_COLOR_INVALID & 0xff, 0xff };

  for (size_t i = 0; i < n; i++)
    {
      const uint8_t *entry = find_entry (self, values[i]);

      memcpy (rgba + 4 * i, entry ? entry : invalid, 4);
    }
}

/* Percentiles by counting: floats are ordered as integers are, so two passes (the upper 16 bits,
 * then the lower 16 of the one bin wanted) find the value of any rank exactly, without a copy and
 * without a sort. */
#define HALF_BITS 16
#define N_BINS (1u << HALF_BITS)
#define EXPONENT 0x7f800000u
#define SIGN 0x80000000u

static inline gboolean
is_finite_bits (uint32_t bits)
{
  return (bits & EXPONENT) != EXPONENT;
}

static inline uint32_t
float_bits (float value)
{
  uint32_t bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* Bits to a key in the order of the values, or of their magnitudes. */
static inline uint32_t
key_from_bits (uint32_t bits, gboolean magnitude)
{
  if (magnitude)
    return bits & ~SIGN;
  return bits & SIGN ? ~bits : bits | SIGN;
}

static double
value_from_key (uint32_t key, gboolean magnitude)
{
  uint32_t bits = magnitude ? key : key & SIGN ? key & ~SIGN : ~key;
  float value;

  memcpy (&value, &bits, sizeof value);
  return value + 0.0; /* no minus zero on a colour bar */
}

/* The bin that holds item `*rank` in ascending order; *rank becomes its rank within the bin. */
static uint32_t
find_bin (const size_t *counts, size_t *rank)
{
  uint32_t bin = 0;

  while (*rank >= counts[bin])
    *rank -= counts[bin++];
  return bin;
}

typedef struct
{
  const float *values;
  size_t n, n_finite;
  gboolean magnitude;
  size_t *high; /* how many finite values have each upper half of a key */
} Counts;

static void
count_high (Counts *self)
{
  self->high = g_new0 (size_t, N_BINS);
  for (size_t i = 0; i < self->n; i++)
    {
      uint32_t bits = float_bits (self->values[i]);

      if (is_finite_bits (bits))
        {
          self->high[key_from_bits (bits, self->magnitude) >> HALF_BITS]++;
          self->n_finite++;
        }
    }
}

static double
value_of_rank (const Counts *self, size_t rank)
{
  g_autofree size_t *low = g_new0 (size_t, N_BINS);
  uint32_t high = find_bin (self->high, &rank);

  for (size_t i = 0; i < self->n; i++)
    {
      uint32_t key = key_from_bits (float_bits (self->values[i]), self->magnitude);

      /* The exponent is in the upper half, so a bin of finite values has no other. */
      if (key >> HALF_BITS == high)
        low[key & (N_BINS - 1)]++;
    }
  return value_from_key (high << HALF_BITS | find_bin (low, &rank), self->magnitude);
}

void
ond_color_limits_percentile (const float *values, size_t n, double fraction, gboolean symmetric,
                             double *lower, double *upper)
{
  Counts counts = { .values = values, .n = n, .magnitude = symmetric };
  double last, tail;

  *lower = 0;
  *upper = 1;
  count_high (&counts);
  if (counts.n_finite > 0)
    {
      /* Ranks are rounded outwards: at least `fraction` lies within. 1e-9 is for the rounding of
       * the products. */
      last = (double) (counts.n_finite - 1);
      tail = (1 - CLAMP (fraction, 0, 1)) / (symmetric ? 1 : 2);
      *upper = value_of_rank (&counts, (size_t) ceil (last * (1 - tail) - 1e-9));
      *lower =
          symmetric ? 0 - *upper : value_of_rank (&counts, (size_t) floor (last * tail + 1e-9));
    }
  g_free (counts.high);
}
