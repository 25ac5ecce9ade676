/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values are spaced as the parameter is: evenly in log when its slider is. A list may be in any
 * order; the line goes through the values in theirs. */
#include "profile-view.h"

#include "../core/draw/pen.h"
#include "../core/draw/ticks.h"
#include "tones.h"

#include <math.h>

#define MIN_WIDTH 120
#define MIN_HEIGHT 84
#define MAX_HEIGHT 160 /* natural, of a wide one */
#define ASPECT 0.4     /* natural height over width, between the two */
#define FONT_SIZE 9

#define RIGHT 10
#define TOP 18 /* title, and the power of ten */
#define BOTTOM 16
#define INSET 6 /* of the first and last value from the ends of the axis */
#define TICK 3
#define GAP 2   /* beside a number */
#define TICKS 3 /* at most, of the vertical axis */

#define POINT 2.0 /* radii, pixels */
#define PLANE 4.0
#define MANY 40 /* more points than this are a line alone */

#define ROOM 0.08 /* of the range, above and below the line */

struct _OndProfileView
{
  GtkWidget parent;
  char *title;
  OndGrid *grid; /* NULL: nothing is shown */
  float *values;
  gsize *order; /* of the values from the least to the largest */
  gsize plane, cursor;
  double slider;
  double numbers; /* width of those of the vertical axis; negative: not measured yet */
  int hovered;    /* -1: none */
};

enum
{
  VALUE_ACTIVATED,
  VALUE_HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndProfileView, ond_profile_view, GTK_TYPE_WIDGET)

/* ---- Where things are ---- */

typedef struct
{
  double left, top, width, height; /* of the plot */
  double lower, upper;             /* at the bottom and at the top */
} Plot;

/* What the vertical axis holds. */
static void
get_range (OndProfileView *self, double *lower, double *upper)
{
  double room;

  *lower = INFINITY;
  *upper = -INFINITY;
  for (gsize i = 0; i < self->grid->n; i++)
    if (isfinite (self->values[i]))
      {
        *lower = fmin (*lower, (double) self->values[i]);
        *upper = fmax (*upper, (double) self->values[i]);
      }
  if (*lower > *upper)
    {
      *lower = 0;
      *upper = 1;
    }
  room = *upper > *lower ? ROOM * (*upper - *lower) : *lower != 0 ? ROOM * fabs (*lower) : 1;
  *lower -= room;
  *upper += room;
}

/* Of the numbers beside the vertical axis, which need no context to be measured. */
static double
measure_numbers (double lower, double upper)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  double width = 0;
  OndTicks ticks;
  OndPen pen;

  ond_ticks_linear (&ticks, lower, upper, TICKS, FALSE);
  ond_pen_init (&pen, cr, FONT_SIZE);
  for (int i = 0; i < ticks.n; i++)
    width = fmax (width, ond_pen_width (&pen, ticks.ticks[i].label));
  ond_pen_clear (&pen);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return width;
}

static Plot
get_plot (OndProfileView *self)
{
  Plot plot = { .top = TOP };

  get_range (self, &plot.lower, &plot.upper);
  if (self->numbers < 0)
    self->numbers = measure_numbers (plot.lower, plot.upper);
  plot.left = ceil (self->numbers) + TICK + 2 * GAP;
  plot.width = fmax (gtk_widget_get_width (GTK_WIDGET (self)) - plot.left - RIGHT, 1);
  plot.height = fmax (gtk_widget_get_height (GTK_WIDGET (self)) - TOP - BOTTOM, 1);
  return plot;
}

/* 0 at the least value of the grid, 1 at the largest. */
static double
position (OndProfileView *self, double value)
{
  double first = self->grid->values[self->order[0]],
         last = self->grid->values[self->order[self->grid->n - 1]];

  if (!(last > first))
    return 0.5;
  if (ond_parameters[self->grid->parameter].logarithmic
      && self->grid->spacing != OND_SPACING_LINEAR)
    return log (value / first) / log (last / first);
  return (value - first) / (last - first);
}

static double
place_x (OndProfileView *self, const Plot *plot, double value)
{
  return plot->left + INSET + position (self, value) * fmax (plot->width - 2 * INSET, 1);
}

static double
place_y (OndProfileView *self, const Plot *plot, gsize index)
{
  double value = self->values[index];

  if (!isfinite (value))
    return plot->top + plot->height;
  return plot->top + plot->height * (plot->upper - value) / (plot->upper - plot->lower);
}

/* ---- Drawing ---- */

static void
draw_axes (OndProfileView *self, cairo_t *cr, OndPen *pen, const Plot *plot, const OndTones *tones)
{
  double bottom = plot->top + plot->height, free_from = -INFINITY;
  g_autofree char *axis = NULL, *power = NULL;
  OndTicks ticks;

  ond_ticks_linear (&ticks, plot->lower, plot->upper, TICKS, FALSE);
  axis = ond_ticks_label_axis (&ticks, ""); /* "(10³)" */
  power = ticks.exponent != 0 ? g_strdup_printf ("×%.*s", (int) strlen (axis) - 2, axis + 1)
                              : g_strdup ("");
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, plot->left - 0.5, plot->top);
  cairo_line_to (cr, plot->left - 0.5, bottom + 0.5);
  cairo_line_to (cr, plot->left + plot->width, bottom + 0.5);
  ond_tones_set_source (cr, tones->ink, 0.35);
  cairo_stroke (cr);
  ond_tones_set_source (cr, tones->ink, 1);
  for (int i = 0; i < ticks.n; i++)
    {
      double y = bottom - ticks.ticks[i].position * plot->height;

      cairo_rectangle (cr, plot->left - TICK, floor (y), TICK, 1);
      ond_pen_put (pen, ticks.ticks[i].label,
                   &(OndPlace){ .x = plot->left - TICK - GAP, .y = y, .across = 1, .down = 0.5 });
    }
  for (gsize k = 0; k < self->grid->n; k++)
    {
      double value = self->grid->values[self->order[k]], x = place_x (self, plot, value), width;
      g_autofree char *text = g_strdup_printf ("%.4g", value);

      width = ond_pen_width (pen, text);
      if (x - width / 2 < free_from)
        continue;
      free_from = x + width / 2 + pen->em;
      cairo_rectangle (cr, floor (x), bottom, 1, TICK);
      ond_pen_put (pen, text, &(OndPlace){ .x = x, .y = bottom + TICK, .across = 0.5 });
    }
  cairo_fill (cr);
  ond_pen_put (pen, power, &(OndPlace){ .x = 2, .y = 2 });
  ond_pen_put (pen, self->title,
               &(OndPlace){ .x = plot->left + plot->width / 2, .y = 2, .across = 0.5 });
}

/* Where the slider is: a dashed line. */
static void
draw_slider (OndProfileView *self, cairo_t *cr, const Plot *plot, const OndTones *tones)
{
  static const double dashes[] = { 2, 2 };
  double at = position (self, self->slider), x;

  if (self->grid->n < 2 || !(at >= 0 && at <= 1))
    return;
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  x = floor (place_x (self, plot, self->slider)) + 0.5;
  cairo_move_to (cr, x, plot->top);
  cairo_line_to (cr, x, plot->top + plot->height);
  ond_tones_set_source (cr, tones->ink, 0.6);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_line (OndProfileView *self, cairo_t *cr, const Plot *plot, const OndTones *tones)
{
  gboolean drawing = FALSE;

  ond_tones_set_source (cr, tones->accent, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (gsize k = 0; k < self->grid->n; k++)
    {
      gsize i = self->order[k];
      double x = place_x (self, plot, self->grid->values[i]), y = place_y (self, plot, i);

      if (!isfinite (self->values[i]))
        drawing = FALSE;
      else if (drawing)
        cairo_line_to (cr, x, y);
      else
        {
          cairo_move_to (cr, x, y);
          drawing = TRUE;
        }
    }
  cairo_stroke (cr);
  for (gsize i = 0; i < self->grid->n && self->grid->n <= MANY; i++)
    if (isfinite (self->values[i]))
      {
        cairo_arc (cr, place_x (self, plot, self->grid->values[i]), place_y (self, plot, i), POINT,
                   0, 2 * OND_PI);
        cairo_fill (cr);
      }
}

/* A point with a rim: full for the map's plane, open for pointer and keys. */
static void
draw_mark (OndProfileView *self, cairo_t *cr, const Plot *plot, gsize index, double radius,
           guint32 fill, guint32 rim)
{
  cairo_arc (cr, place_x (self, plot, self->grid->values[index]), place_y (self, plot, index),
             radius, 0, 2 * OND_PI);
  ond_tones_set_source (cr, fill, 1);
  cairo_fill_preserve (cr);
  ond_tones_set_source (cr, rim, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
ond_profile_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndProfileView *self = OND_PROFILE_VIEW (widget);
  OndTones tones = ond_tones_get (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));
  cairo_t *cr;
  Plot plot;
  OndPen pen;

  if (self->grid == NULL)
    return;
  plot = get_plot (self);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ond_pen_init (&pen, cr, FONT_SIZE);
  draw_axes (self, cr, &pen, &plot, &tones);
  draw_slider (self, cr, &plot, &tones);
  draw_line (self, cr, &plot, &tones);
  draw_mark (self, cr, &plot, self->plane, PLANE, tones.accent, tones.paper);
  if (self->hovered >= 0)
    draw_mark (self, cr, &plot, (gsize) self->hovered, PLANE, tones.paper, tones.ink);
  if (gtk_widget_has_visible_focus (widget))
    draw_mark (self, cr, &plot, self->cursor, PLANE, tones.paper, tones.accent);
  ond_pen_clear (&pen);
  cairo_destroy (cr);
}

static GtkSizeRequestMode
ond_profile_view_get_request_mode (GtkWidget *widget G_GNUC_UNUSED)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* A wide one is higher, as far as there is room. */
static void
ond_profile_view_measure (GtkWidget *widget G_GNUC_UNUSED, GtkOrientation orientation, int for_size,
                          int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *natural = CLAMP ((int) (for_size * ASPECT), MIN_HEIGHT, MAX_HEIGHT);
  *minimum_baseline = *natural_baseline = -1;
}

/* ---- Pointer and keys ---- */

static void
set_hovered (OndProfileView *self, int index)
{
  if (index == self->hovered)
    return;
  self->hovered = index;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VALUE_HOVERED], 0, index);
}

/* "ξ 5: 1.234" */
static void
describe (OndProfileView *self)
{
  g_autofree char *value = NULL, *text = NULL;

  if (self->grid == NULL)
    return;
  value = isfinite (self->values[self->cursor])
              ? g_strdup_printf ("%.6g", (double) self->values[self->cursor])
              : g_strdup ("not computed");
  text = g_strdup_printf ("%s %.6g: %s", ond_parameters[self->grid->parameter].symbol,
                          self->grid->values[self->cursor], value);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
move_cursor (OndProfileView *self, gsize index)
{
  self->cursor = index;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
activate (OndProfileView *self, gsize index)
{
  move_cursor (self, index);
  g_signal_emit (self, signals[VALUE_ACTIVATED], 0, (guint) index);
}

static void
pressed (GtkGestureClick *gesture G_GNUC_UNUSED, int n G_GNUC_UNUSED, double x, double y,
         OndProfileView *self)
{
  gsize index;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (ond_profile_view_pick (self, x, y, &index))
    activate (self, index);
}

static void
pointer_moved (GtkEventControllerMotion *controller G_GNUC_UNUSED, double x, double y,
               OndProfileView *self)
{
  gsize index;

  set_hovered (self, ond_profile_view_pick (self, x, y, &index) ? (int) index : -1);
}

static void
pointer_left (GtkEventControllerMotion *controller G_GNUC_UNUSED, OndProfileView *self)
{
  set_hovered (self, -1);
}

/* The next value, in the order of values. */
static gsize
step (OndProfileView *self, gsize from, int by)
{
  gsize k = 0;

  while (self->order[k] != from)
    k++;
  if (by < 0 ? k > 0 : k + 1 < self->grid->n)
    return self->order[by < 0 ? k - 1 : k + 1];
  return from;
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndProfileView *self)
{
  if (self->grid == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)))
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_cursor (self, step (self, self->cursor, -1));
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_cursor (self, step (self, self->cursor, 1));
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      activate (self, self->cursor);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- The widget ---- */

static void
clear (OndProfileView *self)
{
  g_clear_pointer (&self->grid, ond_grid_free);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->order, g_free);
}

static void
ond_profile_view_dispose (GObject *object)
{
  OndProfileView *self = OND_PROFILE_VIEW (object);

  clear (self);
  g_clear_pointer (&self->title, g_free);
  G_OBJECT_CLASS (ond_profile_view_parent_class)->dispose (object);
}

static void
ond_profile_view_class_init (OndProfileViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ond_profile_view_dispose;
  widget_class->snapshot = ond_profile_view_snapshot;
  widget_class->get_request_mode = ond_profile_view_get_request_mode;
  widget_class->measure = ond_profile_view_measure;
  signals[VALUE_ACTIVATED] =
      g_signal_new ("value-activated", OND_TYPE_PROFILE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[VALUE_HOVERED] = g_signal_new ("value-hovered", OND_TYPE_PROFILE_VIEW, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "profileview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ond_profile_view_init (OndProfileView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  self->hovered = -1;
  self->numbers = -1;
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
}

GtkWidget *
ond_profile_view_new (const char *title, const char *name)
{
  OndProfileView *self = g_object_new (OND_TYPE_PROFILE_VIEW, NULL);

  self->title = g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return GTK_WIDGET (self);
}

static int
compare_values (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *values = data;
  double x = values[*(const gsize *) a], y = values[*(const gsize *) b];

  return (x > y) - (x < y);
}

void
ond_profile_view_set_values (OndProfileView *self, const OndGrid *grid, const float *values)
{
  g_return_if_fail (OND_IS_PROFILE_VIEW (self));

  clear (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (values == NULL)
    {
      self->hovered = -1;
      return;
    }
  self->numbers = -1;
  self->grid = ond_grid_copy (grid);
  self->values = g_memdup2 (values, grid->n * sizeof *values);
  self->order = g_new (gsize, grid->n);
  for (gsize i = 0; i < grid->n; i++)
    self->order[i] = i;
  g_qsort_with_data (self->order, (int) grid->n, sizeof *self->order, compare_values,
                     self->grid->values);
  self->plane = MIN (self->plane, grid->n - 1);
  self->cursor = MIN (self->cursor, grid->n - 1);
  if (self->hovered >= (int) grid->n)
    self->hovered = -1;
  describe (self);
}

void
ond_profile_view_set_mark (OndProfileView *self, gsize plane, double slider)
{
  g_return_if_fail (OND_IS_PROFILE_VIEW (self));
  g_return_if_fail (self->grid == NULL || plane < self->grid->n);

  self->slider = slider;
  if (plane != self->plane)
    move_cursor (self, plane); /* the keyboard goes on from there */
  self->plane = plane;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
ond_profile_view_pick (OndProfileView *self, double x, double y, gsize *index)
{
  Plot plot;
  double nearest = INFINITY;

  g_return_val_if_fail (OND_IS_PROFILE_VIEW (self), FALSE);

  if (self->grid == NULL || !gtk_widget_contains (GTK_WIDGET (self), x, y))
    return FALSE;
  plot = get_plot (self);
  for (gsize i = 0; i < self->grid->n; i++)
    {
      double distance = fabs (place_x (self, &plot, self->grid->values[i]) - x);

      if (distance < nearest)
        {
          nearest = distance;
          *index = i;
        }
    }
  return TRUE;
}

void
ond_profile_view_locate (OndProfileView *self, gsize index, double *x, double *y)
{
  Plot plot;

  g_return_if_fail (OND_IS_PROFILE_VIEW (self));
  g_return_if_fail (self->grid != NULL && index < self->grid->n);

  plot = get_plot (self);
  *x = place_x (self, &plot, self->grid->values[index]);
  *y = place_y (self, &plot, index);
}
