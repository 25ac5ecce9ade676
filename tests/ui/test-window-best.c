/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best map in a whole window: asked for where sweeps are, shown while it fills, read, taken and
 * exported. */
#include "sweep-harness.h"

#include "core/draw/best-colors.h"
#include "core/fits.h"
#include "ui/command-text.h"
#include "ui/session-file.h"
#include "ui/slice-menu.h"

static const char *const few[OND_N_PARAMETERS] = { "0:180:3", "0:180:4", "5", "2" };

static GtkCheckButton *
best_check (Fixture *self)
{
  return GTK_CHECK_BUTTON (find_named (GTK_WIDGET (sweep_panel (self)), GTK_TYPE_CHECK_BUTTON,
                                       "Best map, 6.8\302\240MiB"));
}

static void
act (Fixture *self, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), action, NULL));
}

/* The button of the mode. */
static GtkWidget *
mode_button (GtkWidget *root)
{
  if (GTK_IS_TOGGLE_BUTTON (root)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), ond_modes[OND_MODE_BEST].title) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = mode_button (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The sample with its sweep, the map asked for. */
static void
open_and_sweep (Fixture *self)
{
  act (self, "win.open-sample");
  UI_WAIT (!ond_window_is_busy (self->window));
  gtk_check_button_set_active (best_check (self), TRUE);
  finish_sweep (self, few);
}

/* 0xRRGGBB that the voxel must have. */
static guint32
color_at (Fixture *self, const gint32 at[OND_N_AXES])
{
  OndBestLayer *layer = ond_session_get_best (self->session);
  const OndGeometry *geometry = ond_volume_get_geometry (ond_session_get_volume (self->session));
  guint8 rgba[4];
  guint32 cell;
  float w;

  ond_best_get (ond_best_layer_get (layer),
                ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z]), 1, 1, &w, &cell);
  ond_best_colors_map_row (ond_best_layer_get_colors (layer),
                           ond_session_get_colors (self->session, OND_SHOW_RESPONSE), &w, &cell, 1,
                           rgba);
  return (guint32) rgba[0] << 16 | (guint32) rgba[1] << 8 | rgba[2];
}

static void
test_a_sweep_makes_it_and_the_slices_show_it (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *view = ond_window_get_view (self->window, OND_Z);
  g_autoptr (UiPicture) picture = NULL;
  graphene_rect_t area;
  gint32 at[OND_N_AXES];
  gsize n_colors = 0;
  guint32 last = 0;
  GtkWidget *button = mode_button (GTK_WIDGET (self->window));

  g_assert_false (gtk_widget_get_sensitive (button));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (button), "Best map"));
  open_and_sweep (self);
  g_assert_nonnull (ond_best_layer_get (ond_session_get_best (self->session)));
  g_assert_true (gtk_widget_get_sensitive (button));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  g_assert_cmpint (ond_session_get_mode (self->session), ==, OND_MODE_BEST);
  picture = ui_picture (view, "best");
  ond_slice_view_get_area (OND_SLICE_VIEW (view), &area);
  ond_session_get_cross_hair (self->session, at);
  at[OND_Y] = 60; /* away from the cross-hair and the labels */
  for (at[OND_X] = 10; at[OND_X] < 40; at[OND_X]++)
    {
      guint32 color = color_at (self, at);

      g_assert_cmphex (
          ui_pixel (picture, area.origin.x + (at[OND_X] + 0.5) / 96 * area.size.width,
                    area.origin.y + area.size.height - (at[OND_Y] + 0.5) / 96 * area.size.height),
          ==, color);
      n_colors += color != last;
      last = color;
    }
  g_assert_cmpuint (n_colors, >, 10);
}

static void
test_the_readout_says_it_and_an_action_takes_it (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndReadout *readout = OND_READOUT (get_child (self, "readout"));
  g_autofree char *before = NULL, *after = NULL;
  OndWavelet expected, taken;
  gint32 at[OND_N_AXES];
  float w;

  open_and_sweep (self);
  ond_session_get_cross_hair (self->session, at);
  g_assert_true (ond_best_layer_look_up (ond_session_get_best (self->session), at, &expected, &w));
  before = ond_readout_get_text (readout);
  g_assert_null (strstr (before, "best"));
  ond_session_set_mode (self->session, OND_MODE_BEST);
  after = ond_readout_get_text (readout);
  g_assert_nonnull (strstr (after, "best "));
  g_assert_nonnull (strstr (after, "ξ 5 a 2"));
  g_object_set (self->session, "xi", 3.0, "scale", 4.0, NULL);
  act (self, "win.take-best");
  taken = ond_session_get_wavelet (self->session);
  g_assert_cmpfloat_with_epsilon (taken.theta, expected.theta, 1e-9);
  g_assert_cmpfloat_with_epsilon (taken.phi, expected.phi, 1e-9);
  g_assert_cmpfloat (taken.xi, ==, 5);
  g_assert_cmpfloat (taken.scale, ==, 2);
}

/* The menu takes that of the voxel it was opened at. */
static void
test_the_menu_of_a_slice_takes_it (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndSliceView *view = OND_SLICE_VIEW (ond_window_get_view (self->window, OND_Z));
  double place[OND_N_AXES];
  gint32 at[OND_N_AXES];
  OndWavelet expected, taken;
  float w;

  open_and_sweep (self);
  g_object_set (self->session, "xi", 3.0, "scale", 4.0, NULL);
  g_assert_true (ond_slice_view_pick (view, 90, 120, place));
  for (int i = 0; i < OND_N_AXES; i++)
    at[i] = (gint32) lround (place[i]);
  g_assert_true (ond_best_layer_look_up (ond_session_get_best (self->session), at, &expected, &w));
  ond_slice_menu_popup (view, 90, 120);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "slice.take-best", NULL));
  taken = ond_session_get_wavelet (self->session);
  g_assert_cmpfloat_with_epsilon (taken.theta, expected.theta, 1e-9);
  g_assert_cmpfloat_with_epsilon (taken.phi, expected.phi, 1e-9);
  g_assert_cmpfloat (taken.xi, ==, 5);
}

/* Mode and tick come back; until there is a map again the response is shown. */
static void
test_a_session_keeps_mode_and_tick (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = in_folder (self, "s" OND_SESSION_SUFFIX);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  open_and_sweep (self);
  ond_session_set_mode (self->session, OND_MODE_BEST);
  ond_sweep_panel_set_saved (sweep_panel (self), sweep_job (self));
  ond_window_save (self->window, path);
  UI_WAIT (!ond_window_is_busy (self->window));
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  gtk_check_button_set_active (best_check (self), FALSE);
  ond_window_open (self->window, file, NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
  g_assert_cmpint (ond_session_get_mode (self->session), ==, OND_MODE_BEST);
  g_assert_true (gtk_check_button_get_active (best_check (self)));
  g_assert_null (ond_best_layer_get (ond_session_get_best (self->session)));
  g_assert_cmpint (ond_session_get_show (self->session), ==, OND_SHOW_RESPONSE);
  assert_drawn (self, OND_Z, NULL);
}

static void export(Fixture *self, OndExport kind, const char *path)
{
  g_autofree char *message = NULL;

  ond_window_export (self->window, kind, path);
  UI_WAIT (!ond_window_is_busy (self->window));
  message = dup_message (self);
  g_assert_cmpstr (message, ==, NULL);
}

static void
test_it_is_exported_as_fits_and_as_a_figure (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *fits = in_folder (self, "best.fits"), *png = in_folder (self, "best.png"),
                  *plain = in_folder (self, "plain.png");
  g_autoptr (OndVolume) read = NULL;
  g_autoptr (GdkTexture) figure = NULL, without = NULL;
  g_autoptr (GPtrArray) images = NULL;
  g_autoptr (GError) error = NULL;
  guint32 cell;
  float w;

  open_and_sweep (self);
  export(self, OND_EXPORT_BEST, fits);
  read = ond_source_read (fits, &(OndSourceOptions){ 0 }, NULL, &error);
  g_assert_no_error (error);
  ond_best_get (ond_best_layer_get (ond_session_get_best (self->session)), 12345, 1, 1, &w, &cell);
  g_assert_cmpfloat (ond_volume_get_samples (read)[12345], ==, w);
  images = ond_source_list (fits, &error);
  g_assert_cmpuint (images->len, ==, 5);
  g_assert_nonnull (strstr (ond_volume_get_info (read)->cards, "COMPLETE=                    T"));

  export(self, OND_EXPORT_VIEW, plain);
  ond_session_set_mode (self->session, OND_MODE_BEST);
  export(self, OND_EXPORT_VIEW, png);
  figure = gdk_texture_new_from_filename (png, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (figure), >, 1000);
}

/* The command in a figure computes that figure, or is not there. */
static void
test_no_command_draws_it (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *response = NULL, *best = NULL, *again = NULL;

  if (!open_shared (self, CUBE))
    return;
  g_object_set (self->session, "best-map", TRUE, NULL);
  finish_sweep (self, few);
  response = ond_command_text_of_slices (self->session);
  g_assert_nonnull (strstr (response, "--show response"));
  ond_session_set_mode (self->session, OND_MODE_BEST);
  best = ond_command_text_of_slices (self->session);
  g_assert_null (best);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  again = ond_command_text_of_slices (self->session);
  g_assert_nonnull (strstr (again, "--show image"));
}

/* Without the tick, and with another volume, there is none. */
static void
test_a_sweep_without_has_none (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *fits = in_folder (self, "best.fits"), *message = NULL;
  OndSweepJob *first;

  open_and_sweep (self);
  first = sweep_job (self);
  ond_sweep_panel_set_saved (sweep_panel (self), sweep_job (self));
  gtk_check_button_set_active (best_check (self), FALSE);
  act (self, "win.sweep");
  UI_WAIT (sweep_job (self) != first
           && ond_sweep_job_get_state (sweep_job (self)) != OND_SWEEP_RUNNING);
  g_assert_null (ond_best_layer_get (ond_session_get_best (self->session)));
  ond_window_export (self->window, OND_EXPORT_BEST, fits);
  UI_WAIT (!ond_window_is_busy (self->window));
  message = dup_message (self);
  g_assert_nonnull (strstr (message, "no best map"));
  g_assert_false (g_file_test (fits, G_FILE_TEST_EXISTS));
  ond_sweep_panel_set_saved (sweep_panel (self), sweep_job (self));
}

/* The share of the slice's voxels that are brighter than the limits can say. */
static double
share_above (Fixture *self, double upper)
{
  OndBest *best = ond_best_layer_get (ond_session_get_best (self->session));
  const OndGeometry *geometry = ond_volume_get_geometry (ond_best_get_volume (best));
  const gsize n = ond_geometry_slice_size (geometry, OND_Z);
  g_autofree float *w = g_new (float, n);
  g_autofree guint32 *cells = g_new (guint32, n);
  gint32 at[OND_N_AXES];
  gsize above = 0;

  ond_session_get_cross_hair (self->session, at);
  ond_best_get_slice (best, OND_Z, at[OND_Z], w, cells);
  for (gsize i = 0; i < n; i++)
    above += (double) w[i] > upper;
  return (double) above / (double) n;
}

static void
test_fit_suits_what_is_shown (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndColorScale *colors;

  open_and_sweep (self);
  colors = ond_session_get_colors (self->session, OND_SHOW_RESPONSE);
  ond_session_set_mode (self->session, OND_MODE_BEST);
  g_assert_cmpfloat (share_above (self, colors->upper), >, 0.01);
  act (self, "win.refit");
  colors = ond_session_get_colors (self->session, OND_SHOW_RESPONSE);
  g_assert_cmpfloat (share_above (self, colors->upper), <=, 0.006);
  g_assert_cmpfloat (share_above (self, 0.9 * colors->upper), >, 0);
  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  act (self, "win.refit");
  g_assert_cmpfloat (share_above (self, colors->upper), >, 0.01);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/window-best/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("a-sweep-makes-it-and-the-slices-show-it", test_a_sweep_makes_it_and_the_slices_show_it);
  ADD ("the-readout-says-it-and-an-action-takes-it",
       test_the_readout_says_it_and_an_action_takes_it);
  ADD ("the-menu-of-a-slice-takes-it", test_the_menu_of_a_slice_takes_it);
  ADD ("fit-suits-what-is-shown", test_fit_suits_what_is_shown);
  ADD ("a-session-keeps-mode-and-tick", test_a_session_keeps_mode_and_tick);
  ADD ("it-is-exported-as-fits-and-as-a-figure", test_it_is_exported_as_fits_and_as_a_figure);
  ADD ("no-command-draws-it", test_no_command_draws_it);
  ADD ("a-sweep-without-has-none", test_a_sweep_without_has_none);
  return g_test_run ();
}
