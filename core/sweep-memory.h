/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does a sweep fit into memory? Asked before anything is allocated for it, by the command line and
 * the window, so that the answer is a line with numbers and not an hour lost. */
#pragma once

#include "maps.h"

/* Bytes that a sweep over `volume` takes: its hungriest chunk, what is prepared of the samples, and
 * the maps; the samples themselves excluded. OND_ERROR_MEMORY when they cannot even be counted. */
gboolean ond_sweep_memory (const OndSweepPlan *plan, OndEngine *engine, const OndVolume *volume,
                           guint64 *bytes, GError **error);

/* Does that fit into ond_engine_get_memory()? OND_ERROR_MEMORY names what is needed, what may be
 * used, and what would fit: the periodic boundary, the largest scale and the largest stretch of the
 * grids with the others as they are, and where the volume itself is too large, the largest cube.
 * Plans up to some dozens of sweeps to find out: seconds for a million points. */
gboolean ond_sweep_fits (const OndSweepPlan *plan, OndEngine *engine, const OndVolume *volume,
                         GError **error);
