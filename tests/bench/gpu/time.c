/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of the passes on a periodic grid of noise: medians of rounds. */
#include "gpu-bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 7
#define MOST_WAVELETS 64
#define LARGEST_BATCH 16

/* Of a round, at least. Tests, which do not look at times, ask for none: one round is made then. */
#define SECONDS_A_ROUND 0.1
#define SECONDS_VARIABLE "GPU_BENCH_SECONDS"

typedef struct
{
  Bench *bench;
  OndDomain domain;
  size_t n_voxels;
  float *samples;
  OndImage *image;
  OndWavelet wavelets[MOST_WAVELETS];
  OndMoments moments[MOST_WAVELETS];
  double energy[MOST_WAVELETS];
  float *volume, *slices[OND_N_AXES];
  OndCall call;
  int batch; /* of the pass that is timed */
} Timing;

static uint32_t
next (uint32_t *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* Noise; directions everywhere, stretches 1 ... 20 and scales 1.5 ... 2.5, as in a sweep. */
static void
fill (Timing *self)
{
  uint32_t state = 2463534242u;
  double sum = 0;

  for (size_t i = 0; i < self->n_voxels; i++)
    {
      self->samples[i] = (float) next (&state) / 8388608.0f - 1;
      sum += self->samples[i];
    }
  self->domain.dc = sum;
  for (int i = 0; i < MOST_WAVELETS; i++)
    self->wavelets[i] =
        (OndWavelet){ next (&state) / 16777216.0 * OND_PI, next (&state) / 16777216.0 * OND_PI,
                      1 + i % 20, 1.5 + 0.25 * (i % 5), OND_NORM_L2 };
}

static bool
alloc (Timing *self)
{
  const int32_t *n = self->domain.size;

  self->samples = malloc (self->n_voxels * sizeof (float));
  self->volume = malloc (self->n_voxels * sizeof (float));
  for (int i = 0; i < OND_N_AXES; i++)
    if (self->domain.rank == 3 || i == OND_Z)
      {
        self->slices[i] = malloc (self->n_voxels / (size_t) n[i] * sizeof (float));
        if (self->slices[i] == NULL)
          return false;
      }
  return self->samples != NULL && self->volume != NULL;
}

static void
clear (Timing *self)
{
  if (self->image != NULL)
    self->bench->backend->close (self->image);
  for (int i = 0; i < OND_N_AXES; i++)
    free (self->slices[i]);
  free (self->samples);
  free (self->volume);
}

/* An open image; *seconds is what the second opening took, as the first makes ready much else. */
static bool
begin (Timing *self, Bench *bench, char **arguments, double *seconds)
{
  const OndBackend *backend = bench->backend;

  memset (self, 0, sizeof *self);
  self->bench = bench;
  self->call = bench_call ();
  self->n_voxels = 1;
  for (int i = 0; i < OND_N_AXES; i++)
    {
      long n = strtol (arguments[i], NULL, 10);

      if (n < 1 || n > 100000)
        {
          fprintf (stderr, "%s is no number of voxels\n", arguments[i]);
          return false;
        }
      self->domain.size[i] = self->domain.crop[i] = (int32_t) n;
      self->domain.edge[i] = 1;
      self->n_voxels *= (size_t) n;
    }
  self->domain.rank = self->domain.size[OND_Z] > 1 ? 3 : 2;
  if (!alloc (self))
    {
      fprintf (stderr, "no memory for %zu voxels\n", self->n_voxels);
      return false;
    }
  fill (self);
  for (int i = 0; i < 2; i++)
    {
      double begun = bench_seconds ();

      if (self->image != NULL)
        backend->close (self->image);
      self->image = NULL;
      if (!bench_ok ("open",
                     backend->open (&self->domain, self->samples, NULL, &self->image, &self->call),
                     &self->call))
        return false;
      *seconds = bench_seconds () - begun;
    }
  return true;
}

/* All wavelets, a batch at a time. */
static OndStatus
run_stats (Timing *self)
{
  OndStatus status = OND_OK;

  for (int i = 0; i < MOST_WAVELETS && status == OND_OK; i += self->batch)
    status = self->bench->backend->stats (self->image, self->wavelets + i, self->batch,
                                          self->moments + i, &self->call);
  return status;
}

static OndStatus
run_energy (Timing *self)
{
  return self->bench->backend->energy (self->image, self->wavelets, self->batch, self->energy,
                                       &self->call);
}

static OndStatus
run_slices (Timing *self)
{
  int32_t at[OND_N_AXES];

  for (int i = 0; i < OND_N_AXES; i++)
    at[i] = self->domain.size[i] / 3;
  return self->bench->backend->slices (self->image, self->wavelets, at, self->slices, &self->call);
}

static OndStatus
run_volume (Timing *self)
{
  return self->bench->backend->volume (self->image, self->wavelets, self->volume, self->moments,
                                       &self->call);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The median time of a call; negative when one failed. */
static double
median (Timing *self, const char *what, OndStatus (*run) (Timing *self))
{
  const char *text = getenv (SECONDS_VARIABLE);
  const double least = text != NULL ? strtod (text, NULL) : SECONDS_A_ROUND;
  const int rounds = least > 0 ? ROUNDS : 1;
  double times[ROUNDS], once = 0;
  int calls = 1;

  for (int round = least > 0 ? -2 : 0; round < rounds; round++) /* warm up; count with; time */
    {
      double begun = bench_seconds ();

      for (int i = 0; i < calls; i++)
        if (!bench_ok (what, run (self), &self->call))
          return -1;
      once = (bench_seconds () - begun) / calls;
      if (round == -1)
        calls = once < least ? (int) (least / once) + 1 : 1;
      if (round >= 0)
        times[round] = once;
    }
  qsort (times, (size_t) rounds, sizeof *times, compare);
  return times[rounds / 2];
}

/* Statistics by batch, the last one a chunk of a sweep, and whether they are the same bits whatever
 * the batch. */
static bool
time_stats (Timing *self)
{
  static const int batches[] = { 1, 2, 4, 8, 16, MOST_WAVELETS };
  OndMoments first[MOST_WAVELETS];
  bool same = true;

  printf ("\"stats_us\": {");
  for (size_t i = 0; i < sizeof batches / sizeof *batches; i++)
    {
      double seconds;

      self->batch = batches[i];
      memset (self->moments, 0xff, sizeof self->moments);
      seconds = median (self, "stats", run_stats);
      if (seconds < 0)
        return false;
      printf ("%s\"%d\": %.2f", i > 0 ? ", " : "", self->batch, seconds / MOST_WAVELETS * 1e6);
      if (i == 0)
        memcpy (first, self->moments, sizeof first);
      same = same && memcmp (first, self->moments, sizeof first) == 0;
    }
  printf ("}, \"same_bits\": %s, ", same ? "true" : "false");
  return true;
}

static bool
save (const char *folder, const char *name, const void *bytes, size_t n)
{
  char path[4096];
  FILE *file;
  bool ok;

  snprintf (path, sizeof path, "%s/%s", folder, name);
  file = fopen (path, "wb");
  ok = file != NULL && fwrite (bytes, 1, n, file) == n;
  ok = (file == NULL || fclose (file) == 0) && ok;
  if (!ok)
    fprintf (stderr, "%s: cannot be written\n", path);
  return ok;
}

/* For peers.py: nx, ny, nz, n as int32; the samples; n times theta, phi, xi, scale; n times sum,
 * sum2, max, as double. */
static bool
save_all (const Timing *self, const char *folder)
{
  const int32_t *n = self->domain.size, head[] = { n[0], n[1], n[2], LARGEST_BATCH };
  double wavelets[LARGEST_BATCH][4], results[LARGEST_BATCH][3];

  for (int i = 0; i < LARGEST_BATCH; i++)
    {
      const OndWavelet *wavelet = &self->wavelets[i];
      const OndMoments *moments = &self->moments[i];

      wavelets[i][0] = wavelet->theta;
      wavelets[i][1] = wavelet->phi;
      wavelets[i][2] = wavelet->xi;
      wavelets[i][3] = wavelet->scale;
      results[i][0] = moments->sum;
      results[i][1] = moments->sum2;
      results[i][2] = moments->max;
    }
  return save (folder, "head", head, sizeof head)
         && save (folder, "samples", self->samples, self->n_voxels * sizeof (float))
         && save (folder, "wavelets", wavelets, sizeof wavelets)
         && save (folder, "results", results, sizeof results);
}

static bool
time_all (Timing *self, double open_seconds)
{
  double energy, slices, volume;

  printf ("{\"size\": [%d, %d, %d], ", self->domain.size[OND_X], self->domain.size[OND_Y],
          self->domain.size[OND_Z]);
  if (!time_stats (self))
    return false;
  self->batch = LARGEST_BATCH;
  energy = median (self, "energy", run_energy);
  slices = median (self, "slices", run_slices);
  volume = median (self, "volume", run_volume);
  printf ("\"energy_us\": %.2f, \"slices_us\": %.2f, \"volume_us\": %.2f, \"open_us\": %.2f}\n",
          energy / LARGEST_BATCH * 1e6, slices * 1e6, volume * 1e6, open_seconds * 1e6);
  /* The volume pass has put its own moments in the place of the first. */
  return energy >= 0 && slices >= 0 && volume >= 0
         && bench_ok ("stats", run_stats (self), &self->call);
}

int
bench_time (Bench *self, int n, char **arguments)
{
  Timing timing;
  double open_seconds = 0;
  bool ok = begin (&timing, self, arguments, &open_seconds) && time_all (&timing, open_seconds)
            && (n < 4 || save_all (&timing, arguments[3]));

  clear (&timing);
  return !ok;
}

int
bench_once (Bench *self, int n, char **arguments)
{
  Timing timing;
  double open_seconds = 0;
  bool ok = begin (&timing, self, arguments, &open_seconds);

  (void) n;
  timing.batch = (int) strtol (arguments[3], NULL, 10);
  if (ok && (timing.batch < 1 || MOST_WAVELETS % timing.batch != 0))
    {
      fprintf (stderr, "%s does not divide %d\n", arguments[3], MOST_WAVELETS);
      ok = false;
    }
  ok = ok && bench_ok ("stats", run_stats (&timing), &timing.call);
  printf ("{\"once\": %d, \"points\": %d}\n", timing.batch, MOST_WAVELETS);
  clear (&timing);
  return !ok;
}
