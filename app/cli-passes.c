/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of the engine, each run once with nothing kept: `info` and `bench` time them. */
#include "cli.h"

const OndCliPass ond_cli_passes[OND_CLI_N_PASSES] = {
  { "slices", "three slices of a response", OND_PASS_SLICES },
  { "stats", "statistics of a response", OND_PASS_STATS },
  { "volume", "a response as a volume", OND_PASS_VOLUME },
  { "energy", "energy by Parseval's theorem (periodic boundary)", OND_PASS_ENERGY },
};

static gboolean
run_slices (OndTransform *transform, const OndGeometry *geometry, const OndWavelet *wavelet,
            GCancellable *cancel)
{
  const gint32 at[OND_N_AXES] = { geometry->n[OND_X] / 2, geometry->n[OND_Y] / 2,
                                  geometry->n[OND_Z] / 2 };
  float *slices[OND_N_AXES] = { NULL };
  gboolean ok = TRUE;

  for (int i = ond_geometry_rank (geometry) == 2 ? OND_Z : OND_X; i < OND_N_AXES; i++)
    {
      slices[i] = g_try_new (float, ond_geometry_slice_size (geometry, i));
      ok = ok && slices[i] != NULL;
    }
  ok = ok
       && ond_transform_slices (transform, wavelet, at, slices, OND_LANE_INTERACTIVE, cancel, NULL);
  for (int i = 0; i < OND_N_AXES; i++)
    g_free (slices[i]);
  return ok;
}

static gboolean
run_volume (OndTransform *transform, const OndGeometry *geometry, const OndWavelet *wavelet,
            GCancellable *cancel)
{
  float *out = ond_volume_alloc (geometry, NULL);
  gboolean ok =
      out != NULL
      && ond_transform_volume (transform, wavelet, out, NULL, OND_LANE_INTERACTIVE, cancel, NULL);

  if (out != NULL)
    ond_volume_free_samples (out);
  return ok;
}

gboolean
ond_cli_run_pass (OndPass pass, OndTransform *transform, const OndGeometry *geometry,
                  const OndWavelet *wavelet, GCancellable *cancel)
{
  OndMoments moments;
  double energy;

  switch (pass)
    {
    case OND_PASS_SLICES:
      return run_slices (transform, geometry, wavelet, cancel);
    case OND_PASS_STATS:
      return ond_transform_stats (transform, wavelet, 1, &moments, OND_LANE_INTERACTIVE, cancel,
                                  NULL);
    case OND_PASS_VOLUME:
      return run_volume (transform, geometry, wavelet, cancel);
    case OND_PASS_ENERGY:
      return ond_transform_energy (transform, wavelet, 1, &energy, OND_LANE_INTERACTIVE, cancel,
                                   NULL);
    case OND_N_PASSES:
      break;
    }
  g_return_val_if_reached (FALSE);
}
