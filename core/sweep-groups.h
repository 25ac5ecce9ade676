/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which points of a sweep share a padded grid, for sweep.c. */
#pragma once

#include "sweep.h"

typedef struct
{
  gint32 size[OND_N_AXES]; /* padded, x, y, z */
} OndSweepGroup;

/* The groups of a plan's cells, and group[cell] the index of its own. Every cell's grid is at least
 * what its wavelet needs; `level` tells how many times, at most, a sweep comes back to a group. A
 * function of the sweep's definition alone. */
GArray *ond_sweep_groups_new (const OndSweepPlan *plan,
                              guint (*level) (const OndSweepPlan *, gsize), guint32 *group);
