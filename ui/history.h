/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undo and redo of the session's parameters: theta, phi, xi, scale, norm, boundary, sampling, what
 * fills invalid voxels, and the border. Not of the cross-hair, the colours or the volume: looking
 * around is not a change. What was set before the first volume is where it begins.
 *
 * What changes in one turn of the main loop is one step. Successive changes of the same parameter
 * are one step while they follow each other quickly (a spin button held, a key repeated, the
 * wheel), and everything between begin and end is one step (a drag). Main thread only. */
#pragma once

#include "session.h"

#define OND_TYPE_HISTORY (ond_history_get_type ())
G_DECLARE_FINAL_TYPE (OndHistory, ond_history, OND, HISTORY, GObject)

/* Listens to the session, takes a reference on it. Signal "changed": what can be undone or redone
 * is another. */
OndHistory *ond_history_new (OndSession *session);

/* A pointer was pressed, was released: changes between the two are one step, and join neither the
 * one before nor the one after. */
void ond_history_begin (OndHistory *self);
void ond_history_end (OndHistory *self);

/* Back to before the last step, forth again. FALSE when there is no such step. */
gboolean ond_history_undo (OndHistory *self);
gboolean ond_history_redo (OndHistory *self);

/* What the next undo or redo is about: "theta 30° → 75°", "theta, phi", or NULL when there is
 * nothing; free with g_free. */
char *ond_history_dup_undo_text (OndHistory *self);
char *ond_history_dup_redo_text (OndHistory *self);
