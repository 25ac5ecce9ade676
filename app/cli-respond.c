/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli respond`: the statistics of one response, and the response itself as a FITS
 * image. */
#include "cli.h"

#include "../core/fits.h"
#include "../core/world.h"

#include <math.h>

typedef struct
{
  OndCli *cli;
  OndVolume *volume;
  OndEngine *engine;
  OndWavelet wavelet;
  OndMoments moments;
  const char *device; /* that computed it, of the engine */
} Response;

static gboolean
save (const Response *self, const float *samples, GError **error)
{
  g_autofree char *command = ond_cli_command_line (self->cli, self->cli->command->settings);
  const OndFitsMeta meta = {
    .like = self->volume,
    .wavelet = &self->wavelet,
    .method = &self->cli->settings->method,
    .backend = self->device,
    .command = command,
  };

  return ond_fits_write (self->cli->output, ond_volume_get_geometry (self->volume), samples, &meta,
                         self->cli->overwrite, error);
}

static gboolean
compute (Response *self, GError **error)
{
  OndCli *cli = self->cli;
  GCancellable *cancellable = cli->cancellable;
  g_autoptr (OndTransform) transform =
      ond_engine_get_transform (self->engine, self->volume, &cli->settings->method, &self->wavelet,
                                1, OND_LANE_INTERACTIVE, cancellable, error);
  float *samples;
  gboolean ok;

  if (transform == NULL)
    return FALSE;
  if (cli->output == NULL)
    {
      ok = ond_transform_stats (transform, &self->wavelet, 1, &self->moments, OND_LANE_INTERACTIVE,
                                cancellable, error);
      self->device = ond_transform_get_device (transform, OND_LANE_INTERACTIVE);
      return ok;
    }
  samples = ond_volume_alloc (ond_volume_get_geometry (self->volume), error);
  if (samples == NULL)
    return FALSE;
  ok = ond_transform_volume (transform, &self->wavelet, samples, &self->moments,
                             OND_LANE_INTERACTIVE, cancellable, error);
  self->device = ond_transform_get_device (transform, OND_LANE_INTERACTIVE);
  ok = ok && save (self, samples, error);
  ond_volume_free_samples (samples);
  return ok;
}

static int
get_rank (const Response *self)
{
  return ond_geometry_rank (ond_volume_get_geometry (self->volume));
}

/* The world coordinates of the maximum, or NULL. */
static char *
describe_position (const Response *self, const gint32 at[OND_N_AXES])
{
  const double position[OND_N_AXES] = { at[OND_X], at[OND_Y], at[OND_Z] };
  g_autoptr (OndWorld) world = ond_world_new (self->volume);

  return world ? ond_world_format (world, position) : NULL;
}

static void
print_json (const Response *self, const gint32 at[OND_N_AXES], const char *world,
            const char *warning)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const char *unit = ond_volume_get_info (self->volume)->unit;

  json_builder_begin_object (builder);
  ond_cli_json_text (builder, "file", self->cli->files[0]);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_cli_json_number (builder, ond_parameters[p].name,
                         p == OND_PARAMETER_PHI && get_rank (self) == 2
                             ? NAN
                             : self->cli->settings->grids[p]->values[0]);
  ond_cli_json_text (builder, "norm", ond_norms[self->wavelet.norm].name);
  ond_cli_json_text (builder, "boundary",
                     ond_boundaries[self->cli->settings->method.boundary].name);
  ond_cli_json_text (builder, "unit", unit ? unit : "");
  ond_cli_json_integer (builder, "n", (gint64) self->moments.n);
  for (int s = 0; s < OND_N_STATISTICS; s++)
    ond_cli_json_number (builder, ond_statistics[s].name, ond_statistic_value (s, &self->moments));
  json_builder_set_member_name (builder, "max_voxel");
  json_builder_begin_array (builder);
  for (int i = 0; self->moments.n > 0 && i < OND_N_AXES; i++)
    json_builder_add_int_value (builder, at[i] + 1);
  json_builder_end_array (builder);
  ond_cli_json_text (builder, "max_world", world);
  ond_cli_json_text (builder, "backend", self->device);
  ond_cli_json_text (builder, "warning", warning);
  ond_cli_json_print (builder);
}

static void
print_text (const Response *self, const gint32 at[OND_N_AXES], const char *world)
{
  g_autofree char *wavelet = ond_cli_describe_wavelet (&self->wavelet, get_rank (self));

  ond_cli_print ("wavelet", "%s, norm %s", wavelet, ond_norms[self->wavelet.norm].name);
  ond_cli_print ("voxels", "%" G_GUINT64_FORMAT, self->moments.n);
  for (int s = 0; s < OND_N_STATISTICS; s++)
    {
      g_autofree char *unit = ond_statistic_unit (s, ond_volume_get_info (self->volume)->unit);
      ond_cli_print (ond_statistics[s].name, "%.9g %s", ond_statistic_value (s, &self->moments),
                     unit);
    }
  if (self->moments.n > 0)
    ond_cli_print ("max at", "%d %d %d (voxel, from 1)  %s", at[OND_X] + 1, at[OND_Y] + 1,
                   at[OND_Z] + 1, world ? world : "");
  ond_cli_print ("computed by", "%s", self->device);
}

gboolean
ond_cli_respond (OndCli *cli, GError **error)
{
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (OndEngine) engine = NULL;
  Response response = { .cli = cli };
  g_autofree char *warning = NULL, *world = NULL;
  gint32 at[OND_N_AXES] = { 0 };

  if (!ond_cli_parse (cli, NULL, error) || !ond_cli_get_wavelet (cli, &response.wavelet, error)
      || (cli->output != NULL && !ond_cli_check_output (cli, cli->output, error)))
    return FALSE;
  volume = ond_cli_read_volume (cli, error);
  engine = volume ? ond_cli_new_engine (cli, error) : NULL;
  if (engine == NULL)
    return FALSE;
  response.wavelet = ond_settings_get_wavelet (cli->settings);
  response.volume = volume;
  response.engine = engine;
  if (!compute (&response, error))
    return FALSE;
  warning = ond_cli_warn_of_wavelets (cli, volume);
  if (response.moments.n == 0 && warning == NULL)
    {
      warning = g_strdup ("no voxel is farther from the faces than the wavelet reaches: there are "
                          "no statistics; --border keep has them");
      ond_cli_complain ("warning: ", warning);
    }
  if (response.moments.n > 0)
    {
      ond_geometry_position (ond_volume_get_geometry (volume), response.moments.at_max, at);
      world = describe_position (&response, at);
    }
  if (cli->json)
    print_json (&response, at, world, warning);
  else
    print_text (&response, at, world);
  return TRUE;
}
