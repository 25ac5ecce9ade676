/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a window shows, as a JSON file: which input, every property of the session, the colours,
 * the ranges of the sweep. A loaded file is checked as a whole before any of it is applied. Knows
 * no widget; loading, saving and the checksum may be done by any thread, the rest is for the main
 * thread. */
#pragma once

#include "../core/source.h"
#include "../core/statistic.h"
#include "session.h"

/* The end of a session file's name. */
#define OND_SESSION_SUFFIX ".ondelette-session"

/* What is shown beside the session itself. */
typedef struct
{
  char *ranges[OND_N_PARAMETERS]; /* of the sweep, as typed; NULL: unsaid */
  gboolean sidebar, sweep_bar;    /* shown? */
  gboolean map_room;              /* the map in the middle? */
  int maximized; /* the axis whose slice has all the room, OND_N_AXES: the projection; or -1 */
} OndSessionView;

void ond_session_view_clear (OndSessionView *view);

typedef struct _OndSessionFile OndSessionFile;

/* A picture of the session as it is, with its volume; NULL when nothing is open. `view` is copied.
 * Free with ond_session_file_free(). */
OndSessionFile *ond_session_file_new (OndSession *session, const OndSessionView *view);
void ond_session_file_free (OndSessionFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndSessionFile, ond_session_file_free)

/* Writes it to a path, whole or not at all, over what is there. The input is named relative to the
 * file's folder; its checksum is computed when it is not known yet, which reads every sample.
 * Errors: OND_ERROR_WRITE, also when the path is that of the input. */
gboolean ond_session_file_save (OndSessionFile *self, const char *path, GError **error);

/* Is it named as session files are? */
gboolean ond_session_file_has_name (const char *path);

/* Errors: OND_ERROR_FILE with one line that names the file and what is wrong with it: not readable,
 * no session, an unknown member, a value that cannot be. */
OndSessionFile *ond_session_file_load (const char *path, GError **error);

/* The input: its absolute path, NULL for the sample volume; what to read of it, borrowed. */
const char *ond_session_file_get_input (const OndSessionFile *self);
void ond_session_file_get_options (const OndSessionFile *self, OndSourceOptions *options);

/* Are these the samples that the session was saved with? Reads them all. */
gboolean ond_session_file_matches (const OndSessionFile *self, const OndVolume *volume);

/* The volume with the voxels it was saved with: `volume` itself when they are the same. A new
 * reference. */
OndVolume *ond_session_file_apply_voxels (const OndSessionFile *self, OndVolume *volume);

/* Sets the volume and everything else. What an older file does not say stays as it is. */
void ond_session_file_apply (const OndSessionFile *self, OndSession *session, OndVolume *volume);

/* Borrowed. */
const OndSessionView *ond_session_file_get_view (const OndSessionFile *self);
