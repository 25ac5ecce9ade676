/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine.h"

#include "backends.h"
#include "backend-fftw.h"
#include "boundary.h"
#include "error.h"
#include "memory.h"
#include "prepared-cache.h"
#include "transform.h"
#include "wavelet.h"
#include "wisdom.h"

#include <string.h>

/* Transforms kept beyond their use: turning a wavelet to and fro crosses the same few paddings. */
#define MOST_CACHED 8

struct _OndEngine
{
  gatomicrefcount refs;
  OndBackends *backends;
  OndLanes *lanes;
  int threads;
  guint64 memory;      /* as asked for; 0: what is free */
  guint64 cache_limit; /* bytes of transforms that may lie idle */
  GMutex lock;         /* of the cache */
  GPtrArray *cache;    /* OndTransform, the most recently used last */
  OndPreparedCache *prepared;
};

static int
default_threads (const OndEngineOptions *options)
{
  return options && options->threads > 0 ? options->threads : (int) g_get_num_processors ();
}

OndEngine *
ond_engine_new (const OndEngineOptions *options, GError **error)
{
  g_autoptr (OndEngine) self = g_new0 (OndEngine, 1);

  g_atomic_ref_count_init (&self->refs);
  self->threads = default_threads (options);
  self->memory = options ? options->memory : 0;
  self->cache_limit = (self->memory ? self->memory : ond_memory_budget ()) / 2;
  self->lanes = ond_lanes_new ();
  self->cache = g_ptr_array_new_with_free_func ((GDestroyNotify) ond_transform_unref);
  g_mutex_init (&self->lock);
  self->prepared = ond_prepared_cache_new ();
  self->backends =
      ond_backends_new (options ? options->backend : NULL, self->threads, self->memory, error);
  return self->backends != NULL ? g_steal_pointer (&self) : NULL;
}

OndEngine *
ond_engine_ref (OndEngine *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ond_engine_unref (OndEngine *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->cache);
  ond_prepared_cache_free (self->prepared);
  ond_lanes_unref (self->lanes);
  g_clear_pointer (&self->backends, ond_backends_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
  ond_wisdom_save ();
}

const char *
ond_engine_get_device (OndEngine *self)
{
  return ond_backends_get_device (self->backends, ond_backends_get_backend (self->backends));
}

const char *
ond_engine_get_backend (OndEngine *self)
{
  return ond_backends_get_backend (self->backends)->name;
}

int
ond_engine_get_threads (OndEngine *self)
{
  return self->threads;
}

gboolean
ond_engine_is_settled (OndEngine *self)
{
  return ond_backends_is_settled (self->backends);
}

const char *
ond_engine_get_why_not (OndEngine *self)
{
  return ond_backends_get_why_not (self->backends);
}

const char *
ond_engine_get_notice (OndEngine *self)
{
  return ond_backends_get_notice (self->backends);
}

void
ond_engine_provide (const char *name, OndBackendLoad load)
{
  ond_backends_provide (name, load);
}

int
ond_engine_list_backends (OndBackendReport *reports, int max)
{
  return ond_backends_list (reports, max, default_threads (NULL));
}

void
ond_engine_padded_size (const OndGeometry *geometry, const OndMethod *method,
                        const OndWavelet *wavelets, gsize n, gint32 size[OND_N_AXES])
{
  ond_boundary_padded_size (method->boundary, geometry, wavelets, n, size);
}

void
ond_engine_least_size (const OndGeometry *geometry, const OndMethod *method,
                       const OndWavelet *wavelet, gint32 size[OND_N_AXES])
{
  ond_boundary_least_size (method->boundary, geometry, wavelet, size);
}

/* Bytes while the transform is opened and while the pass runs, whichever is more. OND_ERROR_MEMORY
 * when they cannot even be counted. */
static gboolean
estimate (OndEngine *self, const OndTransformKey *key, const OndGeometry *geometry, OndPass pass,
          guint64 *bytes, GError **error)
{
  OndCall call = { .threads = self->threads };
  OndGeometry padded = { { key->size[OND_X], key->size[OND_Y], key->size[OND_Z] }, { 1, 1, 1 } };
  guint64 n = ond_geometry_n_voxels (&padded);
  OndDomain domain;
  OndNeed need;
  OndStatus status;

  if (n == 0)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "%d × %d × %d padded voxels are more than can be addressed", key->size[OND_X],
                   key->size[OND_Y], key->size[OND_Z]);
      return FALSE;
    }
  ond_transform_domain (key, geometry, &domain);
  status = ond_backends_estimate (self->backends, &domain, pass, &need, &call);
  if (!ond_call_check (&call, status, error))
    return FALSE;
  *bytes = need.open_bytes + MAX (need.pass_bytes, n * sizeof (float));
  return TRUE;
}

gboolean
ond_engine_estimate (OndEngine *self, const OndGeometry *geometry, const OndMethod *method,
                     const OndWavelet *wavelets, gsize n, OndPass pass, guint64 *bytes,
                     GError **error)
{
  OndTransformKey key = { .method = *method };

  ond_engine_padded_size (geometry, method, wavelets, n, key.size);
  return estimate (self, &key, geometry, pass, bytes, error);
}

gboolean
ond_engine_estimate_size (OndEngine *self, const OndGeometry *geometry, const OndMethod *method,
                          const gint32 size[OND_N_AXES], OndPass pass, guint64 *bytes,
                          GError **error)
{
  OndTransformKey key = { .method = *method, .size = { size[OND_X], size[OND_Y], size[OND_Z] } };

  return estimate (self, &key, geometry, pass, bytes, error);
}

/* Drops transforms that only the cache holds, the oldest first, until at most `most` are left with
 * at most `bytes` of memory, and as much of the device's as may lie idle there. Under the lock. */
static void
cache_shrink (OndEngine *self, guint most, guint64 bytes)
{
  const guint64 on_device = ond_backends_get_device_memory (self->backends) / 2;
  guint64 held = 0, held_there = 0;

  for (guint i = 0; i < self->cache->len; i++)
    {
      held += ond_transform_get_bytes (g_ptr_array_index (self->cache, i));
      held_there += ond_transform_get_device_bytes (g_ptr_array_index (self->cache, i));
    }
  for (guint i = 0;
       i < self->cache->len && (self->cache->len > most || held > bytes || held_there > on_device);)
    {
      OndTransform *transform = g_ptr_array_index (self->cache, i);

      if (ond_transform_is_shared (transform))
        {
          i++;
          continue;
        }
      held -= ond_transform_get_bytes (transform);
      held_there -= ond_transform_get_device_bytes (transform);
      g_ptr_array_remove_index (self->cache, i);
    }
}

void
ond_engine_clear (OndEngine *self)
{
  g_mutex_lock (&self->lock);
  cache_shrink (self, 0, 0);
  g_mutex_unlock (&self->lock);
  ond_backend_fftw_trim ();
  ond_prepared_cache_clear (self->prepared);
}

static OndTransform *
cache_find (OndEngine *self, const OndTransformKey *key)
{
  OndTransform *found = NULL;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->cache->len && found == NULL; i++)
    if (ond_transform_matches (g_ptr_array_index (self->cache, i), key))
      {
        found = g_ptr_array_steal_index (self->cache, i);
        g_ptr_array_add (self->cache, found);
        ond_transform_ref (found);
      }
  g_mutex_unlock (&self->lock);
  return found;
}

static void
cache_add (OndEngine *self, OndTransform *transform)
{
  g_mutex_lock (&self->lock);
  /* A device without room for it may have some when it is tried again. */
  if (ond_transform_get_device_bytes (transform) == 0 && ond_transform_get_bytes (transform) > 0
      && ond_backends_get_device_memory (self->backends) > 0)
    cache_shrink (self, 0, 0);
  g_ptr_array_add (self->cache, ond_transform_ref (transform));
  cache_shrink (self, MOST_CACHED, self->cache_limit);
  g_mutex_unlock (&self->lock);
}

static guint64
memory_left (OndEngine *self)
{
  guint64 held = 0;

  if (self->memory == 0)
    return ond_memory_budget ();
  held = ond_backend_fftw_idle_bytes ();
  for (guint i = 0; i < self->cache->len; i++)
    held += ond_transform_get_bytes (g_ptr_array_index (self->cache, i));
  return self->memory > held ? self->memory - held : 0;
}

guint64
ond_engine_get_memory (OndEngine *self)
{
  guint64 idle = 0, left;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->cache->len; i++)
    {
      OndTransform *transform = g_ptr_array_index (self->cache, i);

      if (!ond_transform_is_shared (transform))
        idle += ond_transform_get_bytes (transform);
    }
  left = memory_left (self) + idle + ond_backend_fftw_idle_bytes ();
  g_mutex_unlock (&self->lock);
  return left;
}

/* Is there room for a transform and its passes? What lies idle makes way when there is not. */
static gboolean
make_room (OndEngine *self, const OndTransformKey *key, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (key->volume);
  guint64 bytes, slices, left;

  if (!estimate (self, key, geometry, OND_PASS_STATS, &bytes, error)
      || !estimate (self, key, geometry, OND_PASS_SLICES, &slices, error))
    return FALSE;
  bytes = MAX (bytes, slices) + ond_prepared_bytes (key->volume);
  g_mutex_lock (&self->lock);
  left = memory_left (self);
  if (bytes > left)
    {
      cache_shrink (self, 0, 0);
      ond_backend_fftw_trim ();
      left = memory_left (self);
    }
  g_mutex_unlock (&self->lock);
  if (bytes <= left)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
               "%.3g GB of memory are needed for %d × %d × %d voxels padded to %d × %d × %d, and "
               "%.3g GB may be used; "
               "a smaller scale or stretch, or the boundary \"periodic\", needs less",
               (double) bytes / 1e9, geometry->n[OND_X], geometry->n[OND_Y], geometry->n[OND_Z],
               key->size[OND_X], key->size[OND_Y], key->size[OND_Z], (double) left / 1e9);
  return FALSE;
}

static int
is_cancelled (void *cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

/* Not a work of the lanes: a sweep that paused here would keep the sliders waiting that want the
 * same volume. */
static OndPrepared *
get_prepared (OndEngine *self, const OndTransformKey *key, OndLane lane, GCancellable *cancellable,
              GError **error)
{
  OndCall call = { lane, self->threads, is_cancelled, cancellable, "" };

  return ond_prepared_cache_get (self->prepared, key->volume, key->method.fill, &call, error);
}

static gboolean
check_wavelets (const OndWavelet *wavelets, gsize n, GError **error)
{
  for (gsize i = 0; i < n; i++)
    if (!ond_wavelet_check (&wavelets[i], error))
      return FALSE;
  return TRUE;
}

OndTransform *
ond_engine_get_transform (OndEngine *self, OndVolume *volume, const OndMethod *method,
                          const OndWavelet *wavelets, gsize n, OndLane lane,
                          GCancellable *cancellable, GError **error)
{
  gint32 size[OND_N_AXES];

  g_return_val_if_fail (n > 0, NULL);
  if (!check_wavelets (wavelets, n, error))
    return NULL;
  ond_engine_padded_size (ond_volume_get_geometry (volume), method, wavelets, n, size);
  return ond_engine_get_transform_of_size (self, volume, method, size, lane, cancellable, error);
}

OndTransform *
ond_engine_get_transform_of_size (OndEngine *self, OndVolume *volume, const OndMethod *method,
                                  const gint32 size[OND_N_AXES], OndLane lane,
                                  GCancellable *cancellable, GError **error)
{
  OndTransformKey key = { .volume = volume,
                          .method = *method,
                          .size = { size[OND_X], size[OND_Y], size[OND_Z] } };
  g_autoptr (OndPrepared) prepared = NULL;
  OndTransform *transform;
  OndWork work;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  transform = cache_find (self, &key);
  if (transform != NULL)
    return transform;
  if (!make_room (self, &key, error))
    return NULL;
  prepared = get_prepared (self, &key, lane, cancellable, error);
  if (prepared == NULL)
    return NULL;
  ond_work_begin (&work, self->lanes, lane, self->threads, cancellable);
  transform = ond_transform_new (self->backends, &key, prepared, &work, error);
  if (transform != NULL)
    cache_add (self, transform);
  /* Nobody waits at a slider, and a sweep may be killed. One that was cancelled does not wait for
   * the planner. */
  if (lane == OND_LANE_SWEEP && transform != NULL)
    ond_wisdom_save ();
  return transform;
}
