/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sweep does to the sliders: the three slices as the window asks for them, alone and while a
 * sweep runs behind, and how long the sweep takes to stop. */
#include "cli-bench.h"

#include <math.h>

/* Slider positions that are asked for, and the rest between them, microseconds: a window draws in
 * the meantime, which is when a sweep goes on. */
#define POSITIONS 41
#define REST 10000

typedef struct
{
  const OndBench *bench;
  const OndSweepPlan *plan;
  GCancellable *cancellable;
  int points, ended; /* atomic */
  gint64 stopped;    /* monotonic time */
} Background;

static gpointer
sweep_on (gpointer data)
{
  Background *self = data;
  OndSweepResult result;
  gsize n_chunks = ond_sweep_plan_get_n_chunks (self->plan), n;

  for (gsize chunk = 0; ond_sweep_run_chunk (self->plan, chunk, self->bench->engine,
                                             self->bench->volume, &result, self->cancellable, NULL);
       chunk = (chunk + 1) % n_chunks)
    {
      ond_sweep_plan_get_chunk (self->plan, chunk, &n);
      g_atomic_int_add (&self->points, (int) n);
    }
  self->stopped = g_get_monotonic_time ();
  g_atomic_int_set (&self->ended, 1);
  return NULL;
}

/* The median time of the slices while theta is turned; NaN when they are not to be had. */
static double
turn (const OndBench *self, OndTransform *transform, OndCliBuffers *buffers)
{
  OndWavelet wavelet = self->work.wavelet;
  double seconds[POSITIONS];

  for (int i = 0; i < POSITIONS; i++)
    {
      gint64 begun;

      wavelet.theta = self->work.wavelet.theta + 1e-3 * i;
      g_usleep (REST);
      begun = g_get_monotonic_time ();
      if (!ond_cli_run_pass (OND_PASS_SLICES, transform, buffers, &wavelet, OND_LANE_INTERACTIVE,
                             self->cli->cancellable, NULL))
        return NAN;
      seconds[i] = ond_bench_seconds_since (begun);
    }
  return ond_bench_median (seconds, POSITIONS);
}

/* The same with the sweep behind, and then its end. */
static void
turn_while_sweeping (OndBench *self, OndTransform *transform, OndCliBuffers *buffers,
                     const OndSweepPlan *plan)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Background background = { .bench = self, .plan = plan, .cancellable = cancellable };
  GThread *thread = g_thread_new ("sweep", sweep_on, &background);
  int before;
  gint64 begun;

  /* The first transforms, and their plans, are not what is asked about. */
  while (g_atomic_int_get (&background.points) == 0 && !g_atomic_int_get (&background.ended)
         && !g_cancellable_is_cancelled (self->cli->cancellable))
    g_usleep (REST);
  before = g_atomic_int_get (&background.points);
  self->work.sliders_sweeping = turn (self, transform, buffers);
  self->work.sliders_points = g_atomic_int_get (&background.points) - before;
  if (g_atomic_int_get (&background.ended)) /* the sweep could not be made */
    self->work.sliders_sweeping = NAN;
  begun = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  self->work.cancel = (double) MAX (background.stopped - begun, 0) / G_USEC_PER_SEC;
}

void
ond_bench_measure_sliders (OndBench *self, OndTransform *transform, const OndSweepPlan *plan)
{
  g_autoptr (OndCliBuffers) buffers = ond_cli_buffers_new (ond_volume_get_geometry (self->volume));

  self->work.sliders = self->work.sliders_sweeping = self->work.cancel = NAN;
  self->work.sliders = turn (self, transform, buffers);
  if (isfinite (self->work.sliders))
    turn_while_sweeping (self, transform, buffers, plan);
}
