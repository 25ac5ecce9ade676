/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the maps that are shown: values in their norm, limits, profiles, the largest. */
#include "map-model-private.h"

#include "../core/draw/map-figure.h"

#include <math.h>

int
ond_map_model_get_rank (OndMapModel *self)
{
  OndVolume *volume = self->session != NULL ? ond_session_get_volume (self->session) : NULL;
  int rank = self->job != NULL ? ond_sweep_job_get_rank (self->job) : 0;

  if (rank == 0 && volume != NULL && ond_map_model_get_made_from (self) == NULL)
    rank = ond_geometry_rank (ond_volume_get_geometry (volume));
  return rank;
}

double
ond_map_model_norm_ratio (OndMapModel *self, double xi, double scale, OndNorm from, OndNorm to)
{
  OndWavelet before = { .xi = xi, .scale = scale, .norm = from }, after = before;
  int rank = ond_map_model_get_rank (self);

  if (from == to || rank == 0)
    return 1;
  after.norm = to;
  return ond_wavelet_norm_factor (&after, rank) / ond_wavelet_norm_factor (&before, rank);
}

/* What takes a statistic of a plane from the norm of the sweep to the one that is shown. */
static double
plane_factor (OndMapModel *self, OndStatistic statistic, gsize xi, gsize scale)
{
  double ratio =
      ond_map_model_norm_ratio (self, ond_map_model_get_grid (self, OND_PARAMETER_XI)->values[xi],
                                ond_map_model_get_grid (self, OND_PARAMETER_SCALE)->values[scale],
                                ond_sweep_job_get_norm (self->job), ond_map_model_get_norm (self));

  return ond_statistic_rescale (statistic, 1, ratio);
}

static void
copy_plane (OndMapModel *self, OndStatistic statistic, gsize xi, gsize scale, float *out)
{
  gsize n = ond_map_model_get_grid (self, OND_PARAMETER_THETA)->n
            * ond_map_model_get_grid (self, OND_PARAMETER_PHI)->n;
  double factor = plane_factor (self, statistic, xi, scale);

  ond_sweep_job_get_plane (self->job, statistic, xi, scale, out);
  for (gsize i = 0; factor != 1 && i < n; i++)
    out[i] = (float) (out[i] * factor);
}

static void
widen (double limits[2], const float *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (isfinite (values[i]))
      {
        limits[0] = fmin (limits[0], values[i]);
        limits[1] = fmax (limits[1], values[i]);
      }
}

/* The least and largest value of all planes; kept until cells are added or the norm changes. */
static const double *
get_all (OndMapModel *self, OndStatistic statistic)
{
  const OndGrid *xis = ond_map_model_get_grid (self, OND_PARAMETER_XI),
                *scales = ond_map_model_get_grid (self, OND_PARAMETER_SCALE);
  gsize n = ond_map_model_get_grid (self, OND_PARAMETER_THETA)->n
            * ond_map_model_get_grid (self, OND_PARAMETER_PHI)->n;
  gsize done = ond_sweep_job_get_n_done (self->job);
  OndNorm norm = ond_map_model_get_norm (self);
  double *limits = self->all[statistic];
  g_autofree float *values = NULL;

  if (self->all_n != done || self->all_norm != norm)
    memset (self->has_all, 0, sizeof self->has_all);
  self->all_n = done;
  self->all_norm = norm;
  if (self->has_all[statistic])
    return limits;
  values = g_try_new (float, n);
  limits[0] = INFINITY;
  limits[1] = -INFINITY;
  for (gsize i = 0; values != NULL && i < xis->n; i++)
    for (gsize k = 0; k < scales->n; k++)
      {
        copy_plane (self, statistic, i, k, values);
        widen (limits, values, n);
      }
  self->has_all[statistic] = TRUE;
  return limits;
}

/* Limits that hold from ... to: about 0 where the colours are. */
static void
fit_colors (OndMapModel *self, OndColorScale *colors, const double limits[2])
{
  const float ends[] = { (float) limits[0], (float) limits[1] };

  *colors = ond_map_colors (ends, 2);
  if (colors->map != OND_COLORMAP_DIVERGING && limits[0] <= limits[1])
    {
      colors->lower = limits[0];
      colors->upper = limits[1];
    }
  if (self->options.colormap == OND_MAP_COLORS_BY_SIGN)
    return;
  if (self->options.colormap == OND_COLORMAP_DIVERGING && limits[0] <= limits[1])
    {
      colors->upper = fmax (fabs (limits[0]), fabs (limits[1]));
      colors->lower = -colors->upper;
    }
  else if (limits[0] <= limits[1])
    {
      colors->lower = limits[0];
      colors->upper = limits[1];
    }
  colors->map = (OndColormap) self->options.colormap;
}

/* Ranks of the plane's own values. */
static void
equalize (OndColorScale *colors, const float *values, gsize n)
{
  OndEqualizer *equalizer;
  double span = colors->upper - colors->lower;

  if (colors->stretch != OND_STRETCH_HISTOGRAM || !(span > 0))
    return;
  equalizer = ond_equalizer_new ();
  for (gsize i = 0; i < n; i++)
    ond_equalizer_count (equalizer, ((double) values[i] - colors->lower) / span);
  ond_equalizer_finish (equalizer, &colors->equalization);
}

static void
choose_colors (OndMapModel *self, guint map)
{
  OndMapShown *shown = &self->shown[map];
  OndStatistic statistic = ond_map_model_get_statistic (self, map);
  OndMapOptions *options = &self->options;
  gsize n = ond_map_model_get_grid (self, OND_PARAMETER_THETA)->n
            * ond_map_model_get_grid (self, OND_PARAMETER_PHI)->n;
  double limits[2] = { INFINITY, -INFINITY };

  if (options->limits == OND_MAP_LIMITS_ALL)
    memcpy (limits, get_all (self, statistic), sizeof limits);
  else
    widen (limits, shown->values, n);
  fit_colors (self, &shown->colors, limits);
  shown->colors.stretch = options->stretch;
  if (options->limits != OND_MAP_LIMITS_LOCKED)
    return;
  if (isnan (options->lower[statistic]))
    {
      /* The first plane of a statistic; while the sweep runs the limits go on growing. */
      if (!(limits[0] <= limits[1]) || ond_sweep_job_get_state (self->job) == OND_SWEEP_RUNNING)
        return;
      options->lower[statistic] = shown->colors.lower;
      options->upper[statistic] = shown->colors.upper;
    }
  shown->colors.lower = options->lower[statistic];
  shown->colors.upper = options->upper[statistic];
  if (options->colormap == OND_MAP_COLORS_BY_SIGN)
    shown->colors.map = shown->colors.lower < 0 && shown->colors.upper > 0 ? OND_COLORMAP_DIVERGING
                                                                           : OND_COLORMAP_VIRIDIS;
}

void
ond_map_model_fill (OndMapModel *self, guint map)
{
  OndMapShown *shown = &self->shown[map];

  if (shown->values == NULL)
    return;
  copy_plane (self, ond_map_model_get_statistic (self, map), shown->xi, shown->scale,
              shown->values);
  choose_colors (self, map);
  equalize (&shown->colors, shown->values,
            ond_map_model_get_grid (self, OND_PARAMETER_THETA)->n
                * ond_map_model_get_grid (self, OND_PARAMETER_PHI)->n);
}

char *
ond_map_model_dup_unit_of (OndMapModel *self, OndStatistic statistic)
{
  OndVolume *volume = self->session != NULL ? ond_session_get_volume (self->session) : NULL;
  const char *input = self->job != NULL ? ond_sweep_job_get_origin (self->job)->unit : NULL;
  char *unit;

  if (input == NULL && volume != NULL && ond_map_model_get_made_from (self) == NULL)
    input = ond_volume_get_info (volume)->unit;
  unit = ond_statistic_unit (statistic, input);
  if (statistic == OND_STATISTIC_ENERGY && g_str_has_suffix (unit, "2"))
    {
      /* "K2", as files have it, is K² for people. */
      g_autofree char *plain = unit;

      plain[strlen (plain) - (g_str_has_suffix (plain, "**2") ? 3 : 1)] = '\0';
      unit = g_strconcat (plain, "²", NULL);
    }
  return unit;
}

char *
ond_map_model_dup_unit (OndMapModel *self, guint map)
{
  return ond_map_model_dup_unit_of (self, ond_map_model_get_statistic (self, map));
}

char *
ond_map_model_dup_label (OndMapModel *self, guint map)
{
  const char *title = ond_statistics[ond_map_model_get_statistic (self, map)].title;
  const char *norm = ond_norms[ond_map_model_get_norm (self)].title;
  g_autofree char *unit = ond_map_model_dup_unit (self, map);

  return *unit != '\0' ? g_strdup_printf ("%s, %s (%s)", title, norm, unit)
                       : g_strdup_printf ("%s, %s", title, norm);
}

void
ond_map_model_get_profile (OndMapModel *self, OndParameter along, const gsize at[OND_N_PARAMETERS],
                           float *out)
{
  OndStatistic statistic = ond_map_model_get_statistic (self, 0);
  gsize n = ond_map_model_get_grid (self, along)->n, index[OND_N_PARAMETERS];

  memcpy (index, at, sizeof index);
  ond_sweep_job_get_profile (self->job, statistic, along, at, out);
  for (index[along] = 0; index[along] < n; index[along]++)
    out[index[along]] = (float) (out[index[along]]
                                 * plane_factor (self, statistic, index[OND_PARAMETER_XI],
                                                 index[OND_PARAMETER_SCALE]));
}

/* The largest value of a plane of maps and where it is; FALSE where all are NaN. */
static gboolean
find_largest (const double *plane, gsize n, gsize *at)
{
  gboolean found = FALSE;

  for (gsize i = 0; i < n; i++)
    if (!isnan (plane[i]) && (!found || plane[i] > plane[*at]))
      {
        *at = i;
        found = TRUE;
      }
  return found;
}

gboolean
ond_map_model_find_best (OndMapModel *self, OndStatistic statistic, gsize at[OND_N_PARAMETERS],
                         double *value)
{
  const OndMaps *maps = self->job != NULL ? ond_sweep_job_get_maps (self->job) : NULL;
  gsize n_theta, n_phi, cell = 0;
  gboolean found = FALSE;

  if (maps == NULL || ond_maps_get_values (maps, statistic) == NULL)
    return FALSE;
  n_theta = ond_map_model_get_grid (self, OND_PARAMETER_THETA)->n;
  n_phi = ond_map_model_get_grid (self, OND_PARAMETER_PHI)->n;
  for (gsize k = 0; k < ond_map_model_get_grid (self, OND_PARAMETER_SCALE)->n; k++)
    for (gsize i = 0; i < ond_map_model_get_grid (self, OND_PARAMETER_XI)->n; i++)
      {
        const double *plane = ond_maps_get_plane (maps, statistic, i, k);
        double factor = plane_factor (self, statistic, i, k);

        if (!find_largest (plane, n_theta * n_phi, &cell)
            || (found && !(plane[cell] * factor > *value)))
          continue;
        found = TRUE;
        *value = plane[cell] * factor;
        at[OND_PARAMETER_THETA] = cell % n_theta;
        at[OND_PARAMETER_PHI] = cell / n_theta;
        at[OND_PARAMETER_XI] = i;
        at[OND_PARAMETER_SCALE] = k;
      }
  return found;
}
