/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of maps, shared by maps.c, which fills them, and maps-fits.c, which saves and loads
 * them. */
#pragma once

#include "maps.h"

/* First coordinate of a cell's maximum where there is none. */
#define OND_MAPS_NOT_COMPUTED (-1)
#define OND_MAPS_NO_MAXIMUM (-2) /* computed, but without a valid voxel */

struct _OndMaps
{
  gatomicrefcount ref_count;
  OndGrid *grids[OND_N_PARAMETERS];
  OndMethod method;
  OndNorm norm;
  OndStatisticSet statistics;
  OndPass pass;
  OndMapsOrigin origin; /* strings are owned */
  gint32 n[OND_N_AXES]; /* voxels of the input; 0 when not known */
  gsize n_cells, n_filled;
  guint8 *filled;                   /* [cell] */
  double *values[OND_N_STATISTICS]; /* [cell]; NULL where not asked for */
  gint32 *max_voxel;                /* [cell][3], x y z from 0; NULL without the maximum */
};

/* Empty maps of `statistics` that take over `grids`, also when they fail. Copies the origin's
 * strings. */
OndMaps *ond_maps_new_take_grids (OndGrid *grids[OND_N_PARAMETERS], OndStatisticSet statistics,
                                  const OndMapsOrigin *origin, GError **error);
