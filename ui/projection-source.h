/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is projected: the image, or the whole response to the present parameters, reduced. Knows no
 * widget. Main thread only; the work is done in a thread.
 *
 * A whole response is an inverse transform of the volume, far more than the slices take. It is
 * therefore computed once the parameters have been at rest, and cancelled as soon as they move;
 * until there is another one, the last stays. Image and response are kept side by side, so that
 * going to and fro between them takes no time.
 *
 * Signal "changed": another volume, other colours for it, or what is said of it. */
#pragma once

#include "projection-volume.h"
#include "session.h"

#define OND_TYPE_PROJECTION_SOURCE (ond_projection_source_get_type ())
G_DECLARE_FINAL_TYPE (OndProjectionSource, ond_projection_source, OND, PROJECTION_SOURCE, GObject)

/* Follows the session, of which it takes a reference, until it is stopped; idle at first. */
OndProjectionSource *ond_projection_source_new (OndSession *session);

/* Lets go of the session and cancels what runs. */
void ond_projection_source_stop (OndProjectionSource *self);

/* Is there somebody to look at it? Nothing is computed otherwise. */
void ond_projection_source_set_active (OndProjectionSource *self, gboolean active);

/* How large reduced volumes may be. */
void ond_projection_source_set_room (OndProjectionSource *self, const OndProjectionRoom *room);

/* The layer that the session shows, borrowed until "changed"; NULL when there is none yet. */
OndProjectionVolume *ond_projection_source_get_volume (OndProjectionSource *self);

/* Is that of the present volume, parameters and room? */
gboolean ond_projection_source_is_current (OndProjectionSource *self);

/* Why there is none: a line, or NULL. */
const char *ond_projection_source_get_message (OndProjectionSource *self);

/* How many volumes have been made (tests count them). */
guint ond_projection_source_get_n_made (OndProjectionSource *self);
