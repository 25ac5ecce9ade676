/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions in the window: the sidebar's section and the actions, with files of DS9's. */
#include "window-harness.h"

#include "core/region-ds9.h"
#include "ui/region-actions.h"
#include "ui/region-editor.h"

#include <string.h>

static OndRegions *
get_regions (Fixture *self)
{
  return ond_session_get_regions (self->session);
}

static void
open_ramp (Fixture *self)
{
  const OndGeometry geometry = { { 30, 20, 10 }, { 1, 1, 1 } };
  const OndVolumeInfo info = { .name = "ramp", .unit = "K" };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) volume = NULL;

  for (size_t i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = (float) (i % 30 + 100 * (i / 600)); /* x + 100 z */
  samples[30 * 10 + 10 + 600 * 5] = NAN;
  volume = ond_volume_new_take (&geometry, samples, &info);
  ond_session_set_volume (self->session, volume);
  UI_WAIT (!ond_session_get_busy (self->session));
}

static void
begin (Fixture *self, gconstpointer data)
{
  set_up (self, data);
  open_ramp (self);
}

static void
append (Fixture *self, int normal, double x, double y, double a, double b)
{
  OndRegion region = { .normal = normal, .index = 3, .centre = { x, y }, .half = { a, b } };

  g_assert_true (ond_regions_append (get_regions (self), &region, 1));
}

static OndRegionTable *
get_table (Fixture *self)
{
  OndRegionTable *table = ond_region_panel_get_table (ond_window_get_region_panel (self->window));

  UI_WAIT (!ond_region_measure_is_busy (ond_region_table_get_measure (table)));
  return table;
}

static gboolean
is_enabled (Fixture *self, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), name);
}

static void
act (Fixture *self, const char *name)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->window), name, NULL);
}

static char *
dup_message (Fixture *self)
{
  char *text;

  g_object_get (self->session, "message", &text, NULL);
  return text;
}

static void
test_table (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[] = { 15, 10, 5 }, later[] = { 15, 10, 2 };
  g_autofree char *text = NULL, *other = NULL, *zero = NULL;
  OndRegionTable *table = get_table (self);

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (table)));
  ond_session_set_cross_hair (self->session, at);
  append (self, OND_Z, 10, 10, 2, 1); /* 15 samples, x 8 ... 12, one without a value */
  UI_WAIT (!ond_session_get_busy (self->session));
  table = get_table (self);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (table)));
  text = ond_region_table_dup_text (table);
  g_test_message ("%s", text);
  g_assert_true (g_str_has_prefix (text, "XY slice, z 6; in K\n\tImage\tResponse\nn\t14\t14\n"
                                         "invalid\t1\t1\nsum\t7140\t"));
  g_assert_nonnull (strstr (text, "\nmean\t510\t"));
  g_assert_nonnull (strstr (text, "\nmedian\t510\t"));
  g_assert_nonnull (strstr (text, "\nstd\t1.46385\t"));
  g_assert_nonnull (strstr (text, "\nmin\t508\t"));
  g_assert_nonnull (strstr (text, "\nmax\t512\t"));
  ond_session_set_cross_hair (self->session, later);
  UI_WAIT (!ond_session_get_busy (self->session));
  other = ond_region_table_dup_text (get_table (self));
  g_assert_nonnull (strstr (other, "z 3;"));
  g_assert_nonnull (strstr (other, "\nn\t15\t15\nsum\t3150\t"));
  ond_coordinates_set_first (ond_session_get_coordinates (self->session), 0);
  zero = ond_region_table_dup_text (get_table (self));
  g_assert_nonnull (strstr (zero, "z 2;"));
}

/* The list follows, and leads. */
static void
test_list (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *list = find_named (GTK_WIDGET (self->window), GTK_TYPE_LIST_VIEW, "Regions");
  GtkSelectionModel *model;
  OndRegion region;
  gint32 at[OND_N_AXES];

  g_assert_nonnull (list);
  model = gtk_list_view_get_model (GTK_LIST_VIEW (list));
  append (self, OND_Z, 10, 10, 2, 1);
  append (self, OND_Y, 12, 4, 2, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 2);
  g_assert_true (gtk_selection_model_is_selected (model, 1));
  region = *ond_regions_get (get_regions (self), 1);
  ond_region_set_text (&region, "arm");
  ond_regions_set (get_regions (self), 1, &region);
  g_autoptr (GtkStringObject) name = g_list_model_get_item (G_LIST_MODEL (model), 1);
  g_assert_cmpstr (gtk_string_object_get_string (name), ==, "2  Box XZ: arm");
  gtk_selection_model_select_item (model, 0, TRUE);
  g_assert_cmpint (ond_regions_get_selected (get_regions (self)), ==, 0);
  g_signal_emit_by_name (list, "activate", 1u);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, 12);
  g_assert_cmpint (at[OND_Y], ==, 3);
  g_assert_cmpint (at[OND_Z], ==, 4);
  act (self, "region-delete");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 1);
  g_assert_cmpint (ond_regions_get_selected (get_regions (self)), ==, -1);
}

static void
test_tools (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *window = GTK_WIDGET (self->window);
  GtkToggleButton *box =
      GTK_TOGGLE_BUTTON (find_named (window, GTK_TYPE_TOGGLE_BUTTON, "Draw a box"));
  GtkToggleButton *ellipse =
      GTK_TOGGLE_BUTTON (find_named (window, GTK_TYPE_TOGGLE_BUTTON, "Draw an ellipse"));

  gtk_toggle_button_set_active (box, TRUE);
  g_assert_cmpint (ond_regions_get_tool (get_regions (self)), ==, OND_REGION_BOX);
  gtk_toggle_button_set_active (ellipse, TRUE);
  g_assert_cmpint (ond_regions_get_tool (get_regions (self)), ==, OND_REGION_ELLIPSE);
  g_assert_false (gtk_toggle_button_get_active (box));
  gtk_toggle_button_set_active (ellipse, FALSE);
  g_assert_cmpint (ond_regions_get_tool (get_regions (self)), ==, -1);
  act (self, "region-box");
  g_assert_true (gtk_toggle_button_get_active (box));
}

static GtkSpinButton *
find_spin (Fixture *self, const char *name)
{
  GtkWidget *editor = ui_find (GTK_WIDGET (self->window), OND_TYPE_REGION_EDITOR, NULL);
  GtkWidget *found = find_named (editor, GTK_TYPE_SPIN_BUTTON, name);

  g_assert_nonnull (found);
  return GTK_SPIN_BUTTON (found);
}

/* Typed in the window's numbering; a field changes nothing but its own number. */
static void
test_editor (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *expander = ui_find (GTK_WIDGET (self->window), GTK_TYPE_EXPANDER, NULL);
  const OndRegion *region;
  GtkWidget *name;

  append (self, OND_Y, 10 / 3., 4, 2, 1);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  ui_settle ();
  gtk_spin_button_set_value (find_spin (self, "Centre along z in voxels, the first is 1"), 7.5);
  gtk_spin_button_set_value (find_spin (self, "Width of the box in voxels"), 9);
  gtk_spin_button_set_value (find_spin (self, "Angle in degrees against the clock"), 30);
  name = find_named (GTK_WIDGET (self->window), GTK_TYPE_ENTRY, "Name of the region");
  gtk_editable_set_text (GTK_EDITABLE (name), "spur");
  region = ond_regions_get_current (get_regions (self));
  g_assert_cmpfloat_with_epsilon (region->centre[0], 10 / 3., 1e-6);
  g_assert_cmpfloat (region->centre[1], ==, 6.5);
  g_assert_cmpfloat (region->half[0], ==, 4.5);
  g_assert_cmpfloat (region->half[1], ==, 1);
  g_assert_cmpfloat (region->angle, ==, 30);
  g_assert_cmpstr (region->text, ==, "spur");
  ond_coordinates_set_first (ond_session_get_coordinates (self->session), 0);
  g_assert_cmpfloat (
      gtk_spin_button_get_value (find_spin (self, "Centre along z in voxels, the first is 0")), ==,
      6.5);
}

static void
test_enabled (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_true (is_enabled (self, "region-open") && is_enabled (self, "region-box"));
  g_assert_false (is_enabled (self, "region-save") || is_enabled (self, "region-copy-csv")
                  || is_enabled (self, "region-delete") || is_enabled (self, "region-restore"));
  append (self, OND_Z, 10, 10, 2, 1);
  g_assert_true (is_enabled (self, "region-save") && is_enabled (self, "region-copy-csv")
                 && is_enabled (self, "region-delete") && is_enabled (self, "region-copy"));
  ond_regions_set_selected (get_regions (self), -1);
  g_assert_false (is_enabled (self, "region-delete") || is_enabled (self, "region-copy"));
  act (self, "region-delete-all");
  g_assert_cmpuint (ond_regions_get_n (get_regions (self)), ==, 0);
  g_assert_true (is_enabled (self, "region-restore"));
  act (self, "region-restore");
  g_assert_cmpuint (ond_regions_get_n (get_regions (self)), ==, 1);
  ond_session_set_volume (self->session, NULL);
  g_assert_false (is_enabled (self, "region-open") || is_enabled (self, "region-box"));
}

static void
test_files (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = in_folder (self, "a.reg"), *bad = in_folder (self, "b.reg");
  g_autofree char *nowhere = in_folder (self, "no/c.reg"), *message = NULL, *other = NULL;
  OndRegion first;

  append (self, OND_Z, 10, 10, 2, 1);
  append (self, OND_X, 5, 5, 2, 1);
  first = *ond_regions_get (get_regions (self), 0);
  ond_region_actions_save (self->window, path);
  UI_WAIT (g_file_test (path, G_FILE_TEST_EXISTS));
  act (self, "region-delete-all");
  ond_region_actions_open (self->window, path);
  UI_WAIT (ond_regions_get_n (get_regions (self)) == 2);
  g_assert_true (ond_region_equal (&first, ond_regions_get (get_regions (self), 0)));

  g_assert_true (g_file_set_contents (bad, "polygon(1,2,3,4,5,6)", -1, NULL));
  ond_region_actions_open (self->window, bad);
  UI_WAIT ((message = dup_message (self)) != NULL);
  g_assert_true (g_str_has_prefix (message, "b.reg cannot be read as regions: "));
  g_assert_cmpuint (ond_regions_get_n (get_regions (self)), ==, 2);
  g_object_set (self->session, "message", NULL, NULL);
  ond_region_actions_save (self->window, nowhere);
  UI_WAIT ((other = dup_message (self)) != NULL);
}

static void
keep_text (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static void
test_copies (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->window));
  const char *const actions[] = { "region-copy", "region-copy-csv" };
  const char *const begins[] = { "XY slice, z 6; in K\n\tImage\t", "region,name,shape,slice," };

  append (self, OND_Z, 10, 10, 2, 1);
  get_table (self);
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *text = NULL;

      gdk_clipboard_set_text (clipboard, "");
      act (self, actions[i]);
      do
        {
          g_clear_pointer (&text, g_free);
          gdk_clipboard_read_text_async (clipboard, NULL, keep_text, &text);
          UI_WAIT (text != NULL);
        }
      while (*text == '\0');
      g_assert_true (g_str_has_prefix (text, begins[i]));
    }
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/region-panel/" path, Fixture, NULL, begin, function, tear_down)
  ADD ("table", test_table);
  ADD ("list", test_list);
  ADD ("tools", test_tools);
  ADD ("numbers-are-typed", test_editor);
  ADD ("what-can-be-done", test_enabled);
  ADD ("files", test_files);
  ADD ("copies", test_copies);
  return g_test_run ();
}
