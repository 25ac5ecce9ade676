/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice between backends, made while others go on: the backend is provided by a loader that
 * waits until the test lets it go. */
#include "core/backend-fftw.h"
#include "core/engine.h"
#include "core/error.h"

#include <string.h>

static struct
{
  GMutex lock;
  GCond changed;
  gboolean open, fails;
} gate;

static OndStatus
probe (OndDevice *device, G_GNUC_UNUSED OndCall *call)
{
  g_strlcpy (device->name, "Slow GPU", sizeof device->name);
  return OND_OK;
}

static const OndBackend *
load (char why[256])
{
  static OndBackend backend;

  g_mutex_lock (&gate.lock);
  while (!gate.open)
    g_cond_wait (&gate.changed, &gate.lock);
  g_mutex_unlock (&gate.lock);
  g_strlcpy (why, gate.fails ? "the fan is off" : "", 256);
  backend = ond_backend_fftw;
  backend.name = "cuda";
  backend.probe = probe;
  return gate.fails ? NULL : &backend;
}

static void
open_gate (void)
{
  g_mutex_lock (&gate.lock);
  gate.open = TRUE;
  g_cond_broadcast (&gate.changed);
  g_mutex_unlock (&gate.lock);
}

static gpointer
open_gate_later (G_GNUC_UNUSED gpointer data)
{
  g_usleep (50000);
  open_gate ();
  return NULL;
}

static void
provide (gboolean fails)
{
  g_unsetenv ("ONDELETTE_BACKEND");
  gate.open = FALSE;
  gate.fails = fails;
  ond_engine_provide ("cuda", load);
}

static void
engine_does_not_wait (void)
{
  g_autoptr (OndEngine) engine = NULL;

  provide (FALSE);
  engine = ond_engine_new (NULL, NULL);
  g_assert_nonnull (engine);
  g_assert_false (ond_engine_is_settled (engine));
  g_assert_null (ond_engine_get_notice (engine));
  open_gate ();
  g_assert_cmpstr (ond_engine_get_device (engine), ==, "Slow GPU");
  g_assert_cmpstr (ond_engine_get_backend (engine), ==, "cuda");
  g_assert_true (ond_engine_is_settled (engine));
  g_assert_null (ond_engine_get_why_not (engine));
}

static void
device_is_waited_for (void)
{
  g_autoptr (OndEngine) engine = NULL;
  GThread *thread;

  provide (FALSE);
  engine = ond_engine_new (NULL, NULL);
  thread = g_thread_new ("gate", open_gate_later, NULL);
  g_assert_cmpstr (ond_engine_get_device (engine), ==, "Slow GPU");
  g_thread_join (thread);
}

static void
missing_backend_says_why (void)
{
  g_autoptr (OndEngine) engine = NULL;

  provide (TRUE);
  open_gate ();
  engine = ond_engine_new (NULL, NULL);
  g_assert_cmpstr (ond_engine_get_why_not (engine), ==, "the fan is off");
  g_assert_cmpstr (ond_engine_get_backend (engine), ==, "fftw");
  g_assert_nonnull (strstr (ond_engine_get_device (engine), "CPU"));
}

static void
backend_by_name_is_chosen_at_once (void)
{
  const OndEngineOptions fftw = { .backend = "fftw" }, cuda = { .backend = "cuda" };
  g_autoptr (OndEngine) engine = NULL;
  g_autoptr (GError) error = NULL;

  provide (TRUE);
  engine = ond_engine_new (&fftw, NULL); /* the gate is closed: nothing may be loaded for this */
  g_assert_true (ond_engine_is_settled (engine));
  g_assert_null (ond_engine_get_why_not (engine));
  open_gate ();
  g_assert_null (ond_engine_new (&cuda, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_BACKEND);
  g_assert_nonnull (strstr (error->message, "the fan is off"));
}

static void
engine_may_go_before_the_choice (void)
{
  GThread *thread;

  provide (FALSE);
  thread = g_thread_new ("gate", open_gate_later, NULL);
  ond_engine_unref (ond_engine_new (NULL, NULL));
  g_assert_true (gate.open);
  g_thread_join (thread);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/engine-does-not-wait", engine_does_not_wait);
  g_test_add_func ("/backends/device-is-waited-for", device_is_waited_for);
  g_test_add_func ("/backends/missing-backend-says-why", missing_backend_says_why);
  g_test_add_func ("/backends/backend-by-name-is-chosen-at-once",
                   backend_by_name_is_chosen_at_once);
  g_test_add_func ("/backends/engine-may-go-before-the-choice", engine_may_go_before_the_choice);
  return g_test_run ();
}
