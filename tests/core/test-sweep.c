/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of sweeps: every cell once, coarse ones first, chunks that share a padding; and what a
 * chunk computes. */
#include "core/boundary.h"
#include "core/error.h"
#include "core/sample.h"
#include "core/sweep.h"

#include <math.h>
#include <time.h>
#include <string.h>

typedef struct
{
  OndGrid *grids[OND_N_PARAMETERS];
} Grids;

static void
grids_init (Grids *self, const char *theta, const char *phi, const char *xi, const char *scale)
{
  const char *const texts[] = { theta, phi, xi, scale };
  g_autoptr (GError) error = NULL;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      self->grids[p] = ond_grid_parse (p, texts[p], &error);
      g_assert_no_error (error);
    }
}

static void
grids_clear (Grids *self)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (self->grids[p]);
}

static const OndGeometry cube = { .n = { 40, 37, 30 }, .edge = { 1, 1, 1.5 } };

static OndSweepPlan *
plan_for (const char *theta, const char *phi, const char *xi, const char *scale,
          const OndMethod *method)
{
  g_autoptr (GError) error = NULL;
  Grids grids;
  OndSweepPlan *plan;
  OndSweepRequest request = {
    .geometry = cube, .method = *method, .norm = OND_NORM_L2, .statistics = OND_STATISTICS_ALL
  };

  grids_init (&grids, theta, phi, xi, scale);
  request.grids = grids.grids;
  plan = ond_sweep_plan_new (&request, &error);
  g_assert_no_error (error);
  grids_clear (&grids);
  return plan;
}

/* A plan for the grids and the method over a volume. */
static OndSweepPlan *
plan_over (const OndVolume *volume, const Grids *grids, const OndMethod *method,
           OndStatisticSet statistics)
{
  const OndSweepRequest request = {
    .grids = grids->grids,
    .geometry = *ond_volume_get_geometry (volume),
    .n_invalid = ond_volume_get_n_invalid (volume),
    .method = *method,
    .norm = OND_NORM_L1,
    .statistics = statistics,
  };
  g_autoptr (GError) error = NULL;
  OndSweepPlan *plan = ond_sweep_plan_new (&request, &error);

  g_assert_no_error (error);
  return plan;
}

static void
test_every_cell_comes_exactly_once (void)
{
  static const char *const counts[] = { "0:180:1", "0:180:2", "0:180:7",
                                        "0:180:8", "0:180:9", "0:180:33" };
  const OndMethod method = ond_method_default ();

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (OndSweepPlan) plan =
          plan_for (counts[i], "0:180:5", "1:9:3", "log:1:4:3", &method);
      gsize total = ond_sweep_plan_get_n_points (plan), seen = 0;
      g_autofree guint8 *count = g_new0 (guint8, total);

      g_assert_cmpuint (total, ==, ond_sweep_plan_get_grid (plan, OND_PARAMETER_THETA)->n * 45);
      for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
        {
          gsize n;
          const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);

          g_assert_cmpuint (n, >=, 1);
          g_assert_cmpuint (n, <=, OND_SWEEP_CHUNK);
          for (gsize k = 0; k < n; k++)
            {
              g_assert_cmpuint (cells[k], <, total);
              g_assert_cmpuint (count[cells[k]]++, ==, 0);
            }
          seen += n;
        }
      g_assert_cmpuint (seen, ==, total);
    }
}

/* The stride of the coarsest of the grids 8, 4, 2, 1 that has the cell. */
static gsize
stride_of (const OndSweepPlan *plan, gsize cell)
{
  gsize stride = 8;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      gsize n = ond_sweep_plan_get_grid (plan, p)->n, index = cell % n;
      cell /= n;
      while (index % stride != 0 && (p <= OND_PARAMETER_PHI || n > OND_SWEEP_FEW))
        stride /= 2;
    }
  return stride;
}

static void
test_coarse_cells_come_first (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (OndSweepPlan) plan = plan_for ("0:180:20", "0:180:18", "1:9:9", "1:4:3", &method);
  gsize last = 8;

  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      gsize n;
      const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);

      for (gsize k = 0; k < n; k++)
        {
          gsize stride = stride_of (plan, cells[k]);
          g_assert_cmpuint (stride, <=, last);
          last = stride;
        }
    }
  g_assert_cmpuint (last, ==, 1);
}

/* Of few stretches and scales each has its coarse directions before any has finer ones: no map of
 * directions stays empty. */
static void
test_planes_fill_together (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (OndSweepPlan) plan = plan_for ("0:180:16", "0:180:16", "2,5,10", "1.5,3", &method);
  gsize coarse = 0, total = 0;

  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      gsize n;
      const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);

      for (gsize k = 0; k < n; k++, total++)
        {
          gsize theta = cells[k] % 16, phi = cells[k] / 16 % 16;

          if (theta % 8 == 0 && phi % 8 == 0)
            g_assert_cmpuint (coarse++, ==, total);
        }
    }
  g_assert_cmpuint (coarse, ==, 2 * 2 * 3 * 2);
}

/* Twice a prime is an exact mirror that other lengths, although longer, are not. */
static void
test_exact_mirrors_are_not_outgrown (void)
{
  const OndGeometry prime = { { 37, 41, 43 }, { 1, 1, 1 } };
  const OndMethod method = ond_method_default ();
  Grids grids;
  grids_init (&grids, "0:180:6", "0:180:6", "1,3,12", "1,2,4");
  const OndSweepRequest request = { .grids = grids.grids,
                                    .geometry = prime,
                                    .method = method,
                                    .norm = OND_NORM_L2,
                                    .statistics = OND_STATISTICS_ALL };
  g_autoptr (OndSweepPlan) plan = ond_sweep_plan_new (&request, NULL);

  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      gsize n;
      const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);

      for (gsize k = 0; k < n; k++)
        {
          const OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, cells[k]);
          g_assert_true (ond_boundary_serves (method.boundary, &prime, &wavelet,
                                              ond_sweep_plan_get_padded_size (plan, c)));
        }
    }
  grids_clear (&grids);
}

static double
voxels_of (const gint32 size[OND_N_AXES])
{
  return (double) size[OND_X] * size[OND_Y] * size[OND_Z];
}

/* A chunk's grid serves all of its wavelets and is no larger than the largest that any of the sweep
 * needs. */
static void
test_a_chunk_has_a_grid_that_serves (void)
{
  OndMethod method = ond_method_default ();

  for (int b = 0; b < OND_N_BOUNDARIES; b++)
    {
      double largest = 0, most = 0;

      method.boundary = b;
      g_autoptr (OndSweepPlan) plan =
          plan_for ("0:180:9", "0:180:9", "0.5,1,5,20", "1,3,9", &method);

      for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
        {
          const gint32 *size = ond_sweep_plan_get_padded_size (plan, c);
          gsize n;
          const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);

          most = MAX (most, voxels_of (size));
          for (gsize k = 0; k < n; k++)
            {
              const OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, cells[k]);
              gint32 least[OND_N_AXES];

              g_assert_true (ond_boundary_serves (b, &cube, &wavelet, size));
              ond_engine_least_size (&cube, &method, &wavelet, least);
              largest = MAX (largest, voxels_of (least));
            }
        }
      g_assert_cmpfloat (most, ==, largest);
    }
}

/* What the points cost, and the transforms: one for each time that the grid changes. */
static void
costs_of (const OndSweepPlan *plan, double *points, double *transforms)
{
  gint32 last[OND_N_AXES] = { 0 };

  *points = *transforms = 0;
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      const gint32 *size = ond_sweep_plan_get_padded_size (plan, c);
      gsize n;

      ond_sweep_plan_get_chunk (plan, c, &n);
      *points += (double) n * voxels_of (size);
      if (memcmp (last, size, sizeof last) != 0)
        *transforms += voxels_of (size);
      memcpy (last, size, sizeof last);
    }
}

/* Few points share few grids, so that transforms stay rarer than points; many points have grids of
 * about their own size. */
static void
test_grids_are_worth_their_transforms (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (OndSweepPlan) small = plan_for ("0:180:6", "0:180:6", "3,6", "1", &method);
  g_autoptr (OndSweepPlan) large = plan_for ("0:180:60", "0:180:60", "3,6", "1", &method);
  double points, transforms, least = 0;

  costs_of (small, &points, &transforms);
  g_assert_cmpfloat (transforms, <, 0.3 * points);
  costs_of (large, &points, &transforms);
  g_assert_cmpfloat (transforms, <, 0.1 * points);
  for (gsize cell = 0; cell < ond_sweep_plan_get_n_points (large); cell++)
    {
      const OndWavelet wavelet = ond_sweep_plan_get_wavelet (large, cell);
      gint32 size[OND_N_AXES];

      ond_engine_least_size (&cube, &method, &wavelet, size);
      least += voxels_of (size);
    }
  g_assert_cmpfloat (points, <, 1.1 * least);
}

/* The stretches of a direction and scale are in one chunk, side by side, and directions come coarse
 * to fine. */
static void
test_energies_keep_stretches_together (void)
{
  OndMethod method = ond_method_default ();
  Grids grids;

  method.boundary = OND_BOUNDARY_PERIODIC;
  grids_init (&grids, "0:180:9", "0:180:5", "1:9:9", "1,2,4");
  const OndSweepRequest request = { .grids = grids.grids,
                                    .geometry = cube,
                                    .method = method,
                                    .norm = OND_NORM_L2,
                                    .statistics = OND_STATISTIC_BIT (OND_STATISTIC_ENERGY) };
  g_autoptr (OndSweepPlan) plan = ond_sweep_plan_new (&request, NULL);
  gsize seen = 0;

  g_assert_cmpint (ond_sweep_plan_get_pass (plan), ==, OND_PASS_ENERGY);
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      gsize n;
      const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);

      g_assert_cmpuint (n % 9, ==, 0);
      for (gsize k = 0; k < n; k++, seen++)
        {
          const OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, cells[k]),
                           first = ond_sweep_plan_get_wavelet (plan, cells[k / 9 * 9]);

          g_assert_cmpfloat (wavelet.xi, ==, 1 + k % 9);
          g_assert_cmpfloat (wavelet.theta, ==, first.theta);
          g_assert_cmpfloat (wavelet.phi, ==, first.phi);
          g_assert_cmpfloat (wavelet.scale, ==, first.scale);
          if (c == 0 && k < 27)
            g_assert_cmpfloat (wavelet.theta, ==, 0);
        }
    }
  g_assert_cmpuint (seen, ==, 9 * 5 * 9 * 3);
  grids_clear (&grids);
}

static void
test_theta_is_the_fastest_axis (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (OndSweepPlan) plan = plan_for ("10,20", "30,40,50", "2,3", "1,2", &method);
  /* theta 1, phi 2, xi 0, scale 1 */
  OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, ((1 * 2 + 0) * 3 + 2) * 2 + 1);

  g_assert_cmpfloat_with_epsilon (ond_wavelet_get (&wavelet, OND_PARAMETER_THETA), 20, 1e-12);
  g_assert_cmpfloat_with_epsilon (ond_wavelet_get (&wavelet, OND_PARAMETER_PHI), 50, 1e-12);
  g_assert_cmpfloat (wavelet.xi, ==, 2);
  g_assert_cmpfloat (wavelet.scale, ==, 2);
}

static void
test_a_plan_does_not_depend_on_when_it_is_made (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (OndSweepPlan) a = plan_for ("0:180:12", "0:180:12", "1:9:4", "1:6:3", &method);
  g_autoptr (OndSweepPlan) b = plan_for ("0:180:12", "0:180:12", "1:9:4", "1:6:3", &method);

  g_assert_cmpuint (ond_sweep_plan_get_n_chunks (a), ==, ond_sweep_plan_get_n_chunks (b));
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (a); c++)
    {
      gsize na, nb;
      const guint32 *ca = ond_sweep_plan_get_chunk (a, c, &na),
                    *cb = ond_sweep_plan_get_chunk (b, c, &nb);
      g_assert_cmpmem (ca, na * sizeof *ca, cb, nb * sizeof *cb);
    }
}

static void
test_too_many_points_are_refused (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (GError) error = NULL;
  Grids grids;
  const OndSweepRequest request = {
    .grids = grids.grids, .geometry = cube, .method = method, .statistics = OND_STATISTICS_ALL
  };

  grids_init (&grids, "0:180:2000", "0:180:2000", "1:20:1000", "1");
  g_assert_null (ond_sweep_plan_new (&request, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
  grids_clear (&grids);
}

/* 2 s of the processor is ten times what it takes on the slowest machine it was tried on; a
 * quadratic plan would take hours. */
static void
test_a_million_points_are_planned_at_once (void)
{
  const OndMethod method = ond_method_default ();
  clock_t begun = clock ();
  g_autoptr (OndSweepPlan) plan =
      plan_for ("0:180:100", "0:180:100", "log:1:20:20", "1:6:5", &method);
  double seconds = (double) (clock () - begun) / CLOCKS_PER_SEC;

  g_assert_cmpuint (ond_sweep_plan_get_n_points (plan), ==, 1000000);
  g_test_minimized_result (seconds, "a plan of 10^6 points takes %.3f s", seconds);
#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpfloat (seconds, <, 2);
#endif
}

static void
assert_close (double a, double b, double scale)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-6 * scale);
}

/* Chunks give what the engine gives point by point: the tolerances of DESIGN's statistics. */
static void
test_a_chunk_computes_its_cells (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OndVolume) volume = ond_sample_new (20, 3, 0.3, &error);
  g_autoptr (OndEngine) engine = ond_engine_new (NULL, &error);
  g_autoptr (OndSweepPlan) plan = NULL;
  Grids grids;

  grids_init (&grids, "0:180:4", "0:180:3", "1,4", "1.5");
  plan = plan_over (volume, &grids, &method, OND_STATISTICS_ALL);
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      OndSweepResult result;
      OndMoments single;
      gsize n;
      const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);

      g_assert_true (ond_sweep_run_chunk (plan, c, engine, volume, &result, NULL, &error));
      for (gsize k = 0; k < n; k++)
        {
          OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, cells[k]);
          g_autoptr (OndTransform) transform = ond_engine_get_transform (
              engine, volume, &method, &wavelet, 1, OND_LANE_SWEEP, NULL, &error);
          g_assert_cmpint (wavelet.norm, ==, OND_NORM_L1);
          g_assert_true (
              ond_transform_stats (transform, &wavelet, 1, &single, OND_LANE_SWEEP, NULL, &error));
          g_assert_cmpuint (result.moments[k].n, ==, single.n);
          assert_close (result.moments[k].sum2, single.sum2, single.sum2);
          assert_close (result.moments[k].max, single.max, single.max - single.min);
          g_assert_cmpuint (result.moments[k].at_max, ==, single.at_max);
        }
    }
  grids_clear (&grids);
}

static void
test_the_energy_pass_agrees_with_the_statistics (void)
{
  OndMethod method = ond_method_default ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OndVolume) volume = ond_sample_new (20, 3, 0.3, &error);
  g_autoptr (OndEngine) engine = ond_engine_new (NULL, &error);
  g_autoptr (OndSweepPlan) stats = NULL, energy = NULL;
  OndSweepResult a, b;
  Grids grids;
  gsize n;

  method.boundary = OND_BOUNDARY_PERIODIC;
  grids_init (&grids, "0:180:3", "0:180:2", "3", "2");
  stats = plan_over (volume, &grids, &method, OND_STATISTICS_ALL);
  energy =
      plan_over (volume, &grids, &method,
                 OND_STATISTIC_BIT (OND_STATISTIC_ENERGY) | OND_STATISTIC_BIT (OND_STATISTIC_STD));
  g_assert_cmpint (ond_sweep_plan_get_pass (stats), ==, OND_PASS_STATS);
  g_assert_cmpint (ond_sweep_plan_get_pass (energy), ==, OND_PASS_ENERGY);
  ond_sweep_plan_get_chunk (stats, 0, &n);
  g_assert_true (ond_sweep_run_chunk (stats, 0, engine, volume, &a, NULL, &error));
  g_assert_true (ond_sweep_run_chunk (energy, 0, engine, volume, &b, NULL, &error));
  for (gsize k = 0; k < n; k++)
    {
      g_assert_cmpuint (a.moments[k].n, ==, b.moments[k].n);
      for (OndStatistic s = OND_STATISTIC_ENERGY; s <= OND_STATISTIC_STD; s++)
        assert_close (
            ond_statistic_value (s, &b.moments[k]), ond_statistic_value (s, &a.moments[k]),
            ond_statistic_value (s == OND_STATISTIC_MEAN ? OND_STATISTIC_STD : s, &a.moments[k]));
      g_assert_cmpfloat (b.moments[k].sum, ==, 0);
      g_assert_true (isnan (b.moments[k].min) && isnan (b.moments[k].max));
    }
  method.sampling = OND_SAMPLING_SAMPLED;
  g_clear_pointer (&energy, ond_sweep_plan_unref);
  energy = plan_over (volume, &grids, &method, OND_STATISTIC_BIT (OND_STATISTIC_ENERGY));
  g_assert_true (ond_sweep_run_chunk (energy, 0, engine, volume, &b, NULL, &error));
  g_assert_true (isnan (b.moments[0].sum));
  grids_clear (&grids);
}

/* Where Parseval's theorem holds and gives all that is wanted; each row but the first of its kind
 * differs from one above in one condition. */
static void
test_a_plan_chooses_its_pass (void)
{
  enum
  {
    ENERGY = 1 << OND_STATISTIC_ENERGY,
    MEAN = 1 << OND_STATISTIC_MEAN,
    STD = 1 << OND_STATISTIC_STD,
    MIN_ = 1 << OND_STATISTIC_MIN,
    MAX_ = 1 << OND_STATISTIC_MAX
  };
  static const struct
  {
    OndBoundary boundary;
    int exclude_border;
    gsize n_invalid;
    OndSampling sampling;
    OndStatisticSet statistics;
    OndPass pass;
  } rows[] = {
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MEAN | STD, OND_PASS_ENERGY },
    { OND_BOUNDARY_MIRROR, 0, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MEAN | STD, OND_PASS_STATS },
    { OND_BOUNDARY_NEAREST, 0, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MEAN | STD, OND_PASS_STATS },
    { OND_BOUNDARY_ZERO, 0, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MEAN | STD, OND_PASS_STATS },
    { OND_BOUNDARY_MEAN, 0, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MEAN | STD, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 1, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MEAN | STD, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 0, 1, OND_SAMPLING_CONTINUOUS, ENERGY | MEAN | STD, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_SAMPLED, ENERGY | MEAN | STD, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_SAMPLED, ENERGY | MEAN, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_SAMPLED, STD, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_SAMPLED, ENERGY, OND_PASS_ENERGY },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_CONTINUOUS, STD, OND_PASS_ENERGY },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_CONTINUOUS, MEAN, OND_PASS_ENERGY },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MIN_, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_CONTINUOUS, ENERGY | MAX_, OND_PASS_STATS },
    { OND_BOUNDARY_PERIODIC, 0, 0, OND_SAMPLING_CONTINUOUS, OND_STATISTICS_ALL, OND_PASS_STATS },
  };
  Grids grids;

  grids_init (&grids, "0", "0", "3", "2");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      OndSweepRequest request = { .grids = grids.grids,
                                  .geometry = cube,
                                  .n_invalid = rows[i].n_invalid,
                                  .method = ond_method_default (),
                                  .statistics = rows[i].statistics };
      g_autoptr (OndSweepPlan) plan = NULL;
      g_autofree char *text = NULL;

      request.method.boundary = rows[i].boundary;
      request.method.exclude_border = rows[i].exclude_border;
      request.method.sampling = rows[i].sampling;
      plan = ond_sweep_plan_new (&request, NULL);
      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (ond_sweep_plan_get_pass (plan), ==, rows[i].pass);
      g_assert_cmpuint (ond_sweep_plan_get_statistics (plan), ==, rows[i].statistics);
      text = ond_sweep_plan_describe (plan);
      g_assert_cmpint (strstr (text, "Parseval") != NULL, ==, rows[i].pass == OND_PASS_ENERGY);
    }
  grids_clear (&grids);
}

static void
test_a_cancelled_chunk_says_so (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OndVolume) volume = ond_sample_new (16, 3, 0.3, &error);
  g_autoptr (OndEngine) engine = ond_engine_new (NULL, &error);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OndSweepPlan) plan = NULL;
  OndSweepResult result;
  Grids grids;

  grids_init (&grids, "0:180:3", "0", "3", "2");
  plan = plan_over (volume, &grids, &method, OND_STATISTICS_ALL);
  g_cancellable_cancel (cancellable);
  g_assert_false (ond_sweep_run_chunk (plan, 0, engine, volume, &result, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  grids_clear (&grids);
}

static void
test_the_estimate_is_that_of_the_largest_padding (void)
{
  const OndMethod method = ond_method_default ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OndEngine) engine = ond_engine_new (NULL, &error);
  g_autoptr (OndSweepPlan) plan = plan_for ("0:180:5", "0:180:4", "1,9", "1,3", &method);
  guint64 bytes, each, largest = 0;

  g_assert_true (ond_sweep_plan_estimate (plan, engine, &bytes, &error));
  for (gsize cell = 0; cell < ond_sweep_plan_get_n_points (plan); cell++)
    {
      OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, cell);
      gint32 size[OND_N_AXES];

      ond_engine_least_size (&cube, &method, &wavelet, size);
      g_assert_true (
          ond_engine_estimate_size (engine, &cube, &method, size, OND_PASS_STATS, &each, &error));
      largest = MAX (largest, each);
    }
  /* Memory follows the padded voxels but for a scratch that depends on the shape: a tenth. */
  g_assert_cmpfloat ((double) bytes, >=, 0.9 * (double) largest);
  g_assert_cmpfloat ((double) bytes, <=, 1.1 * (double) largest);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep/every-cell-comes-exactly-once", test_every_cell_comes_exactly_once);
  g_test_add_func ("/sweep/coarse-cells-come-first", test_coarse_cells_come_first);
  g_test_add_func ("/sweep/planes-of-directions-fill-together", test_planes_fill_together);
  g_test_add_func ("/sweep/a-chunk-has-a-grid-that-serves", test_a_chunk_has_a_grid_that_serves);
  g_test_add_func ("/sweep/energies-keep-stretches-together",
                   test_energies_keep_stretches_together);
  g_test_add_func ("/sweep/exact-mirrors-are-not-outgrown", test_exact_mirrors_are_not_outgrown);
  g_test_add_func ("/sweep/grids-are-worth-their-transforms",
                   test_grids_are_worth_their_transforms);
  g_test_add_func ("/sweep/theta-is-the-fastest-axis", test_theta_is_the_fastest_axis);
  g_test_add_func ("/sweep/a-plan-does-not-depend-on-when-it-is-made",
                   test_a_plan_does_not_depend_on_when_it_is_made);
  g_test_add_func ("/sweep/too-many-points-are-refused", test_too_many_points_are_refused);
  g_test_add_func ("/sweep/a-million-points-are-planned-at-once",
                   test_a_million_points_are_planned_at_once);
  g_test_add_func ("/sweep/a-chunk-computes-its-cells", test_a_chunk_computes_its_cells);
  g_test_add_func ("/sweep/the-energy-pass-agrees-with-the-statistics",
                   test_the_energy_pass_agrees_with_the_statistics);
  g_test_add_func ("/sweep/a-plan-chooses-its-pass", test_a_plan_chooses_its_pass);
  g_test_add_func ("/sweep/a-cancelled-chunk-says-so", test_a_cancelled_chunk_says_so);
  g_test_add_func ("/sweep/the-estimate-is-that-of-the-largest-padding",
                   test_the_estimate_is_that_of_the_largest_padding);
  return g_test_run ();
}
