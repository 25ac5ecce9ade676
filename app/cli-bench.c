/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli bench`: the passes against FFTW's own 3-D inverse transform of the same padded
 * size, on this machine. Times are medians; FFTW's is one thread of a measured plan and does
 * nothing but transform. */
#include "cli.h"

#include "../core/error.h"
#include "../core/sample.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>

#define MAX_RUNS 101

typedef struct
{
  OndCli *cli;
  OndVolume *volume;
  OndEngine *engine;
  OndWavelet wavelet;
  gint32 padded[OND_CLI_N_PASSES][OND_N_AXES];
  double open, passes[OND_CLI_N_PASSES]; /* seconds; NaN where not possible */
  double plain[OND_CLI_N_PASSES];        /* FFTW's inverse at the pass's padded size */
  int runs;
} Bench;

static int
compare_times (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *times, int n)
{
  qsort (times, (size_t) n, sizeof *times, compare_times);
  return n % 2 ? times[n / 2] : (times[n / 2 - 1] + times[n / 2]) / 2;
}

static double
seconds_since (gint64 begun)
{
  return (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
}

/* The median time of a complex-to-real transform that is planned as well as the passes are; NaN
 * without memory. */
static double
time_plain (const Bench *self, const gint32 size[OND_N_AXES])
{
  gsize rows = (gsize) size[OND_Y] * (gsize) size[OND_Z],
        n_complex = rows * (gsize) (size[OND_X] / 2 + 1);
  fftwf_complex *spectrum = fftwf_malloc (n_complex * sizeof *spectrum);
  float *samples = fftwf_malloc (rows * (gsize) size[OND_X] * sizeof *samples);
  double times[MAX_RUNS], result = NAN;
  fftwf_plan plan = NULL;

  if (spectrum != NULL && samples != NULL)
    plan = fftwf_plan_dft_c2r_3d (size[OND_Z], size[OND_Y], size[OND_X], spectrum, samples,
                                  FFTW_MEASURE);
  for (gsize i = 0; plan != NULL && i < n_complex; i++)
    spectrum[i][0] = spectrum[i][1] = 0;
  for (int run = -1; plan != NULL && run < self->runs; run++)
    {
      gint64 begun = g_get_monotonic_time ();
      fftwf_execute (plan);
      times[MAX (run, 0)] = seconds_since (begun);
    }
  if (plan != NULL)
    {
      result = median (times, self->runs);
      fftwf_destroy_plan (plan);
    }
  fftwf_free (spectrum);
  fftwf_free (samples);
  return result;
}

/* The first run, which plans and wakes the memory, is not counted. */
static double
time_pass (const Bench *self, OndPass pass, OndTransform *transform)
{
  double times[MAX_RUNS];

  for (int run = -1; run < self->runs; run++)
    {
      gint64 begun = g_get_monotonic_time ();
      if (!ond_cli_run_pass (pass, transform, ond_volume_get_geometry (self->volume),
                             &self->wavelet, self->cli->cancellable))
        return NAN;
      times[MAX (run, 0)] = seconds_since (begun);
    }
  return median (times, self->runs);
}

static gboolean
measure (Bench *self, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);

  for (gsize i = 0; i < OND_CLI_N_PASSES; i++)
    {
      OndMethod method = self->cli->settings->method;
      g_autoptr (OndTransform) transform = NULL;
      gint64 begun;

      if (ond_cli_passes[i].pass == OND_PASS_ENERGY)
        method.boundary = OND_BOUNDARY_PERIODIC;
      ond_engine_padded_size (geometry, &method, &self->wavelet, 1, self->padded[i]);
      begun = g_get_monotonic_time ();
      transform = ond_engine_get_transform (self->engine, self->volume, &method, &self->wavelet, 1,
                                            OND_LANE_INTERACTIVE, self->cli->cancellable, error);
      if (transform == NULL)
        return FALSE;
      if (i == 0)
        self->open = seconds_since (begun);
      self->passes[i] = time_pass (self, ond_cli_passes[i].pass, transform);
      self->plain[i] = time_plain (self, self->padded[i]);
    }
  return !g_cancellable_set_error_if_cancelled (self->cli->cancellable, error);
}

static void
print_text (const Bench *self)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);

  ond_cli_print ("volume", "%d x %d x %d voxels, xi %g, scale %g, %s", geometry->n[OND_X],
                 geometry->n[OND_Y], geometry->n[OND_Z], self->wavelet.xi, self->wavelet.scale,
                 ond_boundaries[self->cli->settings->method.boundary].name);
  ond_cli_print ("device", "%s; FFTW: %s, 1 thread", ond_engine_get_device (self->engine),
                 fftwf_version);
  ond_cli_print ("open", "%.3f ms, planning included", 1e3 * self->open);
  for (gsize i = 0; i < OND_CLI_N_PASSES; i++)
    ond_cli_print (ond_cli_passes[i].name,
                   "%9.3f ms; plain FFTW of %d x %d x %d %9.3f ms; ratio %.2f",
                   1e3 * self->passes[i], self->padded[i][OND_X], self->padded[i][OND_Y],
                   self->padded[i][OND_Z], 1e3 * self->plain[i], self->passes[i] / self->plain[i]);
}

static void
json_pass (const Bench *self, JsonBuilder *builder, gsize i)
{
  json_builder_set_member_name (builder, ond_cli_passes[i].name);
  json_builder_begin_object (builder);
  ond_cli_json_number (builder, "seconds", self->passes[i]);
  ond_cli_json_number (builder, "fftw_seconds", self->plain[i]);
  ond_cli_json_number (builder, "ratio", self->passes[i] / self->plain[i]);
  json_builder_set_member_name (builder, "padded");
  json_builder_begin_array (builder);
  for (int k = 0; k < OND_N_AXES; k++)
    json_builder_add_int_value (builder, self->padded[i][k]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
print_json (const Bench *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "dims");
  json_builder_begin_array (builder);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_int_value (builder, ond_volume_get_geometry (self->volume)->n[i]);
  json_builder_end_array (builder);
  ond_cli_json_text (builder, "device", ond_engine_get_device (self->engine));
  ond_cli_json_integer (builder, "threads", ond_engine_get_threads (self->engine));
  ond_cli_json_text (builder, "fftw", fftwf_version);
  ond_cli_json_integer (builder, "runs", self->runs);
  ond_cli_json_number (builder, "open_seconds", self->open);
  json_builder_set_member_name (builder, "passes");
  json_builder_begin_object (builder);
  for (gsize i = 0; i < OND_CLI_N_PASSES; i++)
    json_pass (self, builder, i);
  json_builder_end_object (builder);
  ond_cli_json_print (builder);
}

gboolean
ond_cli_bench (OndCli *cli, GError **error)
{
  int size = 128, runs = 11;
  const GOptionEntry entries[] = {
    { "size", 0, 0, G_OPTION_ARG_INT, &size,
      "Without a file: voxels along each axis of a sample volume (128)", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &runs, "Runs of each pass, of which the median is taken (11)",
      "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (OndEngine) engine = NULL;
  Bench bench = { .cli = cli };

  if (!ond_cli_parse (cli, entries, error) || !ond_cli_get_wavelet (cli, &bench.wavelet, error))
    return FALSE;
  if (runs < 1 || runs > MAX_RUNS)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "--runs %d: it must be between 1 and %d",
                   runs, MAX_RUNS);
      return FALSE;
    }
  volume = cli->files ? ond_cli_read_volume (cli, error) : ond_sample_new (size, 3, 0.2, error);
  engine = volume ? ond_cli_new_engine (cli, error) : NULL;
  if (engine == NULL)
    return FALSE;
  bench.volume = volume;
  bench.engine = engine;
  bench.runs = runs;
  if (!measure (&bench, error))
    return FALSE;
  if (cli->json)
    print_json (&bench);
  else
    print_text (&bench);
  return TRUE;
}
