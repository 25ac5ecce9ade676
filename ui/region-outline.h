/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A region on the screen: where its outline and handles are in a view, what of it is under a point,
 * and how it is drawn. Called by region-input.c and by slice-view.c's snapshot. */
#pragma once

#include "regions.h"

#include <gtk/gtk.h>

/* How a slice's voxels lie in a widget; row 0 is at the bottom. */
typedef struct
{
  double x, y, width, height; /* the slice in the widget; zoomed in, it goes beyond */
  int n[2];                   /* voxels along horizontal and vertical */
} OndRegionScreen;

void ond_region_screen_from_voxel (const OndRegionScreen *self, const double at[2], double *x,
                                   double *y);
void ond_region_screen_to_voxel (const OndRegionScreen *self, double x, double y, double at[2]);

typedef enum
{
  OND_REGION_PART_NONE,
  OND_REGION_PART_BODY,
  OND_REGION_PART_CORNER, /* + the corner, 0 ... 3, from the lower left on against the clock */
  OND_REGION_PART_TURN = OND_REGION_PART_CORNER + 4
} OndRegionPart;

/* The corner's signs along the region's own axes. */
void ond_region_corner_signs (int corner, int signs[2]);

/* Where a corner's handle, or that to turn it, is in the widget. */
void ond_region_get_handle (const OndRegion *region, const OndRegionScreen *screen,
                            OndRegionPart part, double *x, double *y);

/* What is at a point of the widget; handles count where `selected`. */
OndRegionPart ond_region_pick (const OndRegion *region, const OndRegionScreen *screen,
                               gboolean selected, double x, double y);

/* All of a list that lie on the slices across `normal`, and `drawn` (NULL: none), which is not in
 * it yet. */
void ond_region_outlines_snapshot (OndRegions *regions, const OndRegion *drawn, int normal,
                                   const OndRegionScreen *screen, GtkWidget *widget,
                                   GtkSnapshot *snapshot);
