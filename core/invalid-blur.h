/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian of a masked image, a box at a time: what lies outside the mask and outside the grid
 * counts as 0. For invalid-level.c and invalid-local.c. */
#pragma once

#include "blocks.h"

#define OND_BLUR_SIGMA 2.0
#define OND_BLUR_TAPS 8 /* voxels on either side: 4 sigma */
#define OND_BLUR_ROWS (2 * OND_BLUR_TAPS + 1)
#define OND_BLUR_SPAN (OND_BLOCK + 2 * OND_BLUR_TAPS)

/* Four floats of any alignment. */
typedef float OndFloat4 __attribute__ ((vector_size (16), aligned (4), may_alias));
typedef gint32 OndInt4 __attribute__ ((vector_size (16), may_alias));

/* Is any of four comparisons true? */
static inline gboolean
ond_any (OndInt4 truths)
{
  typedef gint64 Int2 __attribute__ ((vector_size (16), may_alias));
  Int2 halves = (Int2) truths;

  return (halves[0] | halves[1]) != 0;
}

/* The product m f and the mask m on a grid. At the finest level they follow from the samples:
 * m is 1 where a sample is finite and f = sample * unit - origin. Coarser levels keep both. */
typedef struct
{
  OndBlocks blocks;
  const float *samples; /* float[nz][ny][nx], or NULL */
  float unit, origin;
  const float *sum, *weight; /* m f and m, float[nz][ny][nx], unless there are samples */
} OndMasked;

/* m f and m of the voxels lo ... hi-1 of a row, and zeros up to a multiple of four. FALSE when all
 * are 0. */
gboolean ond_masked_row (const OndMasked *self, gint32 lo, gint32 hi, gint32 y, gint32 z,
                         float *sum, float *weight);

/* Rows to be added: sum over i of tap[i] (a[i] + b[i]). */
typedef struct
{
  int n; /* 0: the sum is 0 */
  float tap[OND_BLUR_TAPS + 1];
  const float *a[OND_BLUR_TAPS + 1], *b[OND_BLUR_TAPS + 1];
} OndTaps;

static inline OndFloat4
ond_taps_sum (const OndTaps *self, gsize at)
{
  OndFloat4 sum = { 0, 0, 0, 0 };

  for (int i = 0; i < self->n; i++)
    sum += self->tap[i]
           * (*(const OndFloat4 *) (self->a[i] + at) + *(const OndFloat4 *) (self->b[i] + at));
  return sum;
}

/* Memory of one thread: 0.6 MB, what a processor's second cache holds. */
typedef struct
{
  float in[2][OND_BLUR_SPAN];                       /* m f and m of one row */
  float x[OND_BLUR_SPAN][2 * OND_BLOCK];            /* the rows of a plane, blurred along x */
  float y[OND_BLUR_ROWS][OND_BLOCK][2 * OND_BLOCK]; /* planes, blurred along x and y */
  const float *x_rows[OND_BLUR_SPAN];               /* NULL where a row is 0 */
  const float *y_rows[OND_BLUR_ROWS][OND_BLOCK];
  float zero[2 * OND_BLOCK];
  float sum[OND_BLOCK + 4], weight[OND_BLOCK + 4]; /* of one row, for the callers */
} OndBlurScratch;

/* Called for each row of a box. The blurred m f of its voxel i is ond_taps_sum() at i, m that at
 * `weights` + i; both may be read for whole groups of four. */
typedef void (*OndBlurFunc) (gint32 y, gint32 z, const OndTaps *taps, gsize weights, gpointer data);

/* Blurs the box, which is not larger than a block and not empty. */
void ond_blur_box (const OndMasked *masked, const OndBox *box, OndBlurScratch *scratch,
                   OndBlurFunc func, gpointer data);
