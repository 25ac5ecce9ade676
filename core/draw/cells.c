/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cells.h"

#include "blend.h"

#include <math.h>

/* Cells of a vector file are averaged to no less than this. */
#define VECTOR_PER_POINT (200 / 72.0)
/* Viewers may smooth a small picture in a PDF or SVG whatever the file says: repeat its pixels to
 * about this many. */
#define VECTOR_PIXELS 600
#define REPEAT_MAX 32

/* How cells become pixels along one axis. */
typedef struct
{
  gsize cells;
  gsize block;  /* cells in a pixel */
  gsize blocks; /* the last may be cut short */
  gsize repeat; /* pixels a block */
} Raster;

gboolean
ond_cells_is_vector (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));

  return type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG
         || type == CAIRO_SURFACE_TYPE_PS;
}

static Raster
raster (gsize cells, double pixels, gboolean vector)
{
  Raster self = { .cells = cells, .repeat = 1 };

  self.block = (gsize) fmax (floor ((double) cells / fmax (pixels, 1)), 1);
  self.blocks = (cells + self.block - 1) / self.block;
  if (vector)
    self.repeat = CLAMP (VECTOR_PIXELS / self.blocks, 1, REPEAT_MAX);
  return self;
}

/* Pixels of the target along the sides of the area. */
static void
count_pixels (cairo_t *cr, const OndPanelArea *area, double *across, double *up)
{
  double x1 = area->width, y1 = 0, x2 = 0, y2 = area->height, scale_x, scale_y;

  if (ond_cells_is_vector (cr))
    {
      *across = area->width * VECTOR_PER_POINT;
      *up = area->height * VECTOR_PER_POINT;
      return;
    }
  cairo_user_to_device_distance (cr, &x1, &y1);
  cairo_user_to_device_distance (cr, &x2, &y2);
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
  *across = hypot (x1 * scale_x, y1 * scale_y);
  *up = hypot (x2 * scale_x, y2 * scale_y);
}

/* Averages block row `row` into means[x->blocks]. */
static void
average_row (const float *values, const Raster *x, const Raster *y, gsize row, double *means)
{
  gsize first = row * y->block, end = MIN (first + y->block, y->cells);

  for (gsize i = 0; i < x->blocks; i++)
    {
      gsize left = i * x->block, right = MIN (left + x->block, x->cells), n = 0;
      double sum = 0;

      for (gsize iy = first; iy < end; iy++)
        for (gsize ix = left; ix < right; ix++)
          {
            float value = values[iy * x->cells + ix];

            if (isfinite (value))
              {
                sum += value;
                n++;
              }
          }
      means[i] = n > 0 ? sum / (double) n : NAN;
    }
}

/* One block row of the picture, `repeat` lines of it, the lowest row of blocks at the bottom. */
static void
paint_row (cairo_surface_t *picture, const Raster *x, const Raster *y, gsize row,
           const guint32 *colors)
{
  gsize stride = (gsize) cairo_image_surface_get_stride (picture);
  guint8 *top = cairo_image_surface_get_data (picture) + (y->blocks - 1 - row) * y->repeat * stride;

  for (gsize i = 0; i < x->blocks; i++)
    for (gsize line = 0; line < y->repeat; line++)
      for (gsize k = 0; k < x->repeat; k++)
        ((guint32 *) (gpointer) (top + line * stride))[i * x->repeat + k] = colors[i];
}

/* A colour of a block of pixels, each channel the mean of theirs. */
static guint32
average_pixels (const guint8 *rgba, const Raster *x, gsize first, gsize end, gsize left)
{
  const gsize right = MIN (left + x->block, x->cells), n = (end - first) * (right - left);
  guint64 sums[3] = { 0, 0, 0 };
  guint32 color = 0;

  for (gsize iy = first; iy < end; iy++)
    for (gsize ix = left; ix < right; ix++)
      for (gsize c = 0; c < 3; c++)
        sums[c] += rgba[4 * (iy * x->cells + ix) + c];
  for (gsize c = 0; c < 3; c++)
    color = color << 8 | (guint32) ((sums[c] + n / 2) / n);
  return color;
}

/* The colours of a block row. */
static void
color_row (const OndPanel *panel, const OndColorScale *colors, const Raster *x, const Raster *y,
           gsize row, double *means, guint32 *out)
{
  const OndUnder *under = panel->under;

  if (panel->rgba != NULL)
    {
      const gsize first = row * y->block, end = MIN (first + y->block, y->cells);

      for (gsize i = 0; i < x->blocks; i++)
        out[i] = average_pixels (panel->rgba, x, first, end, i * x->block);
      return;
    }
  average_row (under != NULL ? under->values : panel->values, x, y, row, means);
  for (gsize i = 0; i < x->blocks; i++)
    out[i] = ond_color_scale_map (under != NULL ? &under->colors : colors, means[i]);
  if (under == NULL)
    return;
  average_row (panel->values, x, y, row, means);
  for (gsize i = 0; i < x->blocks; i++)
    out[i] = ond_blend_color (colors, means[i], under->opacity, out[i]);
}

/* NULL when memory is short. */
static cairo_surface_t *
make_picture (const OndPanel *panel, const OndColorScale *colors, const Raster *x, const Raster *y)
{
  cairo_surface_t *picture = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) (x->blocks * x->repeat), (int) (y->blocks * y->repeat));
  g_autofree double *means = g_try_new (double, x->blocks);
  g_autofree guint32 *row_colors = g_try_new (guint32, x->blocks);

  if (means == NULL || row_colors == NULL || cairo_surface_status (picture) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (picture);
      return NULL;
    }
  cairo_surface_flush (picture);
  for (gsize row = 0; row < y->blocks; row++)
    {
      color_row (panel, colors, x, y, row, means, row_colors);
      paint_row (picture, x, y, row, row_colors);
    }
  cairo_surface_mark_dirty (picture);
  return picture;
}

void
ond_cells_draw (const OndPanel *panel, const OndColorScale *colors, cairo_t *cr,
                const OndPanelArea *area)
{
  gboolean vector = ond_cells_is_vector (cr);
  double across, up;
  Raster x, y;
  cairo_surface_t *picture;

  if (panel->nx == 0 || panel->ny == 0 || !(area->width > 0) || !(area->height > 0))
    return;
  count_pixels (cr, area, &across, &up);
  x = raster (panel->nx, across, vector);
  y = raster (panel->ny, up, vector);
  picture = make_picture (panel, colors, &x, &y);
  if (picture == NULL)
    {
      g_warning ("Not enough memory to draw %" G_GSIZE_FORMAT " x %" G_GSIZE_FORMAT " cells",
                 panel->nx, panel->ny);
      return;
    }
  cairo_save (cr);
  cairo_rectangle (cr, area->x, area->y, area->width, area->height);
  cairo_clip (cr);
  /* The last blocks may extend beyond the cells: the picture is anchored at the lower left corner
   * and clipped. */
  cairo_translate (cr, area->x, area->y + area->height);
  cairo_scale (cr, area->width / (double) (x.cells * x.repeat) * (double) x.block,
               area->height / (double) (y.cells * y.repeat) * (double) y.block);
  cairo_set_source_surface (cr, picture, 0, -(double) (y.blocks * y.repeat));
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (picture);
}
