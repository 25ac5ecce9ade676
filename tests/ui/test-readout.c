/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readout in its window: numbering, the sky, freezing, copying; and the preferences' window. */
#include "window-harness.h"

#include "ui/preferences-window.h"
#include "ui/volume-popover.h"

#include <string.h>

static void
open_sky (Fixture *self)
{
  static const char *const cards[] = {
    "CTYPE1  = 'RA---TAN'", "CRVAL1  = 15.0",   "CDELT1  = -0.001", "CRPIX1  = 1.0",
    "CTYPE2  = 'DEC--TAN'", "CRVAL2  = -0.5",   "CDELT2  = 0.001",  "CRPIX2  = 1.0",
    "CTYPE3  = 'VRAD'",     "CRVAL3  = 2000.0", "CDELT3  = 500.0",  "CRPIX3  = 1.0",
    "CUNIT3  = 'm/s'"
  };
  const OndGeometry geometry = { { 9, 8, 7 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (OndVolume) volume = NULL;
  OndVolumeInfo info = { .name = "sky", .unit = "K", .axis = { 1, 2, 3 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cards); i++)
    g_string_append_printf (text, "%-80s", cards[i]);
  for (size_t i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = (float) i;
  info.cards = text->str;
  volume = ond_volume_new_take (&geometry, samples, &info);
  ond_session_set_volume (self->session, volume);
  UI_WAIT (!ond_session_get_busy (self->session));
}

static void
begin (Fixture *self, gconstpointer data)
{
  set_up (self, data);
  open_sky (self);
}

static OndReadout *
get_readout (Fixture *self)
{
  return ond_window_get_readout (self->window);
}

static void
assert_says (Fixture *self, const char *part)
{
  g_autofree char *text = ond_readout_get_text (get_readout (self));

  if (strstr (text, part) == NULL)
    g_error ("\"%s\" does not say \"%s\"", text, part);
}

static void
set_state (Fixture *self, const char *name, const char *value)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self->window), name,
                                      g_variant_new_string (value));
}

/* Which it is, is said beside the numbers, in the slices' descriptions, and by the menu. */
static void
test_numbering (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkAccessible *view = GTK_ACCESSIBLE (ond_window_get_view (self->window, OND_Z));
  g_autoptr (GVariant) state = NULL;

  assert_says (self, "x 5  y 5  z 4  (1-based)");
  set_state (self, "first-voxel", "0");
  assert_says (self, "x 4  y 4  z 3  (0-based)");
  state = g_action_group_get_action_state (G_ACTION_GROUP (self->window), "first-voxel");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "0");
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Cross-hair at voxel 4, 4, 3");
  set_state (self, "first-voxel", "7");
  assert_says (self, "(0-based)");
}

static void
test_sky (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 corner[] = { 0, 0, 2 };

  ond_session_set_cross_hair (self->session, corner);
  assert_says (self, "01:00:00.0 -00:30:00  3.00 km/s");
  set_state (self, "coordinates", "degrees");
  assert_says (self, "15.0000° -0.5000°  3.00 km/s");
  g_assert_nonnull (find_named (GTK_WIDGET (self->window), GTK_TYPE_MENU_BUTTON,
                                "Voxels count from 1; sky coordinates: Degrees"));
}

/* Without a header's coordinates, lengths from the first voxel. */
static void
test_lengths (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndGeometry geometry = { { 9, 8, 7 }, { 1, 1, 2 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  const OndVolumeInfo info = { .name = "box", .edge_length = 0.5, .length_unit = "um" };
  const gint32 at[] = { 2, 0, 3 };
  g_autoptr (OndVolume) volume = NULL;

  for (size_t i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = (float) i;
  volume = ond_volume_new_take (&geometry, samples, &info);
  ond_session_set_volume (self->session, volume);
  ond_session_set_cross_hair (self->session, at);
  assert_says (self, "  1  0  3 um");
}

static gboolean
is_frozen (Fixture *self)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (self->window), "freeze-readout");

  g_assert_cmpint (g_variant_get_boolean (state), ==, ond_readout_get_frozen (get_readout (self)));
  return g_variant_get_boolean (state);
}

static void
toggle (Fixture *self)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->window), "freeze-readout", NULL);
}

/* It stays at its voxel; what is there follows. Another volume thaws it. */
static void
test_freeze (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const double pointer[] = { 1, 2, 3 }, other[] = { 6, 6, 3 };
  const gint32 at[] = { 7, 7, 3 };
  g_autofree char *before = NULL, *after = NULL;

  ond_readout_set_pointer (get_readout (self), OND_Z, pointer);
  toggle (self);
  g_assert_true (is_frozen (self));
  ond_readout_set_pointer (get_readout (self), OND_Z, other);
  ond_session_set_cross_hair (self->session, at);
  UI_WAIT (!ond_session_get_busy (self->session));
  assert_says (self, "Frozen  x 2  y 3  z 4");
  before = ond_readout_get_text (get_readout (self));
  g_object_set (self->session, "theta", 75., NULL);
  UI_WAIT (!ond_session_get_busy (self->session));
  after = ond_readout_get_text (get_readout (self));
  g_assert_cmpstr (before, !=, after); /* the response */
  toggle (self);
  g_assert_false (is_frozen (self));
  assert_says (self, "Cross-hair  x 8  y 8  z 4");
  toggle (self);
  ond_session_set_cross_hair (self->session, (const gint32[]){ 0, 0, 0 });
  assert_says (self, "Frozen  x 8  y 8  z 4");
  open_sky (self);
  g_assert_false (is_frozen (self));
  assert_says (self, "Cross-hair");
}

static void
keep_text (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static void
test_copy (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->window));
  g_autofree char *text = NULL, *shown = ond_readout_get_text (get_readout (self));

  g_action_group_activate_action (G_ACTION_GROUP (self->window), "copy-readout", NULL);
  gdk_clipboard_read_text_async (clipboard, NULL, keep_text, &text);
  UI_WAIT (text != NULL);
  g_assert_cmpstr (text, ==, shown);
  ond_session_set_volume (self->session, NULL);
  g_assert_false (
      g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), "copy-readout"));
}

/* Every control of the window sets its preference. */
static void
test_preferences (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndPreferences) preferences = ond_preferences_new (FALSE);
  GtkWidget *window = ond_preferences_window_show (preferences, GTK_WINDOW (self->window));
  GtkWidget *threads = find_named (window, GTK_TYPE_SPIN_BUTTON, "Threads");
  GtkWidget *first = find_named (window, GTK_TYPE_SPIN_BUTTON, "First voxel");
  GtkWidget *row = ui_find (window, ADW_TYPE_COMBO_ROW, NULL);

  UI_WAIT (gtk_widget_get_mapped (window));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (threads), 3);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (first), 0);
  g_assert_cmpint (ond_preferences_get (preferences, OND_PREFERENCE_THREADS), ==, 3);
  g_assert_cmpint (ond_preferences_get (preferences, OND_PREFERENCE_FIRST_VOXEL), ==, 0);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==,
                   "Sky coordinates");
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), OND_WORLD_DEGREES);
  g_assert_cmpint (ond_preferences_get (preferences, OND_PREFERENCE_COORDINATES), ==,
                   OND_WORLD_DEGREES);
  ui_close (window);
}

/* ---- The volume behind the title ---- */

static GtkWidget *
get_title_button (Fixture *self)
{
  return get_child (self, "title_button");
}

/* The samples, the cross-hair and the regions stay; the wavelet's grid is another one. */
static void
test_edges (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndVolume *before = ond_session_get_volume (self->session), *now;
  OndRegion region = { .normal = OND_Z, .centre = { 3, 3 }, .half = { 1, 1 } };
  GtkMenuButton *button = GTK_MENU_BUTTON (get_title_button (self));
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button)), *edge, *unit, *original;
  gint32 at[OND_N_AXES] = { 1, 2, 3 }, after[OND_N_AXES];

  ond_session_set_cross_hair (self->session, at);
  ond_regions_append (ond_session_get_regions (self->session), &region, 1);
  gtk_menu_button_popup (button);
  UI_WAIT (gtk_widget_get_mapped (popover));
  edge = find_named (popover, GTK_TYPE_ENTRY, "Edge of a voxel along z");
  unit = find_named (popover, GTK_TYPE_ENTRY, "Unit of the edges");
  original = find_named (popover, GTK_TYPE_BUTTON, "As in the File");
  g_assert_false (gtk_widget_get_sensitive (original));
  gtk_editable_set_text (GTK_EDITABLE (edge), "2.5");
  gtk_editable_set_text (GTK_EDITABLE (unit), "pc");
  g_signal_emit_by_name (edge, "activate");
  now = ond_session_get_volume (self->session);
  g_assert_true (now != before && ond_volume_get_original (now) == before);
  g_assert_cmpfloat (ond_volume_get_geometry (now)->edge[OND_Z], ==, 2.5);
  g_assert_cmpstr (ond_volume_get_info (now)->length_unit, ==, "pc");
  ond_session_get_cross_hair (self->session, after);
  g_assert_cmpmem (at, sizeof at, after, sizeof after);
  g_assert_cmpuint (ond_regions_get_n (ond_session_get_regions (self->session)), ==, 1);
  g_assert_true (gtk_widget_get_sensitive (original));
  g_signal_emit_by_name (original, "clicked");
  g_assert_true (ond_session_get_volume (self->session) == before);
}

static void
test_bad_edges (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const bad[] = { "1,1,0", "1,1,-2",  "1,1,nan", "1,1,",
                                     "1,1,x", "1,1,1e9", "1,1",     "1,1,1,1" };
  OndVolume *before = ond_session_get_volume (self->session);

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ond_volume_popover_set_edges (self->window, bad[i], "um", &error));
      g_assert_nonnull (error);
      g_assert_true (ond_session_get_volume (self->session) == before);
    }
  ond_session_set_volume (self->session, NULL);
  g_assert_false (gtk_widget_get_sensitive (get_title_button (self)));
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function) g_test_add ("/readout/" path, Fixture, NULL, begin, function, tear_down)
  ADD ("numbering", test_numbering);
  ADD ("sky", test_sky);
  ADD ("lengths", test_lengths);
  ADD ("freeze", test_freeze);
  ADD ("copy", test_copy);
  ADD ("preferences", test_preferences);
  ADD ("voxel-edges-are-typed", test_edges);
  ADD ("bad-edges-are-refused", test_bad_edges);
  return g_test_run ();
}
