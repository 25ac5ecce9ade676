/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of one statistic: theta x phi, or a disc of directions with equal areas. Drawn by
 * core/draw/figure, with the current parameters marked. */
#pragma once

#include "../core/draw/colormap.h"
#include "../core/grid.h"

#include <gtk/gtk.h>

#define OND_TYPE_MAP_VIEW (ond_map_view_get_type ())
G_DECLARE_FINAL_TYPE (OndMapView, ond_map_view, OND, MAP_VIEW, GtkWidget)

GtkWidget *ond_map_view_new (void);

/* float[nphi][ntheta] is copied; NaN cells are drawn as not computed. `label` is the colour bar's,
 * "Energy (K²)". NULL values clear the view. */
void ond_map_view_set_plane (OndMapView *self, const OndGrid *theta, const OndGrid *phi,
                             const float *values, const char *label);

/* Colours in place of those that fit the plane; until the next plane. */
void ond_map_view_set_colors (OndMapView *self, const OndColorScale *colors);

/* The unit of the values as they are read out; NULL or "": none. */
void ond_map_view_set_unit (OndMapView *self, const char *unit);

/* A disc of directions (core/draw/sphere.h) in place of theta x phi. */
void ond_map_view_set_sphere (OndMapView *self, gboolean sphere);

/* Marks a direction (degrees). */
void ond_map_view_set_mark (OndMapView *self, double theta, double phi);

/* The cell under a point of the widget; FALSE outside. */
gboolean ond_map_view_pick (OndMapView *self, double x, double y, gsize *theta, gsize *phi);

/* The centre of a cell in the widget, for tests and pop-ups. */
void ond_map_view_locate (OndMapView *self, gsize theta, gsize phi, double *x, double *y);

/* Signal "cell-activated" (uint theta, uint phi): a primary click on a cell, or Enter or space on
 * the one that the arrow keys went to. Signal "cell-entered", the same: a double click, or Enter
 * with Shift. Signal "cell-hovered" (int theta, int phi), -1, -1 when the pointer leaves. */
