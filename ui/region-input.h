/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions under the pointer and the keys of a slice view; slice-view.c makes one a view. What it
 * does not take goes on to slice-input.c.
 *
 *   r, e                 a box, an ellipse: then drag it, or Return for one at the cross-hair
 *   drag while drawing   from corner to corner; Shift: square, Ctrl: from the middle
 *   click in a region    selects it                  drag        moves it
 *   drag a corner        resizes; Ctrl: about the middle; Shift: turns it
 *   drag the round one   turns; Shift: in steps of 15 degrees
 *   Ctrl and arrows      move the selected one by a voxel, with Shift by ten
 *   Delete, Backspace    removes it                  Escape      ends drawing, then selects none
 *
 * Boxes that are not turned keep to the edges of voxels. */
#pragma once

#include "slice-view.h"

typedef struct _OndRegionInput OndRegionInput;

/* Adds the controllers; to be freed after the view's dispose. */
OndRegionInput *ond_region_input_new (OndSliceView *view);
void ond_region_input_free (OndRegionInput *self);

/* Draws the regions over the slice. */
void ond_region_input_snapshot (OndRegionInput *self, GtkSnapshot *snapshot);

/* The view shows another session, or none. */
void ond_region_input_session_changed (OndRegionInput *self);
