/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-input.h"

#include <math.h>

/* Voxels or slices that a step is with Shift held. */
#define FAST_STEP 10

/* Notches of the wheel that double the zoom. */
#define NOTCHES 4

/* A touchpad says pixels; this many are a notch. */
#define PIXELS_A_NOTCH 30

/* A line of the cross-hair is taken within this many pixels of the widget. */
#define REACH 5

typedef enum
{
  DRAG_NONE, /* pressed, and not moved yet, or nothing to do with us */
  DRAG_PAN,
  DRAG_LINES
} Drag;

/* Bits: lines of the cross-hair. */
enum
{
  LINE_VERTICAL = 1,
  LINE_HORIZONTAL = 2
};

struct _OndSliceInput
{
  OndSliceView *view; /* which owns this */
  Drag drag;
  guint lines;           /* taken by the drag */
  double x, y;           /* where the drag began */
  double dx, dy;         /* how far it has been followed */
  double grip_x, grip_y; /* from where it began to the cross-hair */
  gboolean moved;        /* too far for a click */
  gboolean over;         /* the pointer is at: */
  double pointer_x, pointer_y;
  double steps; /* parts of a notch not stepped yet */
  double pinch; /* of which the zoom has followed */
};

/* NULL while there is nothing open. */
static const OndGeometry *
get_geometry (OndSliceInput *self)
{
  OndSession *session = ond_slice_view_get_session (self->view);
  OndVolume *volume = session != NULL ? ond_session_get_volume (session) : NULL;
  return volume != NULL ? ond_volume_get_geometry (volume) : NULL;
}

static OndZoom *
get_zoom (OndSliceInput *self)
{
  return ond_session_get_zoom (ond_slice_view_get_session (self->view));
}

/* Moves along `axis`, clamped. */
static void
step (OndSliceInput *self, int axis, int by)
{
  const OndGeometry *geometry = get_geometry (self);
  OndSession *session = ond_slice_view_get_session (self->view);
  gint32 at[OND_N_AXES];
  if (geometry == NULL)
    return;
  ond_session_get_cross_hair (session, at);
  at[axis] = (gint32) CLAMP ((gint64) at[axis] + by, 0, geometry->n[axis] - 1);
  ond_session_set_cross_hair (session, at);
}

/* The lines of the cross-hair within reach of a point. */
static guint
lines_near (OndSliceInput *self, double x, double y)
{
  double cross_x, cross_y;
  if (!ond_slice_view_get_cross (self->view, &cross_x, &cross_y))
    return 0;
  return (fabs (x - cross_x) <= REACH ? LINE_VERTICAL : 0)
         | (fabs (y - cross_y) <= REACH ? LINE_HORIZONTAL : 0);
}

static void
update_cursor (OndSliceInput *self)
{
  static const char *const over_lines[] = { "crosshair", "col-resize", "row-resize", "move" };
  const char *name = self->drag == DRAG_PAN ? "grabbing"
                     : self->drag == DRAG_LINES
                         ? over_lines[self->lines]
                         : over_lines[lines_near (self, self->pointer_x, self->pointer_y)];
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view), name);
}

/* The voxel under a point, in those directions that `lines` can move. */
static void
move_cross_hair (OndSliceInput *self, double x, double y, guint lines)
{
  const OndGeometry *geometry = get_geometry (self);
  OndSession *session = ond_slice_view_get_session (self->view);
  int normal = ond_slice_view_get_normal (self->view);
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  gint32 voxel[OND_N_AXES];
  double at[OND_N_AXES];
  if (!ond_slice_view_pick_beyond (self->view, x, y, at))
    return;
  ond_session_get_cross_hair (session, voxel);
  if (lines & LINE_VERTICAL)
    voxel[h] = (gint32) CLAMP (floor (at[h] + 0.5), 0, geometry->n[h] - 1);
  if (lines & LINE_HORIZONTAL)
    voxel[v] = (gint32) CLAMP (floor (at[v] + 0.5), 0, geometry->n[v] - 1);
  ond_session_set_cross_hair (session, voxel);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, OndSliceInput *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  double cross_x, cross_y;

  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  self->drag = DRAG_NONE;
  self->moved = FALSE;
  if (get_geometry (self) == NULL || button == GDK_BUTTON_SECONDARY
      || !ond_slice_view_get_cross (self->view, &cross_x, &cross_y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->lines = button == GDK_BUTTON_MIDDLE ? 0 : lines_near (self, x, y);
  self->x = x;
  self->y = y;
  self->dx = self->dy = 0;
  self->grip_x = cross_x - x;
  self->grip_y = cross_y - y;
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, OndSliceInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->view);
  int scale = gtk_widget_get_scale_factor (widget);

  if (get_geometry (self) == NULL)
    return;
  if (!self->moved)
    {
      if (!gtk_drag_check_threshold (widget, 0, 0, (int) dx, (int) dy))
        return;
      self->moved = TRUE;
      self->drag = self->lines != 0 ? DRAG_LINES : DRAG_PAN;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      update_cursor (self);
    }
  if (self->drag == DRAG_LINES)
    move_cross_hair (self, self->x + self->grip_x + dx, self->y + self->grip_y + dy, self->lines);
  else
    ond_zoom_pan (get_zoom (self), ond_slice_view_get_normal (self->view), (dx - self->dx) * scale,
                  (dy - self->dy) * scale);
  self->dx = dx;
  self->dy = dy;
}

static void
drag_end (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx G_GNUC_UNUSED, double dy G_GNUC_UNUSED,
          OndSliceInput *self)
{
  self->drag = DRAG_NONE;
  update_cursor (self);
}

static void
clicked (GtkGestureClick *gesture G_GNUC_UNUSED, int n_press, double x, double y,
         OndSliceInput *self)
{
  double at[OND_N_AXES];

  if (self->moved)
    return;
  if (n_press == 1 && ond_slice_view_pick (self->view, x, y, at))
    move_cross_hair (self, x, y, LINE_VERTICAL | LINE_HORIZONTAL);
  else if (n_press == 2)
    g_signal_emit_by_name (self->view, "maximize");
}

void
ond_slice_input_wheel (OndSliceInput *self, double dy, GdkModifierType modifiers)
{
  int normal = ond_slice_view_get_normal (self->view);
  double at[OND_N_AXES];

  if (get_geometry (self) == NULL)
    return;
  if (modifiers & GDK_CONTROL_MASK)
    {
      self->steps += dy;
      int whole = (int) self->steps;
      self->steps -= whole;
      step (self, normal, -whole * (modifiers & GDK_SHIFT_MASK ? FAST_STEP : 1));
      return;
    }
  if (!self->over || !ond_slice_view_pick_beyond (self->view, self->pointer_x, self->pointer_y, at))
    ond_zoom_get_centre (get_zoom (self), at);
  ond_zoom_at (get_zoom (self), normal, exp2 (-dy / NOTCHES), at);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx G_GNUC_UNUSED, double dy,
          OndSliceInput *self)
{
  GdkModifierType modifiers =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    dy /= PIXELS_A_NOTCH;
  ond_slice_input_wheel (self, dy, modifiers);
  return GDK_EVENT_STOP;
}

static void
pinch_begin (GtkGesture *gesture G_GNUC_UNUSED, GdkEventSequence *sequence G_GNUC_UNUSED,
             OndSliceInput *self)
{
  self->pinch = 1;
}

static void
pinched (GtkGestureZoom *gesture, double scale, OndSliceInput *self)
{
  double x, y, at[OND_N_AXES];

  if (self->pinch <= 0 || scale <= 0
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y)
      || !ond_slice_view_pick_beyond (self->view, x, y, at))
    return;
  ond_zoom_at (get_zoom (self), ond_slice_view_get_normal (self->view), scale / self->pinch, at);
  self->pinch = scale;
}

static void
pointer_left (GtkEventControllerMotion *controller G_GNUC_UNUSED, OndSliceInput *self)
{
  self->over = FALSE;
  g_signal_emit_by_name (self->view, "leave");
}

static void
pointer_moved (GtkEventControllerMotion *controller G_GNUC_UNUSED, double x, double y,
               OndSliceInput *self)
{
  double at[OND_N_AXES];

  self->over = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  update_cursor (self);
  if (ond_slice_view_pick (self->view, x, y, at))
    g_signal_emit_by_name (self->view, "hover", at[OND_X], at[OND_Y], at[OND_Z]);
  else
    g_signal_emit_by_name (self->view, "leave");
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndSliceInput *self)
{
  OndSession *session = ond_slice_view_get_session (self->view);
  int n = ond_slice_view_get_normal (self->view);
  int h = ond_slice_horizontal (n), v = ond_slice_vertical (n);
  const struct
  {
    guint key;
    int axis, by;
  } keys[] = {
    { GDK_KEY_Left, h, -1 },      { GDK_KEY_Right, h, 1 },   { GDK_KEY_Down, v, -1 },
    { GDK_KEY_Up, v, 1 },         { GDK_KEY_comma, n, -1 },  { GDK_KEY_period, n, 1 },
    { GDK_KEY_less, n, -1 },      { GDK_KEY_greater, n, 1 }, /* comma and full stop with Shift */
    { GDK_KEY_Page_Down, n, -1 }, { GDK_KEY_Page_Up, n, 1 }, { GDK_KEY_Home, n, -G_MAXINT },
    { GDK_KEY_End, n, G_MAXINT },
  };

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_a && session != NULL)
    {
      ond_session_refit (session, ond_session_get_show (session));
      return GDK_EVENT_STOP;
    }
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    {
      g_signal_emit_by_name (self->view, "maximize");
      return GDK_EVENT_STOP;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key)
      {
        gboolean fast = (modifiers & GDK_SHIFT_MASK) && ABS (keys[i].by) == 1;
        step (self, keys[i].axis, fast ? FAST_STEP * keys[i].by : keys[i].by);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

OndSliceInput *
ond_slice_input_new (OndSliceView *view)
{
  GtkWidget *widget = GTK_WIDGET (view);
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new (),
             *pinch = gtk_gesture_zoom_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  OndSliceInput *self = g_new0 (OndSliceInput, 1);

  self->view = view;
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinched), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  return self;
}

void
ond_slice_input_free (OndSliceInput *self)
{
  g_free (self);
}

gboolean
ond_slice_input_is_dragging (OndSliceInput *self)
{
  return self->drag != DRAG_NONE;
}
