/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps that have not been exported are work: whatever would lose them asks first. Used by
 * sweep-actions.c and opener.c. */
#pragma once

#include "sweep-panel.h"

/* Calls proceed (data) at once when `panel` has no unsaved maps, otherwise when a person agrees to
 * lose them or keeps them for later; while that question is open already, it is shown again and
 * nothing else happens. `data` is freed with `destroy` (may be NULL) after that, or when the person
 * keeps the maps. */
void ond_maps_question_ask (GtkWindow *parent, OndSweepPanel *panel,
                            void (*proceed) (gpointer data), gpointer data, GDestroyNotify destroy);
