/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the outside inwards: the heights above and below the cells, the numbers beside them, then
 * the cells in what is left. Panels that keep proportions all have one scale. */
#include "figure-layout.h"

#include "cells.h"

#include <math.h>
#include <string.h>

/* In lines of text. */
#define TICK_LENGTH 0.25
#define TICK_GAP 0.2
#define PAD 0.5
#define LABEL_LINE 1.25 /* an axis label with the space before it */
#define TITLE_LINE 1.4
#define BAR_WIDTH 0.8
#define BAR_GAP 0.9
#define BAR_HEIGHT_MIN 5.0
#define PANEL_GAP 1.0
#define Y_TICK_SPACING 2.2
#define Y_TICK_SPACING_MIN 1.3 /* where there would be less than two ticks */
#define X_TICK_GAP 0.6
#define X_TICK_GAP_MIN 0.25
#define CELLS_MIN 4.0 /* cells smaller than this cost the figure a part */

#define ALL_PARTS                                                                                  \
  (OND_PART_TITLE | OND_PART_LABELS | OND_PART_BAR | OND_PART_PANEL_TITLES | OND_PART_TICKS)

/* From everything to nothing but cells. */
static const guint steps[] = {
  ALL_PARTS,
  ALL_PARTS & ~OND_PART_TITLE,
  ALL_PARTS & ~(OND_PART_TITLE | OND_PART_LABELS),
  OND_PART_PANEL_TITLES | OND_PART_TICKS,
  OND_PART_TICKS,
  0,
};

/* What the cells have to share. */
typedef struct
{
  double above, below;  /* heights */
  double *left;         /* before each panel's cells */
  double right;         /* after the last panel's: overhang of its numbers, colour bar */
  double width, height; /* left for cells */
} Room;

static gboolean
is_degrees (const OndAxis *axis)
{
  return axis->label != NULL && strstr (axis->label, "°") != NULL;
}

static void
make_ticks (OndTicks *ticks, const OndAxis *axis, gsize n, int max)
{
  if (axis->centres != NULL)
    ond_ticks_centres (ticks, axis->centres, n, max);
  else
    ond_ticks_linear (ticks, axis->lower, axis->upper, max, is_degrees (axis));
}

static int
ticks_for (double length, double spacing)
{
  return (int) CLAMP (length / spacing, 1, OND_TICKS_MAX / 2);
}

static double
widest (OndPen *pen, const OndTicks *ticks)
{
  double width = 0;

  for (int i = 0; i < ticks->n; i++)
    width = fmax (width, ond_pen_width (pen, ticks->ticks[i].label));
  return width;
}

static double
least_spacing (const OndTicks *ticks)
{
  double least = 1;

  for (int i = 1; i < ticks->n; i++)
    least = fmin (least, fabs (ticks->ticks[i].position - ticks->ticks[i - 1].position));
  return least;
}

/* As many ticks as have their numbers side by side, closer where one alone would be left, which has
 * no scale. */
static void
make_x_ticks (OndTicks *ticks, const OndPanel *panel, OndPen *pen, double width)
{
  const double gaps[] = { X_TICK_GAP, X_TICK_GAP_MIN };

  *ticks = (OndTicks){ 0 };
  if (panel->sphere != NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (gaps); i++)
    for (int max = ticks_for (width, 2 * pen->line); max >= 1; max--)
      {
        make_ticks (ticks, &panel->x, panel->nx, max);
        if (ticks->n >= 2
            && least_spacing (ticks) * width >= widest (pen, ticks) + gaps[i] * pen->em)
          return;
      }
}

static void
make_y_ticks (OndTicks *ticks, const OndPanel *panel, OndPen *pen, double height)
{
  int most = ticks_for (height, Y_TICK_SPACING_MIN * pen->line);

  *ticks = (OndTicks){ 0 };
  if (panel->sphere != NULL)
    return;
  for (int max = ticks_for (height, Y_TICK_SPACING * pen->line); max <= most; max++)
    {
      make_ticks (ticks, &panel->y, panel->ny, max);
      if (ticks->n >= 2)
        return;
    }
}

static void
make_bar_ticks (OndTicks *ticks, const OndColorScale *colors, OndPen *pen, double height)
{
  int most = ticks_for (height, Y_TICK_SPACING_MIN * pen->line);

  for (int max = ticks_for (height, Y_TICK_SPACING * pen->line); max <= most; max++)
    {
      ond_ticks_colors (ticks, colors, max);
      if (ticks->n >= 2)
        return;
    }
}

static gboolean
has_panel_titles (const OndFigure *figure)
{
  for (gsize i = 0; i < figure->n_panels; i++)
    if (figure->panels[i].title != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_x_labels (const OndFigure *figure)
{
  for (gsize i = 0; i < figure->n_panels; i++)
    if (figure->panels[i].x.label != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_sphere (const OndFigure *figure)
{
  return figure->n_panels > 0 && figure->panels[0].sphere != NULL;
}

/* Width of ticks and their numbers beside an axis or bar, and of its label. */
static double
beside (const OndFigureLayout *self, OndPen *pen, const OndTicks *ticks, const char *label)
{
  double width = 0;

  if (self->parts & OND_PART_TICKS)
    width += self->tick + self->gap + widest (pen, ticks);
  if ((self->parts & OND_PART_LABELS) && label != NULL)
    width += LABEL_LINE * pen->line;
  return width;
}

static void
measure_heights (OndFigureLayout *self, const OndFigure *figure, OndPen *pen, Room *room)
{
  room->above = self->pad;
  room->below = self->pad;
  if ((self->parts & OND_PART_TITLE) && figure->title != NULL)
    room->above += TITLE_LINE * pen->line;
  if ((self->parts & OND_PART_PANEL_TITLES) && has_panel_titles (figure))
    room->above += LABEL_LINE * pen->line;
  else if (self->parts & OND_PART_TICKS)
    room->above += (has_sphere (figure) ? 0.7 : 0.3) * pen->line; /* the letter of the y axis, or
                                                                     half a number at its end */
  if (self->parts & OND_PART_TICKS)
    room->below += self->tick + self->gap + pen->line;
  if ((self->parts & OND_PART_LABELS) && has_x_labels (figure))
    room->below += LABEL_LINE * pen->line;
  room->height = fmax (self->height - room->above - room->below, 0);
}

/* The bar is as high as the panels, or higher where they are low. */
static double
bar_height (const OndFigureLayout *self, OndPen *pen, const Room *room)
{
  double tallest = 0;

  for (gsize i = 0; i < self->n_panels; i++)
    tallest = fmax (tallest, self->panels[i].cells.height);
  return fmin (fmax (tallest, BAR_HEIGHT_MIN * pen->line), room->height);
}

/* Ticks beside cells of the heights known so far, and the width that their numbers leave. */
static void
measure_widths (OndFigureLayout *self, const OndFigure *figure, OndPen *pen, Room *room)
{
  room->width = self->width - 2 * self->pad - (double) (figure->n_panels - 1) * self->panel_gap;
  for (gsize i = 0; i < figure->n_panels; i++)
    {
      OndPanelLayout *panel = &self->panels[i];

      make_y_ticks (&panel->y, &figure->panels[i], pen, panel->cells.height);
      room->left[i] = beside (self, pen, &panel->y, figure->panels[i].y.label);
      room->width -= room->left[i];
    }
  room->right =
      self->parts & OND_PART_TICKS ? pen->em : 0; /* half a number at the right end of the x axis */
  if (self->parts & OND_PART_BAR)
    {
      make_bar_ticks (&self->bar_ticks, &figure->colors, pen, bar_height (self, pen, room));
      room->right = (BAR_GAP + BAR_WIDTH) * pen->line
                    + beside (self, pen, &self->bar_ticks, figure->colors_label);
    }
  room->width = fmax (room->width - room->right, 0);
}

/* Width and height of a panel's cells in the common scale, of which only the proportions matter. */
static void
natural_size (const OndPanel *panel, double *width, double *height)
{
  double cells_x = (double) panel->nx, cells_y = (double) panel->ny * panel->aspect;
  double length_x = fabs (panel->x.upper - panel->x.lower),
         length_y = fabs (panel->y.upper - panel->y.lower);

  if (panel->sphere != NULL)
    {
      *width = *height = 1;
      return;
    }
  *width = cells_x * (panel->cell_width > 0 ? panel->cell_width : 1);
  *height = cells_y * (panel->cell_width > 0 ? panel->cell_width : 1);
  if (panel->cell_width > 0)
    return;
  if (isfinite (length_x) && length_x > 0
      && fabs (length_y * cells_x - length_x * cells_y) <= 1e-3 * length_x * cells_y)
    {
      *width = length_x;
      *height = length_y;
    }
}

static gboolean
keeps_proportions (const OndPanel *panel)
{
  return panel->sphere != NULL
         || (panel->aspect > 0 && isfinite (panel->aspect) && panel->nx > 0 && panel->ny > 0);
}

/* Sizes of all cells. A panel without proportions is as wide as the mean of the others and as high
 * as the room. */
static void
share_room (OndFigureLayout *self, const OndFigure *figure, const Room *room)
{
  double sum = 0, tallest = 0, scale, mean;
  gsize n = 0;

  for (gsize i = 0; i < figure->n_panels; i++)
    {
      double width, height;

      if (!keeps_proportions (&figure->panels[i]))
        continue;
      natural_size (&figure->panels[i], &width, &height);
      sum += width;
      tallest = fmax (tallest, height);
      n++;
    }
  mean = n > 0 ? sum / (double) n : 1;
  sum += mean * (double) (figure->n_panels - n);
  scale = room->width / sum;
  if (tallest > 0)
    scale = fmin (scale, room->height / tallest);
  for (gsize i = 0; i < figure->n_panels; i++)
    {
      double width = mean, height;
      OndPanelArea *cells = &self->panels[i].cells;

      cells->height = room->height;
      if (keeps_proportions (&figure->panels[i]))
        {
          natural_size (&figure->panels[i], &width, &height);
          cells->height = height * scale;
        }
      cells->width = width * scale;
    }
}

/* Puts the block of panels and bar into the middle of the figure. */
static void
place (OndFigureLayout *self, const OndFigure *figure, OndPen *pen, const Room *room)
{
  double x = self->pad, y = room->above, used = 0, tallest = 0;

  for (gsize i = 0; i < self->n_panels; i++)
    {
      used += self->panels[i].cells.width;
      tallest = fmax (tallest, self->panels[i].cells.height);
    }
  self->bar.height = bar_height (self, pen, room);
  x += fmax (room->width - used, 0) / 2;
  y += fmax (room->height - fmax (tallest, self->parts & OND_PART_BAR ? self->bar.height : 0), 0)
       / 2;
  self->title_y = self->pad + y - room->above;
  for (gsize i = 0; i < self->n_panels; i++)
    {
      OndPanelLayout *panel = &self->panels[i];

      panel->y_label_at = x + 0.5 * pen->line;
      x += room->left[i];
      panel->cells.x = x;
      panel->cells.y = y;
      x += panel->cells.width + self->panel_gap;
    }
  self->bar.x = x + BAR_GAP * pen->line - self->panel_gap;
  self->bar.y = y;
  self->bar.width = self->parts & OND_PART_BAR ? BAR_WIDTH * pen->line : 0;
  self->bar_label_at = self->bar.x + self->bar.width
                       + beside (self, pen, &self->bar_ticks, figure->colors_label)
                       - 0.5 * pen->line;
}

/* Whole pixels, so that frames and cells have sharp edges; a vector file is exact instead. */
static void
snap (OndPanelArea *area, cairo_t *cr)
{
  double x1 = area->x, y1 = area->y, x2 = area->x + area->width, y2 = area->y + area->height;

  cairo_user_to_device (cr, &x1, &y1);
  cairo_user_to_device (cr, &x2, &y2);
  x1 = round (x1);
  y1 = round (y1);
  x2 = round (x2);
  y2 = round (y2);
  cairo_device_to_user (cr, &x1, &y1);
  cairo_device_to_user (cr, &x2, &y2);
  *area = (OndPanelArea){ x1, y1, x2 - x1, y2 - y1 };
}

static void
finish (OndFigureLayout *self, const OndFigure *figure, OndPen *pen)
{
  gboolean pixels = !ond_cells_is_vector (pen->cr); /* also what a widget records */

  if (pixels)
    snap (&self->bar, pen->cr);
  self->bar_ticks.exponent += figure->colors_exponent;
  self->bar_label = ond_ticks_label_axis (&self->bar_ticks, figure->colors_label);
  for (gsize i = 0; i < self->n_panels; i++)
    {
      OndPanelLayout *panel = &self->panels[i];

      if (pixels)
        snap (&panel->cells, pen->cr);
      make_x_ticks (&panel->x, &figure->panels[i], pen, panel->cells.width);
      panel->x_label = ond_ticks_label_axis (&panel->x, figure->panels[i].x.label);
      panel->y_label = ond_ticks_label_axis (&panel->y, figure->panels[i].y.label);
    }
}

void
ond_figure_layout_init (OndFigureLayout *self, const OndFigure *figure, OndPen *pen, double width,
                        double height)
{
  g_autofree double *left = g_new0 (double, MAX (figure->n_panels, 1));
  Room room = { .left = left };
  double least = CELLS_MIN * pen->line;

  *self = (OndFigureLayout){ .width = width, .height = height, .n_panels = figure->n_panels };
  self->panels = g_new0 (OndPanelLayout, figure->n_panels);
  self->tick = TICK_LENGTH * pen->line;
  self->gap = TICK_GAP * pen->line;
  for (gsize step = 0; step < G_N_ELEMENTS (steps); step++)
    {
      self->parts = steps[step];
      self->pad = self->parts == 0 ? 0 : PAD * pen->line;
      self->panel_gap = self->parts == 0 ? 0 : PANEL_GAP * pen->line;
      measure_heights (self, figure, pen, &room);
      for (gsize i = 0; i < figure->n_panels; i++)
        self->panels[i].cells.height = room.height;
      measure_widths (self, figure, pen, &room);
      if (room.height >= least && room.width >= least * (double) figure->n_panels)
        break;
    }
  /* Lower cells than the room have fewer and shorter numbers beside them, which makes the cells
   * larger, never smaller: the ticks of the second measurement fit the final cells. */
  share_room (self, figure, &room);
  measure_widths (self, figure, pen, &room);
  share_room (self, figure, &room);
  place (self, figure, pen, &room);
  finish (self, figure, pen);
}

void
ond_figure_layout_clear (OndFigureLayout *self)
{
  for (gsize i = 0; i < self->n_panels; i++)
    {
      g_free (self->panels[i].x_label);
      g_free (self->panels[i].y_label);
    }
  g_clear_pointer (&self->panels, g_free);
  g_clear_pointer (&self->bar_label, g_free);
}
