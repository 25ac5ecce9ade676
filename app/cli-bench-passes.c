/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmark's passes, wavelet by wavelet, in turn with FFTW's floors of the same padded size
 * and, with a padded boundary, with the passes of a periodic volume that has that size. All in the
 * lane of the sweeps, whose plans are measured like the floors'. */
#include "cli-bench.h"

#include "../core/sample.h"

#include <math.h>
#include <string.h>

/* A volume with a boundary, ready for passes. */
typedef struct
{
  OndBench *bench;
  OndVolume *volume;
  OndTransform *transform; /* NULL when it does not fit */
  OndCliBuffers *buffers;
  OndFloor *floor; /* NULL when not wanted or it does not fit */
  gint32 size[OND_N_AXES];
} Place;

/* The volume as the user wants it; the periodic one, for energies; and a periodic one of the padded
 * size. */
enum
{
  ASKED,
  PERIODIC,
  PEER,
  N_PLACES
};

typedef struct
{
  const Place *place;
  OndPass pass;
  const OndWavelet *wavelet;
} Run;

/* A round at one wavelet. */
typedef struct
{
  Run runs[2 * OND_CLI_N_PASSES]; /* the passes, then those of the peer */
  OndBenchItem items[2 * OND_CLI_N_PASSES + 2 * OND_BENCH_N_FLOORS];
  gsize n;
  OndBenchItem *passes[OND_CLI_N_PASSES], *peers[OND_CLI_N_PASSES];
  OndBenchItem *floors[N_PLACES][OND_BENCH_N_FLOORS];
} Round;

static double
run_pass (gpointer data)
{
  const Run *run = data;

  return ond_bench_time_pass (run->place->bench, run->pass, run->place->transform,
                              run->place->buffers, run->wavelet);
}

static double
run_c2r (gpointer floor)
{
  return ond_floor_c2r (floor);
}

static double
run_lines (gpointer floor)
{
  return ond_floor_lines (floor, FALSE);
}

static double
run_lines_stored (gpointer floor)
{
  return ond_floor_lines (floor, TRUE);
}

static double (*const run_floors[OND_BENCH_N_FLOORS]) (gpointer) = {
  [OND_BENCH_C2R] = run_c2r,
  [OND_BENCH_LINES] = run_lines,
  [OND_BENCH_LINES_STORED] = run_lines_stored,
};

static OndBenchItem *
add_item (Round *round, double (*run) (gpointer), gpointer data)
{
  OndBenchItem *item = &round->items[round->n++];

  *item = (OndBenchItem){ run, data, NAN };
  return item;
}

static void
place_clear (Place *self)
{
  g_clear_pointer (&self->transform, ond_transform_unref);
  g_clear_pointer (&self->buffers, ond_cli_buffers_free);
  g_clear_pointer (&self->floor, ond_floor_free);
  g_clear_pointer (&self->volume, ond_volume_unref);
  memset (self->size, 0, sizeof self->size);
}

/* Takes its own reference of the volume. A place that does not fit has no transform. */
static gboolean
place_open (Place *self, OndVolume *volume, OndBoundary boundary, const OndWavelet *wavelet,
            gboolean with_floor, GError **error)
{
  const OndBench *bench = self->bench;
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  OndMethod method = bench->method;
  GError *failure = NULL;

  method.boundary = boundary;
  self->volume = ond_volume_ref (volume);
  self->buffers = ond_cli_buffers_new (geometry);
  ond_engine_padded_size (geometry, &method, wavelet, 1, self->size);
  self->transform = ond_engine_get_transform (bench->engine, volume, &method, wavelet, 1,
                                              OND_LANE_SWEEP, bench->cli->cancellable, &failure);
  if (self->transform == NULL)
    return ond_bench_forgive (failure, error);
  if (with_floor)
    self->floor = ond_floor_new (self->size, ond_engine_get_threads (bench->engine), &failure);
  return failure == NULL || ond_bench_forgive (failure, error);
}

/* A periodic volume of the size of the first place, unless the volume has it already. */
static gboolean
open_peer (Place places[N_PLACES], const OndWavelet *wavelet, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (places[ASKED].volume);
  GError *failure = NULL;
  g_autoptr (OndVolume) volume = NULL;

  if (memcmp (places[ASKED].size, geometry->n, sizeof geometry->n) == 0)
    return TRUE;
  volume = ond_sample_new_noise (places[ASKED].size, &failure);
  if (volume == NULL)
    return ond_bench_forgive (failure, error);
  return place_open (&places[PEER], volume, OND_BOUNDARY_PERIODIC, wavelet, FALSE, error);
}

/* Opens what serves the wavelet unless it is open; *warm: something is new. */
static gboolean
open_places (const OndBench *self, Place places[N_PLACES], const OndWavelet *wavelet,
             gboolean *warm, GError **error)
{
  gint32 size[OND_N_AXES];

  ond_engine_padded_size (ond_volume_get_geometry (self->volume), &self->method, wavelet, 1, size);
  *warm = memcmp (size, places[ASKED].size, sizeof size) != 0;
  if (!*warm)
    return TRUE;
  place_clear (&places[ASKED]);
  place_clear (&places[PEER]);
  ond_engine_clear (self->engine);
  if (!place_open (&places[ASKED], self->volume, self->method.boundary, wavelet, TRUE, error))
    return FALSE;
  if (self->method.boundary == OND_BOUNDARY_PERIODIC)
    return TRUE;
  if (places[PERIODIC].volume == NULL
      && !place_open (&places[PERIODIC], self->volume, OND_BOUNDARY_PERIODIC, wavelet, TRUE, error))
    return FALSE;
  return open_peer (places, wavelet, error);
}

static int
place_of (const OndBench *self, OndPass pass)
{
  return pass == OND_PASS_ENERGY && self->method.boundary != OND_BOUNDARY_PERIODIC ? PERIODIC
                                                                                   : ASKED;
}

static void
fill_round (const OndBench *self, Round *round, const Place places[N_PLACES],
            const OndWavelet *wavelet)
{
  for (int i = 0; i < OND_CLI_N_PASSES; i++)
    {
      OndPass pass = ond_cli_passes[i].pass;
      const Place *place = &places[place_of (self, pass)];

      round->runs[i] = (Run){ place, pass, wavelet };
      if (place->transform != NULL)
        round->passes[i] = add_item (round, run_pass, &round->runs[i]);
      round->runs[OND_CLI_N_PASSES + i] = (Run){ &places[PEER], pass, wavelet };
      if (places[PEER].transform != NULL && pass != OND_PASS_ENERGY)
        round->peers[i] = add_item (round, run_pass, &round->runs[OND_CLI_N_PASSES + i]);
    }
  for (int p = 0; p < N_PLACES; p++)
    for (int f = 0; places[p].floor != NULL && f < OND_BENCH_N_FLOORS; f++)
      round->floors[p][f] = add_item (round, run_floors[f], places[p].floor);
}

static double
item_seconds (const OndBenchItem *item)
{
  return item != NULL ? item->seconds : NAN;
}

static void
take_round (OndBench *self, const Round *round, const Place places[N_PLACES], gsize wavelet,
            guint runs)
{
  for (int i = 0; i < OND_CLI_N_PASSES; i++)
    {
      OndBenchRow *row = &self->rows[(gsize) i * self->n_scale * self->n_xi + wavelet];
      int place = place_of (self, ond_cli_passes[i].pass);

      memcpy (row->padded, places[place].size, sizeof row->padded);
      row->wavelet = *round->runs[i].wavelet;
      row->runs = runs;
      row->seconds = item_seconds (round->passes[i]);
      row->periodic = item_seconds (round->peers[i]);
      for (int f = 0; f < OND_BENCH_N_FLOORS; f++)
        row->floors[f] = item_seconds (round->floors[place][f]);
    }
}

gboolean
ond_bench_measure_passes (OndBench *self, GError **error)
{
  OndSettings *settings = self->cli->settings;
  OndWavelet wavelet = ond_settings_get_wavelet (settings);
  Place places[N_PLACES] = { { .bench = self }, { .bench = self }, { .bench = self } };
  OndCliProgress progress;
  gsize n = self->n_xi * self->n_scale;
  gboolean ok = TRUE;

  self->rows = g_new0 (OndBenchRow, OND_CLI_N_PASSES * n);
  ond_cli_progress_begin (&progress, self->cli, 0, n);
  for (gsize i = 0; ok && i < n; i++)
    {
      Round round = { 0 };
      gboolean warm;

      wavelet.xi = settings->grids[OND_PARAMETER_XI]->values[i % self->n_xi];
      wavelet.scale = settings->grids[OND_PARAMETER_SCALE]->values[i / self->n_xi];
      ok = open_places (self, places, &wavelet, &warm, error);
      if (!ok)
        break;
      fill_round (self, &round, places, &wavelet);
      take_round (self, &round, places, i, ond_bench_run (self, round.items, round.n, warm));
      ond_cli_progress_update (&progress, i + 1);
      ok = !g_cancellable_set_error_if_cancelled (self->cli->cancellable, error);
    }
  ond_cli_progress_end (&progress);
  for (int p = 0; p < N_PLACES; p++)
    place_clear (&places[p]);
  ond_engine_clear (self->engine);
  return ok;
}
