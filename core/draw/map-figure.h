/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a map of a sweep looks, wherever it is drawn: the window's map, its export, the command
 * line's figure. */
#pragma once

#include "../grid.h"
#include "figure.h"

/* The axis of a grid's cells. An even grid has its values at the centres of the cells; another one
 * names them, and so does one of a single value, which has no extent. `label` and the grid's values
 * are borrowed. */
OndAxis ond_map_axis (const OndGrid *grid, const char *label);

/* All of the n finite values: from the least to the largest with viridis, or about 0 with the
 * diverging map when they have both signs. 0 ... 1 when there are none. */
OndColorScale ond_map_colors (const float *values, gsize n);
