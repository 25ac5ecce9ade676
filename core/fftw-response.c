/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes that form the whole response: stats, volume and visit.
 *
 * First pass, panels: the spectrum is multiplied while a panel is gathered, column beside column,
 * and the columns are transformed along the outer axis. Second pass, planes: the columns of the
 * middle axis, then the rows of the inner axis, eight at a time, and at once the reduction. What
 * the wavelet does not reach is neither multiplied nor transformed. The response is never stored
 * unless it is asked for: a visitor gets each row while it is in the cache. */
#include "fftw-private.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows that one item of the second pass holds at least: groups should be full for thin volumes and
 * for images of rank 2. */
#define ROWS_AN_ITEM (2 * OND_ROW_GROUP)

/* The rows of a panel lie far apart: they are fetched this many ahead. */
#define ROWS_AHEAD 3

/* What a worker has to itself. */
typedef struct
{
  OndComplex *panel;    /* [block][outer][8] */
  OndTransferRows rows; /* of one panel */
  float *t;             /* a row of the transfer function */
  OndComplex *column;   /* [middle][8] */
  OndComplex *folded;   /* a group of rows */
  float *samples;       /* float[OND_ROW_GROUP][inner] */
} Worker;

typedef struct
{
  OndImage *image;
  OndCall *call;
  OndTransfer transfer;
  OndComplex *scratch; /* [crop outer][middle][stride] */
  OndUnits *used;      /* [middle][n_blocks]: what of this panel is not 0 */
  OndUnits any;        /* what of any panel is not 0 */
  Worker *workers;
  float *out;                /* the response, or NULL */
  const OndVisitor *visitor; /* or NULL */
  int index;                 /* of the wavelet among those of the call */
  OndMoments *partial;       /* one an item of the second pass, or NULL */
  gsize planes_an_item;
  gint32 border[OND_N_AXES];
} Response;

/* Units first ... end-1 of the panel that starts at unit `start` are going to be written: columns
 * that are new are zeroed. */
static void
panel_widen (const Response *self, OndComplex *panel, gint32 start, OndUnits *used, OndUnits row)
{
  const gsize column = (gsize) self->image->layout.size[OUTER] * OND_LANES;

  if (used->first >= used->end)
    used->first = used->end = row.first;
  for (; used->first > row.first; used->first--)
    memset (panel + (gsize) (used->first - 1 - start) * column, 0, column * sizeof *panel);
  for (; used->end < row.end; used->end++)
    memset (panel + (gsize) (used->end - start) * column, 0, column * sizeof *panel);
}

/* Multiplies and gathers the panel of block b of middle index j. */
static OndUnits
panel_gather (const Response *self, Worker *worker, gint32 j, gint32 b)
{
  const OndLayout *layout = &self->image->layout;
  const OndUnits block = { b * layout->block, MIN ((b + 1) * layout->block, layout->units) };
  const gint32 n = layout->size[OUTER];
  const gsize step = (gsize) layout->size[MIDDLE] * (gsize) layout->units,
              column = (gsize) n * OND_LANES;
  const OndBins *from = self->image->spectrum + (gsize) j * (gsize) layout->units;
  OndUnits used = { 0, 0 };

  ond_transfer_rows_set (&worker->rows, &self->transfer, OUTER, (gint32[]){ 0, 1, n }, j);
  for (gint32 k = 0; k < n; k++)
    {
      const OndUnits row = ond_transfer_row (&worker->rows, k, block, worker->t);

      if (worker->rows.all_sums && ond_call_cancelled (self->call))
        break;
      if (row.first >= row.end)
        continue;
      panel_widen (self, worker->panel, block.first, &used, row);
      self->image->kernels->multiply (
          worker->panel + (gsize) (row.first - block.first) * column + (gsize) k * OND_LANES,
          column, from + (gsize) k * step, from + (gsize) MIN (k + ROWS_AHEAD, n - 1) * step,
          worker->t, row.first, row.end);
    }
  return used;
}

static void
response_panel (gsize item, int index, gpointer data)
{
  Response *self = data;
  const OndLayout *layout = &self->image->layout;
  const gsize j = item / (gsize) layout->n_blocks, b = item % (gsize) layout->n_blocks;
  const gsize stride = (gsize) layout->units * OND_LANES, n_rows = (gsize) layout->size[MIDDLE],
              column = (gsize) layout->size[OUTER] * OND_LANES, first = b * (gsize) layout->block;
  Worker *worker = &self->workers[index];
  const OndUnits used = panel_gather (self, worker, (gint32) j, (gint32) b);
  const OndComplex *panel = worker->panel;

  self->used[item] = used;
  if (layout->size[OUTER] > 1)
    for (gsize u = (gsize) used.first; u < (gsize) used.end; u++)
      ond_plan_execute (self->image->plans.columns[OUTER], worker->panel + (u - first) * column);
  if (used.first >= used.end)
    return;
  for (gsize k = 0; k < (gsize) layout->crop[OUTER]; k++)
    self->image->kernels->collect (self->scratch + (k * n_rows + j) * stride
                                       + (gsize) used.first * OND_LANES,
                                   panel + ((gsize) used.first - first) * column + k * OND_LANES,
                                   column, used.end - used.first, self->image->layout.stream);
  self->image->kernels->fence ();
}

/* The units that any panel has used. */
static OndUnits
used_by_any (const Response *self)
{
  const OndLayout *layout = &self->image->layout;
  OndUnits any = { layout->units, 0 };

  for (gsize i = 0; i < (gsize) layout->size[MIDDLE] * (gsize) layout->n_blocks; i++)
    if (self->used[i].first < self->used[i].end)
      {
        any.first = MIN (any.first, self->used[i].first);
        any.end = MAX (any.end, self->used[i].end);
      }
  return any.first < any.end ? any : (OndUnits){ 0, 0 };
}

/* Zeroes what no panel has written to some units of row j of a plane: old numbers are there. */
static void
row_clear (const Response *self, gsize j, OndUnits within, OndComplex *row)
{
  const OndLayout *layout = &self->image->layout;
  gint32 at = within.first;

  for (gsize b = 0; b < (gsize) layout->n_blocks; b++)
    {
      const OndUnits used = self->used[j * (gsize) layout->n_blocks + b];

      if (used.first >= used.end)
        continue;
      for (; at < MIN (used.first, within.end); at++)
        memset (row + at * OND_LANES, 0, OND_LANES * sizeof *row);
      at = MAX (at, used.end);
    }
  for (; at < within.end; at++)
    memset (row + at * OND_LANES, 0, OND_LANES * sizeof *row);
}

/* The middle axis of some units of plane k. */
static void
plane_columns (const Response *self, Worker *worker, gsize k, OndUnits within)
{
  const OndLayout *layout = &self->image->layout;
  const gsize stride = (gsize) layout->units * OND_LANES, n = (gsize) layout->size[MIDDLE];
  const OndUnits wanted = { MAX (within.first, self->any.first), MIN (within.end, self->any.end) };
  OndComplex *plane = self->scratch + k * n * stride;

  for (gsize j = 0; j < n; j++)
    {
      for (gint32 u = wanted.first; u < wanted.end; u++)
        __builtin_prefetch (plane + j * stride + u * OND_LANES, 1);
      row_clear (self, j, within, plane + j * stride);
    }
  ond_columns_backward (self->image->plans.columns[MIDDLE], plane, stride, n, wanted,
                        worker->column);
}

static void
moments_add (OndMoments *to, const OndMoments *more)
{
  if (more->n == 0)
    return;
  if (to->n == 0 || more->max > to->max)
    {
      to->max = more->max;
      to->at_max = more->at_max;
    }
  to->min = to->n == 0 ? more->min : MIN (to->min, more->min);
  to->n += more->n;
  to->sum += more->sum;
  to->sum2 += more->sum2;
}

/* Takes row j of plane k, the first of its voxels at `index` of the volume, into the moments. */
static void
row_reduce (Response *self, const float *row, gsize j, gsize k, OndMoments *moments)
{
  const OndLayout *layout = &self->image->layout;
  const gsize index = (k * (gsize) layout->crop[MIDDLE] + j) * (gsize) layout->crop[INNER];
  const gint32 first = self->border[INNER], n = layout->crop[INNER] - 2 * first;
  const guint8 *invalid = self->image->invalid ? self->image->invalid + index + first : NULL;
  OndRowMoments sums;
  OndMoments found;
  gint32 at = first;

  if (n <= 0 || (gint64) j < self->border[MIDDLE]
      || (gint64) j >= layout->crop[MIDDLE] - self->border[MIDDLE]
      || (gint64) k < self->border[OUTER]
      || (gint64) k >= layout->crop[OUTER] - self->border[OUTER])
    return;
  self->image->kernels->moments (row + first, invalid, n, &sums);
  if (sums.n > 0 && (moments->n == 0 || sums.max > moments->max))
    while (row[at] != sums.max || (invalid != NULL && invalid[at - first]))
      at++;
  found = (OndMoments){ sums.n, sums.sum, sums.sum2, sums.min, sums.max, index + (gsize) at };
  moments_add (moments, &found);
}

/* Rows first ... end-1 of the crop, counted over all of its planes, a group at a time. */
static void
take_rows (Response *self, Worker *worker, gsize first, gsize end, OndMoments *moments)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_rows = (gsize) layout->crop[MIDDLE], n = (gsize) layout->crop[INNER],
              stride = (gsize) layout->units * OND_LANES;

  for (gsize r = first; r < end; r += OND_ROW_GROUP)
    {
      const int n_group = (int) MIN (OND_ROW_GROUP, end - r);
      OndComplex *rows[OND_ROW_GROUP];

      for (gsize i = 0; i < (gsize) n_group; i++)
        rows[i] = self->scratch
                  + ((r + i) / n_rows * (gsize) layout->size[MIDDLE] + (r + i) % n_rows) * stride;
      ond_rows_backward (self->image, INNER, rows, n_group, worker->folded, worker->samples);
      for (gsize i = 0; i < (gsize) n_group; i++)
        {
          const float *row = worker->samples + i * (gsize) layout->size[INNER];

          if (moments != NULL)
            row_reduce (self, row, (r + i) % n_rows, (r + i) / n_rows, moments);
          if (self->out != NULL)
            memcpy (self->out + (r + i) * n, row, n * sizeof *row);
          if (self->visitor != NULL)
            self->visitor->take (self->visitor->data, self->index, (r + i) * n, row, n);
        }
    }
}

/* Whole planes, which stay in the cache between columns and rows. */
static void
response_planes (gsize item, int index, gpointer data)
{
  Response *self = data;
  const OndLayout *layout = &self->image->layout;
  const gsize n_rows = (gsize) layout->crop[MIDDLE], first = item * self->planes_an_item;
  const gsize end = MIN (first + self->planes_an_item, (gsize) layout->crop[OUTER]);

  for (gsize k = first; k < end; k++)
    plane_columns (self, &self->workers[index], k, (OndUnits){ 0, layout->units });
  take_rows (self, &self->workers[index], first * n_rows, end * n_rows,
             self->partial ? &self->partial[item] : NULL);
}

/* Planes too large for that, and perhaps few: the columns of one unit, and then some rows. */
static void
response_unit (gsize item, int index, gpointer data)
{
  Response *self = data;
  const gsize units = (gsize) self->image->layout.units;
  const gint32 unit = (gint32) (item % units);

  plane_columns (self, &self->workers[index], item / units, (OndUnits){ unit, unit + 1 });
}

static void
response_rows (gsize item, int index, gpointer data)
{
  Response *self = data;
  const OndLayout *layout = &self->image->layout;
  const gsize n = (gsize) layout->crop[OUTER] * (gsize) layout->crop[MIDDLE],
              first = item * OND_SPLIT_ROWS;

  take_rows (self, &self->workers[index], first, MIN (first + OND_SPLIT_ROWS, n),
             self->partial ? &self->partial[item] : NULL);
}

/* The second pass. */
static gboolean
run_planes (Response *self, gsize n_items)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_units = (gsize) layout->crop[OUTER] * (gsize) layout->units;

  if (!self->image->layout.split)
    return ond_parallel_for (n_items, self->call, response_planes, self);
  return ond_parallel_for (n_units, self->call, response_unit, self)
         && ond_parallel_for (n_items, self->call, response_rows, self);
}

static void
set_border (Response *self, const OndWavelet *wavelet)
{
  const OndLayout *layout = &self->image->layout;

  for (int i = 0; i < OND_N_AXES; i++)
    self->border[i] =
        self->image->domain.exclude_border && layout->axis[i] < self->image->domain.rank
            ? ond_wavelet_reach (wavelet, self->transfer.n, i, layout->edge[i])
            : 0;
}

/* One response: moments and samples, each unless NULL. */
static OndStatus
response_run (Response *self, const OndWavelet *wavelet, OndMoments *moments)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_panels = (gsize) layout->size[MIDDLE] * (gsize) layout->n_blocks;
  const gsize n_planes = (gsize) layout->crop[OUTER],
              n_rows = n_planes * (gsize) layout->crop[MIDDLE];
  const gsize n_items = self->image->layout.split
                            ? (n_rows + OND_SPLIT_ROWS - 1) / OND_SPLIT_ROWS
                            : (n_planes + self->planes_an_item - 1) / self->planes_an_item;
  g_autofree OndMoments *partial = moments ? g_new0 (OndMoments, n_items) : NULL;

  self->partial = partial;
  ond_transfer_init (&self->transfer, self->image, wavelet, OND_K2_RESPONSE);
  set_border (self, wavelet);
  if (!ond_parallel_for (n_panels, self->call, response_panel, self))
    return OND_CANCELLED;
  self->any = used_by_any (self);
  if (!run_planes (self, n_items))
    return OND_CANCELLED;
  if (moments == NULL)
    return OND_OK;
  *moments = (OndMoments){ 0 };
  for (gsize i = 0; i < n_items; i++)
    moments_add (moments, &partial[i]);
  return OND_OK;
}

/* The same in the lane's memory, which other calls may have between two responses. */
static OndStatus
response_in_turn (Response *self, const OndWavelet *wavelet, OndMoments *moments)
{
  void *memory;
  OndStatus status =
      ond_scratch_lock (self->call, ond_layout_scratch_size (&self->image->layout), &memory);

  if (status != OND_OK)
    return status;
  self->scratch = memory;
  status = response_run (self, wavelet, moments);
  ond_scratch_unlock (self->call);
  return status;
}

static gboolean
worker_alloc (Worker *self, const OndLayout *layout)
{
  const gsize column = (gsize) layout->size[OUTER] * OND_LANES, inner = (gsize) layout->size[INNER];

  self->panel = ond_aligned_alloc ((gsize) layout->block * column, sizeof (OndComplex));
  self->t = ond_aligned_alloc ((gsize) layout->units * OND_LANES, sizeof (float));
  self->column = ond_aligned_alloc ((gsize) layout->size[MIDDLE] * OND_LANES, sizeof (OndComplex));
  self->folded =
      ond_aligned_alloc0 (ond_row_scratch_size (layout->size[INNER]), sizeof (OndComplex));
  self->samples = ond_aligned_alloc (OND_ROW_GROUP * inner, sizeof (float));
  return ond_transfer_rows_alloc (&self->rows, layout->size[OUTER]) && self->panel && self->t
         && self->column && self->folded && self->samples;
}

static void
worker_free (Worker *self)
{
  free (self->panel);
  free (self->t);
  free (self->column);
  free (self->folded);
  free (self->samples);
  ond_transfer_rows_free (&self->rows);
}

/* n responses, which go where `self` says; moments may be NULL. */
static OndStatus
respond (Response *self, const OndWavelet *wavelets, int n, OndMoments *moments)
{
  const OndLayout *layout = &self->image->layout;
  const int threads = self->call->threads;
  g_autofree Worker *workers = g_new0 (Worker, threads);
  g_autofree OndUnits *used =
      g_new0 (OndUnits, (gsize) layout->size[MIDDLE] * (gsize) layout->n_blocks);
  OndStatus status = OND_OK;
  gboolean all = TRUE;

  self->workers = workers;
  self->used = used;
  self->planes_an_item = MAX (1, ROWS_AN_ITEM / (gsize) layout->crop[MIDDLE]);
  for (int i = 0; i < threads && all; i++)
    all = worker_alloc (&workers[i], layout);
  if (!all)
    status = ond_fftw_fail (self->call, OND_NO_MEMORY, "no memory for the response");
  for (self->index = 0; self->index < n && status == OND_OK; self->index++)
    status =
        response_in_turn (self, &wavelets[self->index], moments ? &moments[self->index] : NULL);
  for (int i = 0; i < threads; i++)
    worker_free (&workers[i]);
  return status;
}

OndStatus
ond_fftw_stats (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                OndCall *call)
{
  Response self = { .image = image, .call = call };

  return respond (&self, wavelets, n, moments);
}

OndStatus
ond_fftw_volume (OndImage *image, const OndWavelet *wavelet, float *out, OndMoments *moments,
                 OndCall *call)
{
  Response self = { .image = image, .call = call, .out = out };

  return respond (&self, wavelet, 1, moments);
}

OndStatus
ond_fftw_visit (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                const OndVisitor *visitor, OndCall *call)
{
  Response self = { .image = image, .call = call, .visitor = visitor };

  return respond (&self, wavelets, n, moments);
}
