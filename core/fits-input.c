/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-input.h"

#include "error.h"
#include "file-read.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define CHUNK (1u << 18)
#define GZIP_WINDOW (15 + 16) /* zlib's way of asking for the gzip format */

typedef struct
{
  int fd;
  guint64 at, size; /* of the gzip file */
  guint64 limit;    /* of the inflated bytes */
  gsize capacity;
  z_stream z;
  guint8 in[CHUNK];
} Inflater;

static gboolean
refill (Inflater *self, GError **error)
{
  gsize n = (gsize) MIN (sizeof self->in, self->size - self->at);

  if (n == 0)
    {
      g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE, "the gzip stream is truncated");
      return FALSE;
    }
  if (!ond_file_pread (self->fd, self->in, n, self->at, error))
    return FALSE;
  self->at += n;
  self->z.next_in = self->in;
  self->z.avail_in = (uInt) n;
  return TRUE;
}

/* Makes room for more output: doubled, so that the bytes are copied less than twice in all. */
static gboolean
grow (Inflater *self, OndFitsInput *to, GError **error)
{
  gsize capacity = (gsize) MIN (MAX (self->capacity * 2, CHUNK), self->limit);
  guint8 *bytes = capacity > self->capacity ? g_try_realloc (to->bytes, capacity) : NULL;

  if (bytes == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "what the gzip stream holds is too large: more than %.3g GB",
                   1e-9 * (double) to->size);
      return FALSE;
    }
  to->bytes = bytes;
  self->capacity = capacity;
  return TRUE;
}

/* Inflates what is in `in` as far as the output has room. */
static int
step (Inflater *self, OndFitsInput *to)
{
  uInt room = (uInt) MIN (self->capacity - to->size, 1u << 30);
  int status;

  self->z.next_out = to->bytes + to->size;
  self->z.avail_out = room;
  status = inflate (&self->z, Z_NO_FLUSH);
  to->size += room - self->z.avail_out;
  return status;
}

/* Another member may follow the end of one; zeros and other bytes after the last are padding, as in
 * gzip itself. */
static gboolean
has_another_member (Inflater *self)
{
  guint8 magic[2] = { 0 };
  gsize have = MIN (self->z.avail_in, 2), left = (gsize) MIN (2 - have, self->size - self->at);

  memcpy (magic, self->z.next_in, have);
  if (!ond_file_pread (self->fd, magic + have, left, self->at, NULL))
    return FALSE;
  return magic[0] == 0x1f && magic[1] == 0x8b && inflateReset (&self->z) == Z_OK;
}

static gboolean
inflate_all (Inflater *self, OndFitsInput *to, GCancellable *cancellable, GError **error)
{
  for (;;)
    {
      int status;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (self->z.avail_in == 0 && !refill (self, error))
        return FALSE;
      if (to->size == self->capacity && !grow (self, to, error))
        return FALSE;
      status = step (self, to);
      if (status == Z_STREAM_END && !has_another_member (self))
        return TRUE;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE, "the gzip stream is corrupt (%s)",
                       self->z.msg ? self->z.msg : zError (status));
          return FALSE;
        }
    }
}

static gboolean
inflate_into (OndFitsInput *to, guint64 memory, GCancellable *cancellable, GError **error)
{
  Inflater *inflater = g_new0 (Inflater, 1);
  gboolean ok = FALSE;

  inflater->fd = to->fd;
  inflater->size = to->size;
  inflater->limit = memory;
  to->size = 0;
  if (inflateInit2 (&inflater->z, GZIP_WINDOW) == Z_OK)
    {
      ok = inflate_all (inflater, to, cancellable, error);
      inflateEnd (&inflater->z);
    }
  else
    g_set_error_literal (error, OND_ERROR, OND_ERROR_MEMORY, "not enough memory to read gzip");
  g_free (inflater);
  close (to->fd);
  to->fd = -1;
  return ok;
}

OndFitsInput *
ond_fits_input_open (const char *path, guint64 memory, GCancellable *cancellable, GError **error)
{
  g_autoptr (OndFitsInput) self = g_new0 (OndFitsInput, 1);
  guint8 magic[2] = { 0 };

  self->fd = ond_file_open (path, &self->size, error);
  if (self->fd < 0)
    return NULL;
  if (!ond_file_pread (self->fd, magic, (gsize) MIN (self->size, 2), 0, error))
    return NULL;
  if (magic[0] == 0x1f && magic[1] == 0x8b && !inflate_into (self, memory, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
ond_fits_input_close (OndFitsInput *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->bytes);
  g_free (self);
}

gboolean
ond_fits_input_read (const OndFitsInput *self, void *bytes, gsize n, guint64 offset, GError **error)
{
  if (self->fd >= 0)
    return ond_file_pread (self->fd, bytes, n, offset, error);
  if (offset > self->size || n > self->size - offset)
    {
      g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE, "truncated: the file ends too early");
      return FALSE;
    }
  memcpy (bytes, self->bytes + offset, n);
  return TRUE;
}
