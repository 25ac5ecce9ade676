/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three slices of a response through one voxel, without a three-dimensional inverse
 * transform: an inverse transform evaluated at one index of an axis is a sum over that axis with
 * its phases. One walk over the spectrum forms all three sums; three two-dimensional inverse
 * transforms follow. */
#include "fftw-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The spectrum is shared out in parts of its planes, each of which has sums of its own for the XY
 * slice, and where these would take too much memory in chunks of its rows, too, each of which has
 * sums for the XZ slice. Their numbers depend on the size alone, and they are summed in order: the
 * result does not depend on the number of threads. */
#define N_ITEMS 16
#define PARTS_BYTES (64u << 20)

/* Rows of a slice that are one item. */
#define ROWS_AN_ITEM 64

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
  OndCall *call;
  OndTransfer transfer;
  const gint32 *at;
  float **out;
  gsize n_parts, n_chunks;
  OndBins *xy;                   /* [n_parts][middle][units] */
  OndUnits *used;                /* [n_parts][middle]: what of it was written */
  OndBins *xz;                   /* [n_chunks][outer][units] */
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
count_parts (const OndLayout *layout)
{
  const gsize plane = (gsize) layout->size[MIDDLE] * (gsize) layout->units * sizeof (OndBins);

  return MIN (CLAMP (PARTS_BYTES / plane, 2, N_ITEMS), (gsize) layout->size[OUTER]);
}

static gsize
count_chunks (const OndLayout *layout)
{
  return MIN (N_ITEMS / count_parts (layout), (gsize) layout->size[MIDDLE]);
}

guint64
ond_fftw_slices_bytes (const OndLayout *layout)
{
  const guint64 n_rows = (guint64) layout->size[MIDDLE], n = (guint64) layout->size[OUTER],
                units = (guint64) layout->units;

  return ((count_parts (layout) + 1) * n_rows * units + (count_chunks (layout) + 1) * n * units
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
part_row (Slices *self, gint32 part, gsize chunk, gint32 j, Worker *worker)
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
      slice.xz = self->xz + (chunk * (gsize) layout->size[OUTER] + k) * units;
      self->image->kernels->slices (&slice, self->image->spectrum + row * units,
                                    row_ahead (self, part, j, i + ROWS_AHEAD, rows->n), worker->t,
                                    found.first, found.end);
      self->yz[row] = slice.yz;
    }
}

static void
slices_part (gsize item, int index, gpointer data)
{
  Slices *self = data;
  const gsize part = item / self->n_chunks, chunk = item % self->n_chunks,
              n = (gsize) self->image->layout.size[MIDDLE];

  for (gsize j = chunk * n / self->n_chunks; j < (chunk + 1) * n / self->n_chunks; j++)
    {
      if (ond_call_cancelled (self->call))
        return;
      part_row (self, (gint32) part, chunk, (gint32) j, &self->workers[index]);
    }
}

static void
add_units (OndBins *sum, const OndBins *more, OndUnits units)
{
  for (gint32 u = units.first; u < units.end; u++)
    for (int i = 0; i < OND_LANES; i++)
      {
        sum[u].re[i] += more[u].re[i];
        sum[u].im[i] += more[u].im[i];
      }
}

/* Row j of the XY sums: that of all parts, in order, into the first and then into its plane. */
static void
gather_xy (Slices *self, gsize j)
{
  const OndLayout *layout = &self->image->layout;
  const gsize units = (gsize) layout->units, n_rows = (gsize) layout->size[MIDDLE];
  OndBins *sum = self->xy + j * units;
  OndUnits *range = &self->used[j];

  for (gsize part = 1; part < self->n_parts; part++)
    {
      const OndUnits used = self->used[part * n_rows + j];

      if (used.first >= used.end)
        continue;
      row_widen (sum, range, used);
      add_units (sum, self->xy + (part * n_rows + j) * units, used);
    }
  row_widen (sum, range, (OndUnits){ 0, layout->units });
  self->image->kernels->interleave (self->plane[OND_Z] + j * units * OND_LANES, sum, units);
}

static void
gather_xz (Slices *self, gsize k)
{
  const OndLayout *layout = &self->image->layout;
  const gsize units = (gsize) layout->units, n = (gsize) layout->size[OUTER];
  OndBins *sum = self->xz + k * units;

  for (gsize chunk = 1; chunk < self->n_chunks; chunk++)
    add_units (sum, self->xz + (chunk * n + k) * units, (OndUnits){ 0, layout->units });
  self->image->kernels->interleave (self->plane[OND_Y] + k * units * OND_LANES, sum, units);
}

/* The sum over the half of the inner axis is not Hermitian: of its inverse transform the real part
 * counts, which is the inverse of its Hermitian part. Half of that makes a plane. */
static void
gather_yz (Slices *self, gsize k)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_outer = (gsize) layout->size[OUTER], n = (gsize) layout->size[MIDDLE],
              stride = ond_row_units (layout->size[MIDDLE]) * OND_LANES;
  const OndComplex *row = self->yz + k * n, *mirror = self->yz + (n_outer - k) % n_outer * n;
  OndComplex *to = self->plane[OND_X] + k * stride;

  memset (to, 0, stride * sizeof *to);
  for (gsize j = 0; j <= n / 2; j++)
    {
      const OndComplex a = row[j], b = mirror[(n - j) % n];

      to[j] = (OndComplex){ 0.5f * (a.re + b.re), 0.5f * (a.im - b.im) };
    }
}

/* The plane across an axis has rows along one of the backend's axes and columns along another. */
static int
rows_along (int axis)
{
  return axis == OND_X ? MIDDLE : INNER;
}

static int
columns_along (int axis)
{
  return axis == OND_Z ? MIDDLE : OUTER;
}

static gsize
plane_units (const Slices *self, int axis)
{
  return ond_row_units (self->image->layout.size[rows_along (axis)]);
}

/* Items of a step over all planes that are wanted: n[axis] each. */
static gsize
sum_items (const Slices *self, const gsize n[OND_N_AXES])
{
  gsize sum = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    sum += self->out[i] ? n[i] : 0;
  return sum;
}

/* The axis of an item, which becomes its number among those of that axis. */
static int
axis_of_item (const Slices *self, const gsize n[OND_N_AXES], gsize *item)
{
  for (int i = 0; i < OND_N_AXES; i++)
    {
      if (self->out[i] != NULL && *item < n[i])
        return i;
      *item -= self->out[i] ? n[i] : 0;
    }
  g_assert_not_reached ();
}

static void
count_row_items (const gint32 size[OND_N_AXES], gsize n[OND_N_AXES])
{
  for (int i = 0; i < OND_N_AXES; i++)
    n[i] = ((gsize) size[columns_along (i)] + ROWS_AN_ITEM - 1) / ROWS_AN_ITEM;
}

/* First step: the sums become half spectra, row by row. */
static void
gather_rows (gsize item, int worker, gpointer data)
{
  static void (*const gather[OND_N_AXES]) (Slices *, gsize) = { gather_yz, gather_xz, gather_xy };
  Slices *self = data;
  gsize n[OND_N_AXES], end;
  int axis;

  (void) worker;
  count_row_items (self->image->layout.size, n);
  axis = axis_of_item (self, n, &item);
  end = MIN ((item + 1) * ROWS_AN_ITEM, (gsize) self->image->layout.size[columns_along (axis)]);
  for (gsize row = item * ROWS_AN_ITEM; row < end; row++)
    gather[axis](self, row);
}

/* Second step: the columns of a unit. */
static void
finish_unit (gsize item, int index, gpointer data)
{
  Slices *self = data;
  const OndImage *image = self->image;
  const gsize n[] = { plane_units (self, OND_X), plane_units (self, OND_Y),
                      plane_units (self, OND_Z) };
  const int axis = axis_of_item (self, n, &item), along = columns_along (axis);

  ond_columns_backward (image->plans.columns[along], self->plane[axis], n[axis] * OND_LANES,
                        (gsize) image->layout.size[along],
                        (OndUnits){ (gint32) item, (gint32) item + 1 },
                        self->workers[index].column);
}

/* Third step: rows, into the slice. */
static void
finish_rows (gsize item, int index, gpointer data)
{
  Slices *self = data;
  const OndLayout *layout = &self->image->layout;
  Worker *worker = &self->workers[index];
  gsize n_items[OND_N_AXES], n, end, stride;
  int axis;

  count_row_items (layout->crop, n_items);
  axis = axis_of_item (self, n_items, &item);
  stride = plane_units (self, axis) * OND_LANES;
  n = (gsize) layout->crop[rows_along (axis)];
  end = MIN ((item + 1) * ROWS_AN_ITEM, (gsize) layout->crop[columns_along (axis)]);
  for (gsize r = item * ROWS_AN_ITEM; r < end; r += OND_ROW_GROUP)
    {
      const int n_group = (int) MIN (OND_ROW_GROUP, end - r);
      OndComplex *rows[OND_ROW_GROUP];

      for (int i = 0; i < n_group; i++)
        rows[i] = self->plane[axis] + (r + (gsize) i) * stride;
      ond_rows_backward (self->image, rows_along (axis), rows, n_group, worker->folded,
                         worker->samples);
      for (int i = 0; i < n_group; i++)
        memcpy (self->out[axis] + (r + (gsize) i) * n,
                worker->samples + (gsize) i * (gsize) layout->size[rows_along (axis)],
                n * sizeof (float));
    }
}

static gboolean
slices_run (Slices *self)
{
  const gsize units[] = { plane_units (self, OND_X), plane_units (self, OND_Y),
                          plane_units (self, OND_Z) };
  gsize gathers[OND_N_AXES], rows[OND_N_AXES];

  count_row_items (self->image->layout.size, gathers);
  count_row_items (self->image->layout.crop, rows);
  return ond_parallel_for (self->n_parts * self->n_chunks, self->call, slices_part, self)
         && ond_parallel_for (sum_items (self, gathers), self->call, gather_rows, self)
         && ond_parallel_for (sum_items (self, units), self->call, finish_unit, self)
         && ond_parallel_for (sum_items (self, rows), self->call, finish_rows, self);
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
  self->xz = ond_aligned_alloc0 (self->n_chunks * n * units, sizeof (OndBins));
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
  Slices self = { .image = image,
                  .call = call,
                  .at = at,
                  .out = out,
                  .n_parts = count_parts (&image->layout),
                  .n_chunks = count_chunks (&image->layout),
                  .workers = workers };
  OndStatus status = OND_OK;

  if (image->domain.rank == 2) /* the one slice is the response itself */
    return ond_fftw_volume (image, wavelet, out[OND_Z], NULL, call);
  ond_transfer_init (&self.transfer, image, wavelet, OND_K2_RESPONSE);
  if (!slices_alloc (&self, call->threads))
    status = ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the slices");
  else
    {
      set_phases (&self);
      if (!slices_run (&self))
        status = OND_CANCELLED;
    }
  slices_free (&self, call->threads);
  return status;
}
