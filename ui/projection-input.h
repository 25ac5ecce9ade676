/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pointer and keys do in a projection; projection-view.c makes one a view.
 *
 *   left drag           turns                       arrows            the same, by 5 degrees
 *   right drag          bias across, contrast up    Alt+arrows        the same
 *   middle drag, Shift  pans                        wheel, pinch, + - zoom
 *   left click          sets the cross-hair         double click      all the room, and back
 *   x y z               look along that axis        Home              the first view again
 *   a                   fits the limits             Return            as a double click
 *   right click         the menu                    Menu, Shift+F10   the menu
 *   double right click  neither contrast nor bias
 * Shift makes six steps of one. */
#pragma once

#include "projection-view.h"

typedef struct _OndProjectionInput OndProjectionInput;

/* Adds the controllers; to be freed after the view's dispose. */
OndProjectionInput *ond_projection_input_new (OndProjectionView *view);
void ond_projection_input_free (OndProjectionInput *self);

/* A drag with a button as the gesture tells it: where it begins, then how far it has come. */
void ond_projection_input_drag_begin (OndProjectionInput *self, guint button,
                                      GdkModifierType modifiers);

/* TRUE when this is the first movement that is no click any more. */
gboolean ond_projection_input_drag_update (OndProjectionInput *self, double dx, double dy);
