/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "volume.h"

#include "error.h"

#include <fftw3.h>
#include <math.h>
#include <string.h>

struct _OndVolume
{
  gatomicrefcount refs;
  OndGeometry geometry;
  OndVolumeInfo info; /* strings are owned */
  float *samples;
  OndVolume
      *owner; /* of the samples, when another volume shares them; NULL when they are this one's */
  gsize n_invalid;
  double min, max, mean, std;
};

static void
info_copy (OndVolumeInfo *to, const OndVolumeInfo *from)
{
  static const OndVolumeInfo nothing;

  *to = from ? *from : nothing;
  to->name = g_strdup (to->name);
  to->path = g_strdup (to->path);
  to->hdu = g_strdup (to->hdu);
  to->note = g_strdup (to->note);
  to->unit = g_strdup (to->unit);
  to->length_unit = g_strdup (to->length_unit);
  to->cards = g_strdup (to->cards);
}

static void
info_clear (OndVolumeInfo *info)
{
  g_free ((char *) info->name);
  g_free ((char *) info->path);
  g_free ((char *) info->hdu);
  g_free ((char *) info->note);
  g_free ((char *) info->unit);
  g_free ((char *) info->length_unit);
  g_free ((char *) info->cards);
}

/* Sums are taken of the difference to the first valid sample, so that 1e9 +- 1 keeps its standard
 * deviation. */
static void
measure (OndVolume *self)
{
  gsize n = ond_volume_get_n_voxels (self), first = 0, n_valid = 0;
  double origin, sum = 0, sum2 = 0;
  float min = INFINITY, max = -INFINITY;

  self->min = self->max = self->mean = self->std = NAN;
  while (first < n && !isfinite (self->samples[first]))
    first++;
  origin = first < n ? self->samples[first] : 0;
  for (gsize i = first; i < n; i++)
    {
      float value = self->samples[i];
      double difference = value - origin;

      if (!isfinite (value))
        continue;
      n_valid++;
      sum += difference;
      sum2 += difference * difference;
      min = MIN (min, value);
      max = MAX (max, value);
    }
  self->n_invalid = n - n_valid;
  if (n_valid == 0)
    return;
  self->min = min;
  self->max = max;
  self->mean = origin + sum / n_valid;
  self->std = sqrt (MAX (0, sum2 / n_valid - sum / n_valid * (sum / n_valid)));
}

OndVolume *
ond_volume_new_take (const OndGeometry *geometry, float *samples, const OndVolumeInfo *info)
{
  OndVolume *self = g_new0 (OndVolume, 1);

  g_atomic_ref_count_init (&self->refs);
  self->geometry = *geometry;
  self->samples = samples;
  info_copy (&self->info, info);
  measure (self);
  return self;
}

float *
ond_volume_alloc (const OndGeometry *geometry, GError **error)
{
  gsize n = ond_geometry_n_voxels (geometry);
  float *samples = n > 0 ? fftwf_malloc (n * sizeof *samples) : NULL;

  if (samples == NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                 "Not enough memory for %d × %d × %d voxels (%.3g GB)", geometry->n[OND_X],
                 geometry->n[OND_Y], geometry->n[OND_Z],
                 4e-9 * geometry->n[OND_X] * geometry->n[OND_Y] * geometry->n[OND_Z]);
  return samples;
}

void
ond_volume_free_samples (float *samples)
{
  fftwf_free (samples);
}

OndVolume *
ond_volume_ref (OndVolume *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ond_volume_unref (OndVolume *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  if (self->owner != NULL)
    ond_volume_unref (self->owner);
  else
    ond_volume_free_samples (self->samples);
  info_clear (&self->info);
  g_free (self);
}

const OndGeometry *
ond_volume_get_geometry (const OndVolume *self)
{
  return &self->geometry;
}

const OndVolumeInfo *
ond_volume_get_info (const OndVolume *self)
{
  return &self->info;
}

gsize
ond_volume_get_n_voxels (const OndVolume *self)
{
  return ond_geometry_n_voxels (&self->geometry);
}

const float *
ond_volume_get_samples (const OndVolume *self)
{
  return self->samples;
}

OndVolume *
ond_volume_with_edges (OndVolume *self, const double edges[OND_N_AXES], const char *unit)
{
  OndVolume *other = g_new0 (OndVolume, 1);
  double smallest = MIN (edges[OND_X], edges[OND_Y]);

  if (ond_geometry_rank (&self->geometry) == 3)
    smallest = MIN (smallest, edges[OND_Z]);
  *other = *self;
  g_atomic_ref_count_init (&other->refs);
  other->owner = ond_volume_ref (self->owner ? self->owner : self);
  for (int i = 0; i < OND_N_AXES; i++)
    other->geometry.edge[i] = MAX (1, edges[i] / smallest);
  info_copy (&other->info, &self->info);
  g_free ((char *) other->info.length_unit);
  other->info.length_unit = g_strdup (unit);
  other->info.edge_length = unit ? smallest : 0;
  return other;
}

OndVolume *
ond_volume_get_original (OndVolume *self)
{
  return self->owner != NULL ? self->owner : self;
}

void
ond_volume_get_slice (const OndVolume *self, int normal, int32_t index, float *out)
{
  const gsize nx = (gsize) self->geometry.n[OND_X], ny = (gsize) self->geometry.n[OND_Y];
  const gsize nz = (gsize) self->geometry.n[OND_Z], i = (gsize) index;

  if (normal == OND_Z)
    memcpy (out, self->samples + i * nx * ny, nx * ny * sizeof *out);
  for (gsize z = 0; z < nz && normal == OND_Y; z++)
    memcpy (out + z * nx, self->samples + (z * ny + i) * nx, nx * sizeof *out);
  for (gsize zy = 0; zy < nz * ny && normal == OND_X; zy++)
    out[zy] = self->samples[zy * nx + i];
}

gsize
ond_volume_get_n_invalid (const OndVolume *self)
{
  return self->n_invalid;
}

double
ond_volume_get_min (const OndVolume *self)
{
  return self->min;
}

double
ond_volume_get_max (const OndVolume *self)
{
  return self->max;
}

double
ond_volume_get_mean (const OndVolume *self)
{
  return self->mean;
}

double
ond_volume_get_std (const OndVolume *self)
{
  return self->std;
}
