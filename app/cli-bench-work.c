/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user of the benchmark's machine would wait for: a short sweep, maps of the energy, and
 * what a second thread is worth. */
#include "cli-bench.h"

#include <math.h>

#define N_SINGLE 3 /* things that are timed beside the energies */

typedef struct
{
  OndBench *bench;
  OndTransform *asked, *one_thread, *periodic; /* NULL when not there */
  OndSweepPlan *plan;
} Work;

typedef struct
{
  const Work *work;
  double scale;
} Energies;

static double
run_stats (const Work *work, OndTransform *transform)
{
  return transform == NULL ? NAN
                           : ond_bench_time_pass (work->bench, OND_PASS_STATS, transform, NULL,
                                                  &work->bench->work.wavelet);
}

static double
run_all_threads (gpointer data)
{
  const Work *work = data;

  return run_stats (work, work->asked);
}

static double
run_one_thread (gpointer data)
{
  const Work *work = data;

  return run_stats (work, work->one_thread);
}

static double
run_sweep (gpointer data)
{
  const Work *work = data;
  const OndBench *bench = work->bench;
  OndSweepResult result;
  gint64 begun = g_get_monotonic_time ();

  for (gsize chunk = 0; chunk < ond_sweep_plan_get_n_chunks (work->plan); chunk++)
    if (!ond_sweep_run_chunk (work->plan, chunk, bench->engine, bench->volume, &result,
                              bench->cli->cancellable, NULL))
      return NAN;
  return ond_bench_seconds_since (begun);
}

static double
run_energies (gpointer data)
{
  const Energies *energies = data;
  const OndBench *bench = energies->work->bench;
  const OndGrid *xi = bench->energy_xi;
  g_autofree OndWavelet *wavelets = g_new (OndWavelet, xi->n);
  g_autofree double *values = g_new (double, xi->n);
  gint64 begun;

  for (gsize i = 0; i < xi->n; i++)
    {
      wavelets[i] = bench->work.wavelet;
      wavelets[i].xi = xi->values[i];
      wavelets[i].scale = energies->scale;
    }
  begun = g_get_monotonic_time ();
  if (energies->work->periodic == NULL
      || !ond_transform_energy (energies->work->periodic, wavelets, xi->n, values, OND_LANE_SWEEP,
                                bench->cli->cancellable, NULL))
    return NAN;
  return ond_bench_seconds_since (begun);
}

static gboolean
open_transform (const OndBench *self, OndEngine *engine, OndBoundary boundary,
                OndTransform **transform, GError **error)
{
  OndMethod method = self->method;
  GError *failure = NULL;

  method.boundary = boundary;
  *transform = ond_engine_get_transform (engine, self->volume, &method, &self->work.wavelet, 1,
                                         OND_LANE_SWEEP, self->cli->cancellable, &failure);
  return *transform != NULL || ond_bench_forgive (failure, error);
}

/* Directions over the whole half sphere, which is why there is no generic one here. */
static OndSweepPlan *
make_plan (const OndBench *self, GError **error)
{
  static const char *const texts[OND_N_PARAMETERS] = { "0:180:4", "0:180:4", "3", "2" };
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepRequest request = {
    .grids = grids,
    .geometry = *ond_volume_get_geometry (self->volume),
    .n_invalid = ond_volume_get_n_invalid (self->volume),
    .method = self->method,
    .norm = self->work.wavelet.norm,
    .statistics = OND_STATISTICS_ALL,
  };
  OndSweepPlan *plan;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  plan = ond_sweep_plan_new (&request, error);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  return plan;
}

static gboolean
open_work (Work *work, OndEngine *one_thread, GError **error)
{
  const OndBench *bench = work->bench;

  return open_transform (bench, bench->engine, bench->method.boundary, &work->asked, error)
         && open_transform (bench, bench->engine, OND_BOUNDARY_PERIODIC, &work->periodic, error)
         && (one_thread == NULL
             || open_transform (bench, one_thread, bench->method.boundary, &work->one_thread,
                                error))
         && (work->plan = make_plan (bench, error)) != NULL;
}

/* Runs everything in turn and takes the times. */
static void
run_items (Work *work)
{
  OndBench *bench = work->bench;
  OndBenchWork *result = &bench->work;
  gsize n_scale = bench->energy_scale->n;
  g_autofree Energies *energies = g_new (Energies, n_scale);
  g_autofree OndBenchItem *items = g_new (OndBenchItem, N_SINGLE + n_scale);

  items[0] = (OndBenchItem){ run_all_threads, work, NAN };
  items[1] = (OndBenchItem){ run_one_thread, work, NAN };
  items[2] = (OndBenchItem){ run_sweep, work, NAN };
  for (gsize i = 0; i < n_scale; i++)
    {
      energies[i] = (Energies){ work, bench->energy_scale->values[i] };
      items[N_SINGLE + i] = (OndBenchItem){ run_energies, &energies[i], NAN };
    }
  ond_bench_run (bench, items, N_SINGLE + n_scale, TRUE);
  result->stats = items[0].seconds;
  result->stats_one_thread = items[1].seconds;
  result->sweep = items[2].seconds;
  result->energies = g_new (double, n_scale);
  for (gsize i = 0; i < n_scale; i++)
    result->energies[i] = items[N_SINGLE + i].seconds;
}

gboolean
ond_bench_measure_work (OndBench *self, GError **error)
{
  const OndEngineOptions options = { .threads = 1, .backend = self->cli->backend };
  gboolean several = ond_engine_get_threads (self->engine) > 1;
  g_autoptr (OndEngine) one_thread = several ? ond_engine_new (&options, error) : NULL;
  OndBenchWork *result = &self->work;
  Work work = { .bench = self };
  gboolean ok;

  if (several && one_thread == NULL)
    return FALSE;
  result->wavelet = ond_settings_get_wavelet (self->cli->settings);
  result->wavelet.xi = 3;
  result->wavelet.scale = 2;
  ok = open_work (&work, one_thread, error);
  if (ok)
    {
      run_items (&work);
      result->sliders = result->sliders_sweeping = result->cancel = NAN;
      if (work.asked != NULL)
        ond_bench_measure_sliders (self, work.asked, work.plan);
      ok = !g_cancellable_set_error_if_cancelled (self->cli->cancellable, error);
    }
  g_clear_pointer (&work.asked, ond_transform_unref);
  g_clear_pointer (&work.one_thread, ond_transform_unref);
  g_clear_pointer (&work.periodic, ond_transform_unref);
  g_clear_pointer (&work.plan, ond_sweep_plan_unref);
  return ok;
}
