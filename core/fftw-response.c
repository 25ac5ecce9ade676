/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes that form the whole response: stats, volume, and energy, which needs no inverse
 * transform.
 *
 * First pass, panels: the spectrum is multiplied while a panel is gathered, and the panel is
 * transformed along the outer axis. Second pass, planes: the middle axis, then row by row the inner
 * axis and at once the reduction. The response is never stored unless it is asked for. */
#include "fftw-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Rows that one item of the second pass holds at least, so that items are not too small for images
 * of rank 2. */
#define ROWS_AN_ITEM 16

typedef struct
{
  OndImage *image;
  const OndPlans *plans;
  OndTransfer transfer;
  OndComplex *scratch; /* [crop outer][middle][stride] */
  guint8 *used;        /* [middle][n_blocks]: does this panel hold anything? */
  OndComplex **panels; /* one a worker, [outer][block] */
  float **rows;        /* one a worker: transfer function of a block, then a row of the response */
  float *out;          /* the response, or NULL */
  OndMoments *partial; /* one an item of the second pass, or NULL */
  gsize planes_an_item;
  gint32 border[OND_N_AXES];
} Response;

/* Multiplies and gathers the panel of one block; FALSE when nothing of it is left. */
static gboolean
panel_gather (Response *self, gsize j, gsize b, OndComplex *panel, float *t)
{
  const OndLayout *layout = &self->image->layout;
  const gsize stride = (gsize) layout->stride, block = (gsize) layout->block;
  const gint32 first = (gint32) (b * block), end = first + layout->block;
  gboolean any = FALSE;

  for (gint32 k = 0; k < layout->size[OUTER]; k++)
    {
      const OndComplex *row = self->image->spectrum
                              + ((gsize) k * (gsize) layout->size[MIDDLE] + j) * stride
                              + (gsize) first;
      OndComplex *to = panel + (gsize) k * block;
      gint32 lo, hi;

      memset (to, 0, block * sizeof *to);
      if (!ond_transfer_row (&self->transfer, (gint32[]){ (gint32) j, k }, (gint32[]){ first, end },
                             t - first, &lo, &hi))
        continue;
      lo -= first;
      hi -= first;
      self->image->kernels->multiply (to + lo, row + lo, t + lo, hi - lo);
      any = TRUE;
    }
  return any;
}

static void
response_panel (gsize item, int worker, gpointer data)
{
  Response *self = data;
  const OndLayout *layout = &self->image->layout;
  const gsize j = item / (gsize) layout->n_blocks, b = item % (gsize) layout->n_blocks;
  const gsize stride = (gsize) layout->stride, block = (gsize) layout->block,
              n_rows = (gsize) layout->size[MIDDLE];
  OndComplex *panel = self->panels[worker];

  self->used[item] = panel_gather (self, j, b, panel, self->rows[worker]);
  if (!self->used[item])
    return;
  if (layout->size[OUTER] > 1)
    ond_plans_columns (self->plans, OND_PLAN_PANEL, panel);
  for (gsize k = 0; k < (gsize) layout->crop[OUTER]; k++)
    memcpy (self->scratch + (k * n_rows + j) * stride + b * block, panel + k * block,
            block * sizeof *panel);
}

/* The middle axis of one plane. Panels that were empty have left old numbers behind: zero them
 * here, in the cache. */
static void
plane_middle (Response *self, OndComplex *plane)
{
  const OndLayout *layout = &self->image->layout;

  for (gsize b = 0; b < (gsize) layout->n_blocks; b++)
    {
      OndComplex *first = plane + b * (gsize) layout->block;
      gboolean any = FALSE;

      for (gsize j = 0; j < (gsize) layout->size[MIDDLE]; j++)
        if (self->used[j * (gsize) layout->n_blocks + b])
          any = TRUE;
        else
          memset (first + j * (gsize) layout->stride, 0, (gsize) layout->block * sizeof *first);
      if (any && layout->size[MIDDLE] > 1)
        ond_plans_columns (self->plans, OND_PLAN_MIDDLE, first);
    }
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

static void
response_planes (gsize item, int worker, gpointer data)
{
  Response *self = data;
  const OndLayout *layout = &self->image->layout;
  const gsize first = item * self->planes_an_item;
  const gsize end = MIN (first + self->planes_an_item, (gsize) layout->crop[OUTER]);
  const gsize plane_size = (gsize) layout->size[MIDDLE] * (gsize) layout->stride,
              n = (gsize) layout->crop[INNER];
  float *row = self->rows[worker];

  for (gsize k = first; k < end; k++)
    {
      OndComplex *plane = self->scratch + k * plane_size;

      plane_middle (self, plane);
      for (gsize j = 0; j < (gsize) layout->crop[MIDDLE]; j++)
        {
          ond_plans_backward_row (self->plans, plane + j * (gsize) layout->stride, row);
          if (self->partial != NULL)
            row_reduce (self, row, j, k, &self->partial[item]);
          if (self->out != NULL)
            memcpy (self->out + (k * (gsize) layout->crop[MIDDLE] + j) * n, row, n * sizeof *row);
        }
    }
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
response_run (Response *self, const OndWavelet *wavelet, OndMoments *moments, OndCall *call)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_panels = (gsize) layout->size[MIDDLE] * (gsize) layout->n_blocks;
  const gsize n_items =
      ((gsize) layout->crop[OUTER] + self->planes_an_item - 1) / self->planes_an_item;
  g_autofree OndMoments *partial = moments ? g_new0 (OndMoments, n_items) : NULL;

  self->partial = partial;
  ond_transfer_init (&self->transfer, self->image, wavelet, OND_K2_RESPONSE);
  set_border (self, wavelet);
  if (!ond_parallel_for (n_panels, call, response_panel, self)
      || !ond_parallel_for (n_items, call, response_planes, self))
    return OND_CANCELLED;
  if (moments == NULL)
    return OND_OK;
  *moments = (OndMoments){ 0 };
  for (gsize i = 0; i < n_items; i++)
    moments_add (moments, &partial[i]);
  return OND_OK;
}

/* Scratch memory of the lane and of each worker. Under the lane's lock. */
static OndStatus
response_buffers (Response *self, OndCall *call)
{
  const OndLayout *layout = &self->image->layout;
  OndLaneState *lane = &self->image->lanes[call->lane];
  gboolean all;

  if (lane->scratch == NULL)
    lane->scratch = fftwf_malloc (ond_layout_scratch_size (layout) * sizeof (OndComplex));
  self->scratch = lane->scratch;
  all = self->scratch != NULL;
  for (int i = 0; i < call->threads && all; i++)
    {
      self->panels[i] =
          fftwf_malloc ((gsize) layout->size[OUTER] * (gsize) layout->block * sizeof (OndComplex));
      self->rows[i] =
          fftwf_malloc ((gsize) MAX (layout->size[INNER], layout->block) * sizeof (float));
      all = self->panels[i] != NULL && self->rows[i] != NULL;
    }
  return all ? OND_OK : ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the response");
}

/* n responses; moments and out (of a single response) may be NULL. */
static OndStatus
respond (OndImage *image, const OndWavelet *wavelets, int n, float *out, OndMoments *moments,
         OndCall *call)
{
  const OndLayout *layout = &image->layout;
  g_autofree OndComplex **panels = g_new0 (OndComplex *, call->threads);
  g_autofree float **rows = g_new0 (float *, call->threads);
  g_autofree guint8 *used =
      g_new0 (guint8, (gsize) layout->size[MIDDLE] * (gsize) layout->n_blocks);
  Response self = { .image = image, .used = used, .panels = panels, .rows = rows, .out = out };
  OndStatus status;

  self.plans = ond_image_get_plans (image, call->lane);
  if (self.plans == NULL)
    return ond_fftw_fail (call, OND_NO_MEMORY, "FFTW could not plan the response");
  self.planes_an_item = MAX (1, ROWS_AN_ITEM / (gsize) layout->crop[MIDDLE]);
  g_mutex_lock (&image->lanes[call->lane].lock);
  status = response_buffers (&self, call);
  for (int i = 0; i < n && status == OND_OK; i++)
    status = response_run (&self, &wavelets[i], moments ? &moments[i] : NULL, call);
  g_mutex_unlock (&image->lanes[call->lane].lock);
  for (int i = 0; i < call->threads; i++)
    {
      fftwf_free (panels[i]);
      fftwf_free (rows[i]);
    }
  return status;
}

OndStatus
ond_fftw_stats (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                OndCall *call)
{
  return respond (image, wavelets, n, NULL, moments, call);
}

OndStatus
ond_fftw_volume (OndImage *image, const OndWavelet *wavelet, float *out, OndMoments *moments,
                 OndCall *call)
{
  return respond (image, wavelet, 1, out, moments, call);
}

typedef struct
{
  const OndImage *image;
  OndTransfer transfer;
  float **rows;
  double *partial; /* one a plane */
} Energy;

/* Sum over one plane of the half spectrum: bins with a mirror image count twice. */
static void
energy_plane (gsize item, int worker, gpointer data)
{
  Energy *self = data;
  const OndLayout *layout = &self->image->layout;
  const gint32 last =
      ond_is_nyquist (layout->bins - 1, layout->size[INNER]) ? layout->bins - 1 : -1;
  float *t = self->rows[worker];
  double sum = 0;

  for (gint32 j = 0; j < layout->size[MIDDLE]; j++)
    {
      const OndComplex *row =
          self->image->spectrum
          + (item * (gsize) layout->size[MIDDLE] + (gsize) j) * (gsize) layout->stride;
      gint32 lo, hi;

      if (!ond_transfer_row (&self->transfer, (gint32[]){ j, (gint32) item },
                             (gint32[]){ 0, layout->bins }, t, &lo, &hi))
        continue;
      sum += 2 * self->image->kernels->energy (row + lo, t + lo, hi - lo);
      if (lo == 0)
        sum -= self->image->kernels->energy (row, t, 1);
      if (last >= lo && last < hi)
        sum -= self->image->kernels->energy (row + last, t + last, 1);
    }
  self->partial[item] = sum;
}

OndStatus
ond_fftw_energy (OndImage *image, const OndWavelet *wavelets, int n, double *energy, OndCall *call)
{
  const OndLayout *layout = &image->layout;
  const gsize n_planes = (gsize) layout->size[OUTER];
  const double n_voxels = (double) layout->size[INNER] * layout->size[MIDDLE] * layout->size[OUTER];
  g_autofree float *buffer = g_new (float, (gsize) call->threads *(gsize) layout->bins);
  g_autofree float **rows = g_new (float *, call->threads);
  g_autofree double *partial = g_new (double, n_planes);
  Energy self = { .image = image, .rows = rows, .partial = partial };
  /* Aliases add up before the square is taken: a small one counts through its product with a large
   * one. */
  const double k2_max =
      image->domain.sampling == OND_SAMPLING_SAMPLED ? OND_K2_RESPONSE : OND_K2_ENERGY;

  for (int i = 0; i < call->threads; i++)
    rows[i] = buffer + (gsize) i * (gsize) layout->bins;
  for (int i = 0; i < n; i++)
    {
      ond_transfer_init (&self.transfer, image, &wavelets[i], k2_max);
      if (!ond_parallel_for (n_planes, call, energy_plane, &self))
        return OND_CANCELLED;
      energy[i] = 0;
      for (gsize k = 0; k < n_planes; k++)
        energy[i] += partial[k];
      energy[i] *=
          n_voxels; /* the transfer function holds 1/N, the theorem wants it once and not squared */
    }
  return OND_OK;
}
