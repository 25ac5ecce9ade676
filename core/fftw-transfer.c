/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transfer function of a wavelet along rows of the spectrum: the Nyquist rule, aliases,
 * pruning. Most rows are a single line, which the kernels compute; those with a component at a
 * Nyquist wavenumber, and all of a sampled wavelet, are added up from several. */
#include "fftw-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
ond_transfer_init (OndTransfer *self, const OndImage *image, const OndWavelet *wavelet,
                   double limit)
{
  const OndLayout *layout = &image->layout;
  double n[OND_N_AXES], n_voxels = 1;

  ond_wavelet_direction (wavelet, image->domain.rank, n);
  self->image = image;
  self->wavelet = *wavelet;
  self->limit = limit;
  for (int i = 0; i < OND_N_AXES; i++)
    {
      self->n[i] = n[layout->axis[i]];
      self->aliases[i] = 0;
      if (image->domain.sampling == OND_SAMPLING_SAMPLED && layout->axis[i] < image->domain.rank)
        self->aliases[i] = ond_wavelet_n_aliases (wavelet, self->n, i, layout->edge[i]);
      n_voxels *= layout->size[i];
    }
  self->weight = (float) (ond_wavelet_gain (wavelet, image->domain.rank) / n_voxels);
  self->alpha = ond_wavelet_row (wavelet, self->n, layout->dk[INNER], 0, 0).alpha;
}

gboolean
ond_transfer_rows_alloc (OndTransferRows *self, gint32 capacity)
{
  gsize n = ((gsize) capacity + OND_LANES - 1) / OND_LANES * OND_LANES;
  gint32 *memory = ond_aligned_alloc0 (6 * n, sizeof *memory);

  *self = (OndTransferRows){ 0 };
  if (memory == NULL)
    return FALSE;
  self->rows = (OndRows){ memory,
                          memory + n,
                          memory + 2 * n,
                          (float *) (gpointer) (memory + 3 * n),
                          (float *) (gpointer) (memory + 4 * n),
                          (float *) (gpointer) (memory + 5 * n) };
  return TRUE;
}

void
ond_transfer_rows_free (OndTransferRows *self)
{
  free (self->rows.lo);
}

static gint32
nyquist_bin (const OndLayout *layout)
{
  return ond_is_nyquist (layout->bins - 1, layout->size[INNER]) ? layout->bins - 1 : -1;
}

/* Which row has the index n/2 along the axis that varies; -1. */
static gint32
nyquist_row (const OndTransferRows *self, gint32 n)
{
  const gint32 from_first = n / 2 - self->first, i = from_first / self->step;

  if (!ond_is_nyquist (n / 2, n) || from_first < 0 || from_first % self->step != 0 || i >= self->n)
    return -1;
  return i;
}

void
ond_transfer_rows_set (OndTransferRows *self, const OndTransfer *transfer, int varies,
                       const gint32 first_step_end[3], gint32 fixed)
{
  const gint32 first = first_step_end[0], step = first_step_end[1], end = first_step_end[2];
  const OndImage *image = transfer->image;
  const OndLayout *layout = &image->layout;
  const int other = varies == MIDDLE ? OUTER : MIDDLE;
  const double s = transfer->wavelet.xi * transfer->wavelet.xi - 1,
               A = 1 + s * transfer->n[INNER] * transfer->n[INNER];
  const gint32 last = nyquist_bin (layout);
  const OndRowFamily family = {
    .direction = { transfer->n[varies], transfer->n[other] },
    .fixed = image->k[other][fixed],
    .slope = -s * transfer->n[INNER] / (A * layout->dk[INNER]),
    .stretch = s / A,
    .alpha = transfer->alpha,
    .square = transfer->wavelet.scale * transfer->wavelet.scale,
    .limit = transfer->limit,
    .end = last >= 0 ? last : layout->bins,
    .last = last,
    .weight = transfer->weight,
  };

  self->transfer = transfer;
  self->varies = varies;
  self->first = first;
  self->step = step;
  self->n = (end - first + step - 1) / step;
  self->all_sums =
      image->domain.sampling == OND_SAMPLING_SAMPLED || ond_is_nyquist (fixed, layout->size[other]);
  self->sum = nyquist_row (self, layout->size[varies]);
  self->fixed = fixed;
  if (image->domain.sampling == OND_SAMPLING_CONTINUOUS)
    image->kernels->rows (&family, image->k[varies] + first, step, self->n, &self->rows);
}

/* The indices of a row along the middle and the outer axis. */
static void
row_at (const OndTransferRows *self, gint32 i, gint32 *middle, gint32 *outer)
{
  const gint32 index = self->first + i * self->step;

  *middle = self->varies == MIDDLE ? index : self->fixed;
  *outer = self->varies == MIDDLE ? self->fixed : index;
}

/* One row as it is added up from several: the signs of Nyquist components, or aliases. */
typedef struct
{
  const OndTransfer *transfer;
  float *t;
  gint32 first, end; /* bins asked for */
  OndUnits units;    /* written so far */
} Sum;

/* The units of bins lo ... hi - 1 are going to be added to: zero those that are new. */
static void
sum_widen (Sum *sum, gint32 lo, gint32 hi)
{
  OndUnits *units = &sum->units;

  lo /= OND_LANES;
  hi = (hi + OND_LANES - 1) / OND_LANES;
  if (units->first >= units->end)
    units->first = units->end = lo;
  for (; units->first > lo; units->first--)
    memset (sum->t + (units->first - 1) * OND_LANES, 0, OND_LANES * sizeof *sum->t);
  for (; units->end < hi; units->end++)
    memset (sum->t + units->end * OND_LANES, 0, OND_LANES * sizeof *sum->t);
}

/* Adds one row, shifted by `offset` bins: t[i] += weight psi^(i + offset). */
static void
sum_row (Sum *sum, OndRow row, gint64 offset, float weight)
{
  gint32 lo, hi, whole;
  _Alignas(64) float part[64];

  row.centre -= (double) offset;
  if (!ond_row_span (&row, sum->transfer->limit, sum->first, sum->end, &lo, &hi))
    return;
  sum_widen (sum, lo, hi);
  whole = (gint32) floor (CLAMP (row.centre, -1e9, 1e9));
  for (gint32 at = lo, next; at < hi; at = next)
    {
      OndLine line = { whole, (float) (row.centre - whole), (float) row.alpha, (float) row.beta,
                       weight };
      const gint32 from = at / OND_LANES * OND_LANES;

      next = MIN (from + (gint32) G_N_ELEMENTS (part), hi);
      line.whole -= from;
      sum->transfer->image->kernels->hat (part, at - from, next - from, &line);
      for (gint32 i = at; i < next; i++)
        sum->t[i] += part[i - from];
    }
}

/* The one bin at the Nyquist wavenumber of the inner axis: the mean over both of its signs. */
static void
sum_nyquist (Sum *sum, const OndRow *row, gint32 bin, float weight)
{
  double plus = bin - row->centre, minus = -bin - row->centre, value = 0;
  double k2[] = { row->beta + row->alpha * plus * plus, row->beta + row->alpha * minus * minus };

  for (int i = 0; i < 2; i++)
    value += k2[i] <= sum->transfer->limit ? 0.5 * ond_hat (k2[i]) : 0;
  if (value == 0)
    return;
  sum_widen (sum, bin, bin + 1);
  sum->t[bin] += weight * (float) value;
}

/* Every component at an index n/2 has no sign: psi^ is the mean over both signs of each. */
static void
sum_signs (Sum *sum, double k_middle, double k_outer, const gboolean nyquist[2])
{
  const OndTransfer *transfer = sum->transfer;
  const OndLayout *layout = &transfer->image->layout;
  gint32 last = nyquist_bin (layout), end = sum->end;
  float weight = transfer->weight / (float) ((nyquist[0] + 1) * (nyquist[1] + 1));
  gboolean has_last = last >= sum->first && last < end;

  sum->end = has_last ? last : end;
  for (int i = 0; i <= nyquist[0]; i++)
    for (int j = 0; j <= nyquist[1]; j++)
      {
        OndRow row = ond_wavelet_row (&transfer->wavelet, transfer->n, layout->dk[INNER],
                                      i ? -k_middle : k_middle, j ? -k_outer : k_outer);
        sum_row (sum, row, 0, weight);
        if (has_last)
          sum_nyquist (sum, &row, last, weight);
      }
}

static void
sum_aliases (Sum *sum, double k_middle, double k_outer)
{
  const OndTransfer *transfer = sum->transfer;
  const OndLayout *layout = &transfer->image->layout;
  const gint32 *m = transfer->aliases;
  double period[OND_N_AXES];

  for (int i = 0; i < OND_N_AXES; i++)
    period[i] = layout->dk[i] * layout->size[i];
  for (gint32 k = -m[OUTER]; k <= m[OUTER]; k++)
    for (gint32 j = -m[MIDDLE]; j <= m[MIDDLE]; j++)
      {
        OndRow row = ond_wavelet_row (&transfer->wavelet, transfer->n, layout->dk[INNER],
                                      k_middle + j * period[MIDDLE], k_outer + k * period[OUTER]);

        if (row.beta > transfer->limit)
          continue;
        for (gint32 i = -m[INNER]; i <= m[INNER]; i++)
          sum_row (sum, row, (gint64) i * layout->size[INNER], transfer->weight);
      }
}

static OndUnits
sum_lines (const OndTransferRows *self, gint32 i, OndUnits within, float *t)
{
  const OndImage *image = self->transfer->image;
  const OndLayout *layout = &image->layout;
  Sum sum = { .transfer = self->transfer,
              .t = t,
              .first = within.first * OND_LANES,
              .end = MIN (within.end * OND_LANES, layout->bins) };
  gint32 middle, outer;

  row_at (self, i, &middle, &outer);
  if (image->domain.sampling == OND_SAMPLING_SAMPLED)
    sum_aliases (&sum, image->k[MIDDLE][middle], image->k[OUTER][outer]);
  else
    sum_signs (&sum, image->k[MIDDLE][middle], image->k[OUTER][outer],
               (gboolean[]){ ond_is_nyquist (middle, layout->size[MIDDLE]),
                             ond_is_nyquist (outer, layout->size[OUTER]) });
  return sum.units;
}

OndUnits
ond_transfer_row (const OndTransferRows *self, gint32 i, OndUnits within, float *t)
{
  const OndImage *image = self->transfer->image;
  const gint32 bin = image->layout.bins - 1, unit = bin / OND_LANES;
  const gint32 first = MAX (self->rows.lo[i], within.first * OND_LANES),
               end = MIN (self->rows.hi[i], within.end * OND_LANES);
  Sum sum = { .t = t };

  if (!ond_transfer_is_line (self, i))
    return sum_lines (self, i, within, t);
  if (first < end)
    {
      const OndLine line = ond_transfer_line (self, i);

      sum.units = (OndUnits){ first / OND_LANES, (end + OND_LANES - 1) / OND_LANES };
      image->kernels->hat (t, first, end, &line);
    }
  if (self->rows.last[i] != 0 && unit >= within.first && unit < within.end)
    {
      sum_widen (&sum, bin, bin + 1);
      t[bin] = self->rows.last[i];
    }
  return sum.units;
}
