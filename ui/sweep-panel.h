/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right sidebar: the ranges of a sweep, what it will cost, start, progress and cancel. Holds
 * the job; the map is shown by map-panel.h. The buttons activate "win.sweep" and
 * "win.cancel-sweep": the window asks about unsaved maps. */
#pragma once

#include "session.h"
#include "sweep-job.h"

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

/* Why the ranges cannot be swept, a line, borrowed; NULL while they can or it is not known yet. */
const char *ond_sweep_panel_get_refusal (OndSweepPanel *self);

/* Property "job": OndSweepJob, NULL before the first sweep of a volume; read-only, notifies.
 * Borrowed. */
OndSweepJob *ond_sweep_panel_get_job (OndSweepPanel *self);

/* Maps with filled cells that have not been exported, a running sweep's included. */
gboolean ond_sweep_panel_has_unsaved (OndSweepPanel *self);
void ond_sweep_panel_set_saved (OndSweepPanel *self, OndSweepJob *job);
