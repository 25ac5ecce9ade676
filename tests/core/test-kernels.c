/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every instruction set that this processor runs, against double precision. */
#include "core/kernels.h"
#include "reference.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define N 1000

static const OndKernels *kernels;

/* psi^ to 2e-7 of its peak, for stretches far from 1 and centres far from the row, where base + s
 * d^2 in float is wrong by 8e-5. The bound: k2 <= 40 in float is wrong by 40 x 6e-8 / 2 in the
 * exponent, where psi^ is small. */
static void
test_transfer (void)
{
  const double rows[][3] = {
    { 100.25, 1e-4, 0 },      { 3.7, 0.5, 10 },  { -20000.3, 1e-9, 39 }, { 499.5, 4e-3, 1.9 },
    { 1234567.8, 2e-11, 12 }, { 0, 1e-6, 39.9 }, { 999, 38, 0.5 },
  };
  float t[N];

  for (gsize r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      OndRow row = { rows[r][0], rows[r][1], rows[r][2] };
      int32_t lo, hi;

      memset (t, 0, sizeof t);
      if (!ond_row_span (&row, 40, 0, N, &lo, &hi))
        continue;
      kernels->transfer (t, lo, hi, &row, 1);
      for (int32_t i = 0; i < N; i++)
        {
          double k2 = row.beta + row.alpha * (i - row.centre) * (i - row.centre);
          double expected = i >= lo && i < hi ? ond_hat (k2) : 0;

          g_assert_cmpfloat_with_epsilon (t[i], expected, 2.5e-7 * ond_hat (2));
          g_assert_true (k2 > 40 * (1 + 1e-12) || (i >= lo && i < hi));
        }
    }
}

static void
test_transfer_adds (void)
{
  float t[2] = { 10, 20 };
  OndRow row = { 0, 1, 1 };

  kernels->transfer (t, 0, 1, &row, 3);
  g_assert_cmpfloat_with_epsilon (t[0], 10 + 3 * ond_hat (1), 1e-5);
  g_assert_cmpfloat (t[1], ==, 20);
}

static void
random_row (OndComplex *row, float *t)
{
  guint64 seed = 3;

  for (int i = 0; i < N; i++)
    {
      row[i] = (OndComplex){ (float) reference_random (&seed), (float) reference_random (&seed) };
      t[i] = (float) reference_random (&seed);
    }
}

static void
test_multiply_and_energy (void)
{
  OndComplex row[N], out[N];
  float t[N];
  double sum = 0;

  random_row (row, t);
  kernels->multiply (out, row, t, N - 3);
  for (int i = 0; i < N - 3; i++)
    {
      g_assert_cmpfloat (out[i].re, ==, row[i].re * t[i]);
      g_assert_cmpfloat (out[i].im, ==, row[i].im * t[i]);
      sum += ((double) row[i].re * row[i].re + (double) row[i].im * row[i].im) * t[i] * t[i];
    }
  g_assert_cmpfloat_with_epsilon (kernels->energy (row, t, N - 3), sum, 1e-6 * sum);
}

static void
test_slices (void)
{
  OndComplex row[N], xy[N], xz[N];
  float t[N], x_cos[N], x_sin[N];
  OndSliceRow slice = { { 0.6f, 0.8f }, { -0.8f, 0.6f }, x_cos, x_sin, xy, xz, { 0, 0 } };
  double re = 0, im = 0;

  random_row (row, t);
  for (int i = 0; i < N; i++)
    {
      x_cos[i] = cosf (0.1f * i);
      x_sin[i] = sinf (0.1f * i);
      xy[i] = xz[i] = (OndComplex){ 1, 2 };
    }
  kernels->slices (&slice, row, t, 5, N - 6);
  for (int i = 0; i < N; i++)
    {
      gboolean in = i >= 5 && i < N - 6;
      double a = in ? row[i].re * t[i] : 0, b = in ? row[i].im * t[i] : 0;

      re += a * x_cos[i] - b * x_sin[i];
      im += a * x_sin[i] + b * x_cos[i];
      g_assert_cmpfloat_with_epsilon (xy[i].re, 1 + a * 0.6 - b * 0.8, 1e-6);
      g_assert_cmpfloat_with_epsilon (xy[i].im, 2 + a * 0.8 + b * 0.6, 1e-6);
      g_assert_cmpfloat_with_epsilon (xz[i].re, 1 - a * 0.8 - b * 0.6, 1e-6);
      g_assert_cmpfloat_with_epsilon (xz[i].im, 2 + a * 0.6 - b * 0.8, 1e-6);
    }
  g_assert_cmpfloat_with_epsilon (slice.yz.re, re, 1e-4);
  g_assert_cmpfloat_with_epsilon (slice.yz.im, im, 1e-4);
}

static void
test_moments (void)
{
  float w[N];
  uint8_t invalid[N];
  guint64 seed = 1;
  const int32_t lengths[] = { 1, 2, 255, 256, 257, N };

  for (int i = 0; i < N; i++)
    {
      w[i] = (float) (5 + reference_random (&seed));
      invalid[i] = i % 7 == 3;
    }
  for (gsize l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (int masked = 0; masked < 2; masked++)
      {
        OndRowMoments moments;
        double sum = 0, sum2 = 0, min = INFINITY, max = -INFINITY;
        uint64_t n = 0;

        kernels->moments (w, masked ? invalid : NULL, lengths[l], &moments);
        for (int i = 0; i < lengths[l]; i++)
          {
            if (masked && invalid[i])
              continue;
            n++;
            sum += w[i];
            sum2 += (double) w[i] * w[i];
            min = fmin (min, w[i]);
            max = fmax (max, w[i]);
          }
        g_assert_cmpuint (moments.n, ==, n);
        g_assert_cmpfloat_with_epsilon (moments.sum, sum, 1e-6 * sum);
        g_assert_cmpfloat_with_epsilon (moments.sum2, sum2, 1e-6 * sum2);
        g_assert_cmpfloat (moments.min, ==, min);
        g_assert_cmpfloat (moments.max, ==, max);
      }
}

static void
test_nothing_valid (void)
{
  const float w[] = { 1, 2 };
  const uint8_t invalid[] = { 1, 1 };
  OndRowMoments moments;

  kernels->moments (w, invalid, 2, &moments);
  g_assert_cmpuint (moments.n, ==, 0);
  g_assert_cmpfloat (moments.sum2, ==, 0);
}

static void
run_all (gconstpointer set)
{
  kernels = set;
  test_transfer ();
  test_transfer_adds ();
  test_multiply_and_energy ();
  test_slices ();
  test_moments ();
  test_nothing_valid ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (const OndKernels *const *set = ond_kernels_list (); *set != NULL; set++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/equal-double-precision/%s", (*set)->name);

      g_test_add_data_func (path, *set, run_all);
    }
  return g_test_run ();
}
