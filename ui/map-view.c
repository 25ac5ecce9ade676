/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure of one panel on the widget, and what pointer and keys do with its cells. The figure is
 * drawn by core/draw/figure.c; here are its colours, the axes of the grids, and a cursor for the
 * keyboard. */
#include "map-view.h"

#include "../core/draw/map-figure.h"
#include "tones.h"

#include <math.h>

#define MIN_WIDTH 240
#define MIN_HEIGHT 160
#define STRIP_HEIGHT 110 /* of an image's map, which is one row of cells */

/* Pixels where the file's figure has points. */
#define FONT_SIZE 10

#define ASPECT 0.8 /* natural height over width: cells about as high as wide with axes and bar */

#define RING 0.6 /* radius of the cursor on a sphere, of the font size */

/* The pitch of a grid of one value, for its axis. */
#define LONE_PITCH 1.0

struct _OndMapView
{
  GtkWidget parent;
  OndGrid *theta, *phi; /* NULL: nothing is shown */
  float *values;        /* float[nphi][ntheta] */
  OndSphere *sphere;    /* of the grids, made when it is first drawn */
  gboolean is_sphere;
  char *label, *unit;
  OndColorScale colors;
  gboolean has_mark;
  double mark_theta, mark_phi;    /* degrees */
  gsize cursor_theta, cursor_phi; /* the keyboard's cell */
  OndPanelArea area;              /* of the last drawing; no width before the first */
};

enum
{
  CELL_ACTIVATED,
  CELL_ENTERED,
  CELL_HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndMapView, ond_map_view, GTK_TYPE_WIDGET)

/* ---- the figure ---- */

static double
pitch (const OndGrid *grid)
{
  return grid->n > 1 ? (grid->values[grid->n - 1] - grid->values[0]) / (double) (grid->n - 1)
                     : LONE_PITCH;
}

/* Where a value lies on a grid, in cells from the lower edge of the first; NaN outside. */
static double
cells_along (const OndGrid *grid, double value)
{
  gsize last = grid->n - 1;
  if (grid->spacing == OND_SPACING_LINEAR || grid->n == 1)
    {
      double at = (value - grid->values[0]) / pitch (grid) + 0.5;
      return at >= 0 && at <= (double) grid->n ? at : NAN;
    }
  for (gsize i = 0; i < last; i++)
    {
      double from = grid->values[i], to = grid->values[i + 1];
      if (to > from && value >= from && value <= to)
        return (double) i + 0.5 + (value - from) / (to - from);
    }
  return NAN;
}

/* The mark in cells. A direction has several names (phi + 180 with -theta, theta + 180): the first
 * one that the map has is taken, its own before others. FALSE when it has none. */
static gboolean
place_mark (OndMapView *self, double *x, double *y)
{
  static const int turns[] = { 0, -1, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (turns); j++)
      {
        double theta = turns[i] == 0 ? self->mark_theta : 180 - self->mark_theta;
        *x = cells_along (self->theta, theta + 180 * turns[j]);
        *y = cells_along (self->phi, self->mark_phi + 180 * turns[i]);
        if (isfinite (*x) && isfinite (*y))
          return TRUE;
      }
  return FALSE;
}

static OndPanel
make_panel (OndMapView *self)
{
  OndPanel panel = {
    .nx = self->theta->n,
    .ny = self->phi->n,
    .values = self->values,
  };

  if (self->is_sphere)
    {
      if (self->sphere == NULL)
        self->sphere = ond_sphere_new (self->theta, self->phi);
      panel.sphere = self->sphere;
      panel.has_mark = self->has_mark;
      panel.mark_x = self->mark_theta;
      panel.mark_y = self->mark_phi;
      return panel;
    }
  panel.x = ond_map_axis (self->theta, "θ (°)");
  panel.y = ond_map_axis (self->phi, "φ (°)");
  if (self->phi->n == 1) /* of an image, or of no interest */
    panel.y = (OndAxis){ .lower = NAN, .upper = NAN };
  panel.has_mark = self->has_mark && place_mark (self, &panel.mark_x, &panel.mark_y);
  return panel;
}

/* Lays the figure out by drawing it; without a context, only to learn where the cells are. */
static void
draw_figure (OndMapView *self, cairo_t *cr)
{
  OndTones theme = ond_tones_get (GTK_WIDGET (self));
  OndPanel panel = make_panel (self);
  OndFigure figure = {
    .panels = &panel,
    .n_panels = 1,
    .colors = self->colors,
    .colors_label = self->label,
    .font_size = FONT_SIZE,
    .ink = theme.ink,
    .paper = theme.paper,
  };
  ond_figure_draw (&figure, cr, gtk_widget_get_width (GTK_WIDGET (self)),
                   gtk_widget_get_height (GTK_WIDGET (self)), &self->area);
}

/* The area that the cells have now, also when nothing has been drawn since they changed. */
static gboolean
ensure_area (OndMapView *self)
{
  if (self->theta == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return FALSE;
  if (self->area.width > 0)
    return TRUE;
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  draw_figure (self, cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return self->area.width > 0;
}

static void
forget_area (OndMapView *self)
{
  self->area = (OndPanelArea){ 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The cell of the keyboard; of a sphere a ring about its middle. */
static graphene_rect_t
get_cursor (OndMapView *self)
{
  OndPanel panel = make_panel (self);
  double x0, y0, x1, y1;

  if (self->is_sphere)
    {
      ond_map_view_locate (self, self->cursor_theta, self->cursor_phi, &x0, &y0);
      return GRAPHENE_RECT_INIT ((float) (x0 - RING * FONT_SIZE), (float) (y0 - RING * FONT_SIZE),
                                 (float) (2 * RING * FONT_SIZE), (float) (2 * RING * FONT_SIZE));
    }
  ond_panel_area_locate (&self->area, &panel, (double) self->cursor_theta,
                         (double) self->cursor_phi + 1, &x0, &y0);
  ond_panel_area_locate (&self->area, &panel, (double) self->cursor_theta + 1,
                         (double) self->cursor_phi, &x1, &y1);
  return GRAPHENE_RECT_INIT ((float) x0 - 1, (float) y0 - 1, (float) (x1 - x0) + 2,
                             (float) (y1 - y0) + 2);
}

static void
append_cursor (OndMapView *self, GtkSnapshot *snapshot)
{
  OndTones theme = ond_tones_get (GTK_WIDGET (self));
  graphene_rect_t cell = get_cursor (self);

  for (int i = 0; i < 2; i++)
    {
      guint32 tone = i == 0 ? theme.paper : theme.ink;
      GdkRGBA color = { (float) (tone >> 16 & 255) / 255, (float) (tone >> 8 & 255) / 255,
                        (float) (tone & 255) / 255, 1 };
      GskRoundedRect frame;
      gsk_rounded_rect_init_from_rect (&frame, &cell,
                                       self->is_sphere ? graphene_rect_get_width (&cell) / 2 : 0);
      gtk_snapshot_append_border (snapshot, &frame, (float[4]){ 1, 1, 1, 1 },
                                  (GdkRGBA[4]){ color, color, color, color });
      graphene_rect_inset (&cell, -1, -1);
    }
}

static void
ond_map_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndMapView *self = OND_MAP_VIEW (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));
  if (self->theta == NULL)
    return;

  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  draw_figure (self, cr);
  cairo_destroy (cr);
  if (gtk_widget_has_visible_focus (widget))
    append_cursor (self, snapshot);
}

static void
ond_map_view_size_allocate (GtkWidget *widget, int width G_GNUC_UNUSED, int height G_GNUC_UNUSED,
                            int baseline G_GNUC_UNUSED)
{
  forget_area (OND_MAP_VIEW (widget));
}

static GtkSizeRequestMode
ond_map_view_get_request_mode (GtkWidget *widget G_GNUC_UNUSED)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ond_map_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                      int *natural, int *minimum_baseline, int *natural_baseline)
{
  OndMapView *self = OND_MAP_VIEW (widget);
  gboolean strip = self->phi != NULL && self->phi->n == 1;

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH
                        : strip                                   ? STRIP_HEIGHT
                                                                  : MIN_HEIGHT;
  if (orientation == GTK_ORIENTATION_VERTICAL && !strip)
    *natural = MAX (MIN_HEIGHT, (int) (for_size * ASPECT));
  *minimum_baseline = *natural_baseline = -1;
}

/* ---- pointer and keys ---- */

/* "θ 30°, φ 45°: 1.234 K²" */
static char *
describe_cell (OndMapView *self, gsize theta, gsize phi)
{
  float value = self->values[phi * self->theta->n + theta];
  g_autofree char *text = !isfinite (value)    ? g_strdup ("not computed")
                          : self->unit != NULL ? g_strdup_printf ("%.6g %s", value, self->unit)
                                               : g_strdup_printf ("%.6g", value);
  return g_strdup_printf ("θ %.6g°, φ %.6g°: %s", self->theta->values[theta],
                          self->phi->values[phi], text);
}

static void
move_cursor (OndMapView *self, gint64 theta, gint64 phi)
{
  self->cursor_theta = (gsize) CLAMP (theta, 0, (gint64) self->theta->n - 1);
  self->cursor_phi = (gsize) CLAMP (phi, 0, (gint64) self->phi->n - 1);
  g_autofree char *text = describe_cell (self, self->cursor_theta, self->cursor_phi);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
activate (OndMapView *self, gsize theta, gsize phi, gboolean enter)
{
  move_cursor (self, (gint64) theta, (gint64) phi);
  g_signal_emit (self, signals[enter ? CELL_ENTERED : CELL_ACTIVATED], 0, (guint) theta,
                 (guint) phi);
}

static void
pressed (GtkGestureClick *gesture G_GNUC_UNUSED, int n, double x, double y, OndMapView *self)
{
  gsize theta, phi;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (ond_map_view_pick (self, x, y, &theta, &phi))
    activate (self, theta, phi, n == 2);
}

static void
pointer_left (GtkEventControllerMotion *controller G_GNUC_UNUSED, OndMapView *self)
{
  g_signal_emit (self, signals[CELL_HOVERED], 0, -1, -1);
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, OndMapView *self)
{
  gsize theta, phi;
  if (ond_map_view_pick (self, x, y, &theta, &phi))
    g_signal_emit (self, signals[CELL_HOVERED], 0, (int) theta, (int) phi);
  else
    pointer_left (controller, self);
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndMapView *self)
{
  static const struct
  {
    guint key;
    int theta, phi;
  } moves[] = {
    { GDK_KEY_Left, -1, 0 },
    { GDK_KEY_Right, 1, 0 },
    { GDK_KEY_Down, 0, -1 },
    { GDK_KEY_Up, 0, 1 },
  };

  if (self->theta == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space)
    {
      activate (self, self->cursor_theta, self->cursor_phi, (modifiers & GDK_SHIFT_MASK) != 0);
      return GDK_EVENT_STOP;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (moves); i++)
    if (moves[i].key == key)
      {
        move_cursor (self, (gint64) self->cursor_theta + moves[i].theta,
                     (gint64) self->cursor_phi + moves[i].phi);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

static gboolean
ond_map_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  OndMapView *self = OND_MAP_VIEW (widget);
  gsize theta = self->cursor_theta, phi = self->cursor_phi;
  if (self->theta == NULL || (!keyboard && !ond_map_view_pick (self, x, y, &theta, &phi)))
    return FALSE;
  g_autofree char *text = describe_cell (self, theta, phi);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- the widget ---- */

static void
clear (OndMapView *self)
{
  g_clear_pointer (&self->theta, ond_grid_free);
  g_clear_pointer (&self->phi, ond_grid_free);
  g_clear_pointer (&self->sphere, ond_sphere_free);
}

static void
ond_map_view_dispose (GObject *object)
{
  OndMapView *self = OND_MAP_VIEW (object);

  clear (self);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->label, g_free);
  g_clear_pointer (&self->unit, g_free);
  G_OBJECT_CLASS (ond_map_view_parent_class)->dispose (object);
}

static void
ond_map_view_class_init (OndMapViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ond_map_view_dispose;
  widget_class->snapshot = ond_map_view_snapshot;
  widget_class->size_allocate = ond_map_view_size_allocate;
  widget_class->query_tooltip = ond_map_view_query_tooltip;
  widget_class->get_request_mode = ond_map_view_get_request_mode;
  widget_class->measure = ond_map_view_measure;
  signals[CELL_ACTIVATED] =
      g_signal_new ("cell-activated", OND_TYPE_MAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[CELL_ENTERED] = g_signal_new ("cell-entered", OND_TYPE_MAP_VIEW, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[CELL_HOVERED] = g_signal_new ("cell-hovered", OND_TYPE_MAP_VIEW, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "mapview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ond_map_view_init (OndMapView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

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
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Map of directions", -1);
}

GtkWidget *
ond_map_view_new (void)
{
  return g_object_new (OND_TYPE_MAP_VIEW, NULL);
}

static gboolean
same_grid (const OndGrid *a, const OndGrid *b)
{
  return a != NULL && a->n == b->n && a->spacing == b->spacing
         && memcmp (a->values, b->values, a->n * sizeof *a->values) == 0;
}

static void
set_grids (OndMapView *self, const OndGrid *theta, const OndGrid *phi)
{
  if (same_grid (self->theta, theta) && same_grid (self->phi, phi))
    return; /* a sphere of them is dear */
  clear (self);
  self->theta = ond_grid_copy (theta);
  self->phi = ond_grid_copy (phi);
  self->cursor_theta = MIN (self->cursor_theta, theta->n - 1);
  self->cursor_phi = MIN (self->cursor_phi, phi->n - 1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ond_map_view_set_plane (OndMapView *self, const OndGrid *theta, const OndGrid *phi,
                        const float *values, const char *label)
{
  g_return_if_fail (OND_IS_MAP_VIEW (self));

  forget_area (self);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->label, g_free);
  if (values != NULL)
    self->values = g_try_malloc_n (theta->n * phi->n, sizeof *values);
  if (self->values == NULL)
    {
      clear (self);
      return;
    }
  memcpy (self->values, values, theta->n * phi->n * sizeof *values);
  set_grids (self, theta, phi);
  self->label = g_strdup (label);
  self->colors = ond_map_colors (self->values, self->theta->n * self->phi->n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  label ? label : "", -1);
}

void
ond_map_view_set_colors (OndMapView *self, const OndColorScale *colors)
{
  g_return_if_fail (OND_IS_MAP_VIEW (self));
  self->colors = *colors;
  forget_area (self);
}

void
ond_map_view_set_unit (OndMapView *self, const char *unit)
{
  g_return_if_fail (OND_IS_MAP_VIEW (self));
  g_free (self->unit);
  self->unit = unit != NULL && *unit != '\0' ? g_strdup (unit) : NULL;
}

void
ond_map_view_set_sphere (OndMapView *self, gboolean sphere)
{
  g_return_if_fail (OND_IS_MAP_VIEW (self));
  self->is_sphere = sphere;
  forget_area (self);
}

void
ond_map_view_set_mark (OndMapView *self, double theta, double phi)
{
  g_return_if_fail (OND_IS_MAP_VIEW (self));

  self->has_mark = isfinite (theta) && isfinite (phi);
  self->mark_theta = theta;
  self->mark_phi = phi;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  /* The keyboard goes on from where the sliders are. */
  double x, y;
  if (self->theta != NULL && self->has_mark && place_mark (self, &x, &y))
    move_cursor (self, (gint64) x, (gint64) y);
}

gboolean
ond_map_view_pick (OndMapView *self, double x, double y, gsize *theta, gsize *phi)
{
  g_return_val_if_fail (OND_IS_MAP_VIEW (self), FALSE);

  if (!ensure_area (self))
    return FALSE;
  OndPanel panel = make_panel (self);
  return ond_panel_area_hit (&self->area, &panel, x, y, theta, phi);
}

void
ond_map_view_locate (OndMapView *self, gsize theta, gsize phi, double *x, double *y)
{
  g_return_if_fail (OND_IS_MAP_VIEW (self));

  *x = *y = 0;
  if (!ensure_area (self))
    return;
  OndPanel panel = make_panel (self);
  if (self->is_sphere)
    ond_panel_area_locate (&self->area, &panel, self->theta->values[theta], self->phi->values[phi],
                           x, y);
  else
    ond_panel_area_locate (&self->area, &panel, (double) theta + 0.5, (double) phi + 0.5, x, y);
}
