/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Latest wins. The thread and every result on its way to the main loop hold a reference on the
 * worker, so that freeing it in the middle of work neither waits nor leaves anybody with a stale
 * pointer. */
#include "recompute.h"

#include "../core/error.h"

struct _OndRecompute
{
  gatomicrefcount references;
  OndEngine *engine;
  GMainContext *context;

  /* Main thread only. */
  OndRecomputeFunc published;
  gpointer data;
  guint64 forgotten; /* results up to this revision are not published */

  /* Under the lock. */
  GMutex lock;
  GCond wake;
  gboolean quit;
  gboolean waits, runs;
  gboolean transforms; /* what runs is still making its transform */
  OndRecomputeRequest waiting, running;
  GCancellable *cancellable; /* of what runs */
  guint64 newest;
};

/* A result on its way to the main thread. */
typedef struct
{
  OndRecompute *worker;
  OndRecomputeResult result;
} Delivery;

static void
request_clear (OndRecomputeRequest *request)
{
  g_clear_pointer (&request->volume, ond_volume_unref);
}

static OndRecomputeRequest
request_copy (const OndRecomputeRequest *request)
{
  OndRecomputeRequest copy = *request;

  ond_volume_ref (copy.volume);
  return copy;
}

static void
recompute_unref (OndRecompute *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  if (self->waits)
    request_clear (&self->waiting);
  g_clear_object (&self->cancellable);
  ond_engine_unref (self->engine);
  g_main_context_unref (self->context);
  g_cond_clear (&self->wake);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;

  request_clear (&delivery->result.request);
  for (int i = 0; i < OND_N_AXES; i++)
    g_free (delivery->result.slices[i]);
  g_clear_error (&delivery->result.error);
  recompute_unref (delivery->worker);
  g_free (delivery);
}

static gboolean
deliver (gpointer data)
{
  Delivery *delivery = data;
  OndRecompute *self = delivery->worker;

  if (self->published != NULL && delivery->result.request.revision > self->forgotten)
    self->published (&delivery->result, self->data);
  return G_SOURCE_REMOVE;
}

/* Not g_main_context_invoke(): that runs the callback here in the worker when nobody owns the
 * context just now. */
static void
send (OndRecompute *self, const OndRecomputeResult *result)
{
  Delivery *delivery = g_new0 (Delivery, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  g_atomic_ref_count_inc (&self->references);
  delivery->worker = self;
  delivery->result = *result;
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, delivery, delivery_free);
  if (g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_source_destroy (source);
  else
    g_source_attach (source, self->context);
}

static gboolean
allocate_slices (OndRecomputeResult *result, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (result->request.volume);

  for (int i = 0; i < OND_N_AXES; i++)
    {
      gsize n = ond_geometry_slice_size (geometry, i);

      if (ond_geometry_rank (geometry) == 2 && i != OND_Z)
        continue;
      result->slices[i] = g_try_malloc_n (n, sizeof (float));
      if (result->slices[i] == NULL)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                       "There is no memory for a slice of %" G_GSIZE_FORMAT " voxels", n);
          return FALSE;
        }
    }
  return TRUE;
}

static void
compute (OndRecompute *self, OndRecomputeResult *result, GCancellable *cancellable)
{
  const OndRecomputeRequest *request = &result->request;
  g_autoptr (OndTransform) transform = NULL;
  gint64 start = g_get_monotonic_time ();
  gboolean done;

  transform =
      ond_engine_get_transform (self->engine, request->volume, &request->method, &request->wavelet,
                                1, OND_LANE_INTERACTIVE, cancellable, &result->error);
  g_mutex_lock (&self->lock);
  self->transforms = FALSE;
  g_mutex_unlock (&self->lock);
  done = transform != NULL && allocate_slices (result, &result->error)
         && ond_transform_slices (transform, &request->wavelet, request->at, result->slices,
                                  OND_LANE_INTERACTIVE, cancellable, &result->error);
  for (int i = 0; i < OND_N_AXES && !done; i++)
    g_clear_pointer (&result->slices[i], g_free);
  result->milliseconds = (double) (g_get_monotonic_time () - start) / 1000;
}

/* Waits for a request and makes it the running one; FALSE at the end. */
static gboolean
take_request (OndRecompute *self, OndRecomputeResult *result, GCancellable **cancellable)
{
  gboolean taken;

  g_mutex_lock (&self->lock);
  while (!self->waits && !self->quit)
    g_cond_wait (&self->wake, &self->lock);
  taken = !self->quit;
  if (taken)
    {
      result->request = self->waiting;
      self->running = result->request;
      self->waits = FALSE;
      self->runs = self->transforms = TRUE;
      g_clear_object (&self->cancellable);
      self->cancellable = g_cancellable_new ();
      *cancellable = g_object_ref (self->cancellable);
    }
  g_mutex_unlock (&self->lock);
  return taken;
}

static gpointer
work (gpointer data)
{
  OndRecompute *self = data;
  OndRecomputeResult result = { 0 };
  GCancellable *cancellable = NULL;

  while (take_request (self, &result, &cancellable))
    {
      compute (self, &result, cancellable);
      g_mutex_lock (&self->lock);
      self->runs = FALSE;
      g_mutex_unlock (&self->lock);
      send (self, &result);
      g_clear_object (&cancellable);
      result = (OndRecomputeResult){ 0 };
    }
  recompute_unref (self);
  return NULL;
}

OndRecompute *
ond_recompute_new (OndEngine *engine, OndRecomputeFunc published, gpointer data)
{
  OndRecompute *self = g_new0 (OndRecompute, 1);

  g_atomic_ref_count_init (&self->references);
  self->engine = ond_engine_ref (engine);
  self->context = g_main_context_ref_thread_default ();
  self->published = published;
  self->data = data;
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  g_atomic_ref_count_inc (&self->references);
  g_thread_unref (g_thread_new ("recompute", work, self));
  return self;
}

/* Would what runs now be computed for nothing, once `next` is wanted? A slices pass is short and
 * its picture better than none; a transform takes seconds and is worth finishing only when the next
 * request can use it. */
static gboolean
is_in_vain (const OndRecompute *self, const OndRecomputeRequest *next)
{
  gint32 made[OND_N_AXES], needed[OND_N_AXES];
  const OndGeometry *geometry = ond_volume_get_geometry (next->volume);

  if (self->running.volume != next->volume)
    return TRUE;
  if (!self->transforms)
    return FALSE;
  if (!ond_method_equal (&self->running.method, &next->method))
    return TRUE;
  ond_engine_padded_size (geometry, &self->running.method, &self->running.wavelet, 1, made);
  ond_engine_padded_size (geometry, &next->method, &next->wavelet, 1, needed);
  return memcmp (made, needed, sizeof made) != 0;
}

void
ond_recompute_ask (OndRecompute *self, const OndRecomputeRequest *request)
{
  g_mutex_lock (&self->lock);
  if (self->waits)
    request_clear (&self->waiting);
  self->waiting = request_copy (request);
  self->waits = TRUE;
  self->newest = request->revision;
  if (self->runs && is_in_vain (self, request))
    g_cancellable_cancel (self->cancellable);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
}

void
ond_recompute_forget (OndRecompute *self)
{
  g_mutex_lock (&self->lock);
  if (self->waits)
    request_clear (&self->waiting);
  self->waits = FALSE;
  self->forgotten = self->newest;
  if (self->runs)
    g_cancellable_cancel (self->cancellable);
  g_mutex_unlock (&self->lock);
}

void
ond_recompute_free (OndRecompute *self)
{
  ond_recompute_forget (self);
  self->published = NULL;
  g_mutex_lock (&self->lock);
  self->quit = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  recompute_unref (self);
}
