/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every instruction set that this processor runs, against double precision. */
#include "core/kernels.h"
#include "reference.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define N 1000 /* bins, whole units */
#define N_UNITS (N / OND_LANES)

static const OndKernels *kernels;

typedef struct
{
  _Alignas(64) float t[N];
  _Alignas(64) float power[N];
  _Alignas(64) OndBins in[N_UNITS];
  _Alignas(64) OndBins xy[N_UNITS];
  _Alignas(64) OndBins xz[N_UNITS];
  _Alignas(64) float x_cos[N], x_sin[N];
  _Alignas(64) OndComplex out[N];
} Row;

static OndLine
line_of (const OndRow *row, float weight)
{
  double whole = floor (row->centre);

  return (OndLine){ (int32_t) whole, (float) (row->centre - whole), (float) row->alpha,
                    (float) row->beta, weight };
}

/* Stretches far from 1 and centres far from the row, where base + s d^2 in float is wrong by
 * 8e-5. */
static const OndRow lines[] = {
  { 100.25, 1e-4, 0 },      { 3.7, 0.5, 10 },  { -20000.3, 1e-9, 39 }, { 499.5, 4e-3, 1.9 },
  { 1234567.8, 2e-11, 12 }, { 0, 1e-6, 39.9 }, { 999, 38, 0.5 },
};

/* psi^ to 2.5e-7 of its peak. The bound: k2 <= 40 in float is wrong by 40 x 6e-8 / 2 in the
 * exponent, where psi^ is small. Units that are touched are 0 beyond the ends, others are left
 * alone. */
static void
test_hat (void)
{
  Row *row = g_aligned_alloc (1, sizeof *row, 64);

  for (gsize r = 0; r < G_N_ELEMENTS (lines); r++)
    {
      const OndLine line = line_of (&lines[r], 3);
      int32_t lo, hi;

      for (int32_t i = 0; i < N; i++)
        row->t[i] = 77;
      if (!ond_row_span (&lines[r], 40, 0, N, &lo, &hi))
        continue;
      kernels->hat (row->t, lo, hi, &line);
      for (int32_t i = 0; i < N; i++)
        {
          double d = i - lines[r].centre, k2 = lines[r].beta + lines[r].alpha * d * d;
          gboolean touched =
              i >= lo / OND_LANES * OND_LANES && i < (hi + OND_LANES - 1) / OND_LANES * OND_LANES;
          double expected = i >= lo && i < hi ? 3 * ond_hat (k2) : touched ? 0 : 77;

          g_assert_cmpfloat_with_epsilon (row->t[i], expected, 7.5e-7 * ond_hat (2));
        }
    }
  g_aligned_free (row);
}

/* The polynomial by itself, all over its range: right to 1.5e-7 of the value beside the rounding
 * of k2 to float. */
static void
test_hat_is_relatively_right (void)
{
  _Alignas(64) float t[OND_LANES];

  for (double k2 = 0.001; k2 < 40; k2 *= 1.0001)
    {
      OndLine line = { 0, 0, 0, (float) k2, 1 };

      kernels->hat (t, 0, 1, &line);
      g_assert_cmpfloat_with_epsilon (t[0], ond_hat ((float) k2),
                                      (2e-7 + 6e-8 * k2) * ond_hat ((float) k2));
    }
}

/* Rows along y of a volume of 80 x 100 x n, whose bin LAST of x is the Nyquist one. */
enum
{
  N_ROWS = 41,
  CAPACITY = 48,
  LAST = 40
};

typedef struct
{
  _Alignas(64) int32_t lo[CAPACITY];
  _Alignas(64) int32_t hi[CAPACITY];
  _Alignas(64) int32_t whole[CAPACITY];
  _Alignas(64) float rest[CAPACITY];
  _Alignas(64) float beta[CAPACITY];
  _Alignas(64) float last[CAPACITY];
} Spans;

static const double dk = 2 * OND_PI / 80, kz = 0.3;

static OndRowFamily
family_of (const OndWavelet *wavelet, const double n[OND_N_AXES])
{
  const double stretch = wavelet->xi * wavelet->xi - 1, A = 1 + stretch * n[0] * n[0];

  return (OndRowFamily){ { n[1], n[2] },
                         kz,
                         -stretch * n[0] / (A * dk),
                         stretch / A,
                         ond_wavelet_row (wavelet, n, dk, 0, 0).alpha,
                         wavelet->scale * wavelet->scale,
                         40,
                         LAST,
                         LAST,
                         2 };
}

/* Span, centre and Nyquist bin of a row against the scalar formulas. */
static void
check_row (const Spans *spans, int i, const OndRow *row)
{
  int32_t first = 0, end = 0;
  double expected = 0;

  g_assert_cmpfloat_with_epsilon (spans->whole[i] + (double) spans->rest[i], row->centre,
                                  1e-7 * (1 + fabs (row->centre)));
  g_assert_cmpfloat_with_epsilon (spans->beta[i], row->beta, 1e-7 * row->beta);
  if (ond_row_span (row, 40, 0, LAST, &first, &end))
    {
      g_assert_cmpint (spans->lo[i], ==, first);
      g_assert_cmpint (spans->hi[i], ==, end);
    }
  else
    g_assert_cmpint (spans->lo[i], >=, spans->hi[i]);
  for (int sign = -1; sign <= 1; sign += 2)
    {
      double d = sign * LAST - row->centre, k2 = row->beta + row->alpha * d * d;
      expected += k2 <= 40 ? ond_hat (k2) : 0;
    }
  g_assert_cmpfloat_with_epsilon (spans->last[i], expected, 1e-6 * ond_hat (2));
}

static void
test_rows (void)
{
  static const double shapes[][4] = {
    { 0.7, 1.1, 3, 1 }, { 0, 0, 5, 2 }, { 1.2, 2.5, 0.2, 1.5 }, { 0.3, 0.2, 40, 0.7 }
  };
  Spans spans = { 0 };
  OndRows rows = { spans.lo, spans.hi, spans.whole, spans.rest, spans.beta, spans.last };
  double k[2 * N_ROWS];

  for (int i = 0; i < 2 * N_ROWS; i++)
    k[i] = 2 * OND_PI / 100 * (i - 30);
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      const OndWavelet wavelet = { shapes[s][0], shapes[s][1], shapes[s][2], shapes[s][3],
                                   OND_NORM_RAW };
      double n[OND_N_AXES];
      OndRowFamily family;

      ond_wavelet_direction (&wavelet, 3, n);
      family = family_of (&wavelet, n);
      kernels->rows (&family, k, 2, N_ROWS, &rows);
      for (int i = 0; i < N_ROWS; i++)
        {
          const OndRow row = ond_wavelet_row (&wavelet, n, dk, k[2 * i], kz);
          check_row (&spans, i, &row);
        }
      family.last = -1;
      kernels->rows (&family, k, 2, N_ROWS, &rows);
      for (int i = 0; i < N_ROWS; i++)
        g_assert_cmpfloat (spans.last[i], ==, 0);
    }
}

static Row *
random_row (void)
{
  Row *row = g_aligned_alloc0 (1, sizeof *row, 64);
  guint64 seed = 3;

  for (int i = 0; i < N; i++)
    {
      row->in[i / OND_LANES].re[i % OND_LANES] = (float) reference_random (&seed);
      row->in[i / OND_LANES].im[i % OND_LANES] = (float) reference_random (&seed);
      row->t[i] = (float) reference_random (&seed);
      row->x_cos[i] = cosf (0.1f * i);
      row->x_sin[i] = sinf (0.1f * i);
    }
  return row;
}

static OndComplex
bin_of (const OndBins *row, int i)
{
  return (OndComplex){ row[i / OND_LANES].re[i % OND_LANES], row[i / OND_LANES].im[i % OND_LANES] };
}

/* Units 3 ... 6, two units apart in the result. */
static void
test_multiply (void)
{
  Row *row = random_row ();

  kernels->multiply (row->out, 2 * OND_LANES, row->in, row->in, row->t, 3, 7);
  for (int i = 0; i < 4 * OND_LANES; i++)
    {
      const int from = 3 * OND_LANES + i, to = i / OND_LANES * 2 * OND_LANES + i % OND_LANES;
      const OndComplex in = bin_of (row->in, from);

      g_assert_cmpfloat (row->out[to].re, ==, in.re * row->t[from]);
      g_assert_cmpfloat (row->out[to].im, ==, in.im * row->t[from]);
      g_assert_cmpfloat (row->out[to + OND_LANES].re, ==, 0);
    }
  g_aligned_free (row);
}

static void
test_layouts (void)
{
  Row *row = random_row ();

  kernels->interleave (row->out, row->in, N_UNITS);
  for (int i = 0; i < N; i++)
    {
      g_assert_cmpfloat (row->out[i].re, ==, bin_of (row->in, i).re);
      g_assert_cmpfloat (row->out[i].im, ==, bin_of (row->in, i).im);
    }
  kernels->split_swapped (row->xy, row->out, N_UNITS);
  for (int i = 0; i < N; i++)
    {
      g_assert_cmpfloat (row->out[i].re, ==, bin_of (row->xy, i).im);
      g_assert_cmpfloat (row->out[i].im, ==, bin_of (row->xy, i).re);
    }
  g_aligned_free (row);
}

/* Units three apart become neighbours, by way of the caches or past them. */
static void
test_collect (void)
{
  Row *row = random_row ();
  _Alignas(64) OndComplex out[5 * OND_LANES];

  kernels->interleave (row->out, row->in, N_UNITS);
  for (int stream = 0; stream < 2; stream++)
    {
      memset (out, 0, sizeof out);
      kernels->collect (out, row->out + 2 * OND_LANES, 3 * OND_LANES, 5, stream);
      kernels->fence ();
      for (int u = 0; u < 5; u++)
        g_assert_cmpmem (out + u * OND_LANES, OND_LANES * sizeof *out,
                         row->out + (2 + 3 * u) * OND_LANES, OND_LANES * sizeof *out);
    }
  g_aligned_free (row);
}

static void
test_power_and_energy (void)
{
  Row *row = random_row ();

  kernels->power (row->power, row->in, 0, N_UNITS);
  for (gsize r = 0; r < G_N_ELEMENTS (lines); r++)
    {
      const OndLine line = line_of (&lines[r], 0.5f);
      double sum = 0;
      int32_t lo, hi;

      if (!ond_row_span (&lines[r], 30, 0, N, &lo, &hi))
        continue;
      for (int i = lo; i < hi; i++)
        {
          const OndComplex in = bin_of (row->in, i);
          const double d = i - lines[r].centre;

          sum += ((double) in.re * in.re + (double) in.im * in.im)
                 * pow (0.5 * ond_hat (lines[r].beta + lines[r].alpha * d * d), 2);
        }
      g_assert_cmpfloat_with_epsilon (kernels->energy (row->power, lo, hi, &line), sum,
                                      4e-6 * sum + 1e-30);
    }
  g_aligned_free (row);
}

static void
test_project (void)
{
  enum
  {
    END = 21,
    STEP = 40,
    SHIFT = 3
  };
  Row *row = random_row ();
  const OndProjection line = { 0.7f, 0.01f, -0.3f };
  float out[12 * STEP + SHIFT + OND_LANES];

  for (gsize i = 0; i < G_N_ELEMENTS (out); i++)
    out[i] = 1;
  kernels->project (out + SHIFT, STEP, row->in, END, &line);
  for (int i = 0; i < END; i++)
    {
      const OndComplex in = bin_of (row->in, i);
      const double r = 0.7 + 0.01 * i * i;
      double q = ((double) in.re * in.re + (double) in.im * in.im) * exp (-r) * (i ? 1 : 0.5);

      for (int term = 2; term >= 0; term--, q *= r)
        for (int moment = 0; moment < 4; moment++)
          g_assert_cmpfloat_with_epsilon (out[(4 * term + moment) * STEP + SHIFT + i],
                                          1 + q * pow (-0.3, moment), 1e-6);
    }
  for (int i = 0; i < SHIFT; i++)
    g_assert_cmpfloat (out[i], ==, 1);
  for (int i = END; i < 24; i++)
    g_assert_cmpfloat (out[SHIFT + i], ==, 1);
  g_aligned_free (row);
}

static void
test_slices (void)
{
  Row *row = random_row ();
  OndSliceRow slice = { { 0.6f, 0.8f }, { -0.8f, 0.6f }, row->x_cos, row->x_sin,
                        row->xy,        row->xz,         { 0, 0 } };
  double re = 0, im = 0;

  for (int i = 0; i < N; i++)
    {
      row->xy[i / OND_LANES].re[i % OND_LANES] = row->xz[i / OND_LANES].re[i % OND_LANES] = 1;
      row->xy[i / OND_LANES].im[i % OND_LANES] = row->xz[i / OND_LANES].im[i % OND_LANES] = 2;
    }
  kernels->slices (&slice, row->in, row->in, row->t, 2, N_UNITS - 1);
  for (int i = 0; i < N; i++)
    {
      gboolean in = i >= 2 * OND_LANES && i < N - OND_LANES;
      double a = in ? bin_of (row->in, i).re * row->t[i] : 0,
             b = in ? bin_of (row->in, i).im * row->t[i] : 0;

      re += a * row->x_cos[i] - b * row->x_sin[i];
      im += a * row->x_sin[i] + b * row->x_cos[i];
      g_assert_cmpfloat_with_epsilon (bin_of (row->xy, i).re, 1 + a * 0.6 - b * 0.8, 1e-6);
      g_assert_cmpfloat_with_epsilon (bin_of (row->xy, i).im, 2 + a * 0.8 + b * 0.6, 1e-6);
      g_assert_cmpfloat_with_epsilon (bin_of (row->xz, i).re, 1 - a * 0.8 - b * 0.6, 1e-6);
      g_assert_cmpfloat_with_epsilon (bin_of (row->xz, i).im, 2 + a * 0.6 - b * 0.8, 1e-6);
    }
  g_assert_cmpfloat_with_epsilon (slice.yz.re, re, 1e-4);
  g_assert_cmpfloat_with_epsilon (slice.yz.im, im, 1e-4);
  g_aligned_free (row);
}

/* The plain inverse of a Hermitian half: sample m of n. */
static double
sample_of (const OndComplex *x, int n, int m)
{
  double sum = x[0].re;

  for (int k = 1; k < n; k++)
    {
      const OndComplex bin = k <= n / 2 ? x[k] : x[n - k];
      const double angle = 2 * G_PI * ((gint64) k * m % n) / n;

      sum += bin.re * cos (angle) - (2 * k == n ? 0 : (k <= n / 2 ? 1 : -1) * bin.im * sin (angle));
    }
  return sum;
}

static void
inverse (double *re, double *im, const OndComplex *z, int n)
{
  for (int j = 0; j < n; j++)
    {
      re[j] = im[j] = 0;
      for (int k = 0; k < n; k++)
        {
          const double angle = 2 * G_PI * (k * j % n) / n;

          re[j] += z[k].re * cos (angle) - z[k].im * sin (angle);
          im[j] += z[k].re * sin (angle) + z[k].im * cos (angle);
        }
    }
}

/* Folded rows become the samples of a complex-to-real transform, whatever the length. The
 * imaginary parts of bin 0 and of the Nyquist bin do not count. */
static void
test_folding (void)
{
  OndComplex a[40], b[40], twiddle[40], z[80];
  double re[80], im[80];
  float first[80], second[80];
  guint64 seed = 9;

  for (int i = 0; i < 40; i++)
    {
      a[i] = (OndComplex){ (float) reference_random (&seed), (float) reference_random (&seed) };
      b[i] = (OndComplex){ (float) reference_random (&seed), (float) reference_random (&seed) };
    }
  for (int n = 1; n < 40; n++)
    {
      const int half = n / 2;

      for (int k = 0; k < half; k++)
        twiddle[k] =
            (OndComplex){ (float) -sin (2 * G_PI * k / n), (float) cos (2 * G_PI * k / n) };
      if (n % 2 == 0)
        {
          kernels->fold_even (z, a, twiddle, half);
          inverse (re, im, z, half);
          for (int m = 0; m < n; m++)
            g_assert_cmpfloat_with_epsilon (m % 2 ? im[m / 2] : re[m / 2], sample_of (a, n, m),
                                            2e-5);
          continue;
        }
      kernels->fold_odd (z, a, b, n);
      inverse (re, im, z, n);
      for (int m = 0; m < n; m++)
        {
          g_assert_cmpfloat_with_epsilon (re[m], sample_of (a, n, m), 2e-5);
          g_assert_cmpfloat_with_epsilon (im[m], sample_of (b, n, m), 2e-5);
        }
      kernels->unfold_odd (first, second, z, n);
      for (int m = 0; m < n; m++)
        {
          g_assert_cmpfloat (first[m], ==, z[m].re);
          g_assert_cmpfloat (second[m], ==, z[m].im);
        }
    }
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
  test_hat ();
  test_hat_is_relatively_right ();
  test_rows ();
  test_multiply ();
  test_layouts ();
  test_collect ();
  test_power_and_energy ();
  test_project ();
  test_slices ();
  test_folding ();
  test_moments ();
  test_nothing_valid ();
}

/* By name, and the best by any other. */
static void
test_the_environment_chooses (void)
{
  static const char *const others[] = { "", "avx2", "AVX-1024", "baseline " };
  const OndKernels *const *sets = ond_kernels_list ();

  for (const OndKernels *const *set = sets; *set != NULL; set++)
    {
      g_setenv ("ONDELETTE_KERNELS", (*set)->name, TRUE);
      g_assert_true (ond_kernels_get () == *set);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_setenv ("ONDELETTE_KERNELS", others[i], TRUE);
      g_assert_true (ond_kernels_get () == sets[0]);
    }
  g_unsetenv ("ONDELETTE_KERNELS");
  g_assert_true (ond_kernels_get () == sets[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernels/the-environment-chooses", test_the_environment_chooses);
  for (const OndKernels *const *set = ond_kernels_list (); *set != NULL; set++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/equal-double-precision/%s", (*set)->name);

      g_test_add_data_func (path, *set, run_all);
    }
  return g_test_run ();
}
