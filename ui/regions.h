/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a session: a list of which one may be selected, and the shape that the pointer is
 * about to draw. A model that knows no widget; the session has one. Main thread only.
 *
 * Properties "selected" (int, -1: none) and "tool" (int, an OndRegionShape, -1: none). Signal
 * "changed": the list, or a region in it. */
#pragma once

#include "../core/region.h"

#include <glib-object.h>

#define OND_TYPE_REGIONS (ond_regions_get_type ())
G_DECLARE_FINAL_TYPE (OndRegions, ond_regions, OND, REGIONS, GObject)

/* No list is longer than OND_REGION_MAX. */
OndRegions *ond_regions_new (void);

/* Another volume: regions stay where it has as many voxels along each axis, or they would be about
 * something else. NULL: nothing is open. */
void ond_regions_set_geometry (OndRegions *self, const OndGeometry *geometry);

guint ond_regions_get_n (OndRegions *self);

/* Borrowed until the next change. */
const OndRegion *ond_regions_get (OndRegions *self, guint i);

/* The selected one or NULL. */
const OndRegion *ond_regions_get_current (OndRegions *self);

/* Each is normalized; FALSE, and nothing done, where one is not valid or there are too many. The
 * first selects the last of those it appends. */
gboolean ond_regions_append (OndRegions *self, const OndRegion *regions, guint n);
gboolean ond_regions_set (OndRegions *self, guint i, const OndRegion *region);
gboolean ond_regions_replace (OndRegions *self, const OndRegion *regions, guint n); /* all */

/* What is removed can be had back, until something else is removed or another volume comes. */
void ond_regions_remove (OndRegions *self, guint i);
void ond_regions_remove_all (OndRegions *self);
gboolean ond_regions_can_restore (OndRegions *self);
void ond_regions_restore (OndRegions *self);

int ond_regions_get_selected (OndRegions *self);
void ond_regions_set_selected (OndRegions *self, int i);

int ond_regions_get_tool (OndRegions *self);
void ond_regions_set_tool (OndRegions *self, int shape);
