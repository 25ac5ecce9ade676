/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a figure once it is laid out. Widgets call it with their own context, figure-file.c with a
 * file's. */
#include "figure.h"

#include "cells.h"
#include "figure-layout.h"
#include "sphere-panel.h"

#include <math.h>

#define FONT_SIZE 9.0
#define LINE_WIDTH 0.06 /* of the font size */

/* The mark: arms from `inner` to `outer` font sizes, dark on a light halo so that it shows on every
 * colour. */
#define MARK_INNER 0.25
#define MARK_OUTER 0.9
#define MARK_WIDTH 0.14
#define MARK_HALO 0.34

static void
set_color (cairo_t *cr, guint32 color)
{
  cairo_set_source_rgb (cr, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0,
                        (color & 0xff) / 255.0);
}

/* A frame that lies outside the cells: none is hidden. */
static void
frame (OndPen *pen, const OndPanelArea *area)
{
  double width = LINE_WIDTH * pen->em;

  cairo_set_line_width (pen->cr, width);
  cairo_rectangle (pen->cr, area->x - width / 2, area->y - width / 2, area->width + width,
                   area->height + width);
  cairo_stroke (pen->cr);
}

static void
line (cairo_t *cr, double x, double y, double dx, double dy)
{
  cairo_move_to (cr, x, y);
  cairo_rel_line_to (cr, dx, dy);
  cairo_stroke (cr);
}

static void
x_ticks (const OndFigureLayout *layout, OndPen *pen, const OndPanelArea *area,
         const OndTicks *ticks)
{
  double bottom = area->y + area->height;

  for (int i = 0; i < ticks->n; i++)
    {
      double x = area->x + ticks->ticks[i].position * area->width;
      const OndPlace place = { .x = x, .y = bottom + layout->tick + layout->gap, .across = 0.5 };

      line (pen->cr, x, bottom, 0, layout->tick);
      ond_pen_put (pen, ticks->ticks[i].label, &place);
    }
}

/* side: -1 to the left of the area, 1 to its right. */
static void
y_ticks (const OndFigureLayout *layout, OndPen *pen, const OndPanelArea *area,
         const OndTicks *ticks, int side)
{
  double edge = side < 0 ? area->x : area->x + area->width;

  for (int i = 0; i < ticks->n; i++)
    {
      double y = area->y + (1 - ticks->ticks[i].position) * area->height;
      const OndPlace place = { .x = edge + side * (layout->tick + layout->gap),
                               .y = y,
                               .across = side < 0 ? 1 : 0,
                               .down = 0.5 };

      line (pen->cr, edge, y, side * layout->tick, 0);
      ond_pen_put (pen, ticks->ticks[i].label, &place);
    }
}

/* A label read from below beside an area; a long one may extend beyond it, but not beyond the
 * figure. */
static void
side_label (const OndFigureLayout *layout, OndPen *pen, const char *label, const OndPanelArea *area,
            double x)
{
  double room = layout->height - 2 * layout->pad,
         half = fmin (ond_pen_width (pen, label), room) / 2;
  double y =
      CLAMP (area->y + area->height / 2, layout->pad + half, layout->height - layout->pad - half);
  const OndPlace place = {
    .x = x, .y = y, .across = 0.5, .down = 0.5, .room = room, .upwards = TRUE
  };

  ond_pen_put (pen, label, &place);
}

/* A label or title centred on an area; a long one may extend beyond it by `beyond` to either
 * side. */
static void
centred (OndPen *pen, const char *text, const OndPanelArea *area, double y, double beyond)
{
  const OndPlace place = {
    .x = area->x + area->width / 2, .y = y, .across = 0.5, .room = area->width + 2 * beyond
  };

  ond_pen_put (pen, text, &place);
}

static void
mark_path (cairo_t *cr, double x, double y, double em)
{
  for (int i = 0; i < 4; i++)
    {
      double dx = i < 2 ? (i ? 1 : -1) : 0, dy = i < 2 ? 0 : (i == 2 ? -1 : 1);

      cairo_move_to (cr, x + MARK_INNER * em * dx, y + MARK_INNER * em * dy);
      cairo_line_to (cr, x + MARK_OUTER * em * dx, y + MARK_OUTER * em * dy);
    }
}

static void
mark (const OndPanel *panel, OndPen *pen, const OndPanelArea *area)
{
  double x, y;

  ond_panel_area_locate (area, panel, panel->mark_x, panel->mark_y, &x, &y);
  cairo_save (pen->cr);
  cairo_rectangle (pen->cr, area->x, area->y, area->width, area->height);
  cairo_clip (pen->cr);
  cairo_set_line_cap (pen->cr, CAIRO_LINE_CAP_ROUND);
  for (int pass = 0; pass < 2; pass++)
    {
      mark_path (pen->cr, x, y, pen->em);
      set_color (pen->cr, pass ? 0x000000 : 0xffffff);
      cairo_set_line_width (pen->cr, (pass ? MARK_WIDTH : MARK_HALO) * pen->em);
      cairo_stroke (pen->cr);
    }
  cairo_restore (pen->cr);
}

static void
draw_panel (const OndFigureLayout *layout, OndPen *pen, const OndFigure *figure, gsize i)
{
  const OndPanel *panel = &figure->panels[i];
  const OndPanelLayout *place = &layout->panels[i];
  const OndPanelArea *cells = &place->cells;
  double bottom = cells->y + cells->height + layout->tick + layout->gap + 1.1 * pen->line;

  if (!(cells->width > 0) || !(cells->height > 0) || panel->nx == 0 || panel->ny == 0)
    return;
  if (panel->sphere != NULL)
    ond_sphere_panel_draw (panel, &figure->colors, pen, cells, figure->ink);
  else
    ond_cells_draw (panel, &figure->colors, pen->cr, cells);
  if (panel->has_mark && isfinite (panel->mark_x) && isfinite (panel->mark_y))
    mark (panel, pen, cells);
  set_color (pen->cr, figure->ink);
  if (panel->sphere == NULL)
    frame (pen, cells);
  if (layout->parts & OND_PART_TICKS)
    {
      x_ticks (layout, pen, cells, &place->x);
      y_ticks (layout, pen, cells, &place->y, -1);
    }
  if ((layout->parts & OND_PART_LABELS) && place->x_label != NULL)
    centred (pen, place->x_label, cells, bottom, 2 * pen->em);
  if ((layout->parts & OND_PART_LABELS) && place->y_label != NULL)
    side_label (layout, pen, place->y_label, cells, place->y_label_at);
  if ((layout->parts & OND_PART_PANEL_TITLES) && panel->title != NULL)
    centred (pen, panel->title, cells, cells->y - 1.1 * pen->line, 2 * pen->em);
}

/* Colours evenly spaced from the lower to the upper limit; one colour where the limits tell no
 * value from another. */
static void
draw_bar (const OndFigureLayout *layout, OndPen *pen, const OndFigure *figure)
{
  float values[OND_COLORMAP_SIZE];
  const OndPanel panel = { .nx = 1, .ny = OND_COLORMAP_SIZE, .values = values };
  double span = figure->colors.upper - figure->colors.lower;
  OndColorScale colors = figure->colors; /* contrast and bias are for the colours, not the axis */

  if (!(layout->parts & OND_PART_BAR) || !(layout->bar.height > 0))
    return;
  for (int i = 0; i < OND_COLORMAP_SIZE; i++)
    values[i] = (float) i;
  colors.stretch = OND_STRETCH_LINEAR;
  colors.polarity = OND_POLARITY_BRIGHT;
  colors.lower = 0;
  colors.upper = span != 0 && isfinite (span) ? OND_COLORMAP_SIZE - 1 : 0;
  ond_cells_draw (&panel, &colors, pen->cr, &layout->bar);
  set_color (pen->cr, figure->ink);
  frame (pen, &layout->bar);
  y_ticks (layout, pen, &layout->bar, &layout->bar_ticks, 1);
  if ((layout->parts & OND_PART_LABELS) && layout->bar_label != NULL)
    side_label (layout, pen, layout->bar_label, &layout->bar, layout->bar_label_at);
}

static void
draw_title (const OndFigureLayout *layout, OndPen *pen, const OndFigure *figure)
{
  const OndPanelArea *first, *last;
  double centre;
  /* The file's name comes first, what was computed last: that must not be lost. */
  OndPlace place = { .y = layout->title_y, .across = 0.5, .keep_end = TRUE };

  if (!(layout->parts & OND_PART_TITLE) || figure->title == NULL || layout->n_panels == 0)
    return;
  first = &layout->panels[0].cells;
  last = &layout->panels[layout->n_panels - 1].cells;
  centre = (first->x + last->x + last->width) / 2;
  place.x = centre;
  place.room = 2 * fmin (centre, layout->width - centre) - 2 * layout->pad;
  ond_pen_put (pen, figure->title, &place);
}

void
ond_figure_draw (const OndFigure *self, cairo_t *cr, double width, double height,
                 OndPanelArea *areas)
{
  OndFigure figure = *self;
  OndFigureLayout layout;
  OndPen pen;

  for (gsize i = 0; areas != NULL && i < figure.n_panels; i++)
    areas[i] = (OndPanelArea){ 0 };
  if (!(width > 0) || !(height > 0))
    return;
  if (figure.ink == figure.paper)
    {
      figure.ink = 0x000000;
      figure.paper = 0xffffff;
    }
  cairo_save (cr);
  set_color (cr, figure.paper);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  ond_pen_init (&pen, cr, figure.font_size > 0 ? figure.font_size : FONT_SIZE);
  ond_figure_layout_init (&layout, &figure, &pen, width, height);
  set_color (cr, figure.ink);
  draw_title (&layout, &pen, &figure);
  for (gsize i = 0; i < figure.n_panels; i++)
    {
      draw_panel (&layout, &pen, &figure, i);
      if (areas != NULL)
        areas[i] = layout.panels[i].cells;
    }
  draw_bar (&layout, &pen, &figure);
  ond_figure_layout_clear (&layout);
  ond_pen_clear (&pen);
  cairo_restore (cr);
}

void
ond_figure_equalize (OndFigure *self)
{
  OndEqualizer *equalizer;

  if (self->colors.stretch != OND_STRETCH_HISTOGRAM)
    return;
  equalizer = ond_equalizer_new ();
  for (gsize i = 0; i < self->n_panels; i++)
    ond_color_scale_count (&self->colors, self->panels[i].values,
                           self->panels[i].nx * self->panels[i].ny, equalizer);
  ond_equalizer_finish (equalizer, &self->colors.equalization);
}

gboolean
ond_panel_area_hit (const OndPanelArea *area, const OndPanel *panel, double x, double y, gsize *ix,
                    gsize *iy)
{
  double right = (x - area->x) / area->width, down = (y - area->y) / area->height;

  if (panel->sphere != NULL)
    return ond_sphere_panel_hit (panel, area, x, y, ix, iy);
  if (!(right >= 0 && right < 1 && down >= 0 && down < 1))
    return FALSE;
  *ix = MIN ((gsize) (right * (double) panel->nx), panel->nx - 1);
  *iy = panel->ny - 1 - MIN ((gsize) (down * (double) panel->ny), panel->ny - 1);
  return panel->nx > 0 && panel->ny > 0;
}

void
ond_panel_area_locate (const OndPanelArea *area, const OndPanel *panel, double at_x, double at_y,
                       double *x, double *y)
{
  if (panel->sphere != NULL)
    {
      ond_sphere_panel_locate (area, at_x, at_y, x, y);
      return;
    }
  *x = area->x + at_x / (double) panel->nx * area->width;
  *y = area->y + (1 - at_y / (double) panel->ny) * area->height;
}
