/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From responses to what is wanted of them: moments in one read, and the sums over one axis that
 * slices are made of. Orders of summation follow from the image's size alone. */
#include "kernels.cuh"

#include <cmath>

namespace ond {
namespace {

__device__ Moments
moments_none ()
{
  return Moments{ 0, 0, INFINITY, -INFINITY, 0, UINT32_MAX };
}

__device__ void
moments_add (Moments &to, const Moments &more)
{
  if (more.max > to.max || (more.max == to.max && more.at_max < to.at_max))
    {
      to.max = more.max;
      to.at_max = more.at_max;
    }
  to.min = fminf (to.min, more.min);
  to.sum += more.sum;
  to.sum2 += more.sum2;
  to.n += more.n;
}

/* The block's moments, in thread 0. */
__device__ void
moments_of_block (Moments &own)
{
  __shared__ Moments warps[N_THREADS / 32];

  for (int step = 16; step > 0; step /= 2)
    {
      Moments other;

      other.sum = __shfl_down_sync (0xffffffffu, own.sum, step);
      other.sum2 = __shfl_down_sync (0xffffffffu, own.sum2, step);
      other.min = __shfl_down_sync (0xffffffffu, own.min, step);
      other.max = __shfl_down_sync (0xffffffffu, own.max, step);
      other.n = __shfl_down_sync (0xffffffffu, own.n, step);
      other.at_max = __shfl_down_sync (0xffffffffu, own.at_max, step);
      moments_add (own, other);
    }
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = own;
  __syncthreads ();
  if (threadIdx.x > 0)
    return;
  for (int i = 1; i < N_THREADS / 32; i++)
    moments_add (own, warps[i]);
}

/* Four samples of a row, two neighbours and two more: they are added in float, then in double. */
struct Four
{
  float sum, sum2;

  __device__ void
  take (Moments &moments, float value, bool counts, uint32_t index)
  {
    if (!counts)
      return;
    sum += value;
    sum2 += value * value;
    moments.n++;
    moments.min = fminf (moments.min, value);
    if (value > moments.max)
      {
        moments.max = value;
        moments.at_max = index;
      }
  }
};

/* Samples first ... end - 1 of a row; the first voxel of the row is `index` of the volume. */
__device__ void
row_moments (const float *row, int32_t first, int32_t end, const uint8_t *invalid, uint32_t index,
             int lane, int lanes, Moments &own)
{
  const float2 *pairs = reinterpret_cast<const float2 *> (row);

  for (int32_t x = first / 2 * 2 + 2 * lane; x < end; x += 4 * lanes)
    {
      Four four = { 0, 0 };

      for (int part = 0; part < 2; part++)
        {
          const int32_t at = x + part * 2 * lanes;

          if (at >= end)
            break;
          const float2 pair = pairs[at / 2];
          four.take (own, pair.x, at >= first && !(invalid && invalid[at]), index + (uint32_t) at);
          four.take (own, pair.y, at + 1 < end && !(invalid && invalid[at + 1]),
                     index + (uint32_t) at + 1);
        }
      own.sum += four.sum;
      own.sum2 += four.sum2;
    }
}

/* partial[w][block] */
__global__ void
__launch_bounds__ (N_THREADS, 4)
    reduce_rows (Grid grid, Boxes boxes, const float *__restrict__ responses, size_t stride,
                 const uint8_t *__restrict__ invalid, Moments *__restrict__ partial)
{
  const int w = (int) blockIdx.y, lanes = grid.lanes, lane = (int) threadIdx.x % lanes;
  const int32_t *first = boxes.first[w], *end = boxes.end[w];
  const uint64_t height = (uint64_t) (end[OND_Y] - first[OND_Y]),
                 n_rows = height * (uint64_t) (end[OND_Z] - first[OND_Z]),
                 at_once = blockDim.x / (unsigned) lanes;
  Moments own = moments_none ();

  for (uint64_t r = blockIdx.x * at_once + threadIdx.x / (unsigned) lanes; r < n_rows;
       r += gridDim.x * at_once)
    {
      const uint32_t y = (uint32_t) first[OND_Y] + (uint32_t) r % (uint32_t) height,
                     z = (uint32_t) first[OND_Z] + (uint32_t) r / (uint32_t) height;
      const size_t row = (size_t) z * (size_t) grid.size[OND_Y] + y,
                   voxel = ((size_t) z * (size_t) grid.crop[OND_Y] + y) * (size_t) grid.crop[OND_X];

      row_moments (responses + 2 * ((size_t) w * stride + row * (size_t) grid.bins), first[OND_X],
                   end[OND_X], invalid ? invalid + voxel : nullptr, (uint32_t) voxel, lane, lanes,
                   own);
    }
  moments_of_block (own);
  if (threadIdx.x == 0)
    partial[blockIdx.y * gridDim.x + blockIdx.x] = own;
}

__global__ void
__launch_bounds__ (N_THREADS) reduce_finish (const Moments *__restrict__ partial, unsigned n_blocks,
                                             Moments *__restrict__ moments)
{
  Moments own = moments_none ();

  for (unsigned i = threadIdx.x; i < n_blocks; i += blockDim.x)
    moments_add (own, partial[blockIdx.x * n_blocks + i]);
  moments_of_block (own);
  if (threadIdx.x == 0)
    moments[blockIdx.x] = own;
}

/* The product modulo n first: an angle of thousands of turns would lose digits. */
__global__ void
__launch_bounds__ (N_THREADS)
    phase_table (Grid grid, int32_t at_x, int32_t at_y, int32_t at_z, float2 *__restrict__ phases)
{
  const uint32_t at = blockIdx.x * blockDim.x + threadIdx.x, bins = (uint32_t) grid.bins,
                 n_y = (uint32_t) grid.size[OND_Y], n_z = (uint32_t) grid.size[OND_Z];
  const int axis = at < bins ? OND_X : at < bins + n_y ? OND_Y : OND_Z;
  const uint32_t j = at - (axis == OND_X ? 0 : axis == OND_Y ? bins : bins + n_y);
  const int64_t voxel = axis == OND_X ? at_x : axis == OND_Y ? at_y : at_z;
  const int32_t n = grid.size[axis];

  if (at >= bins + n_y + n_z)
    return;
  const double angle = 2 * OND_PI * (double) ((int64_t) j * voxel % n) / n;
  const float weight = axis != OND_X || j == 0 || ond_is_nyquist ((int32_t) j, n) ? 1.0f : 2.0f;
  phases[at] = make_float2 (weight * (float) cos (angle), weight * (float) sin (angle));
}

__device__ void
add_product (float2 &sum, float2 a, float2 b)
{
  sum.x += a.x * b.x - a.y * b.y;
  sum.y += a.x * b.y + a.y * b.x;
}

/* How a product is walked for a sum over y or z: element (i, other, summed) lies at i + other *
 * other_step + summed * step. */
struct Sum
{
  uint32_t bins, n_other, n;
  size_t other_step, step;
};

/* out[part][other][bin]: each part sums every n_parts-th index. */
__global__ void
__launch_bounds__ (N_THREADS)
    sum_columns (Sum sum, const float2 *__restrict__ product, const float2 *__restrict__ phases,
                 float2 *__restrict__ out)
{
  const uint64_t at = (uint64_t) blockIdx.x * blockDim.x + threadIdx.x,
                 n = (uint64_t) sum.bins * sum.n_other;
  float2 total = make_float2 (0, 0);

  if (at >= n)
    return;
  product += at / sum.bins * sum.other_step + at % sum.bins;
  for (uint32_t s = blockIdx.y; s < sum.n; s += gridDim.y)
    add_product (total, product[s * sum.step], phases[s]);
  out[blockIdx.y * n + at] = total;
}

__global__ void
__launch_bounds__ (N_THREADS) add_parts (const float2 *__restrict__ parts, unsigned n_parts,
                                         uint64_t n, float2 *__restrict__ out)
{
  const uint64_t at = (uint64_t) blockIdx.x * blockDim.x + threadIdx.x;
  float2 total = make_float2 (0, 0);

  if (at >= n)
    return;
  for (unsigned i = 0; i < n_parts; i++)
    {
      total.x += parts[i * n + at].x;
      total.y += parts[i * n + at].y;
    }
  out[at] = total;
}

/* out[z][y], the sum of a row over x; a warp a row. */
__global__ void
__launch_bounds__ (N_THREADS) sum_rows (Grid grid, const float2 *__restrict__ product,
                                        const float2 *__restrict__ phases, float2 *__restrict__ out)
{
  const uint64_t row = ((uint64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32,
                 n_rows = (uint64_t) grid.size[OND_Y] * (uint64_t) grid.size[OND_Z];
  const int lane = (int) threadIdx.x % 32;
  float2 total = make_float2 (0, 0);

  if (row >= n_rows)
    return;
  for (int32_t i = lane; i < grid.bins; i += 32)
    add_product (total, product[row * (uint64_t) grid.bins + (uint64_t) i], phases[i]);
  for (int step = 16; step > 0; step /= 2)
    {
      total.x += __shfl_down_sync (0xffffffffu, total.x, step);
      total.y += __shfl_down_sync (0xffffffffu, total.y, step);
    }
  if (lane == 0)
    out[row] = total;
}

/* The real part of the sums over x belongs to the slice: its half spectrum along y is the mean of a
 * bin and of the mirrored one's conjugate. */
__global__ void
__launch_bounds__ (N_THREADS) fold_rows (int32_t n_y, int32_t n_z, const float2 *__restrict__ rows,
                                         float2 *__restrict__ plane)
{
  const uint32_t bins = (uint32_t) n_y / 2 + 1;
  const uint64_t at = (uint64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const uint64_t z = at / bins, y = at % bins, n = (uint64_t) n_y;

  if (z >= (uint64_t) n_z)
    return;
  const float2 a = rows[z * n + y],
               b = rows[((uint64_t) n_z - z) % (uint64_t) n_z * n + (n - y) % n];
  plane[at] = make_float2 (0.5f * (a.x + b.x), 0.5f * (a.y - b.y));
}

dim3
blocks_for (size_t n)
{
  return dim3 ((unsigned) ((n + N_THREADS - 1) / N_THREADS));
}

/* Enough threads to be busy where a plane is small. */
unsigned
n_parts (const Grid &grid, int axis)
{
  const size_t n = (size_t) plane_rows (grid, axis) * (size_t) plane_bins (grid, axis);
  size_t parts = ((size_t) 1 << 18) / n;

  if (parts > MOST_PARTS)
    parts = MOST_PARTS;
  if (parts > (size_t) grid.size[axis])
    parts = (size_t) grid.size[axis];
  return parts > 1 ? (unsigned) parts : 1;
}

cudaError_t
plane_across_x (const Grid &grid, const float2 *product, const float2 *phases, float2 *scratch,
                float2 *plane, cudaStream_t stream)
{
  cudaError_t error;

  OND_LAUNCH (sum_rows, blocks_for (32 * grid_rows (grid)), dim3 (N_THREADS), stream, grid, product,
              phases, scratch);
  error = cudaGetLastError ();
  if (error != cudaSuccess)
    return error;
  OND_LAUNCH (fold_rows, blocks_for ((size_t) grid.size[OND_Z] * (size_t) plane_bins (grid, OND_X)),
              dim3 (N_THREADS), stream, grid.size[OND_Y], grid.size[OND_Z], scratch, plane);
  return cudaGetLastError ();
}

} /* namespace */

unsigned
moment_blocks (const Grid &grid)
{
  const size_t n_rows = (size_t) grid.crop[OND_Y] * (size_t) grid.crop[OND_Z],
               rows = (size_t) (N_THREADS / grid.lanes), n = (n_rows + rows - 1) / rows;

  return n < MOST_MOMENTS ? (unsigned) n : MOST_MOMENTS;
}

cudaError_t
moments (const Grid &grid, const Boxes &boxes, int n, const float *responses, size_t stride,
         const uint8_t *invalid, Moments *partial, Moments *moments, cudaStream_t stream)
{
  const unsigned n_blocks = moment_blocks (grid);
  cudaError_t error;

  OND_LAUNCH (reduce_rows, dim3 (n_blocks, (unsigned) n), dim3 (N_THREADS), stream, grid, boxes,
              responses, stride, invalid, partial);
  error = cudaGetLastError ();
  if (error != cudaSuccess)
    return error;
  OND_LAUNCH (reduce_finish, dim3 ((unsigned) n), dim3 (N_THREADS), stream, partial, n_blocks,
              moments);
  return cudaGetLastError ();
}

cudaError_t
phases (const Grid &grid, const int32_t at[OND_N_AXES], float2 *phases, cudaStream_t stream)
{
  OND_LAUNCH (phase_table, blocks_for (n_phases (grid)), dim3 (N_THREADS), stream, grid, at[OND_X],
              at[OND_Y], at[OND_Z], phases);
  return cudaGetLastError ();
}

int32_t
plane_rows (const Grid &grid, int axis)
{
  return grid.size[ond_slice_vertical (axis)];
}

int32_t
plane_bins (const Grid &grid, int axis)
{
  return grid.size[ond_slice_horizontal (axis)] / 2 + 1;
}

size_t
plane_scratch (const Grid &grid, int axis)
{
  if (axis == OND_X)
    return grid_rows (grid);
  return n_parts (grid, axis) * (size_t) plane_rows (grid, axis) * (size_t) plane_bins (grid, axis);
}

cudaError_t
plane (const Grid &grid, int axis, const float2 *product, const float2 *phases, float2 *scratch,
       float2 *plane, cudaStream_t stream)
{
  const size_t row = (size_t) grid.bins, layer = row * (size_t) grid.size[OND_Y],
               n = (size_t) plane_rows (grid, axis) * row;
  const dim3 blocks = blocks_for (n);
  const Sum sum = { (uint32_t) grid.bins, (uint32_t) plane_rows (grid, axis),
                    (uint32_t) grid.size[axis], axis == OND_Z ? row : layer,
                    axis == OND_Z ? layer : row };
  const float2 *own_phases =
      phases + row + (axis == OND_Z ? (size_t) grid.size[OND_Y] : (size_t) 0);
  cudaError_t error;

  if (axis == OND_X)
    return plane_across_x (grid, product, phases, scratch, plane, stream);
  OND_LAUNCH (sum_columns, dim3 (blocks.x, n_parts (grid, axis)), dim3 (N_THREADS), stream, sum,
              product, own_phases, scratch);
  error = cudaGetLastError ();
  if (error != cudaSuccess)
    return error;
  OND_LAUNCH (add_parts, blocks, dim3 (N_THREADS), stream, scratch, n_parts (grid, axis),
              (uint64_t) n, plane);
  return cudaGetLastError ();
}

} /* namespace ond */
