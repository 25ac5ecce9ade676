/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blend.h"

#include <math.h>
#include <stdlib.h>

#define LAST (OND_COLORMAP_SIZE - 1)

int
ond_blend_weight (OndColormap map, int entry)
{
  return map == OND_COLORMAP_DIVERGING ? abs (2 * entry - LAST) : LAST;
}

static uint32_t
mix (uint32_t under, uint32_t over, uint32_t share)
{
  return (under * (LAST * LAST - share) + over * share + LAST * LAST / 2) / (LAST * LAST);
}

uint32_t
ond_blend_color (const OndColorScale *colors, double value, int opacity, uint32_t under)
{
  double polarized = ond_polarity_apply (colors->polarity, value);
  uint32_t over = ond_color_scale_map (colors, value), share, color = 0;

  if (!isfinite (value))
    return under;
  share = (uint32_t) (opacity
                      * ond_blend_weight (colors->map, ond_color_scale_entry (colors, polarized)));
  for (int shift = 0; shift < 24; shift += 8)
    color |= mix (under >> shift & 0xff, over >> shift & 0xff, share) << shift;
  return color;
}

void
ond_blend_row (const OndColorScale *colors, const float *values, size_t n, int opacity,
               uint8_t *rgba)
{
  for (size_t i = 0; i < n; i++)
    {
      uint8_t *pixel = rgba + 4 * i;
      uint32_t color =
          ond_blend_color (colors, (double) values[i], opacity,
                           (uint32_t) pixel[0] << 16 | (uint32_t) pixel[1] << 8 | pixel[2]);

      pixel[0] = color >> 16 & 0xff;
      pixel[1] = color >> 8 & 0xff;
      pixel[2] = color & 0xff;
    }
}
