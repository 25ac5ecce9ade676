/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "color-limits.h"

/* Limits hold this fraction of the samples. */
#define FRACTION 0.995

/* An image's limits are fitted to at most this many of its samples, evenly spread: exact up to
 * 262144 voxels, and beyond that off by 1e-4 in the fraction, for a few milliseconds whatever the
 * size. */
#define MAX_SAMPLES ((gsize) 1 << 18)

void
ond_limits_fit_image (OndColorScale *colors, const OndVolume *volume)
{
  gsize n = ond_volume_get_n_voxels (volume), step = (n - 1) / MAX_SAMPLES + 1,
        count = (n - 1) / step + 1;
  const float *samples = ond_volume_get_samples (volume);
  g_autofree float *some = step > 1 ? g_try_malloc_n (count, sizeof (float)) : NULL;

  for (gsize i = 0; i < count && some != NULL; i++)
    some[i] = samples[i * step];
  ond_color_limits_percentile (some != NULL ? some : samples, count, FRACTION, FALSE,
                               &colors->lower, &colors->upper);
}

void
ond_limits_fit_response (OndColorScale *colors, const OndVolume *volume,
                         const float *const slices[OND_N_AXES])
{
  double lower, upper, largest = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      if (slices[i] == NULL)
        continue;
      ond_color_limits_percentile (slices[i],
                                   ond_geometry_slice_size (ond_volume_get_geometry (volume), i),
                                   FRACTION, TRUE, &lower, &upper);
      largest = MAX (largest, upper);
    }
  colors->upper = largest > 0 ? largest : 1;
  colors->lower = -colors->upper;
}

void
ond_limits_change_norm (OndColorScale *colors, const OndVolume *volume, const OndWavelet *wavelet,
                        OndNorm from, OndNorm to)
{
  int rank = ond_geometry_rank (ond_volume_get_geometry (volume));
  OndWavelet before = *wavelet, after = *wavelet;
  double factor;

  before.norm = from;
  after.norm = to;
  factor = ond_wavelet_norm_factor (&after, rank) / ond_wavelet_norm_factor (&before, rank);
  colors->lower *= factor;
  colors->upper *= factor;
}
