/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How maps are shown: norm, colours, limits, and whether the orientation ball is painted with them.
 * The contents of a popover. */
#pragma once

#include "map-model.h"

#include <gtk/gtk.h>

#define OND_TYPE_MAP_OPTIONS_BOX (ond_map_options_box_get_type ())
G_DECLARE_FINAL_TYPE (OndMapOptionsBox, ond_map_options_box, OND, MAP_OPTIONS_BOX, GtkBox)

GtkWidget *ond_map_options_box_new (OndMapModel *model);
