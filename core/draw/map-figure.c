/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map-figure.h"

#include <math.h>

OndAxis
ond_map_axis (const OndGrid *grid, const char *label)
{
  const double first = grid->values[0], last = grid->values[grid->n - 1];
  double half;

  if (grid->spacing != OND_SPACING_LINEAR || grid->n == 1)
    return (OndAxis){ label, 0, (double) grid->n, grid->values };
  half = (last - first) / (double) (grid->n - 1) / 2;
  return (OndAxis){ label, first - half, last + half, NULL };
}

OndColorScale
ond_map_colors (const float *values, gsize n)
{
  OndColorScale colors = { .map = OND_COLORMAP_VIRIDIS, .lower = INFINITY, .upper = -INFINITY };

  for (gsize i = 0; i < n; i++)
    if (isfinite (values[i]))
      {
        colors.lower = fmin (colors.lower, values[i]);
        colors.upper = fmax (colors.upper, values[i]);
      }
  if (colors.lower > colors.upper)
    {
      colors.lower = 0;
      colors.upper = 1;
    }
  else if (colors.lower < 0 && colors.upper > 0)
    {
      colors.map = OND_COLORMAP_DIVERGING;
      colors.upper = fmax (-colors.lower, colors.upper);
      colors.lower = -colors.upper;
    }
  return colors;
}
