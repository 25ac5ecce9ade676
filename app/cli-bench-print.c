/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmark as a table and as JSON. */
#include "cli-bench.h"

#include "../core/kernels.h"

#include <math.h>
#include <string.h>

/* What the columns of ratios divide by; the last only where something is padded. */
static const struct
{
  const char *column, *json;
  gsize offset;
} divisors[] = {
  { "/ c2r", "c2r", G_STRUCT_OFFSET (OndBenchRow, floors[OND_BENCH_C2R]) },
  { "/ lines", "lines", G_STRUCT_OFFSET (OndBenchRow, floors[OND_BENCH_LINES]) },
  { "/ stored", "lines_stored", G_STRUCT_OFFSET (OndBenchRow, floors[OND_BENCH_LINES_STORED]) },
  { "/ periodic", "periodic", G_STRUCT_OFFSET (OndBenchRow, periodic) },
};

static double
divisor (const OndBenchRow *row, gsize d)
{
  return G_STRUCT_MEMBER (double, row, divisors[d].offset);
}

static gsize
n_rows (const OndBench *self)
{
  return self->n_xi * self->n_scale;
}

/* Median over the wavelets of a pass of seconds, or of the ratio to divisor d. */
static double
pass_median (const OndBench *self, gsize pass, int d)
{
  gsize n = n_rows (self);
  g_autofree double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    {
      const OndBenchRow *row = &self->rows[pass * n + i];
      values[i] = d < 0 ? row->seconds : row->seconds / divisor (row, (gsize) d);
    }
  return ond_bench_median (values, n);
}

/* The model of the processor as Linux has it, or "unknown". Free with g_free. */
static char *
get_processor (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    lines = g_strsplit (text, "\n", -1);
  for (gsize i = 0; lines != NULL && lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "model name") && strchr (lines[i], ':') != NULL)
      return g_strstrip (g_strdup (strchr (lines[i], ':') + 1));
  return g_strdup ("unknown");
}

static void
add_number (GString *text, int width, int digits, double value)
{
  if (isfinite (value))
    g_string_append_printf (text, " %*.*f", width, digits, value);
  else
    g_string_append_printf (text, " %*s", width, "-");
}

static void
print_header (const OndBench *self)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  const OndWavelet wavelet = ond_settings_get_wavelet (self->cli->settings);
  g_autofree char *processor = get_processor ();

  ond_cli_print ("volume", "%d x %d x %d voxels, %s; theta %g deg, phi %g deg", geometry->n[OND_X],
                 geometry->n[OND_Y], geometry->n[OND_Z], ond_boundaries[self->method.boundary].name,
                 ond_wavelet_get (&wavelet, OND_PARAMETER_THETA),
                 ond_wavelet_get (&wavelet, OND_PARAMETER_PHI));
  ond_cli_print ("device", "%s; processor: %s; kernels: %s", ond_engine_get_device (self->engine),
                 processor, ond_kernels_get ()->name);
  ond_cli_print ("fftw", "%s", ond_floor_get_fftw ());
  ond_cli_print ("c2r", "FFTW's own 3-D transform back, on as many threads");
  ond_cli_print ("lines", "the statistics' one-dimensional transforms alone; stored: with panels");
}

static void
print_row (const OndBench *self, gsize pass, gsize index)
{
  const OndBenchRow *row = &self->rows[pass * n_rows (self) + index];
  g_autofree char *size =
      g_strdup_printf ("%d x %d x %d", row->padded[OND_X], row->padded[OND_Y], row->padded[OND_Z]);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%5g %5g %19s", row->wavelet.xi, row->wavelet.scale, size);
  add_number (text, 10, 3, 1e3 * row->seconds);
  add_number (text, 9, 3, 1e3 * row->floors[OND_BENCH_C2R]);
  for (gsize d = 0; d < G_N_ELEMENTS (divisors); d++)
    add_number (text, 10, 3, row->seconds / divisor (row, d));
  ond_cli_print (ond_cli_passes[pass].name, "%s", text->str);
}

static void
print_table (const OndBench *self)
{
  g_autoptr (GString) head = g_string_new (NULL);

  g_string_append_printf (head, "%5s %5s %19s %10s %9s", "xi", "scale", "padded", "ms", "c2r ms");
  for (gsize d = 0; d < G_N_ELEMENTS (divisors); d++)
    g_string_append_printf (head, " %10s", divisors[d].column);
  ond_cli_print ("pass", "%s", head->str);
  for (gsize pass = 0; pass < OND_CLI_N_PASSES; pass++)
    for (gsize i = 0; i < n_rows (self); i++)
      print_row (self, pass, i);
  for (gsize pass = 0; pass < OND_CLI_N_PASSES; pass++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      g_string_append_printf (text, "%-31s", ond_cli_passes[pass].name);
      add_number (text, 10, 3, 1e3 * pass_median (self, pass, -1));
      add_number (text, 9, 3, NAN);
      for (int d = 0; d < (int) G_N_ELEMENTS (divisors); d++)
        add_number (text, 10, 3, pass_median (self, pass, d));
      ond_cli_print ("median", "%s", text->str);
    }
}

/* A line that has no meaning when `value` is not a number. */
static void
print_value (const char *label, double value, const char *unit, const char *what)
{
  if (isfinite (value))
    ond_cli_print (label, "%.4g %s (%s)", value, unit, what);
  else
    ond_cli_print (label, "not possible (%s)", what);
}

static void
print_work (const OndBench *self)
{
  const OndBenchWork *work = &self->work;
  int threads = ond_engine_get_threads (self->engine);
  g_autofree char *gain = g_strdup_printf ("stats, xi 3, scale 2: %.3f and %.3f ms",
                                           1e3 * work->stats, 1e3 * work->stats_one_thread);
  g_autofree char *more = g_strdup_printf ("times as fast with %d threads as with one", threads);
  g_autofree char *points = g_strdup_printf (
      "energy, mean, std, min, max; xi 3, scale 2, %d directions", OND_BENCH_DIRECTIONS);

  if (threads > 1)
    print_value ("threads", work->stats_one_thread / work->stats, more, gain);
  print_value ("sweep", OND_BENCH_DIRECTIONS / work->sweep, "points/s", points);
  for (gsize i = 0; i < self->energy_scale->n; i++)
    {
      g_autofree char *what = g_strdup_printf ("xi %.60s, scale %g", self->energy_xi->text,
                                               self->energy_scale->values[i]);
      print_value ("energy maps", work->energies[i], "s a direction", what);
    }
}

static void
print_sliders (const OndBenchWork *work)
{
  g_autofree char *what =
      g_strdup_printf ("the slices %.3f ms instead of %.3f ms; %d points "
                       "of the sweep meanwhile",
                       1e3 * work->sliders_sweeping, 1e3 * work->sliders, work->sliders_points);

  print_value ("sliders", work->sliders_sweeping / work->sliders,
               "times the time at rest while a sweep runs", what);
  print_value ("cancel", 1e3 * work->cancel, "ms", "until the sweep had stopped");
}

void
ond_bench_print_text (const OndBench *self)
{
  print_header (self);
  print_table (self);
  print_work (self);
  print_sliders (&self->work);
}

static void
json_size (JsonBuilder *builder, const char *member, const gint32 size[OND_N_AXES])
{
  json_builder_set_member_name (builder, member);
  json_builder_begin_array (builder);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_int_value (builder, size[i]);
  json_builder_end_array (builder);
}

static void
json_row (const OndBench *self, JsonBuilder *builder, gsize pass, gsize index)
{
  const OndBenchRow *row = &self->rows[pass * n_rows (self) + index];

  json_builder_begin_object (builder);
  ond_cli_json_text (builder, "pass", ond_cli_passes[pass].name);
  ond_cli_json_number (builder, "xi", row->wavelet.xi);
  ond_cli_json_number (builder, "scale", row->wavelet.scale);
  json_size (builder, "padded", row->padded);
  ond_cli_json_integer (builder, "runs", row->runs);
  ond_cli_json_number (builder, "seconds", row->seconds);
  for (gsize d = 0; d < G_N_ELEMENTS (divisors); d++)
    {
      g_autofree char *seconds = g_strconcat (divisors[d].json, "_seconds", NULL),
                      *ratio = g_strconcat (divisors[d].json, "_ratio", NULL);
      ond_cli_json_number (builder, seconds, divisor (row, d));
      ond_cli_json_number (builder, ratio, row->seconds / divisor (row, d));
    }
  json_builder_end_object (builder);
}

static void
json_passes (const OndBench *self, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (gsize pass = 0; pass < OND_CLI_N_PASSES; pass++)
    for (gsize i = 0; i < n_rows (self); i++)
      json_row (self, builder, pass, i);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "passes");
  json_builder_begin_object (builder);
  for (gsize pass = 0; pass < OND_CLI_N_PASSES; pass++)
    {
      json_builder_set_member_name (builder, ond_cli_passes[pass].name);
      json_builder_begin_object (builder);
      ond_cli_json_number (builder, "seconds", pass_median (self, pass, -1));
      for (int d = 0; d < (int) G_N_ELEMENTS (divisors); d++)
        {
          g_autofree char *ratio = g_strconcat (divisors[d].json, "_ratio", NULL);
          ond_cli_json_number (builder, ratio, pass_median (self, pass, d));
        }
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
json_work (const OndBench *self, JsonBuilder *builder)
{
  const OndBenchWork *work = &self->work;

  json_builder_set_member_name (builder, "threads_gain");
  json_builder_begin_object (builder);
  ond_cli_json_number (builder, "seconds", work->stats);
  ond_cli_json_number (builder, "one_thread_seconds", work->stats_one_thread);
  ond_cli_json_number (builder, "ratio", work->stats_one_thread / work->stats);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "sweep");
  json_builder_begin_object (builder);
  ond_cli_json_integer (builder, "points", OND_BENCH_DIRECTIONS);
  ond_cli_json_number (builder, "seconds", work->sweep);
  ond_cli_json_number (builder, "points_per_second", OND_BENCH_DIRECTIONS / work->sweep);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "sliders");
  json_builder_begin_object (builder);
  ond_cli_json_number (builder, "seconds", work->sliders);
  ond_cli_json_number (builder, "sweeping_seconds", work->sliders_sweeping);
  ond_cli_json_number (builder, "ratio", work->sliders_sweeping / work->sliders);
  ond_cli_json_integer (builder, "sweep_points", work->sliders_points);
  ond_cli_json_number (builder, "cancel_seconds", work->cancel);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "energy_maps");
  json_builder_begin_array (builder);
  for (gsize i = 0; i < self->energy_scale->n; i++)
    {
      json_builder_begin_object (builder);
      ond_cli_json_number (builder, "scale", self->energy_scale->values[i]);
      ond_cli_json_integer (builder, "wavelets", (gint64) self->energy_xi->n);
      ond_cli_json_number (builder, "seconds_per_direction", work->energies[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
ond_bench_print_json (const OndBench *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const OndWavelet wavelet = ond_settings_get_wavelet (self->cli->settings);
  g_autofree char *processor = get_processor ();

  json_builder_begin_object (builder);
  json_size (builder, "dims", ond_volume_get_geometry (self->volume)->n);
  ond_cli_json_text (builder, "boundary", ond_boundaries[self->method.boundary].name);
  ond_cli_json_number (builder, "theta", ond_wavelet_get (&wavelet, OND_PARAMETER_THETA));
  ond_cli_json_number (builder, "phi", ond_wavelet_get (&wavelet, OND_PARAMETER_PHI));
  ond_cli_json_text (builder, "device", ond_engine_get_device (self->engine));
  ond_cli_json_integer (builder, "threads", ond_engine_get_threads (self->engine));
  ond_cli_json_text (builder, "processor", processor);
  ond_cli_json_text (builder, "kernels", ond_kernels_get ()->name);
  ond_cli_json_text (builder, "fftw", ond_floor_get_fftw ());
  json_passes (self, builder);
  json_work (self, builder);
  ond_cli_json_print (builder);
}
