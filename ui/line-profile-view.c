/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line-profile-view.h"

#include "line-profile.h"
#include "tones.h"

#include "../core/draw/pen.h"
#include "../core/draw/ticks.h"

#include <math.h>

#define HEIGHT 78
#define FONT_SIZE 9

#define LEFT 32 /* numbers of the vertical axis */
#define RIGHT 6
#define TOP 17 /* the values that are read */
#define BOTTOM 15
#define TICK 3
#define X_TICKS 5
#define Y_TICKS 4

#define ROOM 0.06 /* of the range, above and below the line */
#define FAST_STEP 10

struct _OndLineProfileView
{
  GtkWidget parent;
  OndSession *session;
  int axis, hovered; /* voxel under the pointer, -1: none */
  OndLineProfile profile;
  gboolean stale;
  char *text;
};

G_DEFINE_FINAL_TYPE (OndLineProfileView, ond_line_profile_view, GTK_TYPE_WIDGET)

static const char *const names[OND_N_AXES] = { "x", "y", "z" };

static int
get_first (OndLineProfileView *self)
{
  return ond_coordinates_get_first (ond_session_get_coordinates (self->session));
}

/* ---- What is read ---- */

static char *
format_value (const char *name, float value, const char *unit)
{
  if (!isfinite (value))
    return g_strdup_printf ("%s —", name);
  return g_strdup_printf ("%s %.4g%s%s", name, (double) value,
                          unit != NULL && *unit != '\0' ? " " : "", unit != NULL ? unit : "");
}

static void
describe (OndLineProfileView *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  const char *unit = volume != NULL ? ond_volume_get_info (volume)->unit : NULL;
  int voxel = self->hovered >= 0 ? self->hovered : self->profile.at;
  g_autofree char *image = NULL, *response = NULL;

  g_clear_pointer (&self->text, g_free);
  if (self->profile.n == 0)
    return;
  image = format_value ("image", self->profile.image[voxel], unit);
  response = format_value (
      "response", self->profile.response != NULL ? self->profile.response[voxel] : NAN, unit);
  self->text = g_strdup_printf ("%s %d: %s, %s", names[self->axis], voxel + get_first (self), image,
                                response);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  self->text, -1);
}

/* Samples are fetched when they are wanted: never while the view is folded away. */
static void
refresh (OndLineProfileView *self)
{
  if (!self->stale)
    return;
  self->stale = FALSE;
  ond_line_profile_clear (&self->profile);
  ond_line_profile_init (&self->profile, self->session, self->axis);
  if (self->hovered >= (int) self->profile.n)
    self->hovered = -1;
  describe (self);
}

static void
changed (OndLineProfileView *self)
{
  self->stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
volume_changed (OndLineProfileView *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);

  gtk_widget_set_visible (GTK_WIDGET (self), volume == NULL || self->axis != OND_Z
                                                 || ond_volume_get_geometry (volume)->n[OND_Z] > 1);
  self->hovered = -1;
  changed (self);
}

/* ---- Where things are ---- */

typedef struct
{
  double left, top, width, height; /* of the plot */
  double lower, upper;             /* at the bottom and at the top */
} Plot;

static void
set_range (Plot *plot, const float *values, gsize n)
{
  double room;

  plot->lower = INFINITY;
  plot->upper = -INFINITY;
  for (gsize i = 0; i < n; i++)
    if (isfinite (values[i]))
      {
        plot->lower = fmin (plot->lower, (double) values[i]);
        plot->upper = fmax (plot->upper, (double) values[i]);
      }
  if (plot->lower > plot->upper)
    {
      plot->lower = 0;
      plot->upper = 1;
    }
  room = plot->upper > plot->lower ? ROOM * (plot->upper - plot->lower)
         : plot->lower != 0        ? ROOM * fabs (plot->lower)
                                   : 1;
  plot->lower -= room;
  plot->upper += room;
}

static Plot
get_plot (OndLineProfileView *self)
{
  return (Plot){ .left = LEFT,
                 .top = TOP,
                 .width = fmax (gtk_widget_get_width (GTK_WIDGET (self)) - LEFT - RIGHT, 1),
                 .height = fmax (gtk_widget_get_height (GTK_WIDGET (self)) - TOP - BOTTOM, 1) };
}

static double
place_x (const OndLineProfileView *self, const Plot *plot, double voxel)
{
  return plot->left + (voxel + 0.5) / (double) self->profile.n * plot->width;
}

static double
place_y (const Plot *plot, double value)
{
  return plot->top + plot->height * (plot->upper - value) / (plot->upper - plot->lower);
}

/* ---- Drawing ---- */

static void
draw_axes (OndLineProfileView *self, cairo_t *cr, OndPen *pen, const Plot *plot,
           const OndTones *tones)
{
  double bottom = plot->top + plot->height;
  OndTicks x, y;

  ond_ticks_linear (&x, get_first (self) - 0.5, get_first (self) - 0.5 + (double) self->profile.n,
                    X_TICKS, FALSE);
  ond_ticks_linear (&y, plot->lower, plot->upper, Y_TICKS, FALSE);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, plot->left - 0.5, plot->top);
  cairo_line_to (cr, plot->left - 0.5, bottom + 0.5);
  cairo_line_to (cr, plot->left + plot->width, bottom + 0.5);
  ond_tones_set_source (cr, tones->ink, 0.35);
  cairo_stroke (cr);
  ond_tones_set_source (cr, tones->ink, 0.8);
  for (int i = 0; i < x.n; i++)
    {
      double at = plot->left + x.ticks[i].position * plot->width;

      cairo_rectangle (cr, floor (at), bottom, 1, TICK);
      ond_pen_put (pen, x.ticks[i].label,
                   &(OndPlace){ .x = at, .y = bottom + TICK - 1, .across = 0.5 });
    }
  for (int i = 0; i < y.n; i++)
    {
      double at = bottom - y.ticks[i].position * plot->height;

      cairo_rectangle (cr, plot->left - TICK, floor (at), TICK, 1);
      ond_pen_put (pen, y.ticks[i].label,
                   &(OndPlace){ .x = plot->left - TICK - 2, .y = at, .across = 1, .down = 0.5 });
    }
  cairo_fill (cr);
  if (y.exponent != 0)
    {
      g_autofree char *axis = ond_ticks_label_axis (&y, ""); /* "(10³)" */
      g_autofree char *power = g_strdup_printf ("×%.*s", (int) strlen (axis) - 2, axis + 1);

      ond_pen_put (pen, power, &(OndPlace){ .x = 2, .y = 1 });
    }
}

/* From one finite value to the next; a gap parts the path. With more voxels than pixels, each
 * column of pixels has its extremes. */
static void
path (const OndLineProfileView *self, cairo_t *cr, const Plot *plot, const float *values,
      double base)
{
  gsize n = self->profile.n, step = (gsize) fmax (floor ((double) n / plot->width), 1);
  double last = NAN;

  for (gsize i = 0; i < n; i += step)
    {
      double low = INFINITY, high = -INFINITY, x = place_x (self, plot, (double) i);

      for (gsize k = i; k < MIN (i + step, n); k++)
        if (isfinite (values[k]))
          {
            low = fmin (low, (double) values[k]);
            high = fmax (high, (double) values[k]);
          }
      if (low > high && isfinite (last) && isfinite (base))
        cairo_line_to (cr, last, base); /* closes an area */
      if (low <= high && isnan (last))
        cairo_move_to (cr, x, isfinite (base) ? base : place_y (plot, high));
      if (low <= high)
        {
          cairo_line_to (cr, x, place_y (plot, high));
          if (low < high)
            cairo_line_to (cr, x, place_y (plot, low));
        }
      last = low <= high ? x : NAN;
    }
  if (isfinite (last) && isfinite (base))
    cairo_line_to (cr, last, base);
}

static void
draw_area (OndLineProfileView *self, cairo_t *cr, const float *values, const OndTones *tones)
{
  Plot plot = get_plot (self);

  set_range (&plot, values, self->profile.n);
  path (self, cr, &plot, values, plot.top + plot.height);
  ond_tones_set_source (cr, tones->ink, 0.16);
  cairo_fill (cr);
}

static void
draw_line (OndLineProfileView *self, cairo_t *cr, const Plot *plot, const float *values,
           const OndTones *tones)
{
  if (plot->lower < 0 && plot->upper > 0)
    {
      cairo_rectangle (cr, plot->left, floor (place_y (plot, 0)), plot->width, 1);
      ond_tones_set_source (cr, tones->ink, 0.2);
      cairo_fill (cr);
    }
  path (self, cr, plot, values, NAN);
  ond_tones_set_source (cr, tones->accent, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
}

/* A line over the plot at a voxel: dashed for the cross-hair, whole for the pointer. */
static void
draw_voxel (OndLineProfileView *self, cairo_t *cr, const Plot *plot, int voxel, gboolean dashed,
            const OndTones *tones)
{
  static const double dashes[] = { 2, 2 };
  double x = floor (place_x (self, plot, voxel)) + 0.5;

  cairo_set_dash (cr, dashes, dashed ? 2 : 0, 0);
  cairo_move_to (cr, x, plot->top);
  cairo_line_to (cr, x, plot->top + plot->height);
  ond_tones_set_source (cr, tones->ink, 0.6);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw (OndLineProfileView *self, cairo_t *cr, const OndTones *tones)
{
  gboolean of_image =
      ond_session_get_show (self->session) == OND_SHOW_IMAGE || self->profile.response == NULL;
  const float *line = of_image ? self->profile.image : self->profile.response;
  const float *area = of_image ? self->profile.response : self->profile.image;
  Plot plot = get_plot (self);
  OndPen pen;

  set_range (&plot, line, self->profile.n);
  ond_pen_init (&pen, cr, FONT_SIZE);
  if (area != NULL && ond_session_get_mode (self->session) != OND_MODE_IMAGE)
    draw_area (self, cr, area, tones);
  draw_axes (self, cr, &pen, &plot, tones);
  draw_voxel (self, cr, &plot, self->profile.at, TRUE, tones);
  draw_line (self, cr, &plot, line, tones);
  if (self->hovered >= 0)
    draw_voxel (self, cr, &plot, self->hovered, FALSE, tones);
  ond_tones_set_source (cr, tones->ink, 1);
  ond_pen_put (&pen, self->text, &(OndPlace){ .x = plot.left, .y = 1, .room = plot.width + RIGHT });
  ond_pen_clear (&pen);
}

static void
ond_line_profile_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndLineProfileView *self = OND_LINE_PROFILE_VIEW (widget);
  OndTones tones = ond_tones_get (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));
  cairo_t *cr;

  refresh (self);
  if (self->profile.n == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  draw (self, cr, &tones);
  cairo_destroy (cr);
}

static void
ond_line_profile_view_measure (GtkWidget *widget G_GNUC_UNUSED, GtkOrientation orientation,
                               int for_size G_GNUC_UNUSED, int *minimum, int *natural,
                               int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : LEFT + RIGHT + 64;
  *minimum_baseline = *natural_baseline = -1;
}

/* ---- Pointer and keys ---- */

static void
set_hovered (OndLineProfileView *self, int voxel)
{
  if (voxel == self->hovered)
    return;
  self->hovered = voxel;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Along the axis alone. */
static void
move_cross_hair (OndLineProfileView *self, int voxel)
{
  ond_session_step (self->session, self->axis, (gint64) voxel - self->profile.at);
}

static void
pressed (GtkGestureClick *gesture G_GNUC_UNUSED, int n G_GNUC_UNUSED, double x,
         double y G_GNUC_UNUSED, OndLineProfileView *self)
{
  int voxel;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (ond_line_profile_view_pick (self, x, &voxel))
    move_cross_hair (self, voxel);
}

static void
pointer_moved (GtkEventControllerMotion *controller G_GNUC_UNUSED, double x, double y G_GNUC_UNUSED,
               OndLineProfileView *self)
{
  int voxel;

  set_hovered (self, ond_line_profile_view_pick (self, x, &voxel) ? voxel : -1);
}

static void
pointer_left (GtkEventControllerMotion *controller G_GNUC_UNUSED, OndLineProfileView *self)
{
  set_hovered (self, -1);
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndLineProfileView *self)
{
  gint64 by = modifiers & GDK_SHIFT_MASK ? FAST_STEP : 1;

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Left || key == GDK_KEY_KP_Left)
    ond_session_step (self->session, self->axis, -by);
  else if (key == GDK_KEY_Right || key == GDK_KEY_KP_Right)
    ond_session_step (self->session, self->axis, by);
  else if (key == GDK_KEY_Home)
    ond_session_step (self->session, self->axis, -G_MAXINT);
  else if (key == GDK_KEY_End)
    ond_session_step (self->session, self->axis, G_MAXINT);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- The widget ---- */

static void
ond_line_profile_view_dispose (GObject *object)
{
  OndLineProfileView *self = OND_LINE_PROFILE_VIEW (object);

  g_clear_object (&self->session);
  ond_line_profile_clear (&self->profile);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (ond_line_profile_view_parent_class)->dispose (object);
}

static void
ond_line_profile_view_class_init (OndLineProfileViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ond_line_profile_view_dispose;
  widget_class->snapshot = ond_line_profile_view_snapshot;
  widget_class->measure = ond_line_profile_view_measure;
  gtk_widget_class_set_css_name (widget_class, "profileview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ond_line_profile_view_init (OndLineProfileView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  self->hovered = -1;
  self->stale = TRUE;
  ond_tones_follow (widget);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  g_signal_connect (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_tooltip_text (widget, "The line is what the colours are of, the pale area the "
                                       "other, in its own range. A click moves the cross-hair");
}

GtkWidget *
ond_line_profile_view_new (OndSession *session, int axis)
{
  OndLineProfileView *self = g_object_new (OND_TYPE_LINE_PROFILE_VIEW, NULL);
  g_autofree char *name = g_strdup_printf ("Profile along %s", names[axis]);

  self->session = g_object_ref (session);
  self->axis = axis;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "pixels-changed", G_CALLBACK (changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "display-changed", G_CALLBACK (changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_coordinates (session), "changed", G_CALLBACK (changed),
                           self, G_CONNECT_SWAPPED);
  volume_changed (self);
  return GTK_WIDGET (self);
}

gboolean
ond_line_profile_view_pick (OndLineProfileView *self, double x, int *voxel)
{
  Plot plot;

  g_return_val_if_fail (OND_IS_LINE_PROFILE_VIEW (self), FALSE);
  refresh (self);
  plot = get_plot (self);
  if (self->profile.n == 0 || x < plot.left || x >= plot.left + plot.width)
    return FALSE;
  *voxel = (int) ((x - plot.left) / plot.width * (double) self->profile.n);
  return TRUE;
}

double
ond_line_profile_view_locate (OndLineProfileView *self, int voxel)
{
  Plot plot;

  g_return_val_if_fail (OND_IS_LINE_PROFILE_VIEW (self), 0);
  refresh (self);
  plot = get_plot (self);
  return place_x (self, &plot, voxel);
}

const char *
ond_line_profile_view_get_text (OndLineProfileView *self)
{
  g_return_val_if_fail (OND_IS_LINE_PROFILE_VIEW (self), NULL);
  refresh (self);
  return self->text;
}
