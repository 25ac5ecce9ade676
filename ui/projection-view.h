/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The volume seen from anywhere: the largest voxel along each line of sight of the image, or of the
 * response (the largest W, whatever its scale's colours), in the colours of the slices. Over it lie
 * the volume's edges, the three slices and the wavelet's direction. Signal "maximize": a person
 * wants it larger, or all four again. What pointer and keys do is projection-input.h's. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_PROJECTION_VIEW (ond_projection_view_get_type ())
G_DECLARE_FINAL_TYPE (OndProjectionView, ond_projection_view, OND, PROJECTION_VIEW, GtkWidget)

GtkWidget *ond_projection_view_new (OndSession *session);

OndSession *ond_projection_view_get_session (OndProjectionView *self);

/* What takes the pointer (projection-input.h), borrowed. */
struct _OndProjectionInput *ond_projection_view_get_input (OndProjectionView *self);

/* The voxel that is seen at a point of the widget; FALSE where nothing is. */
gboolean ond_projection_view_pick (OndProjectionView *self, double x, double y,
                                   gint32 at[OND_N_AXES]);

/* Where a voxel is seen, in pixels of the widget. FALSE while nothing is open. */
gboolean ond_projection_view_locate (OndProjectionView *self, const double at[OND_N_AXES],
                                     double *x, double *y);

/* What is said in the lower right corner, or in the middle where nothing can be shown; NULL. */
const char *ond_projection_view_get_caption (OndProjectionView *self);

/* What is shown is what the session says, or why not, at the best that can be had. */
gboolean ond_projection_view_is_settled (OndProjectionView *self);
