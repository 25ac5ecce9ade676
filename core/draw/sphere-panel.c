/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sphere-panel.h"

#include <math.h>

#define DEGREE (OND_PI / 180)
#define GRATICULE 30    /* degrees from line to line */
#define CHORD 3         /* degrees that a line goes straight on */
#define LINE_WIDTH 0.06 /* of the font size */
#define LETTER 0.75     /* font sizes from the rim to the middle of a letter */

typedef struct
{
  double x, y, radius;
} Disc;

static Disc
get_disc (const OndPanelArea *area)
{
  return (Disc){ area->x + area->width / 2, area->y + area->height / 2,
                 fmin (area->width, area->height) / 2 };
}

static void
get_direction (double theta, double phi, double n[OND_N_AXES])
{
  const OndWavelet wavelet = { .theta = theta * DEGREE, .phi = phi * DEGREE };

  ond_wavelet_direction (&wavelet, 3, n);
}

void
ond_sphere_panel_locate (const OndPanelArea *area, double theta, double phi, double *x, double *y)
{
  Disc disc = get_disc (area);
  double n[OND_N_AXES];

  get_direction (theta, phi, n);
  ond_sphere_project (n, x, y);
  *x = disc.x + *x * disc.radius;
  *y = disc.y - *y * disc.radius;
}

gboolean
ond_sphere_panel_hit (const OndPanel *panel, const OndPanelArea *area, double x, double y,
                      gsize *theta, gsize *phi)
{
  Disc disc = get_disc (area);
  double n[OND_N_AXES];

  return ond_sphere_unproject ((x - disc.x) / disc.radius, (disc.y - y) / disc.radius, n)
         && ond_sphere_find (panel->sphere, n, theta, phi);
}

/* All phi at a theta, or all theta at a phi. A line that crosses the rim goes on at the opposite
 * point, without a stroke between the two. */
static void
trace_line (cairo_t *cr, const OndPanelArea *area, gboolean parallel, double angle)
{
  Disc disc = get_disc (area);
  double before_x = 0, before_y = 0;

  for (int step = 0; step <= 180; step += CHORD)
    {
      double x, y;

      ond_sphere_panel_locate (area, parallel ? angle : step, parallel ? step : angle, &x, &y);
      if (step == 0 || hypot (x - before_x, y - before_y) > disc.radius / 2)
        cairo_move_to (cr, x, y);
      else
        cairo_line_to (cr, x, y);
      before_x = x;
      before_y = y;
    }
}

static void
set_ink (cairo_t *cr, guint32 ink, double alpha)
{
  cairo_set_source_rgba (cr, (ink >> 16 & 0xff) / 255.0, (ink >> 8 & 0xff) / 255.0,
                         (ink & 0xff) / 255.0, alpha);
}

/* White on a shade, so that it shows on every colour and hides none. */
static void
draw_graticule (OndPen *pen, const OndPanelArea *area)
{
  cairo_save (pen->cr);
  for (int angle = GRATICULE - 90; angle < 90; angle += GRATICULE)
    trace_line (pen->cr, area, TRUE, angle);
  for (int angle = 0; angle < 180; angle += GRATICULE)
    trace_line (pen->cr, area, FALSE, angle);
  cairo_set_line_width (pen->cr, 0.16 * pen->em);
  set_ink (pen->cr, 0x000000, 0.18);
  cairo_stroke_preserve (pen->cr);
  cairo_set_line_width (pen->cr, 0.07 * pen->em);
  set_ink (pen->cr, 0xffffff, 0.55);
  cairo_stroke (pen->cr);
  cairo_restore (pen->cr);
}

/* Where x and y meet the rim. z is in the middle, where a letter would hide cells. */
static void
draw_letters (OndPen *pen, const OndPanelArea *area)
{
  Disc disc = get_disc (area);
  double away = disc.radius + LETTER * pen->em;

  ond_pen_put (pen, "x",
               &(OndPlace){ .x = disc.x + away, .y = disc.y, .across = 0.5, .down = 0.5 });
  ond_pen_put (pen, "y",
               &(OndPlace){ .x = disc.x, .y = disc.y - away, .across = 0.5, .down = 0.5 });
}

void
ond_sphere_panel_draw (const OndPanel *panel, const OndColorScale *colors, OndPen *pen,
                       const OndPanelArea *area, guint32 ink)
{
  Disc disc = get_disc (area);

  if (!ond_sphere_paint (panel->sphere, ond_sphere_unproject, panel->values, colors, pen->cr,
                         disc.x, disc.y, disc.radius))
    g_warning ("Not enough memory to draw a sphere of %" G_GSIZE_FORMAT " cells",
               panel->nx * panel->ny);
  draw_graticule (pen, area);
  set_ink (pen->cr, ink, 1);
  cairo_set_line_width (pen->cr, LINE_WIDTH * pen->em);
  cairo_arc (pen->cr, disc.x, disc.y, disc.radius, 0, 2 * OND_PI);
  cairo_stroke (pen->cr);
  draw_letters (pen, area);
}
