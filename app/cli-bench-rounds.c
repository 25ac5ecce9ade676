/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of the benchmark: everything once, then everything again, and the median of each. */
#include "cli-bench.h"

#include "../core/error.h"

#include <math.h>
#include <stdlib.h>

#define SECONDS_AN_ITEM 0.25
#define LEAST_ROUNDS 3

static int
compare_times (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
ond_bench_median (double *values, gsize n)
{
  gsize known = 0;

  for (gsize i = 0; i < n; i++)
    if (!isnan (values[i]))
      values[known++] = values[i];
  if (known == 0)
    return NAN;
  qsort (values, known, sizeof *values, compare_times);
  return known % 2 ? values[known / 2] : (values[known / 2 - 1] + values[known / 2]) / 2;
}

double
ond_bench_seconds_since (gint64 begun)
{
  return (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
}

double
ond_bench_time_pass (OndBench *self, OndPass pass, OndTransform *transform, OndCliBuffers *buffers,
                     const OndWavelet *wavelet)
{
  GCancellable *cancel = self->cli->cancellable;
  g_autoptr (GError) error = NULL;
  gint64 begun = g_get_monotonic_time ();

  if (ond_cli_run_pass (pass, transform, buffers, wavelet, OND_LANE_SWEEP, cancel, &error))
    return ond_bench_seconds_since (begun);
  if ((self->warned >> pass & 1) == 0 && !g_cancellable_is_cancelled (cancel))
    ond_cli_complain ("warning: ", error->message);
  self->warned |= 1u << pass;
  return NAN;
}

static gboolean
is_enough (const OndBench *self, guint rounds, gsize n, gint64 begun)
{
  if (rounds == OND_BENCH_MAX_RUNS || g_cancellable_is_cancelled (self->cli->cancellable))
    return TRUE;
  if (self->runs > 0)
    return rounds >= (guint) self->runs;
  return rounds >= LEAST_ROUNDS && ond_bench_seconds_since (begun) >= SECONDS_AN_ITEM * (double) n;
}

/* One round into times[item * OND_BENCH_MAX_RUNS]; the number of items that took part. */
static gsize
run_round (OndBenchItem *items, gsize n, double *times)
{
  gsize active = 0;

  for (gsize i = 0; i < n; i++)
    {
      double seconds = isnan (items[i].seconds) ? NAN : items[i].run (items[i].data);

      items[i].seconds = times[i * OND_BENCH_MAX_RUNS] = seconds;
      active += !isnan (seconds);
    }
  return active;
}

guint
ond_bench_run (const OndBench *self, OndBenchItem *items, gsize n, gboolean warm)
{
  g_autofree double *times = g_new (double, n *OND_BENCH_MAX_RUNS);
  gsize active = n;
  guint rounds = 0;
  gint64 begun;

  for (gsize i = 0; i < n; i++)
    items[i].seconds = 0;
  if (warm)
    active = run_round (items, n, times);
  begun = g_get_monotonic_time ();
  while (active > 0 && !is_enough (self, rounds, active, begun))
    active = run_round (items, n, times + rounds++);
  for (gsize i = 0; i < n; i++)
    items[i].seconds =
        isnan (items[i].seconds) ? NAN : ond_bench_median (times + i * OND_BENCH_MAX_RUNS, rounds);
  return rounds;
}

gboolean
ond_bench_forgive (GError *error, GError **out)
{
  if (!g_error_matches (error, OND_ERROR, OND_ERROR_MEMORY))
    {
      g_propagate_error (out, error);
      return FALSE;
    }
  ond_cli_complain ("warning: ", error->message);
  g_error_free (error);
  return TRUE;
}
