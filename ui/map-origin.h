/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line under the maps when the window is not as they were made: by another method, of another
 * file; and what can be done about it. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_MAP_ORIGIN (ond_map_origin_get_type ())
G_DECLARE_FINAL_TYPE (OndMapOrigin, ond_map_origin, OND, MAP_ORIGIN, GtkBox)

GtkWidget *ond_map_origin_new (OndSession *session);

/* The line, borrowed; "" while there is nothing to say. */
const char *ond_map_origin_get_text (OndMapOrigin *self);
