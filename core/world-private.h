/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What world.c and world-sky.c share. */
#pragma once

#include "world.h"

#include <wcslib/wcs.h>

#define OND_WORLD_MAX_AXES 16 /* of the header's coordinate system; the volume's come first */

/* Borrowed, set up. */
struct wcsprm *ond_world_get_wcs (OndWorld *self);
int ond_world_get_rank (const OndWorld *self);

/* World coordinates in WCSLIB's units; FALSE where they are not defined. */
gboolean ond_world_transform (OndWorld *self, const double at[OND_N_AXES],
                              double world[OND_WORLD_MAX_AXES]);
