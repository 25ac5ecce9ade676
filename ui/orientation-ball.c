/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawn with cairo from back to front: the far half of graticule and needle dimmed, the axes, the
 * near half. A map of a sweep can be painted on the sphere, or the colours of the best map,
 * which then hides what is behind. */
#include "orientation-ball.h"

#include "../core/draw/pen.h"
#include "../core/draw/sphere.h"
#include "best-legend.h"
#include "best-picture.h"
#include "map-model.h"
#include "orientation.h"
#include "tones.h"

#include <math.h>

#define SIZE 130
#define MARGIN 13 /* round the ball: the letters of the axes */
#define FONT_SIZE 11
#define LETTER 8 /* from an axis or the limb to the middle of its letter */
#define DEGREE (OND_PI / 180)

#define GRATICULE 30 /* degrees from line to line */
#define CHORD 6      /* degrees that a line goes straight on */

#define NEAR_KNOB 5.5 /* radii, pixels */
#define FAR_KNOB 4.0

#define POINTER_STEP 0.1 /* degrees: as fine as the sliders */

struct _OndOrientationBall
{
  GtkWidget parent;
  OndSession *session;
  double theta, phi; /* degrees */
  gboolean flat;     /* an image: theta alone */
  double drag_x, drag_y;
  OndSphere *sphere; /* of the maps' grids, made when it is first drawn */
};

G_DEFINE_FINAL_TYPE (OndOrientationBall, ond_orientation_ball, GTK_TYPE_WIDGET)

/* ---- Where things are ---- */

typedef struct
{
  double x, y, radius; /* pixels of the widget */
} Disc;

static Disc
get_disc (OndOrientationBall *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)),
      height = gtk_widget_get_height (GTK_WIDGET (self));

  return (Disc){ width / 2.0, height / 2.0, fmax (MIN (width, height) / 2.0 - MARGIN, 1) };
}

static void
get_direction (double theta, double phi, gboolean flat, double n[OND_N_AXES])
{
  const OndWavelet wavelet = { .theta = theta * DEGREE, .phi = phi * DEGREE };

  ond_wavelet_direction (&wavelet, flat ? 2 : 3, n);
}

/* A point in pixels of the widget, and how near it is (> 0: on the near half; always in a circle).
 */
static double
place (OndOrientationBall *self, const double n[OND_N_AXES], double *x, double *y)
{
  Disc disc = get_disc (self);
  double depth = 0;

  if (self->flat)
    {
      *x = n[OND_X];
      *y = n[OND_Y];
    }
  else
    ond_ball_project (n, x, y, &depth);
  *x = disc.x + *x * disc.radius;
  *y = disc.y - *y * disc.radius;
  return depth;
}

/* ---- Drawing ---- */

/* The part of a line of the graticule that is on one half: all phi at a theta, or all theta at a
 * phi. */
static void
trace_line (OndOrientationBall *self, cairo_t *cr, gboolean parallel, double angle,
            gboolean near_half)
{
  gboolean drawing = FALSE;

  for (int step = 0; step <= 360; step += CHORD)
    {
      double n[OND_N_AXES], x, y;

      get_direction (parallel ? angle : step, parallel ? step : angle, FALSE, n);
      if ((place (self, n, &x, &y) >= 0) != near_half)
        {
          drawing = FALSE;
          continue;
        }
      if (drawing)
        cairo_line_to (cr, x, y);
      else
        cairo_move_to (cr, x, y);
      drawing = TRUE;
    }
}

static void
draw_graticule (OndOrientationBall *self, cairo_t *cr, const OndTones *tones, gboolean near_half)
{
  double alpha = near_half ? 0.28 : 0.10;

  cairo_set_line_width (cr, 0.75);
  for (int angle = GRATICULE - 90; angle < 90; angle += GRATICULE)
    trace_line (self, cr, TRUE, angle, near_half);
  for (int angle = 0; angle < 180; angle += GRATICULE)
    trace_line (self, cr, FALSE, angle, near_half);
  ond_tones_set_source (cr, tones->ink, alpha);
  cairo_stroke (cr);
}

static void
draw_disc (OndOrientationBall *self, cairo_t *cr, const OndTones *tones)
{
  Disc disc = get_disc (self);
  cairo_pattern_t *light;

  cairo_arc (cr, disc.x, disc.y, disc.radius, 0, 2 * OND_PI);
  if (self->flat)
    {
      ond_tones_set_source (cr, tones->ink, 0.04);
      cairo_fill_preserve (cr);
    }
  else
    {
      light = cairo_pattern_create_radial (disc.x - disc.radius * 0.35, disc.y - disc.radius * 0.45,
                                           disc.radius * 0.1, disc.x, disc.y, disc.radius);
      cairo_pattern_add_color_stop_rgba (light, 0, 0.5, 0.5, 0.5, 0.02);
      cairo_pattern_add_color_stop_rgba (light, 1, 0.5, 0.5, 0.5, 0.22);
      cairo_set_source (cr, light);
      cairo_fill_preserve (cr);
      cairo_pattern_destroy (light);
    }
  cairo_set_line_width (cr, 1);
  ond_tones_set_source (cr, tones->ink, 0.45);
  cairo_stroke (cr);
}

static gboolean
is_painted (OndOrientationBall *self)
{
  OndMapModel *maps = self->session != NULL ? ond_session_get_maps (self->session) : NULL;

  return maps != NULL && !self->flat && ond_map_model_get_job (maps) != NULL
         && !ond_map_model_is_flat (maps) && ond_map_model_get_options (maps)->painted
         && ond_map_model_get_values (maps, 0) != NULL;
}

static gboolean
is_legend (OndOrientationBall *self)
{
  return self->session != NULL && ond_best_picture_is_shown (self->session);
}

static gboolean
see_ball (double x, double y, double n[OND_N_AXES])
{
  if (hypot (x, y) > 1)
    return FALSE;
  ond_ball_unproject (x, y, n);
  return TRUE;
}

/* The first map in its colours, which nothing shades. */
static void
paint_map (OndOrientationBall *self, cairo_t *cr)
{
  OndMapModel *maps = ond_session_get_maps (self->session);
  OndColorScale colors = ond_map_model_get_colors (maps, 0);
  Disc disc = get_disc (self);

  if (self->sphere == NULL)
    self->sphere = ond_sphere_new (ond_map_model_get_grid (maps, OND_PARAMETER_THETA),
                                   ond_map_model_get_grid (maps, OND_PARAMETER_PHI));
  ond_sphere_paint (self->sphere, see_ball, ond_map_model_get_values (maps, 0), &colors, cr, disc.x,
                    disc.y, disc.radius);
}

/* From the middle to the sphere, the letter beyond it. */
static void
draw_axes (OndOrientationBall *self, cairo_t *cr, const OndTones *tones)
{
  static const char *const names[OND_N_AXES] = { "x", "y", "z" };
  const gboolean covered = is_painted (self) || is_legend (self);
  Disc disc = get_disc (self);
  OndPen pen;

  ond_pen_init (&pen, cr, FONT_SIZE);
  for (int i = 0; i < (self->flat ? 2 : OND_N_AXES); i++)
    {
      double n[OND_N_AXES] = { 0 }, x, y, length, place_letter;

      n[i] = 1;
      place (self, n, &x, &y);
      length = hypot (x - disc.x, y - disc.y);
      if (!covered)
        {
          cairo_move_to (cr, disc.x, disc.y);
          cairo_line_to (cr, x, y);
          cairo_set_line_width (cr, 1);
          ond_tones_set_source (cr, tones->ink, 0.5);
          cairo_stroke (cr);
        }
      ond_tones_set_source (cr, tones->ink, 1);
      if (covered && length <= 0.6 * disc.radius)
        continue; /* it would be lost on the map */
      place_letter = length > 0.6 * disc.radius ? disc.radius + LETTER : length + LETTER;
      ond_pen_put (&pen, names[i],
                   &(OndPlace){ .x = disc.x + (x - disc.x) / length * place_letter,
                                .y = disc.y + (y - disc.y) / length * place_letter,
                                .across = 0.5,
                                .down = 0.5 });
    }
  ond_pen_clear (&pen);
}

/* One half of the needle: the far one thin, with an open knob. */
static void
draw_half (OndOrientationBall *self, cairo_t *cr, const OndTones *tones, double x, double y,
           gboolean near_half)
{
  Disc disc = get_disc (self);
  double knob = near_half ? NEAR_KNOB : FAR_KNOB, alpha = near_half ? 1 : 0.5;
  double length = hypot (x - disc.x, y - disc.y), end = fmax (length - knob, 0) / fmax (length, 1);

  ond_tones_set_source (cr, tones->accent, alpha);
  if (!is_painted (self)) /* there only its end is seen */
    {
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
      cairo_move_to (cr, disc.x, disc.y);
      cairo_line_to (cr, disc.x + (x - disc.x) * end, disc.y + (y - disc.y) * end);
      cairo_set_line_width (cr, near_half ? 3 : 1.5);
      cairo_stroke (cr);
    }
  cairo_arc (cr, x, y, knob, 0, 2 * OND_PI);
  if (near_half)
    {
      cairo_fill_preserve (cr);
      ond_tones_set_source (cr, tones->paper, 1);
    }
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* The near end, and the far one opposite to it. A needle in the plane of the screen, as all of an
 * image are, has two near ends. */
static void
draw_needle (OndOrientationBall *self, cairo_t *cr, const OndTones *tones, gboolean near_half)
{
  Disc disc = get_disc (self);
  double x, y;

  ond_orientation_ball_locate (self, self->theta, self->phi, &x, &y);
  if (near_half)
    draw_half (self, cr, tones, x, y, TRUE);
  if (near_half == self->flat)
    draw_half (self, cr, tones, 2 * disc.x - x, 2 * disc.y - y, self->flat);
}

static void
ond_orientation_ball_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndOrientationBall *self = OND_ORIENTATION_BALL (widget);
  OndTones tones = ond_tones_get (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

  draw_disc (self, cr, &tones);
  if (is_painted (self))
    paint_map (self, cr);
  else if (is_legend (self))
    ond_best_legend_paint (cr, get_disc (self).x, get_disc (self).y, get_disc (self).radius,
                           self->flat);
  else if (!self->flat)
    {
      draw_graticule (self, cr, &tones, FALSE);
      draw_needle (self, cr, &tones, FALSE);
    }
  draw_axes (self, cr, &tones);
  if (!self->flat)
    draw_graticule (self, cr, &tones, TRUE);
  draw_needle (self, cr, &tones, TRUE);
  cairo_destroy (cr);
}

static void
ond_orientation_ball_measure (GtkWidget *widget G_GNUC_UNUSED,
                              GtkOrientation orientation G_GNUC_UNUSED, int for_size G_GNUC_UNUSED,
                              int *minimum, int *natural, int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = *natural = SIZE;
  *minimum_baseline = *natural_baseline = -1;
}

/* ---- Session ---- */

static void
follow (OndOrientationBall *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  g_autofree char *text = NULL;

  g_object_get (self->session, "theta", &self->theta, "phi", &self->phi, NULL);
  self->flat = volume != NULL && ond_geometry_rank (ond_volume_get_geometry (volume)) == 2;
  text = self->flat
             ? g_strdup_printf ("theta %.4g degrees", self->theta)
             : g_strdup_printf ("theta %.4g degrees, phi %.4g degrees", self->theta, self->phi);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  self->theta, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self),
      self->flat ? "Direction of the long axis in the image: drag the needle, or turn it with the "
                   "arrow keys by 1° (with Shift 10°)"
                 : "Direction of the long axis: drag the needle, or turn it with the arrow keys by "
                   "1° (with Shift 10°)");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
maps_changed (OndOrientationBall *self)
{
  g_clear_pointer (&self->sphere, ond_sphere_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Both angles at once: one response. */
static void
set_angles (OndOrientationBall *self, double theta, double phi)
{
  OndWavelet wavelet = ond_session_get_wavelet (self->session);

  ond_wavelet_set (&wavelet, OND_PARAMETER_THETA, theta);
  if (!self->flat)
    ond_wavelet_set (&wavelet, OND_PARAMETER_PHI, phi);
  ond_session_set_wavelet (self->session, &wavelet);
}

static double
round_angle (double angle)
{
  return round (angle / POINTER_STEP) * POINTER_STEP;
}

/* Turns the near end of the needle towards a point of the widget. */
static void
point_at (OndOrientationBall *self, double x, double y)
{
  Disc disc = get_disc (self);
  double theta = self->theta, phi = self->phi, n[OND_N_AXES] = { 0 };

  if (self->session == NULL)
    return;
  x = (x - disc.x) / disc.radius;
  y = (disc.y - y) / disc.radius;
  if (!self->flat)
    {
      ond_ball_unproject (x, y, n);
      ond_direction_get_angles (n, &theta, &phi);
    }
  else if (x != 0 || y != 0)
    theta = atan2 (-y, x) / DEGREE;
  set_angles (self, round_angle (theta), round_angle (phi));
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, OndOrientationBall *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  self->drag_x = x;
  self->drag_y = y;
  point_at (self, x, y);
}

static void
drag_update (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx, double dy, OndOrientationBall *self)
{
  point_at (self, self->drag_x + dx, self->drag_y + dy);
}

static void
drag_end (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx G_GNUC_UNUSED, double dy G_GNUC_UNUSED,
          OndOrientationBall *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grab");
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndOrientationBall *self)
{
  static const struct
  {
    guint key, keypad;
    int right, up;
  } turns[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, -1 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, 1 },
  };
  double step = modifiers & GDK_SHIFT_MASK ? 10 : 1, theta = self->theta, phi = self->phi;

  if (self->session == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)))
    return GDK_EVENT_PROPAGATE;
  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++)
    if (turns[i].key == key || turns[i].keypad == key)
      {
        /* In a circle right and up are clockwise, which is towards larger theta. */
        if (self->flat)
          theta += (turns[i].right + turns[i].up) * step;
        else
          ond_ball_turn (&theta, &phi, turns[i].right * step, turns[i].up * step);
        set_angles (self, theta, phi);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* ---- The widget ---- */

static void
ond_orientation_ball_dispose (GObject *object)
{
  OndOrientationBall *self = OND_ORIENTATION_BALL (object);

  g_clear_pointer (&self->sphere, ond_sphere_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_orientation_ball_parent_class)->dispose (object);
}

static void
ond_orientation_ball_class_init (OndOrientationBallClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ond_orientation_ball_dispose;
  widget_class->snapshot = ond_orientation_ball_snapshot;
  widget_class->measure = ond_orientation_ball_measure;
  gtk_widget_class_set_css_name (widget_class, "orientationball");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ond_orientation_ball_init (OndOrientationBall *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  ond_tones_follow (widget);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, key);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_cursor_from_name (widget, "grab");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Direction of the long axis", GTK_ACCESSIBLE_PROPERTY_VALUE_MIN,
                                  0.0, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 180.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 0.0, -1);
}

GtkWidget *
ond_orientation_ball_new (void)
{
  return g_object_new (OND_TYPE_ORIENTATION_BALL, NULL);
}

void
ond_orientation_ball_set_session (OndOrientationBall *self, OndSession *session)
{
  static const char *const inputs[] = { "notify::theta", "notify::phi", "volume-changed" };

  g_return_if_fail (OND_IS_ORIENTATION_BALL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_signal_connect_object (session, inputs[i], G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "display-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_best (session), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_maps (session), "job-changed", G_CALLBACK (maps_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_maps (session), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  follow (self);
}

void
ond_orientation_ball_locate (OndOrientationBall *self, double theta, double phi, double *x,
                             double *y)
{
  double n[OND_N_AXES];
  int sign = 1;

  g_return_if_fail (OND_IS_ORIENTATION_BALL (self));

  get_direction (theta, phi, self->flat, n);
  if (place (self, n, x, y) < 0)
    sign = -1;
  for (int i = 0; i < OND_N_AXES; i++)
    n[i] *= sign;
  place (self, n, x, y);
}
