/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planes are copied from the job and scaled whenever anything changes; a job tells of its cells ten
 * times a second at most. */
#include "map-model-private.h"

#include <math.h>

const OndChoice ond_map_limits[] = {
  [OND_MAP_LIMITS_PLANE] = { "plane", "This plane",
                             "From the least to the largest value of the plane shown" },
  [OND_MAP_LIMITS_ALL] = { "all", "All planes",
                           "From the least to the largest value of all planes of the sweep: "
                           "planes can be compared" },
  [OND_MAP_LIMITS_LOCKED] = { "locked", "Locked",
                              "As they are: typed, or kept while planes change" },
  [OND_N_MAP_LIMITS] = { NULL, NULL, NULL },
};

enum
{
  CHANGED,
  JOB_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndMapModel, ond_map_model, G_TYPE_OBJECT)

OndMapOptions
ond_map_options_default (void)
{
  OndMapOptions options = { .statistic = { OND_STATISTIC_ENERGY, OND_STATISTIC_MAX },
                            .second_xi = NAN,
                            .second_scale = NAN,
                            .norm = OND_MAP_NORM_OF_SLIDERS,
                            .colormap = OND_MAP_COLORS_BY_SIGN };

  for (int s = 0; s < OND_N_STATISTICS; s++)
    options.lower[s] = options.upper[s] = NAN;
  return options;
}

/* ---- Norms ---- */

gboolean
ond_map_model_can_rescale (OndMapModel *self)
{
  return ond_map_model_get_rank (self) != 0;
}

gboolean
ond_map_model_is_flat (OndMapModel *self)
{
  return ond_map_model_get_rank (self) == 2;
}

OndNorm
ond_map_model_get_norm (OndMapModel *self)
{
  g_return_val_if_fail (OND_IS_MAP_MODEL (self), OND_NORM_L2);
  if (self->job != NULL && !ond_map_model_can_rescale (self))
    return ond_sweep_job_get_norm (self->job);
  if (self->options.norm != OND_MAP_NORM_OF_SLIDERS)
    return (OndNorm) self->options.norm;
  return self->session != NULL ? ond_session_get_wavelet (self->session).norm : OND_NORM_L2;
}

static void
refresh (OndMapModel *self)
{
  for (guint map = 0; self->job != NULL && map < ond_map_model_get_n (self); map++)
    ond_map_model_fill (self, map);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- Planes that follow ---- */

static double
slider (OndMapModel *self, OndParameter parameter)
{
  double value = ond_parameters[parameter].initial;

  if (self->session != NULL)
    g_object_get (self->session, ond_parameters[parameter].name, &value, NULL);
  return value;
}

static void
place_first (OndMapModel *self)
{
  self->shown[0].xi = ond_grid_nearest (ond_map_model_get_grid (self, OND_PARAMETER_XI),
                                        slider (self, OND_PARAMETER_XI));
  self->shown[0].scale = ond_grid_nearest (ond_map_model_get_grid (self, OND_PARAMETER_SCALE),
                                           slider (self, OND_PARAMETER_SCALE));
}

static void
place_second (OndMapModel *self)
{
  const OndMapOptions *options = &self->options;

  self->shown[1].xi =
      isnan (options->second_xi)
          ? self->shown[0].xi
          : ond_grid_nearest (ond_map_model_get_grid (self, OND_PARAMETER_XI), options->second_xi);
  self->shown[1].scale = isnan (options->second_scale)
                             ? self->shown[0].scale
                             : ond_grid_nearest (ond_map_model_get_grid (self, OND_PARAMETER_SCALE),
                                                 options->second_scale);
}

/* Each follows its own slider alone: a turn of the wavelet must not change the plane that somebody
 * looks at, nor xi that of the scale. Most steps of a slider lead to the same plane. */
static void
follow (OndMapModel *self, GParamSpec *pspec)
{
  OndMapShown *first = &self->shown[0];
  gsize xi = first->xi, scale = first->scale;

  if (self->job == NULL || self->going)
    return;
  if (g_str_equal (pspec->name, "xi"))
    first->xi = ond_grid_nearest (ond_map_model_get_grid (self, OND_PARAMETER_XI),
                                  slider (self, OND_PARAMETER_XI));
  else
    first->scale = ond_grid_nearest (ond_map_model_get_grid (self, OND_PARAMETER_SCALE),
                                     slider (self, OND_PARAMETER_SCALE));
  if (first->xi != xi || first->scale != scale)
    refresh (self);
}

/* Locked limits follow the norm as the first map's plane does. */
static void
norm_changed (OndMapModel *self)
{
  OndNorm norm = ond_map_model_get_norm (self);
  double xi = slider (self, OND_PARAMETER_XI), scale = slider (self, OND_PARAMETER_SCALE), ratio;

  if (self->job != NULL)
    {
      xi = ond_map_model_get_grid (self, OND_PARAMETER_XI)->values[self->shown[0].xi];
      scale = ond_map_model_get_grid (self, OND_PARAMETER_SCALE)->values[self->shown[0].scale];
    }
  ratio = ond_map_model_norm_ratio (self, xi, scale, self->norm, norm);
  for (int s = 0; s < OND_N_STATISTICS; s++)
    {
      self->options.lower[s] = ond_statistic_rescale (s, self->options.lower[s], ratio);
      self->options.upper[s] = ond_statistic_rescale (s, self->options.upper[s], ratio);
    }
  self->norm = norm;
  refresh (self);
}

static void
session_norm_changed (OndMapModel *self)
{
  if (self->options.norm == OND_MAP_NORM_OF_SLIDERS)
    norm_changed (self);
}

/* ---- Public ---- */

void
ond_map_model_set_job (OndMapModel *self, OndSweepJob *job)
{
  gsize n;

  g_return_if_fail (OND_IS_MAP_MODEL (self));
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_set_object (&self->job, job);
  memset (self->has_all, 0, sizeof self->has_all);
  for (guint map = 0; map < OND_MAPS_SHOWN; map++)
    g_clear_pointer (&self->shown[map].values, g_free);
  if (job != NULL)
    {
      n = ond_map_model_get_grid (self, OND_PARAMETER_THETA)->n
          * ond_map_model_get_grid (self, OND_PARAMETER_PHI)->n;
      for (guint map = 0; map < OND_MAPS_SHOWN; map++)
        self->shown[map].values = g_try_new (float, n);
      place_first (self);
      place_second (self);
      g_signal_connect_swapped (job, "changed", G_CALLBACK (refresh), self);
    }
  self->norm = ond_map_model_get_norm (self);
  g_signal_emit (self, signals[JOB_CHANGED], 0);
  refresh (self);
}

OndSweepJob *
ond_map_model_get_job (OndMapModel *self)
{
  g_return_val_if_fail (OND_IS_MAP_MODEL (self), NULL);
  return self->job;
}

const char *
ond_map_model_get_made_from (OndMapModel *self)
{
  return self->job != NULL ? ond_sweep_job_get_made_from (self->job) : NULL;
}

const OndMapOptions *
ond_map_model_get_options (OndMapModel *self)
{
  g_return_val_if_fail (OND_IS_MAP_MODEL (self), NULL);
  return &self->options;
}

void
ond_map_model_set_options (OndMapModel *self, const OndMapOptions *options)
{
  g_return_if_fail (OND_IS_MAP_MODEL (self));
  self->options = *options;
  self->norm = ond_map_model_get_norm (self);
  if (self->job != NULL)
    place_second (self);
  refresh (self);
}

void
ond_map_model_set_norm (OndMapModel *self, int norm)
{
  g_return_if_fail (OND_IS_MAP_MODEL (self));
  self->options.norm = norm;
  norm_changed (self);
}

void
ond_map_model_lock (OndMapModel *self, guint map, double lower, double upper)
{
  OndStatistic statistic = ond_map_model_get_statistic (self, map);

  self->options.limits = OND_MAP_LIMITS_LOCKED;
  self->options.lower[statistic] = lower;
  self->options.upper[statistic] = upper;
  refresh (self);
}

void
ond_map_model_fit (OndMapModel *self)
{
  for (int s = 0; s < OND_N_STATISTICS; s++)
    self->options.lower[s] = self->options.upper[s] = NAN;
  refresh (self);
}

guint
ond_map_model_get_n (OndMapModel *self)
{
  return self->options.second ? 2 : 1;
}

OndStatisticSet
ond_map_model_get_statistics (OndMapModel *self)
{
  return self->job != NULL ? ond_sweep_job_get_statistics (self->job) : OND_STATISTICS_ALL;
}

OndStatistic
ond_map_model_get_statistic (OndMapModel *self, guint map)
{
  OndStatisticSet set = ond_map_model_get_statistics (self);
  OndStatistic statistic = self->options.statistic[map];

  if (ond_statistic_set_has (set, statistic))
    return statistic;
  for (statistic = 0; !ond_statistic_set_has (set, statistic); statistic++)
    ;
  return statistic;
}

void
ond_map_model_set_statistic (OndMapModel *self, guint map, OndStatistic statistic)
{
  g_return_if_fail (OND_IS_MAP_MODEL (self) && map < OND_MAPS_SHOWN);
  self->options.statistic[map] = statistic;
  refresh (self);
}

const OndGrid *
ond_map_model_get_grid (OndMapModel *self, OndParameter parameter)
{
  return ond_sweep_job_get_grid (self->job, parameter);
}

void
ond_map_model_get_plane (OndMapModel *self, guint map, gsize *xi, gsize *scale)
{
  *xi = self->shown[map].xi;
  *scale = self->shown[map].scale;
}

void
ond_map_model_set_plane (OndMapModel *self, guint map, gsize xi, gsize scale)
{
  g_return_if_fail (OND_IS_MAP_MODEL (self) && map < OND_MAPS_SHOWN && self->job != NULL);
  g_return_if_fail (xi < ond_map_model_get_grid (self, OND_PARAMETER_XI)->n
                    && scale < ond_map_model_get_grid (self, OND_PARAMETER_SCALE)->n);
  self->shown[map].xi = xi;
  self->shown[map].scale = scale;
  if (map == 1)
    {
      self->options.second_xi = ond_map_model_get_grid (self, OND_PARAMETER_XI)->values[xi];
      self->options.second_scale =
          ond_map_model_get_grid (self, OND_PARAMETER_SCALE)->values[scale];
    }
  refresh (self);
}

const float *
ond_map_model_get_values (OndMapModel *self, guint map)
{
  return self->shown[map].values;
}

OndColorScale
ond_map_model_get_colors (OndMapModel *self, guint map)
{
  return self->shown[map].colors;
}

void
ond_map_model_go (OndMapModel *self, guint map, const gsize at[OND_N_PARAMETERS],
                  gboolean and_voxel)
{
  OndWavelet wavelet;
  gint32 voxel[OND_N_AXES];

  g_return_if_fail (OND_IS_MAP_MODEL (self) && self->job != NULL && self->session != NULL);
  wavelet = ond_session_get_wavelet (self->session);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_wavelet_set (&wavelet, p, ond_map_model_get_grid (self, p)->values[at[p]]);
  self->going = map == 1;
  ond_session_set_wavelet (self->session, &wavelet);
  self->going = FALSE;
  ond_sweep_job_get_max_voxel (self->job, at, voxel);
  if (and_voxel && voxel[OND_X] >= 0 && ond_map_model_get_made_from (self) == NULL)
    ond_session_set_cross_hair (self->session, voxel);
}

/* ---- Construction ---- */

static void
ond_map_model_dispose (GObject *object)
{
  OndMapModel *self = OND_MAP_MODEL (object);

  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  g_clear_weak_pointer (&self->session);
  G_OBJECT_CLASS (ond_map_model_parent_class)->dispose (object);
}

static void
ond_map_model_finalize (GObject *object)
{
  OndMapModel *self = OND_MAP_MODEL (object);

  for (guint map = 0; map < OND_MAPS_SHOWN; map++)
    g_free (self->shown[map].values);
  G_OBJECT_CLASS (ond_map_model_parent_class)->finalize (object);
}

static void
ond_map_model_class_init (OndMapModelClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed", "job-changed" };

  G_OBJECT_CLASS (klass)->dispose = ond_map_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = ond_map_model_finalize;
  for (int i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_map_model_init (OndMapModel *self)
{
  self->options = ond_map_options_default ();
}

OndMapModel *
ond_map_model_new (OndSession *session)
{
  OndMapModel *self = g_object_new (OND_TYPE_MAP_MODEL, NULL);

  g_set_weak_pointer (&self->session, session);
  self->norm = ond_map_model_get_norm (self);
  g_signal_connect_object (session, "notify::xi", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::scale", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::norm", G_CALLBACK (session_norm_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}
