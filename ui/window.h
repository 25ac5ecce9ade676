/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: puts the panels and views around one session, opens and exports, says what goes
 * wrong. */
#pragma once

#include "../core/source.h"
#include "export.h"
#include "map-panel.h"
#include "readout.h"
#include "region-panel.h"
#include "session.h"
#include "sweep-panel.h"

#include <adwaita.h>

#define OND_TYPE_WINDOW (ond_window_get_type ())
G_DECLARE_FINAL_TYPE (OndWindow, ond_window, OND, WINDOW, AdwApplicationWindow)

OndWindow *ond_window_new (GtkApplication *application, OndEngine *engine);

OndSession *ond_window_get_session (OndWindow *self);
OndSweepPanel *ond_window_get_sweep_panel (OndWindow *self);
OndMapPanel *ond_window_get_map_panel (OndWindow *self);
OndRegionPanel *ond_window_get_region_panel (OndWindow *self);
OndReadout *ond_window_get_readout (OndWindow *self);

/* The box for rows of work (window-task.h). */
GtkBox *ond_window_get_tasks (OndWindow *self);

/* A line worth a toast. */
void ond_window_toast (OndWindow *self, const char *text);

/* Takes the toast. */
void ond_window_add_toast (OndWindow *self, AdwToast *toast);

/* The slice view across an axis; OND_N_AXES: the projection. */
GtkWidget *ond_window_get_view (OndWindow *self, int normal);

/* The axis whose slice has all the room of the four, OND_N_AXES for the projection, or -1. */
int ond_window_get_maximized (OndWindow *self);
void ond_window_set_maximized (OndWindow *self, int normal);

/* Opens a volume or a session file in the background, or the sample volume for NULL; a second call
 * overtakes the first. What is open stays until then, and stays altogether when the file cannot be
 * read: a message says why. Unsaved maps are asked about. `options` are those of a volume; may be
 * NULL, are copied. */
void ond_window_open (OndWindow *self, GFile *file, const OndSourceOptions *options);

/* A session whose input is missing or is another one waits, and the message says so: opens it with
 * this input instead. Nothing happens when none waits. */
void ond_window_choose_input (OndWindow *self, const char *path);

/* Saves what is shown as a session file (session-file.h) in the background. */
void ond_window_save (OndWindow *self, const char *path);

/* Where recent files are noted and shown from; none without. Once. */
void ond_window_set_recent (OndWindow *self, GtkRecentManager *manager);

/* The folder where sweeps are kept until their maps are saved (ond_sweep_store_folder()), so that
 * the next start offers what was interrupted; without it none is. Once. */
void ond_window_set_unfinished (OndWindow *self, const char *folder);

/* Something is being read, written, or computed for the slices. */
gboolean ond_window_is_busy (OndWindow *self);

/* Writes one of ond_exports to a path, in the background. */
void ond_window_export (OndWindow *self, OndExport kind, const char *path);
