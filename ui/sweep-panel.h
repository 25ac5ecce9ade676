/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right sidebar: the ranges of a sweep, what it will cost, start and progress. Holds the job;
 * the map is shown by map-panel.h. The buttons activate the actions of sweep-actions.h, which ask
 * about unsaved maps. */
#pragma once

#include "session.h"
#include "sweep-job.h"
#include "sweep-store.h"

#include <gtk/gtk.h>

#define OND_TYPE_SWEEP_PANEL (ond_sweep_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndSweepPanel, ond_sweep_panel, OND, SWEEP_PANEL, GtkBox)

/* Once. */
void ond_sweep_panel_set_session (OndSweepPanel *self, OndSession *session);

/* The text of a range, grid.h has its grammar. */
void ond_sweep_panel_set_range (OndSweepPanel *self, OndParameter parameter, const char *text);
const char *ond_sweep_panel_get_range (OndSweepPanel *self, OndParameter parameter);

/* Starts a sweep of the ranges, as soon as its plan is made; replaces the job there is. Nothing
 * happens while a range is invalid or nothing is open. */
void ond_sweep_panel_start (OndSweepPanel *self);
void ond_sweep_panel_cancel (OndSweepPanel *self);
void ond_sweep_panel_toggle_pause (OndSweepPanel *self);

/* Why the ranges cannot be swept, a line, borrowed; NULL while they can or it is not known yet. */
const char *ond_sweep_panel_get_refusal (OndSweepPanel *self);

/* Property "job": OndSweepJob, NULL before the first sweep of a volume; read-only, notifies.
 * Borrowed. */
OndSweepJob *ond_sweep_panel_get_job (OndSweepPanel *self);

/* Maps of a file in place of a sweep. */
void ond_sweep_panel_show_maps (OndSweepPanel *self, OndSweepJob *job);

/* A sweep that runs or is about to, or maps with filled cells that have not been exported. */
gboolean ond_sweep_panel_has_unsaved (OndSweepPanel *self);
void ond_sweep_panel_set_saved (OndSweepPanel *self, OndSweepJob *job);

/* Asked at each start for a session file whose checkpoint the sweep writes (ond_sweep_store_add());
 * NULL: it is not kept. The panel removes both when the maps are saved, and when another sweep or
 * volume takes the place of the job, unless it was left for another time. */
typedef char *(*OndSweepKeepFunc) (gpointer data);
void ond_sweep_panel_set_keeper (OndSweepPanel *self, OndSweepKeepFunc keep, gpointer data);
gboolean ond_sweep_panel_is_kept (OndSweepPanel *self);
void ond_sweep_panel_leave (OndSweepPanel *self);

/* Goes on with a kept sweep, whose volume and ranges are already there. */
void ond_sweep_panel_resume (OndSweepPanel *self, const char *kept);
