/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of the model share: an engine, small volumes, and waiting without a display. */
#pragma once

#include "ui/session.h"

#include <math.h>

#define MODEL_TIMEOUT_MS 30000

static inline gboolean
model_time_is_up (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the main loop until `condition` holds; too long is a failure. */
#define MODEL_WAIT(condition)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gboolean model_up = FALSE;                                                                     \
    guint model_timer = g_timeout_add (MODEL_TIMEOUT_MS, model_time_is_up, &model_up);             \
    while (!(condition) && !model_up)                                                              \
      g_main_context_iteration (NULL, TRUE);                                                       \
    if (model_up)                                                                                  \
      g_error ("%s:%d: waited in vain for %s", __FILE__, __LINE__, #condition);                    \
    g_source_remove (model_timer);                                                                 \
  }                                                                                                \
  G_STMT_END

/* Two threads: the machine of a test may have more, and results must not depend on it. */
static inline OndEngine *
model_engine (void)
{
  const OndEngineOptions options = { .threads = 2, .backend = "fftw" };
  g_autoptr (GError) error = NULL;
  OndEngine *engine = ond_engine_new (&options, &error);

  g_assert_no_error (error);
  return engine;
}

/* Smooth and without symmetry, so that every slice and direction answers differently. */
static inline OndVolume *
model_volume (gint32 nx, gint32 ny, gint32 nz)
{
  const OndGeometry geometry = { { nx, ny, nz }, { 1, 1, 1 } };
  const OndVolumeInfo info = { .name = "model", .unit = "K" };
  float *samples = ond_volume_alloc (&geometry, NULL);

  g_assert_nonnull (samples);
  for (gint32 z = 0; z < nz; z++)
    for (gint32 y = 0; y < ny; y++)
      for (gint32 x = 0; x < nx; x++)
        samples[ond_geometry_index (&geometry, x, y, z)] =
            (float) (sin (0.31 * x + 0.5) * cos (0.23 * y - 0.2 * z) + 0.02 * x * z
                     + exp (-0.05 * (x - y) * (x - y)));
  return ond_volume_new_take (&geometry, samples, &info);
}

/* The slice that the session should show, straight from the engine: float[vertical][horizontal];
 * free with g_free. */
static inline float *
model_slice (OndEngine *engine, OndVolume *volume, const OndMethod *method,
             const OndWavelet *wavelet, const gint32 at[OND_N_AXES], int normal)
{
  float *out[OND_N_AXES] = { NULL, NULL, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndTransform) transform = ond_engine_get_transform (
      engine, volume, method, wavelet, 1, OND_LANE_INTERACTIVE, NULL, &error);

  g_assert_no_error (error);
  out[normal] = g_new (float, ond_geometry_slice_size (ond_volume_get_geometry (volume), normal));
  ond_transform_slices (transform, wavelet, at, out, OND_LANE_INTERACTIVE, NULL, &error);
  g_assert_no_error (error);
  return out[normal];
}

/* A slices pass sums in fixed blocks: the same request gives the same bits, whatever else the pass
 * computes. One part in 10^6 allows for plans that differ. */
static inline void
model_assert_near (const float *a, const float *b, gsize n)
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    largest = MAX (largest, fabs ((double) b[i]));
  g_assert_cmpfloat (largest, >, 0);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (a[i], b[i], 1e-6 * largest);
}
