/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans are made once, and who waits for one may stop. The planner is kept busy by the test, which
 * holds its lock: nothing here looks at a clock. */
#include "core/backend-fftw.h"
#include "core/fftw-private.h"

/* A call that is cancelled the third time that it asks. */
static int
third_time (void *data)
{
  return g_atomic_int_add ((int *) data, 1) >= 2;
}

static int
never (void *data)
{
  (void) data;
  return FALSE;
}

static void
test_a_wait_can_be_cancelled_and_the_plan_is_kept (void)
{
  int asked = 0;
  OndCall call = { .cancelled = third_time, .data = &asked };
  guint before = ond_plans_searched ();
  fftwf_plan plan, again;

  ond_planner_lock ();
  g_assert_cmpint (ond_plan_columns (37, &plan, &call), ==, OND_CANCELLED);
  g_assert_null (plan);
  g_assert_cmpint (asked, ==, 3);
  g_assert_cmpuint (ond_plans_searched (), ==, before);
  ond_planner_unlock ();
  /* The search that nobody waited for ends, and is the only one. */
  g_assert_cmpint (ond_plan_columns (37, &plan, NULL), ==, OND_OK);
  g_assert_cmpint (ond_plan_columns (37, &again, NULL), ==, OND_OK);
  g_assert_nonnull (plan);
  g_assert_true (plan == again);
  g_assert_cmpuint (ond_plans_searched (), ==, before + 1);
}

static gpointer
plan_rows (gpointer data)
{
  OndCall call = { .cancelled = never };

  g_assert_cmpint (ond_plan_rows (39, data, &call), ==, OND_OK);
  return NULL;
}

static void
test_those_who_want_the_same_plan_share_a_search (void)
{
  guint before = ond_plans_searched ();
  fftwf_plan plans[4] = { NULL };
  GThread *threads[4];

  ond_planner_lock ();
  for (int i = 0; i < 4; i++)
    threads[i] = g_thread_new ("plan", plan_rows, &plans[i]);
  ond_planner_unlock ();
  for (int i = 0; i < 4; i++)
    g_thread_join (threads[i]);
  for (int i = 0; i < 4; i++)
    g_assert_true (plans[i] != NULL && plans[i] == plans[0]);
  g_assert_cmpuint (ond_plans_searched (), ==, before + 1);
}

/* An image is opened only after its plans were found, so that the first questions are those of the
 * wait. */
static void
test_opening_an_image_can_be_cancelled_while_planning (void)
{
  const OndDomain domain = {
    .size = { 41, 41, 41 }, .crop = { 41, 41, 41 }, .edge = { 1, 1, 1 }, .rank = 3
  };
  g_autofree float *padded = g_new0 (float, 41 * 41 * 41);
  int asked = 0;
  OndCall call = { .threads = 2, .cancelled = third_time, .data = &asked };
  OndImage *image = NULL;

  ond_planner_lock ();
  g_assert_cmpint (ond_backend_fftw.open (&domain, padded, NULL, &image, &call), ==, OND_CANCELLED);
  g_assert_null (image);
  g_assert_cmpint (asked, ==, 3);
  ond_planner_unlock ();
  call.cancelled = never;
  g_assert_cmpint (ond_backend_fftw.open (&domain, padded, NULL, &image, &call), ==, OND_OK);
  ond_backend_fftw.close (image);
}

/* The last one: what it began goes on while the program ends, which sanitizers watch. */
static void
test_a_program_may_end_while_planning (void)
{
  int asked = 2;
  OndCall call = { .cancelled = third_time, .data = &asked };
  fftwf_plan plan;

  g_assert_cmpint (ond_plan_columns (1493, &plan, &call), ==, OND_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_setenv ("XDG_CACHE_HOME", "/dev/null", TRUE); /* whatever others learnt: these are searched */
  ond_wisdom_load ();                             /* which wants the lock that the tests hold */
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plans/a-wait-can-be-cancelled-and-the-plan-is-kept",
                   test_a_wait_can_be_cancelled_and_the_plan_is_kept);
  g_test_add_func ("/plans/those-who-want-the-same-plan-share-a-search",
                   test_those_who_want_the_same_plan_share_a_search);
  g_test_add_func ("/plans/opening-an-image-can-be-cancelled-while-planning",
                   test_opening_an_image_can_be_cancelled_while_planning);
  g_test_add_func ("/plans/a-program-may-end-while-planning",
                   test_a_program_may_end_while_planning);
  return g_test_run ();
}
