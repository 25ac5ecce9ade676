/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The local fill is a normalised convolution (Knutsson and Westin 1993): at a gap, the Gaussian
 * mean of the valid neighbours, sum (g m f) / sum (g m) with the mask m. Where no valid voxel is
 * within reach, sigma is doubled; from the second time on the sums are taken on a grid of half the
 * voxels along each axis, which costs an eighth and differs little from a Gaussian of twice the
 * width.
 *
 * All loops go over blocks, and of a block only the box that holds its gaps is blurred. f is the
 * difference to the mean, but for its rounding, so that large offsets keep their digits, in units
 * of a power of two near the largest sample, so that sums neither overflow nor vanish. */
#include "invalid-local.h"

#include "invalid-level.h"
#include "parallel.h"

#include <math.h>

/* A sum of weights below this holds no valid neighbour worth the name. */
#define ENOUGH 1e-4f

typedef struct
{
  double unit; /* a sample is f / unit + origin */
  double origin;
  double min, max;         /* of the valid samples */
  const OndBlocks *blocks; /* of the volume */
  OndBox *gaps;            /* of those still to be filled, a box a block */
  float *out;
  OndLevel level;
  OndBlurScratch *scratch; /* one a thread */
  OndCall *call;
} Filling;

static float
value_of (const Filling *self, float sum, float weight)
{
  double value = self->origin + (double) (sum / weight) / self->unit;

  return (float) CLAMP (value, self->min, self->max);
}

/* Fills what there is a mean for of the n gaps of a row that begins at out, whose place is `row`;
 * notes the others in `left`. */
static void
fill_row (const Filling *self, const float *sum, const float *weight, float *out, gint32 n,
          const gint32 row[OND_N_AXES], OndBox *left)
{
  gint32 first = n, last = -1;

  for (gint32 i = 0; i < n; i++)
    {
      if (!isnan (out[i]))
        continue;
      if (weight[i] > ENOUGH)
        out[i] = value_of (self, sum[i], weight[i]);
      else
        {
          first = MIN (first, i);
          last = i;
        }
    }
  if (last >= 0)
    ond_box_add (left, &(OndBox){ { row[OND_X] + first, row[OND_Y], row[OND_Z] },
                                  { row[OND_X] + last + 1, row[OND_Y] + 1, row[OND_Z] + 1 } });
}

typedef struct
{
  Filling *filling;
  OndBlurScratch *scratch;
  OndBox box, left;
} Block;

static inline gboolean
has_gap (const float *out, gint32 n)
{
  gboolean gap = FALSE;

  if (n == 4)
    return ond_any (*(const OndFloat4 *) out != *(const OndFloat4 *) out);
  for (gint32 i = 0; i < n; i++)
    gap |= isnan (out[i]) != 0;
  return gap;
}

/* A row of the finest level, blurred along x and y: finished for the groups of four with a gap. */
static void
fill_finest_row (gint32 y, gint32 z, const OndTaps *taps, gsize weights, gpointer data)
{
  Block *block = data;
  const gint32 x = block->box.lo[OND_X], n = block->box.hi[OND_X] - x;
  const OndBlocks *blocks = block->filling->blocks;
  gsize at = ond_blocks_voxel (blocks, x, y, z);
  float *out = block->filling->out + at;

  ond_blocks_fetch (blocks, block->filling->out, at, n);
  for (gint32 i = 0; i < n; i += 4)
    {
      const gint32 some = MIN (4, n - i);
      float sum[4], weight[4];

      if (!has_gap (out + i, some))
        continue;
      *(OndFloat4 *) sum = ond_taps_sum (taps, (gsize) i);
      *(OndFloat4 *) weight = ond_taps_sum (taps, weights + (gsize) i);
      fill_row (block->filling, sum, weight, out + i, some, (gint32[]){ x + i, y, z },
                &block->left);
    }
}

static void
fill_finest (gsize item, int worker, gpointer data)
{
  Filling *self = data;
  Block block = { self, &self->scratch[worker], self->gaps[item], ond_box_empty () };

  if (ond_box_is_empty (&block.box))
    return;
  ond_blur_box (&self->level.masked, &block.box, block.scratch, fill_finest_row, &block);
  self->gaps[item] = block.left;
}

/* A row of a block from a coarser level. */
static void
fill_row_between (Block *block, const OndBetween *between, gint32 y, gint32 z)
{
  const Filling *self = block->filling;
  const gint32 x = block->box.lo[OND_X];
  gsize at = ond_blocks_voxel (self->blocks, x, y, z);
  gint32 first = 0;

  ond_blocks_fetch (self->blocks, self->out, at, between->n);
  while (first < between->n && !isnan (self->out[at + (gsize) first]))
    first++;
  if (first == between->n)
    return;
  ond_between_row (between, y, z, block->scratch);
  fill_row (self, block->scratch->sum, block->scratch->weight, self->out + at, between->n,
            (gint32[]){ x, y, z }, &block->left);
}

static void
fill_coarser (gsize item, int worker, gpointer data)
{
  Filling *self = data;
  Block block = { self, &self->scratch[worker], self->gaps[item], ond_box_empty () };
  OndBetween between;

  if (ond_box_is_empty (&block.box))
    return;
  ond_between_init (&between, &self->level, &block.box);
  for (gint32 z = block.box.lo[OND_Z]; z < block.box.hi[OND_Z]; z++)
    for (gint32 y = block.box.lo[OND_Y]; y < block.box.hi[OND_Y]; y++)
      fill_row_between (&block, &between, y, z);
  self->gaps[item] = block.left;
}

static gboolean
is_filled (const Filling *self)
{
  for (gsize i = 0; i < self->blocks->n_blocks; i++)
    if (!ond_box_is_empty (&self->gaps[i]))
      return FALSE;
  return TRUE;
}

/* Replaces the level by the one of half the voxels along each axis. */
static OndStatus
go_coarser (Filling *self)
{
  OndLevel next = { 0 };
  OndStatus status;

  g_clear_pointer (&self->level.blurred_sum, g_free);
  g_clear_pointer (&self->level.blurred_weight, g_free);
  status = ond_level_halve (&self->level, &next, self->scratch, self->call);
  ond_level_clear (&self->level);
  self->level = next;
  return status;
}

static OndStatus
fill (Filling *self)
{
  OndStatus status = OND_OK;

  if (!ond_parallel_for (self->blocks->n_blocks, self->call, fill_finest, self))
    return OND_CANCELLED;
  while (status == OND_OK && !is_filled (self))
    {
      status = go_coarser (self);
      if (status == OND_OK)
        status = ond_level_blur (&self->level, self->blocks, self->gaps, self->scratch, self->call);
      if (status == OND_OK
          && !ond_parallel_for (self->blocks->n_blocks, self->call, fill_coarser, self))
        status = OND_CANCELLED;
    }
  return status;
}

/* A power of two that brings the largest sample near 1 and is a normal float. */
static double
unit_for (double min, double max)
{
  double largest = fmax (fabs (min), fabs (max));

  return largest > 0 ? ldexp (1, -CLAMP (ilogb (largest), -126, 126)) : 1;
}

OndStatus
ond_invalid_fill_local (const OndVolume *volume, const OndBlocks *blocks, OndBox *gaps, float *out,
                        OndCall *call)
{
  const gsize threads = MIN ((gsize) MAX (1, call->threads), blocks->n_blocks);
  const float *samples = ond_volume_get_samples (volume);
  Filling self = { .min = ond_volume_get_min (volume),
                   .max = ond_volume_get_max (volume),
                   .blocks = blocks,
                   .gaps = gaps,
                   .out = out,
                   .scratch = g_try_new (OndBlurScratch, threads),
                   .call = call };
  OndStatus status = OND_NO_MEMORY;

  self.unit = unit_for (self.min, self.max);
  self.level.masked = (OndMasked){ .blocks = *blocks,
                                   .samples = samples,
                                   .unit = (float) self.unit,
                                   .origin = (float) (ond_volume_get_mean (volume) * self.unit) };
  self.origin = self.level.masked.origin / self.unit;
  if (self.scratch != NULL)
    status = fill (&self);
  ond_level_clear (&self.level);
  g_free (self.scratch);
  return status;
}

/* The most is held while the first level after the volume is blurred. */
guint64
ond_invalid_local_bytes (const OndGeometry *geometry)
{
  guint64 n_voxels = 1;

  for (int axis = 0; axis < OND_N_AXES; axis++)
    n_voxels *= (guint64) (geometry->n[axis] + 1) / 2;
  return n_voxels * 4 * sizeof (float);
}
