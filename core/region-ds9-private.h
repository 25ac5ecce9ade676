/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What region-ds9.c and region-ds9-number.c share: the numbers of a region and where they lead. */
#pragma once

#include "region.h"
#include "world-sky.h"

#define OND_DS9_MAX_NUMBERS 6 /* that a shape we know has, and one more */

typedef enum
{
  OND_DS9_IMAGE,
  OND_DS9_PHYSICAL,
  OND_DS9_EQUATORIAL,
  OND_DS9_GALACTIC,
  OND_DS9_OTHER /* of which we know no way to voxels */
} OndDs9System;

/* Of the volume that a file is read for. */
typedef struct
{
  OndWorld *world;           /* NULL: none */
  double centre[OND_N_AXES]; /* its middle */
  double scale[OND_N_AXES], offset[OND_N_AXES];
  int longitude, latitude; /* axes of the sky; -1: none */
} OndDs9Target;

void ond_ds9_target_init (OndDs9Target *self, const OndVolume *volume);
void ond_ds9_target_clear (OndDs9Target *self);

/* The region's centre, half lengths and angle from its words: two of a place, then `n_lengths` of
 * 1 or 2 (a radius, or what `whole` says: sides or semi-axes), then the angle where there is one
 * more. region->normal is that of a tag or OND_Z, and becomes that of the sky's slices. FALSE when
 * anything of it is no number, or cannot be in this volume. */
gboolean ond_ds9_place (const OndDs9Target *target, OndDs9System system, const char *const *words,
                        int n_words, int n_lengths, gboolean whole, OndRegion *region);
