/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-input.h"

#include "contrast.h"
#include "slice-keys.h"
#include "slice-menu.h"
#include "slice-play.h"
#include "view-menu.h"

#include <math.h>

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
  DRAG_LINES,
  DRAG_CONTRAST
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
  guint button;
  guint lines;           /* taken by the drag */
  double x, y;           /* where the drag began */
  double dx, dy;         /* how far it has been followed */
  double grip_x, grip_y; /* from where it began to the cross-hair */
  gboolean moved;        /* too far for a click */
  gboolean over;         /* the pointer is at: */
  double pointer_x, pointer_y;
  double steps;         /* parts of a notch not stepped yet */
  double pinch;         /* of which the zoom has followed */
  OndContrast contrast; /* where the drag began */
  OndSlicePlay *play;
  guint menu; /* source that waits for a second click */
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
  const char *name = self->drag == DRAG_PAN        ? "grabbing"
                     : self->drag == DRAG_CONTRAST ? "all-scroll"
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

gboolean
ond_slice_input_drag_begin (OndSliceInput *self, guint button, double x, double y)
{
  double cross_x, cross_y;

  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  ond_slice_play_stop (self->play);
  self->drag = DRAG_NONE;
  self->button = button;
  self->moved = FALSE;
  if (get_geometry (self) == NULL || !ond_slice_view_get_cross (self->view, &cross_x, &cross_y))
    return FALSE;
  self->lines = button == 0 || button == GDK_BUTTON_PRIMARY ? lines_near (self, x, y) : 0;
  self->x = x;
  self->y = y;
  self->dx = self->dy = 0;
  self->grip_x = cross_x - x;
  self->grip_y = cross_y - y;
  self->contrast = ond_contrast_get (ond_slice_view_get_session (self->view));
  return TRUE;
}

gboolean
ond_slice_input_drag_update (OndSliceInput *self, double dx, double dy)
{
  GtkWidget *widget = GTK_WIDGET (self->view);
  int scale = gtk_widget_get_scale_factor (widget);
  gboolean begins = !self->moved;

  if (get_geometry (self) == NULL)
    return FALSE;
  if (begins && !gtk_drag_check_threshold (widget, 0, 0, (int) dx, (int) dy))
    return FALSE;
  if (begins)
    self->drag = self->button == GDK_BUTTON_SECONDARY ? DRAG_CONTRAST
                 : self->lines != 0                   ? DRAG_LINES
                                                      : DRAG_PAN;
  self->moved = TRUE;
  update_cursor (self);
  if (self->drag == DRAG_CONTRAST)
    ond_contrast_drag (ond_slice_view_get_session (self->view), &self->contrast, widget, dx, dy);
  else if (self->drag == DRAG_LINES)
    move_cross_hair (self, self->x + self->grip_x + dx, self->y + self->grip_y + dy, self->lines);
  else
    ond_zoom_pan (get_zoom (self), ond_slice_view_get_normal (self->view), (dx - self->dx) * scale,
                  (dy - self->dy) * scale);
  self->dx = dx;
  self->dy = dy;
  return begins;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, OndSliceInput *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (!ond_slice_input_drag_begin (self, button, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, OndSliceInput *self)
{
  if (ond_slice_input_drag_update (self, dx, dy))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
drag_end (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx G_GNUC_UNUSED, double dy G_GNUC_UNUSED,
          OndSliceInput *self)
{
  self->drag = DRAG_NONE;
  update_cursor (self);
}

static gboolean
show_menu (gpointer data)
{
  OndSliceInput *self = data;

  self->menu = 0;
  ond_slice_menu_popup (self->view, self->x, self->y);
  return G_SOURCE_REMOVE;
}

/* The menu would swallow the second click of the two that reset contrast and bias: where there is
 * something to reset, it waits for that. */
static void
ask_for_menu (OndSliceInput *self)
{
  g_clear_handle_id (&self->menu, g_source_remove);
  if (ond_contrast_is_neutral (ond_slice_view_get_session (self->view)))
    show_menu (self);
  else
    self->menu = ond_view_menu_delay (GTK_WIDGET (self->view), show_menu, self);
}

void
ond_slice_input_click (OndSliceInput *self, guint button, int n_press, double x, double y)
{
  gboolean primary = button == 0 || button == GDK_BUTTON_PRIMARY;
  double at[OND_N_AXES];

  if (self->moved || get_geometry (self) == NULL)
    return;
  if (primary && n_press == 1 && ond_slice_view_pick (self->view, x, y, at))
    move_cross_hair (self, x, y, LINE_VERTICAL | LINE_HORIZONTAL);
  else if (primary && n_press == 2)
    g_signal_emit_by_name (self->view, "maximize");
  else if (button == GDK_BUTTON_SECONDARY && n_press == 1)
    {
      self->x = x;
      self->y = y;
      ask_for_menu (self);
    }
  else if (button == GDK_BUTTON_SECONDARY && n_press == 2)
    {
      g_clear_handle_id (&self->menu, g_source_remove);
      ond_contrast_reset (ond_slice_view_get_session (self->view));
    }
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, OndSliceInput *self)
{
  ond_slice_input_click (self, gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)),
                         n_press, x, y);
}

void
ond_slice_input_wheel (OndSliceInput *self, double dy, GdkModifierType modifiers)
{
  int normal = ond_slice_view_get_normal (self->view);
  double at[OND_N_AXES];

  ond_slice_play_stop (self->play);
  if (get_geometry (self) == NULL)
    return;
  if (modifiers & GDK_CONTROL_MASK)
    {
      self->steps += dy;
      int whole = (int) self->steps;
      self->steps -= whole;
      ond_session_step (ond_slice_view_get_session (self->view), normal,
                        -whole * (modifiers & GDK_SHIFT_MASK ? OND_SLICE_FAST_STEP : 1));
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

void
ond_slice_input_pinch_begin (OndSliceInput *self)
{
  ond_slice_play_stop (self->play);
  self->pinch = 1;
}

void
ond_slice_input_pinch (OndSliceInput *self, double scale, double x, double y)
{
  double at[OND_N_AXES];

  if (self->pinch <= 0 || scale <= 0 || !ond_slice_view_pick_beyond (self->view, x, y, at))
    return;
  ond_zoom_at (get_zoom (self), ond_slice_view_get_normal (self->view), scale / self->pinch, at);
  self->pinch = scale;
}

static void
pinch_begin (GtkGesture *gesture G_GNUC_UNUSED, GdkEventSequence *sequence G_GNUC_UNUSED,
             OndSliceInput *self)
{
  ond_slice_input_pinch_begin (self);
}

static void
pinched (GtkGestureZoom *gesture, double scale, OndSliceInput *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    ond_slice_input_pinch (self, scale, x, y);
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
  return ond_slice_keys_press (self->view, self->play, key, modifiers);
}

/* Out of sight nothing goes on by itself, and playing would keep the session of a closed window. */
static void
unmapped (OndSliceInput *self)
{
  g_clear_handle_id (&self->menu, g_source_remove);
  ond_slice_play_stop (self->play);
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
  self->play = ond_slice_play_new ();
  g_signal_connect_swapped (view, "unmap", G_CALLBACK (unmapped), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
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
  g_clear_handle_id (&self->menu, g_source_remove);
  ond_slice_play_free (self->play);
  g_free (self);
}

gboolean
ond_slice_input_is_playing (OndSliceInput *self)
{
  return ond_slice_play_is_playing (self->play);
}

gboolean
ond_slice_input_is_dragging (OndSliceInput *self)
{
  return self->drag != DRAG_NONE;
}
