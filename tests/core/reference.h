/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow and plain double-precision references that the engine is compared with. */
#pragma once

#include "core/engine.h"

/* Pseudo-random numbers in [-1, 1), the same everywhere. */
double reference_random (guint64 *state);

/* A volume of random samples; edges may be NULL (1, 1, 1). */
OndVolume *reference_random_volume (const gint32 n[OND_N_AXES], const double edge[OND_N_AXES],
                                    guint64 seed);

/* The periodic, continuous response by direct summation of the discrete Fourier series, axis by
 * axis, with psi^ at the Nyquist index as the mean over both signs: double[nz][ny][nx], free with
 * g_free. */
double *reference_response (const OndVolume *volume, const OndWavelet *wavelet);

/* Largest |a - b| and largest |b|. */
double reference_difference (const float *a, const double *b, gsize n);
double reference_largest (const double *b, gsize n);
