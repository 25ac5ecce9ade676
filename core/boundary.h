/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies beyond the faces of a volume: how far the grid is padded for a wavelet, and with
 * what. */
#pragma once

#include "backend.h"
#include "method.h"

#include <glib.h>

/* The padded size, x, y, z, that serves all n wavelets, by lengths that FFTW is quick at: multiples
 * of 4 with factors 2, 3, 5, 7 (an exact mirror has twice the size instead when that costs less).
 * Reaches are rounded up to a few steps, so that turning a wavelet crosses few sizes. The padding
 * is a function of the arguments alone. */
void ond_boundary_padded_size (OndBoundary boundary, const OndGeometry *geometry,
                               const OndWavelet *wavelets, gsize n, gint32 size[OND_N_AXES]);

/* The least size of those lengths that serves one wavelet: its reach and no more. */
void ond_boundary_least_size (OndBoundary boundary, const OndGeometry *geometry,
                              const OndWavelet *wavelet, gint32 size[OND_N_AXES]);

/* The lesser of two lengths of axis i, each of which serves some wavelets, that serves those of
 * both; 0 when neither does: a mirror of exactly twice the length serves any reach, a longer one
 * does not. */
gint32 ond_boundary_common_length (OndBoundary boundary, const OndGeometry *geometry, int i,
                                   gint32 a, gint32 b);

/* Does a grid padded to `size` serve the wavelet? */
gboolean ond_boundary_serves (OndBoundary boundary, const OndGeometry *geometry,
                              const OndWavelet *wavelet, const gint32 size[OND_N_AXES]);

/* What the samples become on the padded grid: (sample - mean) * unit. */
typedef struct
{
  OndBoundary boundary;
  double mean; /* of the valid samples */
  double unit; /* a power of two */
} OndPadding;

typedef struct
{
  gint32 size[OND_N_AXES];
  float *samples; /* float[size z][size y][size x] */
  double dc; /* exact sum of the padded original, samples * unit, which is bin 0 of its transform */
} OndPadded;

/* Fills padded->samples, which the caller provides with the size, and padded->dc from finite
 * samples, float[nz][ny][nx]. They lie at 0 ... n-1 of the padded grid. On the call's threads;
 * FALSE when it was cancelled. */
gboolean ond_boundary_pad (const OndPadding *self, const OndGeometry *geometry,
                           const float *samples, OndPadded *padded, OndCall *call);
