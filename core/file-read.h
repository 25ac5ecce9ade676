/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input files before anybody looks at what is in them: only regular files are opened, nothing is
 * ever waited for, and short reads are errors. Used by source.c and the readers of its formats. */
#pragma once

#include <gio/gio.h>

/* Opens a regular file for reading; -1 and OND_ERROR_FILE for anything else (missing, a folder, a
 * FIFO, a device, an empty file). The name is literal: no URL, no ~, no brackets. *size is in
 * bytes. Close with close(). Messages do not name the file: callers prefix them. */
int ond_file_open (const char *path, guint64 *size, GError **error);

/* Reads exactly n bytes at `offset`; OND_ERROR_FILE when the file has become shorter or cannot be
 * read. */
gboolean ond_file_pread (int fd, void *bytes, gsize n, guint64 offset, GError **error);
