/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of a sweep with its profiles: what they show, what they set, and what the line under them
 * says. */
#include "model-harness.h"
#include "ui-harness.h"

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

static OndSweepJob *
start_sweep (Fixture *self, const char *const texts[OND_N_PARAMETERS])
{
  OndVolume *volume = ond_session_get_volume (self->session);
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepRequest request = {
    .grids = grids,
    .geometry = *ond_volume_get_geometry (volume),
    .method = ond_session_get_method (self->session),
    .norm = ond_session_get_wavelet (self->session).norm,
    .statistics = OND_STATISTICS_ALL,
  };
  const OndMapsOrigin origin = { .input = "model" };
  g_autoptr (OndSweepPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  OndSweepJob *job;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  plan = ond_sweep_plan_new (&request, &error);
  g_assert_no_error (error);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  job = ond_sweep_job_new (self->engine, volume, plan, &origin, &error);
  g_assert_no_error (error);
  return job;
}

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

static void
sweep (Fixture *self, const char *const texts[OND_N_PARAMETERS])
{
  g_clear_object (&self->job);
  self->job = start_sweep (self, texts);
  ond_map_panel_set_job (OND_MAP_PANEL (self->panel), self->job);
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

  ond_map_panel_get_indices (OND_MAP_PANEL (self->panel), &is_xi, &is_scale);
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
  g_object_set (self->session, "boundary", OND_BOUNDARY_PERIODIC, NULL);
  g_assert_nonnull (g_strrstr (ond_map_panel_get_note (OND_MAP_PANEL (self->panel)), "Made with"));
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
  ond_map_view_locate (ond_map_panel_get_view (OND_MAP_PANEL (self->panel)), 3, 1, &x, &y);
  ui_hover (GTK_WIDGET (ond_map_panel_get_view (OND_MAP_PANEL (self->panel))), x, y);
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
  ond_map_panel_set_job (OND_MAP_PANEL (self->panel), NULL);
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
