/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sidebar's section about regions: tools, and where there are some the list, the statistics of
 * the selected one and its numbers. The actions are region-actions.h's. */
#pragma once

#include "region-table.h"

#define OND_TYPE_REGION_PANEL (ond_region_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndRegionPanel, ond_region_panel, OND, REGION_PANEL, GtkBox)

/* Once. */
void ond_region_panel_set_session (OndRegionPanel *self, OndSession *session);

/* Borrowed. */
OndRegionTable *ond_region_panel_get_table (OndRegionPanel *self);
