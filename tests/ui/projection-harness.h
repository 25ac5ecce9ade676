/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of the projection share: a small volume, and room for all of it. */
#pragma once

#include "ui/projection-rays.h"

#include <math.h>

static const OndGeometry box = { { 13, 9, 7 }, { 1, 1.5, 2 } };
static const OndProjectionRoom plenty = { .voxels = 1 << 20, .edge = 512 };

/* Noise with gaps; the last block along each axis is not full. */
static inline float *
make_noise (const OndGeometry *geometry, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  gsize n = ond_geometry_n_voxels (geometry);
  float *samples = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    samples[i] = g_rand_int_range (random, 0, 8) == 0 ? (i % 2 == 0 ? NAN : INFINITY)
                                                      : (float) g_rand_double_range (random, -5, 5);
  return samples;
}
