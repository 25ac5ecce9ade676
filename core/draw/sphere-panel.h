/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A panel of a figure whose cells are directions, drawn as a disc. Called by figure.c. */
#pragma once

#include "figure.h"
#include "pen.h"

/* The disc with its graticule, letters and mark, in the largest circle of `area`. */
void ond_sphere_panel_draw (const OndPanel *panel, const OndColorScale *colors, OndPen *pen,
                            const OndPanelArea *area, guint32 ink);

/* Where a direction (degrees) is. */
void ond_sphere_panel_locate (const OndPanelArea *area, double theta, double phi, double *x,
                              double *y);

/* The cell under a point; FALSE outside. */
gboolean ond_sphere_panel_hit (const OndPanel *panel, const OndPanelArea *area, double x, double y,
                               gsize *theta, gsize *phi);
