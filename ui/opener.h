/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window opens and saves: volumes, and sessions with the volume they name. Reads and writes
 * in the background; what is open stays until the new one is there. Used by window.c. */
#pragma once

#include "window.h"

#define OND_TYPE_OPENER (ond_opener_get_type ())
G_DECLARE_FINAL_TYPE (OndOpener, ond_opener, OND, OPENER, GObject)

/* For a window that has its session; rows of work go into `rows`. Adds the actions win.save,
 * win.save-as, win.choose-input and win.open-changed. Signal "notice" (const char *): a line worth
 * a toast. Signal "kept" (const char *): the session of a kept sweep is open, from that path. */
OndOpener *ond_opener_new (OndWindow *window, GtkBox *rows);

/* The window goes: what is being opened is cancelled, nothing is touched any more. */
void ond_opener_close (OndOpener *self);

/* See ond_window_open(). */
void ond_opener_open (OndOpener *self, GFile *file, const OndSourceOptions *options);

/* The file that win.save writes to; NULL while there is none. Borrowed. */
const char *ond_opener_get_session_path (OndOpener *self);

/* Writes the session, and to the same file from now on. */
void ond_opener_save (OndOpener *self, const char *path);

/* Reads the session that waits for its input again, with that one. */
void ond_opener_choose_input (OndOpener *self, const char *path);

/* What is opened and saved is noted here from now on; NULL: nowhere. */
void ond_opener_set_recent (OndOpener *self, GtkRecentManager *manager);

/* What is being opened, for people, borrowed; NULL: nothing. */
const char *ond_opener_get_opening (OndOpener *self);

/* Stops opening it; what is open stays. */
void ond_opener_stop (OndOpener *self);

/* What win.save would write now; NULL while nothing is open. Free with ond_session_file_free(). */
OndSessionFile *ond_opener_make_file (OndOpener *self);

/* The folder of kept sweeps (sweep-store.h), whose sessions are not saved to; NULL: none. */
void ond_opener_set_store (OndOpener *self, const char *folder);
