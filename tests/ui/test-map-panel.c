/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of a sweep with its profiles: what they show, what they set, and what the line under them
 * says. */
#include "model-harness.h"
#include "maps-harness.h"
#include "ui-harness.h"

#include "ui/map-options.h"
#include "ui/map-origin.h"
#include "ui/map-panel.h"
#include "ui/profile-view.h"

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  OndSweepJob *job;
  GtkWidget *panel, *window;
} Fixture;

static const char *const ranges[OND_N_PARAMETERS] = { "0:180:6", "0:180:4", "5,2,10", "1.5,3" };

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndVolume *volume = model_volume (24, 20, 16);

  self->engine = model_engine ();
  self->session = ond_session_new (self->engine);
  ond_session_set_volume (self->session, volume);
  ond_volume_unref (volume);
  self->panel = g_object_new (OND_TYPE_MAP_PANEL, NULL);
  ond_map_panel_set_session (OND_MAP_PANEL (self->panel), self->session);
  self->window = ui_show (self->panel, 370, 360);
}

static void
fixture_end (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gpointer panel = self->panel, session = self->session;

  g_object_add_weak_pointer (G_OBJECT (panel), &panel);
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  ui_close (self->window);
  UI_ASSERT_GONE (panel);
  g_clear_object (&self->job);
  g_object_unref (self->session);
  UI_ASSERT_GONE (session);
  ond_engine_unref (self->engine);
}

static OndMapModel *
get_model (Fixture *self)
{
  return ond_session_get_maps (self->session);
}

static void
sweep (Fixture *self, const char *const texts[OND_N_PARAMETERS])
{
  g_clear_object (&self->job);
  self->job = sweep_start (self->session, texts);
  ond_map_model_set_job (get_model (self), self->job);
  UI_WAIT (ond_sweep_job_get_state (self->job) == OND_SWEEP_DONE);
  ui_wait_frame (self->panel);
}

static GtkWidget *
profile (Fixture *self, OndParameter parameter)
{
  return ond_profiles_get_view (ond_map_panel_get_profiles (OND_MAP_PANEL (self->panel)),
                                parameter);
}

static void
assert_note (Fixture *self, const char *expected)
{
  g_assert_cmpstr (ond_map_panel_get_note (OND_MAP_PANEL (self->panel)), ==, expected);
}

static void
assert_plane (Fixture *self, gsize xi, gsize scale)
{
  gsize is_xi, is_scale;

  ond_map_model_get_plane (get_model (self), 0, &is_xi, &is_scale);
  g_assert_cmpuint (is_xi, ==, xi);
  g_assert_cmpuint (is_scale, ==, scale);
}

static double
get (Fixture *self, const char *name)
{
  double value;

  g_object_get (self->session, name, &value, NULL);
  return value;
}

static void
test_note_names_plane (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_object_set (self->session, "xi", 5.0, "scale", 3.0, NULL);
  sweep (self, ranges);
  assert_note (self, "Plane of ξ 5, a 3");
  g_object_set (self->session, "xi", 2.2, NULL);
  assert_plane (self, 1, 1);
  assert_note (self, "Plane of ξ 2, a 3 · sliders at ξ 2.2, a 3");
}

static void
test_click_sets (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double x, y, theta = get (self, "theta");

  g_object_set (self->session, "xi", 5.0, "scale", 3.0, NULL);
  sweep (self, ranges);
  ond_profile_view_locate (OND_PROFILE_VIEW (profile (self, OND_PARAMETER_XI)), 2, &x, &y);
  ui_click (profile (self, OND_PARAMETER_XI), x, y);
  g_assert_cmpfloat (get (self, "xi"), ==, 10);
  g_assert_cmpfloat (get (self, "scale"), ==, 3);
  g_assert_cmpfloat (get (self, "theta"), ==, theta);
  assert_plane (self, 2, 1);
  ond_profile_view_locate (OND_PROFILE_VIEW (profile (self, OND_PARAMETER_SCALE)), 0, &x, &y);
  ui_click (profile (self, OND_PARAMETER_SCALE), x, y);
  g_assert_cmpfloat (get (self, "scale"), ==, 1.5);
  assert_plane (self, 2, 0);
}

/* The value in words is that of the maps, at the cell nearest to the sliders' direction. */
static void
test_hover_reads (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  float plane[24];
  g_autofree char *expected = NULL;
  double x, y;

  g_object_set (self->session, "theta", 62.0, "phi", 130.0, "xi", 5.0, "scale", 3.0, NULL);
  sweep (self, ranges);
  ond_sweep_job_get_plane (self->job, OND_STATISTIC_ENERGY, 2, 1, plane);
  expected = g_strdup_printf ("θ 60°  φ 135°  ξ 10  a 3  %.5g K²", (double) plane[3 * 6 + 2]);
  ond_profile_view_locate (OND_PROFILE_VIEW (profile (self, OND_PARAMETER_XI)), 2, &x, &y);
  ui_hover (profile (self, OND_PARAMETER_XI), x, y);
  assert_note (self, expected);
  ui_leave (profile (self, OND_PARAMETER_XI));
  assert_note (self, "Plane of ξ 5, a 3");

  g_free (expected);
  expected = NULL;
  ond_sweep_job_get_plane (self->job, OND_STATISTIC_ENERGY, 0, 1, plane);
  expected = g_strdup_printf ("θ 90°  φ 45°  ξ 5  a 3  %.5g K²", (double) plane[1 * 6 + 3]);
  ond_map_view_locate (ond_map_panel_get_view (OND_MAP_PANEL (self->panel), 0), 3, 1, &x, &y);
  ui_hover (GTK_WIDGET (ond_map_panel_get_view (OND_MAP_PANEL (self->panel), 0)), x, y);
  assert_note (self, expected);
}

static void
test_one_value_has_no_profile (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const char *const one_scale[OND_N_PARAMETERS] = { "0:180:6", "0:180:4", "2,5", "2" };
  static const char *const one_plane[OND_N_PARAMETERS] = { "0:180:6", "0:180:4", "5", "2" };

  g_assert_false (gtk_widget_get_mapped (profile (self, OND_PARAMETER_XI)));
  sweep (self, one_scale);
  g_assert_true (gtk_widget_get_mapped (profile (self, OND_PARAMETER_XI)));
  g_assert_false (gtk_widget_get_mapped (profile (self, OND_PARAMETER_SCALE)));
  sweep (self, one_plane);
  g_assert_false (gtk_widget_get_mapped (profile (self, OND_PARAMETER_XI)));
  ond_map_model_set_job (get_model (self), NULL);
  assert_note (self, "");
}

/* Small beside a small map, and not flat under a wide one. */
static void
test_profiles_grow (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  GtkWidget *profiles;
  int small;

  sweep (self, ranges);
  profiles = profile (self, OND_PARAMETER_XI);
  small = gtk_widget_get_height (profiles);
  g_assert_cmpint (small, <, 100);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 700);
  UI_WAIT (gtk_widget_get_width (profiles) > 450);
  g_assert_cmpint (gtk_widget_get_height (profiles), >, small + 50);
}

/* Turning the wavelet moves the cell that the profiles go through. */
static void
test_profiles_follow (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndProfiles *profiles = ond_map_panel_get_profiles (OND_MAP_PANEL (self->panel));
  gsize theta, phi;

  sweep (self, ranges);
  g_object_set (self->session, "theta", 95.0, "phi", 50.0, NULL);
  ond_profiles_get_cell (profiles, &theta, &phi);
  g_assert_cmpuint (theta, ==, 3);
  g_autoptr (UiPicture) before = ui_picture (GTK_WIDGET (profiles), "profiles");
  g_object_set (self->session, "theta", 31.0, "phi", 3.0, NULL);
  ond_profiles_get_cell (profiles, &theta, &phi);
  g_assert_cmpuint (theta, ==, 1);
  g_assert_cmpuint (phi, ==, 0);
  g_autoptr (UiPicture) after = ui_picture (GTK_WIDGET (profiles), NULL);
  g_assert_cmpuint (ui_picture_compare (before, after), >, 0);
}

static GtkWidget *
view (Fixture *self, guint map)
{
  return GTK_WIDGET (ond_map_panel_get_view (OND_MAP_PANEL (self->panel), map));
}

/* A button, toggle or check button by its label or accessible name. */
static GtkWidget *
find_button (GtkWidget *root, const char *label)
{
  g_autofree char *other = NULL;

  if (GTK_IS_BUTTON (root) || GTK_IS_CHECK_BUTTON (root))
    {
      const char *text = GTK_IS_BUTTON (root) ? gtk_button_get_label (GTK_BUTTON (root)) : NULL;

      other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (root),
                                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label);
      if (other == NULL || g_strcmp0 (text, label) == 0)
        return root;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_drop_down (GtkWidget *root, const char *label)
{
  if (GTK_IS_DROP_DOWN (root))
    {
      g_autofree char *other = gtk_test_accessible_check_property (
          GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL, label);

      if (other == NULL)
        return root;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_drop_down (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
choose (Fixture *self, const char *label, guint row)
{
  GtkWidget *drop_down = find_drop_down (self->panel, label);

  g_assert_nonnull (drop_down);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), row);
}

/* Made with what is not the window's method: it says so, and the button sets it. */
static void
test_origin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndMapOrigin *origin = OND_MAP_ORIGIN (ui_find (self->panel, OND_TYPE_MAP_ORIGIN, NULL));
  GtkWidget *use = find_button (self->panel, "Use These");
  int boundary;

  sweep (self, ranges);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (origin)));
  g_object_set (self->session, "norm", (int) OND_NORM_L1, NULL); /* which changes no maps */
  g_assert_cmpstr (ond_map_origin_get_text (origin), ==, "");
  g_object_set (self->session, "boundary", (int) OND_BOUNDARY_PERIODIC, "fill", (int) OND_FILL_ZERO,
                NULL);
  g_assert_true (gtk_widget_get_mapped (use));
  g_assert_cmpstr (ond_map_origin_get_text (origin), ==, "Made with Mirror, invalid voxels: Local");
  g_signal_emit_by_name (use, "clicked");
  g_object_get (self->session, "boundary", &boundary, NULL);
  g_assert_cmpint (boundary, ==, OND_BOUNDARY_MIRROR);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (origin)));
  g_object_set (self->session, "border", 1, NULL);
  g_assert_cmpstr (ond_map_origin_get_text (origin), ==, "Made with the border kept");
  g_signal_emit_by_name (use, "clicked");
  g_assert_false (ond_session_get_method (self->session).exclude_border);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (origin)));
}

static void
test_second_map (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  float plane[24];
  g_autofree char *expected = NULL;
  double x, y;

  g_object_set (self->session, "xi", 5.0, "scale", 3.0, NULL);
  sweep (self, ranges);
  g_assert_false (gtk_widget_get_mapped (view (self, 1)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (self->panel, "Second map")), TRUE);
  UI_WAIT (gtk_widget_get_mapped (view (self, 1)) && gtk_widget_get_height (view (self, 1)) > 0);
  choose (self, "Second map: Statistic", 1);
  choose (self, "Second map: Plane of the stretch", 2);
  ui_wait_frame (self->panel);
  ond_sweep_job_get_plane (self->job, OND_STATISTIC_MEAN, 2, 1, plane);
  expected = g_strdup_printf ("θ 120°  φ 90°  ξ 10  a 3  %.5g K", (double) plane[2 * 6 + 4]);
  ond_map_view_locate (OND_MAP_VIEW (view (self, 1)), 4, 2, &x, &y);
  ui_hover (view (self, 1), x, y);
  assert_note (self, expected);
  ui_click (view (self, 1), x, y);
  g_assert_cmpfloat (get (self, "xi"), ==, 10);
  g_assert_cmpfloat (get (self, "theta"), ==, 120);
  assert_plane (self, 0, 1); /* the first stays where it can be compared */
}

static void
test_double_click (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const gsize at[OND_N_PARAMETERS] = { 4, 2, 0, 1 };
  gint32 voxel[OND_N_AXES], cross_hair[OND_N_AXES];
  double x, y;

  g_object_set (self->session, "xi", 5.0, "scale", 3.0, NULL);
  sweep (self, ranges);
  ond_sweep_job_get_max_voxel (self->job, at, voxel);
  ond_map_view_locate (OND_MAP_VIEW (view (self, 0)), 4, 2, &x, &y);
  g_signal_emit_by_name (ui_controller (view (self, 0), GTK_TYPE_GESTURE_CLICK), "pressed", 2, x,
                         y);
  ond_session_get_cross_hair (self->session, cross_hair);
  g_assert_cmpmem (voxel, sizeof voxel, cross_hair, sizeof cross_hair);
  g_assert_cmpfloat (get (self, "theta"), ==, 120);
}

/* The chosen norm and limits are seen in the picture and read under the pointer. */
static void
test_options (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  GtkWidget *sphere = find_button (self->panel, "Sphere"), *lower,
            *box = ui_find (self->panel, OND_TYPE_MAP_OPTIONS_BOX, NULL);
  static const char *const nonsense[] = { "about 5", "5 or so", "inf", "" };
  g_autoptr (UiPicture) plain = NULL, log = NULL, round = NULL;
  OndMapModel *model = get_model (self);

  sweep (self, ranges);
  plain = ui_picture (view (self, 0), "panel-map");
  choose (self, "Stretch of the maps", OND_STRETCH_LOG);
  log = ui_picture (view (self, 0), NULL);
  g_assert_cmpuint (ui_picture_compare (plain, log), >, 500);
  choose (self, "Norm of the maps", 1 + OND_NORM_RAW);
  g_assert_cmpint (ond_map_model_get_norm (model), ==, OND_NORM_RAW);
  lower = ui_find (self->panel, GTK_TYPE_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (lower), "1e3");
  g_signal_emit_by_name (lower, "activate");
  g_assert_cmpfloat (ond_map_model_get_colors (model, 0).lower, ==, 1000);
  g_assert_cmpint (ond_map_model_get_options (model)->limits, ==, OND_MAP_LIMITS_LOCKED);
  for (gsize i = 0; i < G_N_ELEMENTS (nonsense); i++)
    {
      gtk_editable_set_text (GTK_EDITABLE (lower), nonsense[i]);
      g_signal_emit_by_name (lower, "activate");
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (lower)), ==, "1000");
    }
  gtk_menu_button_popup (GTK_MENU_BUTTON (ui_find (self->panel, GTK_TYPE_MENU_BUTTON, NULL)));
  UI_WAIT (gtk_widget_get_mapped (box) && gtk_widget_get_width (box) > 0);
  g_autoptr (UiPicture) open = ui_picture (gtk_widget_get_parent (box), "panel-options");
  g_assert_cmpint (open->width, >, 200);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (ui_find (self->panel, GTK_TYPE_MENU_BUTTON, NULL)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (sphere), TRUE);
  g_assert_true (ond_map_model_get_options (model)->sphere);
  round = ui_picture (view (self, 0), "panel-sphere");
  g_assert_cmphex (ui_pixel (round, 1, 1), ==, ui_pixel (plain, 1, 1)); /* paper */
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "the-note-names-the-plane", test_note_names_plane },
    { "a-click-on-a-profile-sets-its-parameter", test_click_sets },
    { "hovering-reads-the-maps", test_hover_reads },
    { "one-value-has-no-profile", test_one_value_has_no_profile },
    { "maps-say-by-what-method-they-were-made", test_origin },
    { "the-second-map-is-beside-the-first", test_second_map },
    { "a-double-click-leads-to-the-voxel", test_double_click },
    { "options-are-seen", test_options },
    { "profiles-follow-the-direction", test_profiles_follow },
    { "profiles-grow-with-the-window", test_profiles_grow },
  };

  ui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/map-panel/", tests[i].name, NULL);
      g_test_add (path, Fixture, NULL, fixture_begin, tests[i].test, fixture_end);
    }
  return g_test_run ();
}
