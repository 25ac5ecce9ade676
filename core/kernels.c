/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled several times with other instruction sets: OND_KERNELS names the table,
 * OND_KERNELS_TITLE the set. The only file with -ffast-math: sums are reordered for vector units,
 * and NaN must not come here. Vectors are the compiler's own (GCC and clang), of eight floats
 * whatever the processor has: two instructions each on SSE2 and NEON, one on AVX. */
#include "kernels.h"

#include <float.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Floats are summed in chunks of this many and the chunks in double: a float sum of a whole volume
 * is wrong by 1 %. */
#define CHUNK 256

typedef float Float8 __attribute__ ((vector_size (32), may_alias));
typedef float Float8u __attribute__ ((vector_size (32), aligned (4), may_alias));
typedef float Float4 __attribute__ ((vector_size (16), may_alias));
typedef int32_t Int8 __attribute__ ((vector_size (32), may_alias));
typedef uint32_t Bits8 __attribute__ ((vector_size (32), may_alias));

static const Int8 lanes = { 0, 1, 2, 3, 4, 5, 6, 7 };

static inline Float8
splat (float x)
{
  return (Float8){ x, x, x, x, x, x, x, x };
}

static inline float
sum_of (Float8 v)
{
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

/* exp (-k2/2) for 0 <= k2 <= 80: 2^y with y = -k2 / (2 ln 2) split into its nearest integer, which
 * goes into the exponent, and the rest in [-1/2, 1/2], where a polynomial of degree 6 (relative
 * minimax) is right to 2e-9. With rounding, psi^ is right to 1.4e-7 of its peak. A degree of 5
 * makes that 2.7e-7 for 7 % of the time of energy(); the C library's vector exponential
 * (_ZGVdN8v_expf) makes it 2.4e-7 and takes 1.25 times as long there, 1.8 times by itself. */
static inline Float8
gauss8 (Float8 k2)
{
  Float8 y = -0.72134752f * k2;
  Int8 whole = __builtin_convertvector(y - 0.5f, Int8); /* y <= 0: truncation rounds to nearest */
  Float8 f = y - __builtin_convertvector(whole, Float8);
  Float8 p = 1.33999309e-3f + f * 1.53457964e-4f;

  p = p * f + 9.61848907e-3f;
  p = p * f + 5.55032864e-2f;
  p = p * f + 2.40226463e-1f;
  p = p * f + 6.93147182e-1f;
  p = p * f + 1.0f;
  return (Float8) ((Bits8) p + ((Bits8) whole << 23));
}

/* k2 exp (-k2/2). */
static inline Float8
hat8 (Float8 k2)
{
  return k2 * gauss8 (k2);
}

/* k2 at the bins first ... first + 7 of a line. */
static inline Float8
line_k2 (const OndLine *line, int32_t first)
{
  Float8 d = __builtin_convertvector(lanes + (first - line->whole), Float8) - line->rest;

  return line->beta + line->alpha * (d * d);
}

/* v where lo <= first + lane < hi, else 0; whatever v is elsewhere. */
static inline Float8
within (Float8 v, int32_t first, int32_t lo, int32_t hi)
{
  Int8 in = (lanes >= lo - first) & (lanes < hi - first);

  return (Float8) ((Int8) v & in);
}

static inline Float8
at_most (Float8 v, float most)
{
  Int8 more = v > most;

  return (Float8) (((Int8) v & ~more) | ((Int8) splat (most) & more));
}

static double
clamp (double x, double low, double high)
{
  x = x < low ? low : x;
  return x > high ? high : x;
}

/* psi^ at the Nyquist bin, where its component has no sign. */
static void
rows_last (const OndRowFamily *family, int32_t n, OndRows *rows)
{
  const float alpha = (float) family->alpha, limit = (float) family->limit;

  for (int32_t i = 0; i < n; i += OND_LANES)
    {
      Int8 whole = *(const Int8 *) (rows->whole + i);
      Float8 rest = *(const Float8 *) (rows->rest + i), beta = *(const Float8 *) (rows->beta + i);
      Float8 plus = __builtin_convertvector(family->last - whole, Float8) - rest;
      Float8 minus = __builtin_convertvector(-family->last - whole, Float8) - rest;
      Float8 k2[2] = { beta + alpha * (plus * plus), beta + alpha * (minus * minus) };
      Float8 sum = splat (0);

      for (int sign = 0; sign < 2; sign++)
        {
          Int8 in = k2[sign] <= limit;
          sum += (Float8) ((Int8) hat8 (at_most (k2[sign], limit)) & in);
        }
      *(Float8 *) (rows->last + i) = 0.5f * family->weight * sum;
    }
}

static void
rows (const OndRowFamily *family, const double *restrict k, int32_t step, int32_t n, OndRows *rows)
{
  const double slope = family->slope, stretch = family->stretch, square = family->square;
  const double fixed = family->fixed * family->fixed, along = family->direction[0],
               offset = family->direction[1] * family->fixed;
  const double limit = family->limit, end = family->end, per_alpha = 1 / family->alpha;
  int32_t *restrict lo = rows->lo, *restrict hi = rows->hi, *restrict whole = rows->whole;
  float *restrict rest = rows->rest, *restrict beta = rows->beta;

  for (int32_t i = 0; i < n; i++)
    {
      double varying = k[(int64_t) i * step];
      double d0 = along * varying + offset;
      double centre = slope * d0;
      double base = square * (varying * varying + fixed + stretch * d0 * d0);
      double room = limit - base;
      double half = sqrt ((room > 0 ? room : 0) * per_alpha);
      double below = floor (clamp (centre, -1e9, 1e9));

      lo[i] = (int32_t) clamp (ceil (centre - half), 0, end);
      hi[i] = (int32_t) (room < 0 ? 0 : clamp (floor (centre + half) + 1, 0, end));
      whole[i] = (int32_t) below;
      rest[i] = (float) (centre - below);
      beta[i] = (float) base;
    }
  if (family->last >= 0)
    rows_last (family, n, rows);
  else
    memset (rows->last, 0, (size_t) n * sizeof *rows->last);
}

static void
hat (float *t, int32_t lo, int32_t hi, const OndLine *line)
{
  const OndLine copy = *line;

  for (int32_t i = lo / OND_LANES * OND_LANES; i < hi; i += OND_LANES)
    {
      Float8 k2 = at_most (line_k2 (&copy, i), (float) OND_K2_RESPONSE);
      *(Float8 *) (t + i) = within (copy.weight * hat8 (k2), i, lo, hi);
    }
}

static inline void
store_interleaved (OndComplex *to, Float8 re, Float8 im)
{
  Float4 part[4];

  memcpy (part, &re, sizeof re);
  memcpy (part + 2, &im, sizeof im);
  ((Float4 *) to)[0] = __builtin_shufflevector (part[0], part[2], 0, 4, 1, 5);
  ((Float4 *) to)[1] = __builtin_shufflevector (part[0], part[2], 2, 6, 3, 7);
  ((Float4 *) to)[2] = __builtin_shufflevector (part[1], part[3], 0, 4, 1, 5);
  ((Float4 *) to)[3] = __builtin_shufflevector (part[1], part[3], 2, 6, 3, 7);
}

static void
multiply (OndComplex *out, size_t step, const OndBins *in, const OndBins *ahead, const float *t,
          int32_t first, int32_t end)
{
  for (int32_t u = first; u < end; u++, out += step)
    {
      __builtin_prefetch (ahead + u);
      Float8 factor = *(const Float8 *) (t + u * OND_LANES);
      Float8 re = *(const Float8 *) in[u].re, im = *(const Float8 *) in[u].im;

      store_interleaved (out, re * factor, im * factor);
    }
}

static void
slices (OndSliceRow *slice, const OndBins *in, const OndBins *ahead, const float *t, int32_t first,
        int32_t end)
{
  const float cz = slice->z_phase[0], sz = slice->z_phase[1];
  const float cy = slice->y_phase[0], sy = slice->y_phase[1];
  const float *x_cos = slice->x_cos, *x_sin = slice->x_sin;
  OndBins *restrict xy = slice->xy, *restrict xz = slice->xz;
  Float8 real = splat (0), imaginary = splat (0);

  for (int32_t u = first; u < end; u++)
    {
      Float8 factor = *(const Float8 *) (t + u * OND_LANES);
      Float8 re = *(const Float8 *) in[u].re * factor, im = *(const Float8 *) in[u].im * factor;
      Float8 cx = *(const Float8 *) (x_cos + u * OND_LANES),
             sx = *(const Float8 *) (x_sin + u * OND_LANES);

      __builtin_prefetch (ahead + u);
      *(Float8 *) xy[u].re += re * cz - im * sz;
      *(Float8 *) xy[u].im += re * sz + im * cz;
      *(Float8 *) xz[u].re += re * cy - im * sy;
      *(Float8 *) xz[u].im += re * sy + im * cy;
      real += re * cx - im * sx;
      imaginary += re * sx + im * cx;
    }
  slice->yz = (OndComplex){ sum_of (real), sum_of (imaginary) };
}

static void
power (float *to, const OndBins *in, int32_t first, int32_t end)
{
  for (int32_t u = first; u < end; u++)
    {
      Float8 re = *(const Float8 *) in[u].re, im = *(const Float8 *) in[u].im;
      *(Float8 *) (to + u * OND_LANES) = re * re + im * im;
    }
}

static double
energy (const float *from, int32_t lo, int32_t hi, const OndLine *line)
{
  const OndLine copy = *line;
  double total = 0;

  for (int32_t i = lo / OND_LANES * OND_LANES; i < hi;)
    {
      int32_t end = i + CHUNK < hi ? i + CHUNK : hi;
      Float8 sum = splat (0);

      for (; i < end; i += OND_LANES)
        {
          Float8 k2 = at_most (line_k2 (&copy, i), (float) OND_K2_RESPONSE);
          Float8 t = within (copy.weight * hat8 (k2), i, lo, hi);
          sum += *(const Float8 *) (from + i) * (t * t);
        }
      total += sum_of (sum);
    }
  return total;
}

static void
project (float *restrict to, size_t step, const OndBins *restrict in, int32_t end,
         const OndProjection *line)
{
  const OndProjection copy = *line;
  const float square = copy.offset * copy.offset, cube = square * copy.offset;

  for (int32_t i = 0; i < end; i += OND_LANES, in++, to += OND_LANES)
    {
      Float8 re = *(const Float8 *) in->re, im = *(const Float8 *) in->im;
      Float8 index = __builtin_convertvector(lanes + i, Float8);
      Float8 r = at_most (copy.beta + copy.alpha * (index * index), (float) OND_K2_ENERGY);
      Float8 q[3];

      q[2] = within ((re * re + im * im) * gauss8 (2 * r), i, 0, end);
      if (i == 0)
        q[2][0] *= 0.5f;
      q[1] = q[2] * r;
      q[0] = q[1] * r;
      for (size_t term = 0; term < 3; term++)
        {
          *(Float8u *) (to + 4 * term * step) += q[term];
          *(Float8u *) (to + (4 * term + 1) * step) += q[term] * copy.offset;
          *(Float8u *) (to + (4 * term + 2) * step) += q[term] * square;
          *(Float8u *) (to + (4 * term + 3) * step) += q[term] * cube;
        }
    }
}

static inline void
stream_unit (OndComplex *out, const OndComplex *in)
{
#ifdef __SSE2__
  for (int i = 0; i < 4; i++)
    _mm_stream_ps (&out[2 * i].re, _mm_load_ps (&in[2 * i].re));
#else
  memcpy (out, in, OND_LANES * sizeof *out);
#endif
}

static void
collect (OndComplex *restrict out, const OndComplex *restrict in, size_t step, int32_t n,
         int stream)
{
  if (stream)
    for (int32_t u = 0; u < n; u++)
      stream_unit (out + u * OND_LANES, in + (size_t) u * step);
  else
    for (int32_t u = 0; u < n; u++)
      memcpy (out + u * OND_LANES, in + (size_t) u * step, OND_LANES * sizeof *out);
}

static void
fence (void)
{
#ifdef __SSE2__
  _mm_sfence ();
#endif
}

static void
interleave (OndComplex *out, const OndBins *in, size_t n)
{
  for (size_t u = 0; u < n; u++)
    store_interleaved (out + u * OND_LANES, *(const Float8 *) in[u].re, *(const Float8 *) in[u].im);
}

static void
split_swapped (OndBins *restrict out, const OndComplex *restrict in, size_t n)
{
  for (size_t u = 0; u < n; u++)
    for (int i = 0; i < OND_LANES; i++)
      {
        out[u].re[i] = in[u * OND_LANES + (size_t) i].im;
        out[u].im[i] = in[u * OND_LANES + (size_t) i].re;
      }
}

/* Complex numbers side by side in a vector: four of them on AVX, else two. */
#ifdef __AVX__
typedef Float8u Pairs;
#define PAIRS 4
#define SWAP(v) __builtin_shufflevector (v, v, 1, 0, 3, 2, 5, 4, 7, 6)
#define REVERSE(v) __builtin_shufflevector (v, v, 6, 7, 4, 5, 2, 3, 0, 1)
#define REAL(v) __builtin_shufflevector (v, v, 0, 0, 2, 2, 4, 4, 6, 6)
#define IMAGINARY(v) __builtin_shufflevector (v, v, 1, 1, 3, 3, 5, 5, 7, 7)
static const Float8 plus_minus = { 1, -1, 1, -1, 1, -1, 1, -1 };
#else
typedef float Pairs __attribute__ ((vector_size (16), aligned (4), may_alias));
#define PAIRS 2
#define SWAP(v) __builtin_shufflevector (v, v, 1, 0, 3, 2)
#define REVERSE(v) __builtin_shufflevector (v, v, 2, 3, 0, 1)
#define REAL(v) __builtin_shufflevector (v, v, 0, 0, 2, 2)
#define IMAGINARY(v) __builtin_shufflevector (v, v, 1, 1, 3, 3)
static const Float4 plus_minus = { 1, -1, 1, -1 };
#endif

static inline OndComplex
fold_even_bin (OndComplex a, OndComplex b, OndComplex w)
{
  OndComplex sum = { a.re + b.re, a.im - b.im }, d = { a.re - b.re, a.im + b.im };

  return (OndComplex){ sum.re + d.re * w.re - d.im * w.im, sum.im + d.re * w.im + d.im * w.re };
}

/* z[k] = x[k] + conj x[half-k] + twiddle[k] (x[k] - conj x[half-k]). */
static void
fold_even (OndComplex *restrict z, const OndComplex *restrict x, const OndComplex *restrict twiddle,
           int32_t half)
{
  for (int32_t k = 0; k < half && half < PAIRS; k++)
    z[k] = fold_even_bin (x[k], x[half - k], twiddle[k]);
  for (int32_t next = 0; next < half && half >= PAIRS; next += PAIRS)
    {
      /* The last vector ends at the last bin and repeats some of the one before. */
      int32_t k = next + PAIRS <= half ? next : half - PAIRS;
      Pairs a = *(const Pairs *) (x + k), b = *(const Pairs *) (x + half - k - (PAIRS - 1)),
            w = *(const Pairs *) (twiddle + k);
      Pairs mirror = REVERSE (b) * plus_minus, d = a - mirror;

      *(Pairs *) (z + k) = a + mirror + d * REAL (w) - SWAP (d) * (IMAGINARY (w) * plus_minus);
    }
  z[0] = (OndComplex){ x[0].re + x[half].re, x[0].re - x[half].re };
}

/* z[k] = a[k] + i b[k], z[n-k] = conj a[k] + i conj b[k]. */
static void
fold_odd (OndComplex *restrict z, const OndComplex *restrict a, const OndComplex *restrict b,
          int32_t n)
{
  const int32_t half = n / 2;

  for (int32_t k = 1; k <= half && half < PAIRS; k++)
    {
      z[k] = (OndComplex){ a[k].re - b[k].im, a[k].im + b[k].re };
      z[n - k] = (OndComplex){ a[k].re + b[k].im, b[k].re - a[k].im };
    }
  for (int32_t next = 1; next <= half && half >= PAIRS; next += PAIRS)
    {
      int32_t k = next + PAIRS <= half + 1 ? next : half + 1 - PAIRS;
      Pairs p = *(const Pairs *) (a + k), q = *(const Pairs *) (b + k);

      q = SWAP (q);
      *(Pairs *) (z + k) = p - q * plus_minus;
      *(Pairs *) (z + n - k - (PAIRS - 1)) = REVERSE (p * plus_minus + q);
    }
  z[0] = (OndComplex){ a[0].re, b[0].re };
}

static void
unfold_odd (float *restrict a, float *restrict b, const OndComplex *restrict z, int32_t n)
{
  for (int32_t i = 0; i < n; i++)
    {
      a[i] = z[i].re;
      b[i] = z[i].im;
    }
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
const OndKernels OND_KERNELS = {
  .name = OND_KERNELS_TITLE,
  .rows = rows,
  .hat = hat,
  .multiply = multiply,
  .slices = slices,
  .power = power,
  .energy = energy,
  .project = project,
  .collect = collect,
  .fence = fence,
  .interleave = interleave,
  .split_swapped = split_swapped,
  .fold_even = fold_even,
  .fold_odd = fold_odd,
  .unfold_odd = unfold_odd,
  .moments = moments_of_row,
};
