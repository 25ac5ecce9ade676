/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A transformed volume: opens an image of the backend and asks it for slices, moments, energies and
 * responses, in the samples' own unit and with invalid voxels left out. */
#include "transform.h"

#include "boundary.h"
#include "error.h"
#include "wavelet.h"

#include <fftw3.h>
#include <math.h>

struct _OndTransform
{
  gatomicrefcount refs;
  const OndBackend *backend;
  OndTransformKey key; /* the volume is held by prepared */
  OndPrepared *prepared;
  OndLanes *lanes;
  int threads;
  OndImage *image;
  guint64 bytes;
};

void
ond_transform_domain (const OndTransformKey *key, const OndGeometry *geometry, OndDomain *domain)
{
  *domain = (OndDomain){ .rank = ond_geometry_rank (geometry),
                         .sampling = key->method.sampling,
                         .exclude_border = key->method.exclude_border };
  for (int i = 0; i < OND_N_AXES; i++)
    {
      domain->size[i] = key->size[i];
      domain->crop[i] = geometry->n[i];
      domain->edge[i] = geometry->edge[i];
    }
}

static OndStatus
open_padded (OndTransform *self, OndPadded *padded, OndCall *call)
{
  const OndPrepared *prepared = self->prepared;
  const OndGeometry *geometry = ond_volume_get_geometry (prepared->volume);
  OndPadding padding = { self->key.method.boundary, prepared->mean, prepared->unit };
  OndDomain domain;
  OndNeed need;
  OndStatus status;

  if (!ond_boundary_pad (&padding, geometry, ond_prepared_get_samples (prepared), padded, call))
    return OND_CANCELLED;
  ond_transform_domain (&self->key, geometry, &domain);
  domain.dc = padded->dc;
  status = self->backend->estimate (&domain, OND_PASS_STATS, &need, call);
  self->bytes = need.open_bytes;
  if (status == OND_OK)
    status = self->backend->open (&domain, padded->samples, prepared->mask, &self->image, call);
  return status;
}

static OndStatus
open_image (OndTransform *self, OndCall *call)
{
  OndPadded padded = { .size = { self->key.size[OND_X], self->key.size[OND_Y],
                                 self->key.size[OND_Z] } };
  OndStatus status;

  padded.samples = fftwf_malloc ((gsize) padded.size[OND_X] * (gsize) padded.size[OND_Y]
                                 * (gsize) padded.size[OND_Z] * sizeof (float));
  if (padded.samples == NULL)
    {
      g_strlcpy (call->why, "no memory for the padded samples", sizeof call->why);
      return OND_NO_MEMORY;
    }
  status = open_padded (self, &padded, call);
  fftwf_free (padded.samples);
  return status;
}

OndTransform *
ond_transform_new (OndBackends *backends, const OndTransformKey *key, OndPrepared *prepared,
                   OndWork *work, GError **error)
{
  g_autoptr (OndTransform) self = g_new0 (OndTransform, 1);
  OndStatus status;

  g_atomic_ref_count_init (&self->refs);
  self->backend = ond_backends_get_chosen (backends);
  self->key = *key;
  self->prepared = ond_prepared_ref (prepared);
  self->lanes = ond_lanes_ref (work->lanes);
  self->threads = work->call.threads;
  status = open_image (self, &work->call);
  if (!ond_work_finish (work, status, error))
    return NULL;
  return g_steal_pointer (&self);
}

OndTransform *
ond_transform_ref (OndTransform *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ond_transform_unref (OndTransform *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  if (self->image != NULL)
    self->backend->close (self->image);
  ond_prepared_unref (self->prepared);
  ond_lanes_unref (self->lanes);
  g_free (self);
}

gboolean
ond_transform_matches (const OndTransform *self, const OndTransformKey *key)
{
  gboolean same =
      self->prepared->volume == key->volume && ond_method_equal (&self->key.method, &key->method);

  for (int i = 0; i < OND_N_AXES; i++)
    same = same && self->key.size[i] == key->size[i];
  return same;
}

gboolean
ond_transform_is_shared (const OndTransform *self)
{
  return !g_atomic_ref_count_compare ((gatomicrefcount *) &self->refs, 1);
}

guint64
ond_transform_get_bytes (const OndTransform *self)
{
  return self->bytes;
}

/* Wavelets within their limits that the padding serves. */
static gboolean
check_wavelets (const OndTransform *self, const OndWavelet *wavelets, gsize n, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->prepared->volume);

  for (gsize i = 0; i < n; i++)
    {
      if (!ond_wavelet_check (&wavelets[i], error))
        return FALSE;
      if (!ond_boundary_serves (self->key.method.boundary, geometry, &wavelets[i], self->key.size))
        {
          g_set_error_literal (error, OND_ERROR, OND_ERROR_PARAMETER,
                               "The volume was not padded for this wavelet");
          return FALSE;
        }
    }
  return TRUE;
}

static void
invalidate (float *out, const guint8 *mask, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (mask[i])
      out[i] = NAN;
}

static void
rescale (float *out, gsize n, double unit)
{
  for (gsize i = 0; i < n && unit != 1; i++)
    out[i] = (float) (out[i] / unit);
}

static void
rescale_moments (OndMoments *moments, double unit)
{
  moments->sum /= unit;
  moments->sum2 /= unit * unit;
  moments->min /= unit;
  moments->max /= unit;
}

/* NaN where the volume is invalid, in the slice across axis `normal`. */
static void
invalidate_slice (const OndTransform *self, int normal, gint32 index, float *out)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->prepared->volume);
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  gint32 at[OND_N_AXES];

  at[normal] = index;
  for (at[v] = 0; at[v] < geometry->n[v]; at[v]++)
    for (at[h] = 0; at[h] < geometry->n[h]; at[h]++, out++)
      if (self->prepared->mask[ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z])])
        *out = NAN;
}

gboolean
ond_transform_slices (OndTransform *self, const OndWavelet *wavelet, const gint32 at[OND_N_AXES],
                      float *out[OND_N_AXES], OndLane lane, GCancellable *cancellable,
                      GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->prepared->volume);
  OndWork work;

  for (int i = 0; i < OND_N_AXES; i++)
    g_return_val_if_fail (at[i] >= 0 && at[i] < geometry->n[i], FALSE);
  g_return_val_if_fail (
      ond_geometry_rank (geometry) == 3 || (out[OND_Z] && !out[OND_X] && !out[OND_Y]), FALSE);
  if (!check_wavelets (self, wavelet, 1, error))
    return FALSE;
  ond_work_begin (&work, self->lanes, lane, self->threads, cancellable);
  if (!ond_work_finish (&work, self->backend->slices (self->image, wavelet, at, out, &work.call),
                        error))
    return FALSE;
  for (int i = 0; i < OND_N_AXES; i++)
    {
      if (out[i] == NULL)
        continue;
      rescale (out[i], ond_geometry_slice_size (geometry, i), self->prepared->unit);
      if (self->prepared->mask != NULL)
        invalidate_slice (self, i, at[i], out[i]);
    }
  return TRUE;
}

gboolean
ond_transform_stats (OndTransform *self, const OndWavelet *wavelets, gsize n, OndMoments *moments,
                     OndLane lane, GCancellable *cancellable, GError **error)
{
  OndWork work;

  if (!check_wavelets (self, wavelets, n, error))
    return FALSE;
  ond_work_begin (&work, self->lanes, lane, self->threads, cancellable);
  if (!ond_work_finish (
          &work, self->backend->stats (self->image, wavelets, (int) n, moments, &work.call), error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    rescale_moments (&moments[i], self->prepared->unit);
  return TRUE;
}

gboolean
ond_transform_energy (OndTransform *self, const OndWavelet *wavelets, gsize n, double *energy,
                      OndLane lane, GCancellable *cancellable, GError **error)
{
  const double unit = self->prepared->unit;
  OndWork work;

  if (self->key.method.boundary != OND_BOUNDARY_PERIODIC || self->key.method.exclude_border
      || self->prepared->mask)
    {
      g_set_error_literal (
          error, OND_ERROR, OND_ERROR_PARAMETER,
          "The energy alone can be computed only with a periodic boundary, no invalid voxel and no "
          "excluded border");
      return FALSE;
    }
  if (!check_wavelets (self, wavelets, n, error))
    return FALSE;
  ond_work_begin (&work, self->lanes, lane, self->threads, cancellable);
  if (!ond_work_finish (
          &work, self->backend->energy (self->image, wavelets, (int) n, energy, &work.call), error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    energy[i] /= unit * unit;
  return TRUE;
}

gboolean
ond_transform_volume (OndTransform *self, const OndWavelet *wavelet, float *out,
                      OndMoments *moments, OndLane lane, GCancellable *cancellable, GError **error)
{
  const gsize n = ond_volume_get_n_voxels (self->prepared->volume);
  OndWork work;

  if (!check_wavelets (self, wavelet, 1, error))
    return FALSE;
  ond_work_begin (&work, self->lanes, lane, self->threads, cancellable);
  if (!ond_work_finish (
          &work, self->backend->volume (self->image, wavelet, out, moments, &work.call), error))
    return FALSE;
  rescale (out, n, self->prepared->unit);
  if (self->prepared->mask != NULL)
    invalidate (out, self->prepared->mask, n);
  if (moments != NULL)
    rescale_moments (moments, self->prepared->unit);
  return TRUE;
}
