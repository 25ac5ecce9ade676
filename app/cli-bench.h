/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of `ondelette-cli bench` share: cli-bench.c reads the options, cli-bench-rounds.c
 * runs things in turn, cli-bench-passes.c and cli-bench-work.c say what is run, cli-bench-print.c
 * prints. Times are seconds and medians of rounds; NaN where something cannot be done. */
#pragma once

#include "cli.h"

#include "../core/floor.h"
#include "../core/sweep.h"

#define OND_BENCH_MAX_RUNS 101

/* What the passes are compared with (core/floor.h). */
typedef enum
{
  OND_BENCH_C2R,
  OND_BENCH_LINES,
  OND_BENCH_LINES_STORED,
  OND_BENCH_N_FLOORS
} OndBenchFloor;

/* One pass with one wavelet. */
typedef struct
{
  OndWavelet wavelet;
  gint32 padded[OND_N_AXES];
  guint runs;
  double seconds;
  double floors[OND_BENCH_N_FLOORS]; /* of the padded size */
  double periodic; /* the pass on a periodic volume that has the padded size; NaN unless padded */
} OndBenchRow;

/* The work of a user: many wavelets. */
typedef struct
{
  OndWavelet wavelet;             /* of stats and sweep, but for the sweep's directions */
  double stats, stats_one_thread; /* stats_one_thread is NaN when there is one thread in all */
  double sweep;                   /* OND_BENCH_DIRECTIONS points */
  double *energies;               /* one direction, all of energy_xi, at each of energy_scale */
  double sliders;                 /* the slices as a window asks for them, at rest in between */
  double sliders_sweeping;        /* the same with a sweep behind them */
  int sliders_points;             /* that the sweep made meanwhile */
  double cancel;                  /* until it had stopped */
} OndBenchWork;

#define OND_BENCH_DIRECTIONS 16

typedef struct
{
  OndCli *cli;
  OndVolume *volume;
  OndEngine *engine;
  OndMethod method;
  int runs;     /* rounds; 0: as many as a quarter of a second a thing takes, 3 at least */
  guint warned; /* bit p: said why OndPass p is not possible */
  gsize n_xi, n_scale;
  /* Of the maps of the energy: those of the options, or what stands for a whole map. */
  OndGrid *energy_xi, *energy_scale;
  OndBenchRow *rows; /* [pass][scale][xi], OND_CLI_N_PASSES passes */
  OndBenchWork work;
} OndBench;

/* cli-bench-rounds.c */

/* Something that is timed. */
typedef struct
{
  double (*run) (gpointer data); /* does it once; its seconds, or NaN: it will not be asked again */
  gpointer data;
  double seconds; /* set: the median */
} OndBenchItem;

/* Runs every item once a round, so that what disturbs the machine for a while disturbs all of them.
 * `warm`: a round before the others is not counted. Returns the rounds. */
guint ond_bench_run (const OndBench *self, OndBenchItem *items, gsize n, gboolean warm);

/* Runs a pass in the lane of the sweeps; its seconds, or NaN after a warning that says why. */
double ond_bench_time_pass (OndBench *self, OndPass pass, OndTransform *transform,
                            OndCliBuffers *buffers, const OndWavelet *wavelet);

double ond_bench_seconds_since (gint64 begun);

/* The median of those that are not NaN; sorts values. */
double ond_bench_median (double *values, gsize n);

/* cli-bench-passes.c and cli-bench-work.c: fill rows and work. Errors: cancelled, or the engine's
 * but for OND_ERROR_MEMORY, which leaves NaN and a warning. */
gboolean ond_bench_measure_passes (OndBench *self, GError **error);
gboolean ond_bench_measure_work (OndBench *self, GError **error);

/* cli-bench-sliders.c: fills the sliders' part of work; NaN what cannot be done. The plan is of the
 * volume and its method. */
void ond_bench_measure_sliders (OndBench *self, OndTransform *transform, const OndSweepPlan *plan);

/* TRUE when a thing may be left out because of `error`, after a warning; else hands it on. */
gboolean ond_bench_forgive (GError *error, GError **out);

/* cli-bench-print.c */
void ond_bench_print_text (const OndBench *self);
void ond_bench_print_json (const OndBench *self);
