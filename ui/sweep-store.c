/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep-store.h"

#include "../core/best-part.h"
#include "../core/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_AGE (30 * G_TIME_SPAN_DAY / G_TIME_SPAN_SECOND)
#define MAX_KEPT 8
#define GRACE 60 /* seconds: a session file may be there a little before its checkpoint */

void
ond_kept_sweep_free (OndKeptSweep *self)
{
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

char *
ond_sweep_store_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "ondelette", "unfinished", NULL);
}

gboolean
ond_sweep_store_has (const char *folder, const char *path)
{
  g_autofree char *own = NULL;

  if (folder == NULL || path == NULL)
    return FALSE;
  own = g_path_get_dirname (path);
  return g_str_equal (own, folder);
}

void
ond_sweep_store_remove (const char *path)
{
  g_autofree char *checkpoint = ond_checkpoint_path (path);

  g_unlink (checkpoint);
  ond_best_part_remove (path);
  g_unlink (path);
}

/* Is a window, or another process, writing it? */
static gboolean
is_locked (int fd)
{
  if (flock (fd, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK;
  flock (fd, LOCK_UN);
  return FALSE;
}

static char *
dup_input_name (const char *path)
{
  g_autoptr (OndSessionFile) file = ond_session_file_load (path, NULL);

  if (file == NULL)
    return NULL;
  return ond_session_file_get_input (file) != NULL
             ? g_filename_display_basename (ond_session_file_get_input (file))
             : g_strdup ("Sample volume");
}

/* NULL when there is nothing to go on with; what is of no use any more is removed. */
static OndKeptSweep *
look_at (const char *path, gint64 now)
{
  g_autofree char *checkpoint = ond_checkpoint_path (path), *name = NULL;
  int fd = g_open (checkpoint, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
  OndKeptSweep *kept = NULL;
  GStatBuf session, points;

  if (fd < 0)
    {
      if (g_stat (path, &session) == 0 && now - session.st_mtime > GRACE)
        g_unlink (path);
      return NULL;
    }
  if (!is_locked (fd) && fstat (fd, &points) == 0)
    {
      name = dup_input_name (path);
      if (name == NULL || now - points.st_mtime > MAX_AGE)
        ond_sweep_store_remove (path);
      else
        {
          kept = g_new0 (OndKeptSweep, 1);
          *kept = (OndKeptSweep){ g_strdup (path), g_steal_pointer (&name), points.st_mtime,
                                  (guint64) points.st_size };
        }
    }
  close (fd);
  return kept;
}

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const OndKeptSweep *one = *(OndKeptSweep *const *) a, *other = *(OndKeptSweep *const *) b;

  if (one->ended != other->ended)
    return one->ended > other->ended ? -1 : 1;
  return -strcmp (one->path, other->path);
}

GPtrArray *
ond_sweep_store_list (const char *folder)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ond_kept_sweep_free);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  GDir *dir = g_dir_open (folder, 0, NULL);

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      OndKeptSweep *kept = ond_session_file_has_name (path) ? look_at (path, now) : NULL;

      if (kept != NULL)
        g_ptr_array_add (list, kept);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_ptr_array_sort (list, compare_ends);
  while (list->len > MAX_KEPT)
    {
      const OndKeptSweep *oldest = list->pdata[list->len - 1];

      ond_sweep_store_remove (oldest->path);
      g_ptr_array_set_size (list, (int) list->len - 1);
    }
  return list;
}

static void
write_session (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data,
               GCancellable *cancellable G_GNUC_UNUSED)
{
  const char *path = g_object_get_data (G_OBJECT (task), "path");
  g_autoptr (GError) error = NULL;

  if (!ond_session_file_save (data, path, &error))
    g_info ("%s", error->message);
  g_task_return_boolean (task, error == NULL);
}

char *
ond_sweep_store_add (const char *folder, OndSessionFile *file)
{
  static guint n;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  g_autofree char *name =
      g_strdup_printf ("%" G_GINT64_FORMAT "-%d-%u" OND_SESSION_SUFFIX,
                       g_get_real_time () / G_USEC_PER_SEC, (int) getpid (), n++);
  char *path = g_build_filename (folder, name, NULL);

  g_task_set_task_data (task, file, (GDestroyNotify) ond_session_file_free);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_info ("%s: %s", folder, g_strerror (errno));
      g_task_return_boolean (task, FALSE);
      g_clear_pointer (&path, g_free);
      return NULL;
    }
  g_object_set_data_full (G_OBJECT (task), "path", g_strdup (path), g_free);
  g_task_run_in_thread (task, write_session);
  return path;
}
