/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour maps against their published definitions, positions against the formulas, percentiles
 * against a sort. */
#include "core/draw/colormap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
test_entries_equal_the_published_ones (void)
{
  /* First, middle (entry 128) and last colour as published; RdBu's middle lies between two
   * entries. */
  static const struct
  {
    OndColormap map;
    guint32 first, middle, last;
  } cases[] = {
    { OND_COLORMAP_GREY, 0x000000, 0x808080, 0xffffff },
    { OND_COLORMAP_VIRIDIS, 0x440154, 0x21918c, 0xfde725 },
    { OND_COLORMAP_INFERNO, 0x000004, 0xbc3754, 0xfcffa4 },
    { OND_COLORMAP_MAGMA, 0x000004, 0xb73779, 0xfcfdbf },
    { OND_COLORMAP_PLASMA, 0x0d0887, 0xcc4778, 0xf0f921 },
    { OND_COLORMAP_CIVIDIS, 0x00224e, 0x7d7c78, 0xfee838 },
    { OND_COLORMAP_HEAT, 0x000000, 0xff8000, 0xffffff },
    { OND_COLORMAP_DIVERGING, 0x053061, 0xf7f6f6, 0x67001f },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndColorScale scale = { .map = cases[i].map, .lower = 0, .upper = 255 };

      g_assert_cmphex (ond_color_scale_map (&scale, 0), ==, cases[i].first);
      g_assert_cmphex (ond_color_scale_map (&scale, 128), ==, cases[i].middle);
      g_assert_cmphex (ond_color_scale_map (&scale, 255), ==, cases[i].last);
    }
}

static void
test_entry_is_the_nearest (void)
{
  const OndColorScale scale = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 255 };

  g_assert_cmphex (ond_color_scale_map (&scale, 127.4), ==, 0x7f7f7f);
  g_assert_cmphex (ond_color_scale_map (&scale, 127.6), ==, 0x808080);
}

/* Green (2011), equation 2 with start 0.5, rotations -1.5, hue 1, gamma 1. */
static void
test_cubehelix_follows_its_formula (void)
{
  const uint8_t *table = ond_colormap_get_table (OND_COLORMAP_CUBEHELIX);
  static const double factors[3][2] = { { -0.14861, 1.78277 },
                                        { -0.29227, -0.90649 },
                                        { 1.97294, 0 } };

  for (int i = 0; i < OND_COLORMAP_SIZE; i++)
    {
      double t = i / 255.0, angle = 2 * G_PI * (0.5 / 3 - 1.5 * t), amplitude = t * (1 - t) / 2;

      for (int c = 0; c < 3; c++)
        {
          double level =
              t + amplitude * (factors[c][0] * cos (angle) + factors[c][1] * sin (angle));

          g_assert_cmpfloat (fabs (table[4 * i + c] - 255 * CLAMP (level, 0, 1)), <=, 0.5 + 1e-9);
        }
    }
}

/* CIE lightness of an sRGB colour (IEC 61966-2-1). */
static double
lightness (const uint8_t *rgb)
{
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double y = 0;

  for (int c = 0; c < 3; c++)
    {
      double v = rgb[c] / 255.0;
      y += weights[c] * (v <= 0.04045 ? v / 12.92 : pow ((v + 0.055) / 1.055, 2.4));
    }
  return y > 0.008856 ? 116 * cbrt (y) - 16 : 903.3 * y;
}

/* A diverging map is lightest in the middle, a cyclic one darkest. */
static void
test_lightness_rises_and_turns_in_the_middle_of_some (void)
{
  for (int map = 0; map < OND_N_COLORMAPS; map++)
    {
      const uint8_t *table = ond_colormap_get_table (map);

      for (int i = 1; i < OND_COLORMAP_SIZE; i++)
        {
          double step = lightness (table + 4 * i) - lightness (table + 4 * i - 4);

          g_assert_cmpint (table[4 * i + 3], ==, 255);
          if ((map == OND_COLORMAP_DIVERGING && i > 128) || (map == OND_COLORMAP_CYCLIC && i < 128))
            step = -step;
          g_assert_cmpfloat (step, >, -0.5); /* the rounding to bytes */
        }
    }
}

/* From any entry to the next, and from the last to the first. */
static void
test_a_cyclic_map_has_no_jump (void)
{
  const uint8_t *table = ond_colormap_get_table (OND_COLORMAP_CYCLIC);

  for (int i = 0; i < OND_COLORMAP_SIZE; i++)
    for (int c = 0; c < 3; c++)
      g_assert_cmpint (abs (table[4 * i + c] - table[4 * ((i + 1) % OND_COLORMAP_SIZE) + c]), <, 8);
}

static void
test_positions_follow_the_stretch (void)
{
  static const double t[] = { 0, 0.001, 0.1, 0.25, 0.5, 0.9, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (t); i++)
    {
      const double expected[OND_N_STRETCHES] = { t[i],
                                                 log (1 + 1000 * t[i]) / log (1001),
                                                 sqrt (t[i]),
                                                 t[i] * t[i],
                                                 (pow (1000, t[i]) - 1) / 999,
                                                 asinh (10 * t[i]) / asinh (10),
                                                 sinh (3 * t[i]) / sinh (3),
                                                 t[i] };

      for (int s = 0; s < OND_N_STRETCHES; s++)
        {
          OndColorScale scale = { .stretch = s, .lower = -3, .upper = 5 };
          double value = -3 + 8 * t[i];

          g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, value), expected[s],
                                          1e-12);
          scale.invert = TRUE;
          g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, value), 1 - expected[s],
                                          1e-12);
        }
    }
}

/* u = 2 t - 1 is stretched from 0 to either side, and only for a diverging map between limits
 * symmetric about 0. */
static void
test_signed_values_are_stretched_about_0 (void)
{
  OndColorScale scale = {
    .map = OND_COLORMAP_DIVERGING, .stretch = OND_STRETCH_LOG, .lower = -4, .upper = 4
  };

  for (int i = -8; i <= 8; i++)
    {
      double u = i / 8., f = log1p (1000 * fabs (u)) / log1p (1000);

      g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, 4 * u),
                                      0.5 + copysign (f, u) / 2, 1e-12);
    }
  scale.upper = 5;
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, 0),
                                  log1p (1000 * 4 / 9.) / log1p (1000), 1e-12);
  scale.upper = 4;
  scale.map = OND_COLORMAP_GREY;
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, 0), log1p (500) / log1p (1000),
                                  1e-12);
}

static void
test_contrast_and_bias_follow_the_stretch (void)
{
  OndColorScale scale = {
    .stretch = OND_STRETCH_SQRT, .lower = 0, .upper = 1, .contrast_log2 = 1, .bias_offset = 0.1
  };

  g_assert_false (ond_color_scale_is_neutral (&scale));
  for (int i = 0; i <= 10; i++)
    {
      double expected = CLAMP (2 * (sqrt (i / 10.) - 0.6) + 0.5, 0, 1);

      scale.invert = FALSE;
      g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, i / 10.), expected, 1e-12);
      scale.invert = TRUE;
      g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, i / 10.), 1 - expected,
                                      1e-12);
    }
  scale = ond_color_scale_upright (&scale);
  g_assert_true (ond_color_scale_is_neutral (&scale));
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, 0.25), 0.5, 1e-12);
}

/* Every difference that can be seen is one. */
static void
test_scales_are_equal_only_where_the_picture_is (void)
{
  const OndColorScale plain = { .lower = 0, .upper = 1 };
  OndColorScale others[10];

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    others[i] = plain;
  g_assert_true (ond_color_scale_equal (&plain, &others[0]));
  others[0].equalization.quantiles[3] = 1; /* not asked for */
  g_assert_true (ond_color_scale_equal (&plain, &others[0]));
  others[0].map = OND_COLORMAP_HEAT;
  others[1].stretch = OND_STRETCH_SINH;
  others[2].lower = -1;
  others[3].upper = 2;
  others[4].invert = TRUE;
  others[5].contrast_log2 = 1;
  others[6].bias_offset = 0.1;
  others[7].invalid = OND_INVALID_WHITE;
  others[8].polarity = OND_POLARITY_BOTH;
  others[9].stretch = OND_STRETCH_HISTOGRAM;
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (ond_color_scale_equal (&plain, &others[i]));
  others[8] = others[9];
  others[8].equalization.quantiles[3] = 1;
  g_assert_false (ond_color_scale_equal (&others[8], &others[9]));
}

static void
test_values_beyond_the_limits_take_the_end_colours (void)
{
  const double far[] = { 1e300, G_MAXDOUBLE };

  for (int s = 0; s < OND_N_STRETCHES; s++)
    for (gsize i = 0; i < G_N_ELEMENTS (far); i++)
      {
        const OndColorScale scale = { .stretch = s, .lower = 1, .upper = 2 };
        const OndColorScale narrow = { .stretch = s, .lower = 0, .upper = 1e-30 };

        g_assert_cmpfloat (ond_color_scale_position (&scale, far[i]), ==, 1);
        g_assert_cmpfloat (ond_color_scale_position (&scale, -far[i]), ==, 0);
        g_assert_cmpfloat (ond_color_scale_position (&narrow, far[i]), ==,
                           1); /* the quotient overflows */
      }
}

static void
test_limits_that_span_nothing_map_to_the_middle (void)
{
  static const double limits[][2] = {
    { 2, 2 }, { 0, 0 }, { NAN, 1 }, { 0, NAN }, { -INFINITY, INFINITY }
  };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    for (int s = 0; s < OND_N_STRETCHES; s++)
      for (int value = 1; value <= 3; value++)
        {
          const OndColorScale scale = { .stretch = s,
                                        .lower = limits[i][0],
                                        .upper = limits[i][1] };

          g_assert_cmpfloat (ond_color_scale_position (&scale, value), ==, 0.5);
        }
}

static void
test_middle_of_symmetric_limits_is_near_white (void)
{
  const OndColorScale scale = { .map = OND_COLORMAP_DIVERGING, .lower = -7, .upper = 7 };
  guint32 middle = ond_color_scale_map (&scale, 0), cold = ond_color_scale_map (&scale, -7);

  for (int shift = 0; shift < 24; shift += 8)
    g_assert_cmpuint (middle >> shift & 0xff, >=, 0xf5);
  g_assert_cmpuint (cold & 0xff, >, cold >> 16); /* blue below, red above */
}

static void
test_invalid_values_have_their_own_colour (void)
{
  const OndColorScale scale = { .map = OND_COLORMAP_VIRIDIS, .lower = 0, .upper = 1 };
  static const float values[] = { NAN, 0, INFINITY, 1, -INFINITY };
  static const guint32 expected[] = { OND_COLOR_INVALID, 0x440154, OND_COLOR_INVALID, 0xfde725,
                                      OND_COLOR_INVALID };
  uint8_t rgba[4 * G_N_ELEMENTS (values)];

  ond_color_scale_map_row (&scale, values, G_N_ELEMENTS (values), rgba);
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_assert_cmphex (ond_color_scale_map (&scale, values[i]), ==, expected[i]);
      g_assert_cmphex ((guint32) rgba[4 * i] << 16 | (guint32) rgba[4 * i + 1] << 8
                           | rgba[4 * i + 2],
                       ==, expected[i]);
      g_assert_cmpint (rgba[4 * i + 3], ==, 255);
    }
}

static void
test_invalid_values_take_the_colour_chosen (void)
{
  static const guint32 expected[OND_N_INVALIDS] = { 0x808080, 0x000000, 0xffffff, 0xff00ff };

  for (int i = 0; i < OND_N_INVALIDS; i++)
    {
      const OndColorScale scale = { .lower = 0, .upper = 1, .invalid = i };
      const float value = NAN;
      uint8_t rgba[4];

      g_assert_true (ond_invalids[i].name && ond_invalids[i].title && ond_invalids[i].help);
      g_assert_cmphex (ond_color_scale_map (&scale, NAN), ==, expected[i]);
      ond_color_scale_map_row (&scale, &value, 1, rgba);
      g_assert_cmphex ((guint32) rgba[0] << 16 | (guint32) rgba[1] << 8 | rgba[2], ==, expected[i]);
    }
  g_assert_null (ond_invalids[OND_N_INVALIDS].name);
}

static int
compare (const void *a, const void *b)
{
  const float *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Random values of many magnitudes with gaps between them, against a sort. */
static void
test_percentiles_equal_those_of_a_sort (void)
{
  static const gsize sizes[] = { 1, 2, 3, 10, 1000, 30001 };
  static const double fractions[] = { 0.5, 0.9, 0.995, 1 };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s], m = 0;
      g_autofree float *values = g_new (float, 2 * n);
      g_autofree float *sorted = g_new (float, n);
      g_autofree float *magnitudes = g_new (float, n);

      for (gsize i = 0; i < 2 * n; i++)
        values[i] =
            i % 2
                ? (float[]){ NAN, INFINITY, -INFINITY }[i / 2 % 3]
                : (float) ((g_test_rand_double () - 0.3) * pow (10, g_test_rand_int_range (-9, 9)));
      for (gsize i = 0; i < 2 * n; i += 2, m++)
        {
          sorted[m] = values[i];
          magnitudes[m] = fabsf (values[i]);
        }
      qsort (sorted, n, sizeof *sorted, compare);
      qsort (magnitudes, n, sizeof *magnitudes, compare);
      for (gsize f = 0; f < G_N_ELEMENTS (fractions); f++)
        {
          double last = (double) (n - 1), tail = (1 - fractions[f]) / 2, lower, upper;

          ond_color_limits_percentile (values, 2 * n, fractions[f], FALSE, &lower, &upper);
          g_assert_cmpfloat (lower, ==, sorted[(gsize) floor (last * tail + 1e-9)]);
          g_assert_cmpfloat (upper, ==, sorted[(gsize) ceil (last * (1 - tail) - 1e-9)]);
          ond_color_limits_percentile (values, 2 * n, fractions[f], TRUE, &lower, &upper);
          g_assert_cmpfloat (upper, ==, magnitudes[(gsize) ceil (last * fractions[f] - 1e-9)]);
          g_assert_cmpfloat (lower, ==, -upper);
        }
    }
}

static void
test_percentiles_of_nothing_valid_are_0_and_1 (void)
{
  const float values[] = { NAN, INFINITY };

  for (gsize n = 0; n <= 2; n++)
    for (int symmetric = 0; symmetric < 2; symmetric++)
      {
        double lower = NAN, upper = NAN;

        ond_color_limits_percentile (values, n, 0.995, symmetric, &lower, &upper);
        g_assert_cmpfloat (lower, ==, 0);
        g_assert_cmpfloat (upper, ==, 1);
      }
}

static void
test_percentiles_of_a_constant_are_the_constant (void)
{
  const float values[] = { -2.5f, -2.5f, NAN, -2.5f }, zeros[] = { -0.0f, -0.0f };
  double lower, upper;

  ond_color_limits_percentile (values, G_N_ELEMENTS (values), 0.9, FALSE, &lower, &upper);
  g_assert_cmpfloat (lower, ==, -2.5);
  g_assert_cmpfloat (upper, ==, -2.5);
  for (int symmetric = 0; symmetric < 2; symmetric++)
    {
      ond_color_limits_percentile (zeros, G_N_ELEMENTS (zeros), 0.9, symmetric, &lower, &upper);
      g_assert_false (signbit (lower) || signbit (upper));
    }
}

static void
test_tables_of_choices_are_complete (void)
{
  for (int i = 0; i < OND_N_COLORMAPS; i++)
    g_assert_true (ond_colormaps[i].name && ond_colormaps[i].title && ond_colormaps[i].help);
  for (int i = 0; i < OND_N_STRETCHES; i++)
    g_assert_true (ond_stretches[i].name && ond_stretches[i].title && ond_stretches[i].help);
  g_assert_null (ond_colormaps[OND_N_COLORMAPS].name);
  g_assert_null (ond_stretches[OND_N_STRETCHES].name);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/colormap/entries-equal-the-published-ones",
                   test_entries_equal_the_published_ones);
  g_test_add_func ("/colormap/entry-is-the-nearest", test_entry_is_the_nearest);
  g_test_add_func ("/colormap/cubehelix-follows-its-formula", test_cubehelix_follows_its_formula);
  g_test_add_func ("/colormap/lightness-rises-and-turns-in-the-middle-of-some",
                   test_lightness_rises_and_turns_in_the_middle_of_some);
  g_test_add_func ("/colormap/a-cyclic-map-has-no-jump", test_a_cyclic_map_has_no_jump);
  g_test_add_func ("/colormap/positions-follow-the-stretch", test_positions_follow_the_stretch);
  g_test_add_func ("/colormap/signed-values-are-stretched-about-0",
                   test_signed_values_are_stretched_about_0);
  g_test_add_func ("/colormap/contrast-and-bias-follow-the-stretch",
                   test_contrast_and_bias_follow_the_stretch);
  g_test_add_func ("/colormap/scales-are-equal-only-where-the-picture-is",
                   test_scales_are_equal_only_where_the_picture_is);
  g_test_add_func ("/colormap/values-beyond-the-limits-take-the-end-colours",
                   test_values_beyond_the_limits_take_the_end_colours);
  g_test_add_func ("/colormap/limits-that-span-nothing-map-to-the-middle",
                   test_limits_that_span_nothing_map_to_the_middle);
  g_test_add_func ("/colormap/middle-of-symmetric-limits-is-near-white",
                   test_middle_of_symmetric_limits_is_near_white);
  g_test_add_func ("/colormap/invalid-values-have-their-own-colour",
                   test_invalid_values_have_their_own_colour);
  g_test_add_func ("/colormap/invalid-values-take-the-colour-chosen",
                   test_invalid_values_take_the_colour_chosen);
  g_test_add_func ("/colormap/percentiles-equal-those-of-a-sort",
                   test_percentiles_equal_those_of_a_sort);
  g_test_add_func ("/colormap/percentiles-of-nothing-valid-are-0-and-1",
                   test_percentiles_of_nothing_valid_are_0_and_1);
  g_test_add_func ("/colormap/percentiles-of-a-constant-are-the-constant",
                   test_percentiles_of_a_constant_are_the_constant);
  g_test_add_func ("/colormap/tables-of-choices-are-complete", test_tables_of_choices_are_complete);
  return g_test_run ();
}
