/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Image and response together: what the slices are drawn from in every mode, blink, and what of it
 * a session file keeps. Without a display. */
#include "model-harness.h"

#include "core/source.h"
#include "ui/session-file.h"

#include <glib/gstdio.h>

typedef struct
{
  OndSession *session;
  OndLayers *layers;
  int changes;
} Fixture;

static void
count (OndSession *session G_GNUC_UNUSED, int *n)
{
  ++*n;
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndVolume) volume = model_volume (9, 8, 7);

  self->session = ond_session_new (engine);
  self->layers = ond_session_get_layers (self->session);
  ond_session_set_volume (self->session, volume);
  g_signal_connect (self->session, "display-changed", G_CALLBACK (count), &self->changes);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_object_unref (self->session);
}

static void
assert_drawn (Fixture *self, OndShow first, int opacity)
{
  OndDrawn drawn = ond_session_get_drawn (self->session);

  g_assert_cmpint (drawn.first, ==, first);
  g_assert_cmpint (drawn.opacity, ==, opacity);
}

/* Until there is a response, a blend is the image. */
static void
test_modes (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ond_session_set_mode (self->session, OND_MODE_BOTH);
  assert_drawn (self, OND_SHOW_IMAGE, 0);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  self->changes = 0;
  ond_layers_set_opacity (self->layers, 0.2);
  g_assert_cmpint (self->changes, ==, 1);
  assert_drawn (self, OND_SHOW_IMAGE, 51);
  ond_layers_set_opacity (self->layers, NAN);
  ond_layers_set_opacity (self->layers, 0.2);
  g_assert_cmpint (self->changes, ==, 1);
  ond_layers_set_opacity (self->layers, -3);
  assert_drawn (self, OND_SHOW_IMAGE, 0);
  ond_layers_set_opacity (self->layers, 3);
  assert_drawn (self, OND_SHOW_IMAGE, 255);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  assert_drawn (self, OND_SHOW_IMAGE, 0);
  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  assert_drawn (self, OND_SHOW_RESPONSE, 0);
}

static void
test_subject (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ond_session_set_mode (self->session, OND_MODE_BOTH);
  g_assert_cmpint (ond_session_get_show (self->session), ==, OND_SHOW_RESPONSE);
  self->changes = 0;
  ond_layers_set_subject (self->layers, OND_SHOW_IMAGE);
  g_assert_cmpint (self->changes, ==, 1);
  g_assert_cmpint (ond_session_get_show (self->session), ==, OND_SHOW_IMAGE);
  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  g_assert_cmpint (ond_session_get_show (self->session), ==, OND_SHOW_RESPONSE);
}

/* The other layer first, back and forth, and another mode ends it. The mode itself, which controls
 * follow, does not blink. */
static void
test_blink (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndShow now = OND_SHOW_RESPONSE;

  MODEL_WAIT (!ond_session_get_busy (self->session));
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  g_assert_false (ond_layers_get_blink (self->layers, &now));
  ond_session_set_blinking (self->session, TRUE);
  g_assert_true (ond_layers_get_blink (self->layers, &now));
  assert_drawn (self, OND_SHOW_RESPONSE, 0);
  ond_session_set_blinking (self->session, TRUE); /* as it is */
  assert_drawn (self, OND_SHOW_RESPONSE, 0);
  for (int turn = 0; turn < 2; turn++)
    {
      self->changes = 0;
      MODEL_WAIT (self->changes > 0);
      assert_drawn (self, turn == 0 ? OND_SHOW_IMAGE : OND_SHOW_RESPONSE, 0);
      g_assert_cmpint (ond_session_get_show (self->session), ==, OND_SHOW_IMAGE);
    }
  ond_session_set_blinking (self->session, FALSE);
  assert_drawn (self, OND_SHOW_IMAGE, 0);

  ond_session_set_mode (self->session, OND_MODE_BOTH);
  ond_session_set_blinking (self->session, TRUE);
  assert_drawn (self, OND_SHOW_IMAGE, 0);
  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  g_assert_false (ond_layers_get_blink (self->layers, &now));
  assert_drawn (self, OND_SHOW_RESPONSE, 0);
}

/* A file of the sample volume with one text in place of another. */
static char *
write_file (OndSession *session, const char *from, const char *to)
{
  const OndSessionView view = { .maximized = -1 };
  g_autoptr (OndSessionFile) file = ond_session_file_new (session, &view);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  char *path = g_build_filename (g_get_tmp_dir (), "ondelette-layers-XXXXXX.json", NULL);
  int fd = g_mkstemp (path);

  g_close (fd, NULL);
  ond_session_file_save (file, path, &error);
  g_assert_no_error (error);
  if (from != NULL)
    {
      g_autoptr (GString) edited = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      edited = g_string_new (text);
      g_assert_cmpuint (g_string_replace (edited, from, to, 0), >, 0);
      g_assert_true (g_file_set_contents (path, edited->str, -1, NULL));
    }
  return path;
}

static void
test_saved (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSession) other = ond_session_new (ond_session_get_engine (self->session));
  g_autoptr (OndSessionFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  ond_session_set_mode (self->session, OND_MODE_BOTH);
  ond_layers_set_opacity (self->layers, 0.35);
  ond_layers_set_subject (self->layers, OND_SHOW_IMAGE);
  path = write_file (self->session, NULL, NULL);
  file = ond_session_file_load (path, &error);
  g_assert_no_error (error);
  ond_session_file_apply (file, other, ond_session_get_volume (self->session));
  g_assert_cmpint (ond_session_get_mode (other), ==, OND_MODE_BOTH);
  g_assert_cmpfloat (ond_layers_get_opacity (ond_session_get_layers (other)), ==, 0.35);
  g_assert_cmpint (ond_session_get_show (other), ==, OND_SHOW_IMAGE);
  g_unlink (path);
}

/* Each names what is wrong. */
static void
test_refused (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const struct
  {
    const char *from, *to, *said;
  } cases[] = {
    { "\"opacity\" : 0.5", "\"opacity\" : 1.5", "opacity" },
    { "\"subject\" : \"response\"", "\"subject\" : \"sound\"", "subject" },
    { "\"contrast\" : 1.0", "\"contrast\" : 0.0", "contrast" },
    { "\"contrast\" : 1.0", "\"contrast\" : 1e9", "contrast" },
    { "\"bias\" : 0.5", "\"bias\" : 1.5", "bias" },
    { "\"invalid\" : \"grey\"", "\"invalid\" : \"plaid\"", "invalid" },
    { "\"invalid\" : \"grey\"", "\"polarity\" : \"dark\"", "polarity" },
  };

  ond_layers_set_opacity (self->layers, 0.5);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = write_file (self->session, cases[i].from, cases[i].to);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndSessionFile) file = ond_session_file_load (path, &error);

      g_assert_null (file);
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].said));
      g_unlink (path);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add ("/layers/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("each-mode-has-its-layers", test_modes);
  ADD ("controls-are-about-one-of-them", test_subject);
  ADD ("blink-goes-back-and-forth-until-another-mode", test_blink);
  ADD ("a-session-keeps-the-blend", test_saved);
  ADD ("damaged-colours-are-refused", test_refused);
  return g_test_run ();
}
