/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line at the bottom: voxel, image, response and world coordinates at the pointer, or at the
 * cross-hair while the pointer is elsewhere. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_READOUT (ond_readout_get_type ())
G_DECLARE_FINAL_TYPE (OndReadout, ond_readout, OND, READOUT, GtkBox)

/* Once. */
void ond_readout_set_session (OndReadout *self, OndSession *session);

/* The voxel under the pointer (0-based, fractions allowed), in the slice across axis `normal`;
 * NULL: at the cross-hair. */
void ond_readout_set_pointer (OndReadout *self, int normal, const double at[OND_N_AXES]);

/* Frozen, it stays at its voxel whatever pointer and cross-hair do; the values there follow.
 * Another volume thaws it. */
gboolean ond_readout_get_frozen (OndReadout *self);
void ond_readout_set_frozen (OndReadout *self, gboolean frozen);

/* The text that is shown, with the numbering; free with g_free. */
char *ond_readout_get_text (OndReadout *self);
