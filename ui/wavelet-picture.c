/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wavelet-picture.h"

#include <math.h>

/* Whole pixels an edge while there are any, so that voxels are equally large. */
static const double magnifications[] = { 8, 6, 4, 3, 2, 1, 0.5, 0.25 };

/* Half widths of the slice across `normal` along its two axes: the square roots of the diagonal of
 * the inverse of q's 2 x 2 matrix [I + (1/xi^2 - 1) n n'] / a^2 there. */
static void
get_extents (const OndWavelet *wavelet, const double n[OND_N_AXES], int normal,
             double extents[OND_N_AXES])
{
  const double s = 1 / (wavelet->xi * wavelet->xi) - 1;
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const double across = sqrt (1 + s * (n[h] * n[h] + n[v] * n[v]));

  extents[normal] = 0;
  extents[h] = wavelet->scale * sqrt (1 + s * n[v] * n[v]) / across;
  extents[v] = wavelet->scale * sqrt (1 + s * n[h] * n[h]) / across;
}

/* The largest magnification at which `room` holds so much, else the last. */
static double
choose_magnification (double extent, double room)
{
  for (gsize i = 0; i < G_N_ELEMENTS (magnifications) - 1; i++)
    if (2 * OND_WAVELET_PICTURE_EXTENTS * extent * magnifications[i] <= room)
      return magnifications[i];
  return magnifications[G_N_ELEMENTS (magnifications) - 1];
}

/* psi is even: what is before the centre repeats what is after it. */
static float *
make_slice (const OndWaveletPicture *self, const OndWavelet *wavelet, const OndGeometry *geometry,
            int normal)
{
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const int rank = ond_geometry_rank (geometry);
  OndWavelet raw = *wavelet;
  gsize n = self->n[h] * self->n[v];
  float *slice = g_try_new (float, n);
  double direction[OND_N_AXES];

  if (slice == NULL)
    return NULL;
  ond_wavelet_direction (wavelet, rank, direction);
  raw.norm = OND_NORM_RAW; /* its value at the centre is the rank */
  for (gsize i = 0; i <= n / 2; i++)
    {
      double at[OND_N_AXES] = { 0 };

      at[h] = ((double) (i % self->n[h]) - (double) (self->n[h] / 2)) * geometry->edge[h];
      at[v] = ((double) (i / self->n[h]) - (double) (self->n[v] / 2)) * geometry->edge[v];
      slice[i] = slice[n - 1 - i] = (float) (ond_wavelet_psi (&raw, rank, direction, at) / rank);
    }
  return slice;
}

OndWaveletPicture *
ond_wavelet_picture_new (const OndWavelet *wavelet, const OndGeometry *geometry, double room)
{
  const int rank = ond_geometry_rank (geometry), first = rank == 2 ? OND_Z : OND_X;
  g_autoptr (OndWaveletPicture) self = g_new0 (OndWaveletPicture, 1);
  double direction[OND_N_AXES], extents[OND_N_AXES][OND_N_AXES], longest = 0;

  g_return_val_if_fail (room > 0, NULL);

  ond_wavelet_direction (wavelet, rank, direction);
  for (int normal = first; normal < OND_N_AXES; normal++)
    {
      get_extents (wavelet, direction, normal, extents[normal]);
      for (int i = 0; i < rank; i++)
        longest = fmax (longest, extents[normal][i]);
    }
  self->magnification = choose_magnification (longest, room);
  for (int i = 0; i < rank; i++)
    {
      self->cell[i] = self->magnification * geometry->edge[i];
      self->n[i] = 2 * (gsize) fmax (ceil (room / self->cell[i] / 2 - 0.5), 0) + 1;
    }
  for (int normal = first; normal < OND_N_AXES; normal++)
    {
      for (int i = 0; i < rank; i++)
        self->wider[normal][i] =
            2 * OND_WAVELET_PICTURE_EXTENTS * extents[normal][i] * self->magnification > room;
      self->slices[normal] = make_slice (self, wavelet, geometry, normal);
      if (self->slices[normal] == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
ond_wavelet_picture_free (OndWaveletPicture *self)
{
  for (int i = 0; i < OND_N_AXES; i++)
    g_free (self->slices[i]);
  g_free (self);
}

gboolean
ond_wavelet_picture_is_wider (const OndWaveletPicture *self)
{
  for (int normal = 0; normal < OND_N_AXES; normal++)
    for (int i = 0; i < OND_N_AXES; i++)
      if (self->wider[normal][i])
        return TRUE;
  return FALSE;
}

int
ond_wavelet_picture_scale_bar (const OndWaveletPicture *self, double room)
{
  static const int steps[] = { 1, 2, 5 };
  int best = 1;

  for (int decade = 1; decade <= 1000; decade *= 10)
    for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
      if (steps[i] * decade * self->magnification <= room)
        best = steps[i] * decade;
  return best;
}
