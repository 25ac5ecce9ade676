/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projection of a session on the pixels of the screen, by OpenGL or by the CPU; the lower half
 * of projection-view.c, which puts the marks over it and takes the pointer.
 *
 * Where the processor computes OpenGL (gl-choice.h), the CPU draws by itself: in a thread, so that
 * the main loop does not wait for it, and two to seven times as fast. While the pose changes,
 * pixels share rays as far as it takes for frames to follow the hand. */
#pragma once

#include "projection-source.h"

#include <gtk/gtk.h>

#define OND_TYPE_PROJECTION_CANVAS (ond_projection_canvas_get_type ())
G_DECLARE_FINAL_TYPE (OndProjectionCanvas, ond_projection_canvas, OND, PROJECTION_CANVAS, GtkWidget)

/* Takes references on both until it is disposed of; tells the source how much it can draw. */
GtkWidget *ond_projection_canvas_new (OndSession *session, OndProjectionSource *source);

/* The pose of what is drawn just now: pictures come a little later than the pointer. */
OndPose ond_projection_canvas_get_pose (OndProjectionCanvas *self);

/* How many pixels, each way, share a ray in what is drawn at rest; 1 while the pose changes. */
int ond_projection_canvas_get_divisor (OndProjectionCanvas *self);

/* Nothing is drawn any more that is not up to date. */
gboolean ond_projection_canvas_is_settled (OndProjectionCanvas *self);

gboolean ond_projection_canvas_uses_gl (OndProjectionCanvas *self);

/* How long the last frame took to draw, milliseconds; 0 when there was none. */
double ond_projection_canvas_get_milliseconds (OndProjectionCanvas *self);
