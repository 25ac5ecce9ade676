/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a volume, a session file and its volume, or a file of maps, in a thread of its own. Used by
 * opener.c. */
#pragma once

#include "open-maps.h"
#include "session-file.h"

/* What was found. */
typedef struct
{
  OndVolume *volume;       /* NULL: the input of the session cannot be read */
  OndSessionFile *session; /* NULL: the file was a volume */
  GError *problem;         /* why there is no volume */
  gboolean changed;        /* the volume is not the one that the session was saved with */
  OndOpenedMaps maps;      /* all empty: the file had none; otherwise there is nothing else */
} OndOpened;

void ond_opened_free (OndOpened *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndOpened, ond_opened_free)

/* `open` is what the window shows, for maps to be compared with; may be NULL. `options` are those
 * of a volume; may be NULL, are copied. A NULL path makes the sample volume.
 * `input`, absolute, stands for the input that a session names; NULL: that one. */
void ond_open_file_async (const char *path, const OndSourceOptions *options, const char *input,
                          OndVolume *open, GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer data);

/* Errors: those of ond_source_read(), ond_sample_new(), ond_session_file_load() and
 * ond_maps_load(). */
OndOpened *ond_open_file_finish (GAsyncResult *result, GError **error);
