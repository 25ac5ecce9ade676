/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "best-legend.h"

#include "../core/draw/best-colors.h"
#include "orientation.h"

#include <math.h>

#define FINER 2 /* pixels a unit of the context, whatever the screen has */

/* 0xRRGGBB of the direction at a point of the disc, in radii. */
static guint32
color_at (double x, double y, gboolean flat)
{
  double n[OND_N_AXES] = { x, y, 0 }, length = hypot (x, y);
  guint8 rgb[3];

  if (!flat)
    ond_ball_unproject (x, y, n);
  else if (length > 0)
    {
      n[OND_X] /= length;
      n[OND_Y] /= length;
    }
  ond_direction_color (n, rgb);
  return (guint32) rgb[0] << 16 | (guint32) rgb[1] << 8 | rgb[2];
}

void
ond_best_legend_paint (cairo_t *cr, double x, double y, double radius, gboolean flat)
{
  const int size = MAX (1, (int) ceil (2 * radius * FINER));
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, size, size);
  guint8 *pixels;

  if (cairo_surface_status (picture) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (picture);
      return;
    }
  cairo_surface_flush (picture);
  pixels = cairo_image_surface_get_data (picture);
  for (int j = 0; j < size; j++)
    for (int i = 0; i < size; i++)
      ((guint32 *) (gpointer) (pixels + j * cairo_image_surface_get_stride (picture)))[i] =
          color_at ((2 * i + 1.0) / size - 1, 1 - (2 * j + 1.0) / size, flat);
  cairo_surface_mark_dirty (picture);
  cairo_save (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * OND_PI);
  cairo_clip (cr);
  cairo_translate (cr, x - radius, y - radius);
  cairo_scale (cr, 2 * radius / size, 2 * radius / size);
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (picture);
}
