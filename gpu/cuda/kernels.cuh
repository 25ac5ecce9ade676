/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs on the device, as functions that the host side calls: each puts its kernels into a
 * stream and returns without waiting. kernels-*.cu compute; nothing here allocates or copies.
 *
 * In memory a spectrum is float2[size z][size y][bins], as core/geometry.h has it, and a response
 * lies in place of its product: float[size z][size y][2 * bins], the row's end unused. */
#pragma once

#include "../../core/backend.h"

#include <cuda_runtime.h>

/* The tests' stand-in for the runtime brings its own. */
/* clang-format off */
#ifndef OND_LAUNCH
#define OND_LAUNCH(kernel, grid, block, stream, ...)                                               \
  kernel<<<(grid), (block), 0, (stream)>>> (__VA_ARGS__)
#endif
/* clang-format on */

namespace ond {

constexpr int N_THREADS = 256;    /* of every block */
constexpr int MOST_WAVELETS = 16; /* of one launch: they are arguments of the kernel */
constexpr int MOST_BLOCKS = 2048; /* that walk over a spectrum; more rows: several walks */
constexpr int MOST_MOMENTS = 512; /* blocks that reduce one response */
constexpr int MOST_PARTS = 8;     /* of a sum over an axis */

/* The padded grid and how its spectrum is sampled. */
struct Grid
{
  int32_t size[OND_N_AXES], crop[OND_N_AXES];
  int32_t bins;  /* of a row: size x / 2 + 1 */
  int32_t lanes; /* threads that share a row: 16 or 32 */
  double dk[OND_N_AXES];
  double limit; /* of k2 */
  bool sampled;
};

/* A wavelet as the kernels want it; n along x, y, z. */
struct Wavelet
{
  OndWavelet shape;
  double n[OND_N_AXES];
  float alpha, weight; /* of OndRow; of psi^, with the inverse's 1/N */
  int32_t aliases[OND_N_AXES];
};

struct Wavelets
{
  int n;
  Wavelet of[MOST_WAVELETS];
};

/* Voxels first ... end - 1 that statistics are about. */
struct Boxes
{
  int32_t first[MOST_WAVELETS][OND_N_AXES], end[MOST_WAVELETS][OND_N_AXES];
};

/* OndMoments as a kernel's threads pass it on; n 0: nothing, whatever the rest says. */
struct Moments
{
  double sum, sum2;
  float min, max;
  uint32_t n, at_max;
};

Grid grid_of (const OndDomain *domain);
Wavelet wavelet_of (const OndDomain *domain, const OndWavelet *wavelet);

inline size_t
grid_rows (const Grid &grid)
{
  return (size_t) grid.size[OND_Y] * (size_t) grid.size[OND_Z];
}

inline size_t
grid_bins (const Grid &grid)
{
  return grid_rows (grid) * (size_t) grid.bins;
}

/* products[w][stride] = spectrum times the transfer function of wavelet w. */
cudaError_t multiply (const Grid &grid, const Wavelets &wavelets, const float2 *spectrum,
                      float2 *products, size_t stride, cudaStream_t stream);

/* energies[w]: the sum of W^2 over the padded grid. partial: double[n][energy_blocks]. */
unsigned energy_blocks (const Grid &grid);
cudaError_t energies (const Grid &grid, const Wavelets &wavelets, const float2 *spectrum,
                      double *partial, double *energies, cudaStream_t stream);

/* moments[w] of responses[w][2 * stride] within box w. partial: Moments[n][moment_blocks]; how many
 * follows from the image's size alone, so that sums are the same on every device. */
unsigned moment_blocks (const Grid &grid);
cudaError_t moments (const Grid &grid, const Boxes &boxes, int n, const float *responses,
                     size_t stride, const uint8_t *invalid, Moments *partial, Moments *moments,
                     cudaStream_t stream);

/* exp (i k x) of every index of an axis, for one voxel: x[bins], y[size y], z[size z] in turn.
 * Along x, bins with a mirror image in the other half of the spectrum count twice. */
inline size_t
n_phases (const Grid &grid)
{
  return (size_t) grid.bins + (size_t) grid.size[OND_Y] + (size_t) grid.size[OND_Z];
}
cudaError_t phases (const Grid &grid, const int32_t at[OND_N_AXES], float2 *phases,
                    cudaStream_t stream);

/* The half spectrum of the slice across `axis`, the sum of a product over that axis with its
 * phases. plane: float2[plane_rows][plane_bins]; scratch: float2[plane_scratch]. */
int32_t plane_rows (const Grid &grid, int axis);
int32_t plane_bins (const Grid &grid, int axis);
size_t plane_scratch (const Grid &grid, int axis);
cudaError_t plane (const Grid &grid, int axis, const float2 *product, const float2 *phases,
                   float2 *scratch, float2 *plane, cudaStream_t stream);

/* Is there code for this device in the module? */
cudaError_t kernels_check ();

} /* namespace ond */
