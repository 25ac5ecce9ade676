/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file-read.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean
check_regular (int fd, guint64 *size, GError **error)
{
  struct stat st;
  const char *why = NULL;

  if (fstat (fd, &st) != 0)
    why = g_strerror (errno);
  else if (S_ISDIR (st.st_mode))
    why = "this is a directory, not a file";
  else if (!S_ISREG (st.st_mode))
    why = "not a regular file (a FIFO, socket or device)";
  else if (st.st_size == 0)
    why = "the file is empty";
  if (why != NULL)
    {
      g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE, why);
      return FALSE;
    }
  *size = (guint64) st.st_size;
  return TRUE;
}

int
ond_file_open (const char *path, guint64 *size, GError **error)
{
  /* O_NONBLOCK: opening a FIFO for reading would wait for a writer. */
  int fd = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);

  if (fd < 0)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s",
                   errno == ENOENT || errno == ENOTDIR ? "no such file" : g_strerror (errno));
      return -1;
    }
  if (check_regular (fd, size, error))
    return fd;
  close (fd);
  return -1;
}

gboolean
ond_file_pread (int fd, void *bytes, gsize n, guint64 offset, GError **error)
{
  guint8 *to = bytes;

  while (n > 0)
    {
      gssize got = pread (fd, to, MIN (n, G_MAXINT), (off_t) offset);

      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE, "cannot be read: %s", g_strerror (errno));
          return FALSE;
        }
      if (got == 0)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                       "truncated while it was read: it ends at byte %" G_GUINT64_FORMAT
                       ", %" G_GSIZE_FORMAT " bytes are missing",
                       offset, n);
          return FALSE;
        }
      to += got;
      offset += (guint64) got;
      n -= (gsize) got;
    }
  return TRUE;
}
