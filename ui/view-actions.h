/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done to the views, as actions for menus and keys: "view.zoom-in", "view.zoom-out",
 * "view.zoom-fit", "view.zoom-one" (one device pixel to the smallest voxel edge) and "view.blink",
 * a toggle. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

/* Gives them to a widget and what is in it. Disabled while nothing is open. */
void ond_view_actions_add (GtkWidget *widget, OndSession *session);
