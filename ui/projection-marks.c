/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two-tone like slice-marks.c: a dark seam round a light line shows on any colour map. */
#include "projection-marks.h"

#include "../core/draw/pen.h"

#include <math.h>

#define LIGHT 0xffffff
#define DARK 0x000000

#define FONT_SIZE 11
#define LETTER_RADIUS 8
#define LEAST_NEEDLE 7 /* pixels: shorter ones could not be told from a point */
#define NEAR_KNOB 4.0
#define FAR_KNOB 3.0

/* The axes in the lower left corner. */
#define TRIPOD_MARGIN 6
#define TRIPOD_SIZE 62
#define TRIPOD_LENGTH 16
#define ROUND 8

#define RING_POINTS 48

static const char *const axis_names[OND_N_AXES] = { "x", "y", "z" };

typedef struct
{
  double x, y, depth;
} Point;

static Point
place (const OndProjectionMarks *self, const double at[OND_N_AXES])
{
  Point point;

  ond_projection_place (&self->frame, self->geometry, at, &point.x, &point.y, &point.depth);
  return point;
}

/* Strokes the current path with a seam. */
static void
stroke (cairo_t *cr, double width, guint32 tone, double alpha)
{
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, width + 2);
  ond_tones_set_source (cr, DARK, 0.4 * alpha);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, width);
  ond_tones_set_source (cr, tone, alpha);
  cairo_stroke (cr);
}

/* On the ground that labels of views have. */
static void
put_letter (cairo_t *cr, const char *text, double x, double y)
{
  OndPen pen;

  cairo_arc (cr, x, y, LETTER_RADIUS, 0, 2 * OND_PI);
  ond_tones_set_source (cr, DARK, 0.55);
  cairo_fill (cr);
  ond_pen_init (&pen, cr, FONT_SIZE);
  ond_tones_set_source (cr, LIGHT, 0.9);
  ond_pen_put (&pen, text, &(OndPlace){ .x = x, .y = y, .across = 0.5, .down = 0.55 });
  ond_pen_clear (&pen);
}

/* ---- The volume's edges ---- */

/* Four edges along an axis; those behind are faint. */
static void
draw_edges (const OndProjectionMarks *self, cairo_t *cr, int axis, gboolean behind)
{
  const int j = (axis + 1) % OND_N_AXES, k = (axis + 2) % OND_N_AXES;
  const double *towards = self->frame.camera.towards;

  for (int corner = 0; corner < 4; corner++)
    {
      const int high[2] = { corner & 1, corner >> 1 };
      gboolean is_behind = high[0] == (towards[j] <= 0) && high[1] == (towards[k] <= 0);
      double at[OND_N_AXES];
      Point from, to;

      if (is_behind != behind)
        continue;
      at[j] = high[0] ? self->geometry->n[j] - 0.5 : -0.5;
      at[k] = high[1] ? self->geometry->n[k] - 0.5 : -0.5;
      at[axis] = -0.5;
      from = place (self, at);
      at[axis] = self->geometry->n[axis] - 0.5;
      to = place (self, at);
      cairo_move_to (cr, from.x, from.y);
      cairo_line_to (cr, to.x, to.y);
    }
}

static void
draw_box (const OndProjectionMarks *self, cairo_t *cr, gboolean behind)
{
  for (int axis = 0; axis < OND_N_AXES; axis++)
    draw_edges (self, cr, axis, behind);
  stroke (cr, 1, LIGHT, behind ? 0.25 : 0.5);
}

/* ---- The slices ---- */

/* The plane across an axis, its letter at the corner that lies farthest out. */
static void
draw_plane (const OndProjectionMarks *self, cairo_t *cr, int normal)
{
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const double middle[OND_N_AXES] = { (self->geometry->n[OND_X] - 1) / 2.,
                                      (self->geometry->n[OND_Y] - 1) / 2.,
                                      (self->geometry->n[OND_Z] - 1) / 2. };
  const Point centre = place (self, middle);
  double at[OND_N_AXES], farthest = -1;
  Point label = centre;

  at[normal] = self->at[normal];
  for (int corner = 0; corner < 4; corner++)
    {
      double distance;
      Point point;

      at[h] = corner == 1 || corner == 2 ? self->geometry->n[h] - 0.5 : -0.5;
      at[v] = corner >= 2 ? self->geometry->n[v] - 0.5 : -0.5;
      point = place (self, at);
      if (corner == 0)
        cairo_move_to (cr, point.x, point.y);
      else
        cairo_line_to (cr, point.x, point.y);
      distance = hypot (point.x - centre.x, point.y - centre.y);
      if (distance > farthest + 1e-6)
        {
          farthest = distance;
          label = point;
        }
    }
  cairo_close_path (cr);
  stroke (cr, 1, LIGHT, 0.9);
  if (farthest > 0)
    put_letter (cr, axis_names[normal],
                label.x + (label.x - centre.x) / farthest * (LETTER_RADIUS + 2),
                label.y + (label.y - centre.y) / farthest * (LETTER_RADIUS + 2));
}

/* ---- The wavelet ---- */

static double
dot (const double a[OND_N_AXES], const double b[OND_N_AXES])
{
  return a[OND_X] * b[OND_X] + a[OND_Y] * b[OND_Y] + a[OND_Z] * b[OND_Z];
}

void
ond_projection_marks_get_needle (const OndProjectionMarks *self, double *dx, double *dy)
{
  const OndCamera *camera = &self->frame.camera;
  double n[OND_N_AXES], reach, sign, length;

  ond_wavelet_direction (&self->wavelet, 3, n);
  sign = dot (n, camera->towards) < 0 ? -1 : 1;
  reach = sign * self->wavelet.scale * self->wavelet.xi * self->frame.scale;
  *dx = reach * dot (n, camera->right);
  *dy = -reach * dot (n, camera->up);
  length = hypot (*dx, *dy);
  if (length < LEAST_NEEDLE && length > 0)
    {
      double whole = fmin (LEAST_NEEDLE, hypot (dot (n, camera->right), dot (n, camera->up)) * 1e3);

      *dx *= whole / length;
      *dy *= whole / length;
    }
}

/* A circle of the wavelet's width across its direction: all there is of a sphere, and more than
 * the short axis says of a disc. */
static void
draw_ring (const OndProjectionMarks *self, cairo_t *cr, const Point *centre)
{
  const OndCamera *camera = &self->frame.camera;
  const double radius = fmax (self->wavelet.scale * self->frame.scale, LEAST_NEEDLE);
  double n[OND_N_AXES], right[OND_N_AXES], up[OND_N_AXES];

  ond_wavelet_direction (&self->wavelet, 3, n);
  for (int i = 0; i < OND_N_AXES && self->wavelet.xi == 1; i++)
    n[i] = camera->towards[i];
  /* Any two axes across n. */
  for (int i = 0; i < OND_N_AXES; i++)
    right[i] = fabs (n[OND_X]) < 0.6 ? i == OND_X : i == OND_Y;
  for (int i = 0; i < OND_N_AXES; i++)
    up[i] = n[(i + 1) % 3] * right[(i + 2) % 3] - n[(i + 2) % 3] * right[(i + 1) % 3];
  for (int i = 0; i < OND_N_AXES; i++)
    right[i] = up[(i + 1) % 3] * n[(i + 2) % 3] - up[(i + 2) % 3] * n[(i + 1) % 3];
  double length = sqrt (dot (up, up));
  for (int point = 0; point < RING_POINTS; point++)
    {
      double angle = 2 * OND_PI * point / RING_POINTS, at[OND_N_AXES];

      for (int i = 0; i < OND_N_AXES; i++)
        at[i] = radius * (cos (angle) * right[i] + sin (angle) * up[i]) / length;
      cairo_line_to (cr, centre->x + dot (at, camera->right), centre->y - dot (at, camera->up));
    }
  cairo_close_path (cr);
  stroke (cr, 1.5, self->tones.accent, 1);
}

static void
draw_needle (const OndProjectionMarks *self, cairo_t *cr)
{
  const double at[OND_N_AXES] = { self->at[OND_X], self->at[OND_Y], self->at[OND_Z] };
  const Point centre = place (self, at);
  double dx, dy;

  if (self->wavelet.xi <= 1)
    draw_ring (self, cr, &centre);
  if (self->wavelet.xi == 1)
    return;
  ond_projection_marks_get_needle (self, &dx, &dy);
  cairo_move_to (cr, centre.x - dx, centre.y - dy);
  cairo_line_to (cr, centre.x, centre.y);
  stroke (cr, 1.5, self->tones.accent, 0.8);
  cairo_move_to (cr, centre.x, centre.y);
  cairo_line_to (cr, centre.x + dx, centre.y + dy);
  stroke (cr, 3, self->tones.accent, 1);
  cairo_arc (cr, centre.x - dx, centre.y - dy, FAR_KNOB, 0, 2 * OND_PI);
  stroke (cr, 1.5, self->tones.accent, 0.8);
  cairo_arc (cr, centre.x + dx, centre.y + dy, NEAR_KNOB, 0, 2 * OND_PI);
  ond_tones_set_source (cr, self->tones.accent, 1);
  cairo_fill_preserve (cr);
  stroke (cr, 1, LIGHT, 0.9);
}

/* ---- The axes ---- */

static void
draw_tripod (const OndProjectionMarks *self, cairo_t *cr)
{
  const OndCamera *camera = &self->frame.camera;
  const double half = TRIPOD_SIZE / 2., x = TRIPOD_MARGIN + half,
               y = self->frame.height - TRIPOD_MARGIN - half;
  OndPen pen;

  cairo_new_sub_path (cr);
  for (int corner = 0; corner < 4; corner++)
    cairo_arc (cr, x + (corner == 0 || corner == 3 ? half - ROUND : ROUND - half),
               y + (corner < 2 ? half - ROUND : ROUND - half), ROUND, corner * OND_PI / 2,
               (corner + 1) * OND_PI / 2);
  cairo_close_path (cr);
  ond_tones_set_source (cr, DARK, 0.55);
  cairo_fill (cr);
  ond_pen_init (&pen, cr, FONT_SIZE);
  for (int axis = 0; axis < OND_N_AXES; axis++)
    {
      double dx = camera->right[axis], dy = -camera->up[axis], length = hypot (dx, dy);

      ond_tones_set_source (cr, LIGHT, camera->towards[axis] < -0.01 ? 0.6 : 0.95);
      if (length < 0.1) /* straight at the viewer, or away */
        continue;
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x + TRIPOD_LENGTH * dx, y + TRIPOD_LENGTH * dy);
      cairo_set_line_width (cr, 1.5);
      cairo_stroke (cr);
      ond_pen_put (&pen, axis_names[axis],
                   &(OndPlace){ .x = x + dx * (TRIPOD_LENGTH + 7 / length),
                                .y = y + dy * (TRIPOD_LENGTH + 7 / length),
                                .across = 0.5,
                                .down = 0.55 });
    }
  ond_pen_clear (&pen);
}

void
ond_projection_marks_draw (const OndProjectionMarks *self, cairo_t *cr)
{
  draw_box (self, cr, TRUE);
  for (int normal = 0; normal < OND_N_AXES; normal++)
    draw_plane (self, cr, normal);
  draw_box (self, cr, FALSE);
  draw_needle (self, cr);
  draw_tripod (self, cr);
}
