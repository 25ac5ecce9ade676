/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a panel as a picture: crisp when enlarged, averaged when there are more than the
 * medium resolves. */
#pragma once

#include "figure.h"

/* Paints the panel's cells into `area`, nothing else. A cell whose values are averaged with others
 * (blocks of f x g cells, invalid ones left out, so that a block is invalid only when all of it is)
 * happens where two or more cells would share a pixel; in a vector file where more than 400 would
 * share an inch. */
void ond_cells_draw (const OndPanel *panel, const OndColorScale *colors, cairo_t *cr,
                     const OndPanelArea *area);

/* Is the target a file of vectors, without pixels of its own? */
gboolean ond_cells_is_vector (cairo_t *cr);
