/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes over an open image, as the host sees them: memory, batches, and what is waited for. */
#include "device.cuh"

#include <cstring>

namespace ond {
namespace {

/* Bins of all products of a batch: beyond this, more at once saves nothing and a batch takes long
 * enough to keep a more urgent lane waiting. */
constexpr size_t MOST_BATCH_BINS = (size_t) 1 << 27;

/* What of the arena a batch of responses uses, as offsets. */
struct Layout
{
  size_t partial, results, work, total; /* products come first */
};

/* Members of a batch lie this many bins apart. */
size_t
product_stride (const Grid &grid)
{
  return (grid_bins (grid) + 31) / 32 * 32;
}

Layout
layout_of (const Grid &grid, int batch, size_t work)
{
  const size_t n = (size_t) batch;
  Layout layout;

  layout.partial = aligned (n * product_stride (grid) * sizeof (float2));
  layout.results = layout.partial + aligned (n * moment_blocks (grid) * sizeof (Moments));
  layout.work = layout.results + aligned (n * sizeof (Moments));
  layout.total = layout.work + work;
  return layout;
}

bool
is_cancelled (OndCall *call)
{
  return call->cancelled != nullptr && call->cancelled (call->data);
}

/* Ends a pass: nothing of it may be under way when the lane is somebody else's. */
OndStatus
finish (Lane *lane, OndStatus status)
{
  if (status != OND_OK)
    {
      (void) cudaStreamSynchronize (lane->stream);
      (void) cudaGetLastError ();
    }
  lane_unlock (lane);
  return status;
}

/* Memory is compared before anything is planned, and again when cuFFT has said what it needs. */
OndStatus
try_batch (OndImage *image, Lane *lane, Plan *plan, int batch, OndCall *call)
{
  const Grid &grid = image->grid;
  const bool flat = image->domain.rank == 2;
  const int32_t n[OND_N_AXES] = { grid.size[OND_Z], grid.size[OND_Y], grid.size[OND_X] };
  OndStatus status = OND_OK;

  if (plan->batch == batch && lane->arena_size >= layout_of (grid, batch, plan->work).total)
    return OND_OK;
  status = lane_budget (lane, layout_of (grid, batch, 0).total, call);
  if (status == OND_OK && plan->batch != batch)
    status = plan_make (plan, CUFFT_C2R, image->domain.rank, flat ? n + 1 : n, batch,
                        product_stride (grid), lane->stream, call);
  if (status == OND_OK)
    status = lane_reserve (lane, layout_of (grid, batch, plan->work).total, call);
  if (status != OND_OK)
    plan_free (plan);
  return status;
}

/* Plans for n responses, as many at once as there is memory for. */
OndStatus
prepare (OndImage *image, Lane *lane, int n, OndCall *call)
{
  Plan *plan = &image->inverse[call->lane];
  const size_t fit = MOST_BATCH_BINS / product_stride (image->grid);
  const int most = fit < 1 ? 1 : fit < MOST_WAVELETS ? (int) fit : MOST_WAVELETS;
  const int n_batches = (n + most - 1) / most;
  int batch = (n + n_batches - 1) / n_batches;
  OndStatus status;

  /* A plan for a few more will do. */
  if (plan->batch > batch && plan->batch <= batch + batch / 4)
    batch = plan->batch;
  status = try_batch (image, lane, plan, batch, call);
  while (status == OND_NO_MEMORY && batch > 1)
    {
      batch = (batch + 1) / 2;
      status = try_batch (image, lane, plan, batch, call);
    }
  if (status != OND_NO_MEMORY)
    return status;
  lane_trim_other (lane);
  return try_batch (image, lane, plan, 1, call);
}

Wavelets
wavelets_of (const OndImage *image, const OndWavelet *shapes, int n)
{
  Wavelets wavelets;

  memset (&wavelets, 0, sizeof wavelets);
  wavelets.n = n;
  for (int i = 0; i < n; i++)
    wavelets.of[i] = wavelet_of (&image->domain, &shapes[i]);
  return wavelets;
}

/* Kernels count aliases in 32 bits. */
OndStatus
check_aliases (const OndImage *image, const Wavelets &wavelets, OndCall *call)
{
  for (int w = 0; w < wavelets.n; w++)
    for (int i = 0; i < OND_N_AXES; i++)
      if (((int64_t) wavelets.of[w].aliases[i] + 1) * image->grid.size[i] >= (int64_t) 1 << 30)
        return fail (call, OND_FAILED,
                     "a sampled wavelet this narrow has too many aliases for the GPU's code");
  return OND_OK;
}

/* What statistics of wavelet w are about: the crop without the border, or nothing. */
void
set_box (const OndImage *image, const Wavelet &wavelet, int w, Boxes *boxes)
{
  const OndDomain *domain = &image->domain;
  bool empty = false;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      const int32_t border = domain->exclude_border && i < domain->rank
                                 ? ond_wavelet_reach (&wavelet.shape, wavelet.n, i, domain->edge[i])
                                 : 0;

      boxes->first[w][i] = border;
      boxes->end[w][i] = domain->crop[i] - border;
      empty = empty || boxes->end[w][i] <= border;
    }
  for (int i = 0; i < OND_N_AXES && empty; i++)
    boxes->first[w][i] = boxes->end[w][i] = 0;
}

/* Responses of up to a batch of wavelets, in the arena. */
OndStatus
respond (OndImage *image, Lane *lane, const Wavelets &wavelets, OndCall *call)
{
  const Plan *plan = &image->inverse[call->lane];
  const Layout layout = layout_of (image->grid, plan->batch, plan->work);
  float2 *products = reinterpret_cast<float2 *> (lane->arena);

  OND_TRY (check_aliases (image, wavelets, call));
  OND_TRY_CUDA ("multiply", multiply (image->grid, wavelets, image->spectrum, products,
                                      product_stride (image->grid), lane->stream));
  return plan_backward (plan, products, lane->arena + layout.work, call);
}

/* And their moments, on the way to results[slot]. */
OndStatus
reduce (OndImage *image, Lane *lane, const Wavelets &wavelets, int slot, OndCall *call)
{
  const Plan *plan = &image->inverse[call->lane];
  const Layout layout = layout_of (image->grid, plan->batch, plan->work);
  Moments *results = reinterpret_cast<Moments *> (lane->arena + layout.results);
  Boxes boxes;

  memset (&boxes, 0, sizeof boxes);
  for (int w = 0; w < wavelets.n; w++)
    set_box (image, wavelets.of[w], w, &boxes);
  OND_TRY_CUDA ("moments", moments (image->grid, boxes, wavelets.n,
                                    reinterpret_cast<const float *> (lane->arena),
                                    product_stride (image->grid), image->invalid,
                                    reinterpret_cast<Moments *> (lane->arena + layout.partial),
                                    results, lane->stream));
  OND_TRY_CUDA ("moments", cudaMemcpyAsync (lane->results[slot].moments, results,
                                            (size_t) wavelets.n * sizeof *results,
                                            cudaMemcpyDeviceToHost, lane->stream));
  OND_TRY_CUDA ("moments", cudaEventRecord (lane->events[slot], lane->stream));
  return OND_OK;
}

OndStatus
collect (Lane *lane, int slot, int n, OndMoments *moments, OndCall *call)
{
  OND_TRY_CUDA ("moments", cudaEventSynchronize (lane->events[slot]));
  for (int i = 0; i < n; i++)
    {
      const Moments *found = &lane->results[slot].moments[i];

      moments[i] =
          OndMoments{ found->n, found->sum, found->sum2, found->min, found->max, found->at_max };
    }
  return OND_OK;
}

/* A batch is put into the stream before the results of the one before are waited for. */
OndStatus
stats_batches (OndImage *image, Lane *lane, const OndWavelet *shapes, int n, OndMoments *moments,
               OndCall *call)
{
  const int batch = image->inverse[call->lane].batch, n_batches = (n + batch - 1) / batch;

  for (int b = 0; b <= n_batches; b++)
    {
      const int first = b * batch, before = first - batch;

      if (is_cancelled (call))
        return fail (call, OND_CANCELLED, "cancelled");
      if (b < n_batches)
        {
          const Wavelets wavelets =
              wavelets_of (image, shapes + first, n - first < batch ? n - first : batch);

          OND_TRY (respond (image, lane, wavelets, call));
          OND_TRY (reduce (image, lane, wavelets, b % MOST_PENDING, call));
        }
      if (b > 0)
        OND_TRY (collect (lane, (b - 1) % MOST_PENDING, n - before < batch ? n - before : batch,
                          moments + before, call));
    }
  return OND_OK;
}

OndStatus
energy_batches (OndImage *image, Lane *lane, const OndWavelet *shapes, int n, double *energy,
                OndCall *call)
{
  const unsigned n_blocks = energy_blocks (image->grid);
  const size_t results = aligned (MOST_WAVELETS * n_blocks * sizeof (double));
  Grid grid = image->grid;

  /* Aliases add up before the square is taken: a small one counts through its product with a large
   * one. */
  if (!grid.sampled)
    grid.limit = OND_K2_ENERGY;
  OND_TRY (lane_reserve (lane, results + MOST_WAVELETS * sizeof (double), call));
  for (int first = 0; first < n; first += MOST_WAVELETS)
    {
      const int count = n - first < MOST_WAVELETS ? n - first : MOST_WAVELETS;
      const Wavelets wavelets = wavelets_of (image, shapes + first, count);
      double *sums = reinterpret_cast<double *> (lane->arena + results);

      if (is_cancelled (call))
        return fail (call, OND_CANCELLED, "cancelled");
      OND_TRY (check_aliases (image, wavelets, call));
      OND_TRY_CUDA ("energies",
                    energies (grid, wavelets, image->spectrum,
                              reinterpret_cast<double *> (lane->arena), sums, lane->stream));
      OND_TRY_CUDA ("energies",
                    cudaMemcpyAsync (lane->results[0].energies, sums, (size_t) count * sizeof *sums,
                                     cudaMemcpyDeviceToHost, lane->stream));
      OND_TRY_CUDA ("energies", cudaStreamSynchronize (lane->stream));
      memcpy (energy + first, lane->results[0].energies, (size_t) count * sizeof *energy);
    }
  return OND_OK;
}

/* The crop of the one response in the arena. Layers whose rows are all wanted are one. */
OndStatus
crop_to_host (OndImage *image, Lane *lane, float *out, OndCall *call)
{
  const Grid &grid = image->grid;
  const bool whole = grid.crop[OND_Y] == grid.size[OND_Y];
  const size_t width = (size_t) grid.crop[OND_X], pitch = 2 * (size_t) grid.bins,
               layers = whole ? 1 : (size_t) grid.crop[OND_Z],
               rows = (size_t) grid.crop[OND_Y] * (whole ? (size_t) grid.crop[OND_Z] : 1);
  const float *response = reinterpret_cast<const float *> (lane->arena);

  OND_TRY (lane_stage (lane, width * sizeof (float), call));
  for (size_t z = 0; z < layers; z++)
    {
      if (is_cancelled (call))
        return fail (call, OND_CANCELLED, "cancelled");
      OND_TRY (rows_to_host (lane, response + z * (size_t) grid.size[OND_Y] * pitch, pitch, width,
                             rows, out + z * rows * width, call));
    }
  return OND_OK;
}

OndStatus
volume_run (OndImage *image, Lane *lane, const OndWavelet *shape, float *out, OndMoments *moments,
            OndCall *call)
{
  const Wavelets wavelets = wavelets_of (image, shape, 1);

  OND_TRY (prepare (image, lane, 1, call));
  OND_TRY (respond (image, lane, wavelets, call));
  if (moments != nullptr)
    {
      OND_TRY (reduce (image, lane, wavelets, 0, call));
      OND_TRY (collect (lane, 0, 1, moments, call));
    }
  return crop_to_host (image, lane, out, call);
}

/* What of the arena slices use, as offsets; the product comes first. */
struct Planes
{
  size_t phases, scratch, plane[OND_N_AXES], work, total;
};

Planes
planes_of (const OndImage *image, const OndCall *call)
{
  const Grid &grid = image->grid;
  size_t most = 0, work = 0;
  Planes planes;

  planes.phases = aligned (grid_bins (grid) * sizeof (float2));
  planes.scratch = planes.phases + aligned (n_phases (grid) * sizeof (float2));
  for (int i = 0; i < OND_N_AXES; i++)
    {
      const size_t scratch = plane_scratch (grid, i), own = image->planes[call->lane][i].work;

      most = scratch > most ? scratch : most;
      work = own > work ? own : work;
    }
  planes.total = planes.scratch + aligned (most * sizeof (float2));
  for (int i = 0; i < OND_N_AXES; i++)
    {
      planes.plane[i] = planes.total;
      planes.total +=
          aligned ((size_t) plane_rows (grid, i) * (size_t) plane_bins (grid, i) * sizeof (float2));
    }
  planes.work = planes.total;
  planes.total += work;
  return planes;
}

OndStatus
slices_prepare (OndImage *image, Lane *lane, OndCall *call)
{
  const Grid &grid = image->grid;

  if (!image->planes[call->lane][0].made)
    OND_TRY (lane_budget (lane, planes_of (image, call).total, call));
  for (int i = 0; i < OND_N_AXES; i++)
    {
      Plan *plan = &image->planes[call->lane][i];
      const int32_t n[2] = { plane_rows (grid, i), grid.size[ond_slice_horizontal (i)] };
      const size_t bins = (size_t) n[0] * (size_t) plane_bins (grid, i);
      OndStatus status = OND_OK;

      if (!plan->made)
        status = plan_make (plan, CUFFT_C2R, 2, n, 1, bins, lane->stream, call);
      if (status != OND_OK)
        plan_free (plan);
      OND_TRY (status);
    }
  return lane_reserve (lane, planes_of (image, call).total, call);
}

OndStatus
slices_run (OndImage *image, Lane *lane, const OndWavelet *shape, const int32_t at[OND_N_AXES],
            float *out[OND_N_AXES], OndCall *call)
{
  const Grid &grid = image->grid;
  const Wavelets wavelets = wavelets_of (image, shape, 1);
  const Planes planes = planes_of (image, call);
  float2 *product = reinterpret_cast<float2 *> (lane->arena),
         *phase = reinterpret_cast<float2 *> (lane->arena + planes.phases),
         *scratch = reinterpret_cast<float2 *> (lane->arena + planes.scratch);

  OND_TRY (check_aliases (image, wavelets, call));
  OND_TRY_CUDA ("multiply", multiply (grid, wavelets, image->spectrum, product, grid_bins (grid),
                                      lane->stream));
  OND_TRY_CUDA ("phases", phases (grid, at, phase, lane->stream));
  for (int i = 0; i < OND_N_AXES; i++)
    {
      float2 *to = reinterpret_cast<float2 *> (lane->arena + planes.plane[i]);

      if (out[i] == nullptr)
        continue;
      OND_TRY_CUDA ("slice", plane (grid, i, product, phase, scratch, to, lane->stream));
      OND_TRY (plan_backward (&image->planes[call->lane][i], to, lane->arena + planes.work, call));
    }
  for (int i = 0; i < OND_N_AXES; i++)
    {
      const size_t width = (size_t) grid.crop[ond_slice_horizontal (i)];

      if (is_cancelled (call))
        return fail (call, OND_CANCELLED, "cancelled");
      if (out[i] == nullptr)
        continue;
      OND_TRY (lane_stage (lane, width * sizeof (float), call));
      OND_TRY (rows_to_host (lane, reinterpret_cast<float *> (lane->arena + planes.plane[i]),
                             2 * (size_t) plane_bins (grid, i), width,
                             (size_t) grid.crop[ond_slice_vertical (i)], out[i], call));
    }
  return OND_OK;
}

} /* namespace */

OndStatus
stats (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments, OndCall *call)
{
  Lane *lane;
  OndStatus status;

  if (n < 1)
    return OND_OK;
  OND_TRY (lane_lock (call, &lane));
  status = prepare (image, lane, n, call);
  if (status == OND_OK)
    status = stats_batches (image, lane, wavelets, n, moments, call);
  return finish (lane, status);
}

OndStatus
energy (OndImage *image, const OndWavelet *wavelets, int n, double *energy, OndCall *call)
{
  Lane *lane;

  OND_TRY (lane_lock (call, &lane));
  return finish (lane, energy_batches (image, lane, wavelets, n, energy, call));
}

OndStatus
volume (OndImage *image, const OndWavelet *wavelet, float *out, OndMoments *moments, OndCall *call)
{
  Lane *lane;

  OND_TRY (lane_lock (call, &lane));
  return finish (lane, volume_run (image, lane, wavelet, out, moments, call));
}

OndStatus
slices (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
        float *out[OND_N_AXES], OndCall *call)
{
  Lane *lane;
  OndStatus status;

  if (image->domain.rank == 2) /* the one slice is the response itself */
    return out[OND_Z] ? volume (image, wavelet, out[OND_Z], nullptr, call) : OND_OK;
  OND_TRY (lane_lock (call, &lane));
  status = slices_prepare (image, lane, call);
  if (status == OND_NO_MEMORY)
    {
      lane_trim_other (lane);
      status = slices_prepare (image, lane, call);
    }
  if (status == OND_OK)
    status = slices_run (image, lane, wavelet, at, out, call);
  return finish (lane, status);
}

/* The arena also served the forward transform. */
size_t
pass_bytes (const OndDomain *domain, OndPass pass)
{
  OndImage image = {};
  OndCall call = {};
  size_t work, bytes;

  image.domain = *domain;
  image.grid = grid_of (domain);
  work = bytes = grid_bins (image.grid) * sizeof (float2);
  if (pass == OND_PASS_SLICES && domain->rank == 3)
    bytes = planes_of (&image, &call).total;
  else if (pass != OND_PASS_ENERGY)
    bytes = layout_of (image.grid, 1, work).total;
  else
    bytes = aligned (MOST_WAVELETS * energy_blocks (image.grid) * sizeof (double));
  return bytes > work ? bytes : work;
}

} /* namespace ond */
