/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Best maps: each voxel's largest response and its cell are those of a plain loop over whole
 * responses, to the bit, however they came together. */
#include "core/backends.h"
#include "core/best-part.h"
#include "core/checkpoint.h"
#include "core/error.h"
#include "core/sample.h"
#include "faulty-backend.h"
#include "reference.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define N_CELLS (4 * 3 * 2 * 2)

/* A sweep over a volume, and its best map as plain arrays. */
typedef struct
{
  OndVolume *volume;
  OndSweepPlan *plan;
  OndMethod method;
  gsize n;
} Fixture;

static OndSweepPlan *
plan_over (const OndVolume *volume, const char *const texts[OND_N_PARAMETERS],
           const OndMethod *method)
{
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepRequest request = {
    .grids = grids,
    .geometry = *ond_volume_get_geometry (volume),
    .n_invalid = ond_volume_get_n_invalid (volume),
    .method = *method,
    .norm = OND_NORM_L1,
    .statistics = OND_STATISTIC_BIT (OND_STATISTIC_ENERGY),
    .best = TRUE,
  };
  OndSweepPlan *plan;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  plan = ond_sweep_plan_new (&request, NULL);
  g_assert_nonnull (plan);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  return plan;
}

/* Random samples near `unit`, some of them invalid where asked for. */
static void
fixture_init (Fixture *self, OndBoundary boundary, double unit, gboolean gaps)
{
  static const char *const texts[] = { "0:180:4", "0:180:3", "1,4", "1.5,2" };
  const OndGeometry geometry = { { 23, 14, 18 }, { 1, 1, 1.5 } };
  guint64 state = 7;
  float *samples;

  self->n = ond_geometry_n_voxels (&geometry);
  samples = ond_volume_alloc (&geometry, NULL);
  for (gsize i = 0; i < self->n; i++)
    samples[i] = gaps && i % 97 == 5 ? NAN : (float) (unit * reference_random (&state));
  self->volume = ond_volume_new_take (&geometry, samples, &(OndVolumeInfo){ .name = "random" });
  self->method = ond_method_default ();
  self->method.boundary = boundary;
  self->plan = plan_over (self->volume, texts, &self->method);
}

static void
fixture_clear (Fixture *self)
{
  ond_sweep_plan_unref (self->plan);
  ond_volume_unref (self->volume);
}

static OndEngine *
engine_new (int threads)
{
  const OndEngineOptions options = { .threads = threads, .backend = "fftw" };

  return ond_engine_new (&options, NULL);
}

static OndBest *
best_new (const Fixture *self)
{
  OndBest *best = ond_best_new (self->plan, self->volume, NULL);

  g_assert_nonnull (best);
  return best;
}

static void
run_chunk (const Fixture *self, gsize chunk, OndEngine *engine, OndBest *best)
{
  g_autoptr (GError) error = NULL;
  OndSweepResult result;

  ond_sweep_run_chunk_best (self->plan, chunk, engine, self->volume, best, &result, NULL, &error);
  g_assert_no_error (error);
}

static OndBest *
run_all (const Fixture *self, int threads)
{
  g_autoptr (OndEngine) engine = engine_new (threads);
  OndBest *best = best_new (self);

  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (self->plan); c++)
    run_chunk (self, c, engine, best);
  return best;
}

static void
assert_same (const Fixture *self, OndBest *best, const float *w, const guint32 *cells)
{
  g_autofree float *found = g_new (float, self->n);
  g_autofree guint32 *found_cells = g_new (guint32, self->n);

  ond_best_get (best, 0, 1, self->n, found, found_cells);
  g_assert_cmpmem (found_cells, self->n * sizeof *cells, cells, self->n * sizeof *cells);
  for (gsize i = 0; i < self->n; i++)
    g_assert_true (found[i] == w[i] || (isnan (found[i]) && isnan (w[i])));
}

static void
assert_equal (const Fixture *self, OndBest *a, OndBest *b)
{
  g_autofree float *w = g_new (float, self->n);
  g_autofree guint32 *cells = g_new (guint32, self->n);

  ond_best_get (b, 0, 1, self->n, w, cells);
  assert_same (self, a, w, cells);
}

/* The plain loop: whole responses, the cells from the last to the first. */
static void
loop_over_responses (const Fixture *self, float *w, guint32 *cells)
{
  g_autoptr (OndEngine) engine = engine_new (1);
  g_autofree float *response = g_new (float, self->n);

  for (gsize i = 0; i < self->n; i++)
    {
      w[i] = NAN;
      cells[i] = OND_BEST_NONE;
    }
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (self->plan); c++)
    {
      gsize n;
      const guint32 *chunk = ond_sweep_plan_get_chunk (self->plan, c, &n);
      g_autoptr (OndTransform) transform = ond_engine_get_transform_of_size (
          engine, self->volume, &self->method, ond_sweep_plan_get_padded_size (self->plan, c),
          OND_LANE_SWEEP, NULL, NULL);

      for (gsize k = 0; k < n; k++)
        {
          const OndWavelet wavelet = ond_sweep_plan_get_wavelet (self->plan, chunk[k]);

          g_assert_true (ond_transform_volume (transform, &wavelet, response, NULL, OND_LANE_SWEEP,
                                               NULL, NULL));
          for (gsize i = 0; i < self->n; i++)
            if (!isnan (response[i])
                && (cells[i] == OND_BEST_NONE || response[i] > w[i]
                    || (response[i] == w[i] && chunk[k] < cells[i])))
              {
                w[i] = response[i];
                cells[i] = chunk[k];
              }
        }
    }
}

static void
test_it_is_what_a_loop_over_responses_finds (void)
{
  static const struct
  {
    OndBoundary boundary;
    double unit;
    gboolean gaps;
  } rows[] = {
    { OND_BOUNDARY_MIRROR, 1, FALSE },
    { OND_BOUNDARY_PERIODIC, 3e-18, FALSE },
    { OND_BOUNDARY_ZERO, 4e9, TRUE },
  };

  for (gsize r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      Fixture f;
      fixture_init (&f, rows[r].boundary, rows[r].unit, rows[r].gaps);
      g_autoptr (OndBest) best = run_all (&f, 2);
      g_autofree float *w = g_new (float, f.n);
      g_autofree guint32 *cells = g_new (guint32, f.n);
      gsize n_none = 0, seen[N_CELLS] = { 0 }, n_seen = 0;

      g_assert_cmpint (ond_sweep_plan_get_pass (f.plan), ==, OND_PASS_STATS);
      g_assert_cmpuint (ond_sweep_plan_get_n_points (f.plan), ==, N_CELLS);
      loop_over_responses (&f, w, cells);
      for (gsize i = 0; i < f.n; i++)
        if (cells[i] == OND_BEST_NONE)
          n_none++;
        else
          n_seen += seen[cells[i]]++ == 0;
      g_assert_cmpuint (n_none, ==, ond_volume_get_n_invalid (f.volume));
      g_assert_cmpuint (n_none > 0, ==, rows[r].gaps);
      g_assert_cmpuint (n_seen, >, N_CELLS / 3); /* the oracle has something to tell apart */
      assert_same (&f, best, w, cells);
      fixture_clear (&f);
    }
}

/* Also not on how often a chunk was begun: a cancelled one is begun again. */
static void
test_it_does_not_depend_on_order_threads_and_repetition (void)
{
  Fixture f;
  fixture_init (&f, OND_BOUNDARY_MIRROR, 1, TRUE);
  g_autoptr (OndBest) forward = run_all (&f, 1);
  g_autoptr (OndBest) threaded = run_all (&f, 2);
  g_autoptr (OndBest) backward = best_new (&f);
  g_autoptr (OndEngine) engine = engine_new (2);
  gsize n_chunks = ond_sweep_plan_get_n_chunks (f.plan);

  g_assert_cmpuint (n_chunks, >=, 3);
  run_chunk (&f, 1, engine, backward);
  for (gsize c = n_chunks; c-- > 0;)
    run_chunk (&f, c, engine, backward);
  assert_equal (&f, threaded, forward);
  assert_equal (&f, backward, forward);
  fixture_clear (&f);
}

static void
test_moments_are_those_of_a_sweep_without (void)
{
  Fixture f;
  fixture_init (&f, OND_BOUNDARY_MIRROR, 3e-18, TRUE);
  g_autoptr (OndEngine) engine = engine_new (2);
  g_autoptr (OndBest) best = best_new (&f);

  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (f.plan); c++)
    {
      OndSweepResult with, without;
      gsize n;

      ond_sweep_plan_get_chunk (f.plan, c, &n);
      g_assert_true (
          ond_sweep_run_chunk_best (f.plan, c, engine, f.volume, best, &with, NULL, NULL));
      g_assert_true (ond_sweep_run_chunk (f.plan, c, engine, f.volume, &without, NULL, NULL));
      g_assert_cmpmem (with.moments, n * sizeof (OndMoments), without.moments,
                       n * sizeof (OndMoments));
    }
  fixture_clear (&f);
}

/* Of equal responses the lowest cell wins, whichever comes first; NaN and an invalid voxel never
 * do. Offers end anywhere within the loop's vectors and its blocks. */
static void
test_ties_go_to_the_lowest_cell (void)
{
  Fixture f;
  fixture_init (&f, OND_BOUNDARY_MIRROR, 1, TRUE);
  g_autoptr (OndBest) best = best_new (&f);
  g_autofree float *w = g_new (float, f.n), *found = g_new (float, f.n);
  g_autofree guint32 *cells = g_new (guint32, f.n);
  const float *samples = ond_volume_get_samples (f.volume);

  g_assert_cmpuint (f.n, >, 4096 + 100);
  ond_best_get (best, 0, 1, f.n, found, cells);
  g_assert_true (isnan (found[0]) && cells[0] == OND_BEST_NONE);
  for (gsize i = 0; i < f.n; i++)
    w[i] = (float) (i % 5) - 2;
  ond_best_take (best, 9, 0, w, f.n);
  ond_best_take (best, 3, 0, w, 4099);
  ond_best_take (best, 7, 11, w + 11, f.n - 11);
  for (gsize i = 0; i < f.n; i++)
    w[i] = NAN;
  ond_best_take (best, 0, 0, w, f.n);
  ond_best_get (best, 0, 1, f.n, found, cells);
  for (gsize i = 0; i < f.n; i++)
    if (isnan (samples[i]))
      g_assert_true (isnan (found[i]) && cells[i] == OND_BEST_NONE);
    else
      {
        g_assert_cmpfloat (found[i], ==, (float) (i % 5) - 2);
        g_assert_cmpuint (cells[i], ==, i < 4099 ? 3 : 7);
      }
  fixture_clear (&f);
}

static void
test_slices_are_cut_as_those_of_the_volume (void)
{
  Fixture f;
  fixture_init (&f, OND_BOUNDARY_MIRROR, 1, FALSE);
  const OndGeometry *geometry = ond_volume_get_geometry (f.volume);
  g_autoptr (OndBest) best = best_new (&f);

  ond_best_take (best, 1, 0, ond_volume_get_samples (f.volume), f.n);
  for (int normal = 0; normal < OND_N_AXES; normal++)
    {
      const gsize n = ond_geometry_slice_size (geometry, normal);
      g_autofree float *expected = g_new (float, n), *w = g_new (float, n);
      g_autofree guint32 *cells = g_new (guint32, n);

      ond_volume_get_slice (f.volume, normal, 3, expected);
      ond_best_get_slice (best, normal, 3, w, cells);
      g_assert_cmpmem (w, n * sizeof *w, expected, n * sizeof *expected);
      g_assert_cmpuint (cells[n - 1], ==, 1);
    }
  fixture_clear (&f);
}

/* Backends without the pass, and those that fail, give the same. */
static void
test_a_backend_without_the_pass_gives_the_same (void)
{
  Fixture f;
  fixture_init (&f, OND_BOUNDARY_MIRROR, 3e-18, TRUE);
  g_autoptr (OndBest) expected = run_all (&f, 2);
  g_autoptr (OndBest) best = best_new (&f);
  g_autoptr (OndEngine) engine = NULL;

  faulty_reset ();
  ond_engine_provide ("cuda", faulty_load);
  engine = ond_engine_new (&(OndEngineOptions){ .threads = 2 }, NULL);
  while (!ond_engine_is_settled (engine))
    g_usleep (1000);
  faulty_plan (FAULTY_VOLUME, 5, 1, OND_FAILED);
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (f.plan); c++)
    run_chunk (&f, c, engine, best);
  g_assert_cmpint (faulty_count (FAULTY_VOLUME), >, 5);
  g_assert_cmpint (faulty_count (FAULTY_STATS), ==, 0);
  assert_equal (&f, best, expected);
  ond_engine_provide ("cuda", NULL);
  fixture_clear (&f);
}

static void
test_a_cancelled_chunk_says_so (void)
{
  Fixture f;
  fixture_init (&f, OND_BOUNDARY_MIRROR, 1, FALSE);
  g_autoptr (OndEngine) engine = engine_new (2);
  g_autoptr (OndBest) best = best_new (&f);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  OndSweepResult result;

  g_cancellable_cancel (cancellable);
  g_assert_false (
      ond_sweep_run_chunk_best (f.plan, 0, engine, f.volume, best, &result, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  fixture_clear (&f);
}

static void
damage (const char *path, goffset at)
{
  FILE *file = fopen (path, "r+b");
  int byte;

  g_assert_nonnull (file);
  g_assert_cmpint (fseek (file, at, SEEK_SET), ==, 0);
  byte = fgetc (file);
  g_assert_cmpint (fseek (file, at, SEEK_SET), ==, 0);
  fputc (byte ^ 1, file);
  fclose (file);
}

static OndMaps *
maps_new (const Fixture *self, const char *checksum)
{
  OndMaps *maps = ond_maps_new (self->plan, &(OndMapsOrigin){ .checksum = checksum }, NULL);

  g_assert_nonnull (maps);
  return maps;
}

static void
assert_not_loaded (const Fixture *self, const char *output, const OndMaps *maps)
{
  g_autoptr (OndBest) best = best_new (self);
  g_autoptr (OndBestPart) part = ond_best_part_new (best, output, maps);
  g_autoptr (GError) error = NULL;
  guint32 cell;
  float w;

  g_assert_false (ond_best_part_open (part, TRUE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
  g_assert_null (strchr (error->message, '\n'));
  g_assert_cmpuint (ond_best_part_get_n_chunks (part), ==, 0);
  ond_best_get (best, 0, 1, 1, &w, &cell);
  g_assert_cmpuint (cell, ==, OND_BEST_NONE);
}

static void
test_what_is_kept_comes_back_or_is_refused (void)
{
  Fixture f;
  fixture_init (&f, OND_BOUNDARY_MIRROR, 1, TRUE);
  g_autofree char *folder = g_dir_make_tmp ("ondelette-XXXXXX", NULL),
                  *output = g_build_filename (folder, "m.fits", NULL),
                  *path = ond_best_part_path (output), *checkpoint = ond_checkpoint_path (output);
  g_autoptr (OndMaps) maps = maps_new (&f, "one"), others = maps_new (&f, "two");
  g_autoptr (OndBest) best = run_all (&f, 2), again = best_new (&f);
  g_autoptr (OndBestPart) part = ond_best_part_new (best, output, maps),
                          second = ond_best_part_new (again, output, maps);
  g_autoptr (GError) error = NULL;

  g_assert_true (ond_best_part_open (second, TRUE, &error)); /* nothing is there */
  g_assert_true (ond_best_part_keep (part, 5, TRUE, &error));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS)); /* no checkpoint */
  g_assert_true (g_file_set_contents (checkpoint, "", 0, NULL));
  g_assert_true (ond_best_part_keep (part, 5, FALSE, &error));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS)); /* not yet */
  g_assert_true (ond_best_part_keep (part, 5, TRUE, &error));
  g_assert_true (ond_best_part_open (second, TRUE, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ond_best_part_get_n_chunks (second), ==, 5);
  assert_equal (&f, again, best);
  assert_not_loaded (&f, output, others);
  for (goffset at = 8; at < 4000; at += 1300)
    {
      damage (path, at);
      assert_not_loaded (&f, output, maps);
      damage (path, at);
    }
  g_assert_true (ond_best_part_open (second, FALSE, &error)); /* begun afresh */
  g_assert_cmpint (g_unlink (checkpoint), ==, 0);
  g_assert_cmpint (rmdir (folder), ==, 0);
  fixture_clear (&f);
}

/* The angle between a cell's direction and a fibre's, degrees. */
static double
angle_between (const OndWavelet *wavelet, const OndFibre *fibre)
{
  OndWavelet other = { 0 };
  double a[OND_N_AXES], b[OND_N_AXES], dot = 0;

  ond_wavelet_set (&other, OND_PARAMETER_THETA, fibre->theta);
  ond_wavelet_set (&other, OND_PARAMETER_PHI, fibre->phi);
  ond_wavelet_direction (wavelet, 3, a);
  ond_wavelet_direction (&other, 3, b);
  for (int i = 0; i < OND_N_AXES; i++)
    dot += a[i] * b[i];
  return acos (fmin (fabs (dot), 1)) * 180 / G_PI;
}

/* Along the axis of each fibre, but near its ends, the best direction is within a step of the
 * grid, and the response is well over what noise gives. */
static void
test_the_sample_s_fibres_have_their_directions (void)
{
  static const char *const texts[] = { "0:180:12", "0:180:12", "8", "1.5,2.5" };
  const double step = 15;
  Fixture f = { .method = ond_method_default () };
  f.volume = ond_sample_new (OND_SAMPLE_SIZE, 3, OND_SAMPLE_NOISE, NULL);
  f.plan = plan_over (f.volume, texts, &f.method);
  f.n = ond_volume_get_n_voxels (f.volume);
  g_autoptr (OndBest) best = run_all (&f, 2);
  const OndGeometry *geometry = ond_volume_get_geometry (f.volume);

  for (gsize i = 0; i < ond_sample_n_fibres; i++)
    {
      const OndFibre *fibre = &ond_sample_fibres[i];
      OndWavelet along = { 0 };
      double n[OND_N_AXES], worst = 0;

      ond_wavelet_set (&along, OND_PARAMETER_THETA, fibre->theta);
      ond_wavelet_set (&along, OND_PARAMETER_PHI, fibre->phi);
      ond_wavelet_direction (&along, 3, n);
      for (double t = -0.35; t <= 0.35; t += 0.05)
        {
          gint32 at[OND_N_AXES];
          OndWavelet found;
          guint32 cell;
          float w;

          for (int axis = 0; axis < OND_N_AXES; axis++)
            at[axis] = (gint32) lround (
                (fibre->centre[axis] + t * fibre->length * n[axis]) * OND_SAMPLE_SIZE - 0.5);
          ond_best_get (best, ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z]), 1, 1,
                        &w, &cell);
          found = ond_sweep_plan_get_wavelet (f.plan, cell);
          worst = fmax (worst, angle_between (&found, fibre));
        }
      g_test_message ("fibre %" G_GSIZE_FORMAT ": within %.1f degrees", i, worst);
      g_assert_cmpfloat (worst, <=, step);
    }
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestFunc func;
  } tests[] = {
    { "it-is-what-a-loop-over-responses-finds", test_it_is_what_a_loop_over_responses_finds },
    { "it-does-not-depend-on-order-threads-and-repetition",
      test_it_does_not_depend_on_order_threads_and_repetition },
    { "moments-are-those-of-a-sweep-without", test_moments_are_those_of_a_sweep_without },
    { "ties-go-to-the-lowest-cell", test_ties_go_to_the_lowest_cell },
    { "slices-are-cut-as-those-of-the-volume", test_slices_are_cut_as_those_of_the_volume },
    { "a-backend-without-the-pass-gives-the-same", test_a_backend_without_the_pass_gives_the_same },
    { "a-cancelled-chunk-says-so", test_a_cancelled_chunk_says_so },
    { "what-is-kept-comes-back-or-is-refused", test_what_is_kept_comes_back_or_is_refused },
    { "the-sample-s-fibres-have-their-directions", test_the_sample_s_fibres_have_their_directions },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/best/", tests[i].name, NULL);
      g_test_add_func (path, tests[i].func);
    }
  return g_test_run ();
}
