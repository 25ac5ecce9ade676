/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep-prepare.h"

#include "../core/sweep-memory.h"

/* The inputs of either task. */
typedef struct
{
  OndEngine *engine;
  OndVolume *volume;
  OndGrid *grids[OND_N_PARAMETERS];
  OndMethod method;
  OndNorm norm;
  gboolean best;
  gboolean wants_checksum;
  OndSweepPlan *plan;
} Job;

static Job *
job_new (const OndSweepInput *input)
{
  Job *job = g_new0 (Job, 1);

  job->engine = ond_engine_ref (input->engine);
  job->volume = ond_volume_ref (input->volume);
  job->method = input->method;
  job->norm = input->norm;
  job->best = input->best;
  job->wants_checksum = input->wants_checksum;
  return job;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_clear_pointer (&job->grids[p], ond_grid_free);
  g_clear_pointer (&job->plan, ond_sweep_plan_unref);
  ond_volume_unref (job->volume);
  ond_engine_unref (job->engine);
  g_free (job);
}

/* Frees the job when done. */
static void
run_task (Job *job, GTaskThreadFunc run, GCancellable *cancellable, GAsyncReadyCallback callback,
          gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run);
}

void
ond_sweep_prepared_free (OndSweepPrepared *self)
{
  g_clear_pointer (&self->plan, ond_sweep_plan_unref);
  g_free (self->checksum);
  g_free (self);
}

static void
prepare (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data,
         G_GNUC_UNUSED GCancellable *cancellable)
{
  Job *job = data;
  const OndSweepRequest request = {
    .grids = job->grids,
    .geometry = *ond_volume_get_geometry (job->volume),
    .n_invalid = ond_volume_get_n_invalid (job->volume),
    .method = job->method,
    .norm = job->norm,
    .statistics = OND_STATISTICS_ALL,
    .best = job->best,
  };
  g_autoptr (OndSweepPrepared) result = g_new0 (OndSweepPrepared, 1);
  GError *error = NULL;

  result->plan = ond_sweep_plan_new (&request, &error);
  if (result->plan == NULL || !ond_sweep_fits (result->plan, job->engine, job->volume, &error)
      || !ond_sweep_memory (result->plan, job->engine, job->volume, &result->bytes, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  result->checksum = job->wants_checksum ? ond_maps_checksum (job->volume) : NULL;
  g_task_return_pointer (task, g_steal_pointer (&result), (GDestroyNotify) ond_sweep_prepared_free);
}

void
ond_sweep_prepare_async (const OndSweepInput *input, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer data)
{
  Job *job = job_new (input);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    job->grids[p] = ond_grid_copy (input->grids[p]);
  run_task (job, prepare, cancellable, callback, data);
}

OndSweepPrepared *
ond_sweep_prepare_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
measure (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  gsize n = ond_sweep_plan_get_n_points (job->plan);
  OndWavelet wavelet = ond_sweep_plan_get_wavelet (job->plan, n / 2);
  g_autoptr (OndTransform) transform = NULL;
  double *seconds = g_new0 (double, 1);
  OndMoments moments;
  GError *error = NULL;

  transform =
      ond_engine_get_transform (job->engine, job->volume, ond_sweep_plan_get_method (job->plan),
                                &wavelet, 1, OND_LANE_SWEEP, cancellable, &error);

  /* The first pass plans its transforms and touches its memory; the second shows the pace. */
  for (int pass = 0; pass < 2 && error == NULL; pass++)
    {
      gint64 start = g_get_monotonic_time ();

      ond_transform_stats (transform, &wavelet, 1, &moments, OND_LANE_SWEEP, cancellable, &error);
      *seconds = (double) (g_get_monotonic_time () - start) / 1e6 * (double) n;
    }
  if (error == NULL)
    {
      g_task_return_pointer (task, seconds, g_free);
      return;
    }
  g_free (seconds);
  g_task_return_error (task, error);
}

void
ond_sweep_measure_async (const OndSweepInput *input, OndSweepPlan *plan, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer data)
{
  Job *job = job_new (input);

  job->plan = ond_sweep_plan_ref (plan);
  run_task (job, measure, cancellable, callback, data);
}

double
ond_sweep_measure_finish (GAsyncResult *result, GError **error)
{
  g_autofree double *seconds = g_task_propagate_pointer (G_TASK (result), error);

  return seconds != NULL ? *seconds : -1;
}
