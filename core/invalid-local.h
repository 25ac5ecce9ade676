/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The local fill of invalid voxels. For invalid.c alone. */
#pragma once

#include "backend.h"
#include "blocks.h"
#include "volume.h"

/* Fills the voxels of out, float[nz][ny][nx], that are NaN with means of the finite samples around
 * them. gaps[i] holds those of block i of the volume and is changed. The volume must have a valid
 * voxel. OND_OK, OND_CANCELLED or OND_NO_MEMORY. */
OndStatus ond_invalid_fill_local (const OndVolume *volume, const OndBlocks *blocks, OndBox *gaps,
                                  float *out, OndCall *call);

/* The memory that it takes meanwhile, and 0.6 MB a thread. */
guint64 ond_invalid_local_bytes (const OndGeometry *geometry);
