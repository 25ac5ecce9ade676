/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine against plain double-precision references, and its passes against each other. */
#include "core/error.h"
#include "reference.h"
#include "core/wavelet.h"

#include <math.h>
#include <string.h>

/* Even, odd, prime, unequal, tiny and flat grids. */
static const gint32 grids[][OND_N_AXES] = {
  { 8, 8, 8 }, { 7, 7, 7 },   { 8, 6, 5 },   { 5, 9, 4 },  { 13, 11, 2 }, { 2, 2, 2 },
  { 3, 1, 5 }, { 16, 12, 1 }, { 11, 13, 1 }, { 20, 1, 1 }, { 70, 6, 9 },  { 6, 10, 34 },
};

/* theta, phi (degrees), xi, scale: needles, a disc, a sphere, along axes and tilted. */
static const double shapes[][4] = {
  { 30, 45, 5, 1 },       { 0, 0, 3, 1.5 },    { 90, 0, 2, 1 },
  { 120, 100, 0.3, 1.2 }, { 10, 170, 1, 0.8 }, { 61, 17, 12, 0.7 },
};

static OndWavelet
shape (gsize i, OndNorm norm)
{
  return (OndWavelet){ shapes[i][0] * G_PI / 180, shapes[i][1] * G_PI / 180, shapes[i][2],
                       shapes[i][3], norm };
}

/* The same, small enough for a grid of a few voxels: where every wavenumber lies in the tail of
 * psi^, nothing is left of the response but what pruning leaves out (2.4e-7 of the peak), and a
 * relative error says nothing. */
static OndWavelet
shape_for (const gint32 n[OND_N_AXES], gsize i, OndNorm norm)
{
  OndWavelet wavelet = shape (i, norm);

  if (MAX (n[0], MAX (n[1], n[2])) < 6)
    wavelet.scale *= 0.4;
  return wavelet;
}

static OndEngine *
engine_with (int threads, guint64 memory)
{
  OndEngineOptions options = { threads, memory, "fftw" };
  g_autoptr (GError) error = NULL;
  OndEngine *engine = ond_engine_new (&options, &error);

  g_assert_no_error (error);
  return engine;
}

static OndMethod
method_of (OndBoundary boundary)
{
  OndMethod method = ond_method_default ();

  method.boundary = boundary;
  return method;
}

/* The response of one wavelet, float[nz][ny][nx]; free with g_free. */
static float *
respond (OndEngine *engine, OndVolume *volume, const OndMethod *method, const OndWavelet *wavelet,
         OndMoments *moments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndTransform) transform = ond_engine_get_transform (
      engine, volume, method, wavelet, 1, OND_LANE_INTERACTIVE, NULL, &error);
  float *out = g_new (float, ond_volume_get_n_voxels (volume));

  g_assert_no_error (error);
  ond_transform_volume (transform, wavelet, out, moments, OND_LANE_INTERACTIVE, NULL, &error);
  g_assert_no_error (error);
  return out;
}

/* Tolerance: 1e-6 of the largest response (float transforms are right to a few 1e-7, pruning leaves
 * 3e-7). */
static void
test_equals_the_naive_transform (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  const double unequal[] = { 1, 1.5, 2.25 }, cubic[] = { 1, 1, 1 };
  OndMethod method = method_of (OND_BOUNDARY_PERIODIC);
  double worst = 0;

  for (gsize g = 0; g < G_N_ELEMENTS (grids); g++)
    for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
      {
        g_autoptr (OndVolume) volume =
            reference_random_volume (grids[g], (g + s) % 2 ? unequal : cubic, 7 * g + s);
        OndWavelet wavelet = shape_for (grids[g], s, (OndNorm) (s % OND_N_NORMS));
        gsize n = ond_volume_get_n_voxels (volume);
        g_autofree float *response = respond (engine, volume, &method, &wavelet, NULL);
        g_autofree double *expected = reference_response (volume, &wavelet);
        double error = reference_difference (response, expected, n)
                       / fmax (reference_largest (expected, n), 1e-30);

        worst = fmax (worst, error);
        g_assert_cmpfloat (error, <=, 1e-6);
      }
  g_test_message ("largest error %.2e of the largest response", worst);
}

/* Slices, stats and energy are the same response seen otherwise: compared with the volume pass,
 * which the test above compares with the reference. */
static void
check_passes (OndEngine *engine, OndVolume *volume, const OndMethod *method,
              const OndWavelet *wavelet)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  gsize n = ond_volume_get_n_voxels (volume);
  gint32 at[] = { geometry->n[0] / 3, geometry->n[1] - 1, geometry->n[2] / 2 };
  g_autofree float *response = respond (engine, volume, method, wavelet, NULL);
  g_autoptr (OndTransform) transform =
      ond_engine_get_transform (engine, volume, method, wavelet, 1, OND_LANE_SWEEP, NULL, NULL);
  g_autoptr (OndVolume) whole = NULL;
  float *out[OND_N_AXES] = { NULL };
  OndMoments moments;
  double sum = 0, sum2 = 0, largest = 0;

  for (gsize i = 0; i < n; i++)
    {
      sum += response[i];
      sum2 += (double) response[i] * response[i];
      largest = fmax (largest, fabs (response[i]));
    }
  for (int i = 0; i < OND_N_AXES; i++)
    if (ond_geometry_rank (geometry) == 3 || i == OND_Z)
      out[i] = g_new (float, ond_geometry_slice_size (geometry, i));
  g_assert_true (
      ond_transform_slices (transform, wavelet, at, out, OND_LANE_INTERACTIVE, NULL, NULL));
  g_assert_true (
      ond_transform_stats (transform, wavelet, 1, &moments, OND_LANE_INTERACTIVE, NULL, NULL));
  g_assert_cmpuint (moments.n, ==, n);
  g_assert_cmpfloat_with_epsilon (moments.sum2, sum2, 1e-6 * sum2);
  g_assert_cmpfloat_with_epsilon (moments.sum / n, sum / n, 1e-6 * sqrt (sum2 / n));
  g_assert_cmpfloat (moments.max, ==, response[moments.at_max]);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpfloat (response[i], <=, moments.max);
      g_assert_cmpfloat (response[i], >=, moments.min);
      g_assert_true (response[i] < moments.max || i >= moments.at_max);
    }

  float *copy = ond_volume_alloc (geometry, NULL);
  memcpy (copy, response, n * sizeof *copy);
  whole = ond_volume_new_take (geometry, copy, NULL);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      gsize m = ond_geometry_slice_size (geometry, i);
      g_autofree float *expected = g_new (float, m);

      ond_volume_get_slice (whole, i, at[i], expected);
      for (gsize j = 0; j < m && out[i] != NULL; j++)
        g_assert_cmpfloat_with_epsilon (out[i][j], expected[j], 1e-6 * largest);
      g_free (out[i]);
    }
  if (method->boundary == OND_BOUNDARY_PERIODIC)
    {
      double energy;

      g_assert_true (
          ond_transform_energy (transform, wavelet, 1, &energy, OND_LANE_SWEEP, NULL, NULL));
      g_assert_cmpfloat_with_epsilon (energy, sum2, 1e-6 * sum2);
    }
}

static void
test_passes_agree (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);

  for (gsize g = 0; g < G_N_ELEMENTS (grids); g++)
    for (int b = 0; b < OND_N_BOUNDARIES; b++)
      {
        g_autoptr (OndVolume) volume = reference_random_volume (grids[g], NULL, 31 * g + (gsize) b);
        OndWavelet wavelet =
            shape_for (grids[g], (g + (gsize) b) % G_N_ELEMENTS (shapes), OND_NORM_L2);
        OndMethod method = method_of (b);

        if (b % 2)
          method.sampling = OND_SAMPLING_SAMPLED;
        check_passes (engine, volume, &method, &wavelet);
      }
}

/* Grids that take the ways of large ones: several panels a row, an odd number of units, planes in
 * parts, responses past the caches, slices in chunks of rows. The passes agree there, too, and with
 * the sum over the spectrum that one wavelet after the other needs. */
static void
test_large_grids_agree (void)
{
  static const gint32 sizes[][OND_N_AXES] = {
    { 330, 9, 40 }, { 26, 12, 700 }, { 700, 900, 1 }, { 520, 300, 30 }, { 1100, 1000, 2 }
  };
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  OndMethod method = method_of (OND_BOUNDARY_PERIODIC);

  for (gsize g = 0; g < G_N_ELEMENTS (sizes); g++)
    {
      g_autoptr (OndVolume) volume = reference_random_volume (sizes[g], NULL, 60 + g);
      const OndWavelet wavelet = shape (0, OND_NORM_L2);

      check_passes (engine, volume, &method, &wavelet);
    }
}

/* More wavelets than one walk takes, and none that the projection serves. */
static void
test_many_energies_are_those_one_by_one (void)
{
  enum
  {
    N = 75
  };
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 20, 22, 18 }, NULL, 9);
  const OndMethod method = method_of (OND_BOUNDARY_PERIODIC);
  OndWavelet wavelets[N];
  double together[N], single;
  g_autoptr (OndTransform) transform = NULL;

  for (int i = 0; i < N; i++)
    wavelets[i] = (OndWavelet){ 0.04 * i, 0.03 * i, 1 + 0.1 * i, 1 + 0.01 * i, OND_NORM_L1 };
  transform =
      ond_engine_get_transform (engine, volume, &method, wavelets, 1, OND_LANE_SWEEP, NULL, NULL);
  g_assert_true (
      ond_transform_energy (transform, wavelets, N, together, OND_LANE_SWEEP, NULL, NULL));
  for (int i = 0; i < N; i++)
    {
      g_assert_true (
          ond_transform_energy (transform, &wavelets[i], 1, &single, OND_LANE_SWEEP, NULL, NULL));
      g_assert_cmpfloat_with_epsilon (together[i], single, 1e-12 * single);
    }
}

/* Many stretches at once are the same energies as one by one, wherever the direction lies: along an
 * axis, where all rows meet the bins alike; across x, where the projection is not used; on odd and
 * prime grids and on an image. Discs among them are left to the direct sum. */
static void
test_stretches_together_are_those_one_by_one (void)
{
  enum
  {
    N_XI = 12
  };
  static const gint32 sizes[][OND_N_AXES] = {
    { 32, 30, 28 }, { 37, 41, 43 }, { 40, 39, 1 }, { 31, 1, 16 }, { 64, 6, 10 }
  };
  static const double directions[][2] = { { 40, 63 },  { 0, 0 },   { 90, 0 },   { 0, 90 },
                                          { 89.5, 3 }, { 45, 45 }, { 135, 170 } };
  static const double scales[] = { 0.7, 1, 1.9, 3.5 };
  const double unequal[] = { 1, 1.5, 2.25 };
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  const OndMethod method = method_of (OND_BOUNDARY_PERIODIC);
  double worst = 0;

  for (gsize g = 0; g < G_N_ELEMENTS (sizes); g++)
    for (gsize d = 0; d < G_N_ELEMENTS (directions) * G_N_ELEMENTS (scales); d++)
      {
        g_autoptr (OndVolume) volume =
            reference_random_volume (sizes[g], d % 2 ? unequal : NULL, 100 * g + d);
        const double *direction = directions[d / G_N_ELEMENTS (scales)];
        OndWavelet wavelets[N_XI + 2];
        double together[N_XI + 2], single;
        g_autoptr (OndTransform) transform = NULL;

        for (int i = 0; i < N_XI + 2; i++)
          wavelets[i] = (OndWavelet){ direction[0] * G_PI / 180, direction[1] * G_PI / 180,
                                      i < N_XI ? pow (30, i / (N_XI - 1.0)) : 0.3 * (i - N_XI + 1),
                                      scales[d % G_N_ELEMENTS (scales)], OND_NORM_L2 };
        transform = ond_engine_get_transform (engine, volume, &method, wavelets, N_XI,
                                              OND_LANE_SWEEP, NULL, NULL);
        g_assert_true (ond_transform_energy (transform, wavelets, N_XI + 2, together,
                                             OND_LANE_SWEEP, NULL, NULL));
        for (int i = 0; i < N_XI + 2; i++)
          {
            g_assert_true (ond_transform_energy (transform, &wavelets[i], 1, &single,
                                                 OND_LANE_SWEEP, NULL, NULL));
            worst = fmax (worst, fabs (together[i] / single - 1));
            g_assert_cmpfloat_with_epsilon (together[i], single, 2e-6 * single);
          }
      }
  g_test_message ("largest difference %.2e of the energy", worst);
}

static void
test_threads_do_not_change_a_bit (void)
{
  g_autoptr (OndEngine) one = engine_with (1, 0), many = engine_with (5, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 37, 40, 29 }, NULL, 5);
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = shape (0, OND_NORM_L2);
  OndMoments moments[2];
  g_autofree float *a = respond (one, volume, &method, &wavelet, &moments[0]);
  g_autofree float *b = respond (many, volume, &method, &wavelet, &moments[1]);

  g_assert_cmpmem (a, 37 * 40 * 29 * 4, b, 37 * 40 * 29 * 4);
  g_assert_cmpfloat (moments[0].sum, ==, moments[1].sum);
  g_assert_cmpfloat (moments[0].sum2, ==, moments[1].sum2);
  g_assert_cmpuint (moments[0].at_max, ==, moments[1].at_max);
}

/* What was computed before, and for which wavelets, leaves no trace. */
static void
test_history_does_not_change_a_bit (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 30, 31, 32 }, NULL, 6);
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = shape (0, OND_NORM_L2), other = { 1.5, 0.1, 8, 1.3, OND_NORM_L2 };
  g_autofree float *first = respond (engine, volume, &method, &wavelet, NULL);
  g_autofree float *between G_GNUC_UNUSED = respond (engine, volume, &method, &other, NULL);
  g_autofree float *again = respond (engine, volume, &method, &wavelet, NULL);

  g_assert_cmpmem (first, 30 * 31 * 32 * 4, again, 30 * 31 * 32 * 4);
}

/* Samples far from 1 (fluxes of 1e-20, counts of 1e18) lose nothing: squares would vanish or
 * overflow in float. */
static void
test_units_do_not_matter (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 16, 15, 14 }, NULL, 8);
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = shape (1, OND_NORM_L2);
  OndMoments plain;
  g_autofree float *response = respond (engine, volume, &method, &wavelet, &plain);

  for (int sign = -1; sign <= 1; sign += 2)
    {
      const double factor = ldexp (1, 70 * sign);
      float *samples = ond_volume_alloc (ond_volume_get_geometry (volume), NULL);
      g_autoptr (OndVolume) scaled = NULL;
      g_autofree float *out = NULL;
      OndMoments moments;

      for (gsize i = 0; i < 16 * 15 * 14; i++)
        samples[i] = (float) (ond_volume_get_samples (volume)[i] * factor);
      scaled = ond_volume_new_take (ond_volume_get_geometry (volume), samples, NULL);
      out = respond (engine, scaled, &method, &wavelet, &moments);
      g_assert_cmpfloat_with_epsilon (moments.sum2 / factor / factor, plain.sum2,
                                      1e-9 * plain.sum2);
      for (gsize i = 0; i < 16 * 15 * 14; i++)
        g_assert_cmpfloat_with_epsilon (out[i] / factor, response[i], 1e-6 * plain.max);
    }
}

/* Invalid voxels: NaN in the result, nowhere else; left out of the statistics; the rest as if the
 * gap held its fill. */
static void
test_invalid_voxels_stay_alone (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  const gint32 size[] = { 20, 18, 16 };
  const gsize n = 20 * 18 * 16;
  OndWavelet wavelet = shape (0, OND_NORM_L2);

  for (int fill = 0; fill < OND_N_FILLS; fill++)
    {
      g_autoptr (OndVolume) whole = reference_random_volume (size, NULL, 3), holed = NULL,
                            filled = NULL;
      const OndGeometry *geometry = ond_volume_get_geometry (whole);
      float *samples = ond_volume_alloc (geometry, NULL), *copy = ond_volume_alloc (geometry, NULL);
      OndMethod method = method_of (OND_BOUNDARY_NEAREST);
      OndMoments moments;
      g_autofree float *response = NULL, *expected = NULL;
      double sum2 = 0;

      memcpy (samples, ond_volume_get_samples (whole), n * sizeof *samples);
      samples[0] = INFINITY;
      for (gsize i = 2000; i < 2400; i++)
        samples[i] = NAN;
      holed = ond_volume_new_take (geometry, samples, NULL);
      g_assert_cmpuint (ond_volume_get_n_invalid (holed), ==, 401);
      for (gsize i = 0; i < n; i++)
        copy[i] = isfinite (samples[i])   ? samples[i]
                  : fill == OND_FILL_ZERO ? 0
                                          : (float) ond_volume_get_mean (holed);
      filled = ond_volume_new_take (geometry, copy, NULL);

      method.fill = fill;
      response = respond (engine, holed, &method, &wavelet, &moments);
      expected = respond (engine, filled, &method, &wavelet, NULL);
      g_assert_cmpuint (moments.n, ==, n - 401);
      for (gsize i = 0; i < n; i++)
        {
          g_assert_cmpint (isfinite (response[i]) != 0, ==, isfinite (samples[i]) != 0);
          if (!isfinite (response[i]))
            continue;
          sum2 += (double) response[i] * response[i];
          if (fill != OND_FILL_LOCAL)
            g_assert_cmpfloat_with_epsilon (response[i], expected[i], 2e-6 * moments.max);
        }
      g_assert_cmpfloat_with_epsilon (moments.sum2, sum2, 1e-6 * sum2);
    }
}

/* The local fill continues what is around a gap: a plane stays a plane, and a gap wider than the
 * first Gaussian closes. */
static void
test_local_fill_continues_the_neighbours (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  OndGeometry geometry = { { 64, 64, 48 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  OndWavelet wavelet = { 0, 0, 1, 2, OND_NORM_L1 };
  OndMethod method = ond_method_default ();
  g_autoptr (OndVolume) volume = NULL;
  g_autofree float *response = NULL;
  OndMoments moments;

  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    {
      gint32 at[OND_N_AXES];

      ond_geometry_position (&geometry, i, at);
      samples[i] = at[0] < 40 && at[1] < 40 ? NAN : 1e6f;
    }
  volume = ond_volume_new_take (&geometry, samples, NULL);
  response = respond (engine, volume, &method, &wavelet, &moments);
  g_assert_cmpfloat (fmax (fabs (moments.max), fabs (moments.min)), <, 1e-3);
}

static void
test_excluded_border_is_left_out (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 40, 30, 26 }, NULL, 11);
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = { 0, 0, 2, 1, OND_NORM_L2 }; /* along x: reaches 12 voxels there, 6 across */
  OndMoments moments;
  g_autofree float *response = NULL;
  double sum2 = 0;

  method.exclude_border = TRUE;
  response = respond (engine, volume, &method, &wavelet, &moments);
  g_assert_cmpuint (moments.n, ==, (40 - 24) * (30 - 12) * (26 - 12));
  for (gsize z = 6; z < 20; z++)
    for (gsize y = 6; y < 24; y++)
      for (gsize x = 12; x < 28; x++)
        sum2 += pow (response[(z * 30 + y) * 40 + x], 2);
  g_assert_cmpfloat_with_epsilon (moments.sum2, sum2, 1e-6 * sum2);
}

static void
test_no_valid_voxel_is_an_error (void)
{
  g_autoptr (OndEngine) engine = engine_with (1, 0);
  OndGeometry geometry = { { 4, 4, 4 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = ond_wavelet_default ();
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (OndTransform) transform = NULL;
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < 64; i++)
    samples[i] = NAN;
  volume = ond_volume_new_take (&geometry, samples, NULL);
  transform =
      ond_engine_get_transform (engine, volume, &method, &wavelet, 1, OND_LANE_SWEEP, NULL, &error);
  g_assert_null (transform);
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
}

static void
test_too_little_memory_is_said (void)
{
  g_autoptr (OndEngine) engine = engine_with (1, 1000000);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 64, 64, 64 }, NULL, 1);
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = ond_wavelet_default ();
  g_autoptr (GError) error = NULL;

  g_assert_null (ond_engine_get_transform (engine, volume, &method, &wavelet, 1, OND_LANE_SWEEP,
                                           NULL, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "GB"));
}

static void
test_parameters_are_checked (void)
{
  g_autoptr (OndEngine) engine = engine_with (1, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 8, 8, 8 }, NULL, 1);
  OndMethod method = ond_method_default ();
  const double bad[][2] = { { 0, 1 }, { -1, 1 }, { NAN, 1 }, { INFINITY, 1 },
                            { 1, 0 }, { 1, -2 }, { 1, NAN } };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      OndWavelet wavelet = { 0, 0, bad[i][0], bad[i][1], OND_NORM_L2 };
      g_autoptr (GError) error = NULL;

      g_assert_null (ond_engine_get_transform (engine, volume, &method, &wavelet, 1, OND_LANE_SWEEP,
                                               NULL, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/equals-the-naive-transform", test_equals_the_naive_transform);
  g_test_add_func ("/engine/passes-agree", test_passes_agree);
  g_test_add_func ("/engine/large-grids-agree", test_large_grids_agree);
  g_test_add_func ("/engine/many-energies-are-those-one-by-one",
                   test_many_energies_are_those_one_by_one);
  g_test_add_func ("/engine/stretches-together-are-those-one-by-one",
                   test_stretches_together_are_those_one_by_one);
  g_test_add_func ("/engine/threads-do-not-change-a-bit", test_threads_do_not_change_a_bit);
  g_test_add_func ("/engine/history-does-not-change-a-bit", test_history_does_not_change_a_bit);
  g_test_add_func ("/engine/units-do-not-matter", test_units_do_not_matter);
  g_test_add_func ("/engine/invalid-voxels-stay-alone", test_invalid_voxels_stay_alone);
  g_test_add_func ("/engine/local-fill-continues-the-neighbours",
                   test_local_fill_continues_the_neighbours);
  g_test_add_func ("/engine/excluded-border-is-left-out", test_excluded_border_is_left_out);
  g_test_add_func ("/engine/no-valid-voxel-is-an-error", test_no_valid_voxel_is_an_error);
  g_test_add_func ("/engine/too-little-memory-is-said", test_too_little_memory_is_said);
  g_test_add_func ("/engine/parameters-are-checked", test_parameters_are_checked);
  return g_test_run ();
}
