/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pointer and keys do in a projection; projection-view.c makes one a view.
 *
 *   left drag           turns                       arrows            the same, by 5 degrees
 *   middle drag, Shift  pans                        wheel, pinch, + - zoom
 *   left click          sets the cross-hair         double click      all the room, and back
 *   x y z               look along that axis        Home              the first view again
 *   a                   fits the limits             Return            as a double click
 *   right click, Menu   the menu
 * Shift makes six steps of one. */
#pragma once

#include "projection-view.h"

typedef struct _OndProjectionInput OndProjectionInput;

/* Adds the controllers; to be freed after the view's dispose. */
OndProjectionInput *ond_projection_input_new (OndProjectionView *view);
void ond_projection_input_free (OndProjectionInput *self);
