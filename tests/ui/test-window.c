/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole window as a person uses it, over a real cube: what is drawn is what the engine says,
 * and whatever goes wrong or is closed in the middle leaves the rest as it was. */
#include "sweep-harness.h"

#include "ui/orientation-ball.h"
#include "ui/wavelet-view.h"

static void
test_slider_redraws (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  if (!open_shared (self, CUBE))
    return;
  assert_drawn (self, OND_Z, "window-open");
  gtk_range_set_value (slider (self, OND_PARAMETER_THETA), 75);
  gtk_range_set_value (slider (self, OND_PARAMETER_SCALE), log10 (3));
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 75);
  g_assert_cmpfloat (get (self, OND_PARAMETER_SCALE), ==, 3);
  UI_WAIT (!ond_window_is_busy (self->window));
  for (int normal = 0; normal < OND_N_AXES; normal++)
    assert_drawn (self, normal, NULL);
  g_assert_true (
      ui_variant_has_gl ()
      == ond_slice_view_uses_gl (OND_SLICE_VIEW (ond_window_get_view (self->window, OND_Z)), NULL));
}

static void
test_picture_of_window (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (UiPicture) picture = NULL;

  if (!open_shared (self, CUBE))
    return;
  picture = ui_picture (GTK_WIDGET (self->window), "window");
  g_assert_cmpint (picture->width, <=, 1280);
  g_assert_cmpint (picture->height, <=, 800);
}

/* ---- The controls ---- */

static void
test_controls_follow_session (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_object_set (self->session, "theta", 12.5, "phi", 99.0, "xi", 10.0, "scale", 2.25, NULL);
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_THETA)), ==, 12.5);
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_PHI)), ==, 99);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (slider (self, OND_PARAMETER_XI)), 1, 1e-12);
  g_assert_cmpfloat (gtk_spin_button_get_value (spin_button (self, OND_PARAMETER_XI)), ==, 10);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin_button (self, OND_PARAMETER_THETA))),
                   ==, "12.5°");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin_button (self, OND_PARAMETER_SCALE))),
                   ==, "2.25");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (slider (self, OND_PARAMETER_THETA)),
                                       GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "12.5°");
}

static void
test_spin_folds (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_object_set (self->session, "theta", 30.0, "phi", 179.5, NULL);
  gtk_spin_button_spin (spin_button (self, OND_PARAMETER_PHI), GTK_SPIN_STEP_FORWARD, 1);
  g_assert_cmpfloat (get (self, OND_PARAMETER_PHI), ==, 0.5);
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 150);
  g_assert_cmpfloat (gtk_spin_button_get_value (spin_button (self, OND_PARAMETER_PHI)), ==, 0.5);
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_THETA)), ==, 150);
}

/* A third has no end in decimals: looking at it must not change it. */
static void
test_spin_keeps_exact_value (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double third = 10.0 / 3;

  g_object_set (self->session, "xi", third, NULL);
  gtk_spin_button_update (spin_button (self, OND_PARAMETER_XI));
  g_assert_cmpfloat (get (self, OND_PARAMETER_XI), ==, third);
  gtk_editable_set_text (GTK_EDITABLE (spin_button (self, OND_PARAMETER_XI)), "3.5");
  gtk_spin_button_update (spin_button (self, OND_PARAMETER_XI));
  g_assert_cmpfloat (get (self, OND_PARAMETER_XI), ==, 3.5);
  gtk_editable_set_text (GTK_EDITABLE (spin_button (self, OND_PARAMETER_XI)), "2,5");
  gtk_spin_button_update (spin_button (self, OND_PARAMETER_XI));
  g_assert_cmpfloat (get (self, OND_PARAMETER_XI), ==, 3.5); /* a comma is no 2 */
}

static void
test_reset (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *button = find_named (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "Reset xi to 5");

  g_assert_nonnull (button);
  g_assert_false (gtk_widget_get_sensitive (button));
  g_object_set (self->session, "xi", 7.0, "theta", 12.0, NULL);
  g_assert_true (gtk_widget_get_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpfloat (get (self, OND_PARAMETER_XI), ==, 5);
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 12);
  g_assert_false (gtk_widget_get_sensitive (button));
}

/* What the method is can be read without unfolding it. */
static void
test_method_is_folded (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *norm = find_named (GTK_WIDGET (self->window), GTK_TYPE_DROP_DOWN, "Norm"), *button;

  if (!open_shared (self, CUBE))
    return;
  g_assert_false (gtk_widget_get_mapped (norm));
  g_object_set (self->session, "norm", (int) OND_NORM_RAW, NULL);
  button = find_named (GTK_WIDGET (self->window), GTK_TYPE_TOGGLE_BUTTON,
                       "Method: Raw · Mirror · Continuous");
  g_assert_nonnull (button);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  UI_WAIT (gtk_widget_get_mapped (norm));
  g_assert_null (gtk_test_accessible_check_state (GTK_ACCESSIBLE (button),
                                                  GTK_ACCESSIBLE_STATE_EXPANDED, TRUE));
}

static void
test_ball_turns_sliders (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *ball = ui_find (GTK_WIDGET (self->window), OND_TYPE_ORIENTATION_BALL, NULL);

  if (!open_shared (self, CUBE))
    return;
  g_assert_true (gtk_widget_get_mapped (ball));
  g_assert_true (
      gtk_widget_get_mapped (ui_find (GTK_WIDGET (self->window), OND_TYPE_WAVELET_VIEW, NULL)));
  g_object_set (self->session, "theta", 30.0, "phi", 45.0, NULL);
  ui_key (ball, GDK_KEY_Right, GDK_SHIFT_MASK);
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_PHI)), ==, 35);
  ui_key (ball, GDK_KEY_Up, 0);
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_THETA)), ==, 29);
}

static GtkPropagationPhase
scroll_phase (gpointer widget)
{
  GtkEventController *controller = ui_controller (widget, GTK_TYPE_EVENT_CONTROLLER_SCROLL);

  g_assert_nonnull (controller);
  return gtk_event_controller_get_propagation_phase (controller);
}

static void
test_wheel_needs_focus (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkRange *theta = slider (self, OND_PARAMETER_THETA);
  gpointer focus = ui_controller (GTK_WIDGET (theta), GTK_TYPE_EVENT_CONTROLLER_FOCUS);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_assert_cmpint (scroll_phase (slider (self, p)), ==, GTK_PHASE_NONE);
      g_assert_cmpint (scroll_phase (spin_button (self, p)), ==, GTK_PHASE_NONE);
    }
  g_signal_emit_by_name (focus, "enter");
  g_assert_cmpint (scroll_phase (theta), !=, GTK_PHASE_NONE);
  g_signal_emit_by_name (focus, "leave");
  g_assert_cmpint (scroll_phase (theta), ==, GTK_PHASE_NONE);
}

static void
test_readout_follows (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[OND_N_AXES] = { 40, 20, 10 };
  g_autofree char *cross = NULL, *pointer = NULL;
  GtkWidget *view = ond_window_get_view (self->window, OND_Z);
  graphene_rect_t area;
  OndReadout *readout;

  if (!open_shared (self, CUBE))
    return;
  readout = OND_READOUT (get_child (self, "readout"));
  ond_session_set_cross_hair (self->session, at);
  UI_WAIT (!ond_window_is_busy (self->window));
  cross = ond_readout_get_text (readout);
  g_assert_nonnull (strstr (cross, "x 41  y 21  z 11"));
  g_assert_nonnull (strstr (cross, "K"));
  ui_wait_frame (view);
  ond_slice_view_get_area (OND_SLICE_VIEW (view), &area);
  g_signal_emit_by_name (view, "hover", 3.0, 4.0, 10.0);
  pointer = ond_readout_get_text (readout);
  g_assert_nonnull (strstr (pointer, "x 4  y 5  z 11"));
}

static void
test_image_has_one_view (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  if (!open_shared (self, IMAGE))
    return;
  g_assert_true (gtk_widget_get_mapped (ond_window_get_view (self->window, OND_Z)));
  g_assert_false (gtk_widget_get_mapped (ond_window_get_view (self->window, OND_X)));
  g_assert_false (gtk_widget_get_mapped (ond_window_get_view (self->window, OND_Y)));
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (slider (self, OND_PARAMETER_PHI))));
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (slider (self, OND_PARAMETER_THETA))));
}

/* ---- The slices' room and zoom ---- */

static void
assert_mapped (Fixture *self, gboolean x, gboolean y, gboolean z, gboolean projection)
{
  GtkWidget *quarter = get_child (self, "quarter_projection");

  g_assert_cmpint (gtk_widget_get_mapped (ond_window_get_view (self->window, OND_X)), ==, x);
  g_assert_cmpint (gtk_widget_get_mapped (ond_window_get_view (self->window, OND_Y)), ==, y);
  g_assert_cmpint (gtk_widget_get_mapped (ond_window_get_view (self->window, OND_Z)), ==, z);
  g_assert_cmpint (gtk_widget_get_mapped (quarter), ==, projection);
}

static void
test_one_quarter_has_all_the_room (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *view = ond_window_get_view (self->window, OND_Y);
  GtkWidget *quarters = get_child (self, "quarters");

  if (!open_shared (self, CUBE))
    return;
  assert_mapped (self, TRUE, TRUE, TRUE, TRUE);
  g_signal_emit_by_name (view, "maximize");
  assert_mapped (self, FALSE, TRUE, FALSE, FALSE);
  ui_wait_frame (view);
  g_assert_cmpint (gtk_widget_get_width (view), ==, gtk_widget_get_width (quarters));
  g_assert_cmpint (gtk_widget_get_height (view), ==, gtk_widget_get_height (quarters));
  assert_drawn (self, OND_Y, "window-one-quarter");
  g_signal_emit_by_name (view, "maximize");
  assert_mapped (self, TRUE, TRUE, TRUE, TRUE);
  g_signal_emit_by_name (ond_window_get_view (self->window, OND_N_AXES), "maximize");
  assert_mapped (self, FALSE, FALSE, FALSE, TRUE);
  g_assert_cmpint (ond_window_get_maximized (self->window), ==, OND_N_AXES);
  ond_window_set_maximized (self->window, -1);
  assert_mapped (self, TRUE, TRUE, TRUE, TRUE);

  /* Another file shares the room out again. */
  g_signal_emit_by_name (view, "maximize");
  if (!open_shared (self, IMAGE))
    return;
  assert_mapped (self, FALSE, FALSE, TRUE, FALSE);
  g_signal_emit_by_name (ond_window_get_view (self->window, OND_Z), "maximize"); /* it has it all */
  assert_mapped (self, FALSE, FALSE, TRUE, FALSE);
}

/* GTK moves the focus out of what is hidden after the next frame, and forgets what it holds for
 * that when something is hidden again before: tear_down() looks whether anything is left. */
static void
test_hidden_twice_in_a_frame (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const properties[] = { "sidebar", "sweep-bar", "map-room" };

  ond_window_open (self->window, NULL, NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
  for (int i = 0; i < 3; i++)
    {
      gtk_widget_grab_focus (ond_window_get_view (self->window, OND_Y));
      ond_window_set_maximized (self->window, OND_Z);
      ond_window_set_maximized (self->window, -1);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      GtkWidget *const inside[] = { GTK_WIDGET (slider (self, OND_PARAMETER_THETA)),
                                    ui_find (get_child (self, "sweep_bar"), GTK_TYPE_CHECK_BUTTON,
                                             NULL),
                                    ond_window_get_view (self->window, OND_Z) };

      g_assert_true (gtk_widget_grab_focus (inside[i]));
      for (int k = 0; k < 6; k++)
        g_object_set (self->window, properties[i], k % 2, NULL);
    }
}

/* Files of regions are named after the volume. */
static void
test_regions_need_a_volume (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndRegion region = { .normal = OND_Z, .centre = { 3, 3 }, .half = { 1, 1 } };
  GActionGroup *actions = G_ACTION_GROUP (self->window);

  g_assert_true (ond_regions_append (ond_session_get_regions (self->session), &region, 1));
  g_assert_false (g_action_group_get_action_enabled (actions, "region-save"));
  g_assert_false (g_action_group_get_action_enabled (actions, "region-delete"));
  ond_window_open (self->window, NULL, NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
  ond_regions_append (ond_session_get_regions (self->session), &region, 1);
  g_assert_true (g_action_group_get_action_enabled (actions, "region-save"));
  g_assert_true (g_action_group_get_action_enabled (actions, "region-delete"));
}

static void
test_zoom_actions (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *window = GTK_WIDGET (self->window);
  OndZoom *zoom = ond_session_get_zoom (self->session);
  const gint32 at[] = { 30, 20, 10 };
  double fit, centre[OND_N_AXES];

  g_assert_false (gtk_widget_activate_action (window, "view.zoom-in", NULL)
                  && !ond_zoom_get_fits (zoom));
  if (!open_shared (self, CUBE))
    return;
  ui_wait_frame (window);
  ond_session_set_cross_hair (self->session, at);
  fit = ond_zoom_get_factor (zoom);
  g_assert_true (gtk_widget_activate_action (window, "view.zoom-in", NULL));
  g_assert_true (gtk_widget_activate_action (window, "view.zoom-in", NULL));
  g_assert_cmpfloat_with_epsilon (ond_zoom_get_factor (zoom), 2 * fit, 1e-9);
  ond_zoom_get_centre (zoom, centre);
  for (int i = 0; i < OND_N_AXES; i++)
    g_assert_cmpfloat (centre[i], ==, at[i]);
  assert_drawn (self, OND_Z, "window-zoomed");
  assert_drawn (self, OND_X, NULL);
  gtk_widget_activate_action (window, "view.zoom-out", NULL);
  g_assert_cmpfloat_with_epsilon (ond_zoom_get_factor (zoom), sqrt (2) * fit, 1e-9);
  gtk_widget_activate_action (window, "view.zoom-one", NULL);
  g_assert_nonnull (find_named (window, GTK_TYPE_MENU_BUTTON, "Zoom: 1 device pixels a voxel"));
  gtk_widget_activate_action (window, "view.zoom-fit", NULL);
  g_assert_true (ond_zoom_get_fits (zoom));
}

/* ---- Sweeps ---- */

static void
test_sweep_fills_and_click_sets (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const ranges[OND_N_PARAMETERS] = { "0:180:12", "0:180:12", "5", "2" };
  OndMapView *map = ond_map_panel_get_view (ond_window_get_map_panel (self->window), 0);
  OndSweepJob *job;
  gsize seen = 0, readings = 0;
  double x, y;

  if (!open_shared (self, CUBE))
    return;
  run_sweep (self, ranges);
  job = ond_sweep_panel_get_job (ond_window_get_sweep_panel (self->window));
  while (ond_sweep_job_get_state (job) == OND_SWEEP_RUNNING)
    {
      readings += ond_sweep_job_get_n_done (job) > seen;
      seen = ond_sweep_job_get_n_done (job);
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_DONE);
  g_assert_cmpuint (readings, >=, 3);
  g_assert_cmpuint (ond_sweep_job_get_n_done (job), ==, 144);
  ui_wait_frame (GTK_WIDGET (map));
  ond_map_view_locate (map, 7, 3, &x, &y);
  ui_click (GTK_WIDGET (map), x, y);
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 105);
  g_assert_cmpfloat (get (self, OND_PARAMETER_PHI), ==, 45);
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_THETA)), ==, 105);
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_PHI)), ==, 45);
  UI_WAIT (!ond_window_is_busy (self->window));
  assert_drawn (self, OND_Z, "window-clicked");
}

static void
test_invalid_range_is_refused (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndSweepPanel *panel = ond_window_get_sweep_panel (self->window);
  GtkWidget *entry = find_named (GTK_WIDGET (panel), GTK_TYPE_ENTRY, "xi range");

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-sample", NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
  ond_sweep_panel_set_range (panel, OND_PARAMETER_XI, "0:10:5");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.sweep", NULL);
  ui_spin (600);
  g_assert_null (ond_sweep_panel_get_job (panel));
}

static void
test_unsaved_maps_are_asked_about (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndSweepPanel *panel = ond_window_get_sweep_panel (self->window);
  OndVolume *volume;

  if (!open_shared (self, CUBE))
    return;
  volume = ond_session_get_volume (self->session);
  finish_sweep (self, small);
  g_assert_true (ond_sweep_panel_has_unsaved (panel));

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-sample", NULL);
  answer ("cancel");
  g_assert_true (ond_session_get_volume (self->session) == volume);

  gtk_window_close (GTK_WINDOW (self->window));
  answer ("cancel");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (self->window)));

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-sample", NULL);
  answer ("discard");
  UI_WAIT (ond_session_get_volume (self->session) != volume && !ond_window_is_busy (self->window));
  g_assert_null (ond_sweep_panel_get_job (panel));
}

/* ---- Files ---- */

static void
test_bad_file_keeps_image (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *bad = in_folder (self, "bad.fits"), *message = NULL;
  OndVolume *volume;

  if (!open_shared (self, CUBE))
    return;
  volume = ond_session_get_volume (self->session);
  g_assert_true (g_file_set_contents (bad, "This is no FITS file.", -1, NULL));
  open_path (self, bad);
  g_assert_true (ond_session_get_volume (self->session) == volume);
  message = dup_message (self);
  g_assert_nonnull (message);
  g_assert_nonnull (strstr (message, "bad.fits"));
  g_assert_true (
      gtk_revealer_get_reveal_child (GTK_REVEALER (get_child (self, "message_revealer"))));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (get_child (self, "message"))), ==, message);
  assert_drawn (self, OND_Z, "window-bad-file");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.dismiss", NULL);
  g_assert_false (
      gtk_revealer_get_reveal_child (GTK_REVEALER (get_child (self, "message_revealer"))));
}

static void export(Fixture *self, OndExport kind, const char *path)
{
  g_autofree char *message = NULL;

  ond_window_export (self->window, kind, path);
  UI_WAIT (!ond_window_is_busy (self->window));
  message = dup_message (self);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

static void
test_exports_maps (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndSweepPanel *panel = ond_window_get_sweep_panel (self->window);
  g_autofree char *fits = in_folder (self, "maps.fits"), *csv = in_folder (self, "maps.csv"),
                  *text = NULL;
  g_autoptr (OndMaps) maps = NULL;
  g_autoptr (GError) error = NULL;
  OndMaps *here;
  gsize n_lines = 0;

  if (!open_shared (self, CUBE))
    return;
  finish_sweep (self, small);
  export(self, OND_EXPORT_MAPS, fits);
  g_assert_false (ond_sweep_panel_has_unsaved (panel));
  maps = ond_maps_load (fits, &error);
  g_assert_no_error (error);
  here = ond_sweep_job_get_maps (ond_sweep_panel_get_job (panel));
  g_assert_cmpuint (ond_maps_get_n_filled (maps), ==, 96);
  g_assert_cmpmem (ond_maps_get_values (maps, OND_STATISTIC_ENERGY), 96 * sizeof (double),
                   ond_maps_get_values (here, OND_STATISTIC_ENERGY), 96 * sizeof (double));
  g_assert_nonnull (ond_maps_get_origin (maps)->checksum);

  export(self, OND_EXPORT_TABLE, csv);
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  for (const char *c = text; *c != '\0'; c++)
    n_lines += *c == '\n';
  g_assert_cmpuint (n_lines, ==, 97);
}

static void
test_exports_figures (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const struct
  {
    const char *suffix, *begin;
  } formats[] = { { "pdf", "%PDF" }, { "svg", "<?xml" }, { "png", "\x89PNG" } };

  if (!open_shared (self, CUBE))
    return;
  finish_sweep (self, small);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    for (int kind = OND_EXPORT_MAP; kind <= OND_EXPORT_VIEW; kind++)
      {
        g_autofree char *name = g_strdup_printf ("figure-%d.%s", kind, formats[i].suffix);
        g_autofree char *path = in_folder (self, name), *contents = NULL;

        export(self, kind, path);
        g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
        g_assert_true (g_str_has_prefix (contents, formats[i].begin));
      }
}

static void
test_exports_response (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = in_folder (self, "response.fits");
  g_autoptr (OndVolume) response = NULL;
  g_autoptr (GError) error = NULL;
  const float *shown;
  g_autofree float *slice = NULL;
  gint32 at[OND_N_AXES];
  int width, height;
  double largest;

  if (!open_shared (self, CUBE))
    return;
  export(self, OND_EXPORT_RESPONSE, path);
  response = ond_source_read (path, NULL, NULL, &error);
  g_assert_no_error (error);
  shown = ond_session_get_slice (self->session, OND_SHOW_RESPONSE, OND_Z, &width, &height);
  slice = g_new (float, (gsize) (width * height));
  ond_session_get_cross_hair (self->session, at);
  ond_volume_get_slice (response, OND_Z, at[OND_Z], slice);
  largest = MAX (ond_volume_get_max (response), -ond_volume_get_min (response));
  for (int i = 0; i < width * height; i++)
    g_assert_true ((isnan (slice[i]) && isnan (shown[i]))
                   || fabs ((double) slice[i] - (double) shown[i]) <= 2e-6 * largest);
}

static void
test_export_that_fails_is_a_message (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *source = shared_file (CUBE), *copy = in_folder (self, "copy.fits"),
                  *contents = NULL;
  g_autofree char *nowhere = in_folder (self, "no/such/folder/response.fits"), *message = NULL,
                  *other = NULL;
  gsize n;

  if (source == NULL)
    return;
  g_assert_true (g_file_get_contents (source, &contents, &n, NULL));
  g_assert_true (g_file_set_contents (copy, contents, (gssize) n, NULL));
  open_path (self, copy);
  ond_window_export (self->window, OND_EXPORT_RESPONSE, nowhere);
  UI_WAIT (!ond_window_is_busy (self->window));
  message = dup_message (self);
  g_assert_nonnull (message);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.dismiss", NULL);

  /* Never over the input. */
  ond_window_export (self->window, OND_EXPORT_RESPONSE, copy);
  UI_WAIT (!ond_window_is_busy (self->window));
  other = dup_message (self);
  g_assert_nonnull (strstr (other, "copy.fits"));

  /* Without a sweep there are no maps. */
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.dismiss", NULL);
  ond_window_export (self->window, OND_EXPORT_MAPS, nowhere);
  UI_WAIT (!ond_window_is_busy (self->window));
  g_clear_pointer (&other, g_free);
  other = dup_message (self);
  g_assert_nonnull (other);
}

/* ---- Closing: what follows is in tear_down() ---- */

static void
test_close_while_opening (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-sample", NULL);
  g_assert_true (ond_window_is_busy (self->window));
}

static void
test_close_while_sweeping (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const ranges[OND_N_PARAMETERS] = { "0:180:60", "0:180:60", "5", "2" };

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-sample", NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
  run_sweep (self, ranges);
  g_object_set (self->session, "theta", 100.0, NULL);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function) g_test_add ("/window/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("a-slider-redraws-the-engine-s-response", test_slider_redraws);
  ADD ("fits-the-screen", test_picture_of_window);
  ADD ("controls-follow-the-session", test_controls_follow_session);
  ADD ("stepping-beyond-180-folds", test_spin_folds);
  ADD ("a-spin-button-keeps-the-exact-value", test_spin_keeps_exact_value);
  ADD ("a-parameter-is-reset", test_reset);
  ADD ("the-method-is-folded-and-said", test_method_is_folded);
  ADD ("the-ball-turns-the-sliders", test_ball_turns_sliders);
  ADD ("the-wheel-needs-the-focus", test_wheel_needs_focus);
  ADD ("the-readout-follows-cross-hair-and-pointer", test_readout_follows);
  ADD ("an-image-has-one-view", test_image_has_one_view);
  ADD ("one-quarter-has-all-the-room-and-gives-it-back", test_one_quarter_has_all_the_room);
  ADD ("what-is-hidden-twice-in-a-frame-is-let-go-of", test_hidden_twice_in_a_frame);
  ADD ("regions-need-a-volume", test_regions_need_a_volume);
  ADD ("the-zoom-has-actions", test_zoom_actions);
  ADD ("a-sweep-fills-the-map-and-a-click-sets-the-sliders", test_sweep_fills_and_click_sets);
  ADD ("an-invalid-range-starts-nothing", test_invalid_range_is_refused);
  ADD ("unsaved-maps-are-asked-about", test_unsaved_maps_are_asked_about);
  ADD ("a-bad-file-keeps-the-image", test_bad_file_keeps_image);
  ADD ("exports-maps", test_exports_maps);
  ADD ("exports-figures", test_exports_figures);
  ADD ("exports-the-response", test_exports_response);
  ADD ("an-export-that-fails-is-a-message", test_export_that_fails_is_a_message);
  ADD ("closing-while-opening-leaves-nothing", test_close_while_opening);
  ADD ("closing-while-sweeping-leaves-nothing", test_close_while_sweeping);
  return g_test_run ();
}
