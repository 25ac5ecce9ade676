/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file-write.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Temporaries are called .NAME.ond-XXXXXX and locked while they are written: one that nobody has
 * locked was left by a program that was killed, and the next export to the same name removes it. */
#define MARK ".ond-"
#define N_RANDOM 6

#define PIECE ((gsize) 4 << 20) /* bytes written between two looks at the cancellable */

struct _OndFileWrite
{
  char *path; /* absolute; where a symbolic link leads */
  char *folder;
  char *temporary;
  gboolean overwrite;
  int fd;
  int error; /* errno of the first failed write, 0 while all is well */
  gsize n;   /* bytes waiting in the buffer */
  guint8 buffer[65536];
};

/* A write beyond the file size limit shall be an error (EFBIG), not the end of the process. */
static void
ignore_size_signal (void)
{
  static gsize done;
  struct sigaction action;

  if (!g_once_init_enter (&done))
    return;
  if (sigaction (SIGXFSZ, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO)
      && action.sa_handler == SIG_DFL)
    signal (SIGXFSZ, SIG_IGN);
  g_once_init_leave (&done, 1);
}

static gboolean
fail (GError **error, const char *path, const char *what, int number)
{
  g_autofree char *name = g_filename_display_name (path);

  if (number == ECANCELED)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s: was cancelled", name);
  else
    g_set_error (error, OND_ERROR, OND_ERROR_WRITE, "%s: cannot %s: %s", name, what,
                 g_strerror (number));
  return FALSE;
}

/* The output may be new or a regular file that this user may write; a link leads to what it
 * names. */
static char *
resolve (const char *path, gboolean overwrite, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *name = g_filename_display_name (path);
  struct stat st;
  char *real;

  if (lstat (absolute, &st) != 0)
    return errno == ENOENT ? g_steal_pointer (&absolute)
                           : (fail (error, path, "write", errno), NULL);
  real = realpath (absolute, NULL);
  if (real == NULL || stat (real, &st) != 0)
    fail (error, path, "follow the link", errno);
  else if (!S_ISREG (st.st_mode))
    g_set_error (error, OND_ERROR, OND_ERROR_WRITE, "%s: cannot write: it is %s", name,
                 S_ISDIR (st.st_mode) ? "a directory" : "not a regular file");
  else if (!overwrite)
    g_set_error (error, OND_ERROR, OND_ERROR_EXISTS, "%s: exists already", name);
  else if (access (real, W_OK) != 0)
    fail (error, path, "write", errno);
  else
    return real;
  free (real);
  return NULL;
}

/* ".NAME.ond-", cut so that it stays a legal name with its random end. */
static char *
temporary_prefix (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_strdup_printf (".%.*s" MARK, 255 - 1 - (int) strlen (MARK) - N_RANDOM, name);
}

static void
remove_if_abandoned (const char *path)
{
  int fd = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

  if (fd < 0)
    return;
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    unlink (path);
  close (fd);
}

static void
remove_abandoned (const char *folder, const char *prefix)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix) && strlen (name) == strlen (prefix) + N_RANDOM)
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        remove_if_abandoned (path);
      }
  if (dir != NULL)
    g_dir_close (dir);
}

/* FALSE when another program took the new file for an abandoned one before it was locked. */
static gboolean
lock (int fd)
{
  struct stat st;

  return flock (fd, LOCK_EX | LOCK_NB) == 0
             ? fstat (fd, &st) == 0 && st.st_nlink > 0
             : errno != EWOULDBLOCK; /* a file system without locks */
}

static gboolean
create (OndFileWrite *self, GError **error)
{
  g_autofree char *prefix = temporary_prefix (self->path);
  struct stat st;

  remove_abandoned (self->folder, prefix);
  for (int i = 0; i < 100 && self->fd < 0; i++)
    {
      g_free (self->temporary);
      self->temporary =
          g_strdup_printf ("%s/%s%06x", self->folder, prefix, g_random_int () & 0xffffff);
      self->fd = open (self->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (self->fd < 0 && errno != EEXIST)
        break;
      if (self->fd >= 0 && !lock (self->fd))
        {
          close (self->fd);
          self->fd = -1;
          errno = EAGAIN;
        }
    }
  if (self->fd < 0)
    return fail (error, self->path, "write", errno);
  if (stat (self->path, &st) == 0)
    (void) fchmod (self->fd,
                   st.st_mode
                       & 07777); /* a replaced file keeps its permissions where that is allowed */
  return TRUE;
}

OndFileWrite *
ond_file_write_begin (const char *path, gboolean overwrite, GError **error)
{
  g_autoptr (OndFileWrite) self = NULL;
  char *resolved = resolve (path, overwrite, error);

  ignore_size_signal ();
  if (resolved == NULL)
    return NULL;
  self = g_new0 (OndFileWrite, 1);
  self->fd = -1;
  self->path = resolved;
  self->folder = g_path_get_dirname (resolved);
  self->overwrite = overwrite;
  return create (self, error) ? g_steal_pointer (&self) : NULL;
}

const char *
ond_file_write_get_path (const OndFileWrite *self)
{
  return self->temporary;
}

/* ECANCELED stands for it among the errors of writing. */
static gboolean
is_cancelled (OndFileWrite *self)
{
  if (self->error == 0 && g_cancellable_is_cancelled (g_cancellable_get_current ()))
    self->error = ECANCELED;
  return self->error == ECANCELED;
}

static void
write_all (OndFileWrite *self, const guint8 *bytes, gsize n)
{
  while (n > 0 && self->error == 0)
    {
      gssize done = is_cancelled (self) ? 0 : write (self->fd, bytes, MIN (n, PIECE));

      if (self->error != 0)
        return;
      if (done > 0)
        {
          bytes += done;
          n -= (gsize) done;
        }
      else if (done == 0 || errno != EINTR)
        self->error = done == 0 ? ENOSPC : errno;
    }
}

static void
flush (OndFileWrite *self)
{
  write_all (self, self->buffer, self->n);
  self->n = 0;
}

gboolean
ond_file_write_bytes (OndFileWrite *self, const void *bytes, gsize n, GError **error)
{
  is_cancelled (self);
  if (n > sizeof self->buffer - self->n)
    flush (self);
  if (n > sizeof self->buffer)
    write_all (self, bytes, n);
  else if (n > 0)
    {
      memcpy (self->buffer + self->n, bytes, n);
      self->n += n;
    }
  return self->error == 0 || fail (error, self->path, "write", self->error);
}

/* Looks at the file by name, because somebody else may have written it or made it anew. */
static gboolean
check_and_sync (OndFileWrite *self, guint64 size, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  int fd = open (self->temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  struct stat st;
  gboolean ok = FALSE;

  if (fd < 0 || fstat (fd, &st) != 0 || !S_ISREG (st.st_mode))
    fail (error, self->path, "find what was written", errno);
  else if (size > 0 && (guint64) st.st_size != size)
    g_set_error (error, OND_ERROR, OND_ERROR_WRITE,
                 "%s: cannot write: %" G_GUINT64_FORMAT " bytes of %" G_GUINT64_FORMAT
                 " arrived; is the disk full?",
                 name, (guint64) st.st_size, size);
  else
    ok = fsync (fd) == 0 || fail (error, self->path, "write to the disk", errno);
  if (fd >= 0 && close (fd) != 0 && ok)
    ok = fail (error, self->path, "write to the disk", errno);
  return ok;
}

/* Without leave to overwrite, a file that appeared meanwhile wins. */
static gboolean
rename_over (OndFileWrite *self, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  int status;

  if (self->overwrite)
    status = rename (self->temporary, self->path);
  else
    {
      status = renameat2 (AT_FDCWD, self->temporary, AT_FDCWD, self->path, RENAME_NOREPLACE);
      if (status != 0
          && (errno == EINVAL
              || errno == ENOSYS)) /* the file system cannot: two steps instead of one */
        status = access (self->path, F_OK) != 0 ? rename (self->temporary, self->path)
                                                : (errno = EEXIST, -1);
    }
  if (status == 0)
    return TRUE;
  if (errno != EEXIST)
    return fail (error, self->path, "rename the finished file", errno);
  g_set_error (error, OND_ERROR, OND_ERROR_EXISTS, "%s: was made by another program meanwhile",
               name);
  return FALSE;
}

/* The new name is safe only once the folder is on the disk; file systems that cannot do it say
 * EINVAL. */
static gboolean
sync_folder (OndFileWrite *self, GError **error)
{
  int fd = open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), number = 0;

  if (fd >= 0 && fsync (fd) != 0 && errno != EINVAL)
    number = errno;
  if (fd >= 0)
    close (fd);
  return number == 0 || fail (error, self->path, "write its folder to the disk", number);
}

static void
release (OndFileWrite *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->temporary);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

gboolean
ond_file_write_finish (OndFileWrite *self, guint64 size, GError **error)
{
  gboolean ok;

  flush (self);
  is_cancelled (self);
  if (self->error != 0)
    fail (error, self->path, "write", self->error);
  if (self->error != 0 || !check_and_sync (self, size, error) || !rename_over (self, error))
    {
      ond_file_write_abandon (self);
      return FALSE;
    }
  ok = sync_folder (self, error);
  release (self);
  return ok;
}

void
ond_file_write_abandon (OndFileWrite *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    unlink (self->temporary);
  release (self);
}

gboolean
ond_file_same (const char *a, const char *b)
{
  struct stat sa, sb;

  return stat (a, &sa) == 0 && stat (b, &sb) == 0 && sa.st_dev == sb.st_dev
         && sa.st_ino == sb.st_ino;
}
