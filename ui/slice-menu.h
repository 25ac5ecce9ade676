/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of a slice view, and the actions it has of its own: "slice.cross-hair",
 * "slice.take-best", "slice.fit", "slice.neutral" (contrast and bias) and "slice.maximize". The
 * others are the window's. The view lets go of it by ond_view_menu_remove(). */
#pragma once

#include "slice-view.h"

/* Shows it at a point of the view, which "slice.cross-hair" is about. */
void ond_slice_menu_popup (OndSliceView *view, double x, double y);
