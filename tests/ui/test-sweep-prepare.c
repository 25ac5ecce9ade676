/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window knows about a sweep before it starts: its plan with every statistic, its memory,
 * and that one which does not fit is refused with what would. */
#include "model-harness.h"

#include "ui/sweep-prepare.h"

#include "core/error.h"

#include <string.h>

/* Keeps the result for the test. */
static void
keep (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Prepares a small sweep in an engine of so much memory (0: what is free). */
static OndSweepPrepared *
prepare (guint64 memory, GError **error)
{
  static const char *const texts[] = { "0:180:3", "0:180:2", "1,2", "1" };
  const OndEngineOptions options = { .memory = memory };
  g_autoptr (OndEngine) engine = ond_engine_new (&options, NULL);
  g_autoptr (OndVolume) volume = model_volume (24, 20, 16);
  g_autoptr (GAsyncResult) result = NULL;
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepInput input = { .engine = engine,
                                .volume = volume,
                                .grids = grids,
                                .method = ond_method_default (),
                                .wants_checksum = TRUE };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  ond_sweep_prepare_async (&input, NULL, keep, &result);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  MODEL_WAIT (result != NULL);
  return ond_sweep_prepare_finish (result, error);
}

static void
test_a_sweep_of_the_window_asks_for_everything (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndSweepPrepared) prepared = prepare (0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ond_sweep_plan_get_n_points (prepared->plan), ==, 12);
  g_assert_cmpuint (ond_sweep_plan_get_statistics (prepared->plan), ==, OND_STATISTICS_ALL);
  g_assert_cmpuint (prepared->bytes, >, 24 * 20 * 16 * sizeof (float));
  g_assert_cmpuint (strlen (prepared->checksum), ==, 64);
}

static void
test_a_sweep_that_does_not_fit_is_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndSweepPrepared) enough = prepare (0, NULL), exactly = NULL, less = NULL;

  exactly = prepare (enough->bytes, &error);
  g_assert_no_error (error);
  less = prepare (enough->bytes - 1, &error);
  g_assert_null (less);
  g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "boundary periodic"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-prepare/a-sweep-of-the-window-asks-for-everything",
                   test_a_sweep_of_the_window_asks_for_everything);
  g_test_add_func ("/sweep-prepare/a-sweep-that-does-not-fit-is-refused",
                   test_a_sweep_that_does_not_fit_is_refused);
  return g_test_run ();
}
