/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget: a canvas, the marks over it, and what pointer and keys do. Drawing of samples is
 * slice-canvas.c's. */
#include "slice-view.h"

#include "slice-canvas.h"
#include "slice-marks.h"

#include <math.h>

#define MIN_SIZE 96

/* Voxels that a key moves with Shift held. */
#define FAST_STEP 10

struct _OndSliceView
{
  GtkWidget parent;
  OndSession *session;
  int normal;
  GtkWidget *canvas;
  double drag_x, drag_y; /* where a drag began */
};

enum
{
  PROP_SESSION = 1,
  PROP_NORMAL,
  N_PROPERTIES
};

enum
{
  HOVER,
  LEAVE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static const char *const axis_names[OND_N_AXES] = { "x", "y", "z" };
static const char *const slice_names[OND_N_AXES] = { "YZ", "XZ", "XY" };

G_DEFINE_FINAL_TYPE (OndSliceView, ond_slice_view, GTK_TYPE_WIDGET)

/* NULL while there is nothing open. */
static const OndGeometry *
get_geometry (OndSliceView *self)
{
  OndVolume *volume = self->session != NULL ? ond_session_get_volume (self->session) : NULL;
  return volume != NULL ? ond_volume_get_geometry (volume) : NULL;
}

static void
append_marks (OndSliceView *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  const OndGeometry *geometry = get_geometry (self);
  int h = ond_slice_horizontal (self->normal), v = ond_slice_vertical (self->normal);
  float wide = bounds->size.width / (float) geometry->n[h],
        tall = bounds->size.height / (float) geometry->n[v];
  gint32 at[OND_N_AXES], through[OND_N_AXES];
  ond_session_get_cross_hair (self->session, at);
  ond_session_get_slices_at (self->session, ond_session_get_show (self->session), through);

  g_autofree char *axes = g_strdup_printf ("→ %s   ↑ %s", axis_names[h], axis_names[v]);
  g_autofree char *title =
      geometry->n[self->normal] == 1
          ? g_strdup (slice_names[self->normal])
          : g_strdup_printf ("%s   %s %d/%d", slice_names[self->normal], axis_names[self->normal],
                             through[self->normal] + 1, geometry->n[self->normal]);
  OndSliceMarks marks = {
    .area = *bounds,
    .cross = { bounds->origin.x + ((float) at[h] + 0.5f) * wide,
               bounds->origin.y + bounds->size.height - ((float) at[v] + 0.5f) * tall },
    .voxel = MAX (wide, tall),
    .title = title,
    .axes = axes,
  };
  ond_slice_marks_snapshot (&marks, GTK_WIDGET (self), snapshot);
}

static void
ond_slice_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndSliceView *self = OND_SLICE_VIEW (widget);
  graphene_rect_t area;

  gtk_widget_snapshot_child (widget, self->canvas, snapshot);
  if (ond_slice_canvas_get_area (OND_SLICE_CANVAS (self->canvas), &area))
    append_marks (self, snapshot, &area);
  if (gtk_widget_has_visible_focus (widget))
    ond_slice_marks_snapshot_focus (widget, snapshot);
}

/* Moves along `axis`, clamped. */
static void
step (OndSliceView *self, int axis, int by)
{
  const OndGeometry *geometry = get_geometry (self);
  gint32 at[OND_N_AXES];
  if (geometry == NULL)
    return;
  ond_session_get_cross_hair (self->session, at);
  at[axis] = (gint32) CLAMP ((gint64) at[axis] + by, 0, geometry->n[axis] - 1);
  ond_session_set_cross_hair (self->session, at);
}

/* The voxel under a point, as if the slice went on beyond its edges; FALSE while there is nothing
 * open. */
static gboolean
pick_unbounded (OndSliceView *self, double x, double y, double at[OND_N_AXES])
{
  const OndGeometry *geometry = get_geometry (self);
  int h = ond_slice_horizontal (self->normal), v = ond_slice_vertical (self->normal);
  graphene_rect_t area;
  gint32 cross[OND_N_AXES];

  ond_slice_view_get_area (self, &area);
  if (geometry == NULL || area.size.width <= 0 || area.size.height <= 0)
    return FALSE;
  ond_session_get_cross_hair (self->session, cross);
  at[self->normal] = cross[self->normal];
  at[h] = (x - area.origin.x) / area.size.width * geometry->n[h] - 0.5;
  at[v] = (area.origin.y + area.size.height - y) / area.size.height * geometry->n[v] - 0.5;
  return TRUE;
}

static void
move_cross_hair (OndSliceView *self, double x, double y)
{
  const OndGeometry *geometry = get_geometry (self);
  gint32 voxel[OND_N_AXES];
  double at[OND_N_AXES];
  if (!pick_unbounded (self, x, y, at))
    return;
  for (int i = 0; i < OND_N_AXES; i++)
    voxel[i] = (gint32) CLAMP (floor (at[i] + 0.5), 0, geometry->n[i] - 1);
  ond_session_set_cross_hair (self->session, voxel);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, OndSliceView *self)
{
  double at[OND_N_AXES];
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!ond_slice_view_pick (self, x, y, at))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_x = x;
  self->drag_y = y;
  move_cross_hair (self, x, y);
}

static void
drag_update (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx, double dy, OndSliceView *self)
{
  move_cross_hair (self, self->drag_x + dx, self->drag_y + dy);
}

static gboolean
scrolled (GtkEventControllerScroll *controller G_GNUC_UNUSED, double dx G_GNUC_UNUSED, double dy,
          OndSliceView *self)
{
  step (self, self->normal, dy < 0 ? 1 : -1);
  return GDK_EVENT_STOP;
}

static void
pointer_left (GtkEventControllerMotion *controller G_GNUC_UNUSED, OndSliceView *self)
{
  g_signal_emit (self, signals[LEAVE], 0);
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, OndSliceView *self)
{
  double at[OND_N_AXES];
  if (ond_slice_view_pick (self, x, y, at))
    g_signal_emit (self, signals[HOVER], 0, at[OND_X], at[OND_Y], at[OND_Z]);
  else
    pointer_left (controller, self);
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndSliceView *self)
{
  int h = ond_slice_horizontal (self->normal), v = ond_slice_vertical (self->normal),
      n = self->normal;
  const struct
  {
    guint key;
    int axis, by;
  } keys[] = {
    { GDK_KEY_Left, h, -1 },      { GDK_KEY_Right, h, 1 },   { GDK_KEY_Down, v, -1 },
    { GDK_KEY_Up, v, 1 },         { GDK_KEY_comma, n, -1 },  { GDK_KEY_period, n, 1 },
    { GDK_KEY_Page_Down, n, -1 }, { GDK_KEY_Page_Up, n, 1 }, { GDK_KEY_Home, n, -G_MAXINT },
    { GDK_KEY_End, n, G_MAXINT },
  };

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key)
      {
        gboolean fast = (modifiers & GDK_SHIFT_MASK) && ABS (keys[i].by) == 1;
        step (self, keys[i].axis, fast ? FAST_STEP * keys[i].by : keys[i].by);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

static void
cross_hair_moved (OndSliceView *self)
{
  const OndGeometry *geometry = get_geometry (self);
  gint32 at[OND_N_AXES];

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (geometry == NULL)
    return;
  ond_session_get_cross_hair (self->session, at);
  g_autofree char *text = g_strdup_printf ("Cross-hair at voxel %d, %d, %d", at[OND_X] + 1,
                                           at[OND_Y] + 1, at[OND_Z] + 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
set_session (OndSliceView *self, OndSession *session)
{
  static const char *const moves[] = { "volume-changed", "notify::cross-hair-x",
                                       "notify::cross-hair-y", "notify::cross-hair-z" };

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  for (gsize i = 0; i < G_N_ELEMENTS (moves) && session != NULL; i++)
    g_signal_connect_swapped (session, moves[i], G_CALLBACK (cross_hair_moved), self);
  if (self->canvas != NULL)
    ond_slice_canvas_set_session (OND_SLICE_CANVAS (self->canvas), session);
  cross_hair_moved (self);
}

static void
ond_slice_view_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  OndSliceView *self = OND_SLICE_VIEW (object);

  switch (property)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_NORMAL:
      g_value_set_int (value, self->normal);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
    }
}

static void
ond_slice_view_set_property (GObject *object, guint property, const GValue *value,
                             GParamSpec *pspec)
{
  OndSliceView *self = OND_SLICE_VIEW (object);

  switch (property)
    {
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;
    case PROP_NORMAL:
      self->normal = g_value_get_int (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
    }
}

static void
add_controllers (OndSliceView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
}

static void
ond_slice_view_constructed (GObject *object)
{
  OndSliceView *self = OND_SLICE_VIEW (object);
  g_autofree char *label = g_strconcat (slice_names[self->normal], " slice", NULL);

  G_OBJECT_CLASS (ond_slice_view_parent_class)->constructed (object);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  self->canvas = ond_slice_canvas_new (self->normal);
  ond_slice_canvas_set_session (OND_SLICE_CANVAS (self->canvas), self->session);
  gtk_widget_set_parent (self->canvas, GTK_WIDGET (self));
}

static void
ond_slice_view_dispose (GObject *object)
{
  OndSliceView *self = OND_SLICE_VIEW (object);

  g_clear_pointer (&self->canvas, gtk_widget_unparent);
  set_session (self, NULL);
  G_OBJECT_CLASS (ond_slice_view_parent_class)->dispose (object);
}

static void
ond_slice_view_class_init (OndSliceViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = ond_slice_view_constructed;
  object_class->dispose = ond_slice_view_dispose;
  object_class->get_property = ond_slice_view_get_property;
  object_class->set_property = ond_slice_view_set_property;
  widget_class->snapshot = ond_slice_view_snapshot;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, OND_TYPE_SESSION,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_NORMAL] =
      g_param_spec_int ("normal", NULL, NULL, OND_X, OND_Z, OND_Z,
                        G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[HOVER] = g_signal_new ("hover", OND_TYPE_SLICE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 3, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[LEAVE] = g_signal_new ("leave", OND_TYPE_SLICE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "sliceview");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ond_slice_view_init (OndSliceView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_size_request (widget, MIN_SIZE, MIN_SIZE);
  gtk_widget_set_cursor_from_name (widget, "crosshair");
  add_controllers (self);
}

GtkWidget *
ond_slice_view_new (OndSession *session, int normal)
{
  return g_object_new (OND_TYPE_SLICE_VIEW, "session", session, "normal", normal, NULL);
}

gboolean
ond_slice_view_uses_gl (OndSliceView *self, const char **why)
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), FALSE);
  return ond_slice_canvas_uses_gl (OND_SLICE_CANVAS (self->canvas), why);
}

const char *
ond_slice_view_get_gl_info (OndSliceView *self)
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), "");
  return ond_slice_canvas_get_gl_info (OND_SLICE_CANVAS (self->canvas));
}

gboolean
ond_slice_view_pick (OndSliceView *self, double x, double y, double at[OND_N_AXES])
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), FALSE);
  graphene_rect_t area;
  ond_slice_view_get_area (self, &area);
  return x >= area.origin.x && x < area.origin.x + area.size.width && y >= area.origin.y
         && y < area.origin.y + area.size.height && pick_unbounded (self, x, y, at);
}

void
ond_slice_view_get_area (OndSliceView *self, graphene_rect_t *area)
{
  g_return_if_fail (OND_IS_SLICE_VIEW (self));
  if (!ond_slice_canvas_get_area (OND_SLICE_CANVAS (self->canvas), area))
    graphene_rect_init (area, 0, 0, 0, 0);
}
