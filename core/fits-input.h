/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a FITS file at any offset, whether it is plain or inside gzip. Private to
 * fits*.c. */
#pragma once

#include <gio/gio.h>

typedef struct
{
  int fd;        /* -1 when the bytes are in memory */
  guint8 *bytes; /* what gzip held, or NULL */
  guint64 size;
} OndFitsInput;

/* Opens a regular file. One that begins like gzip is inflated into memory whatever its name, at
 * most `memory` bytes of it: its own note of its size is not trusted, a cut or damaged stream is an
 * error. NULL and OND_ERROR_FILE, OND_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
OndFitsInput *ond_fits_input_open (const char *path, guint64 memory, GCancellable *cancellable,
                                   GError **error);
void ond_fits_input_close (OndFitsInput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndFitsInput, ond_fits_input_close)

/* Exactly n bytes at `offset`, or an error. */
gboolean ond_fits_input_read (const OndFitsInput *self, void *bytes, gsize n, guint64 offset,
                              GError **error);
