/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that appear whole or not at all: a temporary name in the same folder, sizes and errors
 * checked, fsync, rename, fsync of the folder. Every output of the program goes through here.
 * Writing looks at the thread's current cancellable (g_cancellable_push_current()): once that is
 * cancelled bytes and finish fail with G_IO_ERROR_CANCELLED, and nothing is left behind. */
#pragma once

#include <gio/gio.h>

typedef struct _OndFileWrite OndFileWrite;

/* Begins the file that will be `path`. Errors: OND_ERROR_EXISTS when it exists and may not be
 * overwritten, OND_ERROR_WRITE when the folder cannot be written, is missing, or `path` is not a
 * regular file. */
OndFileWrite *ond_file_write_begin (const char *path, gboolean overwrite, GError **error);

/* The temporary file, absolute and literal: somebody else (CFITSIO, cairo) may write it by name. */
const char *ond_file_write_get_path (const OndFileWrite *self);

/* Appends bytes. The first error sticks and is reported by finish as well. */
gboolean ond_file_write_bytes (OndFileWrite *self, const void *bytes, gsize n, GError **error);

/* Makes it `path`. `size` is how many bytes the file must have, 0 when not known. Frees self. */
gboolean ond_file_write_finish (OndFileWrite *self, guint64 size, GError **error);

/* Removes the temporary file. Frees self; NULL is allowed. */
void ond_file_write_abandon (OndFileWrite *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndFileWrite, ond_file_write_abandon)

/* Do both paths lead to the same existing file (by device and inode)? */
gboolean ond_file_same (const char *a, const char *b);
