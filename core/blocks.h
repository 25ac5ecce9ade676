/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grid cut into blocks of at most OND_BLOCK voxels along each axis, the items of a loop that is
 * shared out among threads, and boxes within them. */
#pragma once

#include "geometry.h"

#include <glib.h>

#define OND_BLOCK 64

/* The voxels lo <= i < hi; empty unless lo < hi along every axis. */
typedef struct
{
  gint32 lo[OND_N_AXES], hi[OND_N_AXES];
} OndBox;

static inline OndBox
ond_box_empty (void)
{
  return (OndBox){ { G_MAXINT32, G_MAXINT32, G_MAXINT32 }, { 0, 0, 0 } };
}

static inline gboolean
ond_box_is_empty (const OndBox *self)
{
  return self->lo[OND_X] >= self->hi[OND_X];
}

/* Grows the box until it holds the other, which is not empty. */
static inline void
ond_box_add (OndBox *self, const OndBox *other)
{
  for (int i = 0; i < OND_N_AXES; i++)
    {
      self->lo[i] = MIN (self->lo[i], other->lo[i]);
      self->hi[i] = MAX (self->hi[i], other->hi[i]);
    }
}

typedef struct
{
  gint32 n[OND_N_AXES];     /* voxels */
  gint32 count[OND_N_AXES]; /* blocks along each axis */
  gsize n_blocks;
} OndBlocks;

static inline void
ond_blocks_init (OndBlocks *self, const gint32 n[OND_N_AXES])
{
  self->n_blocks = 1;
  for (int i = 0; i < OND_N_AXES; i++)
    {
      self->n[i] = n[i];
      self->count[i] = (n[i] - 1) / OND_BLOCK + 1;
      self->n_blocks *= (gsize) self->count[i];
    }
}

/* Block `index`, x fastest. */
static inline OndBox
ond_blocks_get (const OndBlocks *self, gsize index)
{
  OndBox box;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      box.lo[i] = (gint32) (index % (gsize) self->count[i]) * OND_BLOCK;
      box.hi[i] = box.lo[i] + MIN (OND_BLOCK, self->n[i] - box.lo[i]);
      index /= (gsize) self->count[i];
    }
  return box;
}

/* Index of voxel (x, y, z) in an array of the grid. */
static inline gsize
ond_blocks_voxel (const OndBlocks *self, gint32 x, gint32 y, gint32 z)
{
  return ((gsize) z * (gsize) self->n[OND_Y] + (gsize) y) * (gsize) self->n[OND_X] + (gsize) x;
}

/* Fetches ahead what a loop along y will read of an array four rows after n voxels beginning with
 * voxel `index`: rows of a block are too short for the processor to notice by itself. Inlined
 * always, since GCC drops calls of a function that only fetches. */
static inline G_ALWAYS_INLINE void
ond_blocks_fetch (const OndBlocks *self, const float *values, gsize index, gint32 n)
{
  gsize first = index + 4 * (gsize) self->n[OND_X];
  gsize end = (gsize) self->n[OND_X] * (gsize) self->n[OND_Y] * (gsize) self->n[OND_Z];

  for (gsize i = first; i < MIN (first + (gsize) n + 16, end); i += 16)
    __builtin_prefetch (values + i);
}
