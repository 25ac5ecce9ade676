/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of a sweep with what chooses it: statistic, and the plane in xi and scale; and what the
 * sweep says along xi and scale. Fills in while the sweep runs. A click on a cell sets the
 * session's wavelet, one on a profile its xi or scale. */
#pragma once

#include "map-view.h"
#include "profiles.h"
#include "session.h"
#include "sweep-job.h"

#define OND_TYPE_MAP_PANEL (ond_map_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndMapPanel, ond_map_panel, OND, MAP_PANEL, GtkBox)

/* Once. */
void ond_map_panel_set_session (OndMapPanel *self, OndSession *session);

/* NULL: nothing swept yet. */
void ond_map_panel_set_job (OndMapPanel *self, OndSweepJob *job);

OndMapView *ond_map_panel_get_view (OndMapPanel *self);
OndProfiles *ond_map_panel_get_profiles (OndMapPanel *self);

/* The line under the plots, borrowed. */
const char *ond_map_panel_get_note (OndMapPanel *self);

/* What is shown, for an export. */
OndStatistic ond_map_panel_get_statistic (OndMapPanel *self);
void ond_map_panel_set_statistic (OndMapPanel *self, OndStatistic statistic);
void ond_map_panel_get_indices (OndMapPanel *self, gsize *xi, gsize *scale);

/* "Energy (K2)"; free with g_free. */
char *ond_map_panel_dup_label (OndMapPanel *self);
