/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which map is shown: statistic, and the plane in xi and scale. One row above each map. */
#pragma once

#include "map-model.h"

#include <gtk/gtk.h>

#define OND_TYPE_MAP_CHOOSER (ond_map_chooser_get_type ())
G_DECLARE_FINAL_TYPE (OndMapChooser, ond_map_chooser, OND, MAP_CHOOSER, GtkBox)

/* For the first or the second map, 0 or 1. */
GtkWidget *ond_map_chooser_new (OndMapModel *model, guint map);
