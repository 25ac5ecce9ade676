/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-area.h"

#include <math.h>

/* No slice is made longer than this, so that nothing overflows. */
#define MAX_PIXELS 1e9

static double
length (const OndGeometry *geometry, int axis)
{
  return geometry->n[axis] * geometry->edge[axis];
}

double
ond_slice_fit_factor (const OndGeometry *geometry, int normal, int width, int height)
{
  return MIN (width / length (geometry, ond_slice_horizontal (normal)),
              height / length (geometry, ond_slice_vertical (normal)));
}

OndSliceArea
ond_slice_fit (const OndGeometry *geometry, int normal, int width, int height)
{
  double factor = ond_slice_fit_factor (geometry, normal, width, height);
  double wide = length (geometry, ond_slice_horizontal (normal)),
         tall = length (geometry, ond_slice_vertical (normal));

  OndSliceArea area = {
    .width = CLAMP ((int) (wide * factor + 0.5), 1, MAX (width, 1)),
    .height = CLAMP ((int) (tall * factor + 0.5), 1, MAX (height, 1)),
  };
  area.x = (width - area.width) / 2;
  area.y = (height - area.height) / 2;
  return area;
}

OndSliceArea
ond_slice_zoom (const OndGeometry *geometry, int normal, double factor,
                const double centre[OND_N_AXES], int width, int height)
{
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  double wide = CLAMP (length (geometry, h) * factor, 1, MAX_PIXELS),
         tall = CLAMP (length (geometry, v) * factor, 1, MAX_PIXELS);
  double left = (centre[h] + 0.5) / geometry->n[h] * wide,
         above = tall - (centre[v] + 0.5) / geometry->n[v] * tall;

  return (OndSliceArea){
    .x = (int) floor (width / 2. - left + 0.5),
    .y = (int) floor (height / 2. - above + 0.5),
    .width = (int) (wide + 0.5),
    .height = (int) (tall + 0.5),
  };
}

OndSliceArea
ond_slice_visible (const OndSliceArea *area, int width, int height)
{
  int left = MAX (area->x, 0), top = MAX (area->y, 0);
  int right = MIN (area->x + area->width, width), bottom = MIN (area->y + area->height, height);

  return (OndSliceArea){ left, top, MAX (right - left, 0), MAX (bottom - top, 0) };
}

void
ond_slice_samples_under (int n, int pixels, int first, int count, int *samples)
{
  for (int i = 0; i < count; i++)
    samples[i] = ond_slice_sample_under (first + i, n, pixels);
}
