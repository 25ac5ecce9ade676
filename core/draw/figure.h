/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures over cairo and pango: panels of cells (a map, slices) with axes, units and a colour bar.
 * One routine serves the widgets and the files (PDF, SVG, PNG), laid out in millimetres there. */
#pragma once

#include "colormap.h"
#include "sphere.h"

#include <cairo.h>
#include <gio/gio.h>

/* An axis from the lower edge of the first cell to the upper edge of the last. When `centres` is
 * given, cells are not evenly spaced and ticks are put at cell centres with these values
 * instead. */
typedef struct
{
  const char *label;     /* "θ (°)"; plain text, may be NULL */
  double lower, upper;   /* values at the two ends */
  const double *centres; /* n values or NULL */
} OndAxis;

/* What the values of a panel are blended over (blend.h). */
typedef struct
{
  const float *values; /* of the same shape */
  OndColorScale colors;
  int opacity; /* of what is over them, 0 ... 255 */
} OndUnder;

typedef struct
{
  gsize nx, ny;
  const float *values;   /* float[ny][nx], row 0 at the bottom; NaN: invalid or not computed */
  const OndUnder *under; /* or NULL */
  const guint8 *rgba;    /* [ny][nx][4] R, G, B, A: the cells have these colours; or NULL */
  OndAxis x, y;
  double aspect; /* height of a cell over its width; 0: fill the room */
  /* Width of a cell in a unit that all panels share, so that they have one scale. 0: the axes' own
   * lengths where they agree with the aspect, otherwise the number of cells. */
  double cell_width;
  const char *title; /* plain text, may be NULL */
  gboolean has_mark; /* a cross at (mark_x, mark_y), in cells from the lower left corner */
  double mark_x, mark_y;
  /* Where given, the cells are those of its grids, float[nphi][ntheta], and drawn as a disc of
   * directions without axes; the mark is at theta, phi (degrees). Borrowed. */
  OndSphere *sphere;
} OndPanel;

typedef struct
{
  const OndPanel *panels; /* side by side; all share the colours */
  gsize n_panels;
  OndColorScale colors;
  const char *colors_label; /* "Energy (K²)" */
  int colors_exponent;      /* values and limits are in units of 10^this: floats end at 10^-38 */
  const char *title;
  double font_size;   /* points; 0: 9 */
  guint32 ink, paper; /* 0xRRGGBB; both 0: black on white */
} OndFigure;

typedef struct
{
  double x, y, width, height; /* the cells of a panel in the units of the context */
} OndPanelArea;

/* Draws into width x height (points in a file, pixels in a widget). areas: n_panels of them, or
 * NULL. */
void ond_figure_draw (const OndFigure *self, cairo_t *cr, double width, double height,
                      OndPanelArea *areas);

/* Makes the table of histogram equalization from the values of all panels, if the colours have
 * that stretch. */
void ond_figure_equalize (OndFigure *self);

/* The cell under a point, from an area of the last drawing; FALSE outside. */
gboolean ond_panel_area_hit (const OndPanelArea *area, const OndPanel *panel, double x, double y,
                             gsize *ix, gsize *iy);

/* The other way, from cells (0.5, 0.5: the middle of the first), on a sphere from theta and phi in
 * degrees. */
void ond_panel_area_locate (const OndPanelArea *area, const OndPanel *panel, double at_x,
                            double at_y, double *x, double *y);

typedef struct
{
  double width, height; /* millimetres */
  double dpi;           /* of a PNG; 0: 300 */
  gboolean overwrite;
  const char
      *command; /* the command line that makes it again, kept in the file's metadata; may be NULL */
} OndFigureOutput;

/* The format follows the name: .pdf, .svg or .png, else OND_ERROR_PARAMETER. Whole or not at
 * all. */
gboolean ond_figure_save (const OndFigure *self, const char *path, const OndFigureOutput *output,
                          GError **error);
