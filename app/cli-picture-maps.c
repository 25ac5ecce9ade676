/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel of a map. */
#include "cli-picture.h"

#include "../core/draw/map-figure.h"
#include "../core/error.h"

#include <math.h>

#define EXPONENT_MOST 30 /* of ten, either way, that floats have with room to spare */

static OndAxis
map_axis (OndCliPicture *self, const OndGrid *grid)
{
  const OndParameterInfo *info = &ond_parameters[grid->parameter];
  char *label = *info->unit != '\0' ? g_strdup_printf ("%s (%s)", info->symbol, info->unit)
                                    : g_strdup (info->symbol);
  OndAxis axis = ond_map_axis (grid, ond_cli_picture_own (self, label));

  if (axis.centres != NULL)
    axis.centres =
        ond_cli_picture_own (self, g_memdup2 (axis.centres, grid->n * sizeof *axis.centres));
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

/* Says which plane is drawn when the sweep has not the one that was asked for. */
static void
note_plane (const OndGrid *grid, double asked, double taken)
{
  const char *name = ond_parameters[grid->parameter].name;
  g_autofree char *text = g_strdup_printf ("the sweep has no %s %g: the plane at %s %g is drawn",
                                           name, asked, name, taken);

  if (fabs (taken - asked) > 1e-9 * fabs (asked))
    ond_cli_complain ("note: ", text);
}

/* Maps in the norm that they are drawn in. */
typedef struct
{
  const OndMaps *maps;
  OndStatistic statistic;
  OndNorm norm;
} Shown;

/* A change of norm is a factor that depends on xi and scale. */
static double
get_value (const Shown *self, gsize cell)
{
  const double value = ond_maps_get_values (self->maps, self->statistic)[cell];
  OndWavelet wavelet;
  double before;

  if (self->norm == ond_maps_get_norm (self->maps))
    return value;
  wavelet = ond_maps_get_wavelet (self->maps, cell);
  before = ond_wavelet_norm_factor (&wavelet, ond_maps_get_rank (self->maps));
  wavelet.norm = self->norm;
  return ond_statistic_rescale (self->statistic, value,
                                ond_wavelet_norm_factor (&wavelet, ond_maps_get_rank (self->maps))
                                    / before);
}

/* The lowest of the largest; FALSE when nothing is known. */
static gboolean
find_best (const Shown *self, gsize *best)
{
  double largest = -INFINITY;

  for (gsize cell = 0; cell < ond_maps_get_n_cells (self->maps); cell++)
    {
      double value = get_value (self, cell);

      if (value > largest)
        {
          largest = value;
          *best = cell;
        }
    }
  return isfinite (largest);
}

/* The xi and scale of the plane to draw. */
static gboolean
choose_plane (const OndCli *cli, const Shown *shown, gsize index[OND_N_PARAMETERS], GError **error)
{
  const OndMaps *maps = shown->maps;
  gsize cell = 0;

  if (!find_best (shown, &cell))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: %s is nowhere known in these maps",
                   cli->files[0], ond_statistics[shown->statistic].name);
      return FALSE;
    }
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      const OndGrid *grid = ond_maps_get_grid (maps, p);
      index[p] = cell % grid->n;
      cell /= grid->n;
      if (p >= OND_PARAMETER_XI && ond_cli_is_given (cli, OND_SETTING_THETA + p))
        {
          double asked = cli->settings->grids[p]->values[0];
          index[p] = ond_grid_nearest (grid, asked);
          note_plane (grid, asked, grid->values[index[p]]);
        }
    }
  return TRUE;
}

/* What goes up while theta goes to the right. */
static OndParameter
choose_vertical (const OndCli *cli, const OndMaps *maps)
{
  for (int p = OND_PARAMETER_XI; p < OND_N_PARAMETERS && ond_maps_get_rank (maps) == 2; p++)
    if (ond_maps_get_grid (maps, p)->n > 1 && !ond_cli_is_given (cli, OND_SETTING_THETA + p))
      return (OndParameter) p;
  return OND_PARAMETER_PHI;
}

/* Marks the best cell of the plane, on a sphere by its direction. */
static void
mark_best (OndPanel *panel, const OndGrid *x, const OndGrid *y)
{
  gboolean sphere = panel->sphere != NULL;
  double best = -INFINITY;

  for (gsize i = 0; i < panel->nx * panel->ny; i++)
    if (panel->values[i] > best)
      {
        best = panel->values[i];
        panel->has_mark = TRUE;
        panel->mark_x = sphere ? x->values[i % panel->nx] : (double) (i % panel->nx) + 0.5;
        panel->mark_y = sphere ? y->values[i / panel->nx] : (double) (i / panel->nx) + 0.5;
      }
}

/* "Energy, l2 (K²)" */
static char *
map_label (const Shown *shown)
{
  const char *unit = ond_maps_get_origin (shown->maps)->unit, *norm = ond_norms[shown->norm].name;
  OndStatistic statistic = shown->statistic;
  gboolean squared = statistic == OND_STATISTIC_ENERGY, plain = TRUE;

  if (unit == NULL || *unit == '\0')
    return g_strdup_printf ("%s, %s", ond_statistics[statistic].title, norm);
  for (const char *c = unit; *c != '\0'; c++)
    plain = plain && g_ascii_isalpha (*c);
  return g_strdup_printf ("%s, %s (%s%s%s%s)", ond_statistics[statistic].title, norm,
                          squared && !plain ? "(" : "", unit, squared && !plain ? ")" : "",
                          squared ? "²" : "");
}

/* "ngc4321.fits   ξ = 5, a = 2": what is the same all over the panel. */
static char *
map_title (const OndMaps *maps, const gsize index[OND_N_PARAMETERS], OndParameter vertical)
{
  const char *input = ond_maps_get_origin (maps)->input;
  GString *title = g_string_new (input);

  g_string_append (title, "   ");
  for (int p = OND_PARAMETER_XI; p < OND_N_PARAMETERS; p++)
    if (p != (int) vertical)
      g_string_append_printf (title, "%s%s = %g", g_str_has_suffix (title->str, "   ") ? "" : ", ",
                              ond_parameters[p].symbol,
                              ond_maps_get_grid (maps, p)->values[index[p]]);
  return g_string_free (title, FALSE);
}

/* A sphere has none. */
static void
set_axes (OndCliPicture *self, const OndMaps *maps, OndParameter vertical)
{
  OndPanel *panel = &self->panels[0];

  if (self->sphere != NULL)
    return;
  panel->x = map_axis (self, ond_maps_get_grid (maps, OND_PARAMETER_THETA));
  if (vertical == OND_PARAMETER_PHI && ond_maps_get_rank (maps) == 2)
    panel->y = (OndAxis){ NULL, NAN, NAN, NULL }; /* one row that stands for nothing */
  else
    panel->y = map_axis (self, ond_maps_get_grid (maps, vertical));
}

/* The values of a plane, theta fastest, before they are made floats. */
static void
get_plane (const Shown *shown, OndParameter vertical, gsize index[OND_N_PARAMETERS], double *values)
{
  const gsize n_theta = ond_maps_get_grid (shown->maps, OND_PARAMETER_THETA)->n,
              n = ond_maps_get_grid (shown->maps, vertical)->n * n_theta;

  for (gsize i = 0; i < n; i++)
    {
      index[OND_PARAMETER_THETA] = i % n_theta;
      index[vertical] = i / n_theta;
      values[i] = get_value (shown, ond_maps_cell (shown->maps, index));
    }
}

/* The power of ten that floats have the values in: a flux of 1e-26 has no energy among them. */
static int
choose_exponent (const double *values, gsize n)
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    if (isfinite (values[i]))
      largest = fmax (largest, fabs (values[i]));
  if (!(largest > 0) || fabs (log10 (largest)) <= EXPONENT_MOST)
    return 0;
  return CLAMP (3 * (int) floor (log10 (largest) / 3), -300, 300);
}

static gboolean
fill_map (OndCliPicture *self, const Shown *shown, OndParameter vertical,
          gsize index[OND_N_PARAMETERS], GError **error)
{
  const OndMaps *maps = shown->maps;
  const OndGrid *x = ond_maps_get_grid (maps, OND_PARAMETER_THETA),
                *y = ond_maps_get_grid (maps, vertical);
  const gsize n = x->n * y->n;
  OndPanel *panel = &self->panels[0];
  float *values = ond_cli_picture_own_values (self, n, error);
  g_autofree double *exact = values != NULL ? g_try_new (double, n) : NULL;
  double unit;

  if (exact == NULL)
    {
      if (values != NULL)
        g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                     "There is no memory for a map of %" G_GSIZE_FORMAT " points", n);
      return FALSE;
    }
  get_plane (shown, vertical, index, exact);
  self->figure.colors_exponent = choose_exponent (exact, n);
  unit = pow (10, self->figure.colors_exponent);
  for (gsize i = 0; i < n; i++)
    values[i] = (float) (exact[i] / unit);
  *panel = (OndPanel){ .nx = x->n, .ny = y->n, .values = values, .sphere = self->sphere };
  set_axes (self, maps, vertical);
  mark_best (panel, x, y);
  self->figure.n_panels = 1;
  self->figure.colors = ond_map_colors (values, n);
  return TRUE;
}

static gboolean
make_sphere (OndCliPicture *self, const OndMaps *maps, GError **error)
{
  if (ond_maps_get_rank (maps) == 2)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "--sphere: an image was swept, whose directions lie on a circle");
      return FALSE;
    }
  self->sphere = ond_sphere_new (ond_maps_get_grid (maps, OND_PARAMETER_THETA),
                                 ond_maps_get_grid (maps, OND_PARAMETER_PHI));
  return TRUE;
}

gboolean
ond_cli_picture_maps (OndCliPicture *self, OndCli *cli, const OndCliPictureOptions *options,
                      GError **error)
{
  g_autoptr (OndMaps) maps = ond_maps_load (cli->files[0], error);
  Shown shown = { .maps = maps };
  gsize index[OND_N_PARAMETERS];
  OndParameter vertical;

  if (maps == NULL || !choose_statistic (cli, maps, options->statistic, &shown.statistic, error))
    return FALSE;
  shown.norm =
      ond_cli_is_given (cli, OND_SETTING_NORM) ? cli->settings->norm : ond_maps_get_norm (maps);
  if (!choose_plane (cli, &shown, index, error)
      || (options->sphere && !make_sphere (self, maps, error)))
    return FALSE;
  vertical = choose_vertical (cli, maps);
  self->figure.title = ond_cli_picture_own (self, map_title (maps, index, vertical));
  self->figure.colors_label = ond_cli_picture_own (self, map_label (&shown));
  self->width = 110;
  self->height = ond_maps_get_grid (maps, vertical)->n > 1 || options->sphere ? 90 : 45;
  return fill_map (self, &shown, vertical, index, error);
}
