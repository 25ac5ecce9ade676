/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of the CPU backend, compiled once for each instruction set that is worth it and
 * chosen at run time. Arguments are finite; wavelet-formula.h explains rows and their spans.
 *
 * The spectrum of a volume lies in units of eight bins, the real parts before the imaginary ones,
 * so that a product with the real transfer function is a product of vectors. FFTW's transforms work
 * on OndComplex. */
#pragma once

#include "wavelet-formula.h"

#define OND_LANES 8

/* The same memory as fftwf_complex, which as an array cannot be const in ISO C. */
typedef struct
{
  float re, im;
} OndComplex;

/* Eight neighbouring bins of a row: 64 bytes, aligned to as much. */
typedef struct
{
  float re[OND_LANES], im[OND_LANES];
} OndBins;

/* Rows of the spectrum whose wavenumber varies along one axis (y, say) and is fixed along another
 * (z). */
typedef struct
{
  double direction[2];  /* of the wavelet: along the axis that varies, along the fixed one */
  double fixed;         /* wavenumber of the fixed axis */
  double slope;         /* of a row's centre with d0 = direction . k, in bins */
  double stretch;       /* (xi^2 - 1) / A, see ond_wavelet_row() */
  double alpha, square; /* k2 = beta + alpha t^2; square is the scale's */
  double limit;         /* of k2 */
  int32_t end;          /* bins before this are looked at */
  int32_t last;         /* the bin at the Nyquist wavenumber, or -1 */
  float weight;         /* of psi^ */
} OndRowFamily;

/* What follows for each row, n of them rounded up to a multiple of OND_LANES: the bins lo ... hi-1
 * where psi^ counts (none unless lo < hi), the centre as whole + rest, beta, and psi^ at the
 * Nyquist bin (the mean over both signs; 0 where negligible or there is none). */
typedef struct
{
  int32_t *lo, *hi, *whole;
  float *rest, *beta, *last;
} OndRows;

/* One row as the loops along it want it. */
typedef struct
{
  int32_t whole;
  float rest, alpha, beta, weight;
} OndLine;

/* How a row is projected onto a direction: r = beta + alpha i^2 for bins i = 0, 1 ..., each of
 * which lies `offset` from the middle of its own bin of the projection. */
typedef struct
{
  float beta, alpha, offset;
} OndProjection;

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
  const float *x_cos, *x_sin;   /* the phases exp (i kx x0) with the weight of the half spectrum */
  OndBins *xy, *xz;             /* rows to add to */
  OndComplex yz;                /* the sum over x, set */
} OndSliceRow;

typedef struct
{
  const char *name; /* "baseline", "AVX2" or "AVX-512" */

  /* Spans of n rows with wavenumbers k[0], k[step], k[2 step] ... */
  void (*rows) (const OndRowFamily *family, const double *k, int32_t step, int32_t n,
                OndRows *rows);

  /* t[i] = weight k2 exp (-k2/2), k2 = beta + alpha (i - centre)^2 <= 40, for lo <= i < hi, and 0
   * in the rest of the units that these bins touch. lo < hi. */
  void (*hat) (float *t, int32_t lo, int32_t hi, const OndLine *line);

  /* Units first ... end-1 of in times t (indexed by bin) to out + (unit - first) step. The same
   * units of `ahead` are fetched for later. */
  void (*multiply) (OndComplex *out, size_t step, const OndBins *in, const OndBins *ahead,
                    const float *t, int32_t first, int32_t end);

  /* For units first ... end-1. */
  void (*slices) (OndSliceRow *slice, const OndBins *in, const OndBins *ahead, const float *t,
                  int32_t first, int32_t end);

  /* power[i] = |in[i]|^2 for the bins of units first ... end-1. */
  void (*power) (float *power, const OndBins *in, int32_t first, int32_t end);

  /* Sum of power[i] psi^(i)^2 over lo <= i < hi; power is read to the ends of the units. */
  double (*energy) (const float *power, int32_t lo, int32_t hi, const OndLine *line);

  /* Adds bins 0 ... end-1 of a row to twelve rows of floats, `step` apart: with q = |in|^2 e^-r,
   * the moments 0 to 3 (powers of offset) of q r^2, then those of q r, then those of q. Bin 0,
   * which has no mirror image, counts half. The rows are written to the end of the last unit. */
  void (*project) (float *to, size_t step, const OndBins *in, int32_t end,
                   const OndProjection *line);

  /* Copies n units, the i-th from in + i step, side by side. With `stream` past the caches, for
   * what is larger than they are; before another thread reads it, the writer calls fence. */
  void (*collect) (OndComplex *out, const OndComplex *in, size_t step, int32_t n, int stream);
  void (*fence) (void);

  /* n units from one layout to the other; split_swapped exchanges real and imaginary parts, too. */
  void (*interleave) (OndComplex *out, const OndBins *in, size_t n);
  void (*split_swapped) (OndBins *out, const OndComplex *in, size_t n);

  /* A complex-to-real transform of even length 2 half is a complex one of length `half` of z, whose
   * real and imaginary parts are the even and odd samples. x: half + 1 bins; twiddle[k] =
   * i exp (2 pi i k / (2 half)). */
  void (*fold_even) (OndComplex *z, const OndComplex *x, const OndComplex *twiddle, int32_t half);

  /* Two of odd length n are one complex transform of length n of z, whose real parts are the
   * samples of the row with bins a and whose imaginary parts are those of b: n/2 + 1 bins each.
   * unfold then separates them. */
  void (*fold_odd) (OndComplex *z, const OndComplex *a, const OndComplex *b, int32_t n);
  void (*unfold_odd) (float *a, float *b, const OndComplex *z, int32_t n);

  /* Moments of w[0 ... n-1]; voxels with invalid[i] = 1 are left out (invalid may be NULL). */
  void (*moments) (const float *w, const uint8_t *invalid, int32_t n, OndRowMoments *moments);
} OndKernels;

/* The best set that this processor runs, or the one named by the environment variable
 * ONDELETTE_KERNELS (baseline, AVX2, AVX-512), which is for tests and measurements: a name that is
 * unknown, or of a set that this processor does not run, stands for the best. */
const OndKernels *ond_kernels_get (void);

/* Every set that this processor runs, the best first, NULL at the end: for tests. */
const OndKernels *const *ond_kernels_list (void);
