/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CUDA backend compiled for the processor (shim/): every pass against FFTW's. */
#include "cuda-fixture.h"

#include "../../core/backend-fftw.h"

#include <math.h>
#include <string.h>

/* Both backends compute in float: they differ by the roundings of two transforms, some 3e-7 of the
 * largest response. What the interface promises is 1e-5. */
#define TOLERANCE 3e-6

/* clang-format off */
static const Case cases[] = {
  { "unequal",   { 16, 20, 12 }, { 16, 20, 12 }, { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 0, 0 },
  { "odd",       { 15, 21, 9 },  { 15, 21, 9 },  { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 0, 0 },
  { "prime",     { 13, 11, 17 }, { 13, 11, 17 }, { 1, 1.5, 1 },   OND_SAMPLING_CONTINUOUS, 0, 0 },
  { "edges",     { 12, 18, 10 }, { 12, 18, 10 }, { 1, 2.5, 1.7 }, OND_SAMPLING_CONTINUOUS, 0, 0 },
  { "padded",    { 24, 20, 18 }, { 17, 13, 11 }, { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 0, 0 },
  { "long",      { 100, 6, 4 },  { 97, 6, 3 },   { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 0, 0 },
  { "masked",    { 20, 16, 18 }, { 15, 16, 13 }, { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 1, 0 },
  { "bordered",  { 24, 20, 28 }, { 21, 20, 26 }, { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 0, 1 },
  { "both",      { 22, 28, 26 }, { 21, 27, 25 }, { 1, 1.25, 1 },  OND_SAMPLING_CONTINUOUS, 1, 1 },
  { "sampled",   { 12, 10, 14 }, { 12, 9, 14 },  { 1, 1, 1 },     OND_SAMPLING_SAMPLED,    0, 0 },
  { "sampled-2", { 30, 22, 1 },  { 27, 22, 1 },  { 1, 1.5, 1 },   OND_SAMPLING_SAMPLED,    1, 0 },
  { "image",     { 64, 50, 1 },  { 64, 50, 1 },  { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 0, 0 },
  { "image-odd", { 67, 45, 1 },  { 60, 41, 1 },  { 1, 1.2, 1 },   OND_SAMPLING_CONTINUOUS, 1, 0 },
  { "image-all", { 90, 84, 1 },  { 83, 84, 1 },  { 1, 1, 1 },     OND_SAMPLING_CONTINUOUS, 1, 1 },
};
/* clang-format on */

/* clang-format off */
static const Case large_cases[] = {
  { "rows",  { 10, 210, 160 }, { 9, 200, 160 },   { 1, 1, 1 }, OND_SAMPLING_CONTINUOUS, 1, 0 },
  { "image", { 2000, 1100, 1 }, { 1990, 1083, 1 }, { 1, 1, 1 }, OND_SAMPLING_CONTINUOUS, 0, 1 },
};
/* clang-format on */

static double
largest (const float *values, gsize n)
{
  double most = 0;

  for (gsize i = 0; i < n; i++)
    most = MAX (most, fabs ((double) values[i]));
  return most;
}

static void
assert_same (const float *a, const float *b, gsize n, double scale)
{
  for (gsize i = 0; i < n; i++)
    if (!(fabs ((double) a[i] - (double) b[i]) <= TOLERANCE * scale))
      g_error ("element %zu of %zu: %.9g is not %.9g, the largest is %.3g", i, n, (double) a[i],
               (double) b[i], scale);
}

/* Moments of a response whose largest value is `scale`; `response` is FFTW's. */
static void
assert_same_moments (const Fixture *self, const OndMoments *a, const OndMoments *b,
                     const float *response, double scale)
{
  double n = (double) b->n;

  g_assert_cmpuint (a->n, ==, b->n);
  if (b->n == 0)
    return;
  assert_within (a->sum, b->sum, TOLERANCE * n * scale);
  assert_within (a->sum2, b->sum2, 2 * TOLERANCE * n * scale * scale);
  assert_within (a->min, b->min, TOLERANCE * scale);
  assert_within (a->max, b->max, TOLERANCE * scale);
  g_assert_cmpuint (a->at_max, <, self->n_crop);
  assert_within ((double) response[a->at_max], b->max, TOLERANCE * scale);
  g_assert_true (self->invalid == NULL || self->invalid[a->at_max] == 0);
}

static void
check_volume (Fixture *self, const OndWavelet *wavelet, const OndMoments *batched,
              double batched_energy)
{
  g_autofree float *a = g_new (float, self->n_crop), *b = g_new (float, self->n_crop);
  OndMoments moments_a, moments_b;
  double scale, energy;

  g_assert_cmpint (ond_backend_fftw.volume (self->fftw, wavelet, b, &moments_b, &self->call), ==,
                   OND_OK);
  g_assert_cmpint (ond_backend_cuda ()->volume (self->cuda, wavelet, a, &moments_a, &self->call),
                   ==, OND_OK);
  scale = largest (b, self->n_crop);
  assert_same (a, b, self->n_crop, scale);
  assert_same_moments (self, &moments_a, &moments_b, b, scale);
  assert_same_moments (self, batched, &moments_b, b, scale);
  memset (a, 0xff, self->n_crop * sizeof *a);
  g_assert_cmpint (ond_backend_cuda ()->volume (self->cuda, wavelet, a, NULL, &self->call), ==,
                   OND_OK);
  assert_same (a, b, self->n_crop, scale);
  g_assert_cmpint (ond_backend_fftw.energy (self->fftw, wavelet, 1, &energy, &self->call), ==,
                   OND_OK);
  assert_within (batched_energy, energy, 3e-6 * energy);
}

static void
check_slices (Fixture *self, const OndWavelet *wavelet, const gint32 at[OND_N_AXES],
              const gboolean wanted[OND_N_AXES])
{
  float *a[OND_N_AXES] = { NULL }, *b[OND_N_AXES] = { NULL };
  gsize n[OND_N_AXES];
  double scale = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      n[i] = (gsize) self->domain.crop[ond_slice_horizontal (i)]
             * (gsize) self->domain.crop[ond_slice_vertical (i)];
      if (!wanted[i] || (self->domain.rank == 2 && i != OND_Z))
        continue;
      a[i] = g_new (float, n[i]);
      b[i] = g_new (float, n[i]);
    }
  g_assert_cmpint (ond_backend_fftw.slices (self->fftw, wavelet, at, b, &self->call), ==, OND_OK);
  g_assert_cmpint (ond_backend_cuda ()->slices (self->cuda, wavelet, at, a, &self->call), ==,
                   OND_OK);
  for (int i = 0; i < OND_N_AXES; i++)
    scale = a[i] ? MAX (scale, largest (b[i], n[i])) : scale;
  for (int i = 0; i < OND_N_AXES; i++)
    if (a[i])
      assert_same (a[i], b[i], n[i], scale);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      g_free (a[i]);
      g_free (b[i]);
    }
}

static void
test_equality (gconstpointer data)
{
  const Case *which = data;
  const gint32 *crop = which->crop;
  Fixture self;
  OndMoments moments[N_WAVELETS];
  double energies[N_WAVELETS];

  for (unsigned seed = 0; seed < 2; seed++)
    {
      fixture_set_up (&self, which);
      shim_set_seed (seed);
      g_assert_cmpint (
          ond_backend_cuda ()->stats (self.cuda, fixture_wavelets, N_WAVELETS, moments, &self.call),
          ==, OND_OK);
      g_assert_cmpint (ond_backend_cuda ()->energy (self.cuda, fixture_wavelets, N_WAVELETS,
                                                    energies, &self.call),
                       ==, OND_OK);
      for (int w = 0; w < N_WAVELETS; w++)
        {
          check_volume (&self, &fixture_wavelets[w], &moments[w], energies[w]);
          check_slices (&self, &fixture_wavelets[w],
                        (gint32[]){ crop[0] - 1, w % crop[1], (w + 3) % crop[2] },
                        (gboolean[]){ TRUE, TRUE, TRUE });
        }
      check_slices (&self, &fixture_wavelets[0], (gint32[]){ 0, crop[1] / 2, crop[2] - 1 },
                    (gboolean[]){ FALSE, TRUE, FALSE });
      fixture_close (&self);
    }
}

/* More rows than all blocks take at once, and more samples than the staging memory. */
static void
test_large (gconstpointer data)
{
  const Case *which = data;
  Fixture self;
  OndMoments moments[2];
  double energies[2];

  fixture_set_up (&self, which);
  g_assert_cmpint (ond_backend_cuda ()->stats (self.cuda, fixture_wavelets, 2, moments, &self.call),
                   ==, OND_OK);
  g_assert_cmpint (
      ond_backend_cuda ()->energy (self.cuda, fixture_wavelets, 2, energies, &self.call), ==,
      OND_OK);
  for (int w = 0; w < 2; w++)
    check_volume (&self, &fixture_wavelets[w], &moments[w], energies[w]);
  check_slices (&self, &fixture_wavelets[1], (gint32[]){ 3, 2, 0 },
                (gboolean[]){ TRUE, TRUE, TRUE });
  fixture_close (&self);
}

/* More wavelets than one launch takes, and the same one by one. */
static void
test_batches (void)
{
  enum
  {
    N = 37
  };
  Fixture self;
  OndWavelet many[N];
  OndMoments moments[N], one;
  double energies[N], energy;

  fixture_set_up (&self, &fixture_case);
  for (int i = 0; i < N; i++)
    {
      many[i] = fixture_wavelets[i % N_WAVELETS];
      many[i].theta += 0.1 * i;
    }
  ond_backend_cuda ()->stats (self.cuda, many, N, moments, &self.call);
  ond_backend_cuda ()->energy (self.cuda, many, N, energies, &self.call);
  for (int i = 0; i < N; i++)
    {
      double scale;

      self.call.lane = i % OND_N_LANES;
      ond_backend_cuda ()->stats (self.cuda, &many[i], 1, &one, &self.call);
      ond_backend_cuda ()->energy (self.cuda, &many[i], 1, &energy, &self.call);
      scale = MAX (fabs (one.max), fabs (one.min));
      assert_within (moments[i].sum2, one.sum2, TOLERANCE * (double) one.n * scale * scale);
      assert_within (moments[i].max, one.max, TOLERANCE * scale);
      g_assert_cmpfloat (energy, ==, energies[i]);
    }
  fixture_close (&self);
}

/* A constant response has its maximum everywhere: the lowest index counts. */
static void
test_lowest_index (void)
{
  Fixture self;
  OndMoments moments;
  gsize first = 0;

  shim_reset ();
  fixture_prepare (&self, &fixture_case);
  memset (self.padded, 0, 12 * 10 * 9 * sizeof *self.padded);
  self.domain.dc = 0;
  while (self.invalid[first])
    first++;
  self.invalid[0] = 1;
  first = MAX (first, 1);
  while (self.invalid[first])
    first++;
  g_assert_cmpint (fixture_open (&self), ==, OND_OK);
  ond_backend_cuda ()->stats (self.cuda, fixture_wavelets, 1, &moments, &self.call);
  g_assert_cmpuint (moments.at_max, ==, first);
  g_assert_cmpfloat (moments.max, ==, 0);
  g_assert_cmpfloat (moments.sum2, ==, 0);
  fixture_close (&self);
}

/* A border wider than the image leaves nothing; nor does a mask of all. */
static void
test_nothing_valid (void)
{
  Fixture self;
  OndMoments moments[2];
  OndWavelet wide = fixture_wavelets[0];

  fixture_set_up (&self, &cases[8]);
  memset (self.invalid, 1, self.n_crop);
  ond_backend_cuda ()->close (self.cuda);
  g_assert_cmpint (fixture_open (&self), ==, OND_OK);
  wide.scale = 100;
  ond_backend_cuda ()->stats (self.cuda, (OndWavelet[]){ wide, fixture_wavelets[2] }, 2, moments,
                              &self.call);
  g_assert_cmpuint (moments[0].n, ==, 0);
  g_assert_cmpuint (moments[1].n, ==, 0);
  fixture_close (&self);
}

static gpointer
sweep_thread (gpointer data)
{
  Fixture *self = data;
  Fixture own = *self;

  own.call.lane = OND_LANE_SWEEP;
  own.call.cancelled = NULL;
  for (int i = 0; i < 5; i++)
    {
      g_assert_cmpint (pass_stats (&own), ==, OND_OK);
      g_assert_cmpint (pass_slices (&own), ==, OND_OK);
    }
  return NULL;
}

static void
test_threads (void)
{
  Fixture self;
  GThread *threads[3];

  fixture_set_up (&self, &fixture_case);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("sweep", sweep_thread, &self);
  for (int i = 0; i < 5; i++)
    {
      check_slices (&self, &fixture_wavelets[i], (gint32[]){ 1, 2, 3 },
                    (gboolean[]){ TRUE, TRUE, TRUE });
      g_assert_cmpint (pass_energy (&self), ==, OND_OK);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cuda/equals-fftw/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_equality);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (large_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cuda/large/%s", large_cases[i].name);

      g_test_add_data_func (path, &large_cases[i], test_large);
    }
  g_test_add_func ("/cuda/batches", test_batches);
  g_test_add_func ("/cuda/lowest-index-of-the-maximum", test_lowest_index);
  g_test_add_func ("/cuda/nothing-valid", test_nothing_valid);
  g_test_add_func ("/cuda/threads", test_threads);
  return g_test_run ();
}
