/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A transformed volume: asks an image of a backend for slices, moments, energies and
 * responses, in the samples' own unit and with invalid voxels left out. */
#include "transform.h"

#include "boundary.h"
#include "error.h"
#include "parallel.h"
#include "wavelet.h"

#include <math.h>

/* Voxels of a response that is at hand as a whole that are handed out at a time. */
#define VISITED ((gsize) 1 << 20)

struct _OndTransform
{
  gatomicrefcount refs;
  OndTransformKey key; /* the volume is held by prepared */
  OndPrepared *prepared;
  OndSpectra *spectra;
  OndLanes *lanes;
  int threads;
};

OndTransform *
ond_transform_new (OndBackends *backends, const OndTransformKey *key, OndPrepared *prepared,
                   OndWork *work, GError **error)
{
  g_autoptr (OndTransform) self = g_new0 (OndTransform, 1);
  OndStatus status;

  g_atomic_ref_count_init (&self->refs);
  self->key = *key;
  self->prepared = ond_prepared_ref (prepared);
  self->spectra = ond_spectra_new (backends, key, prepared);
  self->lanes = ond_lanes_ref (work->lanes);
  self->threads = work->call.threads;
  status = ond_spectra_open (self->spectra, work);
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
  ond_spectra_free (self->spectra);
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
  return ond_spectra_get_bytes (self->spectra);
}

guint64
ond_transform_get_device_bytes (const OndTransform *self)
{
  return ond_spectra_get_device_bytes (self->spectra);
}

const char *
ond_transform_get_device (OndTransform *self, OndLane lane)
{
  return ond_spectra_get_device (self->spectra, lane);
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

/* What a pass is asked for. */
typedef struct
{
  const OndWavelet *wavelets;
  int n;
  const gint32 *at;
  float **slices, *volume;
  OndMoments *moments;
  double *energy;
  const OndVisitor *visitor; /* in the unit of the padded samples */
  gsize n_voxels;
} Ask;

static OndStatus
ask_slices (const OndBackend *backend, OndImage *image, OndCall *call, gpointer data)
{
  const Ask *ask = data;

  return backend->slices (image, ask->wavelets, ask->at, ask->slices, call);
}

static OndStatus
ask_stats (const OndBackend *backend, OndImage *image, OndCall *call, gpointer data)
{
  const Ask *ask = data;

  return backend->stats (image, ask->wavelets, ask->n, ask->moments, call);
}

static OndStatus
ask_energy (const OndBackend *backend, OndImage *image, OndCall *call, gpointer data)
{
  const Ask *ask = data;

  return backend->energy (image, ask->wavelets, ask->n, ask->energy, call);
}

static OndStatus
ask_volume (const OndBackend *backend, OndImage *image, OndCall *call, gpointer data)
{
  const Ask *ask = data;

  return backend->volume (image, ask->wavelets, ask->volume, ask->moments, call);
}

/* What a backend without the pass has instead. */
static OndStatus
visit_volumes (const OndBackend *backend, OndImage *image, OndCall *call, const Ask *ask)
{
  g_autofree float *w = g_try_new (float, ask->n_voxels);
  OndStatus status = OND_OK;

  if (w == NULL)
    {
      g_snprintf (call->why, sizeof call->why, "no memory for a response of %.3g GB",
                  (double) ask->n_voxels * sizeof *w / 1e9);
      return OND_NO_MEMORY;
    }
  for (int i = 0; i < ask->n && status == OND_OK; i++)
    {
      status = backend->volume (image, &ask->wavelets[i], w, &ask->moments[i], call);
      for (gsize first = 0; first < ask->n_voxels && status == OND_OK; first += VISITED)
        if (ond_call_cancelled (call))
          status = OND_CANCELLED;
        else
          ask->visitor->take (ask->visitor->data, i, first, w + first,
                              MIN (VISITED, ask->n_voxels - first));
    }
  return status;
}

static OndStatus
ask_visit (const OndBackend *backend, OndImage *image, OndCall *call, gpointer data)
{
  const Ask *ask = data;

  if (backend->visit == NULL)
    return visit_volumes (backend, image, call, ask);
  return backend->visit (image, ask->wavelets, ask->n, ask->moments, ask->visitor, call);
}

/* One piece of work: the wavelets are checked, and one of the above is called. */
static gboolean
run (OndTransform *self, OndSpectraFunc func, Ask *ask, OndLane lane, GCancellable *cancellable,
     GError **error)
{
  OndWork work;

  if (!check_wavelets (self, ask->wavelets, (gsize) ask->n, error))
    return FALSE;
  ond_work_begin (&work, self->lanes, lane, self->threads, cancellable);
  return ond_work_finish (&work, ond_spectra_run (self->spectra, func, ask, &work), error);
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
  Ask ask = { .wavelets = wavelet, .n = 1, .at = at, .slices = out };

  for (int i = 0; i < OND_N_AXES; i++)
    g_return_val_if_fail (at[i] >= 0 && at[i] < geometry->n[i], FALSE);
  g_return_val_if_fail (
      ond_geometry_rank (geometry) == 3 || (out[OND_Z] && !out[OND_X] && !out[OND_Y]), FALSE);
  if (!run (self, ask_slices, &ask, lane, cancellable, error))
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
  Ask ask = { .wavelets = wavelets, .n = (int) n, .moments = moments };

  if (!run (self, ask_stats, &ask, lane, cancellable, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    rescale_moments (&moments[i], self->prepared->unit);
  return TRUE;
}

/* A visitor of ours in front of the caller's. */
typedef struct
{
  const OndVisitor *visitor;
  double per_unit;
} Rescaling;

static void
take_rescaled (void *data, int i, uint64_t first, const float *w, uint64_t n)
{
  const Rescaling *self = data;
  float row[256];

  for (uint64_t done = 0; done < n; done += G_N_ELEMENTS (row))
    {
      const uint64_t here = MIN (n - done, G_N_ELEMENTS (row));

      for (uint64_t k = 0; k < here; k++)
        row[k] = (float) (w[done + k] * self->per_unit); /* a power of two: exact */
      self->visitor->take (self->visitor->data, i, first + done, row, here);
    }
}

gboolean
ond_transform_visit (OndTransform *self, const OndWavelet *wavelets, gsize n, OndMoments *moments,
                     const OndVisitor *visitor, OndLane lane, GCancellable *cancellable,
                     GError **error)
{
  const double unit = self->prepared->unit;
  Rescaling rescaling = { visitor, 1 / unit };
  const OndVisitor ours = { take_rescaled, &rescaling };
  Ask ask = { .wavelets = wavelets,
              .n = (int) n,
              .moments = moments,
              .visitor = unit != 1 ? &ours : visitor,
              .n_voxels = ond_volume_get_n_voxels (self->prepared->volume) };

  if (!run (self, ask_visit, &ask, lane, cancellable, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    rescale_moments (&moments[i], unit);
  return TRUE;
}

gboolean
ond_transform_energy (OndTransform *self, const OndWavelet *wavelets, gsize n, double *energy,
                      OndLane lane, GCancellable *cancellable, GError **error)
{
  const double unit = self->prepared->unit;
  Ask ask = { .wavelets = wavelets, .n = (int) n, .energy = energy };

  if (self->key.method.boundary != OND_BOUNDARY_PERIODIC || self->key.method.exclude_border
      || self->prepared->mask)
    {
      g_set_error_literal (
          error, OND_ERROR, OND_ERROR_PARAMETER,
          "The energy alone can be computed only with a periodic boundary, no invalid voxel and no "
          "excluded border");
      return FALSE;
    }
  if (!run (self, ask_energy, &ask, lane, cancellable, error))
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
  Ask ask = { .wavelets = wavelet, .n = 1, .volume = out, .moments = moments };

  if (!run (self, ask_volume, &ask, lane, cancellable, error))
    return FALSE;
  rescale (out, n, self->prepared->unit);
  if (self->prepared->mask != NULL)
    invalidate (out, self->prepared->mask, n);
  if (moments != NULL)
    rescale_moments (moments, self->prepared->unit);
  return TRUE;
}
