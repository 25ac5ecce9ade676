/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics of the selected region as a table, live. A part of region-panel.h. */
#pragma once

#include "region-measure.h"

#include <gtk/gtk.h>

#define OND_TYPE_REGION_TABLE (ond_region_table_get_type ())
G_DECLARE_FINAL_TYPE (OndRegionTable, ond_region_table, OND, REGION_TABLE, GtkGrid)

GtkWidget *ond_region_table_new (OndSession *session);

/* What computes it, borrowed; for tests. */
OndRegionMeasure *ond_region_table_get_measure (OndRegionTable *self);

/* The table as lines of tab-separated text; free with g_free. */
char *ond_region_table_dup_text (OndRegionTable *self);
