/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undo, session files, recent files and the copied command line, as a person meets them in the
 * window. */
#include "window-harness.h"

#include "core/fits.h"
#include "ui/command-text.h"
#include "ui/recent.h"

static char *
dup_message (Fixture *self)
{
  char *message;

  g_object_get (self->session, "message", &message, NULL);
  return message;
}

static void
activate (Fixture *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), action, NULL);
}

static void
keep_picture (Fixture *self, const char *name)
{
  g_autoptr (UiPicture) picture = ui_picture (GTK_WIDGET (self->window), name);

  g_assert_cmpint (picture->width, >, 0);
}

static gboolean
is_enabled (Fixture *self, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), name);
}

/* A small volume in the test's folder, another for each `nz`. */
static char *
write_volume (Fixture *self, const char *name, gint32 nz)
{
  const OndGeometry geometry = { { 20, 16, nz }, { 1, 1, 1 } };
  const OndFitsMeta meta = { 0 };
  g_autofree float *samples = g_new (float, (gsize) (20 * 16 * nz));
  g_autoptr (GError) error = NULL;
  char *path = in_folder (self, name);

  for (gint32 i = 0; i < 20 * 16 * nz; i++)
    samples[i] = (float) sin (0.37 * i) + 0.01f * (float) (i % 13);
  ond_fits_write (path, &geometry, samples, &meta, TRUE, &error);
  g_assert_no_error (error);
  return path;
}

/* ---- Undo ---- */

static void
test_undo_moves_the_sliders (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double theta = get (self, OND_PARAMETER_THETA);

  g_assert_false (is_enabled (self, "undo"));
  for (double value = theta + 1; value <= theta + 20; value++)
    gtk_range_set_value (slider (self, OND_PARAMETER_THETA), value);
  gtk_range_set_value (slider (self, OND_PARAMETER_SCALE), log10 (3));
  g_assert_true (is_enabled (self, "undo"));
  g_assert_false (is_enabled (self, "redo"));
  activate (self, "win.undo");
  activate (self, "win.undo");
  g_assert_cmpfloat (gtk_range_get_value (slider (self, OND_PARAMETER_THETA)), ==, theta);
  g_assert_cmpfloat (gtk_spin_button_get_value (spin_button (self, OND_PARAMETER_THETA)), ==,
                     theta);
  g_assert_false (is_enabled (self, "undo"));
  activate (self, "win.redo");
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, theta + 20);
}

/* The label of the menu's entry for an action; NULL when there is none. */
static char *
find_label (GMenuModel *menu, const char *wanted)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *action = NULL;
      char *label = NULL;
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      if (g_menu_model_get_item_attribute (menu, i, "action", "s", &action)
          && g_str_equal (action, wanted))
        {
          g_menu_model_get_item_attribute (menu, i, "label", "s", &label);
          return label;
        }
      label = section != NULL ? find_label (section, wanted) : NULL;
      if (label != NULL)
        return label;
    }
  return NULL;
}

static GMenuModel *
main_menu (Fixture *self)
{
  GtkWidget *button = ui_find (GTK_WIDGET (self->window), GTK_TYPE_MENU_BUTTON, "main_button");

  g_assert_nonnull (button);
  return gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));
}

static void
test_menu_says_what (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *nothing = find_label (main_menu (self), "win.undo"), *undo = NULL, *redo = NULL;

  g_assert_cmpstr (nothing, ==, "_Undo");
  g_object_set (self->session, "theta", 12.0, NULL);
  g_object_set (self->session, "norm", (int) OND_NORM_L1, NULL);
  undo = find_label (main_menu (self), "win.undo");
  g_assert_cmpstr (undo, ==, "_Undo norm L2 → L1");
  activate (self, "win.undo");
  redo = find_label (main_menu (self), "win.redo");
  g_assert_cmpstr (redo, ==, "_Redo norm L2 → L1");
}

/* Text that is being typed has its own undo. */
static void
test_text_keeps_its_own_undo (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *entry;

  activate (self, "win.open-sample");
  UI_WAIT (!ond_window_is_busy (self->window));
  entry = find_named (GTK_WIDGET (self->window), GTK_TYPE_ENTRY, "xi range");
  g_object_set (self->session, "theta", 77.0, NULL);
  gtk_widget_grab_focus (entry);
  activate (self, "win.undo");
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 77);
  gtk_widget_grab_focus (GTK_WIDGET (slider (self, OND_PARAMETER_THETA)));
  activate (self, "win.undo");
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), !=, 77);
}

/* ---- Sessions ---- */

static void
save (Fixture *self, const char *path)
{
  g_autofree char *message = NULL;

  ond_window_save (self->window, path);
  UI_WAIT (!ond_window_is_busy (self->window));
  message = dup_message (self);
  g_assert_cmpstr (message, ==, NULL);
}

/* Everything that has a control gets another value. */
static void
change_all (Fixture *self)
{
  static const char *const ranges[OND_N_PARAMETERS] = { "0:180:6", "10,20", "3", "log:1:4:3" };
  const OndColorScale colors = { .map = OND_COLORMAP_MAGMA,
                                 .stretch = OND_STRETCH_SQRT,
                                 .lower = -1.25,
                                 .upper = 2.75,
                                 .invert = TRUE,
                                 .polarity = OND_POLARITY_BOTH };
  const gint32 at[OND_N_AXES] = { 3, 4, 5 };

  g_object_set (self->session, "theta", 75.5, "phi", 12.25, "xi", 7.0, "scale", 2.5, "norm",
                (int) OND_NORM_L1, "boundary", (int) OND_BOUNDARY_PERIODIC, "mode",
                (int) OND_MODE_RESPONSE, NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
  ond_session_set_cross_hair (self->session, at);
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_sweep_panel_set_range (ond_window_get_sweep_panel (self->window), p, ranges[p]);
  ond_map_model_set_statistic (ond_session_get_maps (self->session), 0, OND_STATISTIC_STD);
  g_object_set (self->window, "sidebar", FALSE, NULL);
  ond_window_set_maximized (self->window, OND_Z);
  UI_WAIT (!ond_window_is_busy (self->window));
}

/* Another window with that file; close it. */
static void
open_another (Fixture *self, Fixture *other, const char *path)
{
  other->window = ond_window_new (NULL, self->engine);
  other->session = ond_window_get_session (other->window);
  gtk_window_present (GTK_WINDOW (other->window));
  UI_WAIT (gtk_widget_get_mapped (GTK_WIDGET (other->window)));
  open_path (other, path);
}

static void
assert_same_controls (Fixture *a, Fixture *b)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_assert_cmpfloat (gtk_range_get_value (slider (a, p)), ==,
                         gtk_range_get_value (slider (b, p)));
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin_button (a, p))), ==,
                       gtk_editable_get_text (GTK_EDITABLE (spin_button (b, p))));
      g_assert_cmpstr (ond_sweep_panel_get_range (ond_window_get_sweep_panel (a->window), p), ==,
                       ond_sweep_panel_get_range (ond_window_get_sweep_panel (b->window), p));
    }
}

static void
assert_same_drop_downs (Fixture *a, Fixture *b)
{
  static const char *const names[] = { "Norm",       "Boundary", "Sampling", "Invalid voxels",
                                       "Colour map", "Stretch",  "Statistic" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *here = find_named (GTK_WIDGET (a->window), GTK_TYPE_DROP_DOWN, names[i]);
      GtkWidget *there = find_named (GTK_WIDGET (b->window), GTK_TYPE_DROP_DOWN, names[i]);

      g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (here)), ==,
                        gtk_drop_down_get_selected (GTK_DROP_DOWN (there)));
    }
}

static void
test_a_session_is_the_same_window (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12);
  g_autofree char *path = in_folder (self, "a.ondelette-session");
  g_autoptr (UiPicture) here = NULL, there = NULL;
  Fixture other = { 0 };
  gboolean sidebar;

  open_path (self, volume);
  change_all (self);
  save (self, path);
  open_another (self, &other, path);
  assert_same_controls (self, &other);
  assert_same_drop_downs (self, &other);
  g_object_get (other.window, "sidebar", &sidebar, NULL);
  g_assert_false (sidebar);
  g_assert_cmpint (ond_window_get_maximized (other.window), ==, OND_Z);
  here = ui_picture (ond_window_get_view (self->window, OND_Z), "session-saved");
  there = ui_picture (ond_window_get_view (other.window, OND_Z), "session-opened");
  g_assert_cmpuint (ui_picture_compare (here, there), ==, 0);
  ui_close (GTK_WIDGET (other.window));
}

/* Saving again needs no name, and opening another volume ends that. */
static void
test_save_goes_to_the_same_file (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12);
  g_autofree char *path = in_folder (self, "a.ondelette-session"), *before = NULL, *after = NULL;

  g_assert_false (is_enabled (self, "save"));
  open_path (self, volume);
  g_assert_true (is_enabled (self, "save"));
  save (self, path);
  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  g_object_set (self->session, "theta", 99.0, NULL);
  activate (self, "win.save");
  UI_WAIT (!ond_window_is_busy (self->window));
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (before, !=, after);
}

static GtkWidget *
message_button (Fixture *self, const char *id)
{
  return get_child (self, id);
}

static void
test_missing_input_can_be_chosen (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12);
  g_autofree char *moved = in_folder (self, "moved.fits");
  g_autofree char *path = in_folder (self, "a.ondelette-session"), *message = NULL;

  open_path (self, volume);
  g_object_set (self->session, "theta", 75.0, NULL);
  save (self, path);
  g_assert_cmpint (g_rename (volume, moved), ==, 0);
  activate (self, "win.open-sample");
  UI_WAIT (!ond_window_is_busy (self->window));
  g_object_set (self->session, "theta", 10.0, NULL);
  open_path (self, path);

  message = dup_message (self);
  g_assert_nonnull (message);
  g_assert_nonnull (strstr (message, "volume.fits"));
  g_assert_null (strchr (message, '\n'));
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 10); /* nothing was lost */
  g_assert_true (gtk_widget_get_visible (message_button (self, "choose_input")));
  g_assert_false (gtk_widget_get_visible (message_button (self, "open_changed")));

  ond_window_choose_input (self->window, moved);
  UI_WAIT (!ond_window_is_busy (self->window));
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 75);
  g_assert_cmpint (ond_volume_get_geometry (ond_session_get_volume (self->session))->n[OND_Z], ==,
                   12);
  g_assert_false (gtk_widget_get_visible (message_button (self, "choose_input")));
}

static void
test_changed_input_is_said (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12), *again = NULL;
  g_autofree char *path = in_folder (self, "a.ondelette-session"), *message = NULL;
  OndVolume *before;

  open_path (self, volume);
  g_object_set (self->session, "theta", 75.0, NULL);
  save (self, path);
  again = write_volume (self, "volume.fits", 10);
  before = ond_session_get_volume (self->session);
  g_object_set (self->session, "theta", 10.0, NULL);
  open_path (self, path);
  message = dup_message (self);
  g_assert_nonnull (message);
  g_assert_nonnull (strstr (message, "volume.fits"));
  g_assert_true (ond_session_get_volume (self->session) == before);
  g_assert_true (gtk_widget_get_visible (message_button (self, "open_changed")));
  ui_wait_frame (GTK_WIDGET (self->window));
  keep_picture (self, "session-changed");

  activate (self, "win.open-changed");
  UI_WAIT (!ond_window_is_busy (self->window));
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 75);
  g_assert_cmpint (ond_volume_get_geometry (ond_session_get_volume (self->session))->n[OND_Z], ==,
                   10);
}

/* Dismissing the message ends the offer. */
static void
test_the_offer_can_be_dismissed (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12), *again = NULL;
  g_autofree char *path = in_folder (self, "a.ondelette-session");

  open_path (self, volume);
  save (self, path);
  again = write_volume (self, "volume.fits", 10);
  open_path (self, path);
  g_assert_true (is_enabled (self, "open-changed"));
  activate (self, "win.dismiss");
  g_assert_false (is_enabled (self, "open-changed"));
  g_assert_false (is_enabled (self, "choose-input"));
}

static void
test_damaged_session_loses_nothing (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12);
  g_autofree char *path = in_folder (self, "a.json"), *message = NULL;
  OndVolume *before;

  open_path (self, volume);
  before = ond_session_get_volume (self->session);
  g_object_set (self->session, "theta", 10.0, NULL);
  g_assert_true (g_file_set_contents (path, "{\"format\":", -1, NULL));
  open_path (self, path);
  message = dup_message (self);
  g_assert_nonnull (strstr (message, "a.json"));
  g_assert_true (ond_session_get_volume (self->session) == before);
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 10);
}

/* A session of the sample volume needs no file. */
static void
test_session_of_the_sample (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = in_folder (self, "a.ondelette-session"), *message = NULL;
  OndVolume *before;

  activate (self, "win.open-sample");
  UI_WAIT (!ond_window_is_busy (self->window));
  before = ond_session_get_volume (self->session);
  g_object_set (self->session, "theta", 75.0, NULL);
  save (self, path);
  g_object_set (self->session, "theta", 10.0, NULL);
  open_path (self, path);
  message = dup_message (self);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_true (ond_session_get_volume (self->session) != before);
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), ==, 75);
}

/* ---- The command line ---- */

static void
got_text (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  char **text = data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

/* Runs a copied line with the program that was built here, into a file. */
static void
run_line (const char *line, const char *output)
{
  g_autofree char *program = g_strdup (g_getenv ("ONDELETTE_CLI"));
  g_autofree char *more = g_strdup_printf ("%s -o '%s'", line, output);
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_nonnull (program);
  g_assert_true (g_str_has_prefix (line, "ondelette-cli "));
  g_assert_true (g_shell_parse_argv (more, NULL, &argv, &error));
  g_free (argv[0]);
  argv[0] = g_steal_pointer (&program);
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

static void
assert_slice (Fixture *self, OndVolume *response, int normal)
{
  int width, height;
  const float *shown =
      ond_session_get_slice (self->session, OND_SHOW_RESPONSE, normal, &width, &height);
  g_autofree float *slice = g_new (float, (gsize) (width * height));
  double largest = MAX (ond_volume_get_max (response), -ond_volume_get_min (response));
  gint32 at[OND_N_AXES];

  ond_session_get_cross_hair (self->session, at);
  ond_volume_get_slice (response, normal, at[normal], slice);
  g_assert_cmpfloat (largest, >, 0);
  /* Single precision through another pass. */
  for (int i = 0; i < width * height; i++)
    g_assert_cmpfloat_with_epsilon ((double) slice[i], (double) shown[i], 2e-6 * largest);
}

static void
test_copied_command_makes_the_same_numbers (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "it's a volume.fits", 12);
  g_autofree char *output = in_folder (self, "response.fits"), *text = NULL;
  g_autoptr (OndVolume) response = NULL;
  g_autoptr (GError) error = NULL;

  open_path (self, volume);
  change_all (self);
  activate (self, "win.copy-command");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self->window)), NULL,
                                 got_text, &text);
  UI_WAIT (text != NULL);
  g_assert_true (g_str_has_prefix (text, "ondelette-cli respond "));
  run_line (text, output);
  response = ond_source_read (output, NULL, NULL, &error);
  g_assert_no_error (error);
  for (int normal = 0; normal < OND_N_AXES; normal++)
    assert_slice (self, response, normal);
}

/* Cells are crisp: every colour of the slice XY is in the left third of the figure, far from the
 * colour bar. */
static void
assert_figure (Fixture *self, OndShow show, const char *path)
{
  const OndColorScale *colors = ond_session_get_colors (self->session, show);
  g_autoptr (GHashTable) there = g_hash_table_new (NULL, NULL);
  cairo_surface_t *picture = cairo_image_surface_create_from_png (path);
  int width, height;
  const float *slice;

  g_assert_cmpint (cairo_surface_status (picture), ==, CAIRO_STATUS_SUCCESS);
  for (int y = 0; y < cairo_image_surface_get_height (picture); y++)
    for (int x = 0; x < cairo_image_surface_get_width (picture) / 3; x++)
      {
        const guint8 *row = cairo_image_surface_get_data (picture)
                            + (gsize) y * (gsize) cairo_image_surface_get_stride (picture);

        g_hash_table_add (there,
                          GUINT_TO_POINTER (((const guint32 *) (gconstpointer) row)[x] & 0xffffff));
      }
  cairo_surface_destroy (picture);
  slice = ond_session_get_slice (self->session, show, OND_Z, &width, &height);
  for (int i = 0; i < width * height; i++)
    g_assert_true (g_hash_table_contains (
        there, GUINT_TO_POINTER (ond_color_scale_map (colors, (double) slice[i]))));
}

static void
test_a_picture_s_command_has_its_colours (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12);
  g_autofree char *output = in_folder (self, "slices.png");

  open_path (self, volume);
  change_all (self);
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      OndColorScale colors = *ond_session_get_colors (self->session, show);
      g_autofree char *line = NULL;

      colors.contrast_log2 = 0.7;
      colors.bias_offset = -0.2;
      colors.invalid = OND_INVALID_MAGENTA;
      ond_session_set_colors (self->session, show, &colors);
      ond_session_set_mode (self->session,
                            show == OND_SHOW_IMAGE ? OND_MODE_IMAGE : OND_MODE_RESPONSE);
      UI_WAIT (!ond_window_is_busy (self->window));
      line = ond_command_text_of_slices (self->session);
      g_assert_nonnull (strstr (line, "--nan magenta"));
      run_line (line, output);
      assert_figure (self, show, output);
      g_unlink (output);
    }
}

/* ---- Recent files ---- */

static guint
count_rows (Fixture *self)
{
  GtkListBox *list = GTK_LIST_BOX (get_child (self, "recent_list"));
  guint n = 0;

  while (gtk_list_box_get_row_at_index (list, (int) n) != NULL)
    n++;
  return n;
}

static void
test_recent_files (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *volume = write_volume (self, "my_volume.fits", 12), *label = NULL;
  g_autofree char *path = in_folder (self, "a.ondelette-session");
  g_autofree char *storage = in_folder (self, "recent.xbel");
  g_autoptr (GFile) file = g_file_new_for_path (volume);
  g_autoptr (GtkRecentManager) manager =
      g_object_new (GTK_TYPE_RECENT_MANAGER, "filename", storage, NULL);
  GMenuModel *menu;
  GtkListBox *list;

  g_assert_false (gtk_widget_get_visible (get_child (self, "recent_box")));
  ond_window_set_recent (self->window, manager);
  g_assert_cmpuint (count_rows (self), ==, 0);
  open_path (self, volume);
  UI_WAIT (count_rows (self) == 1);
  save (self, path);
  UI_WAIT (count_rows (self) == 2);
  g_assert_true (gtk_widget_get_visible (get_child (self, "recent_box")));
  ui_wait_frame (GTK_WIDGET (self->window));

  menu = adw_split_button_get_menu_model (
      ADW_SPLIT_BUTTON (ui_find (GTK_WIDGET (self->window), ADW_TYPE_SPLIT_BUTTON, NULL)));
  label = find_label (menu, "win.open-recent");
  g_assert_nonnull (label);

  /* The last row is the volume, which was opened first. */
  ond_session_set_volume (self->session, NULL);
  list = GTK_LIST_BOX (get_child (self, "recent_list"));
  UI_WAIT (gtk_widget_get_mapped (GTK_WIDGET (list)));
  keep_picture (self, "recent");
  g_signal_emit_by_name (gtk_list_box_get_row_at_index (list, 1), "activate");
  UI_WAIT (ond_session_get_volume (self->session) != NULL);
  UI_WAIT (!ond_window_is_busy (self->window));

  /* What has gone is not offered. */
  g_assert_cmpint (g_remove (path), ==, 0);
  ond_recent_add (manager, file);
  UI_WAIT (count_rows (self) == 1);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/window-session/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("undo-moves-the-sliders", test_undo_moves_the_sliders);
  ADD ("the-menu-says-what-it-will-undo", test_menu_says_what);
  ADD ("text-keeps-its-own-undo", test_text_keeps_its_own_undo);
  ADD ("a-session-is-the-same-window", test_a_session_is_the_same_window);
  ADD ("saving-again-needs-no-name", test_save_goes_to_the_same_file);
  ADD ("a-missing-input-can-be-chosen", test_missing_input_can_be_chosen);
  ADD ("a-changed-input-is-said", test_changed_input_is_said);
  ADD ("the-offer-can-be-dismissed", test_the_offer_can_be_dismissed);
  ADD ("a-damaged-session-loses-nothing", test_damaged_session_loses_nothing);
  ADD ("the-sample-has-sessions-too", test_session_of_the_sample);
  ADD ("the-copied-command-makes-the-same-numbers", test_copied_command_makes_the_same_numbers);
  ADD ("a-picture-s-command-has-its-colours", test_a_picture_s_command_has_its_colours);
  ADD ("recent-files-are-offered", test_recent_files);
  return g_test_run ();
}
