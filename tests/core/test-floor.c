/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floors of the benchmark: they exist for every grid, leave the engine's plans alone, and say
 * so when they do not fit. No test looks at how long anything took. */
#include "core/error.h"
#include "core/floor.h"

#include <fftw3.h>
#include <math.h>

static void
test_floors_run_on_every_grid (void)
{
  static const gint32 sizes[][OND_N_AXES] = { { 16, 16, 16 }, { 15, 8, 20 }, { 7, 11, 13 },
                                              { 30, 21, 1 },  { 1, 8, 8 },   { 1, 1, 1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int threads = 1; threads <= 2; threads++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (OndFloor) floor = ond_floor_new (sizes[i], threads, &error);

        g_assert_no_error (error);
        /* The second run finds what the first left behind. */
        for (int run = 0; run < 2; run++)
          {
            g_assert_cmpfloat (ond_floor_c2r (floor), >=, 0);
            g_assert_false (ond_floor_lines (floor, FALSE) < 0);
            g_assert_false (ond_floor_lines (floor, TRUE) < 0);
          }
      }
}

static void
test_later_plans_have_one_thread (void)
{
  static const gint32 size[] = { 16, 16, 16 };
  g_autoptr (OndFloor) floor = ond_floor_new (size, 3, NULL);

  g_assert_nonnull (floor);
  g_assert_cmpint (fftwf_planner_nthreads (), ==, 1);
}

static void
test_too_large_a_grid_is_an_error_of_memory (void)
{
  static const gint32 sizes[][OND_N_AXES] = { { 1 << 20, 1 << 20, 1 << 20 },
                                              { G_MAXINT32, G_MAXINT32, G_MAXINT32 } };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ond_floor_new (sizes[i], 1, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/floor/floors-run-on-every-grid", test_floors_run_on_every_grid);
  g_test_add_func ("/floor/later-plans-have-one-thread", test_later_plans_have_one_thread);
  g_test_add_func ("/floor/too-large-a-grid-is-an-error-of-memory",
                   test_too_large_a_grid_is_an_error_of_memory);
  return g_test_run ();
}
