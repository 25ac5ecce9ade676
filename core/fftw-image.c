/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open image of the CPU backend: its layout in memory and the forward transform. */
#include "fftw-private.h"

#include <stdlib.h>
#include <string.h>

/* What a panel of the first pass may hold: it should stay in a processor's second cache. */
#define PANEL_BYTES (256u << 10)

/* Responses larger than this go past the caches on their way from the panels to the planes. */
#define STREAM_BYTES (16u << 20)

/* Planes larger than this are shared out in parts: all processors then have something to do, and a
 * call that is cancelled ends soon. */
#define SPLIT_BYTES (4u << 20)

/* An odd number of units keeps the rows of a plane from meeting in the same lines of the cache; it
 * is had for less than 5 % of the memory or not at all. */
#define UNITS_WORTH_ONE_MORE 20

gsize
ond_row_units (gint32 n)
{
  gsize units = ((gsize) n / 2 + OND_LANES) / OND_LANES;

  return units >= UNITS_WORTH_ONE_MORE && units % 2 == 0 ? units + 1 : units;
}

void
ond_layout_init (OndLayout *layout, const OndDomain *domain)
{
  static const int axes[2][OND_N_AXES] = { { OND_X, OND_Z, OND_Y }, { OND_X, OND_Y, OND_Z } };
  gsize column;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      int axis = axes[domain->rank == 3][i];

      layout->axis[i] = axis;
      layout->size[i] = domain->size[axis];
      layout->crop[i] = domain->crop[axis];
      layout->edge[i] = domain->edge[axis];
      layout->dk[i] = 2 * OND_PI / (domain->size[axis] * domain->edge[axis]);
    }
  layout->bins = layout->size[INNER] / 2 + 1;
  layout->units = (gint32) ond_row_units (layout->size[INNER]);
  column = (gsize) layout->size[OUTER] * sizeof (OndBins);
  layout->block = (gint32) CLAMP (PANEL_BYTES / column, 2, (gsize) layout->units);
  layout->n_blocks = (layout->units + layout->block - 1) / layout->block;
  layout->block = (layout->units + layout->n_blocks - 1) / layout->n_blocks;
  layout->stream = ond_layout_scratch_size (layout) > STREAM_BYTES;
  layout->split =
      (gsize) layout->size[MIDDLE] * (gsize) layout->units * sizeof (OndBins) > SPLIT_BYTES;
}

gsize
ond_layout_spectrum_size (const OndLayout *layout)
{
  return (gsize) layout->size[OUTER] * (gsize) layout->size[MIDDLE] * (gsize) layout->units
         * sizeof (OndBins);
}

gsize
ond_layout_scratch_size (const OndLayout *layout)
{
  return (gsize) layout->crop[OUTER] * (gsize) layout->size[MIDDLE] * (gsize) layout->units
         * sizeof (OndBins);
}

OndStatus
ond_fftw_fail (OndCall *call, OndStatus status, const char *why)
{
  g_strlcpy (call->why, why, sizeof call->why);
  return status;
}

typedef struct
{
  OndImage *image;
  fftwf_plan row;
  const float *padded;
  float **rows;         /* one a worker, float[inner] */
  OndComplex **bins;    /* one a worker, a row of bins */
  OndComplex **columns; /* one a worker, [longest][8] */
} Forward;

/* A forward transform is a backward one of numbers with their parts exchanged, and its result is
 * exchanged too. The spectrum holds OndComplex with exchanged parts until the last axis is done. */
static void
forward_row (const Forward *forward, int worker, const float *samples, OndComplex *to)
{
  const OndLayout *layout = &forward->image->layout;
  float *row = forward->rows[worker];
  OndComplex *bins = forward->bins[worker];

  /* By way of a row of our own: rows of odd length are not aligned as the plan wants them. */
  memcpy (row, samples, (gsize) layout->size[INNER] * sizeof *row);
  fftwf_execute_dft_r2c (forward->row, row, (fftwf_complex *) bins);
  for (gint32 i = 0; i < layout->bins; i++)
    to[i] = (OndComplex){ bins[i].im, bins[i].re };
  memset (to + layout->bins, 0, (gsize) (layout->units * OND_LANES - layout->bins) * sizeof *to);
}

/* Rows first ... end-1, counted over all planes. */
static void
forward_rows (const Forward *forward, int worker, gsize first, gsize end)
{
  const OndLayout *layout = &forward->image->layout;
  const gsize n = (gsize) layout->size[INNER], stride = (gsize) layout->units * OND_LANES;

  for (gsize r = first; r < end; r++)
    forward_row (forward, worker, forward->padded + r * n,
                 (OndComplex *) (gpointer) forward->image->spectrum + r * stride);
}

/* The middle axis of some units of one plane. */
static void
forward_middle (const Forward *forward, int worker, gsize k, OndUnits units)
{
  OndImage *image = forward->image;
  const OndLayout *layout = &image->layout;
  const gsize n_rows = (gsize) layout->size[MIDDLE], stride = (gsize) layout->units * OND_LANES;

  ond_columns_backward (image->plans.columns[MIDDLE],
                        (OndComplex *) (gpointer) image->spectrum + k * n_rows * stride, stride,
                        n_rows, units, forward->columns[worker]);
}

static void
forward_plane (gsize item, int worker, gpointer data)
{
  Forward *forward = data;
  const OndLayout *layout = &forward->image->layout;
  const gsize n_rows = (gsize) layout->size[MIDDLE];

  forward_rows (forward, worker, item * n_rows, (item + 1) * n_rows);
  forward_middle (forward, worker, item, (OndUnits){ 0, layout->units });
}

/* The same in parts. */
static void
forward_some_rows (gsize item, int worker, gpointer data)
{
  Forward *forward = data;
  const OndLayout *layout = &forward->image->layout;
  const gsize n = (gsize) layout->size[OUTER] * (gsize) layout->size[MIDDLE];

  forward_rows (forward, worker, item * OND_SPLIT_ROWS, MIN ((item + 1) * OND_SPLIT_ROWS, n));
}

static void
forward_unit (gsize item, int worker, gpointer data)
{
  Forward *forward = data;
  const gsize units = (gsize) forward->image->layout.units;
  const gint32 unit = (gint32) (item % units);

  forward_middle (forward, worker, item / units, (OndUnits){ unit, unit + 1 });
}

static gboolean
forward_planes (Forward *forward, OndCall *call)
{
  const OndLayout *layout = &forward->image->layout;
  const gsize n = (gsize) layout->size[OUTER], n_rows = n * (gsize) layout->size[MIDDLE];

  if (!layout->split)
    return ond_parallel_for (n, call, forward_plane, forward);
  return ond_parallel_for ((n_rows + OND_SPLIT_ROWS - 1) / OND_SPLIT_ROWS, call, forward_some_rows,
                           forward)
         && ond_parallel_for (n * (gsize) layout->units, call, forward_unit, forward);
}

/* The outer axis of one unit of one row position. */
static void
forward_column (gsize item, int worker, gpointer data)
{
  Forward *forward = data;
  OndImage *image = forward->image;
  const OndLayout *layout = &image->layout;
  const gsize step = (gsize) layout->size[MIDDLE] * (gsize) layout->units,
              n = (gsize) layout->size[OUTER];
  OndComplex *column = forward->columns[worker];

  for (gsize k = 0; k < n; k++)
    memcpy (column + k * OND_LANES, image->spectrum + k * step + item, sizeof (OndBins));
  if (n > 1)
    fftwf_execute_dft (image->plans.columns[OUTER], (fftwf_complex *) column,
                       (fftwf_complex *) column);
  for (gsize k = 0; k < n; k++)
    image->kernels->split_swapped (image->spectrum + k * step + item, column + k * OND_LANES, 1);
}

static OndStatus
transform (Forward *forward, OndCall *call)
{
  OndImage *image = forward->image;
  const OndLayout *layout = &image->layout;
  const gsize longest = (gsize) MAX (layout->size[MIDDLE], layout->size[OUTER]),
              n_columns = (gsize) layout->size[MIDDLE] * (gsize) layout->units;
  OndStatus status = ond_plan_forward_row (layout->size[INNER], &forward->row, call);

  if (status != OND_OK)
    return status;
  for (int i = 0; i < call->threads; i++)
    {
      forward->rows[i] = ond_aligned_alloc ((gsize) layout->size[INNER], sizeof (float));
      forward->bins[i] = ond_aligned_alloc ((gsize) layout->bins, sizeof (OndComplex));
      forward->columns[i] = ond_aligned_alloc (longest * OND_LANES, sizeof (OndComplex));
      if (!forward->rows[i] || !forward->bins[i] || !forward->columns[i])
        return ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the buffers of the transform");
    }
  if (!forward_planes (forward, call)
      || !ond_parallel_for (n_columns, call, forward_column, forward))
    return OND_CANCELLED;
  image->spectrum[0].re[0] = (float) image->domain.dc;
  image->spectrum[0].im[0] = 0;
  return OND_OK;
}

static OndStatus
image_transform (OndImage *image, const float *padded, OndCall *call)
{
  g_autofree float **rows = g_new0 (float *, call->threads);
  g_autofree OndComplex **bins = g_new0 (OndComplex *, call->threads);
  g_autofree OndComplex **columns = g_new0 (OndComplex *, call->threads);
  Forward forward = {
    .image = image, .padded = padded, .rows = rows, .bins = bins, .columns = columns
  };
  OndStatus status = transform (&forward, call);

  for (int i = 0; i < call->threads; i++)
    {
      free (rows[i]);
      free (bins[i]);
      free (columns[i]);
    }
  return status;
}

/* Wavenumbers and twiddle factors; FALSE when there is no memory. */
static gboolean
make_tables (OndImage *image)
{
  const OndLayout *layout = &image->layout;

  for (int i = MIDDLE; i <= OUTER; i++)
    {
      image->k[i] = ond_aligned_alloc ((gsize) layout->size[i], sizeof (double));
      for (gint32 j = 0; image->k[i] != NULL && j < layout->size[i]; j++)
        image->k[i][j] = layout->dk[i] * ond_signed_index (j, layout->size[i]);
    }
  for (int i = INNER; i <= MIDDLE; i++)
    {
      const gint32 n = layout->size[i];

      image->twiddle[i] = ond_aligned_alloc ((gsize) n / 2, sizeof (OndComplex));
      for (gint32 k = 0; image->twiddle[i] != NULL && k < n / 2; k++)
        image->twiddle[i][k] =
            (OndComplex){ (float) -sin (2 * OND_PI * k / n), (float) cos (2 * OND_PI * k / n) };
    }
  return image->k[MIDDLE] && image->k[OUTER] && image->twiddle[INNER] && image->twiddle[MIDDLE];
}

OndStatus
ond_fftw_open (const OndDomain *domain, const float *padded, const uint8_t *invalid,
               OndImage **image, OndCall *call)
{
  OndImage *self = g_new0 (OndImage, 1);
  OndStatus status = OND_OK;

  self->domain = *domain;
  self->kernels = ond_kernels_get ();
  self->invalid = invalid;
  ond_scratch_ref ();
  ond_layout_init (&self->layout, domain);
  self->spectrum = ond_aligned_alloc (1, ond_layout_spectrum_size (&self->layout));
  if (self->spectrum == NULL || !make_tables (self))
    status = ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the spectrum");
  else
    status = ond_plans_find (&self->plans, &self->layout, call);
  if (status == OND_OK)
    status = image_transform (self, padded, call);
  if (status == OND_OK)
    *image = self;
  else
    ond_fftw_close (self);
  return status;
}

void
ond_fftw_close (OndImage *image)
{
  free (image->spectrum);
  for (int i = 0; i < OND_N_AXES; i++)
    free (image->k[i]);
  for (int i = INNER; i <= MIDDLE; i++)
    free (image->twiddle[i]);
  ond_scratch_unref ();
  g_free (image);
}
