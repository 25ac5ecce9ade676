/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pointer and keys do in a slice view; slice-view.c makes one a view.
 *
 *   left click           sets the cross-hair         double click          all the room, and back
 *   left drag            pans; on a line of the cross-hair, moves that line, where they meet, both
 *   middle drag          pans                        wheel, pinch          zooms at the pointer
 *   Ctrl+wheel           steps through the slices    , . Page Up, Down     the same
 *   Home, End            first and last slice        arrows                move the cross-hair
 *   a                    fits the limits
 *   Return               as a double click
 * Shift makes ten steps of one. */
#pragma once

#include "slice-view.h"

typedef struct _OndSliceInput OndSliceInput;

/* Adds the controllers; to be freed after the view's dispose. */
OndSliceInput *ond_slice_input_new (OndSliceView *view);
void ond_slice_input_free (OndSliceInput *self);

/* The view must not move under the pointer now. */
gboolean ond_slice_input_is_dragging (OndSliceInput *self);

/* The wheel turned by `dy` notches, down > 0, as the controllers call it. */
void ond_slice_input_wheel (OndSliceInput *self, double dy, GdkModifierType modifiers);
