/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled several times with other instruction sets: OND_KERNELS names the table,
 * OND_KERNELS_TITLE the set. The only file with -ffast-math: sums are reordered for vector units,
 * and NaN must not come here. */
#include "kernels.h"

#include <float.h>
#include <string.h>

/* Floats are summed in chunks of this many and the chunks in double: a float sum of a whole volume
 * is wrong by 1 %. */
#define CHUNK 256

/* k2 exp (-k2/2) for 0 <= k2 <= 40: 2^y with y = -k2 / (2 ln 2) split into its nearest integer,
 * which goes into the exponent, and the rest in [-1/2, 1/2], where a polynomial of degree 6
 * (relative minimax) is right to 2e-9. */
static inline float
hat (float k2)
{
  float y = -0.72134752f * k2;
  int32_t whole = (int32_t) (y - 0.5f); /* y <= 0: truncation rounds to nearest */
  float f = y - (float) whole;
  float p = 1.53457964e-4f;
  int32_t bits;

  p = p * f + 1.33999309e-3f;
  p = p * f + 9.61848907e-3f;
  p = p * f + 5.55032864e-2f;
  p = p * f + 2.40226463e-1f;
  p = p * f + 6.93147182e-1f;
  p = p * f + 1.0f;
  memcpy (&bits, &p, sizeof bits);
  bits += whole * (1 << 23);
  memcpy (&p, &bits, sizeof p);
  return k2 * p;
}

static void
transfer (float *t, int32_t lo, int32_t hi, const OndRow *row, float weight)
{
  /* The centre in whole bins and a rest: i - centre then has all the digits of a float. */
  const int32_t whole = (int32_t) floor (row->centre);
  const float rest = (float) (row->centre - whole), alpha = (float) row->alpha,
              beta = (float) row->beta;

  for (int32_t i = lo; i < hi; i++)
    {
      float d = (float) (i - whole) - rest;
      t[i] += weight * hat (beta + alpha * d * d);
    }
}

static void
multiply (OndComplex *restrict out, const OndComplex *restrict in, const float *restrict t,
          int32_t n)
{
  for (int32_t i = 0; i < n; i++)
    {
      out[i].re = in[i].re * t[i];
      out[i].im = in[i].im * t[i];
    }
}

static void
slices (OndSliceRow *slice, const OndComplex *restrict in, const float *restrict t, int32_t lo,
        int32_t hi)
{
  const float cz = slice->z_phase[0], sz = slice->z_phase[1], cy = slice->y_phase[0],
              sy = slice->y_phase[1];
  const float *restrict cx = slice->x_cos, *restrict sx = slice->x_sin;
  OndComplex *restrict xy = slice->xy, *restrict xz = slice->xz;
  float real = 0, imaginary = 0;

  for (int32_t i = lo; i < hi; i++)
    {
      float re = in[i].re * t[i], im = in[i].im * t[i];

      xy[i].re += re * cz - im * sz;
      xy[i].im += re * sz + im * cz;
      xz[i].re += re * cy - im * sy;
      xz[i].im += re * sy + im * cy;
      real += re * cx[i] - im * sx[i];
      imaginary += re * sx[i] + im * cx[i];
    }
  slice->yz = (OndComplex){ real, imaginary };
}

static double
energy (const OndComplex *restrict in, const float *restrict t, int32_t n)
{
  double total = 0;

  for (int32_t first = 0; first < n; first += CHUNK)
    {
      int32_t end = first + CHUNK < n ? first + CHUNK : n;
      float sum = 0;

      for (int32_t i = first; i < end; i++)
        sum += (in[i].re * in[i].re + in[i].im * in[i].im) * (t[i] * t[i]);
      total += sum;
    }
  return total;
}

static void
moments_all (const float *restrict w, int32_t n, OndRowMoments *moments)
{
  float sum = 0, sum2 = 0, min = moments->min, max = moments->max;

  for (int32_t i = 0; i < n; i++)
    {
      sum += w[i];
      sum2 += w[i] * w[i];
      min = w[i] < min ? w[i] : min;
      max = w[i] > max ? w[i] : max;
    }
  *moments = (OndRowMoments){ moments->sum + sum, moments->sum2 + sum2, min, max,
                              moments->n + (uint64_t) n };
}

static void
moments_valid (const float *restrict w, const uint8_t *restrict invalid, int32_t n,
               OndRowMoments *moments)
{
  float sum = 0, sum2 = 0, min = moments->min, max = moments->max;
  int32_t n_invalid = 0;

  for (int32_t i = 0; i < n; i++)
    {
      float value = invalid[i] ? 0.0f : w[i];
      float low = invalid[i] ? FLT_MAX : w[i], high = invalid[i] ? -FLT_MAX : w[i];

      n_invalid += invalid[i];
      sum += value;
      sum2 += value * value;
      min = low < min ? low : min;
      max = high > max ? high : max;
    }
  *moments = (OndRowMoments){ moments->sum + sum, moments->sum2 + sum2, min, max,
                              moments->n + (uint64_t) (n - n_invalid) };
}

static void
moments_of_row (const float *w, const uint8_t *invalid, int32_t n, OndRowMoments *moments)
{
  *moments = (OndRowMoments){ 0, 0, FLT_MAX, -FLT_MAX, 0 };
  for (int32_t first = 0; first < n; first += CHUNK)
    {
      int32_t m = first + CHUNK < n ? CHUNK : n - first;

      if (invalid == NULL)
        moments_all (w + first, m, moments);
      else
        moments_valid (w + first, invalid + first, m, moments);
    }
}

extern const OndKernels OND_KERNELS;
const OndKernels OND_KERNELS = { OND_KERNELS_TITLE, transfer, multiply, slices, energy,
                                 moments_of_row };
