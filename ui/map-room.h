/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map panel in the middle of the window, where the quarters are otherwise, and back in its
 * sidebar. */
#pragma once

#include "map-panel.h"

/* `panel` is the first child of a box, its home, or beside `quarters`, which are in a box, too. */
void ond_map_room_set (OndMapPanel *panel, GtkWidget *quarters, gboolean in_the_middle);
gboolean ond_map_room_get (GtkWidget *quarters);
