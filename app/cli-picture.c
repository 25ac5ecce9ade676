/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Panels from volumes, responses and maps. */
#include "cli-picture.h"

#include "../core/draw/map-figure.h"
#include "../core/error.h"

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
}

/* Keeps memory as long as the picture. */
static gpointer
own (OndCliPicture *self, gpointer memory)
{
  g_ptr_array_add (self->owned, memory);
  return memory;
}

static float *
own_values (OndCliPicture *self, gsize n, GError **error)
{
  float *values = g_try_new (float, n);

  if (values == NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                 "There is no memory for a slice of %" G_GSIZE_FORMAT " voxels", n);
  else
    own (self, values);
  return values;
}

/* Slices */

typedef struct
{
  OndCliPicture *picture;
  OndCli *cli;
  const OndCliPictureOptions *options;
  OndVolume *volume;
  OndWavelet wavelet;
  gint32 at[OND_N_AXES];
  float *values[OND_N_AXES];
  double width, height; /* of all panels side by side, of the highest one; smallest edges */
} Slices;

static OndAxis
slice_axis (Slices *self, int i)
{
  static const char *const names[] = { "x", "y", "z" };
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  const OndVolumeInfo *info = ond_volume_get_info (self->volume);
  gboolean has_length = info->edge_length > 0 && info->length_unit != NULL;
  const char *unit =
      self->options->physical ? has_length ? info->length_unit : "voxel edges" : "voxel";
  double n = geometry->n[i], length = geometry->edge[i] * (has_length ? info->edge_length : 1);
  OndAxis axis = { .label = own (self->picture, g_strdup_printf ("%s (%s)", names[i], unit)),
                   .lower = self->options->physical ? 0 : 0.5,
                   .upper = self->options->physical ? n * length : n + 0.5 };

  return axis;
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

static void
add_panel (Slices *self, int normal)
{
  static const char *const planes[][2] = { { "YZ", "x" }, { "XZ", "y" }, { "XY", "z" } };
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  char *title =
      g_strdup_printf ("%s, %s = %d", planes[normal][0], planes[normal][1], self->at[normal] + 1);

  self->width += geometry->n[h] * geometry->edge[h];
  self->height = fmax (self->height, geometry->n[v] * geometry->edge[v]);
  self->picture->panels[self->picture->figure.n_panels++] = (OndPanel){
    .nx = (gsize) geometry->n[h],
    .ny = (gsize) geometry->n[v],
    .values = self->values[normal],
    .x = slice_axis (self, h),
    .y = slice_axis (self, v),
    .aspect = is_thin (geometry) ? 0 : geometry->edge[v] / geometry->edge[h],
    .title = own (self->picture, title),
    .has_mark = TRUE,
    .mark_x = self->at[h] + 0.5,
    .mark_y = self->at[v] + 0.5,
  };
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
  g_autofree char *quantity = self->options->response
                                  ? g_strdup_printf ("Response, %s", ond_norms[wavelet->norm].name)
                                  : g_strdup ("Image");
  gboolean has_unit = info->unit != NULL && *info->unit != '\0';

  figure->colors_label =
      own (self->picture, has_unit ? g_strdup_printf ("%s (%s)", quantity, info->unit)
                                   : g_steal_pointer (&quantity));
  if (!self->options->response)
    figure->title = own (self->picture, g_strdup (name));
  else
    figure->title =
        own (self->picture, g_strdup_printf ("%s   θ = %g°, φ = %g°, ξ = %g, a = %g", name,
                                             ond_wavelet_get (wavelet, OND_PARAMETER_THETA),
                                             ond_wavelet_get (wavelet, OND_PARAMETER_PHI),
                                             wavelet->xi, wavelet->scale));
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
      self->values[i] = own_values (self->picture, ond_geometry_slice_size (geometry, i), error);
      if (self->values[i] == NULL)
        return FALSE;
      if (!self->options->response)
        ond_volume_get_slice (self->volume, i, self->at[i], self->values[i]);
    }
  if (self->options->response && !fill_from_response (self, error))
    return FALSE;
  for (int i = OND_Z; i >= first; i--)
    add_panel (self, i);
  return TRUE;
}

gboolean
ond_cli_picture_slices (OndCliPicture *self, OndCli *cli, const OndCliPictureOptions *options,
                        GError **error)
{
  g_autoptr (OndVolume) volume = NULL;
  Slices slices = { .picture = self, .cli = cli, .options = options };

  if (options->response && !ond_cli_get_wavelet (cli, &slices.wavelet, error))
    return FALSE;
  volume = ond_cli_read_volume (cli, error);
  slices.volume = volume;
  if (volume == NULL || !fill_slices (&slices, error) || !choose_colors (&slices, error))
    return FALSE;
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

/* Maps */

static OndAxis
map_axis (OndCliPicture *self, const OndGrid *grid)
{
  const OndParameterInfo *info = &ond_parameters[grid->parameter];
  OndAxis axis =
      ond_map_axis (grid, own (self, g_strdup_printf ("%s (%s)", info->symbol, info->unit)));

  if (axis.centres != NULL)
    axis.centres = own (self, g_memdup2 (axis.centres, grid->n * sizeof *axis.centres));
  return axis;
}

/* The statistic to draw: the one asked for, or the first there is. */
static gboolean
choose_statistic (const OndCli *cli, const OndMaps *maps, int asked, OndStatistic *statistic,
                  GError **error)
{
  OndStatisticSet there = ond_maps_get_statistics (maps);
  g_autofree char *names = ond_statistic_set_to_prose (there);

  *statistic = OND_STATISTIC_ENERGY;
  if (asked >= 0)
    *statistic = (OndStatistic) asked;
  else
    while (!ond_statistic_set_has (there, *statistic))
      (*statistic)++;
  if (ond_statistic_set_has (there, *statistic))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "%s: the sweep was not asked for the %s; there are maps of %s", cli->files[0],
               ond_statistics[*statistic].name, names);
  return FALSE;
}

/* The xi and scale of the plane to draw. */
static gboolean
choose_plane (const OndCli *cli, const OndMaps *maps, OndStatistic statistic,
              gsize index[OND_N_PARAMETERS], GError **error)
{
  gsize cell;

  if (!ond_maps_best (maps, statistic, &cell))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: %s is nowhere known in these maps",
                   cli->files[0], ond_statistics[statistic].name);
      return FALSE;
    }
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      const OndGrid *grid = ond_maps_get_grid (maps, p);
      index[p] = cell % grid->n;
      cell /= grid->n;
      if (p >= OND_PARAMETER_XI && ond_cli_is_given (cli, OND_SETTING_THETA + p))
        index[p] = ond_grid_nearest (grid, cli->settings->grids[p]->values[0]);
    }
  return TRUE;
}

/* Marks the best cell of the plane. */
static void
mark_best (OndPanel *panel)
{
  double best = -INFINITY;

  for (gsize i = 0; i < panel->nx * panel->ny; i++)
    if (panel->values[i] > best)
      {
        best = panel->values[i];
        panel->has_mark = TRUE;
        panel->mark_x = (double) (i % panel->nx) + 0.5;
        panel->mark_y = (double) (i / panel->nx) + 0.5;
      }
}

/* "Energy, l2 (K²)" */
static char *
map_label (const OndMaps *maps, OndStatistic statistic)
{
  const char *unit = ond_maps_get_origin (maps)->unit,
             *norm = ond_norms[ond_maps_get_norm (maps)].name;
  gboolean squared = statistic == OND_STATISTIC_ENERGY, plain = TRUE;

  if (unit == NULL || *unit == '\0')
    return g_strdup_printf ("%s, %s", ond_statistics[statistic].title, norm);
  for (const char *c = unit; *c != '\0'; c++)
    plain = plain && g_ascii_isalpha (*c);
  return g_strdup_printf ("%s, %s (%s%s%s%s)", ond_statistics[statistic].title, norm,
                          squared && !plain ? "(" : "", unit, squared && !plain ? ")" : "",
                          squared ? "²" : "");
}

gboolean
ond_cli_picture_maps (OndCliPicture *self, OndCli *cli, const OndCliPictureOptions *options,
                      GError **error)
{
  g_autoptr (OndMaps) maps = ond_maps_load (cli->files[0], error);
  OndPanel *panel = &self->panels[0];
  gsize index[OND_N_PARAMETERS];
  OndStatistic statistic;
  const double *plane;
  const char *input;
  float *values;

  if (maps == NULL || !choose_statistic (cli, maps, options->statistic, &statistic, error)
      || !choose_plane (cli, maps, statistic, index, error))
    return FALSE;
  panel->nx = ond_maps_get_grid (maps, OND_PARAMETER_THETA)->n;
  panel->ny = ond_maps_get_grid (maps, OND_PARAMETER_PHI)->n;
  values = own_values (self, panel->nx * panel->ny, error);
  if (values == NULL)
    return FALSE;
  input = ond_maps_get_origin (maps)->input;
  plane = ond_maps_get_plane (maps, statistic, index[OND_PARAMETER_XI], index[OND_PARAMETER_SCALE]);
  for (gsize i = 0; i < panel->nx * panel->ny; i++)
    values[i] = (float) plane[i];
  panel->values = values;
  panel->x = map_axis (self, ond_maps_get_grid (maps, OND_PARAMETER_THETA));
  panel->y = map_axis (self, ond_maps_get_grid (maps, OND_PARAMETER_PHI));
  self->figure.n_panels = 1;
  self->figure.title = own (
      self, g_strdup_printf (
                "%s   ξ = %g, a = %g", input ? input : "",
                ond_maps_get_grid (maps, OND_PARAMETER_XI)->values[index[OND_PARAMETER_XI]],
                ond_maps_get_grid (maps, OND_PARAMETER_SCALE)->values[index[OND_PARAMETER_SCALE]]));
  self->figure.colors_label = own (self, map_label (maps, statistic));
  mark_best (panel);
  self->figure.colors = ond_map_colors (panel->values, panel->nx * panel->ny);
  self->width = 110;
  self->height = 90;
  return TRUE;
}
