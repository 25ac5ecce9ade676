/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in for invalid voxels (NaN, Inf) in a transform, and the mask that leaves them out of
 * the results. */
#pragma once

#include "backend.h"
#include "method.h"
#include "volume.h"

/* Copies the samples into out, float[nz][ny][nx], with every invalid voxel filled, and sets mask,
 * guint8[nz][ny][nx], to 1 where a voxel is invalid and to 0 elsewhere. The volume must have a
 * valid voxel. On the call's threads, whose number does not change the result. OND_OK,
 * OND_CANCELLED, or OND_NO_MEMORY with call->why. */
OndStatus ond_invalid_fill (const OndVolume *volume, OndFill fill, float *out, guint8 *mask,
                            OndCall *call);

/* The memory that any fill takes meanwhile, and 0.6 MB a thread. */
guint64 ond_invalid_fill_bytes (const OndGeometry *geometry);
