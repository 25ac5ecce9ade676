/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pointer and keys do in a slice view; slice-view.c makes one a view.
 *
 *   left click           sets the cross-hair         double click          all the room, and back
 *   left drag            pans; on a line of the cross-hair, moves that line, where they meet, both
 *   middle drag          pans                        wheel, pinch          zooms at the pointer
 *   right drag           bias across, contrast up    double right click    neither
 *   right click          the menu                    Menu, Shift+F10       the menu
 *   Ctrl+wheel           steps through the slices    , . Page Up, Down     the same
 *   Home, End            first and last slice        arrows                move the cross-hair
 *   Alt+arrows           bias and contrast           a                     fits the limits
 *   space                plays through the slices until the next key, click or turn of the wheel,
 *                        or until the view is out of sight
 *   b                    blinks                      Return                as a double click
 *   f                    freezes the readout         c                     copies it
 * Shift makes ten steps of one. */
#pragma once

#include "slice-view.h"

typedef struct _OndSliceInput OndSliceInput;

/* Adds the controllers; to be freed after the view's dispose. */
OndSliceInput *ond_slice_input_new (OndSliceView *view);
void ond_slice_input_free (OndSliceInput *self);

/* The view must not move under the pointer now. */
gboolean ond_slice_input_is_dragging (OndSliceInput *self);

/* What the controllers call, for tests: `button` as GDK counts them, 0 the primary one. begin is
 * FALSE when nothing is open, update TRUE when it has become a drag with this call. */
gboolean ond_slice_input_drag_begin (OndSliceInput *self, guint button, double x, double y);
gboolean ond_slice_input_drag_update (OndSliceInput *self, double dx, double dy);
void ond_slice_input_click (OndSliceInput *self, guint button, int n_press, double x, double y);

/* Two fingers about a point, `scale` times as far apart as at the beginning. */
void ond_slice_input_pinch_begin (OndSliceInput *self);
void ond_slice_input_pinch (OndSliceInput *self, double scale, double x, double y);

gboolean ond_slice_input_is_playing (OndSliceInput *self);

/* The wheel turned by `dy` notches, down > 0, as the controllers call it. */
void ond_slice_input_wheel (OndSliceInput *self, double dy, GdkModifierType modifiers);
