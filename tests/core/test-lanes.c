/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "core/lanes.h"
#include "core/parallel.h"

typedef struct
{
  int *hits;
  int *busy; /* a worker index is in use */
} Count;

static void
count (gsize item, int worker, gpointer data)
{
  Count *self = data;

  g_assert_cmpint (g_atomic_int_add (&self->busy[worker], 1), ==, 0);
  g_atomic_int_inc (&self->hits[item]);
  g_atomic_int_add (&self->busy[worker], -1);
}

static void
test_every_item_is_done_once (void)
{
  for (int threads = 1; threads <= 7; threads += 3)
    for (gsize n = 0; n <= 1000; n += 500)
      {
        int hits[1000] = { 0 }, busy[7] = { 0 };
        OndCall call = { .threads = threads };

        g_assert_true (ond_parallel_for (n, &call, count, &(Count){ hits, busy }));
        for (gsize i = 0; i < 1000; i++)
          g_assert_cmpint (hits[i], ==, i < n);
      }
}

static int
after_ten (void *data)
{
  return g_atomic_int_add ((int *) data, 1) >= 10;
}

static void
test_a_cancelled_loop_stops (void)
{
  int hits[1000] = { 0 }, busy[2] = { 0 }, asked = 0, done = 0;
  OndCall call = { .threads = 2, .cancelled = after_ten, .data = &asked };

  g_assert_false (ond_parallel_for (1000, &call, count, &(Count){ hits, busy }));
  for (int i = 0; i < 1000; i++)
    done += hits[i];
  g_assert_cmpint (done, ==, 10);
}

/* A sweep that polls as backends do, counting its polls. */
typedef struct
{
  OndLanes *lanes;
  GCancellable *cancellable;
  int polls;
  int stop;
} Sweep;

static gpointer
sweep (gpointer data)
{
  Sweep *self = data;
  OndWork work;

  ond_work_begin (&work, self->lanes, OND_LANE_SWEEP, 1, self->cancellable);
  while (!work.call.cancelled (work.call.data) && !g_atomic_int_get (&self->stop))
    g_atomic_int_inc (&self->polls);
  ond_work_end (&work);
  return NULL;
}

static int
wait_for_poll (Sweep *self)
{
  int before = g_atomic_int_get (&self->polls);

  for (int i = 0; i < 5000 && g_atomic_int_get (&self->polls) == before; i++)
    g_usleep (1000);
  return g_atomic_int_get (&self->polls) - before;
}

static void
test_a_sweep_pauses_for_the_sliders (void)
{
  g_autoptr (OndLanes) lanes = ond_lanes_new ();
  Sweep self = { .lanes = lanes };
  GThread *thread = g_thread_new ("sweep", sweep, &self);
  OndWork work;
  int before;

  g_assert_cmpint (wait_for_poll (&self), >, 0);
  ond_work_begin (&work, lanes, OND_LANE_INTERACTIVE, 1, NULL);
  g_usleep (20000); /* a poll under way when the work began may still pass */
  before = g_atomic_int_get (&self.polls);
  g_usleep (100000);
  g_assert_cmpint (g_atomic_int_get (&self.polls), ==, before);
  ond_work_end (&work);
  g_assert_cmpint (wait_for_poll (&self), >, 0);
  g_atomic_int_set (&self.stop, 1);
  g_thread_join (thread);
}

/* Somebody drags a slider without a rest: Cancel must still reach the sweep. */
static void
test_a_paused_sweep_can_be_cancelled (void)
{
  g_autoptr (OndLanes) lanes = ond_lanes_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Sweep self = { .lanes = lanes, .cancellable = cancellable };
  OndWork work;
  GThread *thread;

  ond_work_begin (&work, lanes, OND_LANE_INTERACTIVE, 1, NULL);
  thread = g_thread_new ("sweep", sweep, &self);
  g_usleep (10000);
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  g_assert_cmpint (self.polls, ==, 0);
  ond_work_end (&work);
}

static void
test_a_status_becomes_an_error (void)
{
  const struct
  {
    OndStatus status;
    GQuark domain;
    int code;
  } rows[] = {
    { OND_CANCELLED, G_IO_ERROR, G_IO_ERROR_CANCELLED },
    { OND_NO_MEMORY, OND_ERROR, OND_ERROR_MEMORY },
    { OND_LOST, OND_ERROR, OND_ERROR_BACKEND },
    { OND_FAILED, OND_ERROR, OND_ERROR_BACKEND },
    { OND_UNAVAILABLE, OND_ERROR, OND_ERROR_BACKEND },
  };
  g_autoptr (OndLanes) lanes = ond_lanes_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      OndWork work;

      ond_work_begin (&work, lanes, OND_LANE_INTERACTIVE, 1, NULL);
      g_assert_false (ond_work_finish (&work, rows[i].status, &error));
      g_assert_error (error, rows[i].domain, rows[i].code);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/every-item-is-done-once", test_every_item_is_done_once);
  g_test_add_func ("/parallel/a-cancelled-loop-stops", test_a_cancelled_loop_stops);
  g_test_add_func ("/lanes/a-sweep-pauses-for-the-sliders", test_a_sweep_pauses_for_the_sliders);
  g_test_add_func ("/lanes/a-paused-sweep-can-be-cancelled", test_a_paused_sweep_can_be_cancelled);
  g_test_add_func ("/lanes/a-status-becomes-an-error", test_a_status_becomes_an_error);
  return g_test_run ();
}
