/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The maps of a sweep with what chooses them, and what the sweep says along xi and scale. Shows the
 * session's map model, which fills in while the sweep runs. A click on a cell sets the session's
 * wavelet, one on a profile its xi or scale. */
#pragma once

#include "map-model.h"
#include "map-view.h"
#include "profiles.h"

#define OND_TYPE_MAP_PANEL (ond_map_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndMapPanel, ond_map_panel, OND, MAP_PANEL, GtkBox)

/* Once. */
void ond_map_panel_set_session (OndMapPanel *self, OndSession *session);

/* Two maps beside each other, and all the height there is; otherwise one below the other in a
 * narrow column. Where the panel is, is the window's business (map-room.h). */
void ond_map_panel_set_wide (OndMapPanel *self, gboolean wide);

/* The first map, or the second, 0 or 1. */
OndMapView *ond_map_panel_get_view (OndMapPanel *self, guint map);
OndProfiles *ond_map_panel_get_profiles (OndMapPanel *self);

/* The line under the plots, borrowed. */
const char *ond_map_panel_get_note (OndMapPanel *self);
