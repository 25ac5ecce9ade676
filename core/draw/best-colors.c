/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "best-colors.h"

#include <math.h>

#define ROW 256 /* voxels at a time */

struct _OndBestColors
{
  gsize n_directions; /* theta varies fastest, as in the cells */
  gsize n_xi;
  gboolean *round; /* [n_xi] */
  guint8 (*rgb)[3];
};

static const guint8 no_direction[3] = { 147, 147, 147 }; /* 255 / sqrt (3) */

void
ond_direction_color (const double n[OND_N_AXES], guint8 rgb[3])
{
  for (int i = 0; i < OND_N_AXES; i++)
    rgb[i] = (guint8) lround (255 * fmin (fabs (n[i]), 1));
}

OndColorScale
ond_best_brightness (const OndColorScale *response)
{
  OndColorScale scale = *response;

  scale.map = OND_COLORMAP_GREY;
  scale.invert = FALSE;
  scale.polarity = OND_POLARITY_BRIGHT;
  if (scale.stretch == OND_STRETCH_HISTOGRAM)
    scale.stretch = OND_STRETCH_LINEAR;
  if (scale.lower < 0 && scale.upper > 0)
    scale.lower = 0;
  return scale;
}

OndBestColors *
ond_best_colors_new (const OndSweepPlan *plan)
{
  const OndGrid *theta = ond_sweep_plan_get_grid (plan, OND_PARAMETER_THETA),
                *phi = ond_sweep_plan_get_grid (plan, OND_PARAMETER_PHI),
                *xi = ond_sweep_plan_get_grid (plan, OND_PARAMETER_XI);
  const int rank = ond_geometry_rank (ond_sweep_plan_get_geometry (plan));
  g_autoptr (OndBestColors) self = g_new0 (OndBestColors, 1);

  self->n_directions = theta->n * phi->n;
  self->n_xi = xi->n;
  self->rgb = g_try_malloc_n (self->n_directions, sizeof *self->rgb);
  self->round = g_try_new (gboolean, xi->n);
  if (self->rgb == NULL || self->round == NULL)
    return NULL;
  for (gsize i = 0; i < xi->n; i++)
    self->round[i] = xi->values[i] == 1;
  for (gsize i = 0; i < self->n_directions; i++)
    {
      const OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, i);
      double n[OND_N_AXES];

      ond_wavelet_direction (&wavelet, rank, n);
      ond_direction_color (n, self->rgb[i]);
    }
  return g_steal_pointer (&self);
}

void
ond_best_colors_free (OndBestColors *self)
{
  g_free (self->rgb);
  g_free (self->round);
  g_free (self);
}

static const guint8 *
color_of (const OndBestColors *self, guint32 cell)
{
  return self->round[cell / self->n_directions % self->n_xi] ? no_direction
                                                             : self->rgb[cell % self->n_directions];
}

/* A grey pixel becomes one of the colour and as bright. */
static void
paint (guint8 *pixel, const guint8 *rgb)
{
  const int brightness = pixel[0];

  for (int c = 0; c < 3; c++)
    pixel[c] = (guint8) ((rgb[c] * brightness + 127) / 255);
}

void
ond_best_colors_map_row (const OndBestColors *self, const OndColorScale *response, const float *w,
                         const guint32 *cells, gsize n, guint8 *rgba)
{
  const OndColorScale brightness = ond_best_brightness (response);

  for (gsize first = 0; first < n; first += ROW)
    {
      const gsize here = MIN (ROW, n - first);
      guint8 *pixels = rgba + 4 * first;

      ond_color_scale_map_row (&brightness, w + first, here, pixels);
      for (gsize i = 0; i < here; i++)
        if (cells[first + i] != OND_BEST_NONE)
          paint (pixels + 4 * i, color_of (self, cells[first + i]));
    }
}
