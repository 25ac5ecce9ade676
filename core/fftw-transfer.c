/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transfer function of a wavelet along rows of the spectrum: the Nyquist rule, aliases,
 * pruning. */
#include "fftw-private.h"

#include <math.h>
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
}

/* One row as it is added up from several: the signs of Nyquist components, or aliases. */
typedef struct
{
  const OndTransfer *transfer;
  float *t;
  gint32 first, end; /* bins asked for */
  gint32 lo, hi;     /* bins written so far, empty when lo >= hi */
} Sum;

static void
sum_widen (Sum *sum, gint32 lo, gint32 hi)
{
  gboolean empty = sum->lo >= sum->hi;

  sum->lo = empty ? lo : MIN (sum->lo, lo);
  sum->hi = empty ? hi : MAX (sum->hi, hi);
}

/* Adds one row, shifted by `offset` bins: t[i] += weight psi^(i + offset). */
static void
sum_row (Sum *sum, OndRow row, gint64 offset, float weight)
{
  gint32 lo, hi;

  row.centre -= (double) offset;
  if (!ond_row_span (&row, sum->transfer->limit, sum->first, sum->end, &lo, &hi))
    return;
  sum->transfer->image->kernels->transfer (sum->t, lo, hi, &row, weight);
  sum_widen (sum, lo, hi);
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
  sum->t[bin] += weight * (float) value;
  sum_widen (sum, bin, bin + 1);
}

/* Every component at an index n/2 has no sign: psi^ is the mean over both signs of each. */
static void
sum_signs (Sum *sum, double k_middle, double k_outer, const gboolean nyquist[2])
{
  const OndTransfer *transfer = sum->transfer;
  const OndLayout *layout = &transfer->image->layout;
  gint32 n = layout->size[INNER],
         last = ond_is_nyquist (layout->bins - 1, n) ? layout->bins - 1 : -1;
  gint32 end = sum->end;
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

        for (gint32 i = -m[INNER]; i <= m[INNER]; i++)
          sum_row (sum, row, (gint64) i * layout->size[INNER], transfer->weight);
      }
}

gboolean
ond_transfer_row (const OndTransfer *self, const gint32 at[2], const gint32 range[2], float *t,
                  gint32 *lo, gint32 *hi)
{
  const OndLayout *layout = &self->image->layout;
  Sum sum = { .transfer = self, .t = t, .first = range[0], .end = MIN (range[1], layout->bins) };
  double k_middle = layout->dk[MIDDLE] * ond_signed_index (at[0], layout->size[MIDDLE]);
  double k_outer = layout->dk[OUTER] * ond_signed_index (at[1], layout->size[OUTER]);

  if (sum.first >= sum.end)
    return FALSE;
  memset (t + range[0], 0, (gsize) (range[1] - range[0]) * sizeof *t);
  if (self->image->domain.sampling == OND_SAMPLING_SAMPLED)
    sum_aliases (&sum, k_middle, k_outer);
  else
    sum_signs (&sum, k_middle, k_outer,
               (gboolean[]){ ond_is_nyquist (at[0], layout->size[MIDDLE]),
                             ond_is_nyquist (at[1], layout->size[OUTER]) });
  *lo = sum.lo;
  *hi = sum.hi;
  return sum.lo < sum.hi;
}
