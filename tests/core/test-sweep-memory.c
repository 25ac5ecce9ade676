/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that does not fit into memory is refused before it begins, and what is said to fit
 * fits. */
#include "core/error.h"
#include "core/sample.h"
#include "core/sweep-memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  OndVolume *volume;
  OndGrid *grids[OND_N_PARAMETERS];
  OndSweepRequest request;
} Fixture;

static void
set_grid (Fixture *self, OndParameter parameter, const char *text)
{
  g_clear_pointer (&self->grids[parameter], ond_grid_free);
  self->grids[parameter] = ond_grid_parse (parameter, text, NULL);
  g_assert_nonnull (self->grids[parameter]);
}

static void
fixture_init (Fixture *self)
{
  static const char *const texts[] = { "0:180:3", "0:180:2", "1,2.5,2", "2,0.5,1" };

  *self = (Fixture){ .volume = ond_sample_new (32, 3, 0.3, NULL) };
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    set_grid (self, p, texts[p]);
  self->request = (OndSweepRequest){ .grids = self->grids,
                                     .geometry = *ond_volume_get_geometry (self->volume),
                                     .method = ond_method_default (),
                                     .statistics = OND_STATISTICS_ALL };
}

static void
fixture_clear (Fixture *self)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (self->grids[p]);
  ond_volume_unref (self->volume);
}

static OndEngine *
engine_of (guint64 memory)
{
  const OndEngineOptions options = { .threads = 2, .memory = memory };
  OndEngine *engine = ond_engine_new (&options, NULL);

  g_assert_nonnull (engine);
  return engine;
}

/* The bytes of the sweep with another boundary and other grids; NULL leaves them. */
static guint64
bytes_of (const Fixture *self, OndBoundary boundary, const char *xi, const char *scale)
{
  OndGrid *grids[OND_N_PARAMETERS];
  g_autoptr (OndGrid) some_xi = xi ? ond_grid_parse (OND_PARAMETER_XI, xi, NULL) : NULL;
  g_autoptr (OndGrid) some_scale = scale ? ond_grid_parse (OND_PARAMETER_SCALE, scale, NULL) : NULL;
  g_autoptr (OndEngine) engine = engine_of (G_MAXUINT64);
  g_autoptr (OndSweepPlan) plan = NULL;
  OndSweepRequest request = self->request;
  guint64 bytes;

  memcpy (grids, self->grids, sizeof grids);
  grids[OND_PARAMETER_XI] = some_xi ? some_xi : grids[OND_PARAMETER_XI];
  grids[OND_PARAMETER_SCALE] = some_scale ? some_scale : grids[OND_PARAMETER_SCALE];
  request.grids = grids;
  request.method.boundary = boundary;
  plan = ond_sweep_plan_new (&request, NULL);
  g_assert_true (ond_sweep_memory (plan, engine, self->volume, &bytes, NULL));
  return bytes;
}

/* What is said about the sweep with so much memory; NULL when it fits. */
static char *
refusal (const Fixture *self, guint64 memory)
{
  g_autoptr (OndEngine) engine = engine_of (memory);
  g_autoptr (OndSweepPlan) plan = ond_sweep_plan_new (&self->request, NULL);
  g_autoptr (GError) error = NULL;

  if (ond_sweep_fits (plan, engine, self->volume, &error))
    {
      g_assert_no_error (error);
      return NULL;
    }
  g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
  g_assert_null (strchr (error->message, '\n'));
  g_test_message ("%s", error->message);
  return g_strdup (error->message);
}

static G_GNUC_PRINTF (2, 3) void assert_says (const char *text, const char *format, ...)
{
  va_list arguments;
  g_autofree char *words = NULL;

  va_start (arguments, format);
  words = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (strstr (text, words) == NULL)
    g_error ("\"%s\" is not in \"%s\"", words, text);
}

static void
test_a_sweep_fits_into_what_it_needs (void)
{
  Fixture f;
  guint64 need;
  g_autofree char *enough = NULL, *less = NULL;

  fixture_init (&f);
  need = bytes_of (&f, OND_BOUNDARY_MIRROR, NULL, NULL);
  enough = refusal (&f, need);
  less = refusal (&f, need - 1);
  g_assert_null (enough);
  g_assert_nonnull (less);
  assert_says (less, "needs %.3g GB", (double) need / 1e9);
  assert_says (less, "%.3g GB may be used", (double) (need - 1) / 1e9);
  assert_says (less, "maps of 54 points");
  fixture_clear (&f);
}

/* Lists need not be in order. */
static void
test_the_largest_scale_and_stretch_that_fit_are_named (void)
{
  Fixture f;
  guint64 need, scale, xi, periodic;
  g_autofree char *text = NULL;

  fixture_init (&f);
  need = bytes_of (&f, OND_BOUNDARY_MIRROR, NULL, NULL);
  scale = bytes_of (&f, OND_BOUNDARY_MIRROR, NULL, "0.5,1");
  xi = bytes_of (&f, OND_BOUNDARY_MIRROR, "1,2", NULL);
  periodic = bytes_of (&f, OND_BOUNDARY_PERIODIC, NULL, NULL);
  g_assert_cmpuint (MAX (scale, xi), <, need);
  text = refusal (&f, MAX (scale, xi));
  assert_says (text, "boundary periodic it needs %.3g GB and fits", (double) periodic / 1e9);
  assert_says (text, "scales up to 1 it needs %.3g GB and fits", (double) scale / 1e9);
  assert_says (text, "xi up to 2 it needs %.3g GB and fits", (double) xi / 1e9);
  g_assert_null (strstr (text, "voxels"));
  g_clear_pointer (&text, g_free);
  text = refusal (&f, scale - 1);
  assert_says (text, "scales up to 0.5 it needs");
  fixture_clear (&f);
}

static void
test_what_does_not_fit_either_is_not_recommended (void)
{
  Fixture f;
  g_autofree char *text = NULL;

  fixture_init (&f);
  text = refusal (&f, bytes_of (&f, OND_BOUNDARY_PERIODIC, NULL, NULL) + 1000);
  assert_says (text, "periodic");
  g_assert_null (strstr (text, "up to"));
  fixture_clear (&f);
}

/* The cube that is said to fit does, and one voxel more does not. */
static void
test_the_largest_cube_is_named (void)
{
  Fixture f;
  g_autofree char *text = NULL;
  guint64 left;
  gint32 n;

  fixture_init (&f);
  for (int periodic = 0; periodic < 2; periodic++)
    {
      left = bytes_of (&f, OND_BOUNDARY_PERIODIC, NULL, NULL) / 2;
      f.request.method.boundary = periodic ? OND_BOUNDARY_PERIODIC : OND_BOUNDARY_MIRROR;
      g_clear_pointer (&text, g_free);
      text = refusal (&f, left);
      assert_says (text, " voxels with the boundary periodic would fit");
      n = atoi (strrchr (text, ';') + 1);
      assert_says (text, "; %d × %d × %d voxels", n, n, n);
      g_assert_cmpint (n, >=, 16);
      for (int more = 0; more < 2; more++)
        {
          Fixture other = f;
          for (int i = 0; i < OND_N_AXES; i++)
            other.request.geometry.n[i] = n + more;
          g_assert_cmpint (bytes_of (&other, OND_BOUNDARY_PERIODIC, NULL, NULL) <= left, ==, !more);
        }
    }
  fixture_clear (&f);
}

/* Maps of all statistics may be too much where those of the energy are not. */
static void
test_maps_count_too (void)
{
  Fixture f;
  g_autofree char *all = NULL, *energy = NULL;

  fixture_init (&f);
  set_grid (&f, OND_PARAMETER_THETA, "0:180:100");
  set_grid (&f, OND_PARAMETER_PHI, "0:180:100");
  all = refusal (&f, bytes_of (&f, OND_BOUNDARY_MIRROR, NULL, NULL) - 30 * 90000);
  f.request.statistics = OND_STATISTIC_BIT (OND_STATISTIC_ENERGY);
  energy = refusal (&f, bytes_of (&f, OND_BOUNDARY_MIRROR, NULL, NULL));
  assert_says (all, "0.00477 GB for maps of 90000 points");
  g_assert_null (energy);
  fixture_clear (&f);
}

static void
test_padding_beyond_all_addresses_is_refused (void)
{
  Fixture f;
  g_autofree char *text = NULL;

  fixture_init (&f);
  for (int i = 0; i < OND_N_AXES; i++)
    f.request.geometry.n[i] = 1 << 21;
  text = refusal (&f, G_MAXUINT64);
  assert_says (text, "more than can be addressed; with the boundary periodic it needs");
  fixture_clear (&f);
}

/* Eight bytes a voxel, which the refusal names, and that it would do without. */
static void
test_a_best_map_counts_and_is_named (void)
{
  Fixture f;
  guint64 without, with;
  g_autofree char *enough = NULL, *less = NULL;

  fixture_init (&f);
  without = bytes_of (&f, OND_BOUNDARY_MIRROR, NULL, NULL);
  f.request.best = TRUE;
  with = bytes_of (&f, OND_BOUNDARY_MIRROR, NULL, NULL);
  g_assert_cmpuint (with - without, ==, 8 * 32 * 32 * 32);
  enough = refusal (&f, with);
  less = refusal (&f, with - 1);
  g_assert_null (enough);
  assert_says (less, "and %.3g GB for the best map", 8 * 32 * 32 * 32 / 1e9);
  assert_says (less, "without the best map it needs %.3g GB and fits", (double) without / 1e9);
  g_clear_pointer (&less, g_free);
  less = refusal (&f, without - 1);
  g_assert_null (strstr (less, "without the best map"));
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-memory/a-sweep-fits-into-what-it-needs",
                   test_a_sweep_fits_into_what_it_needs);
  g_test_add_func ("/sweep-memory/the-largest-scale-and-stretch-that-fit-are-named",
                   test_the_largest_scale_and_stretch_that_fit_are_named);
  g_test_add_func ("/sweep-memory/what-does-not-fit-either-is-not-recommended",
                   test_what_does_not_fit_either_is_not_recommended);
  g_test_add_func ("/sweep-memory/the-largest-cube-is-named", test_the_largest_cube_is_named);
  g_test_add_func ("/sweep-memory/maps-count-too", test_maps_count_too);
  g_test_add_func ("/sweep-memory/padding-beyond-all-addresses-is-refused",
                   test_padding_beyond_all_addresses_is_refused);
  g_test_add_func ("/sweep-memory/a-best-map-counts-and-is-named",
                   test_a_best_map_counts_and_is_named);
  return g_test_run ();
}
