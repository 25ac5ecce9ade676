/* SPDX-License-Identifier: GPL-3.0-or-later */
/* World coordinates as the straight axes of a picture of a slice, where they are straight enough
 * for that. */
#pragma once

#include "world.h"

typedef struct
{
  char label[160];     /* "Velocity (km/s)", "Dec − 15.803° (″)" */
  double lower, upper; /* in the label's unit, from its value, at the slice's outer edges */
} OndWorldAxis;

/* The world axis along axis i of the slice across `normal` at `at` (0-based voxels). Over the whole
 * slice the coordinates must lie within a tenth of a voxel of a straight line along i; otherwise,
 * and where they are not defined, OND_ERROR_PARAMETER says by how much they miss it. */
gboolean ond_world_axis (OndWorld *self, const OndVolume *volume, int normal,
                         const gint32 at[OND_N_AXES], int i, OndWorldAxis *axis, GError **error);
