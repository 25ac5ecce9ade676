/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A best map made by hand: what tests of what shows it share. */
#pragma once

#include "ui/session.h"

/* Of a sweep over theta 0, 45 ... 135, phi 0, 60, 120, xi 5 and scale 2, of which voxel i has cell
 * i % 12 with the response i % 7 - 2, and every 11th voxel none. */
static inline OndBest *
best_by_hand (OndVolume *volume)
{
  static const char *const texts[] = { "0:180:4", "0:180:3", "5", "2" };
  const gsize n = ond_volume_get_n_voxels (volume);
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepRequest request = { .grids = grids,
                                    .geometry = *ond_volume_get_geometry (volume),
                                    .n_invalid = ond_volume_get_n_invalid (volume),
                                    .method = ond_method_default (),
                                    .norm = OND_NORM_L1,
                                    .statistics = OND_STATISTICS_ALL,
                                    .best = TRUE };
  g_autoptr (OndSweepPlan) plan = NULL;
  OndBest *best;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  plan = ond_sweep_plan_new (&request, NULL);
  best = ond_best_new (plan, volume, NULL);
  g_assert_nonnull (best);
  for (gsize i = 0; i < n; i++)
    if (i % 11 != 0)
      ond_best_take (best, (guint32) (i % 12), i, &(float){ (float) (i % 7) - 2 }, 1);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  return best;
}

/* The colour that a voxel must have, 0xRRGGBB. */
static inline guint32
best_color (OndSession *session, const gint32 at[OND_N_AXES])
{
  OndBestLayer *layer = ond_session_get_best (session);
  OndBest *best = ond_best_layer_get (layer);
  const OndGeometry *geometry = ond_volume_get_geometry (ond_best_get_volume (best));
  const gsize index = ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z]);
  const OndColorScale *scale = ond_session_get_colors (session, OND_SHOW_RESPONSE),
                      grey = ond_best_brightness (scale);
  const OndWavelet wavelet =
      ond_sweep_plan_get_wavelet (ond_best_get_plan (best), (gsize) (index % 12));
  double n[OND_N_AXES];
  guint32 color = 0, brightness;

  if (index % 11 == 0)
    return ond_color_scale_get_invalid (scale);
  brightness = ond_color_scale_map (&grey, (double) (index % 7) - 2) & 255;
  ond_wavelet_direction (&wavelet, ond_geometry_rank (geometry), n);
  for (int i = 0; i < OND_N_AXES; i++)
    color = color << 8 | ((guint32) (255 * ABS (n[i]) + 0.5) * brightness + 127) / 255;
  return color;
}
