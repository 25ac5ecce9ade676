/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps of the window that can be gone on with later: for each a session file (session-file.h),
 * which has the input, the method and the ranges, and beside it the checkpoint of that name
 * (checkpoint.h). Nothing here blocks for longer than a small file takes. Main thread only. */
#pragma once

#include "session-file.h"

typedef struct
{
  char *path;    /* of the session file */
  char *name;    /* of the input, for people */
  gint64 ended;  /* when a point was added last, seconds since 1970 */
  guint64 bytes; /* of the checkpoint */
} OndKeptSweep;

void ond_kept_sweep_free (OndKeptSweep *self);

/* Sweeps with more points than this are not kept: their checkpoint would be larger than 1 GiB. */
#define OND_SWEEP_STORE_MAX_POINTS ((gsize) 1 << 24)

/* Nor are those with a best map of more bytes. */
#define OND_SWEEP_STORE_MAX_BEST ((guint64) 1 << 30)

/* Where a program keeps them; free with g_free. */
char *ond_sweep_store_folder (void);

/* OndKeptSweep of the folder that no window is at, newest first. Those that are older than 30 days
 * or would make more than eight are removed. Free with g_ptr_array_unref(). */
GPtrArray *ond_sweep_store_list (const char *folder);

/* The path of a session file for another sweep, and writes `file` there in the background. Takes
 * `file`. Free with g_free. NULL when the folder cannot be made. */
char *ond_sweep_store_add (const char *folder, OndSessionFile *file);

/* Is a path one of the folder's? */
gboolean ond_sweep_store_has (const char *folder, const char *path);

/* The sweep is saved, or not wanted any more. */
void ond_sweep_store_remove (const char *path);
