/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in for invalid voxels (NaN, Inf) in a transform, and the mask that leaves them out of
 * the results. */
#pragma once

#include "method.h"
#include "volume.h"

/* Copies the samples into out, float[nz][ny][nx], with every invalid voxel filled. Needs three
 * volumes of memory more for OND_FILL_LOCAL. Errors: OND_ERROR_MEMORY. The volume must have a valid
 * voxel. */
gboolean ond_invalid_fill (const OndVolume *volume, OndFill fill, float *out, GError **error);

/* mask, guint8[nz][ny][nx]: 1 where a voxel is invalid. */
void ond_invalid_mask (const OndVolume *volume, guint8 *mask);
