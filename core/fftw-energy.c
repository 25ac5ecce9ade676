/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pass that needs no inverse transform: the energies of many responses by Parseval's theorem,
 * in one walk over the spectrum. Each row's power is formed once, and the wavelets take their turns
 * on it while it is in the cache. Those that differ in xi alone have a quicker way of their own
 * (fftw-stretches.c), and this one only adds what that leaves out. */
#include "fftw-private.h"

#include <stdlib.h>

/* Rows of an item, at most, and wavelets of a walk: the spans of all should stay in the cache. */
#define ROWS_AN_ITEM 256
#define WAVELETS_A_WALK 32

/* Of a few units of a row, the first is fetched this many rows ahead. */
#define ROWS_AHEAD 6

/* So many that differ in xi alone are quicker together. */
#define STRETCHES 6

typedef struct
{
  OndTransferRows rows[WAVELETS_A_WALK];
  float *power, *t; /* of one row */
} Worker;

typedef struct
{
  const OndImage *image;
  OndCall *call;
  OndTransfer transfers[WAVELETS_A_WALK];
  int n;          /* wavelets in this walk */
  gboolean edges; /* only what lies at a Nyquist wavenumber */
  int varies;     /* the axis along which an item's rows lie */
  gsize n_chunks; /* items for an index of the other axis */
  Worker *workers;
  double *partial; /* [items][n] */
} Energy;

static OndUnits
units_of_both (OndUnits a, OndUnits b)
{
  if (a.first >= a.end)
    return b;
  return (OndUnits){ MIN (a.first, b.first), MAX (a.end, b.end) };
}

/* The units of row i that any of the wavelets wants. */
static OndUnits
wanted_units (const Energy *self, const Worker *worker, gint32 i)
{
  const gint32 unit = (self->image->layout.bins - 1) / OND_LANES;
  OndUnits wanted = { 0, 0 };

  if (!ond_transfer_is_line (&worker->rows[0], i))
    return (OndUnits){ 0, self->image->layout.units };
  for (int w = 0; w < self->n; w++)
    {
      const OndRows *rows = &worker->rows[w].rows;

      if (rows->lo[i] < rows->hi[i] && !self->edges)
        wanted = units_of_both (wanted, (OndUnits){ rows->lo[i] / OND_LANES,
                                                    (rows->hi[i] + OND_LANES - 1) / OND_LANES });
      if (rows->last[i] != 0)
        wanted = units_of_both (wanted, (OndUnits){ unit, unit + 1 });
    }
  return wanted;
}

/* The sum of power psi^^2 along row i, where it is a line. */
static double
line_energy (const Energy *self, const Worker *worker, int w, gint32 i)
{
  const OndRows *rows = &worker->rows[w].rows;
  double sum = 0;

  if (rows->lo[i] < rows->hi[i] && !self->edges)
    {
      const OndLine line = ond_transfer_line (&worker->rows[w], i);
      sum = self->image->kernels->energy (worker->power, rows->lo[i], rows->hi[i], &line);
    }
  if (rows->last[i] != 0)
    sum += (double) worker->power[self->image->layout.bins - 1] * rows->last[i] * rows->last[i];
  return sum;
}

/* And where it is not. */
static double
sum_energy (const Energy *self, const Worker *worker, int w, gint32 i)
{
  const OndUnits units =
      ond_transfer_row (&worker->rows[w], i, (OndUnits){ 0, self->image->layout.units }, worker->t);
  double sum = 0;

  for (gint32 b = units.first * OND_LANES; b < units.end * OND_LANES; b++)
    sum += (double) worker->power[b] * worker->t[b] * worker->t[b];
  return sum;
}

/* Half of a row's power where a bin has no mirror image in the other half of the spectrum. */
static void
form_power (const Energy *self, float *power, const OndBins *row, OndUnits units)
{
  const OndLayout *layout = &self->image->layout;
  const gint32 last = layout->bins - 1;

  self->image->kernels->power (power, row, units.first, units.end);
  if (units.first == 0)
    power[0] *= 0.5f;
  if (ond_is_nyquist (last, layout->size[INNER]) && last < units.end * OND_LANES
      && last >= units.first * OND_LANES)
    power[last] *= 0.5f;
}

/* The row at an index of the axis that varies and one of the other. */
static const OndBins *
spectrum_row (const Energy *self, gint32 fixed, gint32 index)
{
  const OndLayout *layout = &self->image->layout;
  const gsize j = (gsize) (self->varies == MIDDLE ? index : fixed),
              k = (gsize) (self->varies == MIDDLE ? fixed : index);

  return self->image->spectrum + (k * (gsize) layout->size[MIDDLE] + j) * (gsize) layout->units;
}

static void
energy_rows (gsize item, int index, gpointer data)
{
  Energy *self = data;
  const OndLayout *layout = &self->image->layout;
  Worker *worker = &self->workers[index];
  const gint32 fixed = (gint32) (item / self->n_chunks),
               first = (gint32) (item % self->n_chunks) * ROWS_AN_ITEM,
               n = MIN (ROWS_AN_ITEM, layout->size[self->varies] - first);
  double *sums = self->partial + item * (gsize) self->n;

  for (int w = 0; w < self->n; w++)
    {
      ond_transfer_rows_set (&worker->rows[w], &self->transfers[w], self->varies,
                             (gint32[]){ first, 1, first + n }, fixed);
      sums[w] = 0;
    }
  for (gint32 i = 0; i < n; i++)
    {
      const OndBins *row = spectrum_row (self, fixed, first + i);
      const OndUnits wanted = wanted_units (self, worker, i);

      if (wanted.first >= wanted.end)
        continue;
      if (worker->rows[0].all_sums && ond_call_cancelled (self->call))
        break;
      __builtin_prefetch (spectrum_row (self, fixed, MIN (first + i + ROWS_AHEAD, first + n - 1))
                          + wanted.first);
      form_power (self, worker->power, row, wanted);
      for (int w = 0; w < self->n; w++)
        sums[w] += ond_transfer_is_line (&worker->rows[w], i) ? line_energy (self, worker, w, i)
                                                              : sum_energy (self, worker, w, i);
    }
}

static gboolean
worker_alloc (Worker *self, const Energy *energy)
{
  const OndLayout *layout = &energy->image->layout;
  gboolean all;

  self->power = ond_aligned_alloc ((gsize) layout->units * OND_LANES, sizeof (float));
  self->t = ond_aligned_alloc ((gsize) layout->units * OND_LANES, sizeof (float));
  all = self->power != NULL && self->t != NULL;
  for (int w = 0; w < energy->n; w++)
    all = ond_transfer_rows_alloc (&self->rows[w], ROWS_AN_ITEM) && all;
  return all;
}

static void
worker_free (Worker *self)
{
  free (self->power);
  free (self->t);
  for (int w = 0; w < WAVELETS_A_WALK; w++)
    ond_transfer_rows_free (&self->rows[w]);
}

static OndStatus
walk (Energy *self, const OndWavelet *wavelets, double *energy, OndCall *call)
{
  const OndLayout *layout = &self->image->layout;
  const double n_voxels = (double) layout->size[INNER] * layout->size[MIDDLE] * layout->size[OUTER];
  const gsize n_items =
      self->n_chunks * (gsize) layout->size[self->varies == MIDDLE ? OUTER : MIDDLE];
  g_autofree double *partial = g_new (double, n_items *(gsize) self->n);
  /* Aliases add up before the square is taken: a small one counts through its product with a large
   * one. */
  const double k2_max =
      self->image->domain.sampling == OND_SAMPLING_SAMPLED ? OND_K2_RESPONSE : OND_K2_ENERGY;

  self->partial = partial;
  for (int w = 0; w < self->n; w++)
    ond_transfer_init (&self->transfers[w], self->image, &wavelets[w], k2_max);
  if (!ond_parallel_for (n_items, call, energy_rows, self))
    return OND_CANCELLED;
  for (int w = 0; w < self->n; w++)
    {
      energy[w] = 0;
      for (gsize i = 0; i < n_items; i++)
        energy[w] += partial[i * (gsize) self->n + (gsize) w];
      /* Twice for the two halves; the transfer function holds 1/N, which the theorem wants once and
       * not squared. */
      energy[w] *= 2 * n_voxels;
    }
  return OND_OK;
}

/* One walk after another for all n. */
static OndStatus
walks (OndImage *image, const OndWavelet *wavelets, int n, gboolean edges, double *energy,
       OndCall *call)
{
  const OndLayout *layout = &image->layout;
  g_autofree Worker *workers = g_new0 (Worker, call->threads);
  Energy self = { .image = image,
                  .call = call,
                  .n = MIN (n, WAVELETS_A_WALK),
                  .edges = edges,
                  .varies = layout->size[MIDDLE] > 1 ? MIDDLE : OUTER,
                  .workers = workers };
  OndStatus status = OND_OK;

  self.n_chunks = ((gsize) layout->size[self.varies] + ROWS_AN_ITEM - 1) / ROWS_AN_ITEM;
  for (int i = 0; i < call->threads && status == OND_OK; i++)
    if (!worker_alloc (&workers[i], &self))
      status = ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the energies");
  for (int first = 0; first < n && status == OND_OK; first += WAVELETS_A_WALK)
    {
      self.n = MIN (n - first, WAVELETS_A_WALK);
      status = walk (&self, wavelets + first, energy + first, call);
    }
  for (int i = 0; i < call->threads; i++)
    worker_free (&workers[i]);
  return status;
}

/* Does a wavelet with xi >= 1 reach a Nyquist wavenumber? Its k2 there is at least that of the
 * sphere. */
static gboolean
has_edges (const OndImage *image, const OndWavelet *wavelet)
{
  const OndLayout *layout = &image->layout;
  gboolean any = FALSE;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      double k = layout->dk[i] * layout->size[i] / 2 * wavelet->scale;
      any = any || (layout->size[i] % 2 == 0 && k * k <= OND_K2_ENERGY);
    }
  return any;
}

/* Wavelets that differ in xi alone. */
static OndStatus
stretches (OndImage *image, const OndWavelet *wavelets, int n, double *energy, OndCall *call)
{
  g_autofree double *edges = g_new0 (double, n);
  OndStatus status = ond_fftw_energy_stretches (image, wavelets, n, energy, call);

  if (status == OND_OK && has_edges (image, &wavelets[0]))
    status = walks (image, wavelets, n, TRUE, edges, call);
  for (int i = 0; i < n && status == OND_OK; i++)
    energy[i] += edges[i];
  return status;
}

OndStatus
ond_fftw_energy (OndImage *image, const OndWavelet *wavelets, int n, double *energy, OndCall *call)
{
  OndStatus status = OND_OK;

  for (int first = 0, end; first < n && status == OND_OK; first = end)
    {
      const int same = ond_fftw_count_stretches (image, wavelets + first, n - first);

      end = first + same;
      if (same >= STRETCHES)
        {
          status = stretches (image, wavelets + first, same, energy + first, call);
          continue;
        }
      /* Up to the next such run. */
      for (end = first + MAX (same, 1);
           end < n && ond_fftw_count_stretches (image, wavelets + end, n - end) < STRETCHES;)
        end++;
      status = walks (image, wavelets + first, end - first, FALSE, energy + first, call);
    }
  return status;
}
