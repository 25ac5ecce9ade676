/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-input.h"

#include "contrast.h"
#include "projection-menu.h"
#include "projection-rays.h"
#include "view-menu.h"

#include <math.h>

#define STEP 5.0 /* degrees */
#define FAST_STEP 30.0

/* Notches of the wheel that double the zoom, and pixels of a touchpad that are a notch. */
#define NOTCHES 4
#define PIXELS_A_NOTCH 30

#define KEY_ZOOM 1.4142135623730951

/* What a drag does. */
typedef enum
{
  DRAG_TURN,
  DRAG_PAN,
  DRAG_CONTRAST
} Drag;

struct _OndProjectionInput
{
  OndProjectionView *view; /* which owns this */
  Drag drag;
  gboolean moved;       /* too far for a click */
  OndContrast contrast; /* where the drag began */
  double dx, dy;        /* how far the drag has been followed */
  gboolean over;        /* the pointer is at: */
  double pointer_x, pointer_y;
  double pinch; /* of which the zoom has followed */
  double menu_x, menu_y;
  guint menu; /* source that waits for a second click */
};

static OndProjection *
get_projection (OndProjectionInput *self)
{
  return ond_session_get_projection (ond_projection_view_get_session (self->view));
}

/* Pixels of the widget that are the diagonal at zoom 1. */
static double
get_diagonal (OndProjectionInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->view);
  int scale = gtk_widget_get_scale_factor (widget);

  return ond_projection_diagonal (gtk_widget_get_width (widget) * scale,
                                  gtk_widget_get_height (widget) * scale)
         / scale;
}

static void
zoom_at (OndProjectionInput *self, double by, double x, double y)
{
  GtkWidget *widget = GTK_WIDGET (self->view);
  double diagonal = get_diagonal (self);

  ond_projection_zoom_at (get_projection (self), by,
                          (x - gtk_widget_get_width (widget) / 2.) / diagonal,
                          (gtk_widget_get_height (widget) / 2. - y) / diagonal);
}

void
ond_projection_input_drag_begin (OndProjectionInput *self, guint button, GdkModifierType modifiers)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  self->drag = button == GDK_BUTTON_SECONDARY                                     ? DRAG_CONTRAST
               : button == GDK_BUTTON_MIDDLE || (modifiers & GDK_SHIFT_MASK) != 0 ? DRAG_PAN
                                                                                  : DRAG_TURN;
  self->moved = FALSE;
  self->dx = self->dy = 0;
  self->contrast = ond_contrast_get (ond_projection_view_get_session (self->view));
}

/* Half a turn across the view. */
gboolean
ond_projection_input_drag_update (OndProjectionInput *self, double dx, double dy)
{
  double diagonal = get_diagonal (self), right = dx - self->dx, up = self->dy - dy;
  gboolean begins = !self->moved;

  if (begins && !gtk_drag_check_threshold (GTK_WIDGET (self->view), 0, 0, (int) dx, (int) dy))
    return FALSE;
  self->moved = TRUE;
  self->dx = dx;
  self->dy = dy;
  if (self->drag == DRAG_CONTRAST)
    ond_contrast_drag (ond_projection_view_get_session (self->view), &self->contrast,
                       GTK_WIDGET (self->view), dx, dy);
  else if (self->drag == DRAG_PAN)
    ond_projection_pan (get_projection (self), right / diagonal, up / diagonal);
  else
    ond_projection_turn (get_projection (self), 180 * right / diagonal, 180 * up / diagonal);
  return begins;
}

static void
drag_begin (GtkGestureDrag *gesture, double x G_GNUC_UNUSED, double y G_GNUC_UNUSED,
            OndProjectionInput *self)
{
  ond_projection_input_drag_begin (
      self, gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)),
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, OndProjectionInput *self)
{
  if (!ond_projection_input_drag_update (self, dx, dy))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view),
                                   self->drag == DRAG_TURN ? "grabbing" : "move");
}

static void
drag_end (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx G_GNUC_UNUSED, double dy G_GNUC_UNUSED,
          OndProjectionInput *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view), "grab");
}

static void
clicked (GtkGestureClick *gesture G_GNUC_UNUSED, int n_press, double x, double y,
         OndProjectionInput *self)
{
  gint32 at[OND_N_AXES];

  if (self->moved)
    return;
  if (n_press == 1 && ond_projection_view_pick (self->view, x, y, at))
    ond_session_set_cross_hair (ond_projection_view_get_session (self->view), at);
  else if (n_press == 2)
    g_signal_emit_by_name (self->view, "maximize");
}

static gboolean
show_menu (gpointer data)
{
  OndProjectionInput *self = data;

  self->menu = 0;
  ond_projection_menu_popup (self->view, self->menu_x, self->menu_y);
  return G_SOURCE_REMOVE;
}

/* As in a slice: where there is something to reset, the menu waits for the second click of the two
 * that do. */
static void
right_clicked (GtkGestureClick *gesture G_GNUC_UNUSED, int n_press, double x, double y,
               OndProjectionInput *self)
{
  OndSession *session = ond_projection_view_get_session (self->view);

  g_clear_handle_id (&self->menu, g_source_remove);
  if (self->moved)
    return;
  self->menu_x = x;
  self->menu_y = y;
  if (n_press > 1)
    ond_contrast_reset (session);
  else if (ond_contrast_is_neutral (session))
    show_menu (self);
  else
    self->menu = ond_view_menu_delay (GTK_WIDGET (self->view), show_menu, self);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx G_GNUC_UNUSED, double dy,
          OndProjectionInput *self)
{
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    dy /= PIXELS_A_NOTCH;
  if (self->over)
    zoom_at (self, exp2 (-dy / NOTCHES), self->pointer_x, self->pointer_y);
  else
    ond_projection_zoom_at (get_projection (self), exp2 (-dy / NOTCHES), 0, 0);
  return GDK_EVENT_STOP;
}

static void
pointer_moved (GtkEventControllerMotion *controller G_GNUC_UNUSED, double x, double y,
               OndProjectionInput *self)
{
  self->over = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
pointer_left (GtkEventControllerMotion *controller G_GNUC_UNUSED, OndProjectionInput *self)
{
  self->over = FALSE;
}

static void
pinch_begin (GtkGesture *gesture G_GNUC_UNUSED, GdkEventSequence *sequence G_GNUC_UNUSED,
             OndProjectionInput *self)
{
  self->pinch = 1;
}

static void
pinched (GtkGestureZoom *gesture, double scale, OndProjectionInput *self)
{
  double x, y;

  if (self->pinch <= 0 || scale <= 0
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  zoom_at (self, scale / self->pinch, x, y);
  self->pinch = scale;
}

/* The keys that turn: TRUE when it was one. */
static gboolean
turn_by_key (OndProjectionInput *self, guint key, double step)
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
  static const guint axes[OND_N_AXES] = { GDK_KEY_x, GDK_KEY_y, GDK_KEY_z };

  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++)
    if (turns[i].key == key || turns[i].keypad == key)
      {
        ond_projection_turn (get_projection (self), turns[i].right * step, turns[i].up * step);
        return TRUE;
      }
  for (int axis = 0; axis < OND_N_AXES; axis++)
    if (axes[axis] == key)
      {
        ond_projection_look_along (get_projection (self), axis);
        return TRUE;
      }
  return FALSE;
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndProjectionInput *self)
{
  OndSession *session = ond_projection_view_get_session (self->view);

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) == GDK_ALT_MASK)
    return ond_contrast_key (session, key);
  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (modifiers & GDK_SHIFT_MASK)))
    {
      ond_projection_menu_popup (self->view, gtk_widget_get_width (GTK_WIDGET (self->view)) / 2.,
                                 gtk_widget_get_height (GTK_WIDGET (self->view)) / 2.);
      return GDK_EVENT_STOP;
    }
  if (turn_by_key (self, key, modifiers & GDK_SHIFT_MASK ? FAST_STEP : STEP))
    return GDK_EVENT_STOP;
  switch (key)
    {
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      ond_projection_reset (get_projection (self));
      return GDK_EVENT_STOP;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      ond_projection_zoom_at (get_projection (self), KEY_ZOOM, 0, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ond_projection_zoom_at (get_projection (self), 1 / KEY_ZOOM, 0, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_a:
      ond_session_refit (session, ond_session_get_show (session));
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      g_signal_emit_by_name (self->view, "maximize");
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

OndProjectionInput *
ond_projection_input_new (OndProjectionView *view)
{
  GtkWidget *widget = GTK_WIDGET (view);
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new (),
             *right_click = gtk_gesture_click_new (), *pinch = gtk_gesture_zoom_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  OndProjectionInput *self = g_new0 (OndProjectionInput, 1);

  self->view = view;
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (right_click), GDK_BUTTON_SECONDARY);
  g_signal_connect (right_click, "released", G_CALLBACK (right_clicked), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinched), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (right_click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  return self;
}

void
ond_projection_input_free (OndProjectionInput *self)
{
  g_clear_handle_id (&self->menu, g_source_remove);
  g_free (self);
}
