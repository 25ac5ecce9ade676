/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics of the selected region, of image and response, as the slices and the region
 * change. Samples are gathered between the turns of the main loop and measured on a thread where
 * they are many; the newest request wins. Knows no widget. Main thread only.
 *
 * Signal "changed": there are other statistics, or none. */
#pragma once

#include "../core/region-statistics.h"
#include "session.h"

#define OND_TYPE_REGION_MEASURE (ond_region_measure_get_type ())
G_DECLARE_FINAL_TYPE (OndRegionMeasure, ond_region_measure, OND, REGION_MEASURE, GObject)

OndRegionMeasure *ond_region_measure_new (OndSession *session);

/* Borrowed; NULL where there is no region, no such slice, or they are not known yet. */
const OndRegionStatistics *ond_region_measure_get (OndRegionMeasure *self, OndShow show);

/* Something newer is being measured. */
gboolean ond_region_measure_is_busy (OndRegionMeasure *self);
