/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget: a canvas and the marks over it. Drawing of samples is slice-canvas.c's, pointer and
 * keys are slice-input.c's. */
#include "slice-view.h"

#include "region-input.h"
#include "slice-canvas.h"
#include "slice-input.h"
#include "slice-marks.h"
#include "view-menu.h"

#include <math.h>

#define MIN_SIZE 96

struct _OndSliceView
{
  GtkWidget parent;
  OndSession *session;
  int normal;
  GtkWidget *canvas;
  OndSliceInput *input;
  OndRegionInput *regions;
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
  MAXIMIZE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static const char *const axis_names[OND_N_AXES] = { "x", "y", "z" };

G_DEFINE_FINAL_TYPE (OndSliceView, ond_slice_view, GTK_TYPE_WIDGET)

/* NULL while there is nothing open. */
static const OndGeometry *
get_geometry (OndSliceView *self)
{
  OndVolume *volume = self->session != NULL ? ond_session_get_volume (self->session) : NULL;
  return volume != NULL ? ond_volume_get_geometry (volume) : NULL;
}

/* The slice in device pixels, and how many of them make one of the widget; FALSE while there is
 * nothing open. */
static gboolean
get_device_area (OndSliceView *self, OndSliceArea *area, int *scale)
{
  *scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  return get_geometry (self) != NULL && self->canvas != NULL
         && ond_slice_canvas_get_device_area (OND_SLICE_CANVAS (self->canvas), area);
}

/* What the title has to say of what is shown: which layer while they blink, and the sign of the
 * response unless it is the usual one. */
static char *
describe_layer (OndSliceView *self)
{
  static const char *const names[OND_N_SHOWS] = { "   image", "   response" };
  OndDrawn drawn = ond_session_get_drawn (self->session);
  OndPolarity polarity = ond_session_get_colors (self->session, OND_SHOW_RESPONSE)->polarity;
  gboolean response = drawn.first == OND_SHOW_RESPONSE || drawn.opacity > 0;
  OndShow now;

  return g_strconcat (
      ond_layers_get_blink (ond_session_get_layers (self->session), &now) ? names[now] : "",
      response && polarity != OND_POLARITY_BRIGHT ? "   " : "",
      response && polarity != OND_POLARITY_BRIGHT ? ond_polarity_get_symbol (polarity) : "", NULL);
}

static void
append_marks (OndSliceView *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  const OndGeometry *geometry = get_geometry (self);
  GtkWidget *widget = GTK_WIDGET (self);
  int h = ond_slice_horizontal (self->normal), v = ond_slice_vertical (self->normal);
  float wide = bounds->size.width / (float) geometry->n[h],
        tall = bounds->size.height / (float) geometry->n[v];
  int first = ond_coordinates_get_first (ond_session_get_coordinates (self->session));
  gint32 through[OND_N_AXES];
  ond_session_get_slices_at (self->session, ond_session_get_drawn (self->session).first, through);

  g_autofree char *layer = describe_layer (self);
  g_autofree char *axes = g_strdup_printf ("→ %s   ↑ %s", axis_names[h], axis_names[v]);
  g_autofree char *title =
      geometry->n[self->normal] == 1
          ? g_strconcat (ond_slice_name (self->normal), layer, NULL)
          : g_strdup_printf ("%s   %s %d/%d%s", ond_slice_name (self->normal),
                             axis_names[self->normal], through[self->normal] + first,
                             geometry->n[self->normal] - 1 + first, layer);
  graphene_rect_t seen;
  double x, y;
  if (!graphene_rect_intersection (bounds,
                                   &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                        (float) gtk_widget_get_height (widget)),
                                   &seen))
    graphene_rect_init (&seen, 0, 0, 0, 0);
  ond_slice_view_get_cross (self, &x, &y);
  OndSliceMarks marks = {
    .area = seen,
    .cross = { (float) x, (float) y },
    .voxel = MAX (wide, tall),
    .title = title,
    .axes = axes,
  };
  ond_slice_marks_snapshot (&marks, widget, snapshot);
}

static void
ond_slice_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndSliceView *self = OND_SLICE_VIEW (widget);
  graphene_rect_t area;

  gtk_widget_snapshot_child (widget, self->canvas, snapshot);
  ond_slice_view_get_area (self, &area);
  if (area.size.width > 0)
    {
      ond_region_input_snapshot (self->regions, snapshot);
      append_marks (self, snapshot, &area);
    }
  if (gtk_widget_has_visible_focus (widget))
    ond_slice_marks_snapshot_focus (widget, snapshot);
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
  if (self->input != NULL && !ond_slice_input_is_dragging (self->input)
      && gtk_widget_get_mapped (GTK_WIDGET (self)))
    ond_zoom_reveal (ond_session_get_zoom (self->session), self->normal, at);
  int first = ond_coordinates_get_first (ond_session_get_coordinates (self->session));
  g_autofree char *text = g_strdup_printf ("Cross-hair at voxel %d, %d, %d", at[OND_X] + first,
                                           at[OND_Y] + first, at[OND_Z] + first);
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
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (ond_session_get_zoom (self->session), self);
      g_signal_handlers_disconnect_by_data (ond_session_get_coordinates (self->session), self);
    }
  g_set_object (&self->session, session);
  for (gsize i = 0; i < G_N_ELEMENTS (moves) && session != NULL; i++)
    g_signal_connect_swapped (session, moves[i], G_CALLBACK (cross_hair_moved), self);
  if (session != NULL)
    g_signal_connect_swapped (session, "display-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  if (session != NULL)
    g_signal_connect_swapped (ond_session_get_zoom (session), "changed",
                              G_CALLBACK (gtk_widget_queue_draw), self);
  if (session != NULL)
    g_signal_connect_swapped (ond_session_get_coordinates (session), "changed",
                              G_CALLBACK (cross_hair_moved), self);
  if (self->canvas != NULL)
    ond_slice_canvas_set_session (OND_SLICE_CANVAS (self->canvas), session);
  if (self->regions != NULL)
    ond_region_input_session_changed (self->regions);
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
ond_slice_view_constructed (GObject *object)
{
  OndSliceView *self = OND_SLICE_VIEW (object);
  g_autofree char *label = g_strconcat (ond_slice_name (self->normal), " slice", NULL);

  G_OBJECT_CLASS (ond_slice_view_parent_class)->constructed (object);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  self->canvas = ond_slice_canvas_new (self->normal);
  ond_slice_canvas_set_session (OND_SLICE_CANVAS (self->canvas), self->session);
  gtk_widget_set_parent (self->canvas, GTK_WIDGET (self));
  self->regions = ond_region_input_new (self); /* first: its cursor is the last to be set */
  self->input = ond_slice_input_new (self);
}

static void
ond_slice_view_dispose (GObject *object)
{
  OndSliceView *self = OND_SLICE_VIEW (object);

  ond_view_menu_remove (GTK_WIDGET (self));
  g_clear_pointer (&self->canvas, gtk_widget_unparent);
  set_session (self, NULL);
  G_OBJECT_CLASS (ond_slice_view_parent_class)->dispose (object);
}

/* Controllers live as long as the widget, and what they work with a little longer. */
static void
ond_slice_view_finalize (GObject *object)
{
  ond_slice_input_free (OND_SLICE_VIEW (object)->input);
  ond_region_input_free (OND_SLICE_VIEW (object)->regions);
  G_OBJECT_CLASS (ond_slice_view_parent_class)->finalize (object);
}

static void
ond_slice_view_class_init (OndSliceViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = ond_slice_view_constructed;
  object_class->dispose = ond_slice_view_dispose;
  object_class->finalize = ond_slice_view_finalize;
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
  signals[MAXIMIZE] = g_signal_new ("maximize", OND_TYPE_SLICE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);

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

OndSession *
ond_slice_view_get_session (OndSliceView *self)
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), NULL);
  return self->session;
}

int
ond_slice_view_get_normal (OndSliceView *self)
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), OND_Z);
  return self->normal;
}

OndSliceInput *
ond_slice_view_get_input (OndSliceView *self)
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), NULL);
  return self->input;
}

gboolean
ond_slice_view_pick_beyond (OndSliceView *self, double x, double y, double at[OND_N_AXES])
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), FALSE);
  const OndGeometry *geometry = get_geometry (self);
  int h = ond_slice_horizontal (self->normal), v = ond_slice_vertical (self->normal), scale;
  OndSliceArea area;
  gint32 cross[OND_N_AXES];

  if (!get_device_area (self, &area, &scale))
    return FALSE;
  ond_session_get_cross_hair (self->session, cross);
  at[self->normal] = cross[self->normal];
  at[h] = (x * scale - area.x) / area.width * geometry->n[h] - 0.5;
  at[v] = (area.y + area.height - y * scale) / area.height * geometry->n[v] - 0.5;
  return TRUE;
}

gboolean
ond_slice_view_pick (OndSliceView *self, double x, double y, double at[OND_N_AXES])
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), FALSE);
  OndSliceArea area;
  int scale;
  return get_device_area (self, &area, &scale) && x * scale >= area.x
         && x * scale < area.x + area.width && y * scale >= area.y
         && y * scale < area.y + area.height && ond_slice_view_pick_beyond (self, x, y, at);
}

gboolean
ond_slice_view_get_cross (OndSliceView *self, double *x, double *y)
{
  g_return_val_if_fail (OND_IS_SLICE_VIEW (self), FALSE);
  const OndGeometry *geometry = get_geometry (self);
  int h = ond_slice_horizontal (self->normal), v = ond_slice_vertical (self->normal), scale;
  OndSliceArea area;
  gint32 at[OND_N_AXES];

  if (!get_device_area (self, &area, &scale))
    return FALSE;
  ond_session_get_cross_hair (self->session, at);
  *x = (area.x + (at[h] + 0.5) / geometry->n[h] * area.width) / scale;
  *y = (area.y + area.height - (at[v] + 0.5) / geometry->n[v] * area.height) / scale;
  return TRUE;
}

void
ond_slice_view_get_area (OndSliceView *self, graphene_rect_t *area)
{
  g_return_if_fail (OND_IS_SLICE_VIEW (self));
  OndSliceArea device;
  int scale;
  if (!get_device_area (self, &device, &scale))
    device = (OndSliceArea){ 0 };
  graphene_rect_init (area, (float) device.x / (float) scale, (float) device.y / (float) scale,
                      (float) device.width / (float) scale, (float) device.height / (float) scale);
}
