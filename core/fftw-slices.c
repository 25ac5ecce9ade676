/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three slices of a response through one voxel, without a three-dimensional inverse
 * transform: an inverse transform evaluated at one index of an axis is a sum over that axis with
 * its phases. One walk over the spectrum forms all three sums; three two-dimensional inverse
 * transforms follow. */
#include "fftw-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Accumulators of the XY slice, one a part of the planes. Their number depends on the size alone,
 * and they are summed in order: the result does not depend on the number of threads. */
#define MOST_PARTS 16
#define PARTS_BYTES (64u << 20)

/* Rows of the XY sums that are one item of their summing up. */
#define GATHERED_ROWS 64

/* The rows that a part walks along lie far apart: they are fetched this many ahead. */
#define ROWS_AHEAD 3

typedef struct
{
  float re, im;
} Phase;

/* What a worker has to itself. */
typedef struct
{
  OndTransferRows rows;
  float *t;
  OndComplex *column, *folded;
  float *samples; /* float[OND_ROW_GROUP][longest row] */
} Worker;

typedef struct
{
  const OndImage *image;
  OndTransfer transfer;
  const gint32 *at;
  float **out;
  gsize n_parts;
  OndBins *xy;                   /* [n_parts][middle][units] */
  OndUnits *used;                /* [n_parts][middle]: what of it was written */
  OndBins *xz;                   /* [outer][units] */
  OndComplex *yz;                /* [outer][middle] */
  OndComplex *plane[OND_N_AXES]; /* by the axis they lie across, a half spectrum each */
  float *x_cos, *x_sin;
  Phase *y_phase, *z_phase;
  Worker *workers;
} Slices;

/* exp (i k x) of bin j: the product modulo n first, an angle of thousands of turns would lose
 * digits. */
static Phase
phase (gint32 j, gint32 n, gint32 at)
{
  double angle = 2 * OND_PI * (double) ((gint64) j * at % n) / n;

  return (Phase){ (float) cos (angle), (float) sin (angle) };
}

static gsize
n_parts (const OndLayout *layout)
{
  const gsize plane = (gsize) layout->size[MIDDLE] * (gsize) layout->units * sizeof (OndBins);

  return MIN (CLAMP (PARTS_BYTES / plane, 2, MOST_PARTS), (gsize) layout->size[OUTER]);
}

guint64
ond_fftw_slices_bytes (const OndLayout *layout)
{
  const guint64 n_rows = (guint64) layout->size[MIDDLE], n = (guint64) layout->size[OUTER],
                units = (guint64) layout->units;

  return ((n_parts (layout) + 1) * n_rows * units + 2 * n * units
          + n * ond_row_units (layout->size[MIDDLE]) + n * n_rows / OND_LANES)
         * sizeof (OndBins);
}

/* Zeroes the units of a row of the XY sums that are written for the first time. */
static void
row_widen (OndBins *row, OndUnits *used, OndUnits more)
{
  if (used->first >= used->end)
    used->first = used->end = more.first;
  for (; used->first > more.first; used->first--)
    memset (row + used->first - 1, 0, sizeof *row);
  for (; used->end < more.end; used->end++)
    memset (row + used->end, 0, sizeof *row);
}

/* Row i of a part's n at middle index j, or of those at the next index where i is beyond them. */
static const OndBins *
row_ahead (const Slices *self, gint32 part, gint32 j, gint32 i, gint32 n)
{
  const OndLayout *layout = &self->image->layout;
  gsize k;

  if (i >= n && j + 1 < layout->size[MIDDLE])
    {
      i -= n;
      j++;
    }
  k = (gsize) part + (gsize) MIN (i, n - 1) * self->n_parts;
  return self->image->spectrum
         + (k * (gsize) layout->size[MIDDLE] + (gsize) j) * (gsize) layout->units;
}

/* The planes of a part are every n_parts-th one: all parts then have about the same to do. Row j of
 * each: the XY sums stay in the first cache. */
static void
part_row (Slices *self, gint32 part, gint32 j, Worker *worker)
{
  const OndLayout *layout = &self->image->layout;
  const gsize units = (gsize) layout->units;
  const gsize slot = (gsize) part * (gsize) layout->size[MIDDLE] + (gsize) j;
  OndTransferRows *rows = &worker->rows;
  OndSliceRow slice = { .y_phase = { self->y_phase[j].re, self->y_phase[j].im },
                        .x_cos = self->x_cos,
                        .x_sin = self->x_sin,
                        .xy = self->xy + slot * units };
  const OndUnits whole = { 0, layout->units };

  ond_transfer_rows_set (rows, &self->transfer, OUTER,
                         (gint32[]){ part, (gint32) self->n_parts, layout->size[OUTER] }, j);
  for (gint32 i = 0; i < rows->n; i++)
    {
      const gsize k = (gsize) part + (gsize) i * self->n_parts,
                  row = k * (gsize) layout->size[MIDDLE] + (gsize) j;
      const OndUnits found = ond_transfer_row (rows, i, whole, worker->t);

      if (found.first >= found.end)
        continue;
      row_widen (slice.xy, &self->used[slot], found);
      slice.z_phase[0] = self->z_phase[k].re;
      slice.z_phase[1] = self->z_phase[k].im;
      slice.xz = self->xz + k * units;
      self->image->kernels->slices (&slice, self->image->spectrum + row * units,
                                    row_ahead (self, part, j, i + ROWS_AHEAD, rows->n), worker->t,
                                    found.first, found.end);
      self->yz[row] = slice.yz;
    }
}

static void
slices_part (gsize part, int index, gpointer data)
{
  Slices *self = data;

  for (gint32 j = 0; j < self->image->layout.size[MIDDLE]; j++)
    part_row (self, (gint32) part, j, &self->workers[index]);
}

/* Sums the parts of one row of the XY sums, in order, into the first and then into its plane. */
static void
gather_xy_row (Slices *self, gsize j)
{
  const OndLayout *layout = &self->image->layout;
  const gsize units = (gsize) layout->units, n_rows = (gsize) layout->size[MIDDLE];
  OndBins *sum = self->xy + j * units;
  OndUnits *range = &self->used[j];

  for (gsize part = 1; part < self->n_parts; part++)
    {
      const OndBins *more = self->xy + (part * n_rows + j) * units;
      const OndUnits used = self->used[part * n_rows + j];

      if (used.first < used.end)
        row_widen (sum, range, used);
      for (gint32 u = used.first; u < used.end; u++)
        for (int i = 0; i < OND_LANES; i++)
          {
            sum[u].re[i] += more[u].re[i];
            sum[u].im[i] += more[u].im[i];
          }
    }
  row_widen (sum, range, (OndUnits){ 0, layout->units });
  self->image->kernels->interleave (self->plane[OND_Z] + j * units * OND_LANES, sum, units);
}

static void
gather_xy (gsize item, int worker, gpointer data)
{
  Slices *self = data;
  const gsize end = MIN ((item + 1) * GATHERED_ROWS, (gsize) self->image->layout.size[MIDDLE]);

  (void) worker;
  for (gsize j = item * GATHERED_ROWS; j < end; j++)
    gather_xy_row (self, j);
}

/* The sum over the half of the inner axis is not Hermitian: of its inverse transform the real part
 * counts, which is the inverse of its Hermitian part. Half of that makes a plane. */
static void
gather_yz (Slices *self)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_outer = (gsize) layout->size[OUTER], n = (gsize) layout->size[MIDDLE],
              stride = ond_row_units (layout->size[MIDDLE]) * OND_LANES;

  for (gsize k = 0; k < n_outer; k++)
    {
      const OndComplex *row = self->yz + k * n, *mirror = self->yz + (n_outer - k) % n_outer * n;
      OndComplex *to = self->plane[OND_X] + k * stride;

      memset (to, 0, stride * sizeof *to);
      for (gsize j = 0; j <= n / 2; j++)
        {
          const OndComplex a = row[j], b = mirror[(n - j) % n];

          to[j] = (OndComplex){ 0.5f * (a.re + b.re), 0.5f * (a.im - b.im) };
        }
    }
}

/* The two-dimensional inverse of the plane across `axis`, which has rows along `inner` and columns
 * along `outer`, into out. */
static void
finish_plane (Slices *self, int axis, int inner, int outer, Worker *worker)
{
  const OndImage *image = self->image;
  const OndLayout *layout = &image->layout;
  const gsize stride = ond_row_units (layout->size[inner]) * OND_LANES,
              n = (gsize) layout->crop[inner], n_rows = (gsize) layout->crop[outer];

  ond_columns_backward (image->plans.columns[outer], self->plane[axis], stride,
                        (gsize) layout->size[outer], (OndUnits){ 0, (gint32) (stride / OND_LANES) },
                        worker->column);
  for (gsize r = 0; r < n_rows; r += OND_ROW_GROUP)
    {
      const int n_group = (int) MIN (OND_ROW_GROUP, n_rows - r);
      OndComplex *rows[OND_ROW_GROUP];

      for (int i = 0; i < n_group; i++)
        rows[i] = self->plane[axis] + (r + (gsize) i) * stride;
      ond_rows_backward (image, inner, rows, n_group, worker->folded, worker->samples);
      for (int i = 0; i < n_group; i++)
        memcpy (self->out[axis] + (r + (gsize) i) * n,
                worker->samples + (gsize) i * (gsize) layout->size[inner], n * sizeof (float));
    }
}

static void
slices_finish (gsize item, int index, gpointer data)
{
  Slices *self = data;
  const OndLayout *layout = &self->image->layout;
  const int axis = (int) item;
  Worker *worker = &self->workers[index];

  if (self->out[axis] == NULL)
    return;
  if (axis == OND_X)
    gather_yz (self);
  else if (axis == OND_Y)
    self->image->kernels->interleave (self->plane[OND_Y], self->xz,
                                      (gsize) layout->size[OUTER] * (gsize) layout->units);
  finish_plane (self, axis, axis == OND_X ? MIDDLE : INNER, axis == OND_Z ? MIDDLE : OUTER, worker);
}

static gboolean
worker_alloc (Worker *self, const OndLayout *layout)
{
  const gsize longest = (gsize) MAX (layout->size[MIDDLE], layout->size[OUTER]),
              row = (gsize) MAX (layout->size[INNER], layout->size[MIDDLE]),
              folded = MAX (ond_row_scratch_size (layout->size[INNER]),
                            ond_row_scratch_size (layout->size[MIDDLE]));

  self->t = ond_aligned_alloc ((gsize) layout->units * OND_LANES, sizeof (float));
  self->column = ond_aligned_alloc (longest * OND_LANES, sizeof (OndComplex));
  self->folded = ond_aligned_alloc0 (folded, sizeof (OndComplex));
  self->samples = ond_aligned_alloc (OND_ROW_GROUP * row, sizeof (float));
  return ond_transfer_rows_alloc (&self->rows, layout->size[OUTER]) && self->t && self->column
         && self->folded && self->samples;
}

static gboolean
slices_alloc (Slices *self, int threads)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_rows = (gsize) layout->size[MIDDLE], n = (gsize) layout->size[OUTER],
              units = (gsize) layout->units, bins = units * OND_LANES;
  gboolean all;

  self->xy = ond_aligned_alloc (self->n_parts * n_rows * units, sizeof (OndBins));
  self->used = ond_aligned_alloc0 (self->n_parts * n_rows, sizeof (OndUnits));
  self->xz = ond_aligned_alloc0 (n * units, sizeof (OndBins));
  self->yz = ond_aligned_alloc0 (n * n_rows, sizeof (OndComplex));
  self->plane[OND_X] =
      ond_aligned_alloc (n * ond_row_units (layout->size[MIDDLE]), sizeof (OndBins));
  self->plane[OND_Y] = ond_aligned_alloc (n * units, sizeof (OndBins));
  self->plane[OND_Z] = ond_aligned_alloc (n_rows * units, sizeof (OndBins));
  self->x_cos = ond_aligned_alloc0 (bins, sizeof (float));
  self->x_sin = ond_aligned_alloc0 (bins, sizeof (float));
  self->y_phase = ond_aligned_alloc (n_rows, sizeof (Phase));
  self->z_phase = ond_aligned_alloc (n, sizeof (Phase));
  all = self->xy && self->used && self->xz && self->yz && self->plane[OND_X] && self->plane[OND_Y]
        && self->plane[OND_Z] && self->x_cos && self->x_sin && self->y_phase && self->z_phase;
  for (int i = 0; i < threads; i++)
    all = worker_alloc (&self->workers[i], layout) && all;
  return all;
}

static void
slices_free (Slices *self, int threads)
{
  free (self->xy);
  free (self->used);
  free (self->xz);
  free (self->yz);
  for (int i = 0; i < OND_N_AXES; i++)
    free (self->plane[i]);
  free (self->x_cos);
  free (self->x_sin);
  free (self->y_phase);
  free (self->z_phase);
  for (int i = 0; i < threads; i++)
    {
      free (self->workers[i].t);
      free (self->workers[i].column);
      free (self->workers[i].folded);
      free (self->workers[i].samples);
      ond_transfer_rows_free (&self->workers[i].rows);
    }
}

/* Along x, bins with a mirror image in the other half of the spectrum count twice. */
static void
set_phases (Slices *self)
{
  const OndLayout *layout = &self->image->layout;

  for (gint32 i = 0; i < layout->bins; i++)
    {
      float weight = i == 0 || ond_is_nyquist (i, layout->size[INNER]) ? 1 : 2;
      Phase p = phase (i, layout->size[INNER], self->at[OND_X]);

      self->x_cos[i] = weight * p.re;
      self->x_sin[i] = weight * p.im;
    }
  for (gint32 j = 0; j < layout->size[MIDDLE]; j++)
    self->y_phase[j] = phase (j, layout->size[MIDDLE], self->at[OND_Y]);
  for (gint32 k = 0; k < layout->size[OUTER]; k++)
    self->z_phase[k] = phase (k, layout->size[OUTER], self->at[OND_Z]);
}

OndStatus
ond_fftw_slices (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
                 float *out[OND_N_AXES], OndCall *call)
{
  g_autofree Worker *workers = g_new0 (Worker, call->threads);
  Slices self = { .image = image, .at = at, .out = out, .workers = workers };
  OndStatus status = OND_OK;

  if (image->domain.rank == 2) /* the one slice is the response itself */
    return ond_fftw_volume (image, wavelet, out[OND_Z], NULL, call);
  self.n_parts = n_parts (&image->layout);
  ond_transfer_init (&self.transfer, image, wavelet, OND_K2_RESPONSE);
  if (!slices_alloc (&self, call->threads))
    status = ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the slices");
  else
    {
      const gsize n_gathers =
          ((gsize) image->layout.size[MIDDLE] + GATHERED_ROWS - 1) / GATHERED_ROWS;

      set_phases (&self);
      if (!ond_parallel_for (self.n_parts, call, slices_part, &self)
          || !ond_parallel_for (out[OND_Z] ? n_gathers : 0, call, gather_xy, &self)
          || !ond_parallel_for (OND_N_AXES, call, slices_finish, &self))
        status = OND_CANCELLED;
    }
  slices_free (&self, call->threads);
  return status;
}
