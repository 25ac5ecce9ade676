/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps in a whole window: all the room for them, and files of maps. */
#include "sweep-harness.h"

#include "core/fits.h"
#include "ui/map-model.h"
#include "ui/map-origin.h"
#include "ui/map-panel.h"

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

static OndMapModel *
get_model (Fixture *self)
{
  return ond_session_get_maps (self->session);
}

static const char *
origin (Fixture *self)
{
  GtkWidget *widget = ui_find (GTK_WIDGET (self->window), OND_TYPE_MAP_ORIGIN, NULL);

  return ond_map_origin_get_text (OND_MAP_ORIGIN (widget));
}

/* A volume, and maps of it in a file beside it. */
static char *
write_maps (Fixture *self, const char *name)
{
  g_autofree char *volume = write_volume (self, "volume.fits", 12);
  g_autoptr (GError) error = NULL;
  char *path = in_folder (self, name);

  open_path (self, volume);
  g_object_set (self->session, "boundary", (int) OND_BOUNDARY_NEAREST, NULL);
  finish_sweep (self, small);
  g_assert_true (ond_maps_save (ond_sweep_job_get_maps (sweep_job (self)), path, TRUE, &error));
  ond_sweep_panel_set_saved (sweep_panel (self), sweep_job (self));
  g_object_set (self->session, "boundary", (int) OND_BOUNDARY_MIRROR, NULL);
  return path;
}

static void
test_room (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = write_volume (self, "volume.fits", 12);
  OndMapPanel *panel = ond_window_get_map_panel (self->window);
  GtkWidget *map = GTK_WIDGET (ond_map_panel_get_view (panel, 0)),
            *quarters = get_child (self, "quarters"), *home;
  int narrow;

  open_path (self, path);
  finish_sweep (self, small);
  ui_wait_frame (map);
  home = gtk_widget_get_parent (GTK_WIDGET (panel));
  narrow = gtk_widget_get_width (map);
  g_assert_cmpint (narrow, <, 340);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.map-room", NULL);
  UI_WAIT (gtk_widget_get_width (map) > 500);
  g_assert_false (gtk_widget_get_visible (quarters));
  ui_wait_frame (map);
  g_autoptr (UiPicture) picture = ui_picture (GTK_WIDGET (self->window), "window-map-room");
  g_assert_nonnull (picture);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.map-room", NULL);
  UI_WAIT (gtk_widget_get_width (map) == narrow);
  g_assert_true (gtk_widget_get_visible (quarters));
  g_assert_true (gtk_widget_get_parent (GTK_WIDGET (panel)) == home);
  g_assert_true (gtk_widget_get_first_child (home) == GTK_WIDGET (panel));
}

/* They go to their volume, which is open or is opened, and say how they were made. */
static void
test_maps_with_their_volume (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = write_maps (self, "maps.fits"), *other = NULL;
  OndVolume *volume = ond_session_get_volume (self->session);

  ond_sweep_panel_set_range (sweep_panel (self), OND_PARAMETER_THETA, "0:180:9");
  open_path (self, path);
  g_assert_true (ond_session_get_volume (self->session) == volume);
  g_assert_null (ond_sweep_job_get_plan (sweep_job (self)));
  g_assert_false (ond_sweep_panel_has_unsaved (sweep_panel (self)));
  g_assert_cmpstr (ond_sweep_panel_get_range (sweep_panel (self), OND_PARAMETER_THETA), ==,
                   "0:180:6");
  g_assert_cmpstr (origin (self), ==, "Made with Nearest");
  ond_sweep_panel_set_range (sweep_panel (self), OND_PARAMETER_THETA, "0:180:9");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.sweep-again", NULL);
  UI_WAIT (sweep_job (self) != NULL && ond_sweep_job_get_plan (sweep_job (self)) != NULL
           && ond_sweep_job_get_state (sweep_job (self)) == OND_SWEEP_DONE);
  g_assert_cmpstr (origin (self), ==, "");
  g_assert_cmpuint (ond_sweep_job_get_grid (sweep_job (self), OND_PARAMETER_THETA)->n, ==, 6);
  ond_sweep_panel_set_saved (sweep_panel (self), sweep_job (self));

  other = write_volume (self, "other.fits", 9);
  open_path (self, other);
  open_path (self, path);
  g_assert_cmpstr (ond_volume_get_info (ond_session_get_volume (self->session))->name, ==,
                   "volume.fits");
  g_assert_cmpstr (origin (self), ==, "Made with Nearest");
}

/* Their volume has gone: alone in an empty window, and beside what is open. */
static void
test_maps_alone (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = write_maps (self, "maps.fits"), *volume = in_folder (self, "volume.fits"),
                  *other = NULL;
  GtkWidget *map = GTK_WIDGET (ond_map_panel_get_view (ond_window_get_map_panel (self->window), 0));
  float value = ond_map_model_get_values (get_model (self), 0)[3];

  ond_session_set_volume (self->session, NULL);
  g_assert_cmpint (g_remove (volume), ==, 0);
  open_path (self, path);
  UI_WAIT (gtk_widget_get_mapped (map) && gtk_widget_get_width (map) > 500);
  g_assert_null (ond_session_get_volume (self->session));
  g_assert_cmpstr (origin (self), ==, "Made from volume.fits");
  g_assert_cmpfloat (ond_map_model_get_values (get_model (self), 0)[3], ==, value);
  ui_click (map, gtk_widget_get_width (map) / 2.0, gtk_widget_get_height (map) / 2.0);
  g_assert_cmpfloat (get (self, OND_PARAMETER_THETA), >, 30); /* no volume, but no harm */
  ui_wait_frame (map);

  other = write_volume (self, "other.fits", 9);
  open_path (self, other);
  g_assert_null (sweep_job (self));
  g_assert_true (gtk_widget_get_visible (get_child (self, "quarters")));
  open_path (self, path);
  g_assert_cmpstr (origin (self), ==, "Made from volume.fits, which is not what is open");
  g_assert_cmpstr (ond_volume_get_info (ond_session_get_volume (self->session))->name, ==,
                   "other.fits");
}

static void
test_damaged_maps (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = write_maps (self, "maps.fits"), *bytes = NULL, *message = NULL;
  OndSweepJob *job = sweep_job (self);
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n / 2, NULL));
  open_path (self, path);
  message = dup_message (self);
  g_assert_nonnull (message);
  g_assert_null (strchr (message, '\n'));
  g_assert_true (sweep_job (self) == job);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/window-maps/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("the-map-can-have-all-the-room", test_room);
  ADD ("maps-are-shown-with-their-volume", test_maps_with_their_volume);
  ADD ("maps-are-shown-alone", test_maps_alone);
  ADD ("damaged-maps-lose-nothing", test_damaged_maps);
  return g_test_run ();
}
