/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linker sends write, fsync, rename and renameat2 through the functions below (--wrap), so that
 * each can be made to fail at its nth call. */
#include "core/file-write.h"

#include "core/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum
{
  CALL_WRITE,
  CALL_FSYNC,
  CALL_RENAME,
  N_CALLS
} Call;

static int countdown[N_CALLS]; /* calls until one fails; 0: none does */
static gboolean short_writes;

ssize_t __real_write (int fd, const void *bytes, size_t n);
int __real_fsync (int fd);
int __real_rename (const char *from, const char *to);
int __real_renameat2 (int from_dir, const char *from, int to_dir, const char *to, unsigned flags);
ssize_t __wrap_write (int fd, const void *bytes, size_t n);
int __wrap_fsync (int fd);
int __wrap_rename (const char *from, const char *to);
int __wrap_renameat2 (int from_dir, const char *from, int to_dir, const char *to, unsigned flags);

static gboolean
fails (Call call)
{
  if (countdown[call] == 0 || --countdown[call] > 0)
    return FALSE;
  errno = call == CALL_WRITE ? ENOSPC : EIO;
  return TRUE;
}

ssize_t
__wrap_write (int fd, const void *bytes, size_t n)
{
  if (fd <= 2)
    return __real_write (fd, bytes, n);
  return fails (CALL_WRITE) ? -1 : __real_write (fd, bytes, short_writes ? (n + 1) / 2 : n);
}

int
__wrap_fsync (int fd)
{
  return fails (CALL_FSYNC) ? -1 : __real_fsync (fd);
}

int
__wrap_rename (const char *from, const char *to)
{
  return fails (CALL_RENAME) ? -1 : __real_rename (from, to);
}

int
__wrap_renameat2 (int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
  return fails (CALL_RENAME) ? -1 : __real_renameat2 (from_dir, from, to_dir, to, flags);
}

typedef struct
{
  char *folder, *path;
} Place;

#define OLD "the old file"

static void
set_up (Place *place, gconstpointer data)
{
  (void) data;
  place->folder = g_dir_make_tmp ("ondelette-XXXXXX", NULL);
  place->path = g_build_filename (place->folder, "out (1)[2]!.fits", NULL);
  memset (countdown, 0, sizeof countdown);
  short_writes = FALSE;
}

static int
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  int n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
tear_down (Place *place, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (place->folder, 0, NULL);
  const char *name;

  (void) data;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (place->folder, name, NULL);
      g_remove (path);
    }
  g_rmdir (place->folder);
  g_free (place->folder);
  g_free (place->path);
}

static void
write_old (const Place *place)
{
  g_assert_true (g_file_set_contents (place->path, OLD, -1, NULL));
}

static void
assert_contents (const char *path, const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

/* n bytes "abc ..." in pieces that do and do not fit into the buffer. */
static gboolean
write_pieces (const char *path, gsize n, guint64 size, GError **error)
{
  OndFileWrite *file = ond_file_write_begin (path, TRUE, error);
  g_autofree char *bytes = g_malloc (n);

  if (file == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    bytes[i] = (char) ('a' + i % 26);
  for (gsize i = 0, piece = 1; i < n; i += piece, piece = MIN (piece * 7, n - i))
    ond_file_write_bytes (file, bytes + i, piece, NULL);
  return ond_file_write_finish (file, size, error);
}

static void
test_whole (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  gsize n;

  (void) data;
  short_writes = TRUE;
  g_assert_true (write_pieces (place->path, 300001, 300001, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (place->path, &contents, &n, NULL));
  g_assert_cmpuint (n, ==, 300001);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpint (contents[i], ==, 'a' + (int) (i % 26));
  g_assert_cmpint (count_files (place->folder), ==, 1);
}

static void
test_nothing_until_finish (Place *place, gconstpointer data)
{
  OndFileWrite *file = ond_file_write_begin (place->path, FALSE, NULL);

  (void) data;
  g_assert_true (ond_file_write_bytes (file, "new", 3, NULL));
  g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS));
  ond_file_write_abandon (file);
  g_assert_cmpint (count_files (place->folder), ==, 0);
}

static void
test_existing (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  (void) data;
  write_old (place);
  g_assert_null (ond_file_write_begin (place->path, FALSE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_EXISTS);
  g_assert_true (write_pieces (place->path, 3, 3, NULL));
  assert_contents (place->path, "abc");
}

/* The file of another program that appeared during the writing is not lost. */
static void
test_race (Place *place, gconstpointer data)
{
  OndFileWrite *file = ond_file_write_begin (place->path, FALSE, NULL);
  g_autoptr (GError) error = NULL;

  (void) data;
  write_old (place);
  g_assert_false (ond_file_write_finish (file, 0, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_EXISTS);
  assert_contents (place->path, OLD);
  g_assert_cmpint (count_files (place->folder), ==, 1);
}

static void
test_wrong_size (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  (void) data;
  write_old (place);
  g_assert_false (write_pieces (place->path, 10, 11, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
  assert_contents (place->path, OLD);
}

/* Whatever call fails, and at whichever time: the old file and an error, or the new file. */
static void
test_faults (Place *place, gconstpointer data)
{
  (void) data;
  for (int call = 0; call < N_CALLS; call++)
    for (int n = 1; n <= 12; n++)
      {
        g_autoptr (GError) error = NULL;
        gboolean ok, fired;

        write_old (place);
        countdown[call] = n;
        ok = write_pieces (place->path, 400000, n % 2 ? 0 : 400000,
                           &error); /* sizes need not be known */
        fired = countdown[call] == 0;
        countdown[call] = 0;
        g_assert_cmpint (ok, ==, !fired);
        if (fired)
          g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
        if (fired
            && !(call == CALL_FSYNC && n == 2)) /* the folder's fsync comes after the rename */
          assert_contents (place->path, OLD);
        g_assert_cmpint (count_files (place->folder), ==, 1);
      }
}

/* Runs the body in a child, for limits that cannot be taken back. */
static void
test_size_limit (Place *place, gconstpointer data)
{
  pid_t child = fork ();
  int status;

  (void) data;
  if (child == 0)
    {
      struct rlimit limit = { 100000, 100000 };
      g_autoptr (GError) error = NULL;

      setrlimit (RLIMIT_FSIZE, &limit);
      if (write_pieces (place->path, 400000, 400000, &error))
        _exit (1);
      _exit (g_error_matches (error, OND_ERROR, OND_ERROR_WRITE) && count_files (place->folder) == 0
                 ? 0
                 : 2);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status)); /* not SIGXFSZ */
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* A ladder of sizes on a file system of 64 KiB: each time the old file with an error, or the new
 * one. */
static void
test_full_disk (Place *place, gconstpointer data)
{
  int n_failed = 0;

  (void) data;
  if (mount ("tmpfs", place->folder, "tmpfs", 0, "size=64k") != 0)
    {
      g_test_skip ("a small file system cannot be mounted here");
      return;
    }
  for (gsize n = 1000; n < 120000; n += 3000)
    {
      g_autoptr (GError) error = NULL;

      write_old (place);
      if (write_pieces (place->path, n, n, &error))
        continue;
      n_failed++;
      g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
      assert_contents (place->path, OLD);
      g_assert_cmpint (count_files (place->folder), ==, 1);
    }
  g_assert_cmpint (n_failed, >, 10);
  g_assert_cmpint (umount (place->folder), ==, 0);
}

static void
test_not_writable (Place *place, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (place->folder, "no", "x.fits", NULL);
  g_autofree char *fifo = g_build_filename (place->folder, "fifo", NULL);
  const char *const paths[] = { missing, place->folder, fifo };

  (void) data;
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ond_file_write_begin (paths[i], TRUE, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
    }
}

static void
test_link_and_mode (Place *place, gconstpointer data)
{
  g_autofree char *link = g_build_filename (place->folder, "link", NULL);
  struct stat st;

  (void) data;
  write_old (place);
  g_assert_cmpint (chmod (place->path, 0640), ==, 0);
  g_assert_cmpint (symlink (place->path, link), ==, 0);
  g_assert_true (write_pieces (link, 3, 3, NULL));
  assert_contents (place->path, "abc");
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (stat (place->path, &st), ==, 0);
  g_assert_cmpint (st.st_mode & 0777, ==, 0640);
}

/* What a killed program left is removed by the next export to that name; what is being written is
 * not. */
static void
test_abandoned (Place *place, gconstpointer data)
{
  OndFileWrite *busy = ond_file_write_begin (place->path, FALSE, NULL);
  pid_t child = fork ();
  int status;

  (void) data;
  if (child == 0)
    {
      (void) ond_file_write_begin (place->path, FALSE, NULL);
      raise (SIGKILL);
    }
  waitpid (child, &status, 0);
  g_assert_cmpint (count_files (place->folder), ==, 2);
  g_assert_true (write_pieces (place->path, 3, 3, NULL));
  g_assert_cmpint (count_files (place->folder), ==, 2);
  g_assert_true (g_file_test (ond_file_write_get_path (busy), G_FILE_TEST_EXISTS));
  ond_file_write_abandon (busy);
  g_assert_cmpint (count_files (place->folder), ==, 1);
}

/* Somebody else may make the temporary file anew. */
static void
test_written_by_name (Place *place, gconstpointer data)
{
  OndFileWrite *file = ond_file_write_begin (place->path, FALSE, NULL);

  (void) data;
  g_assert_true (g_file_set_contents (ond_file_write_get_path (file), "by name", -1, NULL));
  g_assert_true (ond_file_write_finish (file, 7, NULL));
  assert_contents (place->path, "by name");
}

static void
test_long_name (Place *place, gconstpointer data)
{
  g_autofree char *name = g_strnfill (255, 'n'),
                  *path = g_build_filename (place->folder, name, NULL);

  (void) data;
  g_assert_true (write_pieces (path, 3, 3, NULL));
  assert_contents (path, "abc");
}

static void
test_same (Place *place, gconstpointer data)
{
  g_autofree char *round = g_build_filename (place->folder, ".", "out (1)[2]!.fits", NULL);
  g_autofree char *other = g_build_filename (place->folder, "other", NULL);

  (void) data;
  g_assert_false (ond_file_same (place->path, round));
  write_old (place);
  g_assert_true (ond_file_same (place->path, round));
  g_assert_cmpint (link (place->path, other), ==, 0);
  g_assert_true (ond_file_same (place->path, other));
  g_assert_false (ond_file_same (place->path, place->folder));
}

#define ADD(name, function)                                                                        \
  g_test_add ("/file-write/" name, Place, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("all-bytes-arrive", test_whole);
  ADD ("nothing-appears-until-finish", test_nothing_until_finish);
  ADD ("existing-needs-leave", test_existing);
  ADD ("a-file-made-meanwhile-wins", test_race);
  ADD ("a-wrong-size-is-an-error", test_wrong_size);
  ADD ("old-or-new-whatever-fails", test_faults);
  ADD ("size-limit-is-an-error", test_size_limit);
  ADD ("full-disk-ladder", test_full_disk);
  ADD ("only-regular-files", test_not_writable);
  ADD ("links-and-permissions-stay", test_link_and_mode);
  ADD ("abandoned-temporaries-are-removed", test_abandoned);
  ADD ("may-be-written-by-name", test_written_by_name);
  ADD ("long-names", test_long_name);
  ADD ("same-file", test_same);
  return g_test_run ();
}
