/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From values to colours: limits, stretch, table. Everything that shows a value in colour goes
 * through ond_color_scale_position(), the OpenGL path included (it takes its thresholds from
 * there). */
#include "colormap-private.h"

#include <math.h>
#include <string.h>

const OndChoice ond_colormaps[] = {
  [OND_COLORMAP_GREY] = { "grey", "Grey", "Black to white" },
  [OND_COLORMAP_HEAT] = { "heat", "Heat", "Black through red to white, as in DS9" },
  [OND_COLORMAP_CUBEHELIX] = { "cubehelix", "Cubehelix",
                               "Brightness rises evenly, also when printed in grey" },
  [OND_COLORMAP_VIRIDIS] = { "viridis", "Viridis", "Perceptually even, blue to yellow" },
  [OND_COLORMAP_INFERNO] = { "inferno", "Inferno",
                             "Perceptually even, black through red to yellow" },
  [OND_COLORMAP_MAGMA] = { "magma", "Magma",
                           "Perceptually even, black through purple to near-white" },
  [OND_COLORMAP_PLASMA] = { "plasma", "Plasma",
                            "Perceptually even, blue through purple to yellow" },
  [OND_COLORMAP_CIVIDIS] = { "cividis", "Cividis",
                             "Perceptually even with and without colour blindness" },
  [OND_COLORMAP_DIVERGING] = { "diverging", "Diverging",
                               "Blue and red about a near-white middle; between limits symmetric "
                               "about 0 the stretch goes from 0 to either side" },
  [OND_COLORMAP_CYCLIC] = { "cyclic", "Cyclic", "Ends as it begins, for angles" },
  { NULL, NULL, NULL },
};

const OndChoice ond_invalids[] = {
  [OND_INVALID_GREY] = { "grey", "Grey", "Invalid voxels are grey" },
  [OND_INVALID_BLACK] = { "black", "Black", "Invalid voxels are black" },
  [OND_INVALID_WHITE] = { "white", "White", "Invalid voxels are white" },
  [OND_INVALID_MAGENTA] = { "magenta", "Magenta", "Invalid voxels cannot be overlooked" },
  { NULL, NULL, NULL },
};

static const uint32_t invalid_colors[OND_N_INVALIDS] = { OND_COLOR_INVALID, 0x000000, 0xffffff,
                                                         0xff00ff };

const uint8_t *
ond_colormap_get_table (OndColormap map)
{
  g_return_val_if_fail (map >= 0 && map < OND_N_COLORMAPS, ond_colormap_tables[0][0]);

  return ond_colormap_tables[map][0];
}

gboolean
ond_color_scale_equal (const OndColorScale *a, const OndColorScale *b)
{
  return a->map == b->map && a->stretch == b->stretch && a->lower == b->lower
         && a->upper == b->upper && !a->invert == !b->invert && a->contrast_log2 == b->contrast_log2
         && a->bias_offset == b->bias_offset && a->invalid == b->invalid
         && a->polarity == b->polarity
         && (a->stretch != OND_STRETCH_HISTOGRAM
             || memcmp (&a->equalization, &b->equalization, sizeof a->equalization) == 0);
}

gboolean
ond_color_scale_is_signed (const OndColorScale *self)
{
  return self->map == OND_COLORMAP_DIVERGING && self->lower == -self->upper && self->upper != 0;
}

gboolean
ond_color_scale_is_neutral (const OndColorScale *self)
{
  return self->contrast_log2 == 0 && self->bias_offset == 0;
}

OndColorScale
ond_color_scale_upright (const OndColorScale *self)
{
  OndColorScale upright = *self;

  upright.polarity = OND_POLARITY_BRIGHT;
  upright.contrast_log2 = upright.bias_offset = 0;
  upright.invert = FALSE;
  return upright;
}

/* Equal limits, or limits that are not finite, tell no value from another. */
static gboolean
spans_something (const OndColorScale *self)
{
  double span = self->upper - self->lower;

  return span != 0 && isfinite (span);
}

void
ond_color_scale_count (const OndColorScale *self, const float *values, size_t n,
                       OndEqualizer *equalizer)
{
  double span = self->upper - self->lower;
  gboolean is_signed = ond_color_scale_is_signed (self);

  for (size_t i = 0; i < n && spans_something (self); i++)
    {
      double value = ond_polarity_apply (self->polarity, (double) values[i]);
      double t = (value - self->lower) / span;

      ond_equalizer_count (equalizer, is_signed ? fabs (2 * t - 1) : t);
    }
}

void
ond_color_scale_equalize (OndColorScale *self, const float *values, size_t n)
{
  OndEqualizer *equalizer = ond_equalizer_new ();

  ond_color_scale_count (self, values, n, equalizer);
  ond_equalizer_finish (equalizer, &self->equalization);
}

static double
stretch (const OndColorScale *self, double t)
{
  double u = 2 * t - 1;

  if (!ond_color_scale_is_signed (self) || self->stretch == OND_STRETCH_LINEAR)
    return ond_stretch_apply (self->stretch, &self->equalization, t);
  return (1 + copysign (ond_stretch_apply (self->stretch, &self->equalization, fabs (u)), u)) / 2;
}

double
ond_color_scale_position (const OndColorScale *self, double value)
{
  double position = 0.5;

  if (spans_something (self))
    position = stretch (self, CLAMP ((value - self->lower) / (self->upper - self->lower), 0, 1));
  if (!ond_color_scale_is_neutral (self))
    position = exp2 (self->contrast_log2) * (position - 0.5 - self->bias_offset) + 0.5;
  position = CLAMP (position, 0, 1);
  return self->invert ? 1 - position : position;
}

int
ond_color_scale_entry (const OndColorScale *self, double value)
{
  double entry = floor (ond_color_scale_position (self, value) * (OND_COLORMAP_SIZE - 1) + 0.5);

  return (int) CLAMP (entry, 0, OND_COLORMAP_SIZE - 1);
}

uint32_t
ond_color_scale_get_invalid (const OndColorScale *self)
{
  return invalid_colors[self->invalid];
}

/* The table entry of a sample, or NULL when it has none. */
static const uint8_t *
find_entry (const OndColorScale *self, double value)
{
  if (!isfinite (value))
    return NULL;
  return ond_colormap_tables[self->map][ond_color_scale_entry (
      self, ond_polarity_apply (self->polarity, value))];
}

uint32_t
ond_color_scale_map (const OndColorScale *self, double value)
{
  const uint8_t *entry = find_entry (self, value);

  return entry ? (uint32_t) entry[0] << 16 | (uint32_t) entry[1] << 8 | entry[2]
               : ond_color_scale_get_invalid (self);
}

/* The same as find_entry(), step by step and three times as fast, for the scales that most pictures
 * are drawn with. */
static void
map_row_linear (const OndColorScale *self, const float *values, size_t n, const uint8_t *invalid,
                uint8_t *rgba)
{
  const uint8_t (*table)[4] = ond_colormap_tables[self->map];
  double lower = self->lower, span = self->upper - lower;

  for (size_t i = 0; i < n; i++)
    {
      double t = (ond_polarity_apply (self->polarity, values[i]) - lower) / span;
      double position = CLAMP (t, 0, 1);

      position = self->invert ? 1 - position : position;
      memcpy (rgba + 4 * i,
              isfinite (values[i]) ? table[(int) (position * (OND_COLORMAP_SIZE - 1) + 0.5)]
                                   : invalid,
              4);
    }
}

void
ond_color_scale_map_row (const OndColorScale *self, const float *values, size_t n, uint8_t *rgba)
{
  uint32_t color = ond_color_scale_get_invalid (self);
  const uint8_t invalid[] = { color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff, 0xff };

  if (self->stretch == OND_STRETCH_LINEAR && ond_color_scale_is_neutral (self)
      && spans_something (self))
    {
      map_row_linear (self, values, n, invalid, rgba);
      return;
    }
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
