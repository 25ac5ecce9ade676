/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli info`: what is in a file and what work on it will cost. Times are measured on a
 * volume that is small enough for that, otherwise on a sample volume and scaled with N log N; the
 * output says which. */
#include "cli.h"

#include "../core/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST_MEASURED (1u << 23) /* voxels: some seconds for all passes together */
#define SAMPLE_SIZE 96

typedef struct
{
  guint64 bytes;  /* beside the samples; 0 when not known */
  double seconds; /* NaN when not known */
} Cost;

typedef struct
{
  OndCli *cli;
  OndVolume *volume;
  GPtrArray *images;
  OndWavelet wavelet;
  Cost costs[OND_CLI_N_PASSES];
  double open_seconds; /* the transform that all passes share */
  gboolean measured;   /* on this volume; else estimated */
  gsize n_nan, n_inf;
} Info;

static double
seconds_since (gint64 begun)
{
  return (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
}

/* Runs every pass twice on `volume`; the second run is what a user meets, the first also wakes the
 * memory. */
static void
measure (Info *self, OndEngine *engine, OndVolume *volume, double factor)
{
  GCancellable *cancel = self->cli->cancellable;
  OndMethod periodic = self->cli->settings->method;
  g_autoptr (OndCliBuffers) buffers = ond_cli_buffers_new (ond_volume_get_geometry (volume));

  periodic.boundary = OND_BOUNDARY_PERIODIC;
  for (gsize i = 0; i < OND_CLI_N_PASSES; i++)
    {
      const OndMethod *method =
          ond_cli_passes[i].pass == OND_PASS_ENERGY ? &periodic : &self->cli->settings->method;
      gint64 begun = g_get_monotonic_time ();
      g_autoptr (OndTransform) transform = ond_engine_get_transform (
          engine, volume, method, &self->wavelet, 1, OND_LANE_INTERACTIVE, cancel, NULL);
      if (i == 0)
        self->open_seconds = factor * seconds_since (begun);
      self->costs[i].seconds = NAN;
      for (int run = 0; run < 2 && transform != NULL; run++)
        {
          begun = g_get_monotonic_time ();
          if (ond_cli_run_pass (ond_cli_passes[i].pass, transform, buffers, &self->wavelet,
                                OND_LANE_INTERACTIVE, cancel, NULL))
            self->costs[i].seconds = factor * seconds_since (begun);
        }
    }
}

static double
work (double n_voxels)
{
  return n_voxels * log2 (fmax (n_voxels, 2));
}

static gboolean
estimate_costs (Info *self, GError **error)
{
  g_autoptr (OndEngine) engine = ond_cli_new_engine (self->cli, error);
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  double n = (double) ond_volume_get_n_voxels (self->volume);

  if (engine == NULL)
    return FALSE;
  for (gsize i = 0; i < OND_CLI_N_PASSES; i++)
    {
      OndMethod method = self->cli->settings->method;
      if (ond_cli_passes[i].pass == OND_PASS_ENERGY)
        method.boundary = OND_BOUNDARY_PERIODIC;
      if (!ond_engine_estimate (engine, geometry, &method, &self->wavelet, 1,
                                ond_cli_passes[i].pass, &self->costs[i].bytes, NULL))
        self->costs[i].bytes = 0;
    }
  self->measured = n <= LARGEST_MEASURED;
  if (self->measured)
    measure (self, engine, self->volume, 1);
  else
    {
      int rank = ond_geometry_rank (geometry);
      g_autoptr (OndVolume) sample =
          ond_sample_new (rank == 2 ? 1024 : SAMPLE_SIZE, rank, 0.2, error);
      if (sample == NULL)
        return FALSE;
      measure (self, engine, sample, work (n) / work ((double) ond_volume_get_n_voxels (sample)));
    }
  return !g_cancellable_set_error_if_cancelled (self->cli->cancellable, error);
}

static void
count_invalid (Info *self)
{
  const float *samples = ond_volume_get_samples (self->volume);
  gsize n =
      ond_volume_get_n_invalid (self->volume) > 0 ? ond_volume_get_n_voxels (self->volume) : 0;

  for (gsize i = 0; i < n; i++)
    {
      self->n_nan += isnan (samples[i]) != 0;
      self->n_inf += isinf (samples[i]) != 0;
    }
}

/* "100 x 50 x 50, BITPIX -64" */
static char *
describe_image (const OndImageEntry *entry)
{
  GString *text = g_string_new (entry->n_axes == 0 ? "empty" : NULL);

  for (int i = 0; i < entry->n_axes; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " x " : "", entry->axes[i]);
  if (entry->n_axes > 0)
    g_string_append_printf (text, ", BITPIX %d", entry->bitpix);
  if (entry->name != NULL)
    g_string_append_printf (text, ", %s", entry->name);
  if (entry->compressed)
    g_string_append (text, ", compressed");
  if (entry->why_not != NULL)
    g_string_append_printf (text, " (%s)", entry->why_not);
  return g_string_free (text, FALSE);
}

static void
print_costs (const Info *self)
{
  const char *how = self->measured ? "measured" : "estimated from a small sample volume";

  ond_cli_print ("open", "%.3g s, once (%s)", self->open_seconds, how);
  for (gsize i = 0; i < OND_CLI_N_PASSES; i++)
    {
      g_autofree char *bytes = ond_cli_format_bytes (self->costs[i].bytes);
      g_autofree char *time = isnan (self->costs[i].seconds)
                                  ? g_strdup ("not possible")
                                  : g_strdup_printf ("%.3g s (%s)", self->costs[i].seconds, how);
      ond_cli_print (ond_cli_passes[i].name, "%s beside the samples, %s: %s",
                     self->costs[i].bytes ? bytes : "unknown memory", time, ond_cli_passes[i].help);
    }
}

static void
print_text (const Info *self)
{
  const OndVolume *volume = self->volume;
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const OndVolumeInfo *info = ond_volume_get_info (volume);
  g_autofree char *bytes = ond_cli_format_bytes (ond_volume_get_n_voxels (volume) * sizeof (float));

  ond_cli_print ("file", "%s", self->cli->files[0]);
  for (guint i = 0; i < self->images->len; i++)
    {
      const OndImageEntry *entry = g_ptr_array_index (self->images, i);
      g_autofree char *label = g_strdup_printf ("hdu %d", entry->hdu);
      g_autofree char *text = describe_image (entry);
      ond_cli_print (label, "%s", text);
    }
  ond_cli_print ("used", "%s", info->hdu ? info->hdu : "the only image");
  if (info->note != NULL)
    ond_cli_print ("note", "%s", info->note);
  ond_cli_print ("grid", "%d x %d x %d voxels, %s as float", geometry->n[OND_X], geometry->n[OND_Y],
                 geometry->n[OND_Z], bytes);
  ond_cli_print ("voxel", "%g x %g x %g", geometry->edge[OND_X], geometry->edge[OND_Y],
                 geometry->edge[OND_Z]);
  if (info->edge_length > 0)
    ond_cli_print ("edge", "%g %s is the smallest", info->edge_length,
                   info->length_unit ? info->length_unit : "");
  ond_cli_print ("unit", "%s", info->unit ? info->unit : "none");
  ond_cli_print ("invalid", "%" G_GSIZE_FORMAT " NaN, %" G_GSIZE_FORMAT " Inf", self->n_nan,
                 self->n_inf);
  ond_cli_print ("range", "%.9g ... %.9g", ond_volume_get_min (volume),
                 ond_volume_get_max (volume));
  ond_cli_print ("mean", "%.9g, standard deviation %.9g", ond_volume_get_mean (volume),
                 ond_volume_get_std (volume));
  print_costs (self);
}

static void
json_images (const Info *self, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "images");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->images->len; i++)
    {
      const OndImageEntry *entry = g_ptr_array_index (self->images, i);
      json_builder_begin_object (builder);
      ond_cli_json_integer (builder, "hdu", entry->hdu);
      ond_cli_json_text (builder, "name", entry->name);
      ond_cli_json_integer (builder, "bitpix", entry->bitpix);
      json_builder_set_member_name (builder, "axes");
      json_builder_begin_array (builder);
      for (int k = 0; k < entry->n_axes; k++)
        json_builder_add_int_value (builder, entry->axes[k]);
      json_builder_end_array (builder);
      ond_cli_json_text (builder, "why_not", entry->why_not);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_costs (const Info *self, JsonBuilder *builder)
{
  ond_cli_json_text (builder, "seconds_are", self->measured ? "measured" : "estimated");
  ond_cli_json_number (builder, "open_seconds", self->open_seconds);
  json_builder_set_member_name (builder, "passes");
  json_builder_begin_object (builder);
  for (gsize i = 0; i < OND_CLI_N_PASSES; i++)
    {
      json_builder_set_member_name (builder, ond_cli_passes[i].name);
      json_builder_begin_object (builder);
      ond_cli_json_integer (builder, "bytes", (gint64) self->costs[i].bytes);
      ond_cli_json_number (builder, "seconds", self->costs[i].seconds);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
print_json (const Info *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const OndVolume *volume = self->volume;
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const OndVolumeInfo *info = ond_volume_get_info (volume);

  json_builder_begin_object (builder);
  ond_cli_json_text (builder, "file", self->cli->files[0]);
  ond_cli_json_text (builder, "holds", "volume");
  json_images (self, builder);
  ond_cli_json_text (builder, "hdu", info->hdu);
  ond_cli_json_text (builder, "note", info->note);
  json_builder_set_member_name (builder, "dims");
  json_builder_begin_array (builder);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_int_value (builder, geometry->n[i]);
  json_builder_end_array (builder);
  ond_cli_json_integer (builder, "rank", ond_geometry_rank (geometry));
  json_builder_set_member_name (builder, "edges");
  json_builder_begin_array (builder);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_double_value (builder, geometry->edge[i]);
  json_builder_end_array (builder);
  ond_cli_json_number (builder, "edge_length", info->edge_length > 0 ? info->edge_length : NAN);
  ond_cli_json_text (builder, "length_unit", info->length_unit);
  ond_cli_json_text (builder, "unit", info->unit);
  ond_cli_json_integer (builder, "nan", (gint64) self->n_nan);
  ond_cli_json_integer (builder, "inf", (gint64) self->n_inf);
  ond_cli_json_number (builder, "min", ond_volume_get_min (volume));
  ond_cli_json_number (builder, "max", ond_volume_get_max (volume));
  ond_cli_json_number (builder, "mean", ond_volume_get_mean (volume));
  ond_cli_json_number (builder, "std", ond_volume_get_std (volume));
  json_costs (self, builder);
  ond_cli_json_print (builder);
}

gboolean
ond_cli_info (OndCli *cli, GError **error)
{
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (GPtrArray) images = NULL;
  Info info = { .cli = cli };

  if (!ond_cli_parse (cli, NULL, error))
    return FALSE;
  if (ond_maps_probe (cli->files[0]))
    return ond_cli_info_maps (cli, error);
  if (!ond_cli_get_wavelet (cli, &info.wavelet, error) || !ond_cli_check_volume (cli, error))
    return FALSE;
  images = ond_source_list (cli->files[0], error);
  volume = images ? ond_cli_read_volume (cli, error) : NULL;
  if (volume == NULL)
    return FALSE;
  info.wavelet = ond_settings_get_wavelet (cli->settings);
  info.volume = volume;
  info.images = images;
  count_invalid (&info);
  if (!estimate_costs (&info, error))
    return FALSE;
  if (cli->json)
    print_json (&info);
  else
    print_text (&info);
  return TRUE;
}
