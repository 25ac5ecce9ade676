/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "invalid-level.h"

#include "parallel.h"

#include <math.h>
#include <string.h>

void
ond_level_clear (OndLevel *self)
{
  g_free (self->sum);
  g_free (self->weight);
  g_free (self->wanted);
  g_free (self->blurred_sum);
  g_free (self->blurred_weight);
  *self = (OndLevel){ 0 };
}

static gsize
level_n_voxels (const OndLevel *level)
{
  const gint32 *n = level->masked.blocks.n;

  return (gsize) n[OND_X] * (gsize) n[OND_Y] * (gsize) n[OND_Z];
}

/* Two arrays of the level's size. */
static gboolean
level_alloc (const OndLevel *level, float **sum, float **weight)
{
  *sum = g_try_malloc_n (level_n_voxels (level), sizeof (float));
  *weight = g_try_malloc_n (level_n_voxels (level), sizeof (float));
  return *sum != NULL && *weight != NULL;
}

typedef struct
{
  const OndLevel *from;
  OndLevel *to;
  OndBlurScratch *scratch;
} Halve;

/* A row of the next level from up to four of this one. */
static void
halve_rows (const Halve *self, const OndBox *box, const gint32 to[OND_N_AXES],
            OndBlurScratch *scratch)
{
  const gint32 n = box->hi[OND_X] - box->lo[OND_X];
  gsize at = ond_blocks_voxel (&self->to->masked.blocks, to[OND_X], to[OND_Y], to[OND_Z]);
  float *sum = self->to->sum + at, *weight = self->to->weight + at;

  memset (sum, 0, (gsize) (n + 1) / 2 * sizeof *sum);
  memset (weight, 0, (gsize) (n + 1) / 2 * sizeof *weight);
  for (gint32 z = 2 * to[OND_Z]; z < MIN (2 * to[OND_Z] + 2, box->hi[OND_Z]); z++)
    for (gint32 y = 2 * to[OND_Y]; y < MIN (2 * to[OND_Y] + 2, box->hi[OND_Y]); y++)
      {
        if (!ond_masked_row (&self->from->masked, box->lo[OND_X], box->hi[OND_X], y, z,
                             scratch->sum, scratch->weight))
          continue;
        scratch->sum[n] = scratch->weight[n] = 0;
        for (gint32 i = 0; i < n; i += 2)
          {
            sum[i / 2] += scratch->sum[i] + scratch->sum[i + 1];
            weight[i / 2] += scratch->weight[i] + scratch->weight[i + 1];
          }
      }
}

/* A block becomes a half of each edge of the next level, each voxel the sum of 2 x 2 x 2. */
static void
halve_block (gsize item, int worker, gpointer data)
{
  const Halve *self = data;
  OndBox box = ond_blocks_get (&self->from->masked.blocks, item);

  for (gint32 z = box.lo[OND_Z] / 2; 2 * z < box.hi[OND_Z]; z++)
    for (gint32 y = box.lo[OND_Y] / 2; 2 * y < box.hi[OND_Y]; y++)
      halve_rows (self, &box, (gint32[]){ box.lo[OND_X] / 2, y, z }, &self->scratch[worker]);
}

OndStatus
ond_level_halve (const OndLevel *self, OndLevel *next, OndBlurScratch *scratch, OndCall *call)
{
  Halve halve = { self, next, scratch };
  gint32 n[OND_N_AXES];

  for (int axis = 0; axis < OND_N_AXES; axis++)
    n[axis] = (self->masked.blocks.n[axis] + 1) / 2;
  next->halvings = self->halvings + 1;
  ond_blocks_init (&next->masked.blocks, n);
  if (!level_alloc (next, &next->sum, &next->weight))
    return OND_NO_MEMORY;
  next->masked.sum = next->sum;
  next->masked.weight = next->weight;
  return ond_parallel_for (self->masked.blocks.n_blocks, call, halve_block, &halve) ? OND_OK
                                                                                    : OND_CANCELLED;
}

/* The two neighbours of a voxel of the volume along one axis of the level, and the weight of the
 * second. */
static void
neighbours (const OndLevel *self, int axis, gint32 i, gint32 at[2], float *second)
{
  const gint32 n = self->masked.blocks.n[axis];
  double x = (i + 0.5) / (double) (1 << self->halvings) - 0.5;

  at[0] = CLAMP ((gint32) floor (x), 0, n - 1);
  at[1] = MIN (at[0] + 1, n - 1);
  *second = (float) CLAMP (x - at[0], 0, 1);
}

/* The box of the level that the gaps of a block are interpolated from. */
static OndBox
level_box (const OndLevel *self, const OndBox *gaps)
{
  OndBox box;

  for (int axis = 0; axis < OND_N_AXES; axis++)
    {
      gint32 first[2], last[2];
      float second;

      neighbours (self, axis, gaps->lo[axis], first, &second);
      neighbours (self, axis, gaps->hi[axis] - 1, last, &second);
      box.lo[axis] = first[0];
      box.hi[axis] = last[1] + 1;
    }
  return box;
}

/* Adds a box to what is wanted of each block of the level that it touches: at most two along an
 * axis, since a block of the volume is half a block of the level or less. */
static void
want_box (OndLevel *level, const OndBox *box)
{
  const OndBlocks *blocks = &level->masked.blocks;
  gint32 at[OND_N_AXES];

  for (at[2] = box->lo[2] / OND_BLOCK; at[2] * OND_BLOCK < box->hi[2]; at[2]++)
    for (at[1] = box->lo[1] / OND_BLOCK; at[1] * OND_BLOCK < box->hi[1]; at[1]++)
      for (at[0] = box->lo[0] / OND_BLOCK; at[0] * OND_BLOCK < box->hi[0]; at[0]++)
        {
          gsize index =
              ((gsize) at[2] * (gsize) blocks->count[1] + (gsize) at[1]) * (gsize) blocks->count[0]
              + (gsize) at[0];
          OndBox part = ond_blocks_get (blocks, index);

          for (int axis = 0; axis < OND_N_AXES; axis++)
            {
              part.lo[axis] = MAX (part.lo[axis], box->lo[axis]);
              part.hi[axis] = MIN (part.hi[axis], box->hi[axis]);
            }
          ond_box_add (&level->wanted[index], &part);
        }
}

static gboolean
want_gaps (OndLevel *self, const OndBlocks *blocks, const OndBox *gaps)
{
  self->wanted = g_try_new (OndBox, self->masked.blocks.n_blocks);
  if (self->wanted == NULL)
    return FALSE;
  for (gsize i = 0; i < self->masked.blocks.n_blocks; i++)
    self->wanted[i] = ond_box_empty ();
  for (gsize i = 0; i < blocks->n_blocks; i++)
    if (!ond_box_is_empty (&gaps[i]))
      {
        OndBox box = level_box (self, &gaps[i]);

        want_box (self, &box);
      }
  return TRUE;
}

typedef struct
{
  OndLevel *level;
  OndBlurScratch *scratch;
} Blur;

/* A box that is blurred, and where it goes to. */
typedef struct
{
  OndLevel *level;
  OndBox box;
} Kept;

static void
keep_row (gint32 y, gint32 z, const OndTaps *taps, gsize weights, gpointer data)
{
  const Kept *kept = data;
  const OndLevel *level = kept->level;
  const gint32 lo = kept->box.lo[OND_X], n = kept->box.hi[OND_X] - lo;
  gsize at = ond_blocks_voxel (&level->masked.blocks, lo, y, z);

  for (gint32 i = 0; i < n; i += 4)
    {
      OndFloat4 sum = ond_taps_sum (taps, (gsize) i);
      OndFloat4 weight = ond_taps_sum (taps, weights + (gsize) i);
      gsize some = (gsize) MIN (4, n - i);

      memcpy (level->blurred_sum + at + i, &sum, some * sizeof (float));
      memcpy (level->blurred_weight + at + i, &weight, some * sizeof (float));
    }
}

static void
blur_wanted (gsize item, int worker, gpointer data)
{
  const Blur *self = data;
  Kept kept = { self->level, self->level->wanted[item] };

  if (!ond_box_is_empty (&kept.box))
    ond_blur_box (&self->level->masked, &kept.box, &self->scratch[worker], keep_row, &kept);
}

OndStatus
ond_level_blur (OndLevel *self, const OndBlocks *blocks, const OndBox *gaps,
                OndBlurScratch *scratch, OndCall *call)
{
  Blur blur = { self, scratch };

  if (!want_gaps (self, blocks, gaps)
      || !level_alloc (self, &self->blurred_sum, &self->blurred_weight))
    return OND_NO_MEMORY;
  return ond_parallel_for (self->masked.blocks.n_blocks, call, blur_wanted, &blur) ? OND_OK
                                                                                   : OND_CANCELLED;
}

void
ond_between_init (OndBetween *self, const OndLevel *level, const OndBox *box)
{
  OndBox from = level_box (level, box);

  self->level = level;
  self->n = box->hi[OND_X] - box->lo[OND_X];
  self->first = from.lo[OND_X];
  self->end = from.hi[OND_X];
  for (gint32 i = 0; i < self->n; i++)
    {
      neighbours (level, OND_X, box->lo[OND_X] + i, self->at[i], &self->second[i]);
      self->at[i][0] -= self->first;
      self->at[i][1] -= self->first;
    }
}

static void
mix_rows (const float *values, const gsize at[4], const float share[4], gint32 n, float *out)
{
  const float *a = values + at[0], *b = values + at[1], *c = values + at[2], *d = values + at[3];

  for (gint32 i = 0; i < n; i++)
    out[i] = share[0] * a[i] + share[1] * b[i] + share[2] * c[i] + share[3] * d[i];
}

/* The level's row at (y, z) of the volume, between its four neighbours. */
static void
level_row (const OndBetween *self, gint32 y, gint32 z, float *sum, float *weight)
{
  const OndLevel *level = self->level;
  const gint32 n = self->end - self->first;
  gint32 near_y[2], near_z[2];
  float second_y, second_z, share[4];
  gsize at[4];

  neighbours (level, OND_Y, y, near_y, &second_y);
  neighbours (level, OND_Z, z, near_z, &second_z);
  for (int corner = 0; corner < 4; corner++)
    {
      int j = corner & 1, k = corner >> 1;

      share[corner] = (j ? second_y : 1 - second_y) * (k ? second_z : 1 - second_z);
      at[corner] = ond_blocks_voxel (&level->masked.blocks, self->first, near_y[j], near_z[k]);
    }
  mix_rows (level->blurred_sum, at, share, n, sum);
  mix_rows (level->blurred_weight, at, share, n, weight);
}

void
ond_between_row (const OndBetween *self, gint32 y, gint32 z, OndBlurScratch *scratch)
{
  float *sum = scratch->in[0], *weight = scratch->in[1];

  level_row (self, y, z, sum, weight);
  for (gint32 i = 0; i < self->n; i++)
    {
      gint32 a = self->at[i][0], b = self->at[i][1];
      float s = self->second[i];

      scratch->sum[i] = (1 - s) * sum[a] + s * sum[b];
      scratch->weight[i] = (1 - s) * weight[a] + s * weight[b];
    }
}
