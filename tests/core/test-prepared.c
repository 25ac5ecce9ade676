/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include "core/error.h"
#include "core/prepared-cache.h"

#include <math.h>

static OndVolume *
volume_with_gaps (void)
{
  const OndGeometry geometry = { { 70, 30, 20 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  guint64 state = 1;

  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = i % 7 ? (float) reference_random (&state) : NAN;
  return ond_volume_new_take (&geometry, samples, NULL);
}

/* A call that can be held at its polls. */
typedef struct
{
  OndPreparedCache *cache;
  OndVolume *volume;
  OndCall call;
  int polls, held, cancelled; /* atomic */
  OndPrepared *prepared;
  GError *error;
} Caller;

static int
poll_caller (void *data)
{
  Caller *self = data;

  g_atomic_int_inc (&self->polls);
  while (g_atomic_int_get (&self->held))
    g_usleep (1000);
  return g_atomic_int_get (&self->cancelled);
}

static gpointer
get (gpointer data)
{
  Caller *self = data;

  self->prepared =
      ond_prepared_cache_get (self->cache, self->volume, OND_FILL_LOCAL, &self->call, &self->error);
  return NULL;
}

static GThread *
caller_start (Caller *self, OndPreparedCache *cache, OndVolume *volume, gboolean held)
{
  *self = (Caller){ .cache = cache,
                    .volume = volume,
                    .call = { .threads = 1, .cancelled = poll_caller, .data = self },
                    .held = held };
  return g_thread_new ("caller", get, self);
}

static void
wait_for_poll (Caller *self)
{
  for (int i = 0; i < 5000 && g_atomic_int_get (&self->polls) == 0; i++)
    g_usleep (1000);
  g_assert_cmpint (g_atomic_int_get (&self->polls), >, 0);
}

static void
caller_join (Caller *self, GThread *thread)
{
  g_atomic_int_set (&self->held, 0);
  g_thread_join (thread);
}

static void
test_a_cancelled_preparation_leaves_no_trace (void)
{
  OndPreparedCache *cache = ond_prepared_cache_new ();
  g_autoptr (OndVolume) volume = volume_with_gaps ();
  Caller caller;
  GThread *thread = caller_start (&caller, cache, volume, TRUE);

  g_atomic_int_set (&caller.cancelled, 1);
  caller_join (&caller, thread);
  g_assert_null (caller.prepared);
  g_assert_error (caller.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&caller.error);

  g_thread_join (caller_start (&caller, cache, volume, FALSE));
  g_assert_no_error (caller.error);
  g_assert_cmpint (caller.polls, >, 0);
  g_assert_cmpfloat (caller.prepared->filled[0], <, 2);
  g_assert_cmpint (caller.prepared->mask[0], ==, 1);
  ond_prepared_unref (caller.prepared);
  ond_prepared_cache_free (cache);
}

/* Two want the same volume: it is prepared once. */
static void
test_a_second_caller_shares_the_first_one_s (void)
{
  OndPreparedCache *cache = ond_prepared_cache_new ();
  g_autoptr (OndVolume) volume = volume_with_gaps ();
  Caller first, second;
  GThread *threads[2];

  threads[0] = caller_start (&first, cache, volume, TRUE);
  wait_for_poll (&first);
  threads[1] = caller_start (&second, cache, volume, FALSE);
  wait_for_poll (&second);
  caller_join (&first, threads[0]);
  caller_join (&second, threads[1]);
  g_assert_nonnull (first.prepared);
  g_assert_true (first.prepared == second.prepared);
  ond_prepared_unref (first.prepared);
  ond_prepared_unref (second.prepared);
  ond_prepared_cache_free (cache);
}

/* Whoever waits for another's preparation can give up. */
static void
test_a_waiting_caller_can_be_cancelled (void)
{
  OndPreparedCache *cache = ond_prepared_cache_new ();
  g_autoptr (OndVolume) volume = volume_with_gaps ();
  Caller first, second;
  GThread *threads[2];

  threads[0] = caller_start (&first, cache, volume, TRUE);
  wait_for_poll (&first);
  threads[1] = caller_start (&second, cache, volume, FALSE);
  wait_for_poll (&second);
  g_atomic_int_set (&second.cancelled, 1);
  caller_join (&second, threads[1]); /* while the first is still held */
  g_assert_null (second.prepared);
  g_assert_error (second.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&second.error);
  caller_join (&first, threads[0]);
  g_assert_no_error (first.error);
  ond_prepared_unref (first.prepared);
  ond_prepared_cache_free (cache);
}

/* When the first is cancelled, the one that waited prepares the volume itself. */
static void
test_a_waiting_caller_takes_over (void)
{
  OndPreparedCache *cache = ond_prepared_cache_new ();
  g_autoptr (OndVolume) volume = volume_with_gaps ();
  Caller first, second;
  GThread *threads[2];

  threads[0] = caller_start (&first, cache, volume, TRUE);
  wait_for_poll (&first);
  threads[1] = caller_start (&second, cache, volume, FALSE);
  wait_for_poll (&second);
  g_atomic_int_set (&first.cancelled, 1);
  caller_join (&first, threads[0]);
  caller_join (&second, threads[1]);
  g_assert_error (first.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&first.error);
  g_assert_no_error (second.error);
  ond_prepared_unref (second.prepared);
  ond_prepared_cache_free (cache);
}

static void
test_gaps_count_as_memory (void)
{
  const gint32 n[] = { 70, 30, 20 };
  g_autoptr (OndVolume) holed = volume_with_gaps (), whole = reference_random_volume (n, NULL, 1);

  g_assert_cmpuint (ond_prepared_bytes (holed), ==, 70 * 30 * 20 * 5);
  g_assert_cmpuint (ond_prepared_bytes (whole), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prepared/a-cancelled-preparation-leaves-no-trace",
                   test_a_cancelled_preparation_leaves_no_trace);
  g_test_add_func ("/prepared/a-second-caller-shares-the-first-one-s",
                   test_a_second_caller_shares_the_first_one_s);
  g_test_add_func ("/prepared/a-waiting-caller-can-be-cancelled",
                   test_a_waiting_caller_can_be_cancelled);
  g_test_add_func ("/prepared/a-waiting-caller-takes-over", test_a_waiting_caller_takes_over);
  g_test_add_func ("/prepared/gaps-count-as-memory", test_gaps_count_as_memory);
  return g_test_run ();
}
