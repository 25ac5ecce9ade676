/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Panels from volumes and responses; those of maps are in cli-picture-maps.c. */
#include "cli-picture.h"

#include "../core/error.h"
#include "../core/world-axis.h"

#include <math.h>
#include <string.h>

void
ond_cli_picture_init (OndCliPicture *self)
{
  *self = (OndCliPicture){ .owned = g_ptr_array_new_with_free_func (g_free) };
  self->figure.panels = self->panels;
}

void
ond_cli_picture_clear (OndCliPicture *self)
{
  g_ptr_array_unref (self->owned);
  ond_sphere_free (self->sphere);
}

gpointer
ond_cli_picture_own (OndCliPicture *self, gpointer memory)
{
  g_ptr_array_add (self->owned, memory);
  return memory;
}

float *
ond_cli_picture_own_values (OndCliPicture *self, gsize n, GError **error)
{
  float *values = g_try_new (float, n);

  if (values == NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                 "There is no memory for a slice of %" G_GSIZE_FORMAT " voxels", n);
  else
    ond_cli_picture_own (self, values);
  return values;
}

typedef struct
{
  OndCliPicture *picture;
  OndCli *cli;
  const OndCliPictureOptions *options;
  OndVolume *volume;
  OndWorld *world; /* NULL when there is none */
  OndWavelet wavelet;
  gint32 at[OND_N_AXES];
  float *values[OND_N_AXES];
  double width, height; /* of all panels side by side, of the highest one; smallest edges */
} Slices;

/* Axis i in the file's world coordinates, for the slice across `normal`. */
static gboolean
set_world_axis (Slices *self, int normal, int i, OndAxis *axis, GError **error)
{
  OndWorldAxis *world = ond_cli_picture_own (self->picture, g_new0 (OndWorldAxis, 1));

  if (!ond_world_axis (self->world, self->volume, normal, self->at, i, world, error))
    {
      g_prefix_error (error, "--axes world: ");
      return FALSE;
    }
  *axis = (OndAxis){ .label = world->label, .lower = world->lower, .upper = world->upper };
  return TRUE;
}

static void
set_counting_axis (Slices *self, int i, OndAxis *axis)
{
  static const char *const names[] = { "x", "y", "z" };
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  const OndVolumeInfo *info = ond_volume_get_info (self->volume);
  gboolean has_length = info->edge_length > 0 && info->length_unit != NULL;
  gboolean physical = self->options->axes == OND_CLI_AXES_PHYSICAL;
  const char *unit = physical ? has_length ? info->length_unit : "voxel edges" : "voxel";
  double n = geometry->n[i], length = geometry->edge[i] * (has_length ? info->edge_length : 1);

  *axis = (OndAxis){ .label = ond_cli_picture_own (self->picture,
                                                   g_strdup_printf ("%s (%s)", names[i], unit)),
                     .lower = physical ? -0.5 * length : 0.5,
                     .upper = physical ? (n - 0.5) * length : n + 0.5 };
}

static gboolean
set_axis (Slices *self, int normal, int i, OndAxis *axis, GError **error)
{
  if (self->options->axes == OND_CLI_AXES_WORLD)
    return set_world_axis (self, normal, i, axis, error);
  set_counting_axis (self, i, axis);
  return TRUE;
}

/* Slices much longer than wide would be lines in true proportions: they fill their panels
 * instead. */
static gboolean
is_thin (const OndGeometry *geometry)
{
  double shortest = INFINITY, longest = 0;

  for (int i = 0; i < ond_geometry_rank (geometry); i++)
    {
      shortest = fmin (shortest, geometry->n[i] * geometry->edge[i]);
      longest = fmax (longest, geometry->n[i] * geometry->edge[i]);
    }
  return longest > 8 * shortest;
}

static gboolean
add_panel (Slices *self, int normal, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  OndPanel *panel = &self->picture->panels[self->picture->figure.n_panels++];
  /* An image is one plane of one. */
  char *title = ond_geometry_rank (geometry) == 2
                    ? NULL
                    : g_strdup_printf ("%s, %c = %d", ond_slice_name (normal), "xyz"[normal],
                                       self -> at[normal] + 1);

  self->width += geometry->n[h] * geometry->edge[h];
  self->height = fmax (self->height, geometry->n[v] * geometry->edge[v]);
  *panel = (OndPanel){
    .nx = (gsize) geometry->n[h],
    .ny = (gsize) geometry->n[v],
    .values = self->values[normal],
    .aspect = is_thin (geometry) ? 0 : geometry->edge[v] / geometry->edge[h],
    .cell_width = geometry->edge[h],
    .title = title != NULL ? ond_cli_picture_own (self->picture, title) : NULL,
    .has_mark = TRUE,
    .mark_x = self->at[h] + 0.5,
    .mark_y = self->at[v] + 0.5,
  };
  return set_axis (self, normal, h, &panel->x, error)
         && set_axis (self, normal, v, &panel->y, error);
}

static gboolean
place_cross_hair (Slices *self, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);

  for (int i = 0; i < OND_N_AXES; i++)
    {
      double at = self->options->has_at ? round (self->options->at[i]) - 1 : geometry->n[i] / 2;
      if (!(at >= 0 && at < geometry->n[i]))
        {
          g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                       "--at: %g is outside; axis %d has voxels 1 to %d", at + 1, i + 1,
                       geometry->n[i]);
          return FALSE;
        }
      self->at[i] = (gint32) at;
    }
  return TRUE;
}

static gboolean
fill_from_response (Slices *self, GError **error)
{
  const OndMethod *method = &self->cli->settings->method;
  GCancellable *cancel = self->cli->cancellable;
  g_autoptr (OndEngine) engine = ond_cli_new_engine (self->cli, error);
  g_autoptr (OndTransform) transform = NULL;
  OndMoments moments;

  if (engine != NULL)
    transform = ond_engine_get_transform (engine, self->volume, method, &self->wavelet, 1,
                                          OND_LANE_INTERACTIVE, cancel, error);
  if (transform == NULL)
    return FALSE;
  if (!self->options->has_at)
    {
      if (!ond_transform_stats (transform, &self->wavelet, 1, &moments, OND_LANE_INTERACTIVE,
                                cancel, error))
        return FALSE;
      if (moments.n > 0)
        ond_geometry_position (ond_volume_get_geometry (self->volume), moments.at_max, self->at);
    }
  return ond_transform_slices (transform, &self->wavelet, self->at, self->values,
                               OND_LANE_INTERACTIVE, cancel, error);
}

/* Limits over all slices; a response has a sign, so 0 is in the middle. */
static gboolean
choose_colors (Slices *self, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  OndColorScale *colors = &self->picture->figure.colors;
  g_autofree float *all = NULL;
  gsize n = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    n += self->values[i] ? ond_geometry_slice_size (geometry, i) : 0;
  all = g_try_new (float, n);
  if (all == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory for slices of %" G_GSIZE_FORMAT " voxels", n);
      return FALSE;
    }
  n = 0;
  for (int i = 0; i < OND_N_AXES; i++)
    if (self->values[i] != NULL)
      {
        memcpy (all + n, self->values[i], ond_geometry_slice_size (geometry, i) * sizeof *all);
        n += ond_geometry_slice_size (geometry, i);
      }
  colors->map = self->options->response ? OND_COLORMAP_DIVERGING : OND_COLORMAP_VIRIDIS;
  ond_color_limits_percentile (all, n, 0.995, self->options->response, &colors->lower,
                               &colors->upper);
  return TRUE;
}

static void
title_slices (Slices *self)
{
  OndFigure *figure = &self->picture->figure;
  const OndVolumeInfo *info = ond_volume_get_info (self->volume);
  const OndWavelet *wavelet = &self->wavelet;
  const char *name = info->name ? info->name : "";
  g_autofree char *quantity =
      self->options->response
          ? g_strdup_printf ("Response%s%s, %s",
                             self->options->polarity != OND_POLARITY_BRIGHT ? " " : "",
                             self->options->polarity != OND_POLARITY_BRIGHT
                                 ? ond_polarity_get_symbol (self->options->polarity)
                                 : "",
                             ond_norms[wavelet->norm].name)
          : g_strdup ("Image");
  gboolean has_unit = info->unit != NULL && *info->unit != '\0';

  figure->colors_label = ond_cli_picture_own (
      self->picture,
      has_unit ? g_strdup_printf ("%s (%s)", quantity, info->unit) : g_steal_pointer (&quantity));
  if (!self->options->response)
    figure->title = ond_cli_picture_own (self->picture, g_strdup (name));
  else
    {
      g_autofree char *phi =
          g_strdup_printf ("φ = %g°, ", ond_wavelet_get (wavelet, OND_PARAMETER_PHI));
      gboolean flat = ond_geometry_rank (ond_volume_get_geometry (self->volume)) == 2;

      figure->title = ond_cli_picture_own (
          self->picture, g_strdup_printf ("%s   θ = %g°, %sξ = %g, a = %g", name,
                                          ond_wavelet_get (wavelet, OND_PARAMETER_THETA),
                                          flat ? "" : phi, wavelet->xi, wavelet->scale));
    }
}

static gboolean
fill_slices (Slices *self, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  int first = ond_geometry_rank (geometry) == 2 ? OND_Z : OND_X;

  if (!place_cross_hair (self, error))
    return FALSE;
  for (int i = first; i < OND_N_AXES; i++)
    {
      self->values[i] =
          ond_cli_picture_own_values (self->picture, ond_geometry_slice_size (geometry, i), error);
      if (self->values[i] == NULL)
        return FALSE;
      if (!self->options->response)
        ond_volume_get_slice (self->volume, i, self->at[i], self->values[i]);
    }
  if (self->options->response && !fill_from_response (self, error))
    return FALSE;
  for (int i = first; i < OND_N_AXES && self->options->response; i++)
    ond_polarity_apply_row (self->options->polarity, self->values[i],
                            ond_geometry_slice_size (geometry, i), self->values[i]);
  for (int i = OND_Z; i >= first; i--)
    if (!add_panel (self, i, error))
      return FALSE;
  return TRUE;
}

gboolean
ond_cli_picture_slices (OndCliPicture *self, OndCli *cli, const OndCliPictureOptions *options,
                        GError **error)
{
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (OndWorld) world = NULL;
  Slices slices = { .picture = self, .cli = cli, .options = options };

  if (options->response && !ond_cli_get_wavelet (cli, &slices.wavelet, error))
    return FALSE;
  volume = ond_cli_read_volume (cli, error);
  if (volume == NULL)
    return FALSE;
  world = ond_world_new (volume);
  slices.volume = volume;
  slices.world = world;
  if (options->axes == OND_CLI_AXES_WORLD && world == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "--axes world: %s has no world coordinates", cli->files[0]);
      return FALSE;
    }
  if (!fill_slices (&slices, error) || !choose_colors (&slices, error))
    return FALSE;
  if (options->response)
    g_free (ond_cli_warn_of_wavelets (cli, volume));
  title_slices (&slices);
  /* A page's width for three panels, a column's for one; axes, titles and the colour bar take about
   * as much as this. */
  self->width = self->figure.n_panels > 1 ? 180 : 110;
  self->height =
      30 + (self->width - 14 * (double) self->figure.n_panels - 20) * slices.height / slices.width;
  self->height =
      is_thin (ond_volume_get_geometry (volume)) ? 75 : CLAMP (self->height, 45, self->width);
  return TRUE;
}
