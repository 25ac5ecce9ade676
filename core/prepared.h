/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A volume made ready for transforms, whatever the padding: gaps filled, a mask of them, the mean
 * and the power of two that samples are scaled with. Reference counted and immutable; transforms of
 * one volume share it. */
#pragma once

#include "backend.h"
#include "method.h"
#include "volume.h"

typedef struct
{
  gatomicrefcount refs;
  OndVolume *volume;
  OndFill fill;
  float *filled; /* float[nz][ny][nx], or NULL when the volume has no invalid voxel */
  guint8 *mask;  /* guint8[nz][ny][nx], 1 where invalid, or NULL likewise */
  double mean;   /* of the valid voxels */
  double unit;   /* samples times this are near 1: squares neither overflow nor vanish in float */
} OndPrepared;

/* On the call's threads. Errors: OND_ERROR_MEMORY; OND_ERROR_FILE when no voxel is valid;
 * G_IO_ERROR_CANCELLED. */
OndPrepared *ond_prepared_new (OndVolume *volume, OndFill fill, OndCall *call, GError **error);
OndPrepared *ond_prepared_ref (OndPrepared *self);
void ond_prepared_unref (OndPrepared *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndPrepared, ond_prepared_unref)

/* The samples to transform, all finite. */
const float *ond_prepared_get_samples (const OndPrepared *self);

/* Bytes beside the volume's own, as far as they matter to whoever then opens a transform: what
 * filling the gaps takes is freed before and counts where it is more than a transform's own 8 bytes
 * a voxel. */
guint64 ond_prepared_bytes (const OndVolume *volume);
