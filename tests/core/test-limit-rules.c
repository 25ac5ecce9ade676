/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits by rule and histograms. The numbers are those of astropy.visualization.ZScaleInterval
 * (n_samples=600, contrast=0.25) of astropy 5.2.1, and of NumPy's percentile (methods "lower" and
 * "higher") and histogram, for the same samples. */
#include "core/draw/colormap.h"
#include "core/draw/histogram.h"
#include "core/draw/limit-rules.h"

#include <math.h>

#define N 1000

/* 0 ... 4095, the same in Python: s = (1103515245 s + 12345) % 2**31 from 12345, s >> 8 & 4095. */
static float *
make_values (int n)
{
  guint32 state = 12345;
  float *values = g_new (float, n);

  for (int i = 0; i < n; i++)
    {
      state = (1103515245u * state + 12345u) & 0x7fffffffu;
      values[i] = (float) (state >> 8 & 4095);
    }
  return values;
}

static void
assert_zscale (const float *values, size_t columns, size_t rows, double lower, double upper)
{
  double is[2];

  ond_color_limits_zscale (values, columns, rows, &is[0], &is[1]);
  /* Sums of 600 terms in another order. */
  g_assert_cmpfloat_with_epsilon (is[0], lower, 1e-10 * (upper - lower));
  g_assert_cmpfloat_with_epsilon (is[1], upper, 1e-10 * (upper - lower));
}

static void
test_zscale_is_astropy_s (void)
{
  g_autofree float *values = make_values (600);
  g_autofree float *other = g_new (float, 600);
  const float four[] = { 3, 1, 4, 1 };
  double lower, upper;

  assert_zscale (values, 100, 6, 0, 4090);
  for (int i = 0; i < 600; i++)
    other[i] = fmodf (values[i], 17) == 0 ? values[i] * 64 : fmodf (values[i], 64);
  assert_zscale (other, 120, 5, 0, 166.9667739470546);
  for (int i = 0; i < 599; i++)
    other[i] = fmodf (values[i], 19) == 0 ? (values[i] - 2048) * 50 : fmodf (values[i], 64) - 20;
  assert_zscale (other, 1, 599, -124.06320920206815, 144.96296228396125);
  for (int i = 0; i < 400; i++)
    other[i] = (float) (1e-20 * (double) values[i] * (double) values[i]);
  assert_zscale (other, 100, 4, 9.999999682655225e-21, 1.6728099753917508e-13);
  for (int i = 0; i < 200; i++)
    other[i] = fmodf (values[i], 2) == 0 ? 0 : values[i] * values[i] * values[i];
  assert_zscale (other, 100, 2, 0, 23464860748.301735);
  assert_zscale (four, 4, 1, 1, 4);

  for (int i = 0; i < 50; i++)
    other[i] = 2.5f;
  ond_color_limits_zscale (other, 10, 5, &lower, &upper);
  g_assert_cmpfloat_with_epsilon (lower, 2.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (upper, 2.5, 1e-12);
}

/* 120 samples of 5 lines, evenly spread: nothing else has a say, and invalid samples have none. */
static void
test_zscale_samples (void)
{
  enum
  {
    COLUMNS = 360,
    ROWS = 50
  };
  g_autofree float *values = g_new (float, COLUMNS *ROWS);
  g_autofree float *seen = make_values (600);
  double expected[2], is[2];
  int n = 0;

  for (int i = 0; i < COLUMNS * ROWS; i++)
    values[i] = i % 2 == 0 ? 1e9f : NAN;
  for (int row = 4; row < ROWS; row += 10)
    for (int column = 0; column < COLUMNS; column += 3)
      values[row * COLUMNS + column] = seen[n++];
  g_assert_cmpint (n, ==, 600);
  ond_color_limits_zscale (seen, 120, 5, &expected[0], &expected[1]);
  ond_color_limits_zscale (values, COLUMNS, ROWS, &is[0], &is[1]);
  g_assert_cmpfloat (is[0], ==, expected[0]);
  g_assert_cmpfloat (is[1], ==, expected[1]);

  ond_color_limits_zscale (values + 1, 1, 1, &is[0], &is[1]); /* NaN alone */
  g_assert_cmpfloat (is[0], ==, 0);
  g_assert_cmpfloat (is[1], ==, 1);
}

/* Percentiles are rounded outwards: at least the share lies within. */
static void
test_rules (void)
{
  static const struct
  {
    OndLimits rule;
    double lower, upper;
  } rules[] = {
    { OND_LIMITS_999, 0, 4090 },    { OND_LIMITS_995, 5, 4078 },  { OND_LIMITS_99, 14, 4072 },
    { OND_LIMITS_95, 112, 4014 },   { OND_LIMITS_90, 212, 3894 }, { OND_LIMITS_MINMAX, 0, 4090 },
    { OND_LIMITS_SYMMETRIC, 0, 0 }, /* see below */
  };
  g_autofree float *values = make_values (N);

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      double lower, upper;

      ond_color_limits_fit (rules[i].rule, values, N, 1, &lower, &upper);
      if (rules[i].rule == OND_LIMITS_SYMMETRIC)
        {
          g_assert_cmpfloat (lower, ==, -upper);
          g_assert_cmpfloat (ond_histogram_share_outside (values, N, lower, upper), <=, 0.005);
          continue;
        }
      g_assert_cmpfloat (lower, ==, rules[i].lower);
      g_assert_cmpfloat (upper, ==, rules[i].upper);
    }
}

static void
test_minmax (void)
{
  const float values[] = { NAN, -3, INFINITY, 7, -INFINITY };
  double lower, upper;

  ond_color_limits_minmax (values, G_N_ELEMENTS (values), &lower, &upper);
  g_assert_cmpfloat (lower, ==, -3);
  g_assert_cmpfloat (upper, ==, 7);
  ond_color_limits_minmax (values, 1, &lower, &upper);
  g_assert_cmpfloat (lower, ==, 0);
  g_assert_cmpfloat (upper, ==, 1);
}

static void
test_histogram_is_numpy_s (void)
{
  static const gsize first[] = { 1, 8, 3, 0, 3, 1, 3, 4 }, last[] = { 0, 3, 4, 3 };
  g_autofree float *values = make_values (N);
  OndHistogram histogram;
  gsize sum = 0;

  ond_histogram_count (&histogram, values, N, 100, 3000);
  for (gsize i = 0; i < G_N_ELEMENTS (first); i++)
    g_assert_cmpuint (histogram.counts[i], ==, first[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (last); i++)
    g_assert_cmpuint (histogram.counts[OND_HISTOGRAM_BINS - 4 + i], ==, last[i]);
  for (int i = 0; i < OND_HISTOGRAM_BINS; i++)
    sum += histogram.counts[i];
  g_assert_cmpuint (sum, ==, 700);
  g_assert_cmpuint (histogram.below, ==, 23);
  g_assert_cmpuint (histogram.above, ==, 277);
  g_assert_cmpfloat (ond_histogram_share_outside (values, N, 100, 3000), ==, 0.3);
}

static void
test_histogram_of_ends (void)
{
  const float values[] = { NAN, INFINITY, -INFINITY, 0, 1, 0.5, -1, 2, 3 };
  OndHistogram histogram;

  ond_histogram_count (&histogram, values, G_N_ELEMENTS (values), 0, 1);
  g_assert_cmpuint (histogram.counts[0], ==, 1);
  g_assert_cmpuint (histogram.counts[OND_HISTOGRAM_BINS / 2], ==, 1);
  g_assert_cmpuint (histogram.counts[OND_HISTOGRAM_BINS - 1], ==, 1);
  g_assert_cmpuint (histogram.below, ==, 1);
  g_assert_cmpuint (histogram.above, ==, 2);
  g_assert_cmpfloat (ond_histogram_share_outside (values, G_N_ELEMENTS (values), 0, 1), ==, 0.5);
  g_assert_cmpfloat (ond_histogram_share_outside (values, 3, 0, 1), ==, 0);
}

/* However far apart or near the limits are, every sample between them is in some bin. */
static void
test_histogram_of_extreme_limits (void)
{
  static const double limits[][2] = {
    { -INFINITY, INFINITY }, { -1e308, 1e308 }, { 0, 5e-324 }, { -5e-324, 0 }
  };
  const float values[] = { 0, -0.f };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      OndHistogram histogram;
      size_t sum = 0;

      ond_histogram_count (&histogram, values, G_N_ELEMENTS (values), limits[i][0], limits[i][1]);
      for (int bin = 0; bin < OND_HISTOGRAM_BINS; bin++)
        sum += histogram.counts[bin];
      g_assert_cmpuint (sum, ==, G_N_ELEMENTS (values));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/limit-rules/zscale-is-astropy-s", test_zscale_is_astropy_s);
  g_test_add_func ("/limit-rules/zscale-takes-120-samples-of-5-lines", test_zscale_samples);
  g_test_add_func ("/limit-rules/rules-hold-their-share", test_rules);
  g_test_add_func ("/limit-rules/min-and-max-are-of-finite-samples", test_minmax);
  g_test_add_func ("/limit-rules/histogram-of-extreme-limits", test_histogram_of_extreme_limits);
  g_test_add_func ("/limit-rules/histogram-is-numpy-s", test_histogram_is_numpy_s);
  g_test_add_func ("/limit-rules/histogram-of-ends-and-invalid", test_histogram_of_ends);
  return g_test_run ();
}
