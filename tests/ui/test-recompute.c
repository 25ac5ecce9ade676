/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-harness.h"

#include "ui/recompute.h"

typedef struct
{
  OndEngine *engine;
  OndVolume *volume;
  OndRecompute *worker;
  GThread *thread; /* where results must arrive */
  guint n;         /* results published */
  guint64 last;    /* revision of the newest */
  GError *error;
  float *slice; /* the XY slice of the newest */
} Fixture;

static void
published (OndRecomputeResult *result, gpointer data)
{
  Fixture *self = data;

  g_assert_true (g_thread_self () == self->thread);
  g_assert_cmpuint (result->request.revision, >, self->last);
  self->n++;
  self->last = result->request.revision;
  g_clear_error (&self->error);
  self->error = g_steal_pointer (&result->error);
  g_free (self->slice);
  self->slice = g_steal_pointer (&result->slices[OND_Z]);
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  self->engine = model_engine ();
  self->volume = model_volume (24, 20, 16);
  self->thread = g_thread_self ();
  self->worker = ond_recompute_new (self->engine, published, self);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_clear_pointer (&self->worker, ond_recompute_free);
  ond_volume_unref (self->volume);
  ond_engine_unref (self->engine);
  g_clear_error (&self->error);
  g_free (self->slice);
}

static OndRecomputeRequest
request_of (OndVolume *volume, double theta, guint64 revision)
{
  OndRecomputeRequest request = { .volume = volume,
                                  .method = ond_method_default (),
                                  .wavelet = ond_wavelet_default (),
                                  .at = { 5, 6, 7 },
                                  .revision = revision };

  ond_wavelet_set (&request.wavelet, OND_PARAMETER_THETA, theta);
  return request;
}

/* Gives a worker that still runs the time to publish what it should not. */
static void
spin (guint milliseconds)
{
  gboolean up = FALSE;

  g_timeout_add (milliseconds, model_time_is_up, &up);
  while (!up)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_computes_what_was_asked (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRecomputeRequest request = request_of (self->volume, 70, 1);
  g_autofree float *expected = model_slice (self->engine, self->volume, &request.method,
                                            &request.wavelet, request.at, OND_Z);

  ond_recompute_ask (self->worker, &request);
  MODEL_WAIT (self->n == 1);
  g_assert_no_error (self->error);
  model_assert_near (self->slice, expected, 24 * 20);
}

static void
test_newest_replaces_what_waits (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  for (guint64 i = 1; i <= 1000; i++)
    {
      OndRecomputeRequest request = request_of (self->volume, (double) i / 10, i);

      ond_recompute_ask (self->worker, &request);
    }
  MODEL_WAIT (self->last == 1000);
  /* While the main thread asked, the worker finished some; most were replaced. */
  g_assert_cmpuint (self->n, <, 500);
}

/* The result is there and waits for the main loop when it is no longer wanted. */
static void
test_forgotten_on_its_way (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRecomputeRequest request = request_of (self->volume, 10, 1);

  ond_recompute_ask (self->worker, &request);
  while (!g_main_context_pending (NULL))
    g_usleep (1000);
  ond_recompute_forget (self->worker);
  spin (100);
  g_assert_cmpuint (self->n, ==, 0);
}

static void
test_forgotten_is_not_published (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRecomputeRequest request = request_of (self->volume, 10, 1),
                      next = request_of (self->volume, 20, 2);

  ond_recompute_ask (self->worker, &request);
  ond_recompute_forget (self->worker);
  spin (300);
  g_assert_cmpuint (self->n, ==, 0);
  ond_recompute_ask (self->worker, &next);
  MODEL_WAIT (self->last == 2);
  g_assert_cmpuint (self->n, ==, 1);
}

/* Of a volume that takes long, nothing arrives once another is asked for, and the other does not
 * wait for it. */
static void
test_another_volume_cancels (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) large = model_volume (120, 110, 100);
  OndRecomputeRequest request = request_of (large, 10, 1), next = request_of (self->volume, 20, 2);

  ond_recompute_ask (self->worker, &request);
  g_usleep (20000);
  ond_recompute_ask (self->worker, &next);
  MODEL_WAIT (self->last == 2);
  g_assert_cmpuint (self->n, ==, 1);
}

static void
test_error_arrives (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRecomputeRequest request = request_of (self->volume, 10, 1);

  request.wavelet.xi = 0;
  ond_recompute_ask (self->worker, &request);
  MODEL_WAIT (self->n == 1);
  g_assert_nonnull (self->error);
  g_assert_null (self->slice);
}

static void
test_free_in_the_middle (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) large = model_volume (120, 110, 100);
  OndRecomputeRequest request = request_of (large, 10, 1);
  gint64 start;

  ond_recompute_ask (self->worker, &request);
  g_usleep (20000);
  start = g_get_monotonic_time ();
  g_clear_pointer (&self->worker, ond_recompute_free);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 50000);
  spin (300);
  g_assert_cmpuint (self->n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/recompute/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("computes-what-was-asked", test_computes_what_was_asked);
  ADD ("newest-replaces-what-waits", test_newest_replaces_what_waits);
  ADD ("forgotten-is-not-published", test_forgotten_is_not_published);
  ADD ("forgotten-on-its-way-is-not-published", test_forgotten_on_its_way);
  ADD ("another-volume-cancels", test_another_volume_cancels);
  ADD ("an-error-arrives", test_error_arrives);
  ADD ("free-in-the-middle-returns-at-once", test_free_in_the_middle);
  return g_test_run ();
}
