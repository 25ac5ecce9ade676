/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions drawn, taken and seen in a slice view, with the pointer and with the keys. */
#include "ui-harness.h"

#include "ui/slice-view.h"

#define WIDTH 480
#define HEIGHT 360

/* Voxels of 12 x 12 pixels in the XY slice. */
static const OndGeometry box = { { 40, 30, 9 }, { 1, 1, 1 } };

typedef struct
{
  OndSession *session;
  OndRegions *regions;
  GtkWidget *view, *window;
} Fixture;

static OndSession *
make_session (void)
{
  static const OndEngineOptions options = { .threads = 1, .backend = "fftw" };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndEngine) engine = ond_engine_new (&options, &error);
  OndVolumeInfo info = { .name = "box" };
  float *samples = ond_volume_alloc (&box, NULL);
  g_autoptr (OndVolume) volume = NULL;
  OndColorScale colors = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 1 };
  OndSession *session;

  g_assert_no_error (error);
  for (size_t i = 0; i < ond_geometry_n_voxels (&box); i++)
    samples[i] = 0;
  volume = ond_volume_new_take (&box, samples, &info);
  session = ond_session_new (engine);
  ond_session_set_volume (session, volume);
  ond_session_set_mode (session, OND_MODE_IMAGE);
  ond_session_set_colors (session, OND_SHOW_IMAGE, &colors);
  return session;
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 corner[] = { 39, 0, 4 }; /* the cross-hair, out of the way */

  self->session = make_session ();
  self->regions = ond_session_get_regions (self->session);
  ond_session_set_cross_hair (self->session, corner);
  self->view = ond_slice_view_new (self->session, OND_Z);
  self->window = ui_show (self->view, WIDTH, HEIGHT);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gpointer view = self->view, session = self->session;

  g_object_add_weak_pointer (G_OBJECT (self->view), &view);
  g_object_add_weak_pointer (G_OBJECT (self->session), &session);
  ui_close (self->window);
  g_object_unref (self->session);
  UI_ASSERT_GONE (view);
  UI_ASSERT_GONE (session);
}

static GtkEventController *
controller (Fixture *self, const char *name)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (self->view);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);

      if (g_strcmp0 (gtk_event_controller_get_name (one), name) == 0)
        return one;
    }
  g_error ("there is no %s", name);
}

/* The pixel at a place of the slice in voxels. */
static void
locate (Fixture *self, double i, double j, double *x, double *y)
{
  graphene_rect_t area;

  ond_slice_view_get_area (OND_SLICE_VIEW (self->view), &area);
  *x = area.origin.x + (i + 0.5) / box.n[OND_X] * area.size.width;
  *y = area.origin.y + area.size.height - (j + 0.5) / box.n[OND_Y] * area.size.height;
}

static void
drag (Fixture *self, double x, double y, double to_x, double to_y)
{
  GtkEventController *gesture = controller (self, "region-drag");
  double ax, ay, bx, by;

  locate (self, x, y, &ax, &ay);
  locate (self, to_x, to_y, &bx, &by);
  g_signal_emit_by_name (gesture, "drag-begin", ax, ay);
  if (ax != bx || ay != by)
    {
      g_signal_emit_by_name (gesture, "drag-update", (bx - ax) / 2, (by - ay) / 2);
      g_signal_emit_by_name (gesture, "drag-update", bx - ax, by - ay);
    }
  g_signal_emit_by_name (gesture, "drag-end", bx - ax, by - ay);
}

static gboolean
press (Fixture *self, guint key, GdkModifierType modifiers)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (controller (self, "region-key"), "key-pressed", key, 0u, modifiers,
                         &handled);
  return handled;
}

static void
append (Fixture *self, OndRegionShape shape, double x, double y, double a, double b, double angle)
{
  OndRegion region = {
    .shape = shape, .normal = OND_Z, .centre = { x, y }, .half = { a, b }, .angle = angle
  };

  g_assert_true (ond_regions_append (self->regions, &region, 1));
}

/* A pixel is a twelfth of a voxel. */
static void
assert_current (Fixture *self, double x, double y, double a, double b, double angle)
{
  const OndRegion *region = ond_regions_get_current (self->regions);

  g_assert_nonnull (region);
  g_assert_cmpfloat_with_epsilon (region->centre[0], x, 0.01);
  g_assert_cmpfloat_with_epsilon (region->centre[1], y, 0.01);
  g_assert_cmpfloat_with_epsilon (region->half[0], a, 0.01);
  g_assert_cmpfloat_with_epsilon (region->half[1], b, 0.01);
  g_assert_cmpfloat_with_epsilon (remainder (region->angle - angle, 360), 0, 0.11);
}

/* ---- Drawing ---- */

/* All voxels that the drag touches, whichever way it goes. */
static void
test_draw_box (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  for (int way = 0; way < 4; way++)
    {
      double ax = way & 1 ? 17.3 : 5.2, bx = way & 1 ? 5.2 : 17.3;
      double ay = way & 2 ? 20.6 : 11.4, by = way & 2 ? 11.4 : 20.6;

      g_assert_true (press (self, GDK_KEY_r, 0));
      g_assert_cmpint (ond_regions_get_tool (self->regions), ==, OND_REGION_BOX);
      drag (self, ax, ay, bx, by);
      g_assert_cmpint (ond_regions_get_tool (self->regions), ==, -1);
      assert_current (self, 11, 16, 6.5, 5.5, 0); /* 5 ... 17 and 11 ... 21 */
      g_assert_cmpint (ond_regions_get_current (self->regions)->index, ==, 4);
      g_assert_cmpint (ond_regions_get_current (self->regions)->normal, ==, OND_Z);
    }
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 4);
}

static void
test_draw_ellipse (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_true (press (self, GDK_KEY_e, 0));
  drag (self, 5, 11, 17, 21);
  assert_current (self, 11, 16, 6, 5, 0);
  g_assert_cmpint (ond_regions_get_current (self->regions)->shape, ==, OND_REGION_ELLIPSE);
}

/* A click with the tool draws nothing and keeps it; Escape and the same key put it down. */
static void
test_tool (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  press (self, GDK_KEY_r, 0);
  drag (self, 5, 5, 5, 5);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 0);
  g_assert_cmpint (ond_regions_get_tool (self->regions), ==, OND_REGION_BOX);
  g_assert_true (press (self, GDK_KEY_Escape, 0));
  g_assert_cmpint (ond_regions_get_tool (self->regions), ==, -1);
  g_assert_false (press (self, GDK_KEY_Escape, 0));
  press (self, GDK_KEY_e, 0);
  press (self, GDK_KEY_e, 0);
  g_assert_cmpint (ond_regions_get_tool (self->regions), ==, -1);
  drag (self, 5, 5, 15, 15);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 0);
}

/* The tool taken away while the pointer is down: nothing is left of it. */
static void
test_escape_while_drawing (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkEventController *gesture = controller (self, "region-drag");

  press (self, GDK_KEY_r, 0);
  g_signal_emit_by_name (gesture, "drag-begin", 100., 100.);
  g_signal_emit_by_name (gesture, "drag-update", 50., 50.);
  press (self, GDK_KEY_Escape, 0);
  g_signal_emit_by_name (gesture, "drag-update", 60., 50.);
  g_signal_emit_by_name (gesture, "drag-end", 60., 50.);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 0);
}

static void
test_return_draws_at_the_cross_hair (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[] = { 20, 12, 3 };

  g_assert_false (press (self, GDK_KEY_Return, 0));
  ond_session_set_cross_hair (self->session, at);
  press (self, GDK_KEY_e, 0);
  g_assert_true (press (self, GDK_KEY_Return, 0));
  assert_current (self, 20, 12, 5.5, 3.5, 0);
}

/* ---- Taking ---- */

/* A click selects the newest that is there, and moves neither it nor the cross-hair. */
static void
test_click_selects (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gint32 before[OND_N_AXES], after[OND_N_AXES];

  append (self, OND_REGION_BOX, 10, 10, 4, 4, 0);
  append (self, OND_REGION_BOX, 14, 10, 4, 4, 0);
  ond_regions_set_selected (self->regions, -1);
  ond_session_get_cross_hair (self->session, before);
  drag (self, 8, 10, 8, 10);
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 0);
  drag (self, 12, 10, 12, 10); /* in both: the selected one is on top */
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 0);
  ond_regions_set_selected (self->regions, -1);
  drag (self, 12, 10, 12, 10);
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 1);
  assert_current (self, 14, 10, 4, 4, 0);
  drag (self, 30, 25, 30, 25); /* nothing there: not ours, and nothing is let go of */
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 1);
  ond_session_get_cross_hair (self->session, after);
  g_assert_cmpmem (before, sizeof before, after, sizeof after);
  g_assert_true (press (self, GDK_KEY_Escape, 0));
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, -1);
}

static void
test_drag_moves (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  append (self, OND_REGION_BOX, 10, 10, 4.5, 3.5, 0);
  drag (self, 9, 11, 12.4, 16.6); /* by whole voxels */
  assert_current (self, 13, 16, 4.5, 3.5, 0);
  append (self, OND_REGION_ELLIPSE, 25, 15, 5, 3, 30);
  drag (self, 25, 15, 24.5, 12.25);
  assert_current (self, 24.5, 12.25, 5, 3, 30);
}

/* A line of the cross-hair within a region is the line's, but handles come before it. */
static void
test_cross_hair_keeps_its_lines (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[] = { 10, 25, 3 };

  ond_session_set_cross_hair (self->session, at);
  append (self, OND_REGION_BOX, 10, 10, 4, 4, 0);
  ond_regions_set_selected (self->regions, -1);
  drag (self, 10, 8, 20, 8);
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, -1);
  drag (self, 8, 8, 9, 8);
  assert_current (self, 11, 10, 4, 4, 0);
}

/* The corner across stays where it is. */
static void
test_corners (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const int signs[][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };

  for (int i = 0; i < 4; i++)
    {
      double sx = signs[i][0], sy = signs[i][1];

      append (self, OND_REGION_ELLIPSE, 20, 15, 5, 4, 0);
      drag (self, 20 + 5 * sx, 15 + 4 * sy, 20 + 7 * sx, 15 + 6 * sy);
      assert_current (self, 20 + sx, 15 + sy, 6, 5, 0);
      drag (self, 20 + 7 * sx, 15 + 6 * sy, 20 - 9 * sx, 15 - 9 * sy); /* beyond: small, not gone */
      g_assert_cmpfloat (ond_regions_get_current (self->regions)->half[0], <, 0.2);
      ond_regions_remove_all (self->regions);
    }
  append (self, OND_REGION_BOX, 20, 15, 5.5, 4.5, 0);
  drag (self, 25.5, 19.5, 27.1, 21.2); /* in whole voxels */
  assert_current (self, 21, 16, 6.5, 5.5, 0);
}

/* Of a turned one, along its own sides. */
static void
test_turned_corner (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  append (self, OND_REGION_BOX, 20, 15, 5, 3, 90);
  drag (self, 17, 20, 15, 22); /* own: +5, +3 to +7, +5 */
  assert_current (self, 19, 16, 6, 4, 90);
}

static void
test_turns (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double handle = 22 / 12. + 4; /* above the upper edge */

  append (self, OND_REGION_ELLIPSE, 20, 15, 6, 4, 0);
  drag (self, 20, 15 + handle, 20 - handle, 15);
  assert_current (self, 20, 15, 6, 4, 90);
  drag (self, 20 - handle, 15, 20, 15 + handle);
  assert_current (self, 20, 15, 6, 4, 0);
}

static void
test_keys (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_false (press (self, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_false (press (self, GDK_KEY_Delete, 0));
  append (self, OND_REGION_BOX, 20, 15, 5, 3, 0);
  g_assert_true (press (self, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_true (press (self, GDK_KEY_Up, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  assert_current (self, 19, 25, 5, 3, 0);
  g_assert_false (press (self, GDK_KEY_Left, 0)); /* the cross-hair's */
  g_assert_false (press (self, GDK_KEY_r, GDK_CONTROL_MASK));
  g_assert_false (press (self, GDK_KEY_Left, GDK_ALT_MASK)); /* the contrast's */
  g_assert_true (press (self, GDK_KEY_Delete, 0));
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 0);
}

/* A region that goes while it is being dragged; its neighbour stays as it is. */
static void
test_gone_while_dragged (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkEventController *gesture = controller (self, "region-drag");
  double x, y;

  append (self, OND_REGION_ELLIPSE, 8, 8, 3, 3, 0);
  append (self, OND_REGION_ELLIPSE, 25, 15, 3, 3, 0);
  locate (self, 25, 15, &x, &y);
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", 30., 0.);
  press (self, GDK_KEY_Delete, 0);
  g_signal_emit_by_name (gesture, "drag-update", 60., 0.);
  g_signal_emit_by_name (gesture, "drag-end", 60., 0.);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 1);
  g_assert_cmpfloat (ond_regions_get (self->regions, 0)->centre[0], ==, 8);
}

/* ---- What is seen ---- */

static gboolean
is_green (guint32 pixel)
{
  int red = (pixel >> 16) & 255, green = (pixel >> 8) & 255;

  return green > 120 && green > red + 60;
}

/* On a black slice, how many of the pixels within two of a place of the slice are the outline's. */
static int
count_green (Fixture *self, UiPicture *picture, double i, double j)
{
  double x, y;
  int n = 0;

  locate (self, i, j, &x, &y);
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++)
      n += is_green (ui_pixel (picture, x + dx, y + dy));
  return n;
}

static void
test_outlines_are_where_samples_count (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRegion other = { .normal = OND_X, .centre = { 30, 5 }, .half = { 3, 3 } };

  append (self, OND_REGION_BOX, 10, 10, 4.5, 3.5, 0);
  append (self, OND_REGION_ELLIPSE, 25, 18, 8, 4, 90);
  g_assert_true (ond_regions_append (self->regions, &other, 1));
  ond_regions_set_selected (self->regions, -1);
  g_autoptr (UiPicture) picture = ui_picture (self->view, "regions");
  g_assert_cmpint (count_green (self, picture, 14.5, 9), >, 2);
  g_assert_cmpint (count_green (self, picture, 8, 13.5), >, 2);
  g_assert_cmpint (count_green (self, picture, 10, 10), ==, 0);
  g_assert_cmpint (count_green (self, picture, 25, 26), >, 2);
  g_assert_cmpint (count_green (self, picture, 21, 18), >, 2);
  g_assert_cmpint (count_green (self, picture, 33, 18), ==, 0);
  for (double i = 30; i < 37; i += 0.25) /* of another slice, its name too */
    for (double j = 6; j < 8.5; j += 0.25)
      g_assert_cmpint (count_green (self, picture, i, j), ==, 0);
}

/* As it is drawn, and on all slices of its axis. */
static void
test_seen_while_drawn (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[] = { 39, 0, 7 };
  GtkEventController *gesture = controller (self, "region-drag");
  double x, y, to_x, to_y;

  press (self, GDK_KEY_r, 0);
  locate (self, 5, 5, &x, &y);
  locate (self, 15, 15, &to_x, &to_y);
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", to_x - x, to_y - y);
  g_autoptr (UiPicture) drawn = ui_picture (self->view, NULL);
  g_assert_cmpint (count_green (self, drawn, 15.5, 10), >, 2);
  g_signal_emit_by_name (gesture, "drag-end", to_x - x, to_y - y);
  ond_regions_set_selected (self->regions, -1);
  ond_session_set_cross_hair (self->session, at);
  g_autoptr (UiPicture) later = ui_picture (self->view, NULL);
  g_assert_cmpint (count_green (self, later, 15.5, 10), >, 2);
}

/* Another session's regions, and none after the last. */
static void
test_another_session (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndSession *other = make_session ();

  append (self, OND_REGION_BOX, 10, 10, 4, 4, 0);
  g_object_set (self->view, "session", other, NULL);
  g_object_unref (self->session);
  self->session = other;
  self->regions = ond_session_get_regions (other);
  press (self, GDK_KEY_r, 0);
  drag (self, 5, 5, 15, 15);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 1);
  g_object_set (self->view, "session", NULL, NULL);
  g_assert_false (press (self, GDK_KEY_r, 0));
  drag (self, 5, 5, 15, 15);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/region-input/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("draw-a-box", test_draw_box);
  ADD ("draw-an-ellipse", test_draw_ellipse);
  ADD ("the-tool-stays-until-something-is-drawn", test_tool);
  ADD ("escape-while-drawing", test_escape_while_drawing);
  ADD ("return-draws-at-the-cross-hair", test_return_draws_at_the_cross_hair);
  ADD ("click-selects", test_click_selects);
  ADD ("drag-moves", test_drag_moves);
  ADD ("the-cross-hair-keeps-its-lines", test_cross_hair_keeps_its_lines);
  ADD ("corners", test_corners);
  ADD ("corner-of-a-turned-one", test_turned_corner);
  ADD ("turns", test_turns);
  ADD ("keys", test_keys);
  ADD ("gone-while-dragged", test_gone_while_dragged);
  ADD ("outlines-are-where-samples-count", test_outlines_are_where_samples_count);
  ADD ("seen-while-drawn", test_seen_while_drawn);
  ADD ("another-session", test_another_session);
  return g_test_run ();
}
