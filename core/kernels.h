/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of the CPU backend, compiled once for each instruction set that is worth it and
 * chosen at run time. All work along one row of x. Arguments are finite; see wavelet-formula.h for
 * the row's meaning. */
#pragma once

#include "wavelet-formula.h"

/* The same memory as fftwf_complex, which as an array cannot be const in ISO C. */
typedef struct
{
  float re, im;
} OndComplex;

typedef struct
{
  double sum, sum2;
  float min, max; /* FLT_MAX, -FLT_MAX when every voxel is invalid */
  uint64_t n;     /* valid voxels */
} OndRowMoments;

/* What the slices gather from one row of the product of spectrum and transfer function. */
typedef struct
{
  float z_phase[2], y_phase[2]; /* exp (i kz z0), exp (i ky y0) */
  const float *x_cos,
      *x_sin;          /* the phases exp (i kx x0) with the weight of the half spectrum, per bin */
  OndComplex *xy, *xz; /* rows to add to */
  OndComplex yz;       /* the sum over x, set */
} OndSliceRow;

typedef struct
{
  const char *name; /* "AVX2" */

  /* t[i] += weight k2 exp (-k2/2), k2 = beta + alpha (i - centre)^2, lo <= i < hi; k2 <= 40
   * there. */
  void (*transfer) (float *t, int32_t lo, int32_t hi, const OndRow *row, float weight);

  /* out[i] = in[i] t[i], i < n. */
  void (*multiply) (OndComplex *out, const OndComplex *in, const float *t, int32_t n);

  /* For bins lo <= i < hi. */
  void (*slices) (OndSliceRow *slice, const OndComplex *in, const float *t, int32_t lo, int32_t hi);

  /* Sum of |in[i]|^2 t[i]^2, i < n. */
  double (*energy) (const OndComplex *in, const float *t, int32_t n);

  /* Moments of w[0 ... n-1]; voxels with invalid[i] = 1 are left out (invalid may be NULL). */
  void (*moments) (const float *w, const uint8_t *invalid, int32_t n, OndRowMoments *moments);
} OndKernels;

/* The best set that this processor runs. */
const OndKernels *ond_kernels_get (void);

/* Every set that this processor runs, the best first, NULL at the end: for tests. */
const OndKernels *const *ond_kernels_list (void);
