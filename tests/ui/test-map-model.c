/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The maps as they are shown, without a display: planes, norms, limits, the second map. */
#include "model-harness.h"
#include "maps-harness.h"

#include <glib/gstdio.h>

#include "ui/map-model.h"

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  OndMapModel *model;
  OndSweepJob *job;
  guint n_changed;
} Fixture;

#define N_THETA 5
#define N_CELLS 15

static const char *const ranges[OND_N_PARAMETERS] = { "0:180:5", "0:180:3", "2,5,10", "1.5,3" };

static void
count_changes (Fixture *self)
{
  self->n_changed++;
}

static void
sweep (Fixture *self)
{
  g_clear_object (&self->job);
  self->job = sweep_start (self->session, ranges);
  ond_map_model_set_job (self->model, self->job);
  MODEL_WAIT (ond_sweep_job_get_state (self->job) == OND_SWEEP_DONE);
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = model_volume (20, 16, 12);

  self->engine = model_engine ();
  self->session = ond_session_new (self->engine);
  self->model = g_object_ref (ond_session_get_maps (self->session));
  ond_session_set_volume (self->session, volume);
  g_object_set (self->session, "xi", 5.0, "scale", 3.0, NULL);
  sweep (self);
  g_signal_connect_swapped (self->model, "changed", G_CALLBACK (count_changes), self);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (self->model, self);
  g_assert_finalize_object (self->session);
  g_assert_finalize_object (self->model); /* it may live on without the session */
  g_clear_object (&self->job);
  ond_engine_unref (self->engine);
}

static void
assert_plane (Fixture *self, guint map, gsize xi, gsize scale)
{
  gsize is_xi, is_scale;

  ond_map_model_get_plane (self->model, map, &is_xi, &is_scale);
  g_assert_cmpuint (is_xi, ==, xi);
  g_assert_cmpuint (is_scale, ==, scale);
}

/* The maps of another sweep in that norm are those of this one shown in it: values, profiles and
 * the best, to the rounding of floats. */
static void
test_norms (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  float shown[2][N_CELLS], profiles[2][3], computed[N_CELLS], line[3];
  const gsize at[OND_N_PARAMETERS] = { 2, 1, 1, 1 };
  gsize best[OND_N_PARAMETERS], other[OND_N_PARAMETERS];
  double value, other_value;

  for (int norm = 0; norm < OND_N_NORMS; norm++)
    for (int s = 0; s < OND_N_STATISTICS; s++)
      {
        g_autoptr (OndSweepJob) again = NULL;
        g_autofree char *label = NULL;

        ond_map_model_set_job (self->model, self->job);
        ond_map_model_set_norm (self->model, norm);
        ond_map_model_set_statistic (self->model, 0, s);
        memcpy (shown[0], ond_map_model_get_values (self->model, 0), sizeof computed);
        ond_map_model_get_profile (self->model, OND_PARAMETER_XI, at, profiles[0]);
        label = ond_map_model_dup_label (self->model, 0);
        g_assert_nonnull (strstr (label, ond_norms[norm].title));
        g_assert_true (ond_map_model_find_best (self->model, s, best, &value));
        if (s != OND_STATISTIC_ENERGY && s != OND_STATISTIC_MIN)
          continue; /* one of each kind is computed again */
        g_object_set (self->session, "norm", norm, NULL);
        again = sweep_start (self->session, ranges);
        MODEL_WAIT (ond_sweep_job_get_state (again) == OND_SWEEP_DONE);
        ond_sweep_job_get_plane (again, s, 1, 1, computed);
        ond_sweep_job_get_profile (again, s, OND_PARAMETER_XI, at, line);
        for (int i = 0; i < N_CELLS; i++)
          g_assert_cmpfloat_with_epsilon (shown[0][i], computed[i], 1e-6 * fabs (computed[i]));
        for (int i = 0; i < 3; i++)
          g_assert_cmpfloat_with_epsilon (profiles[0][i], line[i], 1e-6 * fabs (line[i]));
        ond_map_model_set_job (self->model, again);
        g_assert_true (ond_map_model_find_best (self->model, s, other, &other_value));
        g_assert_cmpmem (best, sizeof best, other, sizeof other);
        g_assert_cmpfloat_with_epsilon (value, other_value, 1e-6 * fabs (value));
        g_object_set (self->session, "norm", (int) OND_NORM_L2, NULL);
      }
}

/* The picture stays when the norm changes: limits are multiplied as the plane is. */
static void
test_locked_limits_follow_the_norm (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale before, after;
  double value, value_after;

  ond_map_model_lock (self->model, 0, 100, 900);
  value = (double) ond_map_model_get_values (self->model, 0)[3];
  before = ond_map_model_get_colors (self->model, 0);
  g_assert_cmpfloat (before.lower, ==, 100);
  g_object_set (self->session, "norm", (int) OND_NORM_RAW, NULL);
  value_after = (double) ond_map_model_get_values (self->model, 0)[3];
  after = ond_map_model_get_colors (self->model, 0);
  g_assert_cmpfloat (fabs (value_after / value - 1), >, 0.1);
  g_assert_cmpfloat_with_epsilon (after.lower / before.lower, value_after / value,
                                  1e-6 * value_after / value);
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&after, value_after),
                                  ond_color_scale_position (&before, value), 1e-6);
  /* Its own norm is not moved by the sliders'. */
  ond_map_model_set_norm (self->model, OND_NORM_L1);
  after = ond_map_model_get_colors (self->model, 0);
  g_object_set (self->session, "norm", (int) OND_NORM_FROBENIUS, NULL);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).upper, ==, after.upper);
  ond_map_model_set_norm (self->model, OND_NORM_L2);
  g_assert_cmpfloat_with_epsilon (ond_map_model_get_colors (self->model, 0).lower, 100, 1e-9);
}

static void
set_limits (Fixture *self, OndMapLimits limits)
{
  OndMapOptions options = *ond_map_model_get_options (self->model);

  options.limits = limits;
  ond_map_model_set_options (self->model, &options);
}

static void
get_range (Fixture *self, gsize xi, gsize scale, double *lower, double *upper)
{
  float plane[N_CELLS];

  ond_sweep_job_get_plane (self->job, OND_STATISTIC_ENERGY, xi, scale, plane);
  for (int i = 0; i < N_CELLS; i++)
    {
      *lower = fmin (*lower, (double) plane[i]);
      *upper = fmax (*upper, (double) plane[i]);
    }
}

static void
test_limits (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double lower = INFINITY, upper = -INFINITY;
  OndColorScale colors = ond_map_model_get_colors (self->model, 0);

  get_range (self, 1, 1, &lower, &upper);
  g_assert_cmpfloat (colors.lower, ==, lower);
  g_assert_cmpfloat (colors.upper, ==, upper);
  set_limits (self, OND_MAP_LIMITS_ALL);
  for (gsize i = 0; i < 3; i++)
    for (gsize k = 0; k < 2; k++)
      get_range (self, i, k, &lower, &upper);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).lower, ==, lower);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).upper, ==, upper);
  ond_map_model_set_plane (self->model, 0, 2, 0);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).upper, ==, upper);

  /* Locked ones come from the plane at that time, and stay; each statistic has its own. */
  set_limits (self, OND_MAP_LIMITS_LOCKED);
  colors = ond_map_model_get_colors (self->model, 0);
  lower = INFINITY;
  upper = -INFINITY;
  get_range (self, 2, 0, &lower, &upper);
  g_assert_cmpfloat (colors.lower, ==, lower);
  g_assert_cmpfloat (colors.upper, ==, upper);
  ond_map_model_set_plane (self->model, 0, 1, 1);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).upper, ==, upper);
  ond_map_model_set_statistic (self->model, 0, OND_STATISTIC_STD);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).upper, !=, upper);
  ond_map_model_set_statistic (self->model, 0, OND_STATISTIC_ENERGY);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).upper, ==, upper);
  ond_map_model_fit (self->model);
  g_assert_cmpfloat (ond_map_model_get_colors (self->model, 0).upper, !=, upper);
}

static void
test_colors (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndMapOptions options = *ond_map_model_get_options (self->model);
  OndColorScale colors;

  g_assert_cmpint (ond_map_model_get_colors (self->model, 0).map, ==, OND_COLORMAP_VIRIDIS);
  ond_map_model_set_statistic (self->model, 0, OND_STATISTIC_MEAN);
  colors = ond_map_model_get_colors (self->model, 0);
  g_assert_cmpint (colors.map, ==, OND_COLORMAP_DIVERGING);
  g_assert_cmpfloat (colors.lower, ==, -colors.upper);
  options.statistic[0] = OND_STATISTIC_MEAN;
  options.colormap = OND_COLORMAP_INFERNO;
  options.stretch = OND_STRETCH_LOG;
  ond_map_model_set_options (self->model, &options);
  g_assert_cmpint (ond_map_model_get_colors (self->model, 0).map, ==, OND_COLORMAP_INFERNO);
  g_assert_cmpint (ond_map_model_get_colors (self->model, 0).stretch, ==, OND_STRETCH_LOG);
  colors = ond_map_model_get_colors (self->model, 0);
  g_assert_cmpfloat (colors.lower, !=, -colors.upper); /* no longer about 0 */
  options.statistic[0] = OND_STATISTIC_MIN;            /* of one sign */
  options.colormap = OND_COLORMAP_DIVERGING;
  ond_map_model_set_options (self->model, &options);
  colors = ond_map_model_get_colors (self->model, 0);
  g_assert_cmpfloat (colors.lower, ==, -colors.upper); /* its middle is 0 */
  g_assert_cmpfloat (colors.upper, >, 0);
}

/* The first plane follows its slider, each alone; a chosen one stays until that moves. */
static void
test_planes_follow (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  assert_plane (self, 0, 1, 1);
  g_object_set (self->session, "xi", 2.4, NULL);
  assert_plane (self, 0, 0, 1);
  ond_map_model_set_plane (self->model, 0, 2, 0);
  g_object_set (self->session, "theta", 77.0, "phi", 10.0, NULL);
  assert_plane (self, 0, 2, 0);
  g_object_set (self->session, "scale", 2.9, NULL);
  assert_plane (self, 0, 2, 1);
  g_assert_cmpuint (self->n_changed, ==, 3);
  g_object_set (self->session, "scale", 2.95, NULL); /* the same plane is not made again */
  g_assert_cmpuint (self->n_changed, ==, 3);
}

/* The second stays where it is put, and a cell of it moves the sliders, but not the first map. */
static void
test_second (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gsize at[OND_N_PARAMETERS] = { 3, 2, 2, 0 };
  OndMapOptions options = *ond_map_model_get_options (self->model);
  float plane[N_CELLS];
  double xi, theta;

  g_assert_cmpuint (ond_map_model_get_n (self->model), ==, 1);
  options.second = TRUE;
  options.second_xi = 9;
  options.second_scale = 1;
  options.statistic[1] = OND_STATISTIC_MAX;
  ond_map_model_set_options (self->model, &options);
  g_assert_cmpuint (ond_map_model_get_n (self->model), ==, 2);
  assert_plane (self, 1, 2, 0);
  ond_sweep_job_get_plane (self->job, OND_STATISTIC_MAX, 2, 0, plane);
  g_assert_cmpmem (ond_map_model_get_values (self->model, 1), sizeof plane, plane, sizeof plane);
  g_object_set (self->session, "xi", 2.0, NULL);
  assert_plane (self, 0, 0, 1);
  assert_plane (self, 1, 2, 0);
  ond_map_model_go (self->model, 1, at, FALSE);
  g_object_get (self->session, "xi", &xi, "theta", &theta, NULL);
  g_assert_cmpfloat (xi, ==, 10);
  g_assert_cmpfloat (theta, ==, 108);
  assert_plane (self, 0, 0, 1);
  ond_map_model_go (self->model, 0, at, FALSE);
  assert_plane (self, 1, 2, 0);
  ond_map_model_set_plane (self->model, 1, 1, 1);
  g_assert_cmpfloat (ond_map_model_get_options (self->model)->second_xi, ==, 5);
}

/* To the voxel that the engine itself finds. */
static void
test_voxel (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gsize at[OND_N_PARAMETERS] = { 3, 2, 2, 0 };
  OndMaps *maps = ond_sweep_job_get_maps (self->job);
  gint32 before[OND_N_AXES], voxel[OND_N_AXES], after[OND_N_AXES];

  ond_session_get_cross_hair (self->session, before);
  ond_maps_get_max_voxel (maps, ond_maps_cell (maps, at), voxel);
  ond_map_model_go (self->model, 0, at, FALSE);
  ond_session_get_cross_hair (self->session, after);
  g_assert_cmpmem (before, sizeof before, after, sizeof after);
  ond_map_model_go (self->model, 0, at, TRUE);
  ond_session_get_cross_hair (self->session, after);
  g_assert_cmpmem (voxel, sizeof voxel, after, sizeof after);
}

/* Maps of another input: their norm as long as nobody knows their rank, and their voxels are not
 * those of the open volume. */
static void
test_foreign (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gsize at[OND_N_PARAMETERS] = { 3, 2, 2, 0 };
  g_autofree char *folder = g_dir_make_tmp ("map-model-XXXXXX", NULL),
                  *path = g_build_filename (folder, "maps.fits", NULL);
  g_autoptr (OndMaps) maps = NULL;
  g_autoptr (OndSweepJob) job = NULL;
  gint32 before[OND_N_AXES], after[OND_N_AXES];
  float plane[N_CELLS];

  g_assert_true (ond_maps_save (ond_sweep_job_get_maps (self->job), path, FALSE, NULL));
  maps = ond_maps_load (path, NULL);
  g_assert_nonnull (maps);
  job = ond_sweep_job_new_from_maps (maps, "elsewhere.fits");
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_DONE);
  g_assert_cmpint (ond_sweep_job_get_rank (job), ==, 3);
  g_assert_cmpuint (ond_sweep_job_get_n_total (job), ==, 90);
  ond_map_model_set_job (self->model, job);
  g_assert_cmpstr (ond_map_model_get_made_from (self->model), ==, "elsewhere.fits");
  g_assert_true (ond_map_model_can_rescale (self->model));
  ond_sweep_job_get_plane (self->job, OND_STATISTIC_ENERGY, 1, 1, plane);
  g_assert_cmpmem (ond_map_model_get_values (self->model, 0), sizeof plane, plane, sizeof plane);
  ond_session_get_cross_hair (self->session, before);
  ond_map_model_go (self->model, 0, at, TRUE);
  ond_session_get_cross_hair (self->session, after);
  g_assert_cmpmem (before, sizeof before, after, sizeof after);
  ond_map_model_set_job (self->model, NULL);
  g_assert_null (ond_map_model_get_made_from (self->model));
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "a-norm-rescales-maps-exactly", test_norms },
    { "locked-limits-follow-the-norm", test_locked_limits_follow_the_norm },
    { "limits-are-of-the-plane-of-all-or-locked", test_limits },
    { "colours-are-chosen-or-by-sign", test_colors },
    { "planes-follow-the-sliders", test_planes_follow },
    { "the-second-map-has-its-own-plane", test_second },
    { "a-cell-leads-to-its-voxel", test_voxel },
    { "maps-of-another-input-are-shown", test_foreign },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/map-model/", tests[i].name, NULL);
      g_test_add (path, Fixture, NULL, set_up, tests[i].test, tear_down);
    }
  return g_test_run ();
}
