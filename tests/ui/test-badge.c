/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the badge says of the device, with a GPU that is found, missing, or still looked for. */
#include "model-harness.h"
#include "ui-harness.h"

#include "core/backend-fftw.h"
#include "ui/badge.h"

#include <string.h>

static GMutex gate; /* the loader waits for it */
static const char *missing;

static OndStatus
probe (OndDevice *device, G_GNUC_UNUSED OndCall *call)
{
  g_strlcpy (device->name, "Test GPU", sizeof device->name);
  return OND_OK;
}

static const OndBackend *
load (char why[256])
{
  static OndBackend backend;

  g_mutex_lock (&gate);
  g_mutex_unlock (&gate);
  g_strlcpy (why, missing != NULL ? missing : "", 256);
  backend = ond_backend_fftw;
  backend.name = "cuda";
  backend.probe = probe;
  return missing != NULL ? NULL : &backend;
}

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  OndBadge *badge;
} Fixture;

static void
set_up (Fixture *self, gconstpointer why)
{
  missing = why;
  ond_engine_provide ("cuda", load);
  g_mutex_lock (&gate);
  self->engine = ond_engine_new (NULL, NULL);
  self->session = ond_session_new (self->engine);
  self->badge = g_object_ref_sink (g_object_new (OND_TYPE_BADGE, NULL));
  ond_badge_set_session (self->badge, self->session);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer why)
{
  g_object_unref (self->badge);
  g_object_unref (self->session);
  ond_engine_unref (self->engine);
  ond_engine_provide ("cuda", NULL);
}

static const char *
get_text (Fixture *self)
{
  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (GTK_WIDGET (self->badge))));
}

static const char *
get_tooltip (Fixture *self)
{
  return gtk_widget_get_tooltip_text (GTK_WIDGET (self->badge));
}

/* Opens a volume, lets the loader go on and waits for the first response. */
static void
compute (Fixture *self)
{
  g_autoptr (OndVolume) volume = model_volume (12, 10, 8);

  ond_session_set_volume (self->session, volume);
  g_assert_cmpstr (get_text (self), ==, "Looking for a GPU");
  g_mutex_unlock (&gate);
  MODEL_WAIT (ond_session_get_milliseconds (self->session) > 0);
  ui_settle ();
}

static void
gpu_is_named (Fixture *self, G_GNUC_UNUSED gconstpointer why)
{
  compute (self);
  g_assert_true (g_str_has_prefix (get_text (self), "Test GPU · "));
  g_assert_true (g_str_has_prefix (get_tooltip (self), "Test GPU: what computed "));
  g_assert_null (strstr (get_tooltip (self), "Not on a GPU"));
}

static void
missing_gpu_is_explained (Fixture *self, gconstpointer why)
{
  compute (self);
  g_assert_true (g_str_has_prefix (get_text (self), "CPU, "));
  g_assert_nonnull (strstr (get_tooltip (self), "Not on a GPU: "));
  g_assert_nonnull (strstr (get_tooltip (self), why));
}

int
main (int argc, char **argv)
{
  g_unsetenv ("ONDELETTE_BACKEND");
  ui_init (&argc, &argv);
  g_test_add ("/badge/gpu-is-named", Fixture, NULL, set_up, gpu_is_named, tear_down);
  g_test_add ("/badge/missing-gpu-is-explained", Fixture, "the <fan> is off", set_up,
              missing_gpu_is_explained, tear_down);
  return g_test_run ();
}
