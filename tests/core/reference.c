/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include <complex.h>
#include <math.h>

double
reference_random (guint64 *state)
{
  guint64 z = (*state += 0x9e3779b97f4a7c15u);

  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double) ((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

OndVolume *
reference_random_volume (const gint32 n[OND_N_AXES], const double edge[OND_N_AXES], guint64 seed)
{
  OndGeometry geometry = { { n[0], n[1], n[2] }, { 1, 1, 1 } };
  float *samples;

  for (int i = 0; i < OND_N_AXES && edge != NULL; i++)
    geometry.edge[i] = edge[i];
  samples = ond_volume_alloc (&geometry, NULL);
  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = (float) reference_random (&seed);
  return ond_volume_new_take (&geometry, samples, NULL);
}

/* Discrete Fourier sums along one axis, by definition. */
static void
naive_axis (double complex *data, const gint32 n[OND_N_AXES], int axis, int sign)
{
  gsize stride = axis == 0 ? 1 : axis == 1 ? (gsize) n[0] : (gsize) n[0] * (gsize) n[1];
  gsize total = (gsize) n[0] * (gsize) n[1] * (gsize) n[2], length = (gsize) n[axis];
  g_autofree double complex *line = g_new (double complex, length);

  for (gsize first = 0; first < total; first++)
    {
      if (first / stride % length != 0)
        continue;
      for (gsize k = 0; k < length; k++)
        {
          line[k] = 0;
          for (gsize j = 0; j < length; j++)
            line[k] += data[first + j * stride]
                       * cexp (sign * 2 * G_PI * I * (double) (j * k % length) / (double) length);
        }
      for (gsize k = 0; k < length; k++)
        data[first + k * stride] = line[k];
    }
}

/* psi^ at a bin: the mean over both signs of every component without one. */
static double
psi_hat (const OndWavelet *wavelet, const OndGeometry *geometry, const gint32 bin[OND_N_AXES])
{
  int rank = ond_geometry_rank (geometry), terms = 0;
  double n[OND_N_AXES], k[OND_N_AXES], sum = 0;

  ond_wavelet_direction (wavelet, rank, n);
  for (int signs = 0; signs < 8; signs++)
    {
      gboolean skip = FALSE;

      for (int i = 0; i < OND_N_AXES; i++)
        {
          gboolean minus = signs >> i & 1;

          skip |= minus && !ond_is_nyquist (bin[i], geometry->n[i]);
          k[i] = 2 * G_PI * ond_signed_index (bin[i], geometry->n[i])
                 / (geometry->n[i] * geometry->edge[i]);
          k[i] = minus ? -k[i] : k[i];
        }
      if (skip)
        continue;
      sum += ond_hat (ond_wavelet_k2 (wavelet, n, k));
      terms++;
    }
  return ond_wavelet_gain (wavelet, rank) * sum / terms;
}

double *
reference_response (const OndVolume *volume, const OndWavelet *wavelet)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  gsize n = ond_volume_get_n_voxels (volume);
  g_autofree double complex *data = g_new (double complex, n);
  double *response = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    data[i] = ond_volume_get_samples (volume)[i];
  for (int axis = 0; axis < OND_N_AXES; axis++)
    naive_axis (data, geometry->n, axis, -1);
  for (gsize i = 0; i < n; i++)
    {
      gint32 bin[OND_N_AXES];

      ond_geometry_position (geometry, i, bin);
      data[i] *= psi_hat (wavelet, geometry, bin) / (double) n;
    }
  for (int axis = 0; axis < OND_N_AXES; axis++)
    naive_axis (data, geometry->n, axis, 1);
  for (gsize i = 0; i < n; i++)
    response[i] = creal (data[i]);
  return response;
}

double
reference_difference (const float *a, const double *b, gsize n)
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    largest = fmax (largest, isfinite (a[i]) ? fabs (a[i] - b[i]) : INFINITY);
  return largest;
}

double
reference_largest (const double *b, gsize n)
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    largest = fmax (largest, fabs (b[i]));
  return largest;
}
