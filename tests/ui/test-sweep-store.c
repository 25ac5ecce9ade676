/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-harness.h"

#include "core/checkpoint.h"
#include "ui/sweep-store.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>
#include <utime.h>

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  char *folder;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = model_volume (12, 10, 8);
  g_autofree char *top = g_dir_make_tmp ("sweep-store-XXXXXX", NULL);

  self->engine = model_engine ();
  self->session = ond_session_new (self->engine);
  ond_session_set_volume (self->session, volume);
  self->folder = g_build_filename (top, "kept", NULL); /* made when it is needed */
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *top = g_path_get_dirname (self->folder);
  GDir *dir = g_dir_open (self->folder, 0, NULL);

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      g_unlink (path);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_rmdir (self->folder);
  g_rmdir (top);
  g_free (self->folder);
  g_object_unref (self->session);
  ond_engine_unref (self->engine);
}

/* A kept sweep whose last point is `age` seconds old; free with g_free. */
static char *
add (Fixture *self, gint64 age)
{
  const OndSessionView view = { .maximized = -1 };
  char *path = ond_sweep_store_add (self->folder, ond_session_file_new (self->session, &view));
  g_autofree char *checkpoint = NULL;
  gint64 then = g_get_real_time () / G_USEC_PER_SEC - age;
  const struct utimbuf times = { then, then };

  g_assert_nonnull (path);
  checkpoint = ond_checkpoint_path (path);
  MODEL_WAIT (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_set_contents (checkpoint, "points", -1, NULL));
  g_assert_cmpint (g_utime (checkpoint, (struct utimbuf *) &times), ==, 0);
  return path;
}

static void
test_newest_first (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *old = add (self, 1000), *young = add (self, 10);
  g_autoptr (GPtrArray) list = ond_sweep_store_list (self->folder);
  const OndKeptSweep *first;

  g_assert_cmpuint (list->len, ==, 2);
  first = list->pdata[0];
  g_assert_cmpstr (first->path, ==, young);
  g_assert_cmpstr (first->name, ==, "Sample volume");
  g_assert_cmpuint (first->bytes, ==, 6);
  g_assert_true (ond_sweep_store_has (self->folder, old));
  g_assert_false (ond_sweep_store_has (self->folder, "/elsewhere/a.ondelette-session"));
  g_assert_false (ond_sweep_store_has (NULL, old));
}

static void
test_nothing_there (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (GPtrArray) list = ond_sweep_store_list (self->folder);

  g_assert_cmpuint (list->len, ==, 0);
}

static void
test_old_ones_go (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *old = add (self, 31 * 24 * 3600), *young = add (self, 29 * 24 * 3600);
  g_autofree char *checkpoint = ond_checkpoint_path (old);
  g_autoptr (GPtrArray) list = ond_sweep_store_list (self->folder);

  g_assert_cmpuint (list->len, ==, 1);
  g_assert_cmpstr (((OndKeptSweep *) list->pdata[0])->path, ==, young);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (checkpoint, G_FILE_TEST_EXISTS));
}

static void
test_eight_stay (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *oldest = add (self, 5000);

  for (int i = 0; i < 8; i++)
    g_free (add (self, 100 + i));
  g_autoptr (GPtrArray) list = ond_sweep_store_list (self->folder);
  g_assert_cmpuint (list->len, ==, 8);
  g_assert_false (g_file_test (oldest, G_FILE_TEST_EXISTS));
}

/* A window is at it: neither offered nor removed, however old. */
static void
test_locked_ones_are_left_alone (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = add (self, 40 * 24 * 3600), *checkpoint = ond_checkpoint_path (path);
  int fd = g_open (checkpoint, O_RDWR | O_CLOEXEC, 0);
  g_autoptr (GPtrArray) list = NULL;

  g_assert_cmpint (flock (fd, LOCK_EX | LOCK_NB), ==, 0);
  list = ond_sweep_store_list (self->folder);
  g_assert_cmpuint (list->len, ==, 0);
  g_assert_true (g_file_test (checkpoint, G_FILE_TEST_EXISTS));
  close (fd);
}

/* A session file without a checkpoint is of no use; a foreign one is removed likewise. */
static void
test_damaged_ones_go (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = add (self, 10);
  g_autoptr (GPtrArray) list = NULL;

  g_assert_true (g_file_set_contents (path, "{", -1, NULL));
  list = ond_sweep_store_list (self->folder);
  g_assert_cmpuint (list->len, ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_removed (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = add (self, 10), *checkpoint = ond_checkpoint_path (path);

  ond_sweep_store_remove (path);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (checkpoint, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/sweep-store/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("the-newest-is-first", test_newest_first);
  ADD ("no-folder-is-an-empty-list", test_nothing_there);
  ADD ("old-ones-go", test_old_ones_go);
  ADD ("eight-stay", test_eight_stay);
  ADD ("one-that-a-window-is-at-is-left-alone", test_locked_ones_are_left_alone);
  ADD ("damaged-ones-go", test_damaged_ones_go);
  ADD ("removed-is-removed", test_removed);
  return g_test_run ();
}
