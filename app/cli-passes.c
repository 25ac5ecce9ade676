/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of the engine, each run once with nothing kept: `info` and `bench` time them. */
#include "cli.h"

#include "../core/error.h"

const OndCliPass ond_cli_passes[OND_CLI_N_PASSES] = {
  { "slices", "three slices of a response", OND_PASS_SLICES },
  { "stats", "statistics of a response", OND_PASS_STATS },
  { "volume", "a response as a volume", OND_PASS_VOLUME },
  { "energy", "energy by Parseval's theorem (periodic boundary)", OND_PASS_ENERGY },
};

struct _OndCliBuffers
{
  OndGeometry geometry;
  float *slices[OND_N_AXES]; /* NULL until a pass wants them */
  float *volume;
};

OndCliBuffers *
ond_cli_buffers_new (const OndGeometry *geometry)
{
  OndCliBuffers *self = g_new0 (OndCliBuffers, 1);

  self->geometry = *geometry;
  return self;
}

void
ond_cli_buffers_free (OndCliBuffers *self)
{
  if (self == NULL)
    return;
  for (int i = 0; i < OND_N_AXES; i++)
    g_free (self->slices[i]);
  if (self->volume != NULL)
    ond_volume_free_samples (self->volume);
  g_free (self);
}

static gboolean
run_slices (OndTransform *transform, OndCliBuffers *buffers, const OndWavelet *wavelet,
            OndLane lane, GCancellable *cancel, GError **error)
{
  const OndGeometry *geometry = &buffers->geometry;
  const gint32 at[OND_N_AXES] = { geometry->n[OND_X] / 2, geometry->n[OND_Y] / 2,
                                  geometry->n[OND_Z] / 2 };

  for (int i = ond_geometry_rank (geometry) == 2 ? OND_Z : OND_X; i < OND_N_AXES; i++)
    if (buffers->slices[i] == NULL)
      {
        buffers->slices[i] = g_try_new (float, ond_geometry_slice_size (geometry, i));
        if (buffers->slices[i] == NULL)
          {
            g_set_error_literal (error, OND_ERROR, OND_ERROR_MEMORY,
                                 "Not enough memory for slices");
            return FALSE;
          }
      }
  return ond_transform_slices (transform, wavelet, at, buffers->slices, lane, cancel, error);
}

static gboolean
run_volume (OndTransform *transform, OndCliBuffers *buffers, const OndWavelet *wavelet,
            OndLane lane, GCancellable *cancel, GError **error)
{
  if (buffers->volume == NULL)
    buffers->volume = ond_volume_alloc (&buffers->geometry, error);
  return buffers->volume != NULL
         && ond_transform_volume (transform, wavelet, buffers->volume, NULL, lane, cancel, error);
}

gboolean
ond_cli_run_pass (OndPass pass, OndTransform *transform, OndCliBuffers *buffers,
                  const OndWavelet *wavelet, OndLane lane, GCancellable *cancel, GError **error)
{
  OndMoments moments;
  double energy;

  switch (pass)
    {
    case OND_PASS_SLICES:
      return run_slices (transform, buffers, wavelet, lane, cancel, error);
    case OND_PASS_STATS:
      return ond_transform_stats (transform, wavelet, 1, &moments, lane, cancel, error);
    case OND_PASS_VOLUME:
      return run_volume (transform, buffers, wavelet, lane, cancel, error);
    case OND_PASS_ENERGY:
      return ond_transform_energy (transform, wavelet, 1, &energy, lane, cancel, error);
    case OND_N_PASSES:
      break;
    }
  g_return_val_if_reached (FALSE);
}
