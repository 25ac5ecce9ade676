/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions about the best map: "win.take-best" sets the wavelet that answers most at the cross-hair;
 * disabled without a map. */
#pragma once

#include "session.h"

#include <gio/gio.h>

/* Sets the wavelet that answers most at a voxel; a message where none is known. */
void ond_best_take_at (OndSession *session, const gint32 at[OND_N_AXES]);

/* Adds them to a window. */
void ond_best_actions_add (GActionMap *window, OndSession *session);
