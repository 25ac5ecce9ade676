/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything in a figure goes. The parts that a figure has no room for are left out in a
 * fixed order, so that a figure of any size shows its cells. */
#pragma once

#include "figure.h"
#include "pen.h"
#include "ticks.h"

/* Parts that can be left out. */
typedef enum
{
  OND_PART_TITLE = 1 << 0,  /* of the figure */
  OND_PART_LABELS = 1 << 1, /* of the axes and the colour bar */
  OND_PART_BAR = 1 << 2,
  OND_PART_PANEL_TITLES = 1 << 3,
  OND_PART_TICKS = 1 << 4, /* and their numbers */
} OndParts;

typedef struct
{
  OndPanelArea cells;
  OndTicks x, y;
  char *x_label, *y_label; /* with the power of ten, or NULL */
  double y_label_at;       /* centre line of the y label */
} OndPanelLayout;

typedef struct
{
  guint parts;
  double width, height;
  double pad, tick, gap; /* round the figure; length of a tick; from a tick to its number */
  double panel_gap;      /* between the cells of a panel and the numbers of the next */
  double title_y;        /* top of the figure's title */
  OndPanelLayout *panels;
  gsize n_panels;
  OndPanelArea bar;
  OndTicks bar_ticks;
  char *bar_label;
  double bar_label_at; /* centre line of the bar's label */
} OndFigureLayout;

/* width and height > 0. Free with ond_figure_layout_clear(). */
void ond_figure_layout_init (OndFigureLayout *self, const OndFigure *figure, OndPen *pen,
                             double width, double height);
void ond_figure_layout_clear (OndFigureLayout *self);
