/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget: a canvas and the marks over it. */
#include "projection-view.h"

#include "projection-canvas.h"
#include "projection-input.h"
#include "projection-marks.h"
#include "slice-marks.h"
#include "view-menu.h"

#include <math.h>

#define MIN_SIZE 96

/* Of what belongs to the parameters before. */
#define STALE_OPACITY 0.55

struct _OndProjectionView
{
  GtkWidget parent;
  OndSession *session;
  OndProjectionSource *source;
  GtkWidget *canvas;
  OndProjectionInput *input;
  char *caption;
};

enum
{
  PROP_SESSION = 1,
  N_PROPERTIES
};

static guint maximize_signal;

G_DEFINE_FINAL_TYPE (OndProjectionView, ond_projection_view, GTK_TYPE_WIDGET)

/* NULL while there is nothing to project. */
static const OndGeometry *
get_geometry (OndProjectionView *self)
{
  OndVolume *volume = self->session != NULL ? ond_session_get_volume (self->session) : NULL;
  const OndGeometry *geometry = volume != NULL ? ond_volume_get_geometry (volume) : NULL;

  return geometry != NULL && ond_geometry_rank (geometry) == 3 ? geometry : NULL;
}

/* The frame of a pose in device pixels. */
static OndProjectionFrame
get_device_frame (OndProjectionView *self, const OndGeometry *geometry, const OndPose *pose)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int scale = gtk_widget_get_scale_factor (widget);

  return ond_projection_frame (geometry, pose, gtk_widget_get_width (widget) * scale,
                               gtk_widget_get_height (widget) * scale);
}

/* The same in pixels of the widget. */
static OndProjectionFrame
get_frame (OndProjectionView *self, const OndGeometry *geometry, const OndPose *pose)
{
  OndProjectionFrame frame = get_device_frame (self, geometry, pose);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  frame.width /= scale;
  frame.height /= scale;
  frame.scale /= scale;
  return frame;
}

/* What the largest is sought of. */
static const char *
name_shown (OndProjectionView *self)
{
  OndShow show = ond_session_get_show (self->session);
  OndPolarity polarity = ond_session_get_colors (self->session, show)->polarity;

  return show == OND_SHOW_IMAGE            ? "image"
         : polarity == OND_POLARITY_BRIGHT ? "response"
                                           : ond_polarity_get_symbol (polarity);
}

/* ---- Drawing ---- */

static void
append_marks (OndProjectionView *self, GtkSnapshot *snapshot, const OndGeometry *geometry)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const OndPose pose = ond_projection_canvas_get_pose (OND_PROJECTION_CANVAS (self->canvas));
  OndProjectionMarks marks = { .frame = get_frame (self, geometry, &pose),
                               .geometry = geometry,
                               .wavelet = ond_session_get_wavelet (self->session),
                               .tones = ond_tones_get (widget) };
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                     (float) gtk_widget_get_height (widget)));

  ond_session_get_cross_hair (self->session, marks.at);
  ond_projection_marks_draw (&marks, cr);
  cairo_destroy (cr);
  g_autofree char *title = g_strconcat ("3-D   maximum of ", name_shown (self), NULL);
  ond_marks_append_label (widget, snapshot, title, 0, 0);
  if (self->caption != NULL && ond_projection_source_get_volume (self->source) != NULL)
    ond_marks_append_label (widget, snapshot, self->caption, 1, 1);
  else if (self->caption != NULL)
    ond_marks_append_label (widget, snapshot, self->caption, 0.5, 0.5);
}

static void
ond_projection_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndProjectionView *self = OND_PROJECTION_VIEW (widget);
  const OndGeometry *geometry = get_geometry (self);

  if (geometry != NULL)
    {
      gtk_snapshot_push_opacity (
          snapshot, ond_projection_source_is_current (self->source) ? 1 : STALE_OPACITY);
      gtk_widget_snapshot_child (widget, self->canvas, snapshot);
      gtk_snapshot_pop (snapshot);
      append_marks (self, snapshot, geometry);
    }
  if (gtk_widget_has_visible_focus (widget))
    ond_slice_marks_snapshot_focus (widget, snapshot);
}

/* ---- What is said ---- */

/* Free with g_free; NULL when there is nothing to say. */
static char *
make_caption (OndProjectionView *self)
{
  OndProjectionVolume *volume = ond_projection_source_get_volume (self->source);
  gboolean current = ond_projection_source_is_current (self->source);
  int divisor = ond_projection_canvas_get_divisor (OND_PROJECTION_CANVAS (self->canvas));
  g_autofree char *reduced = volume != NULL ? ond_projection_volume_text (volume) : NULL;
  g_autofree char *coarse =
      volume != NULL && divisor > 1 ? g_strdup_printf ("1/%d of the pixels", divisor) : NULL;
  const char *parts[4] = { NULL };
  int n = 0;

  if (get_geometry (self) == NULL)
    return NULL;
  if (volume == NULL)
    return g_strdup (current ? ond_projection_source_get_message (self->source) : "computing…");
  if (!current)
    parts[n++] = "of the previous parameters";
  if (reduced != NULL)
    parts[n++] = reduced;
  if (coarse != NULL)
    parts[n++] = coarse;
  return n > 0 ? g_strjoinv ("\n", (char **) parts) : NULL;
}

static void
update_description (OndProjectionView *self)
{
  const OndPose pose = ond_projection_get_pose (ond_session_get_projection (self->session));
  int first = ond_coordinates_get_first (ond_session_get_coordinates (self->session));
  gint32 at[OND_N_AXES];

  ond_session_get_cross_hair (self->session, at);
  g_autofree char *text = g_strdup_printf (
      "Maximum of %s, seen from azimuth %.0f°, elevation %.0f°, zoom %.2g; cross-hair at voxel "
      "%d, %d, %d%s%s",
      name_shown (self), pose.azimuth, pose.elevation, pose.zoom, at[OND_X] + first,
      at[OND_Y] + first, at[OND_Z] + first, self->caption != NULL ? "; " : "",
      self->caption != NULL ? self->caption : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
follow (OndProjectionView *self)
{
  if (self->session == NULL)
    return;
  g_free (self->caption);
  self->caption = make_caption (self);
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- The widget ---- */

static void
connect_all (OndProjectionView *self)
{
  static const char *const inputs[] = {
    "volume-changed",       "display-changed",      "notify::cross-hair-x",
    "notify::cross-hair-y", "notify::cross-hair-z", "notify::theta",
    "notify::phi",          "notify::xi",           "notify::scale",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_signal_connect_swapped (self->session, inputs[i], G_CALLBACK (follow), self);
  g_signal_connect_swapped (ond_session_get_projection (self->session), "changed",
                            G_CALLBACK (follow), self);
  g_signal_connect_swapped (ond_session_get_coordinates (self->session), "changed",
                            G_CALLBACK (follow), self);
  g_signal_connect_swapped (self->source, "changed", G_CALLBACK (follow), self);
  g_signal_connect_swapped (self->canvas, "drawn", G_CALLBACK (follow), self);
}

static void
ond_projection_view_constructed (GObject *object)
{
  OndProjectionView *self = OND_PROJECTION_VIEW (object);

  G_OBJECT_CLASS (ond_projection_view_parent_class)->constructed (object);
  self->source = ond_projection_source_new (self->session);
  self->canvas = ond_projection_canvas_new (self->session, self->source);
  gtk_widget_set_parent (self->canvas, GTK_WIDGET (self));
  self->input = ond_projection_input_new (self);
  connect_all (self);
  follow (self);
}

static void
ond_projection_view_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  if (property == PROP_SESSION)
    g_value_set_object (value, OND_PROJECTION_VIEW (object)->session);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_projection_view_set_property (GObject *object, guint property, const GValue *value,
                                  GParamSpec *pspec)
{
  if (property == PROP_SESSION)
    OND_PROJECTION_VIEW (object)->session = g_value_dup_object (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_projection_view_dispose (GObject *object)
{
  OndProjectionView *self = OND_PROJECTION_VIEW (object);

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (ond_session_get_projection (self->session), self);
      g_signal_handlers_disconnect_by_data (ond_session_get_coordinates (self->session), self);
      g_signal_handlers_disconnect_by_data (self->source, self);
      g_signal_handlers_disconnect_by_data (self->canvas, self);
      ond_projection_source_stop (self->source);
    }
  ond_view_menu_remove (GTK_WIDGET (self));
  g_clear_pointer (&self->canvas, gtk_widget_unparent);
  g_clear_object (&self->source);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_projection_view_parent_class)->dispose (object);
}

/* Controllers live as long as the widget, and what they work with a little longer. */
static void
ond_projection_view_finalize (GObject *object)
{
  OndProjectionView *self = OND_PROJECTION_VIEW (object);

  ond_projection_input_free (self->input);
  g_free (self->caption);
  G_OBJECT_CLASS (ond_projection_view_parent_class)->finalize (object);
}

static void
ond_projection_view_class_init (OndProjectionViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = ond_projection_view_constructed;
  object_class->get_property = ond_projection_view_get_property;
  object_class->set_property = ond_projection_view_set_property;
  object_class->dispose = ond_projection_view_dispose;
  object_class->finalize = ond_projection_view_finalize;
  widget_class->snapshot = ond_projection_view_snapshot;
  g_object_class_install_property (
      object_class, PROP_SESSION,
      g_param_spec_object ("session", NULL, NULL, OND_TYPE_SESSION,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  maximize_signal = g_signal_new ("maximize", OND_TYPE_PROJECTION_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "projectionview");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ond_projection_view_init (OndProjectionView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  ond_tones_follow (widget);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_size_request (widget, MIN_SIZE, MIN_SIZE);
  gtk_widget_set_cursor_from_name (widget, "grab");
  gtk_widget_set_tooltip_text (
      widget,
      "The largest sample along each line of sight; of the response, the largest W (or −W, |W|, as "
      "its colours show it). Drag or the arrow keys turn, the wheel zooms, Home resets; a click "
      "moves the cross-hair to the voxel that is seen.");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Maximum-intensity projection", -1);
}

GtkWidget *
ond_projection_view_new (OndSession *session)
{
  return g_object_new (OND_TYPE_PROJECTION_VIEW, "session", session, NULL);
}

OndSession *
ond_projection_view_get_session (OndProjectionView *self)
{
  g_return_val_if_fail (OND_IS_PROJECTION_VIEW (self), NULL);
  return self->session;
}

OndProjectionInput *
ond_projection_view_get_input (OndProjectionView *self)
{
  g_return_val_if_fail (OND_IS_PROJECTION_VIEW (self), NULL);
  return self->input;
}

gboolean
ond_projection_view_pick (OndProjectionView *self, double x, double y, gint32 at[OND_N_AXES])
{
  g_return_val_if_fail (OND_IS_PROJECTION_VIEW (self), FALSE);
  GtkWidget *widget = GTK_WIDGET (self);
  const OndGeometry *geometry = get_geometry (self);
  OndProjectionVolume *volume = ond_projection_source_get_volume (self->source);
  int scale = gtk_widget_get_scale_factor (widget), column = (int) floor (x * scale),
      row = gtk_widget_get_height (widget) * scale - 1 - (int) floor (y * scale);
  gsize index;

  if (geometry == NULL || volume == NULL)
    return FALSE;
  const OndPose pose = ond_projection_canvas_get_pose (OND_PROJECTION_CANVAS (self->canvas));
  const OndProjectionFrame frame = get_device_frame (self, geometry, &pose);
  const OndRays rays = ond_rays_new (volume, &frame, 1);
  if (column < 0 || column >= frame.width || row < 0 || row >= frame.height
      || !ond_rays_pick (&rays, volume, column, row, &index))
    return FALSE;
  ond_projection_volume_locate (volume, index, at);
  return TRUE;
}

gboolean
ond_projection_view_locate (OndProjectionView *self, const double at[OND_N_AXES], double *x,
                            double *y)
{
  g_return_val_if_fail (OND_IS_PROJECTION_VIEW (self), FALSE);
  const OndGeometry *geometry = get_geometry (self);
  double depth;

  if (geometry == NULL)
    return FALSE;
  const OndPose pose = ond_projection_get_pose (ond_session_get_projection (self->session));
  const OndProjectionFrame frame = get_frame (self, geometry, &pose);
  ond_projection_place (&frame, geometry, at, x, y, &depth);
  return TRUE;
}

const char *
ond_projection_view_get_caption (OndProjectionView *self)
{
  g_return_val_if_fail (OND_IS_PROJECTION_VIEW (self), NULL);
  return self->caption;
}

gboolean
ond_projection_view_is_settled (OndProjectionView *self)
{
  g_return_val_if_fail (OND_IS_PROJECTION_VIEW (self), TRUE);
  return get_geometry (self) == NULL
         || (ond_projection_source_is_current (self->source)
             && ond_projection_canvas_is_settled (OND_PROJECTION_CANVAS (self->canvas)));
}
