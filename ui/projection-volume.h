/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a projection is made of: a volume reduced to as many voxels as the screen and whoever draws
 * can use. Each is the largest valid sample of its block, so that nothing bright is lost, and knows
 * which one that was. Reference counted, immutable, usable from any thread. */
#pragma once

#include "../core/draw/polarity.h"
#include "../core/geometry.h"

#include <gio/gio.h>

/* Samples are kept as keys, ordered as they are with their polarity (gl-colors.h); this one means
 * that no voxel of the block is valid. */
#define OND_PROJECTION_NOTHING 0u

typedef struct
{
  OndGeometry geometry;     /* of the volume itself */
  gint32 block[OND_N_AXES]; /* voxels of it along an edge of a block; fewer in the last ones */
  gint32 n[OND_N_AXES];     /* blocks */
  const guint32 *keys;      /* [n z][n y][n x] */
} OndProjectionVolume;

/* Limits of a reduced volume. */
typedef struct
{
  guint64 voxels; /* altogether */
  gint32 edge;    /* along one axis */
} OndProjectionRoom;

/* Blocks are as near to cubes in space as whole voxels allow. */
void ond_projection_blocks (const OndGeometry *geometry, const OndProjectionRoom *room,
                            gint32 block[OND_N_AXES], gint32 n[OND_N_AXES]);

/* Bytes of the reduced volume. */
guint64 ond_projection_bytes (const OndGeometry *geometry, const OndProjectionRoom *room);

/* Reduces float[nz][ny][nx], which it reads once; what is largest depends on the polarity that the
 * samples are shown with. Blocks for as long as that takes. Errors: OND_ERROR_MEMORY,
 * G_IO_ERROR_CANCELLED. */
OndProjectionVolume *ond_projection_volume_new (const OndGeometry *geometry, const float *samples,
                                                OndPolarity polarity, const OndProjectionRoom *room,
                                                GCancellable *cancellable, GError **error);
OndProjectionVolume *ond_projection_volume_ref (OndProjectionVolume *self);
void ond_projection_volume_unref (OndProjectionVolume *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndProjectionVolume, ond_projection_volume_unref)

gboolean ond_projection_volume_is_reduced (const OndProjectionVolume *self);

/* The voxel of the volume that made block `index` what it is. */
void ond_projection_volume_locate (const OndProjectionVolume *self, gsize index,
                                   gint32 at[OND_N_AXES]);

/* "reduced to 100 × 100 × 50 (1/2)", or with a factor an axis where they differ. NULL when it is
 * not. Free with g_free. */
char *ond_projection_volume_text (const OndProjectionVolume *self);
