/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of a projection, and the actions it has of its own: "projection.cross-hair", "fit",
 * "neutral" (contrast and bias), "along" (0, 1, 2: x, y, z), "reset" and "maximize".
 * The view lets go of it by ond_view_menu_remove(). */
#pragma once

#include "projection-view.h"

/* Shows it at a point of the view, which "projection.cross-hair" is about. Nothing happens while
 * nothing is open. */
void ond_projection_menu_popup (OndProjectionView *view, double x, double y);
