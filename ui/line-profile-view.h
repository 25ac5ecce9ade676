/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Image and response along one axis: the layer that the controls are about as a line with its
 * scale, the other, where both are shown, as a pale area of its own range. Hovering reads them; a
 * click, the arrows, Home and End move the cross-hair. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_LINE_PROFILE_VIEW (ond_line_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (OndLineProfileView, ond_line_profile_view, OND, LINE_PROFILE_VIEW, GtkWidget)

/* Not seen while its axis has one voxel alone, as z of an image. */
GtkWidget *ond_line_profile_view_new (OndSession *session, int axis);

/* The voxel under x, FALSE without any or outside of the plot; and the other way round, for
 * tests. */
gboolean ond_line_profile_view_pick (OndLineProfileView *self, double x, int *voxel);
double ond_line_profile_view_locate (OndLineProfileView *self, int voxel);

/* "x 51: image 0.0046 K, response −0.44 K": of the voxel under the pointer or of the cross-hair. */
const char *ond_line_profile_view_get_text (OndLineProfileView *self);
