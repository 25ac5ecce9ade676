/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energies of many stretches along one direction and at one scale, in one walk over the
 * spectrum. With r = a^2 |k|^2, d = n.k and D = a^2 (xi^2 - 1) d^2,
 *
 *   psi^^2 ~ (r + D)^2 exp (-r - D) = e^-r [r^2 f0 + r f1 + f2],
 *   f0 = exp (-D), f1 = 2 D exp (-D), f2 = D^2 exp (-D).
 *
 * The f depend on k through d alone. So the power spectrum times e^-r r^2, e^-r r and e^-r is
 * projected onto the direction: into bins of d, of which each keeps the moments 0 to 3 of what fell
 * into it, about its middle. Every stretch is then a sum over the bins with the Taylor series
 * of its f.
 *
 * Along a row d grows by the same step from bin to bin of the spectrum. The bins of d are a whole
 * fraction of that step wide, 1 / phases of it, and those a step apart lie side by side in memory:
 * a row then adds to neighbours, a vector at a time, all at the same distance from their middles.
 *
 * It needs xi >= 1: then r + D is at least r, and the sphere r <= OND_K2_ENERGY holds all there is.
 * What lies at a Nyquist wavenumber, where psi^ is a mean over signs, is summed directly. */
#include "fftw-private.h"

#include <stdlib.h>
#include <string.h>

/* The width of a bin times a xi, at most, for the largest xi. */
#define BIN_WIDTH 0.035

/* Steps across the sphere, at most: where the direction has hardly any x in it they are too
 * many. */
#define MOST_STEPS 16384

/* Projections that the planes are shared out to, and that are summed in order. */
#define MOST_PARTS 8

#define N_TERMS 3 /* f0, f1, f2 */
#define N_MOMENTS 4
#define N_SUMS (N_TERMS * N_MOMENTS)

typedef struct
{
  const OndImage *image;
  OndTransfer sphere; /* the same scale at xi = 1 */
  double n[OND_N_AXES];
  double step;                  /* of d, from one bin of the spectrum to the next */
  gint32 phases, steps, middle; /* d = step (index - middle + phase / phases) */
  gsize n_parts;
  float *parts;          /* [n_parts][phases][N_SUMS][steps] */
  double *sums;          /* [phases][N_SUMS][steps] */
  OndTransferRows *rows; /* one a worker */
  const OndWavelet *wavelets;
  double *energy;
} Stretches;

static gsize
projection_size (const Stretches *self)
{
  return (gsize) self->phases * N_SUMS * (gsize) self->steps;
}

/* Row i of the set, unless it is one of those that are summed directly. */
static void
project_row (const Stretches *self, const OndTransferRows *rows, gint32 i, float *projection)
{
  const OndImage *image = self->image;
  const OndLayout *layout = &image->layout;
  const gint32 index = rows->first + i * rows->step;
  const gsize j = (gsize) (rows->varies == MIDDLE ? index : rows->fixed),
              k = (gsize) (rows->varies == MIDDLE ? rows->fixed : index);
  const double d0 = self->n[MIDDLE] * image->k[MIDDLE][j] + self->n[OUTER] * image->k[OUTER][k];
  const double place = d0 / self->step * self->phases, bin = floor (place + 0.5);
  const double first = floor (bin / self->phases);
  const gsize phase = (gsize) (bin - first * self->phases);
  const OndProjection line = { rows->rows.beta[i], (float) self->sphere.alpha,
                               (float) (place - bin) };

  if (!ond_transfer_is_line (rows, i) || rows->rows.hi[i] == 0)
    return;
  image->kernels->project (
      projection + phase * N_SUMS * (gsize) self->steps + (gsize) (self->middle + (gint32) first),
      (gsize) self->steps,
      image->spectrum + (k * (gsize) layout->size[MIDDLE] + j) * (gsize) layout->units,
      rows->rows.hi[i], &line);
}

static void
project_rows (const Stretches *self, OndTransferRows *rows, int varies, const gint32 range[3],
              gint32 fixed, float *projection)
{
  ond_transfer_rows_set (rows, &self->sphere, varies, range, fixed);
  for (gint32 i = 0; i < rows->n; i++)
    project_row (self, rows, i, projection);
}

/* Every n_parts-th plane, or row of an image of rank 2. */
static void
project_part (gsize part, int worker, gpointer data)
{
  Stretches *self = data;
  const OndLayout *layout = &self->image->layout;
  const gint32 step = (gint32) self->n_parts, n = layout->size[OUTER],
               n_rows = layout->size[MIDDLE];
  float *projection = self->parts + part * projection_size (self);

  memset (projection, 0, projection_size (self) * sizeof *projection);
  if (n_rows == 1)
    project_rows (self, &self->rows[worker], OUTER, (gint32[]){ (gint32) part, step, n }, 0,
                  projection);
  for (gint32 k = (gint32) part; k < n && n_rows > 1; k += step)
    project_rows (self, &self->rows[worker], MIDDLE, (gint32[]){ 0, 1, n_rows }, k, projection);
}

static void
sum_phase (gsize phase, int worker, gpointer data)
{
  Stretches *self = data;
  const gsize n = N_SUMS * (gsize) self->steps;
  double *sums = self->sums + phase * n;

  (void) worker;
  memset (sums, 0, n * sizeof *sums);
  for (gsize part = 0; part < self->n_parts; part++)
    {
      const float *more = self->parts + part * projection_size (self) + phase * n;

      for (gsize i = 0; i < n; i++)
        sums[i] += more[i];
    }
}

/* The Taylor series of f0, f1, f2 about y = a sqrt (xi^2 - 1) d: the derivatives over the
 * factorials, without their common exp (-y^2). */
static void
series_at (double y, double series[N_TERMS][N_MOMENTS])
{
  const double y2 = y * y;

  series[0][0] = 1;
  series[0][1] = -2 * y;
  series[0][2] = 2 * y2 - 1;
  series[0][3] = y * (2 - 4 * y2 / 3);
  series[1][0] = 2 * y2;
  series[1][1] = 4 * y * (1 - y2);
  series[1][2] = 2 + y2 * (4 * y2 - 10);
  series[1][3] = y * (y2 * (12 - 8 * y2 / 3) - 8);
  series[2][0] = y2 * y2;
  series[2][1] = y * y2 * (4 - 2 * y2);
  series[2][2] = y2 * (6 + y2 * (2 * y2 - 9));
  series[2][3] = y * (4 + y2 * (y2 * (10 - 4 * y2 / 3) - 16));
}

/* One stretch over the bins of one phase. */
static double
stretch_phase (const Stretches *self, double per_d, gint32 phase)
{
  const double *sums = self->sums + (gsize) phase * N_SUMS * (gsize) self->steps;
  const double width = per_d * self->step / self->phases, offset = (double) phase / self->phases,
               most = sqrt (OND_K2_ENERGY) / (per_d * self->step);
  const gsize steps = (gsize) self->steps;
  const gint32 first = (gint32) MAX (self->middle - most - 1, 0),
               end = (gint32) MIN (self->middle + most + 1, self->steps);
  double total = 0;

  for (gint32 i = first; i < end; i++)
    {
      const double y = per_d * self->step * (i - self->middle + offset);
      const double *moments = sums + i;
      double series[N_TERMS][N_MOMENTS], sum = 0;

      series_at (y, series);
      for (int f = 0; f < N_TERMS; f++, moments += N_MOMENTS * steps)
        sum += moments[0] * series[f][0]
               + width
                     * (moments[steps] * series[f][1]
                        + width
                              * (moments[2 * steps] * series[f][2]
                                 + width * moments[3 * steps] * series[f][3]));
      total += exp (-y * y) * sum;
    }
  return total;
}

static void
sum_stretch (gsize item, int worker, gpointer data)
{
  Stretches *self = data;
  const OndWavelet *wavelet = &self->wavelets[item];
  const double per_d = wavelet->scale * sqrt (wavelet->xi * wavelet->xi - 1);

  (void) worker;
  self->energy[item] = 0;
  for (gint32 phase = 0; phase < self->phases; phase++)
    self->energy[item] += stretch_phase (self, per_d, phase);
}

/* The bins reach as far as the sphere does, and a vector further. */
static void
set_bins (Stretches *self, const OndWavelet *widest)
{
  const double reach = sqrt (OND_K2_ENERGY) / widest->scale / self->step;

  self->phases = (gint32) ceil (self->step * widest->scale * widest->xi / BIN_WIDTH);
  self->middle = (gint32) reach + 2;
  self->steps = (2 * self->middle + OND_LANES + OND_LANES - 1) / OND_LANES * OND_LANES;
}

static gboolean
stretches_alloc (Stretches *self, int threads)
{
  const OndLayout *layout = &self->image->layout;
  gboolean all;

  self->n_parts = MIN (MOST_PARTS, (gsize) layout->size[OUTER]);
  self->parts = ond_aligned_alloc (self->n_parts * projection_size (self), sizeof (float));
  self->sums = ond_aligned_alloc (projection_size (self), sizeof (double));
  all = self->parts != NULL && self->sums != NULL;
  for (int i = 0; i < threads; i++)
    all = ond_transfer_rows_alloc (&self->rows[i], MAX (layout->size[MIDDLE], layout->size[OUTER]))
          && all;
  return all;
}

static OndStatus
stretches_run (Stretches *self, int n, OndCall *call)
{
  const OndLayout *layout = &self->image->layout;
  const double n_voxels = (double) layout->size[INNER] * layout->size[MIDDLE] * layout->size[OUTER];

  if (!ond_parallel_for (self->n_parts, call, project_part, self)
      || !ond_parallel_for ((gsize) self->phases, call, sum_phase, self)
      || !ond_parallel_for ((gsize) n, call, sum_stretch, self))
    return OND_CANCELLED;
  for (int i = 0; i < n; i++)
    {
      const double weight =
          ond_wavelet_gain (&self->wavelets[i], self->image->domain.rank) / n_voxels;
      self->energy[i] *= 2 * n_voxels * weight * weight;
    }
  return OND_OK;
}

int
ond_fftw_count_stretches (const OndImage *image, const OndWavelet *wavelets, int n)
{
  const double step = image->layout.dk[INNER];
  double direction[OND_N_AXES];
  int same = 0;

  ond_wavelet_direction (&wavelets[0], image->domain.rank, direction);
  if (image->domain.sampling != OND_SAMPLING_CONTINUOUS
      || 2 * sqrt (OND_K2_ENERGY) > MOST_STEPS * wavelets[0].scale * step * fabs (direction[OND_X]))
    return 0;
  while (same < n && wavelets[same].xi >= 1 && wavelets[same].xi <= OND_MOST_STRETCHED
         && wavelets[same].theta == wavelets[0].theta && wavelets[same].phi == wavelets[0].phi
         && wavelets[same].scale == wavelets[0].scale)
    same++;
  return same;
}

OndStatus
ond_fftw_energy_stretches (OndImage *image, const OndWavelet *wavelets, int n, double *energy,
                           OndCall *call)
{
  g_autofree OndTransferRows *rows = g_new0 (OndTransferRows, call->threads);
  Stretches self = { .image = image, .rows = rows, .wavelets = wavelets, .energy = energy };
  OndWavelet widest = wavelets[0];
  OndStatus status;

  for (int i = 0; i < n; i++)
    widest.xi = MAX (widest.xi, wavelets[i].xi);
  ond_transfer_init (&self.sphere, image,
                     &(OndWavelet){ widest.theta, widest.phi, 1, widest.scale, widest.norm },
                     OND_K2_ENERGY);
  /* n and -n are the same wavelet: d grows along a row. */
  for (int i = 0; i < OND_N_AXES; i++)
    self.n[i] = self.sphere.n[INNER] < 0 ? -self.sphere.n[i] : self.sphere.n[i];
  self.step = self.n[INNER] * image->layout.dk[INNER];
  set_bins (&self, &widest);
  if (stretches_alloc (&self, call->threads))
    status = stretches_run (&self, n, call);
  else
    status = ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the energies");
  free (self.parts);
  free (self.sums);
  for (int i = 0; i < call->threads; i++)
    ond_transfer_rows_free (&rows[i]);
  return status;
}
