/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stretched Mexican hat: its parameters, its spectrum, and where along a row of the spectrum it
 * is not negligible. Plain C without GLib: gcc, clang and nvcc compile the same arithmetic. Checks
 * of the parameters are in wavelet.h.
 *
 * Rank D (3, or 2 for an image), long axis n, stretch xi along n, scale a:
 *
 *   n    = (cos phi cos theta, -sin theta, sin phi cos theta)              along x, y, z
 *   q    = [ |x|^2 + (1/xi^2 - 1) (n.x)^2 ] / a^2
 *   psi  = (D - q) exp (-q/2)
 *   k2   = a^2 [ |k|^2 + (xi^2 - 1) (n.k)^2 ]
 *   psi^ = (2 pi)^(D/2) xi a^D k2 exp (-k2/2)
 *
 * which is minus the Laplacian of a Gaussian (Marr and Hildreth 1980) in coordinates stretched by
 * xi along n; psi^ follows from the transform of the Gaussian by that change of coordinates. xi > 1
 * is a needle, 0 < xi < 1 a disc. */
#pragma once

#include "geometry.h"

#include <math.h>

#define OND_PI 3.14159265358979323846

/* psi^ at k2 = 40 is 1.1e-7 of its peak (at k2 = 2), psi^ squared at 30 is 1.6e-10 of its own. */
#define OND_K2_RESPONSE 40.0
#define OND_K2_ENERGY 30.0

typedef enum
{
  OND_NORM_L2,        /* integral of psi^2 is 1 */
  OND_NORM_RAW,       /* psi as written above */
  OND_NORM_L1,        /* integral of |psi| is 1 */
  OND_NORM_FROBENIUS, /* 1 / sqrt (xi^2 + (D - 1) a^2) */
  OND_N_NORMS
} OndNorm;

typedef enum
{
  OND_SAMPLING_CONTINUOUS, /* psi^ at the wavenumbers of the grid */
  OND_SAMPLING_SAMPLED,    /* the spectrum of psi sampled on the grid: the sum over all aliases */
  OND_N_SAMPLINGS
} OndSampling;

typedef struct
{
  double theta, phi; /* radians; phi is ignored at rank 2 */
  double xi;         /* stretch along n, > 0 */
  double scale;      /* a, in smallest voxel edges, > 0 */
  OndNorm norm;
} OndWavelet;

/* n as a unit vector along x, y, z. */
OND_FN void
ond_wavelet_direction (const OndWavelet *self, int rank, double n[OND_N_AXES])
{
  double phi = rank == 2 ? 0 : self->phi;
  n[OND_X] = cos (phi) * cos (self->theta);
  n[OND_Y] = -sin (self->theta);
  n[OND_Z] = sin (phi) * cos (self->theta);
}

/* What the norm multiplies psi with. |psi| integrates to 24 sqrt(3) pi e^(-3/2) a^3 xi (8 pi e^-1
 * a^2 xi at rank 2), psi^2 to (15/4) pi^(3/2) a^3 xi (2 pi a^2 xi). */
OND_FN double
ond_wavelet_norm_factor (const OndWavelet *self, int rank)
{
  double a = self->scale, xi = self->xi, volume = xi * a * a * (rank == 3 ? a : 1);
  switch (self->norm)
    {
    case OND_NORM_L2:
      return 1 / sqrt ((rank == 3 ? 3.75 * OND_PI * sqrt (OND_PI) : 2 * OND_PI) * volume);
    case OND_NORM_L1:
      return 1
             / ((rank == 3 ? 24 * sqrt (3.0) * OND_PI * exp (-1.5) : 8 * OND_PI * exp (-1.0))
                * volume);
    case OND_NORM_FROBENIUS:
      return 1 / sqrt (xi * xi + (rank - 1) * a * a);
    case OND_NORM_RAW:
    case OND_N_NORMS:
      break;
    }
  return 1;
}

/* The constant of psi^, norm included: psi^ = gain k2 exp (-k2/2). */
OND_FN double
ond_wavelet_gain (const OndWavelet *self, int rank)
{
  double a = self->scale;
  double gain = 2 * OND_PI * self->xi * a * a * (rank == 3 ? a * sqrt (2 * OND_PI) : 1);
  return gain * ond_wavelet_norm_factor (self, rank);
}

/* psi, norm included, at the place x from its centre (x, y, z in smallest edges; z is 0 at rank
 * 2). */
OND_FN double
ond_wavelet_psi (const OndWavelet *self, int rank, const double n[OND_N_AXES],
                 const double x[OND_N_AXES])
{
  double along = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
  double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  double q =
      (square + (1 / (self->xi * self->xi) - 1) * along * along) / (self->scale * self->scale);
  return ond_wavelet_norm_factor (self, rank) * (rank - q) * exp (-0.5 * q);
}

/* k2 at the wavenumber k (x, y, z). */
OND_FN double
ond_wavelet_k2 (const OndWavelet *self, const double n[OND_N_AXES], const double k[OND_N_AXES])
{
  double along = n[0] * k[0] + n[1] * k[1] + n[2] * k[2];
  double square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
  return self->scale * self->scale * (square + (self->xi * self->xi - 1) * along * along);
}

/* The shape of psi^: k2 exp (-k2/2). */
OND_FN double
ond_hat (double k2)
{
  return k2 * exp (-0.5 * k2);
}

/* Half width of the wavelet along axis i, smallest edges: sqrt of the covariance a^2 [I + (xi^2 -
 * 1) n n']. */
OND_FN double
ond_wavelet_extent (const OndWavelet *self, const double n[OND_N_AXES], int i)
{
  return self->scale * sqrt (1 + (self->xi * self->xi - 1) * n[i] * n[i]);
}

/* Voxels along axis i beyond which the wavelet is 1e-7 to 3e-7 of what it holds: 6 extents. */
OND_FN int32_t
ond_wavelet_reach (const OndWavelet *self, const double n[OND_N_AXES], int i, double edge)
{
  return (int32_t) ceil (6 * ond_wavelet_extent (self, n, i) / edge);
}

/* How well the grid samples the wavelet along axis i: its width across the axis in voxels. Below 1
 * the grid cuts psi^ off at the Nyquist wavenumber (0.097 of the peak is left there at 1, 1.4e-7 at
 * 2). */
OND_FN double
ond_wavelet_sampling_width (const OndWavelet *self, const double n[OND_N_AXES], int i, double edge)
{
  return self->scale / (edge * sqrt (1 + (1 / (self->xi * self->xi) - 1) * n[i] * n[i]));
}

/* Aliases along axis i with k2 <= OND_K2_RESPONSE: the sampled spectrum sums m = -this ... this. */
OND_FN int32_t
ond_wavelet_n_aliases (const OndWavelet *self, const double n[OND_N_AXES], int i, double edge)
{
  double width = ond_wavelet_sampling_width (self, n, i, edge);
  return (int32_t) floor (sqrt (OND_K2_RESPONSE) / (2 * OND_PI * width) + 0.5);
}

/* k2 along a row of the spectrum (ky, kz fixed): beta + alpha t^2 with t = index - centre. Written
 * this way because base + s d^2 loses digits in float when xi is far from 1 (8e-5 of the peak at xi
 * = 0.05, a = 20). */
typedef struct
{
  double centre; /* in bins of x, any real */
  double alpha, beta;
} OndRow;

/* dk is the wavenumber of bin 1 of x. With s = xi^2 - 1, A = 1 + s n_x^2, d0 = n_y ky + n_z kz:
 *   k2 = a^2 [ ky^2 + kz^2 + s d0^2 / A + A (kx + s d0 n_x / A)^2 ]. */
OND_FN OndRow
ond_wavelet_row (const OndWavelet *self, const double n[OND_N_AXES], double dk, double ky,
                 double kz)
{
  double s = self->xi * self->xi - 1, a2 = self->scale * self->scale;
  double d0 = n[OND_Y] * ky + n[OND_Z] * kz, A = 1 + s * n[OND_X] * n[OND_X];
  OndRow row;
  row.centre = -s * d0 * n[OND_X] / (A * dk);
  row.alpha = a2 * A * dk * dk;
  row.beta = a2 * (ky * ky + kz * kz + s * d0 * d0 / A);
  return row;
}

/* Indices lo ... hi - 1 of the row with k2 <= limit, within first ... end - 1; 0 when there is
 * none. */
OND_FN int
ond_row_span (const OndRow *self, double limit, int32_t first, int32_t end, int32_t *lo,
              int32_t *hi)
{
  double room = limit - self->beta, half, a, b;
  if (!(room >= 0))
    return 0;
  half = sqrt (room / self->alpha);
  a = ceil (self->centre - half);
  b = floor (self->centre + half) + 1;
  if (!(a < end) || !(b > first))
    return 0;
  *lo = a > first ? (int32_t) a : first;
  *hi = b < end ? (int32_t) b : end;
  return *lo < *hi;
}
