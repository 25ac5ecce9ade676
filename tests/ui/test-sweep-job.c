/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-harness.h"

#include "core/best-part.h"
#include "core/checkpoint.h"
#include "ui/sweep-job.h"

#include <glib/gstdio.h>

typedef struct
{
  OndEngine *engine;
  OndVolume *volume;
  guint n_changes;
  guint n_readings; /* of the plane, each with more cells than the one before */
  gsize n_filled;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  self->engine = model_engine ();
  self->volume = model_volume (40, 36, 30);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ond_volume_unref (self->volume);
  ond_engine_unref (self->engine);
}

static OndSweepPlan *
make_plan (Fixture *self, const char *const texts[OND_N_PARAMETERS], gboolean best)
{
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepRequest request = {
    .grids = grids,
    .geometry = *ond_volume_get_geometry (self->volume),
    .method = ond_method_default (),
    .norm = OND_NORM_L2,
    .statistics = OND_STATISTICS_ALL,
    .best = best,
  };
  g_autoptr (GError) error = NULL;
  OndSweepPlan *plan;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      grids[p] = ond_grid_parse (p, texts[p], &error);
      g_assert_no_error (error);
    }
  plan = ond_sweep_plan_new (&request, &error);
  g_assert_no_error (error);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  return plan;
}

static OndSweepJob *
start_plan (Fixture *self, OndVolume *volume, OndSweepPlan *plan, const char *kept)
{
  const OndMapsOrigin origin = { .input = "model", .checksum = "0123" };
  g_autoptr (GError) error = NULL;
  OndSweepJob *job = ond_sweep_job_new_kept (self->engine, volume, plan, &origin, kept, &error);

  g_assert_no_error (error);
  return job;
}

static OndSweepJob *
start_kept (Fixture *self, OndVolume *volume, const char *const texts[OND_N_PARAMETERS],
            const char *kept)
{
  g_autoptr (OndSweepPlan) plan = make_plan (self, texts, FALSE);

  return start_plan (self, volume, plan, kept);
}

static OndSweepJob *
start (Fixture *self, OndVolume *volume, const char *const texts[OND_N_PARAMETERS])
{
  return start_kept (self, volume, texts, NULL);
}

static gsize
count_filled (OndSweepJob *job, gsize n)
{
  g_autofree float *plane = g_new (float, n);
  gsize filled = 0;

  ond_sweep_job_get_plane (job, OND_STATISTIC_ENERGY, 0, 0, plane);
  for (gsize i = 0; i < n; i++)
    filled += !isnan (plane[i]);
  return filled;
}

static void
read_plane (OndSweepJob *job, Fixture *self)
{
  gsize filled = count_filled (job, ond_sweep_job_get_n_total (job));

  g_assert_cmpuint (filled, >=, self->n_filled);
  self->n_readings += filled > self->n_filled;
  self->n_filled = filled;
  self->n_changes++;
}

static void
test_cells_fill_in (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const texts[OND_N_PARAMETERS] = { "0:180:80", "0:180:80", "5", "2" };
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (OndSweepJob) job = start (self, self->volume, texts);

  g_signal_connect (job, "changed", G_CALLBACK (read_plane), self);
  g_assert_null (ond_sweep_job_get_maps (job));
  MODEL_WAIT (ond_sweep_job_get_state (job) != OND_SWEEP_RUNNING);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_DONE);
  g_assert_cmpuint (self->n_readings, >=, 3);
  g_assert_cmpuint (self->n_filled, ==, 80 * 80);
  g_assert_cmpuint (ond_sweep_job_get_n_done (job), ==, 80 * 80);
  /* It was busy no longer than that. */
  g_assert_cmpfloat (ond_sweep_job_get_rate (job), >=,
                     80 * 80 * 1e6 / (double) (g_get_monotonic_time () - begin));
  g_assert_cmpfloat (ond_sweep_job_get_seconds_left (job), ==, 0);
  g_assert_cmpuint (ond_maps_get_n_filled (ond_sweep_job_get_maps (job)), ==, 80 * 80);
  /* Ten times a second, and once at the end. */
  g_assert_cmpint (self->n_changes, <=, (g_get_monotonic_time () - begin) / 100000 + 2);
}

static void
test_values_are_the_engine_s (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const texts[OND_N_PARAMETERS] = { "30", "45", "2,5", "1.5,2" };
  g_autoptr (OndSweepJob) job = start (self, self->volume, texts);
  const OndMethod method = ond_method_default ();
  OndWavelet wavelet = ond_wavelet_default ();
  g_autoptr (OndTransform) transform = NULL;
  OndMoments moments;
  float value;

  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  wavelet.xi = 5;
  wavelet.scale = 1.5;
  transform = ond_engine_get_transform (self->engine, self->volume, &method, &wavelet, 1,
                                        OND_LANE_SWEEP, NULL, NULL);
  g_assert_true (
      ond_transform_stats (transform, &wavelet, 1, &moments, OND_LANE_SWEEP, NULL, NULL));
  ond_sweep_job_get_plane (job, OND_STATISTIC_ENERGY, 1, 0, &value);
  g_assert_cmpfloat_with_epsilon (value, moments.sum2, 1e-6 * moments.sum2);
}

/* A profile is the same cell of one plane after the other. */
static void
test_profiles_go_through_planes (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const texts[OND_N_PARAMETERS] = { "0:180:4", "0:180:3", "5,2,10", "1.5,3" };
  const gsize cell[OND_N_PARAMETERS] = { 2, 1, 1, 1 };
  g_autoptr (OndSweepJob) job = start (self, self->volume, texts);
  float plane[12], profile[3];

  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  ond_sweep_job_get_profile (job, OND_STATISTIC_MAX, OND_PARAMETER_XI, cell, profile);
  for (gsize xi = 0; xi < 3; xi++)
    {
      ond_sweep_job_get_plane (job, OND_STATISTIC_MAX, xi, cell[OND_PARAMETER_SCALE], plane);
      g_assert_cmpfloat (profile[xi], ==, plane[1 * 4 + 2]);
    }
  ond_sweep_job_get_profile (job, OND_STATISTIC_MAX, OND_PARAMETER_SCALE, cell, profile);
  for (gsize scale = 0; scale < 2; scale++)
    {
      ond_sweep_job_get_plane (job, OND_STATISTIC_MAX, cell[OND_PARAMETER_XI], scale, plane);
      g_assert_cmpfloat (profile[scale], ==, plane[1 * 4 + 2]);
    }
}

static void
test_cancel (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const texts[OND_N_PARAMETERS] = { "0:180:60", "0:180:60", "5", "2" };
  g_autoptr (OndSweepJob) job = start (self, self->volume, texts);
  gsize done;

  MODEL_WAIT (ond_sweep_job_get_n_done (job) > 0);
  ond_sweep_job_cancel (job);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==,
                   OND_SWEEP_RUNNING); /* the thread has not stopped yet */
  MODEL_WAIT (ond_sweep_job_get_state (job) != OND_SWEEP_RUNNING);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_CANCELLED);
  done = ond_sweep_job_get_n_done (job);
  g_assert_cmpuint (done, <, 3600);
  g_assert_cmpuint (count_filled (job, 3600), ==, done);
  g_assert_null (ond_sweep_job_get_message (job));
  g_assert_nonnull (ond_sweep_job_get_maps (job));
}

static void
test_failure_has_a_message (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const texts[OND_N_PARAMETERS] = { "30", "45", "5", "2" };
  const OndGeometry geometry = *ond_volume_get_geometry (self->volume);
  const OndVolumeInfo info = { .name = "empty" };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) invalid = NULL;
  g_autoptr (OndSweepJob) job = NULL;

  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = NAN;
  invalid = ond_volume_new_take (&geometry, samples, &info);
  job = start (self, invalid, texts);
  MODEL_WAIT (ond_sweep_job_get_state (job) != OND_SWEEP_RUNNING);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_FAILED);
  g_assert_nonnull (ond_sweep_job_get_message (job));
  g_assert_cmpuint (ond_sweep_job_get_n_done (job), ==, 0);
}

static void
test_dropped_while_running (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const texts[OND_N_PARAMETERS] = { "0:180:60", "0:180:60", "5", "2" };
  OndSweepJob *job = start (self, self->volume, texts);
  gpointer weak = job;

  g_object_add_weak_pointer (G_OBJECT (job), &weak);
  ond_sweep_job_cancel (job);
  g_object_unref (job);
  MODEL_WAIT (weak == NULL);
}

/* ---- Pausing ---- */

static void
run_for (guint milliseconds)
{
  gboolean up = FALSE;

  g_timeout_add (milliseconds, model_time_is_up, &up);
  while (!up)
    g_main_context_iteration (NULL, TRUE);
}

static const char *const long_texts[OND_N_PARAMETERS] = { "0:180:60", "0:180:60", "5", "2" };

static void
test_pause (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSweepJob) job = start (self, self->volume, long_texts);
  double rate;
  gsize done;

  MODEL_WAIT (ond_sweep_job_get_n_done (job) > 0);
  g_signal_connect (job, "changed", G_CALLBACK (read_plane), self);
  ond_sweep_job_set_paused (job, TRUE);
  g_assert_cmpuint (self->n_changes, ==, 1);
  g_assert_true (ond_sweep_job_get_paused (job));
  done = ond_sweep_job_get_n_done (job);
  run_for (300);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_RUNNING);
  g_assert_cmpuint (ond_sweep_job_get_n_done (job), <=, done + OND_SWEEP_CHUNK);

  /* However long it stands still, it takes what it took. */
  rate = ond_sweep_job_get_rate (job);
  run_for (300);
  g_assert_cmpfloat (ond_sweep_job_get_rate (job), ==, rate);
  ond_sweep_job_set_paused (job, FALSE);
  g_assert_false (ond_sweep_job_get_paused (job));
  MODEL_WAIT (ond_sweep_job_get_state (job) != OND_SWEEP_RUNNING);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_DONE);
  g_assert_cmpuint (count_filled (job, 3600), ==, 3600);
}

static void
test_cancel_while_paused (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSweepJob) job = start (self, self->volume, long_texts);

  ond_sweep_job_set_paused (job, TRUE);
  run_for (100);
  ond_sweep_job_cancel (job);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_CANCELLED);
  g_assert_false (ond_sweep_job_get_paused (job));
}

static void
test_dropped_while_paused (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndSweepJob *job = start (self, self->volume, long_texts);
  gpointer weak = job;

  g_object_add_weak_pointer (G_OBJECT (job), &weak);
  ond_sweep_job_set_paused (job, TRUE);
  run_for (100);
  ond_sweep_job_cancel (job);
  g_object_unref (job);
  MODEL_WAIT (weak == NULL);
}

/* ---- Kept ---- */

/* A name in a folder of its own; free with free_kept(). */
static char *
new_kept (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sweep-job-XXXXXX", NULL);

  return g_build_filename (folder, "sweep", NULL);
}

static void
free_kept (char *kept)
{
  g_autofree char *folder = g_path_get_dirname (kept), *checkpoint = ond_checkpoint_path (kept);

  g_unlink (checkpoint);
  ond_best_part_remove (kept);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (kept);
}

static void
drop (OndSweepJob *job)
{
  gpointer weak = job;

  g_object_add_weak_pointer (G_OBJECT (job), &weak);
  g_object_unref (job);
  MODEL_WAIT (weak == NULL);
}

static void
test_goes_on (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  char *kept = new_kept ();
  g_autofree float *whole = g_new (float, 3600), *resumed = g_new (float, 3600);
  g_autoptr (OndSweepJob) other = start (self, self->volume, long_texts);
  OndSweepJob *job = start_kept (self, self->volume, long_texts, kept);
  gsize done;

  MODEL_WAIT (ond_sweep_job_get_n_done (job) > 200);
  ond_sweep_job_cancel (job);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_CANCELLED);
  done = ond_sweep_job_get_n_done (job);
  drop (job);

  job = start_kept (self, self->volume, long_texts, kept);
  ond_sweep_job_set_paused (job, TRUE);
  MODEL_WAIT (ond_sweep_job_get_n_done (job) >= done);
  g_assert_cmpuint (ond_sweep_job_get_n_done (job), <=, done + OND_SWEEP_CHUNK);
  ond_sweep_job_set_paused (job, FALSE);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE
              && ond_sweep_job_get_state (other) == OND_SWEEP_DONE);
  ond_sweep_job_get_plane (job, OND_STATISTIC_MAX, 0, 0, resumed);
  ond_sweep_job_get_plane (other, OND_STATISTIC_MAX, 0, 0, whole);
  g_assert_cmpmem (resumed, 3600 * sizeof (float), whole, 3600 * sizeof (float));
  drop (job);
  free_kept (kept);
}

static void
test_another_sweep_s_checkpoint (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const others[OND_N_PARAMETERS] = { "0:180:5", "0", "5", "2" };
  char *kept = new_kept ();
  g_autofree char *checkpoint = ond_checkpoint_path (kept);
  OndSweepJob *job = start_kept (self, self->volume, others, kept);

  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  drop (job);
  job = start_kept (self, self->volume, long_texts, kept);
  MODEL_WAIT (ond_sweep_job_get_state (job) != OND_SWEEP_RUNNING);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_FAILED);
  g_assert_nonnull (strstr (ond_sweep_job_get_message (job), "theta"));
  g_assert_true (g_file_test (checkpoint, G_FILE_TEST_EXISTS));
  drop (job);
  free_kept (kept);
}

static void
test_nowhere_to_keep (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const few[OND_N_PARAMETERS] = { "0:180:5", "0", "5", "2" };
  g_autoptr (OndSweepJob) job = start_kept (self, self->volume, few, "/no/such/folder/sweep");

  MODEL_WAIT (ond_sweep_job_get_state (job) != OND_SWEEP_RUNNING);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_DONE);
}

/* ---- The best map ---- */

/* How many voxels have a cell, and that each is one of those that were computed. */
static gsize
count_known (Fixture *self, OndSweepJob *job)
{
  OndBest *best = ond_sweep_job_get_best (job);
  const gsize n = ond_volume_get_n_voxels (self->volume);
  g_autofree guint32 *cells = g_new (guint32, n);
  g_autofree float *w = g_new (float, n);
  gsize known = 0;

  ond_best_get (best, 0, 1, n, w, cells);
  for (gsize i = 0; i < n; i++)
    {
      known += cells[i] != OND_BEST_NONE;
      g_assert_true (cells[i] == OND_BEST_NONE || cells[i] < ond_sweep_job_get_n_total (job));
    }
  return known;
}

/* Also while it fills. */
static void
test_best_fills_in (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSweepPlan) plan = make_plan (self, long_texts, TRUE);
  g_autoptr (OndSweepJob) without = start (self, self->volume, long_texts);
  OndSweepJob *job = start_plan (self, self->volume, plan, NULL);

  g_assert_null (ond_sweep_job_get_best (without));
  ond_sweep_job_cancel (without);
  MODEL_WAIT (count_known (self, job) == ond_volume_get_n_voxels (self->volume));
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_RUNNING);
  ond_sweep_job_cancel (job);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_CANCELLED);
  g_assert_cmpuint (count_known (self, job), ==, ond_volume_get_n_voxels (self->volume));
  drop (job);
}

static void
get_all (Fixture *self, OndSweepJob *job, float *w, guint32 *cells)
{
  ond_best_get (ond_sweep_job_get_best (job), 0, 1, ond_volume_get_n_voxels (self->volume), w,
                cells);
}

/* What was on file is not computed again, and the map is that of a sweep in one. */
static void
test_best_goes_on (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gsize n = ond_volume_get_n_voxels (self->volume);
  char *kept = new_kept ();
  g_autofree float *whole = g_new (float, n), *resumed = g_new (float, n);
  g_autofree guint32 *whole_cells = g_new (guint32, n), *resumed_cells = g_new (guint32, n);
  g_autoptr (OndSweepPlan) plan = make_plan (self, long_texts, TRUE);
  OndSweepJob *other = start_plan (self, self->volume, plan, NULL),
              *job = start_plan (self, self->volume, plan, kept);
  gsize done;

  MODEL_WAIT (ond_sweep_job_get_n_done (job) > 200);
  ond_sweep_job_cancel (job);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_CANCELLED);
  done = ond_sweep_job_get_n_done (job);
  drop (job);

  job = start_plan (self, self->volume, plan, kept);
  ond_sweep_job_set_paused (job, TRUE);
  MODEL_WAIT (ond_sweep_job_get_n_done (job) >= done);
  ond_sweep_job_set_paused (job, FALSE);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE
              && ond_sweep_job_get_state (other) == OND_SWEEP_DONE);
  get_all (self, job, resumed, resumed_cells);
  get_all (self, other, whole, whole_cells);
  g_assert_cmpmem (resumed, n * sizeof (float), whole, n * sizeof (float));
  g_assert_cmpmem (resumed_cells, n * sizeof (guint32), whole_cells, n * sizeof (guint32));
  drop (job);
  drop (other);
  free_kept (kept);
}

/* A kill may leave chunks on file that the map kept beside them lacks: they are computed again. */
static void
test_best_that_lags_behind (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const some[OND_N_PARAMETERS] = { "0:180:8", "0:180:5", "5", "2" };
  const gsize n = ond_volume_get_n_voxels (self->volume);
  char *kept = new_kept ();
  g_autofree float *whole = g_new (float, n), *resumed = g_new (float, n);
  g_autofree guint32 *whole_cells = g_new (guint32, n), *resumed_cells = g_new (guint32, n);
  g_autoptr (OndSweepPlan) plan = make_plan (self, some, TRUE);
  OndSweepJob *job = start_plan (self, self->volume, plan, kept);

  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  get_all (self, job, whole, whole_cells);
  drop (job);
  ond_best_part_remove (kept);
  job = start_plan (self, self->volume, plan, kept);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  get_all (self, job, resumed, resumed_cells);
  g_assert_cmpmem (resumed, n * sizeof (float), whole, n * sizeof (float));
  g_assert_cmpmem (resumed_cells, n * sizeof (guint32), whole_cells, n * sizeof (guint32));
  drop (job);
  free_kept (kept);
}

/* A sweep without one does not go on with one, and is not lost. */
static void
test_best_is_not_begun_halfway (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const few[OND_N_PARAMETERS] = { "0:180:5", "0", "5", "2" };
  char *kept = new_kept ();
  g_autoptr (OndSweepPlan) plan = make_plan (self, few, TRUE);
  OndSweepJob *job = start_kept (self, self->volume, few, kept);

  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  drop (job);
  job = start_plan (self, self->volume, plan, kept);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_FAILED);
  g_assert_nonnull (strstr (ond_sweep_job_get_message (job), "best map"));
  drop (job);
  job = start_kept (self, self->volume, few, kept);
  MODEL_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  g_assert_cmpuint (ond_sweep_job_get_n_done (job), ==, 5);
  drop (job);
  free_kept (kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/sweep-job/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("cells-fill-in-while-it-runs", test_cells_fill_in);
  ADD ("values-are-the-engine-s", test_values_are_the_engine_s);
  ADD ("profiles-go-through-planes", test_profiles_go_through_planes);
  ADD ("cancel-keeps-what-is-done", test_cancel);
  ADD ("failure-has-a-message", test_failure_has_a_message);
  ADD ("dropped-while-running-goes-away", test_dropped_while_running);
  ADD ("a-paused-sweep-stands-still-and-goes-on", test_pause);
  ADD ("cancel-while-paused", test_cancel_while_paused);
  ADD ("dropped-while-paused-goes-away", test_dropped_while_paused);
  ADD ("a-kept-sweep-goes-on-where-it-was", test_goes_on);
  ADD ("a-checkpoint-of-another-sweep-fails", test_another_sweep_s_checkpoint);
  ADD ("without-room-for-a-checkpoint-it-is-done-without", test_nowhere_to_keep);
  ADD ("a-best-map-fills-in-while-it-runs", test_best_fills_in);
  ADD ("a-kept-best-map-goes-on-where-it-was", test_best_goes_on);
  ADD ("a-best-map-that-lags-behind-is-made-up-for", test_best_that_lags_behind);
  ADD ("a-best-map-is-not-begun-halfway", test_best_is_not_begun_halfway);
  return g_test_run ();
}
