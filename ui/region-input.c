/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presses are looked at on their way down, before slice-input.c's gestures see them, and claimed
 * where they are about a region. A drag works from the region as it was when it began. */
#include "region-input.h"

#include "region-outline.h"

#include <math.h>

/* A line of the cross-hair that goes through a region can be taken all the same: within this many
 * pixels it is the line's. */
#define LINE_REACH 5

#define TURN_STEP 15.
#define FAST_STEP 10

struct _OndRegionInput
{
  OndSliceView *view;  /* which owns this */
  OndSession *session; /* the view's, borrowed */
  OndRegions *regions; /* the session's, whose signals are connected to */
  OndRegionPart part;  /* taken by the drag; NONE while drawing */
  guint taken;         /* of which region */
  gboolean drawing;    /* the drag is about a new one */
  gboolean moved;      /* too far for a click */
  gboolean has_drawn;
  OndRegion before, drawn;
  double x, y; /* where the drag began */
};

/* FALSE while nothing is open. */
static gboolean
get_screen (OndRegionInput *self, OndRegionScreen *screen)
{
  OndVolume *volume = self->session != NULL ? ond_session_get_volume (self->session) : NULL;
  int normal = ond_slice_view_get_normal (self->view);
  const OndGeometry *geometry;
  graphene_rect_t area;

  ond_slice_view_get_area (self->view, &area);
  if (volume == NULL || area.size.width <= 0 || area.size.height <= 0)
    return FALSE;
  geometry = ond_volume_get_geometry (volume);
  *screen = (OndRegionScreen){
    .x = (double) area.origin.x,
    .y = (double) area.origin.y,
    .width = (double) area.size.width,
    .height = (double) area.size.height,
    .n = { geometry->n[ond_slice_horizontal (normal)], geometry->n[ond_slice_vertical (normal)] },
  };
  return TRUE;
}

/* The selected one's handles and body first, then the others, the newest first; *i is which. */
static OndRegionPart
pick (OndRegionInput *self, const OndRegionScreen *screen, double x, double y, guint *i)
{
  OndRegions *regions = self->regions;
  int normal = ond_slice_view_get_normal (self->view);
  int selected = ond_regions_get_selected (regions);
  const OndRegion *current = ond_regions_get_current (regions);

  if (current != NULL && current->normal == normal)
    {
      OndRegionPart part = ond_region_pick (current, screen, TRUE, x, y);

      *i = (guint) selected;
      if (part != OND_REGION_PART_NONE)
        return part;
    }
  for (guint k = ond_regions_get_n (regions); k-- > 0;)
    {
      const OndRegion *region = ond_regions_get (regions, k);

      *i = k;
      if (region->normal == normal
          && ond_region_pick (region, screen, FALSE, x, y) != OND_REGION_PART_NONE)
        return OND_REGION_PART_BODY;
    }
  return OND_REGION_PART_NONE;
}

static gboolean
is_on_cross_hair (OndRegionInput *self, double x, double y)
{
  double cross_x, cross_y;

  return ond_slice_view_get_cross (self->view, &cross_x, &cross_y)
         && (fabs (x - cross_x) <= LINE_REACH || fabs (y - cross_y) <= LINE_REACH);
}

/* What a press at this point would take. */
static OndRegionPart
part_at (OndRegionInput *self, double x, double y, guint *i)
{
  OndRegionScreen screen;
  OndRegionPart part;

  if (!get_screen (self, &screen))
    return OND_REGION_PART_NONE;
  part = pick (self, &screen, x, y, i);
  return part == OND_REGION_PART_BODY && is_on_cross_hair (self, x, y) ? OND_REGION_PART_NONE
                                                                       : part;
}

/* ---- What drags do ---- */

static gboolean
keeps_to_voxels (const OndRegion *region)
{
  return region->shape == OND_REGION_BOX && region->angle == 0;
}

/* From corner to corner; a box gets all voxels that the drag touches. */
static void
span (OndRegion *region, const double from[2], const double to[2], GdkModifierType modifiers)
{
  double a[2] = { from[0], from[1] }, b[2] = { to[0], to[1] };
  double side = MAX (fabs (to[0] - from[0]), fabs (to[1] - from[1]));

  for (int i = 0; i < 2; i++)
    {
      if (modifiers & GDK_SHIFT_MASK)
        b[i] = a[i] + (to[i] < from[i] ? -side : side);
      if (modifiers & GDK_CONTROL_MASK)
        a[i] = 2 * from[i] - b[i];
      if (a[i] > b[i])
        {
          double other = a[i];

          a[i] = b[i];
          b[i] = other;
        }
      if (keeps_to_voxels (region))
        {
          a[i] = floor (a[i] + 0.5) - 0.5;
          b[i] = ceil (b[i] - 0.5) + 0.5;
        }
      region->centre[i] = (a[i] + b[i]) / 2;
      region->half[i] = (b[i] - a[i]) / 2;
    }
}

static void
move (OndRegion *region, const double by[2])
{
  for (int i = 0; i < 2; i++)
    region->centre[i] += keeps_to_voxels (region) ? round (by[i]) : by[i];
}

/* The corner goes to `at`; the one across stays, or the middle does. */
static void
resize (OndRegion *region, int corner, const double at[2], gboolean about_middle)
{
  double own[2], middle[2], smallest = keeps_to_voxels (region) ? 0.5 : 0.05;
  OndRegion before = *region;
  int signs[2];

  ond_region_corner_signs (corner, signs);
  ond_region_to_frame (region, at, own);
  for (int i = 0; i < 2; i++)
    {
      double fixed = about_middle ? 0 : -signs[i] * before.half[i];
      double length = signs[i] * (own[i] - fixed);

      if (keeps_to_voxels (region) && !about_middle)
        length = round (length);
      length = MAX (length, about_middle ? smallest : 2 * smallest);
      region->half[i] = about_middle ? length : length / 2;
      middle[i] = about_middle ? 0 : fixed + signs[i] * length / 2;
    }
  ond_region_from_frame (&before, middle, region->centre);
}

/* By the angle, seen from the middle, between where the drag began and where it is. */
static void
turn (OndRegion *region, const double from[2], const double to[2], gboolean in_steps)
{
  double first = atan2 (from[1] - region->centre[1], from[0] - region->centre[0]);
  double now = atan2 (to[1] - region->centre[1], to[0] - region->centre[0]);

  region->angle += (now - first) * 180 / G_PI;
  region->angle =
      in_steps ? TURN_STEP * round (region->angle / TURN_STEP) : round (region->angle * 10) / 10;
}

static void
follow (OndRegionInput *self, double dx, double dy, GdkModifierType modifiers)
{
  OndRegions *regions = self->regions;
  OndRegionScreen screen;
  OndRegion region = self->before;
  double from[2], to[2];
  gboolean shift = (modifiers & GDK_SHIFT_MASK) != 0;

  if (!get_screen (self, &screen))
    return;
  ond_region_screen_to_voxel (&screen, self->x, self->y, from);
  ond_region_screen_to_voxel (&screen, self->x + dx, self->y + dy, to);
  if (self->drawing)
    {
      span (&region, from, to, modifiers);
      self->drawn = region;
      self->has_drawn = ond_region_is_valid (&region);
      gtk_widget_queue_draw (GTK_WIDGET (self->view));
      return;
    }
  if (ond_regions_get_selected (regions) != (int) self->taken)
    return;
  if (self->part == OND_REGION_PART_BODY)
    move (&region, (const double[]){ to[0] - from[0], to[1] - from[1] });
  else if (self->part == OND_REGION_PART_TURN || shift)
    turn (&region, from, to, shift && self->part == OND_REGION_PART_TURN);
  else
    resize (&region, self->part - OND_REGION_PART_CORNER, to, (modifiers & GDK_CONTROL_MASK) != 0);
  ond_regions_set (regions, self->taken, &region);
}

static void
let_go (OndRegionInput *self)
{
  self->drawing = self->moved = self->has_drawn = FALSE;
  self->part = OND_REGION_PART_NONE;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, OndRegionInput *self)
{
  OndRegions *regions = self->regions;
  int tool = regions != NULL ? ond_regions_get_tool (regions) : -1;
  int normal = ond_slice_view_get_normal (self->view);
  guint i = 0;

  let_go (self);
  self->drawing = tool >= 0;
  if (regions != NULL && tool < 0)
    self->part = part_at (self, x, y, &i);
  if (!self->drawing && self->part == OND_REGION_PART_NONE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->x = x;
  self->y = y;
  if (self->drawing)
    {
      gint32 at[OND_N_AXES];

      ond_session_get_cross_hair (self->session, at);
      self->before =
          (OndRegion){ .shape = (OndRegionShape) tool, .normal = normal, .index = at[normal] };
      return;
    }
  self->taken = i;
  ond_regions_set_selected (regions, (int) i);
  self->before = *ond_regions_get (regions, i);
}

static GdkModifierType
get_modifiers (GtkGestureDrag *gesture)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
}

/* A press that hardly moves is a click: it selects, and draws nothing. */
static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, OndRegionInput *self)
{
  if (!self->drawing && self->part == OND_REGION_PART_NONE)
    return;
  self->moved =
      self->moved || gtk_drag_check_threshold (GTK_WIDGET (self->view), 0, 0, (int) dx, (int) dy);
  if (self->moved)
    follow (self, dx, dy, get_modifiers (gesture));
}

static void
drag_end (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx G_GNUC_UNUSED, double dy G_GNUC_UNUSED,
          OndRegionInput *self)
{
  gboolean whole = self->drawing && self->has_drawn;
  OndRegion drawn = self->drawn;

  let_go (self);
  if (!whole)
    return;
  ond_regions_set_tool (self->regions, -1);
  ond_regions_append (self->regions, &drawn, 1);
}

static void
drag_cancelled (GtkGesture *gesture G_GNUC_UNUSED, GdkEventSequence *sequence G_GNUC_UNUSED,
                OndRegionInput *self)
{
  let_go (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

/* ---- Pointer and keys ---- */

/* After slice-input.c has set its own. */
static void
pointer_moved (GtkEventControllerMotion *controller G_GNUC_UNUSED, double x, double y,
               OndRegionInput *self)
{
  static const char *const corners[] = { "nesw-resize", "nwse-resize" };
  OndRegions *regions = self->regions;
  OndRegionPart part;
  const char *name = NULL;
  guint i;

  if (regions == NULL)
    return;
  part = self->part != OND_REGION_PART_NONE ? self->part : part_at (self, x, y, &i);
  if (self->drawing || ond_regions_get_tool (regions) >= 0)
    name = "cell";
  else if (part == OND_REGION_PART_BODY)
    name = "move";
  else if (part == OND_REGION_PART_TURN)
    name = self->part == part ? "grabbing" : "grab";
  else if (part >= OND_REGION_PART_CORNER)
    name = corners[(part - OND_REGION_PART_CORNER) % 2];
  if (name != NULL)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view), name);
}

/* A quarter of the slice around the cross-hair, for those who draw with keys. */
static void
add_at_cross_hair (OndRegionInput *self)
{
  OndRegions *regions = self->regions;
  int normal = ond_slice_view_get_normal (self->view);
  const int axes[] = { ond_slice_horizontal (normal), ond_slice_vertical (normal) };
  const OndGeometry *geometry = ond_volume_get_geometry (ond_session_get_volume (self->session));
  OndRegion region = { .shape = (OndRegionShape) ond_regions_get_tool (regions), .normal = normal };
  gint32 at[OND_N_AXES];

  ond_session_get_cross_hair (self->session, at);
  region.index = at[normal];
  for (int i = 0; i < 2; i++)
    {
      region.centre[i] = at[axes[i]];
      region.half[i] = geometry->n[axes[i]] / 8 + 0.5;
    }
  ond_regions_set_tool (regions, -1);
  ond_regions_append (regions, &region, 1);
}

static gboolean
move_by_key (OndRegionInput *self, guint key, int step)
{
  OndRegions *regions = self->regions;
  const OndRegion *current = ond_regions_get_current (regions);
  OndRegion region;

  if (current == NULL || current->normal != ond_slice_view_get_normal (self->view))
    return FALSE;
  region = *current;
  if (key == GDK_KEY_Left || key == GDK_KEY_Right)
    region.centre[0] += key == GDK_KEY_Left ? -step : step;
  else if (key == GDK_KEY_Up || key == GDK_KEY_Down)
    region.centre[1] += key == GDK_KEY_Down ? -step : step;
  else
    return FALSE;
  ond_regions_set (regions, (guint) ond_regions_get_selected (regions), &region);
  return TRUE;
}

static gboolean
choose_tool (OndRegions *regions, OndRegionShape shape)
{
  ond_regions_set_tool (regions, ond_regions_get_tool (regions) == (int) shape ? -1 : (int) shape);
  return TRUE;
}

/* Ends drawing, or the selection; FALSE when there is neither. */
static gboolean
escape (OndRegions *regions)
{
  gboolean drawing = ond_regions_get_tool (regions) >= 0;

  if (!drawing && ond_regions_get_selected (regions) < 0)
    return FALSE;
  if (drawing)
    ond_regions_set_tool (regions, -1);
  else
    ond_regions_set_selected (regions, -1);
  return TRUE;
}

static gboolean
remove_selected (OndRegions *regions)
{
  int selected = ond_regions_get_selected (regions);

  if (selected >= 0)
    ond_regions_remove (regions, (guint) selected);
  return selected >= 0;
}

static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, OndRegionInput *self)
{
  OndRegions *regions = self->regions;

  if (regions == NULL || ond_session_get_volume (self->session) == NULL
      || (modifiers & (GDK_ALT_MASK | GDK_SUPER_MASK)))
    return GDK_EVENT_PROPAGATE;
  if (modifiers & GDK_CONTROL_MASK)
    return move_by_key (self, key, modifiers & GDK_SHIFT_MASK ? FAST_STEP : 1);
  switch (key)
    {
    case GDK_KEY_r:
      return choose_tool (regions, OND_REGION_BOX);
    case GDK_KEY_e:
      return choose_tool (regions, OND_REGION_ELLIPSE);
    case GDK_KEY_Escape:
      return escape (regions);
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
    case GDK_KEY_BackSpace:
      return remove_selected (regions);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (ond_regions_get_tool (regions) < 0)
        return GDK_EVENT_PROPAGATE;
      add_at_cross_hair (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- Construction ---- */

/* Whoever takes the tool away ends what it draws. */
static void
tool_changed (OndRegionInput *self)
{
  if (self->drawing && ond_regions_get_tool (self->regions) < 0)
    let_go (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

void
ond_region_input_session_changed (OndRegionInput *self)
{
  static const char *const changes[] = { "changed", "notify::selected" };
  OndSession *session = ond_slice_view_get_session (self->view);
  OndRegions *regions = session != NULL ? ond_session_get_regions (session) : NULL;

  if (self->regions != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->regions, self);
      g_signal_handlers_disconnect_by_data (self->regions, self->view);
    }
  let_go (self);
  self->session = session;
  g_set_object (&self->regions, regions);
  if (session == NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_swapped (self->regions, changes[i], G_CALLBACK (gtk_widget_queue_draw),
                              self->view);
  g_signal_connect_swapped (self->regions, "notify::tool", G_CALLBACK (tool_changed), self);
}

void
ond_region_input_snapshot (OndRegionInput *self, GtkSnapshot *snapshot)
{
  OndRegionScreen screen;

  if (get_screen (self, &screen))
    ond_region_outlines_snapshot (self->regions, self->has_drawn ? &self->drawn : NULL,
                                  ond_slice_view_get_normal (self->view), &screen,
                                  GTK_WIDGET (self->view), snapshot);
}

OndRegionInput *
ond_region_input_new (OndSliceView *view)
{
  GtkWidget *widget = GTK_WIDGET (view);
  GtkEventController *drag = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ());
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  OndRegionInput *self = g_new0 (OndRegionInput, 1);

  self->view = view;
  gtk_event_controller_set_name (drag, "region-drag");
  gtk_event_controller_set_name (motion, "region-motion");
  gtk_event_controller_set_name (key, "region-key");
  gtk_event_controller_set_propagation_phase (drag, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (widget, drag);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  ond_region_input_session_changed (self);
  return self;
}

void
ond_region_input_free (OndRegionInput *self)
{
  g_clear_object (&self->regions);
  g_free (self);
}
