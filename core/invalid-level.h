/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The levels of the local fill's pyramid: each has half the voxels of the one before along each
 * axis, and is blurred where gaps want it and interpolated between its voxels. For invalid-local.c
 * alone. */
#pragma once

#include "backend.h"
#include "invalid-blur.h"

/* The finest level is the volume itself and has `masked` alone. */
typedef struct
{
  OndMasked masked;
  int halvings;        /* from the volume to this level */
  float *sum, *weight; /* of `masked` */
  OndBox *wanted;      /* what is blurred, a box a block */
  float *blurred_sum, *blurred_weight;
} OndLevel;

void ond_level_clear (OndLevel *self);

/* Makes `next`, which is to be cleared whatever the status: each voxel is the sum of 2 x 2 x 2.
 * scratch: one a thread. OND_OK, OND_CANCELLED or OND_NO_MEMORY. */
OndStatus ond_level_halve (const OndLevel *self, OndLevel *next, OndBlurScratch *scratch,
                           OndCall *call);

/* Blurs what the gaps are interpolated from: gaps[i] is the box of those in block i of the volume.
 * Likewise. */
OndStatus ond_level_blur (OndLevel *self, const OndBlocks *blocks, const OndBox *gaps,
                          OndBlurScratch *scratch, OndCall *call);

/* Where the voxels of a box of the volume lie along x between those of a level. */
typedef struct
{
  const OndLevel *level;
  gint32 n;                /* voxels of the box along x */
  gint32 first, end;       /* the level's voxels */
  gint32 at[OND_BLOCK][2]; /* the two neighbours, counted from `first` */
  float second[OND_BLOCK]; /* the weight of the second one */
} OndBetween;

void ond_between_init (OndBetween *self, const OndLevel *level, const OndBox *box);

/* The blurred m f and m at row (y, z) of the box into `sum` and `weight` of the scratch. */
void ond_between_row (const OndBetween *self, gint32 y, gint32 z, OndBlurScratch *scratch);
