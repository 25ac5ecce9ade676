/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thread of a sweep. Maps and counts change under one lock; the main loop learns of it through
 * at most one pending source, ten times a second, and sees the end of the sweep only once the
 * thread is done with it. A paused thread waits between two chunks; what a sweep takes is the sum
 * of what its chunks took, so that neither a pause nor chunks on file count. */
#include "sweep-job.h"

#include "../core/best-part.h"
#include "../core/checkpoint.h"
#include "../core/kernels.h"
#include "../core/wisdom.h"

#include <math.h>
#include <string.h>

struct _OndSweepJob
{
  GObject parent;
  OndEngine *engine;
  OndVolume *volume;
  OndSweepPlan *plan;
  GCancellable *cancellable;
  GMainContext *context;
  char *kept; /* whose checkpoint it is; NULL: none */
  char *made_from;

  /* Main thread only. */
  OndSweepState state;
  char *message;

  OndBest *best; /* NULL unless the plan wants one */

  /* The worker's. */
  OndBestPart *part;         /* NULL without a checkpoint, likewise */
  OndCheckpoint *checkpoint; /* locked as long as there are maps; NULL: none, or no room for it */

  /* Under the lock. */
  GMutex lock;
  GCond wake;
  gboolean paused;
  OndMaps *maps;
  gsize n_done, n_computed; /* the others were on file */
  gint64 worked;            /* microseconds that these took */
  gboolean told;            /* a source that emits "changed" is pending */
  GError *error;            /* why the thread stopped early */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndSweepJob, ond_sweep_job, G_TYPE_OBJECT)

#define TELL_INTERVAL 100 /* milliseconds */

static gboolean
tell_progress (gpointer data)
{
  OndSweepJob *self = data;

  g_mutex_lock (&self->lock);
  self->told = FALSE;
  g_mutex_unlock (&self->lock);
  if (self->state == OND_SWEEP_RUNNING)
    g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static gboolean
tell_end (gpointer data)
{
  OndSweepJob *self = data;

  if (self->error == NULL)
    self->state = OND_SWEEP_DONE;
  else if (g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->state = OND_SWEEP_CANCELLED;
  else
    {
      self->state = OND_SWEEP_FAILED;
      self->message = g_strdup (self->error->message);
    }
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* Calls `tell` in the main context. Takes a reference on the job from the caller: the last one must
 * go there too. */
static void
attach (OndSweepJob *self, GSource *source, GSourceFunc tell)
{
  g_source_set_callback (source, tell, self, g_object_unref);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

/* A checkpoint that cannot be written, on a full disk, is no reason to lose the sweep. */
static void
keep_chunk (OndSweepJob *self, gsize chunk, const OndSweepResult *result, gsize n)
{
  g_autofree char *wisdom = self->checkpoint != NULL ? ond_wisdom_export () : NULL;
  g_autoptr (GError) error = NULL;

  if (self->checkpoint == NULL
      || (ond_checkpoint_append_wisdom (self->checkpoint, wisdom, &error)
          && ond_checkpoint_append_device (self->checkpoint, result->device, &error)
          && ond_checkpoint_append (self->checkpoint, chunk, result->moments, n, &error)))
    return;
  g_info ("%s", error->message);
  ond_checkpoint_remove (g_steal_pointer (&self->checkpoint));
}

/* Nor is this. */
static void
keep_best (OndSweepJob *self, gsize n_chunks, gboolean now)
{
  g_autoptr (GError) error = NULL;

  if (self->checkpoint != NULL && self->part != NULL
      && !ond_best_part_keep (self->part, n_chunks, now, &error))
    g_info ("%s", error->message);
}

/* Under the lock. */
static gboolean
take_chunk (OndSweepJob *self, gsize chunk, const OndMoments *moments, gsize n, GError **error)
{
  gboolean done = ond_maps_take_chunk (self->maps, self->plan, chunk, moments,
                                       ond_volume_get_geometry (self->volume), error);

  self->n_done += done ? n : 0;
  return done;
}

static gboolean
run_chunk (OndSweepJob *self, gsize chunk, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  OndSweepResult result;
  gboolean done, tell;
  gsize n;

  if (!ond_sweep_run_chunk_best (self->plan, chunk, self->engine, self->volume, self->best, &result,
                                 self->cancellable, error))
    return FALSE;
  ond_sweep_plan_get_chunk (self->plan, chunk, &n);
  keep_chunk (self, chunk, &result, n);
  keep_best (self, chunk + 1, FALSE);

  g_mutex_lock (&self->lock);
  done = take_chunk (self, chunk, result.moments, n, error);
  ond_maps_add_device (self->maps, result.device);
  self->n_computed += done ? n : 0;
  self->worked += g_get_monotonic_time () - start;
  tell = !self->told;
  self->told = TRUE;
  g_mutex_unlock (&self->lock);

  if (tell)
    attach (g_object_ref (self), g_timeout_source_new (TELL_INTERVAL), tell_progress);
  return done;
}

static gboolean
replay_chunk (gsize chunk, const OndMoments *moments, gsize n, gpointer data)
{
  OndSweepJob *self = data;
  gsize expected;
  gboolean done = FALSE;

  if (chunk >= ond_sweep_plan_get_n_chunks (self->plan)
      || (self->part != NULL && chunk >= ond_best_part_get_n_chunks (self->part)))
    return FALSE;
  ond_sweep_plan_get_chunk (self->plan, chunk, &expected);
  g_mutex_lock (&self->lock);
  if (n == expected)
    done = take_chunk (self, chunk, moments, n, NULL);
  g_mutex_unlock (&self->lock);
  return done;
}

static gboolean
open_checkpoint (OndSweepJob *self, GError **error)
{
  g_autoptr (OndSettings) settings = ond_settings_new_from_maps (self->maps);
  const OndCheckpointHead head = {
    .settings = settings,
    .checksum = ond_maps_get_origin (self->maps)->checksum,
    .backend = ond_engine_get_backend (self->engine),
    .n_chunks = ond_sweep_plan_get_n_chunks (self->plan),
    .kernels = ond_kernels_get ()->name,
    .best = self->best != NULL,
  };
  g_autoptr (GError) problem = NULL;
  const char *const *devices;

  self->checkpoint = ond_checkpoint_open (self->kept, &head, OND_CHECKPOINT_CONTINUE, &problem);
  if (self->checkpoint == NULL)
    {
      g_autofree char *path = ond_checkpoint_path (self->kept);

      /* One that is there and of no use is said; one that cannot be made is done without. */
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        g_propagate_error (error, g_steal_pointer (&problem));
      return !g_file_test (path, G_FILE_TEST_EXISTS);
    }
  if (self->best != NULL)
    self->part = ond_best_part_new (self->best, self->kept, self->maps);
  if (self->part != NULL && !ond_best_part_open (self->part, TRUE, error))
    return FALSE;
  if (!ond_checkpoint_replay (self->checkpoint, replay_chunk, self, error))
    return FALSE;
  g_mutex_lock (&self->lock);
  for (devices = ond_checkpoint_get_devices (self->checkpoint); *devices != NULL; devices++)
    ond_maps_add_device (self->maps, *devices);
  g_mutex_unlock (&self->lock);
  if (ond_checkpoint_get_wisdom (self->checkpoint) != NULL)
    ond_wisdom_import (ond_checkpoint_get_wisdom (self->checkpoint));
  return TRUE;
}

static void
wake_up (G_GNUC_UNUSED GCancellable *cancellable, OndSweepJob *self)
{
  g_mutex_lock (&self->lock);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
}

/* FALSE when the sweep was cancelled. */
static gboolean
wait_while_paused (OndSweepJob *self, GError **error)
{
  g_mutex_lock (&self->lock);
  while (self->paused && !g_cancellable_is_cancelled (self->cancellable))
    g_cond_wait (&self->wake, &self->lock);
  g_mutex_unlock (&self->lock);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/* A chunk that was on file filled its first cell. */
static gboolean
is_filled (const OndSweepJob *self, gsize chunk)
{
  gsize n;

  return ond_maps_is_filled (self->maps, ond_sweep_plan_get_chunk (self->plan, chunk, &n)[0]);
}

static gpointer
work (gpointer data)
{
  OndSweepJob *self = data;
  gsize n_chunks = ond_sweep_plan_get_n_chunks (self->plan), chunk = 0;
  GError *error = NULL;

  if (self->kept != NULL && !g_cancellable_is_cancelled (self->cancellable))
    open_checkpoint (self, &error);
  for (; chunk < n_chunks && error == NULL; chunk++)
    if (!is_filled (self, chunk) && wait_while_paused (self, &error))
      run_chunk (self, chunk, &error);
  if (chunk > 0)
    keep_best (self, error != NULL ? chunk - 1 : chunk, TRUE);

  g_mutex_lock (&self->lock);
  self->error = error;
  g_mutex_unlock (&self->lock);
  attach (self, g_idle_source_new (), tell_end);
  return NULL;
}

static void
ond_sweep_job_finalize (GObject *object)
{
  OndSweepJob *self = OND_SWEEP_JOB (object);

  g_clear_pointer (&self->checkpoint, ond_checkpoint_close);
  g_clear_pointer (&self->part, ond_best_part_free);
  g_clear_pointer (&self->best, ond_best_unref);
  g_clear_pointer (&self->maps, ond_maps_unref);
  g_clear_pointer (&self->plan, ond_sweep_plan_unref);
  g_clear_pointer (&self->volume, ond_volume_unref);
  g_clear_pointer (&self->engine, ond_engine_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_free (self->message);
  g_free (self->kept);
  g_cond_clear (&self->wake);
  g_free (self->made_from);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (ond_sweep_job_parent_class)->finalize (object);
}

static void
ond_sweep_job_class_init (OndSweepJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ond_sweep_job_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_sweep_job_init (OndSweepJob *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  self->cancellable = g_cancellable_new ();
  g_signal_connect (self->cancellable, "cancelled", G_CALLBACK (wake_up), self);
  self->context = g_main_context_ref_thread_default ();
}

OndSweepJob *
ond_sweep_job_new_kept (OndEngine *engine, OndVolume *volume, OndSweepPlan *plan,
                        const OndMapsOrigin *origin, const char *kept, GError **error)
{
  g_autoptr (OndMaps) maps = ond_maps_new (plan, origin, error);
  g_autoptr (OndBest) best = NULL;
  OndSweepJob *self;

  if (maps != NULL && ond_sweep_plan_wants_best (plan))
    best = ond_best_new (plan, volume, error);
  if (maps == NULL || (best == NULL && ond_sweep_plan_wants_best (plan)))
    return NULL;
  self = g_object_new (OND_TYPE_SWEEP_JOB, NULL);
  self->engine = ond_engine_ref (engine);
  self->volume = ond_volume_ref (volume);
  self->plan = ond_sweep_plan_ref (plan);
  self->maps = g_steal_pointer (&maps);
  self->best = g_steal_pointer (&best);
  self->kept = g_strdup (kept);
  g_thread_unref (g_thread_new ("sweep", work, g_object_ref (self)));
  return self;
}

OndSweepJob *
ond_sweep_job_new (OndEngine *engine, OndVolume *volume, OndSweepPlan *plan,
                   const OndMapsOrigin *origin, GError **error)
{
  return ond_sweep_job_new_kept (engine, volume, plan, origin, NULL, error);
}

OndSweepJob *
ond_sweep_job_new_from_maps (OndMaps *maps, const char *made_from)
{
  OndSweepJob *self = g_object_new (OND_TYPE_SWEEP_JOB, NULL);

  self->maps = ond_maps_ref (maps);
  self->made_from = g_strdup (made_from);
  self->n_done = ond_maps_get_n_filled (maps);
  self->state = self->n_done == ond_maps_get_n_cells (maps) ? OND_SWEEP_DONE : OND_SWEEP_CANCELLED;
  return self;
}

const char *
ond_sweep_job_get_made_from (OndSweepJob *self)
{
  return self->made_from;
}

OndSweepState
ond_sweep_job_get_state (OndSweepJob *self)
{
  g_return_val_if_fail (OND_IS_SWEEP_JOB (self), OND_SWEEP_FAILED);
  return self->state;
}

void
ond_sweep_job_cancel (OndSweepJob *self)
{
  g_return_if_fail (OND_IS_SWEEP_JOB (self));
  g_cancellable_cancel (self->cancellable);
}

gsize
ond_sweep_job_get_n_done (OndSweepJob *self)
{
  gsize n;

  g_mutex_lock (&self->lock);
  n = self->n_done;
  g_mutex_unlock (&self->lock);
  return n;
}

gsize
ond_sweep_job_get_n_total (OndSweepJob *self)
{
  return ond_maps_get_n_cells (self->maps);
}

void
ond_sweep_job_set_paused (OndSweepJob *self, gboolean paused)
{
  gboolean changed;

  g_return_if_fail (OND_IS_SWEEP_JOB (self));
  if (self->state != OND_SWEEP_RUNNING)
    return;
  g_mutex_lock (&self->lock);
  changed = self->paused != !!paused;
  self->paused = !!paused;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  if (changed)
    g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
ond_sweep_job_get_paused (OndSweepJob *self)
{
  return self->state == OND_SWEEP_RUNNING && self->paused;
}

double
ond_sweep_job_get_rate (OndSweepJob *self)
{
  double rate;

  g_mutex_lock (&self->lock);
  rate = self->worked > 0 ? (double) self->n_computed * 1e6 / (double) self->worked : 0;
  g_mutex_unlock (&self->lock);
  return rate;
}

double
ond_sweep_job_get_seconds_left (OndSweepJob *self)
{
  double rate = ond_sweep_job_get_rate (self);

  if (self->state != OND_SWEEP_RUNNING)
    return 0;
  return rate > 0
             ? (double) (ond_sweep_job_get_n_total (self) - ond_sweep_job_get_n_done (self)) / rate
             : -1;
}

const char *
ond_sweep_job_get_message (OndSweepJob *self)
{
  return self->message;
}

OndSweepPlan *
ond_sweep_job_get_plan (OndSweepJob *self)
{
  return self->plan;
}

void
ond_sweep_job_get_plane (OndSweepJob *self, OndStatistic statistic, gsize xi, gsize scale,
                         float *out)
{
  gsize n = ond_maps_get_grid (self->maps, OND_PARAMETER_THETA)->n
            * ond_maps_get_grid (self->maps, OND_PARAMETER_PHI)->n;
  const double *plane;

  g_mutex_lock (&self->lock);
  plane = ond_maps_get_plane (self->maps, statistic, xi, scale);
  for (gsize i = 0; i < n; i++)
    out[i] = plane != NULL ? (float) plane[i] : NAN;
  g_mutex_unlock (&self->lock);
}

void
ond_sweep_job_get_profile (OndSweepJob *self, OndStatistic statistic, OndParameter along,
                           const gsize at[OND_N_PARAMETERS], float *out)
{
  gsize n = ond_maps_get_grid (self->maps, along)->n, index[OND_N_PARAMETERS];
  const double *values;

  memcpy (index, at, sizeof index);
  g_mutex_lock (&self->lock);
  values = ond_maps_get_values (self->maps, statistic);
  for (index[along] = 0; index[along] < n; index[along]++)
    out[index[along]] = values != NULL ? (float) values[ond_maps_cell (self->maps, index)] : NAN;
  g_mutex_unlock (&self->lock);
}

/* What made the maps does not change while they are filled. */
const OndGrid *
ond_sweep_job_get_grid (OndSweepJob *self, OndParameter parameter)
{
  return ond_maps_get_grid (self->maps, parameter);
}

const OndMethod *
ond_sweep_job_get_method (OndSweepJob *self)
{
  return ond_maps_get_method (self->maps);
}

OndNorm
ond_sweep_job_get_norm (OndSweepJob *self)
{
  return ond_maps_get_norm (self->maps);
}

OndStatisticSet
ond_sweep_job_get_statistics (OndSweepJob *self)
{
  return ond_maps_get_statistics (self->maps);
}

const OndMapsOrigin *
ond_sweep_job_get_origin (OndSweepJob *self)
{
  return ond_maps_get_origin (self->maps);
}

int
ond_sweep_job_get_rank (OndSweepJob *self)
{
  return ond_maps_get_dims (self->maps)[OND_X] > 0 ? ond_maps_get_rank (self->maps) : 0;
}

void
ond_sweep_job_get_max_voxel (OndSweepJob *self, const gsize at[OND_N_PARAMETERS],
                             gint32 voxel[OND_N_AXES])
{
  g_mutex_lock (&self->lock);
  ond_maps_get_max_voxel (self->maps, ond_maps_cell (self->maps, at), voxel);
  g_mutex_unlock (&self->lock);
}

OndMaps *
ond_sweep_job_get_maps (OndSweepJob *self)
{
  return self->state == OND_SWEEP_RUNNING ? NULL : self->maps;
}

OndBest *
ond_sweep_job_get_best (OndSweepJob *self)
{
  return self->best;
}
