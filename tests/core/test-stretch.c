/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes one stretch or sign or layer from another: histogram equalization against counting,
 * polarity, and the blend against its formula in floating point. */
#include "core/draw/blend.h"

#include <math.h>
#include <stdlib.h>

static void
test_stretches_rise_from_0_to_1 (void)
{
  const OndEqualization none = { { 0 } };

  for (int s = 0; s < OND_N_STRETCHES; s++)
    {
      g_assert_cmpfloat_with_epsilon (ond_stretch_apply (s, &none, 0), 0, 1e-15);
      g_assert_cmpfloat_with_epsilon (ond_stretch_apply (s, &none, 1), 1, 1e-15);
      for (int i = 1; i <= 1000; i++)
        g_assert_cmpfloat (ond_stretch_apply (s, &none, i / 1000.), >,
                           ond_stretch_apply (s, &none, (i - 1) / 1000.));
    }
}

/* The position of a value is the share of the samples between the limits that lie below it, to a
 * level of the table and a bin. Samples without and with two heaps, and outliers. */
static void
test_equalization_is_the_share_below (void)
{
  enum
  {
    N = 20000
  };
  g_autofree float *values = g_new (float, N);

  for (int heaps = 0; heaps < 2; heaps++)
    {
      OndColorScale scale = { .stretch = OND_STRETCH_HISTOGRAM, .lower = 1, .upper = 300 };
      int within = 0;

      for (int i = 0; i < N; i++)
        {
          values[i] = (float) exp (8 * g_test_rand_double () - 1);
          if (heaps && i % 3 == 0)
            values[i] = i % 2 ? 4 : 200;
          if (i % 50 == 0)
            values[i] = NAN;
          within += values[i] >= 1 && values[i] <= 300;
        }
      ond_color_scale_equalize (&scale, values, N);
      g_assert_cmpfloat (ond_color_scale_position (&scale, 1), ==, 0);
      g_assert_cmpfloat (ond_color_scale_position (&scale, 300), ==, 1);
      for (double value = 1.1; value < 299; value *= 1.13)
        {
          int below = 0;

          for (int i = 0; i < N; i++)
            below += values[i] >= 1 && (double) values[i] < value;
          /* A bin of 1.5e-5 of the range holds few samples but for the heaps, which lie between
           * the values asked for. */
          g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, value),
                                          (double) below / within, 1. / 256);
        }
    }
}

/* About 0 the magnitudes are equalized, so that 0 stays in the middle however the signs are
 * shared out. */
static void
test_equalization_of_signed_values_keeps_0_in_the_middle (void)
{
  const float values[] = { -8, 1, 2, 3, 4, 5, 6, 7, NAN };
  OndColorScale scale = {
    .map = OND_COLORMAP_DIVERGING, .stretch = OND_STRETCH_HISTOGRAM, .lower = -8, .upper = 8
  };

  ond_color_scale_equalize (&scale, values, G_N_ELEMENTS (values));
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&scale, 0), 0.5, 1e-6);
  for (double v = 0.5; v < 8; v++)
    {
      double up = ond_color_scale_position (&scale, v),
             down = ond_color_scale_position (&scale, -v);

      g_assert_cmpfloat_with_epsilon (up + down, 1, 1e-6);
      g_assert_cmpfloat_with_epsilon (up, 0.5 + floor (v) / 16, 1. / 256);
    }
}

static void
test_equalization_of_nothing_is_linear (void)
{
  const float values[] = { NAN, 7, -7, INFINITY };
  OndColorScale scale = { .stretch = OND_STRETCH_HISTOGRAM, .lower = 0, .upper = 1 };

  ond_color_scale_equalize (&scale, values, G_N_ELEMENTS (values));
  g_assert_cmpfloat (ond_color_scale_position (&scale, 0.3), ==, 0.3);
  scale.upper = 0;
  ond_color_scale_equalize (&scale, values, G_N_ELEMENTS (values));
  g_assert_cmpfloat (ond_color_scale_position (&scale, 0.3), ==, 0.5);
}

static void
test_polarity_is_of_the_colour (void)
{
  static const double values[] = { -2, -0.5, 0, 0.25, 3 };
  OndColorScale plain = { .map = OND_COLORMAP_INFERNO, .lower = -1, .upper = 2 };

  for (int polarity = 0; polarity < OND_N_POLARITIES; polarity++)
    for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
      {
        const double expected[] = { values[i], -values[i], fabs (values[i]) };
        OndColorScale scale = plain;
        float once = (float) values[i];

        scale.polarity = polarity;
        g_assert_cmpfloat (ond_polarity_apply (polarity, values[i]), ==, expected[polarity]);
        ond_polarity_apply_row (polarity, &once, 1, &once);
        g_assert_cmpfloat (once, ==, (float) expected[polarity]);
        g_assert_cmphex (ond_color_scale_map (&scale, values[i]), ==,
                         ond_color_scale_map (&plain, expected[polarity]));
      }
  g_assert_true (isnan (ond_polarity_apply (OND_POLARITY_BOTH, NAN)));
}

static double
channel (guint32 color, int shift)
{
  return color >> shift & 0xff;
}

/* Opacity and weight as fractions, and rounded once. */
static void
test_blend_follows_its_formula (void)
{
  static const guint32 unders[] = { 0x000000, 0xffffff, 0x123456, 0xfe8001 };

  for (int map = 0; map < OND_N_COLORMAPS; map++)
    for (int opacity = 0; opacity < 256; opacity += 15)
      for (gsize u = 0; u < G_N_ELEMENTS (unders); u++)
        for (int entry = 0; entry < 256; entry += 5)
          {
            const OndColorScale scale = { .map = map, .lower = 0, .upper = 255 };
            guint32 over = ond_color_scale_map (&scale, entry),
                    is = ond_blend_color (&scale, entry, opacity, unders[u]);
            double weight = map == OND_COLORMAP_DIVERGING ? fabs (2 * entry / 255. - 1) : 1;
            double share = opacity / 255. * weight;

            for (int shift = 0; shift < 24; shift += 8)
              g_assert_cmpfloat (fabs (channel (is, shift)
                                       - (channel (unders[u], shift) * (1 - share)
                                          + channel (over, shift) * share)),
                                 <=, 0.5 + 1e-9);
          }
}

static void
test_blend_of_invalid_samples_is_what_lies_under (void)
{
  const OndColorScale scale = { .lower = 0, .upper = 1 };
  const float values[] = { NAN, 1, INFINITY };
  uint8_t rgba[] = { 1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255 };

  ond_blend_row (&scale, values, 3, 255, rgba);
  for (int i = 0; i < 3; i++)
    {
      g_assert_cmpint (rgba[4 * i], ==, i == 1 ? 255 : 1);
      g_assert_cmpint (rgba[4 * i + 2], ==, i == 1 ? 255 : 3);
      g_assert_cmpint (rgba[4 * i + 3], ==, 255);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stretch/stretches-rise-from-0-to-1", test_stretches_rise_from_0_to_1);
  g_test_add_func ("/stretch/equalization-is-the-share-below",
                   test_equalization_is_the_share_below);
  g_test_add_func ("/stretch/equalization-of-signed-values-keeps-0-in-the-middle",
                   test_equalization_of_signed_values_keeps_0_in_the_middle);
  g_test_add_func ("/stretch/equalization-of-nothing-is-linear",
                   test_equalization_of_nothing_is_linear);
  g_test_add_func ("/stretch/polarity-is-of-the-colour", test_polarity_is_of_the_colour);
  g_test_add_func ("/stretch/blend-follows-its-formula", test_blend_follows_its_formula);
  g_test_add_func ("/stretch/blend-of-invalid-samples-is-what-lies-under",
                   test_blend_of_invalid_samples_is_what_lies_under);
  return g_test_run ();
}
