/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over a spectrum: the transfer functions of several wavelets, row by row, and what is
 * done with each bin - multiplied with the image's, or squared and summed up.
 *
 * A row is a parabola k2 = beta + alpha t^2 (OndRow). Its coefficients are computed in double, once
 * a row and wavelet, the bins in float: k2 keeps seven digits, and double arithmetic, which most
 * devices do at 1/64 of the pace, stays off the bins. */
#include "kernels.cuh"

namespace ond {
namespace {

constexpr int MOST_ROWS = N_THREADS / 16; /* of a block at a time */

/* A part of a row of the transfer function: bins lo ... hi - 1 are not negligible. */
struct Line
{
  int32_t whole, lo, hi; /* the parabola's centre is whole + fraction */
  float fraction, beta;
};

/* Where a row lies, and which of its components have no sign. */
struct Row
{
  int32_t y, z;
  double k_y, k_z;
  bool exists, nyquist_y, nyquist_z;
};

__device__ Row
row_at (const Grid &grid, uint64_t index)
{
  const uint32_t n_y = (uint32_t) grid.size[OND_Y];
  Row row = { 0, 0, 0, 0, index < (uint64_t) n_y * (uint32_t) grid.size[OND_Z], false, false };

  if (!row.exists)
    return row;
  row.y = (int32_t) ((uint32_t) index % n_y);
  row.z = (int32_t) ((uint32_t) index / n_y);
  row.k_y = grid.dk[OND_Y] * ond_signed_index (row.y, grid.size[OND_Y]);
  row.k_z = grid.dk[OND_Z] * ond_signed_index (row.z, grid.size[OND_Z]);
  row.nyquist_y = ond_is_nyquist (row.y, grid.size[OND_Y]);
  row.nyquist_z = ond_is_nyquist (row.z, grid.size[OND_Z]);
  return row;
}

/* Indices of the line lie within -reach ... reach. */
__device__ Line
line_of (const Grid &grid, const Wavelet &wavelet, double k_y, double k_z, int32_t reach)
{
  const OndRow row = ond_wavelet_row (&wavelet.shape, wavelet.n, grid.dk[OND_X], k_y, k_z);
  const double whole = floor (fmin (fmax (row.centre, -1e9), 1e9));
  Line line = { (int32_t) whole, 0, 0, (float) (row.centre - whole), (float) row.beta };

  if (!ond_row_span (&row, grid.limit, -reach, reach + 1, &line.lo, &line.hi))
    line.lo = line.hi = 0;
  return line;
}

/* Every component at an index n/2 has no sign: psi^ is the mean over both signs of each. Line i of
 * a row, 0 or 1; where both y and z have no sign, the two other lines are the mirror images of
 * these. */
__device__ Line
sign_line (const Grid &grid, const Wavelet &wavelet, const Row &row, int i)
{
  const bool turn_y = i == 1 && row.nyquist_y, turn_z = i == 1 && !row.nyquist_y;

  if (!row.exists || (i == 1 && !row.nyquist_y && !row.nyquist_z))
    return Line{ 0, 0, 0, 0, 0 };
  return line_of (grid, wavelet, turn_y ? -row.k_y : row.k_y, turn_z ? -row.k_z : row.k_z,
                  grid.bins);
}

/* The row's aliases along y and z, numbered; the last ones are followed by empty lines. */
__device__ Line
alias_line (const Grid &grid, const Wavelet &wavelet, const Row &row, int32_t i)
{
  const int32_t n_y = 2 * wavelet.aliases[OND_Y] + 1;
  const int32_t y = i % n_y - wavelet.aliases[OND_Y], z = i / n_y - wavelet.aliases[OND_Z];

  if (!row.exists || z > wavelet.aliases[OND_Z])
    return Line{ 0, 0, 0, 0, 0 };
  return line_of (grid, wavelet, row.k_y + y * grid.dk[OND_Y] * grid.size[OND_Y],
                  row.k_z + z * grid.dk[OND_Z] * grid.size[OND_Z],
                  (wavelet.aliases[OND_X] + 1) * grid.size[OND_X]);
}

__device__ float
line_value (const Line &line, float alpha, int32_t i)
{
  const float t = (float) (i - line.whole) - line.fraction;
  const float k2 = line.beta + alpha * t * t;

  return i >= line.lo && i < line.hi ? k2 * expf (-0.5f * k2) : 0;
}

/* psi^ of bin i of a continuous wavelet from the row's two lines. */
__device__ float
signs_value (const Grid &grid, const Row &row, const Line *lines, float alpha, int32_t i)
{
  const bool mirror = (row.nyquist_y && row.nyquist_z) || ond_is_nyquist (i, grid.size[OND_X]);
  const bool both = row.nyquist_y || row.nyquist_z;
  float t = line_value (lines[0], alpha, i);

  if (mirror)
    t = 0.5f * (t + line_value (lines[0], alpha, -i));
  if (!both)
    return t;
  float other = line_value (lines[1], alpha, i);
  if (mirror)
    other = 0.5f * (other + line_value (lines[1], alpha, -i));
  return 0.5f * (t + other);
}

/* Continuous wavelets. The lines of the block's rows are computed by all of its threads. */
template <class Sink>
__device__ void
walk_signs (const Grid &grid, const Wavelets &wavelets, const Row &row, uint64_t index, Line *lines,
            Sink &sink)
{
  const int lane = (int) threadIdx.x % grid.lanes, first = (int) threadIdx.x / grid.lanes;
  Line *own = lines + first * 2 * MOST_WAVELETS;

  for (int i = lane; i < 2 * wavelets.n; i += grid.lanes)
    own[i] = sign_line (grid, wavelets.of[i / 2], row, i % 2);
  __syncthreads ();
  for (int w = 0; w < wavelets.n; w++)
    {
      const Wavelet &wavelet = wavelets.of[w];
      const Line pair[2] = { own[2 * w], own[2 * w + 1] };

      sink.begin ();
      for (int32_t i = lane; row.exists && i < grid.bins; i += grid.lanes)
        sink.bin (w, index * (uint64_t) grid.bins + (uint64_t) i, i,
                  wavelet.weight * signs_value (grid, row, pair, wavelet.alpha, i));
      sink.end (w);
    }
  __syncthreads ();
}

/* The aliases of bin i, all of them: every thread computes a line, and takes a value of each. */
__device__ float
aliases_value (const Grid &grid, const Wavelet &wavelet, const Row &row, Line *lines, int32_t i)
{
  const int lane = (int) threadIdx.x % grid.lanes, n_x = wavelet.aliases[OND_X];
  const int32_t n = (2 * wavelet.aliases[OND_Y] + 1) * (2 * wavelet.aliases[OND_Z] + 1);
  Line *own = lines + (int) threadIdx.x / grid.lanes * grid.lanes;
  float t = 0;

  for (int32_t first = 0; first < n; first += grid.lanes)
    {
      __syncthreads ();
      own[lane] = alias_line (grid, wavelet, row, first + lane);
      __syncthreads ();
      for (int s = 0; s < grid.lanes; s++)
        for (int32_t m = -n_x; own[s].lo < own[s].hi && m <= n_x; m++)
          t += line_value (own[s], wavelet.alpha, i + m * grid.size[OND_X]);
    }
  return t;
}

template <class Sink>
__device__ void
walk_aliases (const Grid &grid, const Wavelets &wavelets, const Row &row, uint64_t index,
              Line *lines, Sink &sink)
{
  const int lane = (int) threadIdx.x % grid.lanes;

  for (int w = 0; w < wavelets.n; w++)
    {
      sink.begin ();
      /* All threads stay together: there are barriers within. */
      for (int32_t first = 0; first < grid.bins; first += grid.lanes)
        {
          const int32_t i = first + lane;
          const float t = aliases_value (grid, wavelets.of[w], row, lines, i);

          if (row.exists && i < grid.bins)
            sink.bin (w, index * (uint64_t) grid.bins + (uint64_t) i, i, wavelets.of[w].weight * t);
        }
      sink.end (w);
    }
  __syncthreads ();
}

template <bool SAMPLED, class Sink>
__device__ void
walk (const Grid &grid, const Wavelets &wavelets, Sink &sink)
{
  __shared__ Line lines[MOST_ROWS * 2 * MOST_WAVELETS];
  const uint64_t n_rows = (uint64_t) grid.size[OND_Y] * (uint64_t) grid.size[OND_Z],
                 at_once = blockDim.x / (unsigned) grid.lanes;

  for (uint64_t first = blockIdx.x * at_once; first < n_rows; first += gridDim.x * at_once)
    {
      const uint64_t index = first + threadIdx.x / (unsigned) grid.lanes;
      const Row row = row_at (grid, index);

      if (SAMPLED)
        walk_aliases (grid, wavelets, row, index, lines, sink);
      else
        walk_signs (grid, wavelets, row, index, lines, sink);
    }
}

/* What the wavelet does not reach is zeroed without being read. */
struct Multiply
{
  const float2 *spectrum;
  float2 *products;
  size_t stride;

  __device__ void
  begin ()
  {
  }

  __device__ void
  bin (int w, uint64_t at, int32_t, float t)
  {
    float2 value = make_float2 (0, 0);

    if (t != 0)
      {
        value = spectrum[at];
        value.x *= t;
        value.y *= t;
      }
    products[(size_t) w * stride + at] = value;
  }

  __device__ void
  end (int)
  {
  }
};

template <bool SAMPLED>
__global__ void
__launch_bounds__ (N_THREADS, 4)
    multiply_rows (Grid grid, Wavelets wavelets, const float2 *__restrict__ spectrum,
                   float2 *__restrict__ products, size_t stride)
{
  Multiply sink = { spectrum, products, stride };
  walk<SAMPLED> (grid, wavelets, sink);
}

__device__ double
warp_sum (double value)
{
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync (0xffffffffu, value, step);
  return value;
}

struct Energy
{
  const float2 *spectrum;
  double (*sums)[MOST_WAVELETS]; /* one a warp */
  int32_t size;
  double sum;

  __device__ void
  begin ()
  {
    sum = 0;
  }

  __device__ void
  bin (int, uint64_t at, int32_t i, float t)
  {
    if (t == 0)
      return;
    const float2 value = spectrum[at];
    const float power = (value.x * value.x + value.y * value.y) * t * t;
    sum += i == 0 || ond_is_nyquist (i, size) ? power : 2 * power;
  }

  __device__ void
  end (int w)
  {
    const double whole = warp_sum (sum);

    if (threadIdx.x % 32 == 0)
      sums[threadIdx.x / 32][w] += whole;
  }
};

/* partial[w][block] */
template <bool SAMPLED>
__global__ void
__launch_bounds__ (N_THREADS, 4)
    energy_rows (Grid grid, Wavelets wavelets, const float2 *__restrict__ spectrum,
                 double *__restrict__ partial)
{
  __shared__ double sums[N_THREADS / 32][MOST_WAVELETS];
  Energy sink = { spectrum, sums, grid.size[OND_X], 0 };

  for (int w = (int) threadIdx.x % 32; w < MOST_WAVELETS; w += 32)
    sums[threadIdx.x / 32][w] = 0;
  __syncthreads ();
  walk<SAMPLED> (grid, wavelets, sink);
  __syncthreads ();
  if ((int) threadIdx.x < wavelets.n)
    {
      double sum = 0;

      for (int i = 0; i < N_THREADS / 32; i++)
        sum += sums[i][threadIdx.x];
      partial[threadIdx.x * gridDim.x + blockIdx.x] = sum;
    }
}

/* Twice for the two halves is in the sums; the transfer function holds 1/N, which the theorem wants
 * once and not squared. */
__global__ void
__launch_bounds__ (N_THREADS) energy_finish (const double *__restrict__ partial, unsigned n_blocks,
                                             double n_voxels, double *__restrict__ energies)
{
  __shared__ double sums[N_THREADS / 32];
  double sum = 0;

  for (unsigned i = threadIdx.x; i < n_blocks; i += blockDim.x)
    sum += partial[blockIdx.x * n_blocks + i];
  sum = warp_sum (sum);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
  __syncthreads ();
  if (threadIdx.x > 0)
    return;
  for (int i = 1; i < N_THREADS / 32; i++)
    sum += sums[i];
  energies[blockIdx.x] = sum * n_voxels;
}

} /* namespace */

Grid
grid_of (const OndDomain *domain)
{
  Grid grid = {};

  for (int i = 0; i < OND_N_AXES; i++)
    {
      grid.size[i] = domain->size[i];
      grid.crop[i] = domain->crop[i];
      grid.dk[i] = 2 * OND_PI / (domain->size[i] * domain->edge[i]);
    }
  grid.bins = domain->size[OND_X] / 2 + 1;
  /* Half a warp a row where a whole one would be idle at the row's end. */
  grid.lanes = (grid.bins + 31) / 32 * 32 > (grid.bins + 15) / 16 * 16 ? 16 : 32;
  grid.limit = OND_K2_RESPONSE;
  grid.sampled = domain->sampling == OND_SAMPLING_SAMPLED;
  return grid;
}

Wavelet
wavelet_of (const OndDomain *domain, const OndWavelet *shape)
{
  Wavelet wavelet = {};
  double n_voxels = 1;
  const double dk = 2 * OND_PI / (domain->size[OND_X] * domain->edge[OND_X]);

  wavelet.shape = *shape;
  ond_wavelet_direction (shape, domain->rank, wavelet.n);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      n_voxels *= domain->size[i];
      if (domain->sampling == OND_SAMPLING_SAMPLED && i < domain->rank)
        wavelet.aliases[i] = ond_wavelet_n_aliases (shape, wavelet.n, i, domain->edge[i]);
    }
  wavelet.weight = (float) (ond_wavelet_gain (shape, domain->rank) / n_voxels);
  wavelet.alpha = (float) ond_wavelet_row (shape, wavelet.n, dk, 0, 0).alpha;
  return wavelet;
}

unsigned
energy_blocks (const Grid &grid)
{
  const size_t rows = (size_t) (N_THREADS / grid.lanes), n = (grid_rows (grid) + rows - 1) / rows;

  return n < MOST_BLOCKS ? (unsigned) n : MOST_BLOCKS;
}

cudaError_t
multiply (const Grid &grid, const Wavelets &wavelets, const float2 *spectrum, float2 *products,
          size_t stride, cudaStream_t stream)
{
  const dim3 blocks (energy_blocks (grid)), threads (N_THREADS);

  if (grid.sampled)
    OND_LAUNCH (multiply_rows<true>, blocks, threads, stream, grid, wavelets, spectrum, products,
                stride);
  else
    OND_LAUNCH (multiply_rows<false>, blocks, threads, stream, grid, wavelets, spectrum, products,
                stride);
  return cudaGetLastError ();
}

cudaError_t
energies (const Grid &grid, const Wavelets &wavelets, const float2 *spectrum, double *partial,
          double *energies, cudaStream_t stream)
{
  const dim3 blocks (energy_blocks (grid)), threads (N_THREADS);
  const double n_voxels = (double) grid_rows (grid) * grid.size[OND_X];
  cudaError_t error;

  if (grid.sampled)
    OND_LAUNCH (energy_rows<true>, blocks, threads, stream, grid, wavelets, spectrum, partial);
  else
    OND_LAUNCH (energy_rows<false>, blocks, threads, stream, grid, wavelets, spectrum, partial);
  error = cudaGetLastError ();
  if (error != cudaSuccess)
    return error;
  OND_LAUNCH (energy_finish, dim3 ((unsigned) wavelets.n), threads, stream, partial, blocks.x,
              n_voxels, energies);
  return cudaGetLastError ();
}

cudaError_t
kernels_check ()
{
  cudaFuncAttributes attributes;

  return cudaFuncGetAttributes (&attributes, multiply_rows<false>);
}

} /* namespace ond */
