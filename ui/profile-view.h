/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A statistic along one parameter of a sweep: points joined by a line, the plane that the map shows
 * and the slider's place marked. */
#pragma once

#include "../core/grid.h"

#include <gtk/gtk.h>

#define OND_TYPE_PROFILE_VIEW (ond_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (OndProfileView, ond_profile_view, OND, PROFILE_VIEW, GtkWidget)

/* `title` is its name on the screen, `name` that for assistive technology. */
GtkWidget *ond_profile_view_new (const char *title, const char *name);

/* float[grid->n] is copied; NaN: not computed, which parts the line. NULL values clear the view. */
void ond_profile_view_set_values (OndProfileView *self, const OndGrid *grid, const float *values);

/* The value that is marked as the map's plane, and where the slider is (the grid's unit; no line
 * where it is outside of the grid). */
void ond_profile_view_set_mark (OndProfileView *self, gsize plane, double slider);

/* The point nearest to x, FALSE without points or outside the widget. */
gboolean ond_profile_view_pick (OndProfileView *self, double x, double y, gsize *index);

/* Where a point is in the widget, for tests; y is that of the axis when it is not computed. */
void ond_profile_view_locate (OndProfileView *self, gsize index, double *x, double *y);

/* Signal "value-activated" (uint index): a primary click, or Enter or space on the point that the
 * arrow keys went to. Signal "value-hovered" (int index): -1 when the pointer leaves. */
