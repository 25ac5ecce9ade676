/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid of a volume, and the conventions that every other file refers to. Plain C without GLib:
 * gcc, clang and nvcc read it. Only value types and inline functions.
 *
 * Conventions
 *   volume       float[nz][ny][nx], x fastest, x = FITS NAXIS1. Voxel (x, y, z) counts from 0.
 *   spectrum     complex[nz][ny][nx/2+1]; the forward transform has exp(-i k.x) and no factor, the
 *   inverse has 1/N.
 *   wavenumber   k_i = 2 pi j / (n_i d_i), j signed, d_i the edge of a voxel: physical, so unequal
 *   edges are exact.
 *   length       in units of the smallest voxel edge (its edge is 1); wavelet scales are in this
 *   unit.
 *   angle        radians inside the program, degrees wherever a person reads or writes one.
 *   2-D image    a volume with nz = 1; its rank is 2. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define OND_FN static __host__ __device__ __forceinline__
#else
#define OND_FN static inline
#endif

enum
{
  OND_X,
  OND_Y,
  OND_Z,
  OND_N_AXES
};

typedef struct
{
  int32_t n[OND_N_AXES];   /* voxels along x, y, z, each >= 1 */
  double edge[OND_N_AXES]; /* edges of a voxel in units of the smallest, each >= 1 */
} OndGeometry;

/* Dimensions that the wavelet extends over: 2 for an image, else 3. */
OND_FN int
ond_geometry_rank (const OndGeometry *self)
{
  return self->n[OND_Z] == 1 ? 2 : 3;
}

/* Number of voxels, or 0 where it does not fit into a size_t with room for 16 bytes a voxel. */
OND_FN size_t
ond_geometry_n_voxels (const OndGeometry *self)
{
  size_t n = 1;
  for (int i = 0; i < OND_N_AXES; i++)
    {
      if (self->n[i] < 1 || (size_t) self->n[i] > SIZE_MAX / 16 / n)
        return 0;
      n *= (size_t) self->n[i];
    }
  return n;
}

OND_FN size_t
ond_geometry_index (const OndGeometry *self, int32_t x, int32_t y, int32_t z)
{
  return ((size_t) z * (size_t) self->n[OND_Y] + (size_t) y) * (size_t) self->n[OND_X] + (size_t) x;
}

OND_FN void
ond_geometry_position (const OndGeometry *self, size_t index, int32_t at[OND_N_AXES])
{
  size_t nx = (size_t) self->n[OND_X], ny = (size_t) self->n[OND_Y];
  at[OND_X] = (int32_t) (index % nx);
  at[OND_Y] = (int32_t) (index / nx % ny);
  at[OND_Z] = (int32_t) (index / nx / ny);
}

/* Volume of a voxel, smallest edges cubed (squared for an image). */
OND_FN double
ond_geometry_voxel (const OndGeometry *self)
{
  double v = self->edge[OND_X] * self->edge[OND_Y];
  return ond_geometry_rank (self) == 2 ? v : v * self->edge[OND_Z];
}

/* The two axes of a slice: horizontal (the faster) and vertical. Slice `normal` is XY for z, XZ for
 * y, YZ for x. */
OND_FN int
ond_slice_horizontal (int normal)
{
  return normal == OND_X ? OND_Y : OND_X;
}

OND_FN int
ond_slice_vertical (int normal)
{
  return normal == OND_Z ? OND_Y : OND_Z;
}

/* "XY" for z; static. */
OND_FN const char *
ond_slice_name (int normal)
{
  return normal == OND_X ? "YZ" : normal == OND_Y ? "XZ" : "XY";
}

/* Voxels in the slice across axis `normal`, float[n_vertical][n_horizontal]. */
OND_FN size_t
ond_geometry_slice_size (const OndGeometry *self, int normal)
{
  return (size_t) self->n[ond_slice_horizontal (normal)]
         * (size_t) self->n[ond_slice_vertical (normal)];
}

/* Signed index of bin j of n: 0, 1 ... n/2, -(n-1)/2 ... -1. */
OND_FN int32_t
ond_signed_index (int32_t j, int32_t n)
{
  return 2 * (int64_t) j <= n ? j : j - n;
}

/* Is j the bin n/2 of an even n, whose sign is not defined? */
OND_FN int
ond_is_nyquist (int32_t j, int32_t n)
{
  return n > 1 && 2 * (int64_t) j == n;
}
