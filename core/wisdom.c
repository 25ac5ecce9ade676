/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FFTW's wisdom as text, and a file of it in the user's cache, so that a search for a plan is made
 * once and not in every run. The file is a convenience: whatever is wrong with it is not worth a
 * word. */
#include "wisdom.h"

#include "fftw-private.h"
#include "file-read.h"
#include "file-write.h"

#include <stdlib.h>
#include <fcntl.h>
#include <sys/file.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The first line of the file: this, the SHA-256 of what follows and a newline. */
#define HEAD "Ondelette FFTW wisdom 1 "
#define HEAD_LENGTH (sizeof HEAD - 1 + 64 + 1)

/* A length takes about a kilobyte. */
#define LARGEST_FILE (16u << 20)

static char *home;      /* the file as it was looked for at first */
static gboolean learnt; /* what is not in the file; under the planner's lock */

/* Under the planner's lock; NULL when there is no memory. */
static char *
all_wisdom (void)
{
  char *wisdom = fftwf_export_wisdom_to_string (), *copy = g_strdup (wisdom);

  free (wisdom);
  return copy;
}

static char *
checksum (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* What /proc/cpuinfo says of the first processor's model and instructions, else the kind of
 * machine. */
static char *
describe_processor (void)
{
  static const char *const told[] = { "model name", "flags", "CPU implementer", "CPU part",
                                      "Features" };
  g_autoptr (GString) processor = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  struct utsname machine;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; line != NULL && *line != NULL && **line != '\0'; line++)
    for (gsize i = 0; i < G_N_ELEMENTS (told); i++)
      if (g_str_has_prefix (*line, told[i]))
        g_string_append_printf (processor, "%s\n", *line);
  if (processor->len == 0 && uname (&machine) == 0)
    g_string_append (processor, machine.machine);
  return g_string_free (g_steal_pointer (&processor), FALSE);
}

/* The file of this FFTW, whose configuration is the first line of any wisdom, on this processor. */
static char *
path_for (const char *wisdom)
{
  g_autofree char *processor = describe_processor (), *key = NULL, *sum = NULL, *name = NULL;
  const char *version = fftwf_version;

  key = g_strdup_printf ("%.*s\n%s", (int) strcspn (wisdom, "\n"), wisdom, processor);
  sum = checksum (key);
  version = g_str_has_prefix (version, "fftw-") ? version + strlen ("fftw-") : version;
  name = g_strdup_printf ("fftw-wisdom-%s-%.12s", version, sum);
  return g_build_filename (g_get_user_cache_dir (), "ondelette", name, NULL);
}

/* The wisdom of a file that is whole, else NULL. */
static char *
read_file (const char *path)
{
  g_autofree char *text = NULL, *sum = NULL;
  guint64 size = 0;
  int fd = ond_file_open (path, &size, NULL);

  if (fd >= 0 && size > HEAD_LENGTH && size <= LARGEST_FILE)
    text = g_try_malloc0 (size + 1);
  if (text != NULL && !ond_file_pread (fd, text, size, 0, NULL))
    g_clear_pointer (&text, g_free);
  if (fd >= 0)
    close (fd);
  if (text == NULL || !g_str_has_prefix (text, HEAD) || strlen (text) != size)
    return NULL;
  sum = checksum (text + HEAD_LENGTH);
  return memcmp (text + sizeof HEAD - 1, sum, 64) == 0 ? g_strdup (text + HEAD_LENGTH) : NULL;
}

static gboolean
write_file (const char *path, const char *wisdom)
{
  g_autofree char *folder = g_path_get_dirname (path), *sum = checksum (wisdom);
  g_autofree char *text = g_strdup_printf (HEAD "%s\n%s", sum, wisdom);
  OndFileWrite *file = NULL;

  if (g_mkdir_with_parents (folder, 0700) == 0)
    file = ond_file_write_begin (path, TRUE, NULL);
  if (file != NULL && ond_file_write_bytes (file, text, strlen (text), NULL))
    return ond_file_write_finish (file, strlen (text), NULL);
  ond_file_write_abandon (file);
  return FALSE;
}

/* Held while what is on file is read, added to and replaced, so that two processes do not lose what
 * the other one adds; -1 when it cannot be had, which costs no more than that. */
static int
lock_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd >= 0)
    flock (fd, LOCK_EX);
  return fd;
}

static gpointer
load (gpointer unused)
{
  g_autofree char *none = NULL, *path = NULL, *wisdom = NULL;

  (void) unused;
  ond_planner_lock ();
  none = all_wisdom ();
  ond_planner_unlock ();
  path = none != NULL ? path_for (none) : NULL;
  home = g_strdup (path);
  wisdom = path != NULL ? read_file (path) : NULL;
  if (wisdom == NULL)
    return NULL;
  ond_planner_lock ();
  fftwf_import_wisdom_from_string (wisdom);
  ond_planner_unlock ();
  return NULL;
}

void
ond_wisdom_load (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, load, NULL);
}

void
ond_wisdom_has_grown (void)
{
  learnt = TRUE;
}

/* Adds what is on file to what is known, and writes all of it. */
static gboolean
merge_and_write (const char *path)
{
  g_autofree char *on_file = read_file (path), *wisdom = NULL;

  ond_planner_lock ();
  if (on_file != NULL)
    fftwf_import_wisdom_from_string (on_file);
  wisdom = all_wisdom ();
  ond_planner_unlock ();
  return wisdom != NULL && write_file (path, wisdom);
}

void
ond_wisdom_save (void)
{
  g_autofree char *own = NULL, *path = NULL;
  gboolean written;
  int fd;

  ond_planner_lock ();
  own = learnt ? all_wisdom () : NULL;
  learnt = FALSE;
  ond_planner_unlock ();
  path = own != NULL ? path_for (own) : NULL;
  /* Once FFTW has threads of its own, as the benchmark gives it, it says that its wisdom is of
   * another kind: nobody would look for it. */
  if (path == NULL || g_strcmp0 (path, home) != 0)
    return;
  fd = lock_folder (path);
  written = merge_and_write (path);
  if (fd >= 0)
    close (fd);
  ond_planner_lock ();
  learnt = learnt || !written;
  ond_planner_unlock ();
}

char *
ond_wisdom_export (void)
{
  char *wisdom;

  ond_planner_lock ();
  wisdom = all_wisdom ();
  ond_planner_unlock ();
  return wisdom;
}

gboolean
ond_wisdom_import (const char *text)
{
  g_autofree char *own = NULL;
  gboolean ok;

  ond_planner_lock ();
  own = all_wisdom ();
  fftwf_forget_wisdom (); /* FFTW does not import what it thinks to know */
  ok = fftwf_import_wisdom_from_string (text) != 0;
  if (own != NULL)
    fftwf_import_wisdom_from_string (own);
  ond_planner_unlock ();
  return ok;
}
