/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuda-fixture.h"

#include "../../core/backend-fftw.h"

#include <math.h>
#include <string.h>

const Case fixture_case = { "small",       { 12, 10, 9 },           { 10, 10, 7 },
                            { 1, 1.5, 1 }, OND_SAMPLING_CONTINUOUS, TRUE,
                            FALSE };

const OndWavelet fixture_wavelets[N_WAVELETS] = {
  { 0.5, 0.8, 5, 1.2, OND_NORM_L2 },    { 1.1, 2.4, 0.3, 0.9, OND_NORM_RAW },
  { 0, 0, 1, 0.6, OND_NORM_L1 },        { 2.7, 0.3, 2, 0.4, OND_NORM_FROBENIUS },
  { 1.3, 1.5, 0.1, 2.5, OND_NORM_L2 },  { 0.2, 2.9, 20, 0.7, OND_NORM_L2 },
  { 1.57, 1.57, 3, 0.5, OND_NORM_RAW },
};
static int
poll_cancelled (void *data)
{
  Fixture *self = data;

  return ++self->n_polls == self->cancel_at;
}

void
fixture_prepare (Fixture *self, const Case *which)
{
  gsize n = 1;
  double sum = 0;
  GRand *rand = g_rand_new_with_seed (7);

  memset (self, 0, sizeof *self);
  self->n_crop = 1;
  for (int i = 0; i < OND_N_AXES; i++)
    {
      self->domain.size[i] = which->size[i];
      self->domain.crop[i] = which->crop[i];
      self->domain.edge[i] = which->edge[i];
      n *= (gsize) which->size[i];
      self->n_crop *= (gsize) which->crop[i];
    }
  self->domain.rank = which->size[OND_Z] == 1 ? 2 : 3;
  self->domain.sampling = which->sampling;
  self->domain.exclude_border = which->border;
  self->padded = g_new (float, n);
  for (gsize i = 0; i < n; i++)
    sum += self->padded[i] = (float) g_rand_double_range (rand, -1, 2);
  self->domain.dc = sum + 1; /* not what the transform itself finds */
  if (which->masked)
    {
      self->invalid = g_new (guint8, self->n_crop);
      for (gsize i = 0; i < self->n_crop; i++)
        self->invalid[i] = g_rand_int_range (rand, 0, 4) == 0;
    }
  g_rand_free (rand);
  self->call = (OndCall){ .threads = 1, .cancelled = poll_cancelled, .data = self };
}

OndStatus
fixture_open (Fixture *self)
{
  return ond_backend_cuda ()->open (&self->domain, self->padded, self->invalid, &self->cuda,
                                    &self->call);
}

void
fixture_close (Fixture *self)
{
  if (self->cuda)
    ond_backend_cuda ()->close (self->cuda);
  if (self->fftw)
    ond_backend_fftw.close (self->fftw);
  self->cuda = self->fftw = NULL;
  g_free (self->padded);
  g_free (self->invalid);
  g_assert_cmpint (shim_get_n_objects (), ==, 0);
  g_assert_cmpuint (shim_get_in_use (), ==, 0);
  g_assert_cmpstr (shim_get_complaint (), ==, NULL);
}

void
fixture_set_up (Fixture *self, const Case *which)
{
  shim_reset ();
  fixture_prepare (self, which);
  g_assert_cmpint (fixture_open (self), ==, OND_OK);
  g_assert_cmpint (
      ond_backend_fftw.open (&self->domain, self->padded, self->invalid, &self->fftw, &self->call),
      ==, OND_OK);
}

OndStatus
pass_stats (Fixture *self)
{
  OndMoments moments[N_WAVELETS];

  return ond_backend_cuda ()->stats (self->cuda, fixture_wavelets, N_WAVELETS, moments,
                                     &self->call);
}

OndStatus
pass_energy (Fixture *self)
{
  double energies[N_WAVELETS];

  return ond_backend_cuda ()->energy (self->cuda, fixture_wavelets, N_WAVELETS, energies,
                                      &self->call);
}

OndStatus
pass_volume (Fixture *self)
{
  g_autofree float *out = g_new (float, self->n_crop);
  OndMoments moments;

  return ond_backend_cuda ()->volume (self->cuda, fixture_wavelets, out, &moments, &self->call);
}

OndStatus
pass_slices (Fixture *self)
{
  g_autofree float *memory = g_new (float, OND_N_AXES * self->n_crop);
  float *out[] = { memory, memory + self->n_crop, memory + 2 * self->n_crop };

  return ond_backend_cuda ()->slices (self->cuda, fixture_wavelets, (gint32[]){ 0, 1, 2 }, out,
                                      &self->call);
}

const Pass fixture_passes[N_FIXTURE_PASSES] = { pass_stats, pass_energy, pass_volume, pass_slices };

void
assert_within (double a, double b, double tolerance)
{
  if (!(fabs (a - b) <= tolerance))
    g_error ("%.9g is not %.9g, the tolerance is %.3g", a, b, tolerance);
}
