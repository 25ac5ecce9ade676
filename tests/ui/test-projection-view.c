/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projection as a person sees and uses it, by the CPU and by OpenGL. */
#include "ui-harness.h"

#include "ui/projection-canvas.h"
#include "ui/projection-input.h"
#include "ui/projection-menu.h"
#include "ui/projection-view.h"

#define WIDTH 340
#define HEIGHT 300

/* Sizes that are all different and edges that are not equal, so that no two axes can be
 * mistaken. */
static const OndGeometry box = { { 14, 10, 8 }, { 1, 1.5, 2 } };

typedef struct
{
  OndSession *session;
  OndProjection *projection;
  GtkWidget *view, *window;
} Fixture;

static float
sample_at (const gint32 at[OND_N_AXES])
{
  return (float) ((at[OND_X] * 13 + at[OND_Y] * 29 + at[OND_Z] * 53) % 101);
}

static OndVolume *
make_volume (const OndGeometry *geometry)
{
  OndVolumeInfo info = { .name = "box" };
  float *samples = ond_volume_alloc (geometry, NULL);

  g_assert_nonnull (samples);
  for (size_t i = 0; i < ond_geometry_n_voxels (geometry); i++)
    {
      int32_t at[OND_N_AXES];

      ond_geometry_position (geometry, i, at);
      samples[i] = sample_at (at);
    }
  return ond_volume_new_take (geometry, samples, &info);
}

static OndProjectionView *
get_view (Fixture *self)
{
  return OND_PROJECTION_VIEW (self->view);
}

static OndProjectionCanvas *
get_canvas (Fixture *self)
{
  return OND_PROJECTION_CANVAS (ui_find (self->view, OND_TYPE_PROJECTION_CANVAS, NULL));
}

static void
open_volume (Fixture *self, const OndGeometry *geometry)
{
  const OndColorScale colors = { .map = OND_COLORMAP_VIRIDIS, .lower = 0, .upper = 100 };
  g_autoptr (OndVolume) volume = make_volume (geometry);

  ond_session_set_volume (self->session, volume);
  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &colors);
  UI_WAIT (!ond_session_get_busy (self->session));
}

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const OndEngineOptions options = { .threads = 2, .backend = "fftw" };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndEngine) engine = ond_engine_new (&options, &error);

  g_assert_no_error (error);
  self->session = ond_session_new (engine);
  self->projection = ond_session_get_projection (self->session);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  self->view = ond_projection_view_new (self->session);
  open_volume (self, &box);
  self->window = ui_show (self->view, WIDTH, HEIGHT);
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
}

static void
fixture_end (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gpointer view = self->view, session = self->session;

  g_object_add_weak_pointer (G_OBJECT (self->view), &view);
  g_object_add_weak_pointer (G_OBJECT (self->session), &session);
  ui_close (self->window);
  g_object_unref (self->session);
  UI_ASSERT_GONE (view);
  UI_ASSERT_GONE (session);
}

static void
look_from (Fixture *self, double azimuth, double elevation)
{
  const OndPose pose = { .azimuth = azimuth, .elevation = elevation, .zoom = 1 };

  ond_projection_set_pose (self->projection, &pose);
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
}

/* The same with a ray for each pixel: a busy processor that computes OpenGL may draw fewer. */
static void
look_closely_from (Fixture *self, double azimuth, double elevation)
{
  look_from (self, azimuth, elevation);
  for (int i = 0; i < 30 && ond_projection_canvas_get_divisor (get_canvas (self)) > 1; i++)
    {
      look_from (self, azimuth + 1, elevation);
      look_from (self, azimuth, elevation);
    }
  g_assert_cmpint (ond_projection_canvas_get_divisor (get_canvas (self)), ==, 1);
}

/* The colour of the largest sample along z, with its place. */
static guint32
largest_color (Fixture *self, gint32 at[OND_N_AXES])
{
  gint32 z = 0;

  for (at[OND_Z] = 0; at[OND_Z] < box.n[OND_Z]; at[OND_Z]++)
    {
      const gint32 best[OND_N_AXES] = { at[OND_X], at[OND_Y], z };

      if (sample_at (at) > sample_at (best))
        z = at[OND_Z];
    }
  at[OND_Z] = z;
  return ond_color_scale_map (ond_session_get_colors (self->session, OND_SHOW_IMAGE),
                              (double) sample_at (at));
}

/* Seen along z every column of voxels has the colour of its largest, in the voxel's quarter away
 * from the lines that go through middles. */
static void
test_pixels (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (UiPicture) picture = NULL;
  int same = 0, all = 0;

  look_closely_from (self, 0, 0);
  picture = ui_picture (self->view, "projection");
  g_assert_cmpint (ond_projection_canvas_uses_gl (get_canvas (self)), ==, ui_variant_has_gl ());
  for (gint32 y = 0; y < box.n[OND_Y]; y++)
    for (gint32 x = 0; x < box.n[OND_X]; x++)
      {
        const double place[OND_N_AXES] = { x + 0.27, y + 0.27, 0 };
        gint32 at[OND_N_AXES] = { x, y, 0 };
        double px, py;

        g_assert_true (ond_projection_view_locate (get_view (self), place, &px, &py));
        all++;
        same += ui_pixel (picture, px, py) == (largest_color (self, at) & 0xffffff);
      }
  /* The needle and the letters are over some. */
  g_assert_cmpint (same, >, all * 8 / 10);
  g_assert_cmpint (all, ==, box.n[OND_X] * box.n[OND_Y]);
}

static guint32
alpha_at (const UiPicture *picture, double x, double y)
{
  return picture->pixels[(int) y * picture->scale * picture->width + (int) x * picture->scale]
         >> 24;
}

/* Beside the volume nothing is drawn: there the ground of the view is seen. */
static void
test_ground (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (UiPicture) picture = NULL;
  const OndPose small = { .zoom = 0.5 };

  ond_projection_set_pose (self->projection, &small);
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
  picture = ui_picture (self->view, NULL);
  g_assert_cmpuint (alpha_at (picture, WIDTH / 2., 60), ==, 0);
  g_assert_cmpuint (alpha_at (picture, WIDTH - 20., HEIGHT / 2.), ==, 0);
  g_assert_cmpuint (alpha_at (picture, WIDTH / 2. + 9, HEIGHT / 2. + 9), ==, 255);
}

static void
assert_pose (Fixture *self, double azimuth, double elevation)
{
  const OndPose pose = ond_projection_get_pose (self->projection);

  g_assert_cmpfloat_with_epsilon (pose.azimuth, azimuth, 1e-9);
  g_assert_cmpfloat_with_epsilon (pose.elevation, elevation, 1e-9);
}

static void
test_keys (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const OndPose initial = ond_pose_default ();

  look_from (self, 0, 0);
  g_assert_true (ui_key (self->view, GDK_KEY_Right, 0));
  assert_pose (self, -5, 0);
  g_assert_true (ui_key (self->view, GDK_KEY_Up, 0));
  assert_pose (self, -5, -5);
  g_assert_true (ui_key (self->view, GDK_KEY_Left, GDK_SHIFT_MASK));
  assert_pose (self, 25, -5);
  g_assert_true (ui_key (self->view, GDK_KEY_KP_Down, 0));
  assert_pose (self, 25, 0);
  g_assert_true (ui_key (self->view, GDK_KEY_x, 0));
  assert_pose (self, 90, 0);
  g_assert_true (ui_key (self->view, GDK_KEY_y, 0));
  assert_pose (self, 0, -90);
  g_assert_true (ui_key (self->view, GDK_KEY_z, 0));
  assert_pose (self, 0, 0);
  g_assert_true (ui_key (self->view, GDK_KEY_plus, 0));
  g_assert_true (ui_key (self->view, GDK_KEY_plus, 0));
  g_assert_cmpfloat_with_epsilon (ond_projection_get_pose (self->projection).zoom, 2, 1e-9);
  g_assert_true (ui_key (self->view, GDK_KEY_minus, 0));
  g_assert_cmpfloat (ond_projection_get_pose (self->projection).zoom, <, 1.5);
  g_assert_false (ui_key (self->view, GDK_KEY_Right, GDK_CONTROL_MASK));
  g_assert_false (ui_key (self->view, GDK_KEY_F5, 0));
  g_assert_true (ui_key (self->view, GDK_KEY_Home, 0));
  const OndPose pose = ond_projection_get_pose (self->projection);
  g_assert_true (ond_pose_equal (&pose, &initial));
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
}

/* Half a turn across the view, up to the threshold of a drag; no click comes of it. */
static void
test_drag (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gint32 before[OND_N_AXES], after[OND_N_AXES];
  OndPose pose;

  look_from (self, 0, 0);
  ond_session_get_cross_hair (self->session, before);
  ui_drag (self->view, 60, 150, 70, 0);
  pose = ond_projection_get_pose (self->projection);
  g_assert_cmpfloat_with_epsilon (pose.azimuth, -180. * 70 / (HEIGHT - 20), 2);
  g_assert_cmpfloat (pose.elevation, ==, 0);
  ui_drag (self->view, 60, 150, 0, -50);
  pose = ond_projection_get_pose (self->projection);
  g_assert_cmpfloat_with_epsilon (pose.elevation, -180. * 50 / (HEIGHT - 20), 2);
  ond_session_get_cross_hair (self->session, after);
  g_assert_cmpmem (before, sizeof before, after, sizeof after);
}

/* The buttons: the middle one, or Shift, moves the picture with the hand; the right one sets bias
 * and contrast. */
static void
test_other_drags (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndProjectionInput *input = ond_projection_view_get_input (get_view (self));
  const double at[OND_N_AXES] = { 3, 4, 5 };
  const OndColorScale *colors;
  double x, y, after_x, after_y;

  look_from (self, 20, 30);
  for (int i = 0; i < 2; i++)
    {
      ond_projection_view_locate (get_view (self), at, &x, &y);
      ond_projection_input_drag_begin (input, i == 0 ? GDK_BUTTON_MIDDLE : GDK_BUTTON_PRIMARY,
                                       i == 0 ? 0 : GDK_SHIFT_MASK);
      g_assert_false (ond_projection_input_drag_update (input, 1, 1)); /* still a click */
      g_assert_true (ond_projection_input_drag_update (input, 30, -20));
      g_assert_false (ond_projection_input_drag_update (input, 32, -21));
      ond_projection_view_locate (get_view (self), at, &after_x, &after_y);
      g_assert_cmpfloat_with_epsilon (after_x, x + 32, 0.01);
      g_assert_cmpfloat_with_epsilon (after_y, y - 21, 0.01);
      assert_pose (self, 20, 30);
    }

  ond_projection_input_drag_begin (input, GDK_BUTTON_SECONDARY, 0);
  ond_projection_input_drag_update (input, WIDTH / 4., -HEIGHT / 4.);
  assert_pose (self, 20, 30);
  colors = ond_session_get_colors (self->session, OND_SHOW_IMAGE);
  g_assert_cmpfloat_with_epsilon (colors->contrast_log2, 1, 0.01);
  g_assert_cmpfloat_with_epsilon (colors->bias_offset, 0.25, 0.01);
  ond_projection_menu_popup (get_view (self), 100, 100);
  g_assert_true (gtk_widget_activate_action (self->view, "projection.neutral", NULL));
  g_assert_true (
      ond_color_scale_is_neutral (ond_session_get_colors (self->session, OND_SHOW_IMAGE)));
  g_assert_true (ui_key (self->view, GDK_KEY_Up, GDK_ALT_MASK));
  g_assert_true (ui_key (self->view, GDK_KEY_Right, GDK_ALT_MASK));
  g_assert_false (ui_key (self->view, GDK_KEY_x, GDK_ALT_MASK));
  assert_pose (self, 20, 30);
  colors = ond_session_get_colors (self->session, OND_SHOW_IMAGE);
  g_assert_cmpfloat_with_epsilon (colors->contrast_log2, 0.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (colors->bias_offset, 0.02, 1e-9);
}

/* Of two clicks the first must not open what would swallow the second. */
static void
test_right_clicks (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  GtkGesture *click = NULL;
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (self->view);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller))
                 == GDK_BUTTON_SECONDARY)
        click = GTK_GESTURE (controller);
    }
  ui_key (self->view, GDK_KEY_Up, GDK_ALT_MASK);
  g_signal_emit_by_name (click, "released", 1, 100., 100.);
  g_assert_null (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL));
  g_signal_emit_by_name (click, "released", 2, 100., 100.);
  g_assert_true (
      ond_color_scale_is_neutral (ond_session_get_colors (self->session, OND_SHOW_IMAGE)));
  ui_spin (600); /* longer than the double click's time */
  g_assert_null (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL));
  g_signal_emit_by_name (click, "released", 1, 100., 100.);
  g_assert_nonnull (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL));
}

static void
test_wheel (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const double at[OND_N_AXES] = { 11, 7, 3 };
  double x, y, after_x, after_y;

  look_from (self, 20, 30);
  ond_projection_view_locate (get_view (self), at, &x, &y);
  ui_hover (self->view, x, y);
  for (int i = 0; i < 4; i++)
    g_assert_true (ui_scroll (self->view, -1));
  g_assert_cmpfloat_with_epsilon (ond_projection_get_pose (self->projection).zoom, 2, 1e-9);
  ond_projection_view_locate (get_view (self), at, &after_x, &after_y);
  g_assert_cmpfloat_with_epsilon (after_x, x, 0.01);
  g_assert_cmpfloat_with_epsilon (after_y, y, 0.01);
}

/* The cross-hair goes to the voxel that is seen, all three of its coordinates. */
static void
test_click (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  look_from (self, 0, 0);
  for (gint32 i = 1; i < 5; i++)
    {
      const double place[OND_N_AXES] = { 2 * i + 0.2, i + 0.2, 0 };
      gint32 expected[OND_N_AXES] = { 2 * i, i, 0 }, at[OND_N_AXES];
      double x, y;

      largest_color (self, expected);
      ond_projection_view_locate (get_view (self), place, &x, &y);
      ui_drag (self->view, x, y, 0, 0); /* what begins a click, too */
      ui_click (self->view, x, y);
      ond_session_get_cross_hair (self->session, at);
      g_assert_cmpmem (at, sizeof at, expected, sizeof expected);
      ui_click (self->view, 3, HEIGHT / 2); /* beside the volume */
      ond_session_get_cross_hair (self->session, at);
      g_assert_cmpmem (at, sizeof at, expected, sizeof expected);
    }
}

static void
count (int *n)
{
  ++*n;
}

static void
test_maximize (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  GtkGesture *click = ui_controller (self->view, GTK_TYPE_GESTURE_CLICK);
  int wanted = 0;

  g_signal_connect_swapped (self->view, "maximize", G_CALLBACK (count), &wanted);
  g_signal_emit_by_name (click, "released", 2, 100., 100.);
  g_assert_cmpint (wanted, ==, 1);
  g_assert_true (ui_key (self->view, GDK_KEY_Return, 0));
  g_assert_cmpint (wanted, ==, 2);
}

static void
test_menu (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const double place[OND_N_AXES] = { 3.2, 4.2, 0 };
  gint32 expected[OND_N_AXES] = { 3, 4, 0 }, at[OND_N_AXES];
  const OndPose initial = ond_pose_default ();
  double x, y;

  look_from (self, 0, 0);
  largest_color (self, expected);
  ond_projection_view_locate (get_view (self), place, &x, &y);
  ond_projection_menu_popup (get_view (self), x, y);
  g_assert_true (gtk_widget_activate_action (self->view, "projection.cross-hair", NULL));
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpmem (at, sizeof at, expected, sizeof expected);
  g_assert_true (gtk_widget_activate_action (self->view, "projection.along", "i", OND_X));
  assert_pose (self, 90, 0);
  g_assert_true (gtk_widget_activate_action (self->view, "projection.reset", NULL));
  const OndPose pose = ond_projection_get_pose (self->projection);
  g_assert_true (ond_pose_equal (&pose, &initial));

  /* Beside the volume there is no voxel. */
  g_assert_true (ui_key (self->view, GDK_KEY_Menu, 0));
  g_assert_true (ui_key (self->view, GDK_KEY_F10, GDK_SHIFT_MASK));
  ond_projection_menu_popup (get_view (self), 2, HEIGHT / 2.);
  ond_session_set_cross_hair (self->session, (gint32[]){ 0, 0, 0 });
  gtk_widget_activate_action (self->view, "projection.cross-hair", NULL);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, 0);
}

/* A busy processor that computes OpenGL may add that pixels share rays. */
static gboolean
says (Fixture *self, const char *text)
{
  const char *caption = ond_projection_view_get_caption (get_view (self));

  return caption != NULL && strstr (caption, text) != NULL;
}

/* Until there is another one the last stays, and is said to be the last. */
static void
test_response_follows (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (UiPicture) before = NULL, after = NULL;

  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
  g_assert_false (says (self, "previous"));
  before = ui_picture (self->view, "projection-response");
  g_object_set (self->session, "theta", 100., "xi", 2., NULL);
  g_assert_true (says (self, "of the previous parameters"));
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
  g_assert_false (says (self, "previous"));
  after = ui_picture (self->view, NULL);
  g_assert_cmpuint (ui_picture_compare (before, after), >, 1000);
}

/* Other colours take no other volume. */
static void
test_colors (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (UiPicture) before = ui_picture (self->view, NULL), after = NULL;
  OndColorScale colors = *ond_session_get_colors (self->session, OND_SHOW_IMAGE);

  colors.invert = TRUE;
  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &colors);
  g_assert_false (says (self, "previous"));
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
  after = ui_picture (self->view, NULL);
  g_assert_cmpuint (ui_picture_compare (before, after), >, 5000);
}

static void
test_says_when_reduced (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const OndGeometry rod = { { 2100, 4, 4 }, { 1, 1, 1 } };

  open_volume (self, &rod);
  UI_WAIT (ond_projection_view_is_settled (get_view (self)));
  g_assert_true (says (self, "reduced to 1050 × 2 × 2 (1/2)"));
}

static void
assert_described (Fixture *self, const char *text)
{
  g_autofree char *other = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);

  g_assert_cmpstr (other, ==, NULL);
}

static void
test_accessible (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const gint32 at[OND_N_AXES] = { 2, 3, 4 };

  gtk_test_accessible_assert_property (self->view, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Maximum-intensity projection");
  look_closely_from (self, -45, 60);
  ond_session_set_cross_hair (self->session, at);
  assert_described (self, "Maximum of image, seen from azimuth -45°, elevation 60°, zoom 1; "
                          "cross-hair at voxel 3, 4, 5");
  ond_coordinates_set_first (ond_session_get_coordinates (self->session), 0);
  assert_described (self, "Maximum of image, seen from azimuth -45°, elevation 60°, zoom 1; "
                          "cross-hair at voxel 2, 3, 4");
  g_assert_nonnull (gtk_widget_get_tooltip_text (self->view));
  g_assert_true (gtk_widget_get_focusable (self->view));
}

/* The window goes while a volume and a picture are in the making. */
static void
test_closed_at_work (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  g_object_set (self->session, "theta", 66., NULL);
  ui_key (self->view, GDK_KEY_Right, 0);
  g_assert_false (ond_projection_view_is_settled (get_view (self)));
}

int
main (int argc, char *argv[])
{
  ui_init (&argc, &argv);
#define ADD(name, function)                                                                        \
  g_test_add ("/projection-view/" name, Fixture, NULL, fixture_begin, function, fixture_end)
  ADD ("pixels-are-the-largest", test_pixels);
  ADD ("beside-it-is-the-ground", test_ground);
  ADD ("keys-turn-and-zoom", test_keys);
  ADD ("a-drag-turns", test_drag);
  ADD ("other-buttons-pan-and-set-contrast", test_other_drags);
  ADD ("two-right-clicks-reset-contrast-and-bias", test_right_clicks);
  ADD ("the-wheel-zooms-at-the-pointer", test_wheel);
  ADD ("a-click-finds-the-voxel", test_click);
  ADD ("a-double-click-maximizes", test_maximize);
  ADD ("the-menu-does-the-same", test_menu);
  ADD ("the-response-follows", test_response_follows);
  ADD ("colours-follow", test_colors);
  ADD ("says-when-it-is-reduced", test_says_when_reduced);
  ADD ("tells-assistive-technology", test_accessible);
  ADD ("can-be-closed-at-work", test_closed_at_work);
#undef ADD
  return g_test_run ();
}
