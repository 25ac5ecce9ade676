/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blur goes through a box plane by plane: rows are blurred along x, the rows of a plane along
 * y, and the last 17 planes, which stay in the processor's cache, along z. A sum at a voxel has the
 * same terms in the same order whatever the box, but for terms that are 0. */
#include "invalid-blur.h"

#include <math.h>
#include <string.h>

/* A row of blurred values is a multiple of this many long. */
#define GROUP 16

typedef struct
{
  const OndMasked *masked;
  OndBox box;
  gsize width; /* of a row, rounded up: its sums are followed by its weights */
  float tap[OND_BLUR_TAPS + 1];
  OndBlurScratch *scratch;
} Blur;

/* m f and m of four samples; returns which are valid. */
static inline OndInt4
mask_samples (const OndMasked *self, OndFloat4 samples, float *sum, float *weight)
{
  const OndFloat4 one = { 1, 1, 1, 1 };
  OndInt4 valid = samples - samples == 0;
  OndFloat4 f = samples * self->unit - self->origin;

  *(OndFloat4 *) sum = (OndFloat4) (valid & (OndInt4) f);
  *(OndFloat4 *) weight = (OndFloat4) (valid & (OndInt4) one);
  return valid;
}

static gboolean
row_of_samples (const OndMasked *self, const float *samples, gint32 n, float *sum, float *weight)
{
  OndFloat4 last = { NAN, NAN, NAN, NAN };
  OndInt4 valid = { 0, 0, 0, 0 };
  gint32 i = 0;

  for (; i + 4 <= n; i += 4)
    valid |= mask_samples (self, *(const OndFloat4 *) (samples + i), sum + i, weight + i);
  if (i < n)
    {
      memcpy (&last, samples + i, (gsize) (n - i) * sizeof (float));
      valid |= mask_samples (self, last, sum + i, weight + i);
    }
  return ond_any (valid);
}

gboolean
ond_masked_row (const OndMasked *self, gint32 lo, gint32 hi, gint32 y, gint32 z, float *sum,
                float *weight)
{
  gsize at = ond_blocks_voxel (&self->blocks, lo, y, z), n = (gsize) (hi - lo);
  gboolean any = FALSE;

  if (self->samples != NULL)
    {
      ond_blocks_fetch (&self->blocks, self->samples, at, hi - lo);
      return row_of_samples (self, self->samples + at, hi - lo, sum, weight);
    }
  memcpy (sum, self->sum + at, n * sizeof *sum);
  memcpy (weight, self->weight + at, n * sizeof *weight);
  for (gsize i = 0; i < n; i++)
    any |= weight[i] > 0;
  for (gsize i = n; i % 4 != 0; i++)
    sum[i] = weight[i] = 0;
  return any;
}

/* The rows around the middle one of 17, NULL where they are 0. */
static void
collect_taps (const Blur *self, const float *const rows[OND_BLUR_ROWS], OndTaps *taps)
{
  taps->n = 0;
  for (int i = 0; i <= OND_BLUR_TAPS; i++)
    {
      const float *a = rows[OND_BLUR_TAPS - i], *b = rows[OND_BLUR_TAPS + i];

      if (a == NULL && b == NULL)
        continue;
      /* The middle row is added twice. */
      taps->tap[taps->n] = i == 0 ? self->tap[0] / 2 : self->tap[i];
      taps->a[taps->n] = a ? a : self->scratch->zero;
      taps->b[taps->n] = b ? b : self->scratch->zero;
      taps->n++;
    }
}

/* n, a multiple of GROUP, sums beginning `at`. */
static void
blur_row (const OndTaps *taps, gsize at, gsize n, float *out)
{
  for (gsize i = 0; i < n; i += GROUP)
    {
      OndFloat4 sum[GROUP / 4] = { { 0 } };

      for (int t = 0; t < taps->n; t++)
        {
          const OndFloat4 *a = (const OndFloat4 *) (taps->a[t] + at + i);
          const OndFloat4 *b = (const OndFloat4 *) (taps->b[t] + at + i);
          float tap = taps->tap[t];

          sum[0] += tap * (a[0] + b[0]);
          sum[1] += tap * (a[1] + b[1]);
          sum[2] += tap * (a[2] + b[2]);
          sum[3] += tap * (a[3] + b[3]);
        }
      memcpy (out + i, sum, sizeof sum);
    }
}

/* Blurs row y of plane z along x; FALSE when it is 0. */
static gboolean
blur_x (const Blur *self, gint32 y, gint32 z, const OndTaps *taps, float *out)
{
  OndBlurScratch *scratch = self->scratch;
  const gint32 first = self->box.lo[OND_X] - OND_BLUR_TAPS, lo = MAX (first, 0);
  const gint32 hi = MIN (self->box.hi[OND_X] + OND_BLUR_TAPS, self->masked->blocks.n[OND_X]);

  if (y < 0 || y >= self->masked->blocks.n[OND_Y]
      || !ond_masked_row (self->masked, lo, hi, y, z, scratch->in[0] + (lo - first),
                          scratch->in[1] + (lo - first)))
    return FALSE;
  blur_row (taps, 0, self->width, out);
  blur_row (taps, OND_BLUR_SPAN, self->width, out + self->width);
  return TRUE;
}

/* Blurs plane z along x and y. */
static void
blur_plane (const Blur *self, gint32 z, float (*out)[2 * OND_BLOCK], const float **out_rows)
{
  OndBlurScratch *scratch = self->scratch;
  const OndBox *box = &self->box;
  const gint32 height = box->hi[OND_Y] - box->lo[OND_Y];
  const float *in[OND_BLUR_ROWS];
  OndTaps taps;

  memset (out_rows, 0, OND_BLOCK * sizeof *out_rows);
  if (z < 0 || z >= self->masked->blocks.n[OND_Z])
    return;
  for (int i = 0; i < OND_BLUR_ROWS; i++)
    in[i] = scratch->in[0] + i;
  collect_taps (self, in, &taps);
  for (gint32 i = 0; i < height + 2 * OND_BLUR_TAPS; i++)
    scratch->x_rows[i] = blur_x (self, box->lo[OND_Y] - OND_BLUR_TAPS + i, z, &taps, scratch->x[i])
                             ? scratch->x[i]
                             : NULL;
  for (gint32 i = 0; i < height; i++)
    {
      collect_taps (self, scratch->x_rows + i, &taps);
      if (taps.n == 0)
        continue;
      blur_row (&taps, 0, 2 * self->width, out[i]);
      out_rows[i] = out[i];
    }
}

static void
give_plane (const Blur *self, gint32 z, OndBlurFunc func, gpointer data)
{
  const gint32 first = z - self->box.lo[OND_Z];
  const float *rows[OND_BLUR_ROWS];
  OndTaps taps;

  for (gint32 y = self->box.lo[OND_Y]; y < self->box.hi[OND_Y]; y++)
    {
      for (int i = 0; i < OND_BLUR_ROWS; i++)
        rows[i] = self->scratch->y_rows[(first + i) % OND_BLUR_ROWS][y - self->box.lo[OND_Y]];
      collect_taps (self, rows, &taps);
      func (y, z, &taps, self->width, data);
    }
}

void
ond_blur_box (const OndMasked *masked, const OndBox *box, OndBlurScratch *scratch, OndBlurFunc func,
              gpointer data)
{
  Blur self = { .masked = masked, .box = *box, .scratch = scratch };
  const gint32 depth = box->hi[OND_Z] - box->lo[OND_Z];

  self.width = ((gsize) (box->hi[OND_X] - box->lo[OND_X]) + GROUP - 1) / GROUP * GROUP;
  for (int i = 0; i <= OND_BLUR_TAPS; i++)
    self.tap[i] = (float) exp (-0.5 * i * i / (OND_BLUR_SIGMA * OND_BLUR_SIGMA));
  memset (scratch->in, 0, sizeof scratch->in);
  memset (scratch->zero, 0, sizeof scratch->zero);
  for (gint32 i = 0; i < depth + 2 * OND_BLUR_TAPS; i++)
    {
      int slot = i % OND_BLUR_ROWS;

      blur_plane (&self, box->lo[OND_Z] - OND_BLUR_TAPS + i, scratch->y[slot],
                  scratch->y_rows[slot]);
      if (i >= 2 * OND_BLUR_TAPS)
        give_plane (&self, box->lo[OND_Z] + i - 2 * OND_BLUR_TAPS, func, data);
    }
}
