/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window over a real cube for test-window.c: made and closed for each test, its parts found, its
 * pixels compared. */
#pragma once

#include "ui-harness.h"

#include "ui/readout.h"
#include "ui/slice-view.h"
#include "ui/window.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#define CUBE "data/real/filfinder_ngc4321_subset.fits"
#define IMAGE "data/real/filfinder_filaments.fits"

typedef struct
{
  OndEngine *engine;
  OndWindow *window;
  OndSession *session;
  char *folder; /* temporary */
} Fixture;

G_GNUC_UNUSED static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndEngineOptions options = { .threads = 2, .backend = "fftw" };
  g_autoptr (GError) error = NULL;

  self->engine = ond_engine_new (&options, &error);
  g_assert_no_error (error);
  self->folder = g_dir_make_tmp ("window-test-XXXXXX", &error);
  g_assert_no_error (error);
  self->window = ond_window_new (NULL, self->engine);
  self->session = ond_window_get_session (self->window);
  gtk_window_present (GTK_WINDOW (self->window));
  UI_WAIT (gtk_widget_get_mapped (GTK_WIDGET (self->window)));
}

static void
remove_folder (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &error);

  g_assert_no_error (error);
  for (const char *name = g_dir_read_name (folder); name != NULL; name = g_dir_read_name (folder))
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_assert_cmpint (g_remove (file), ==, 0);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

G_GNUC_UNUSED static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gpointer window = self->window, session = self->session;

  g_object_add_weak_pointer (G_OBJECT (window), &window);
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  ui_close (GTK_WIDGET (self->window));
  UI_ASSERT_GONE (window);
  UI_ASSERT_GONE (session);
  ond_engine_unref (self->engine);
  remove_folder (self->folder);
  g_free (self->folder);
}

/* NULL, and the test is skipped, where the shared data are not. */
static char *
shared_file (const char *name)
{
  const char *root = g_getenv ("ONDELETTE_SHARED");
  g_autofree char *path = root != NULL ? g_build_filename (root, name, NULL) : NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  g_test_skip ("the shared data are not here");
  return NULL;
}

G_GNUC_UNUSED static void
open_path (Fixture *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ond_window_open (self->window, file, NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
}

G_GNUC_UNUSED static gboolean
open_shared (Fixture *self, const char *name)
{
  g_autofree char *path = shared_file (name);

  if (path == NULL)
    return FALSE;
  open_path (self, path);
  g_assert_nonnull (ond_session_get_volume (self->session));
  return TRUE;
}

G_GNUC_UNUSED static char *
in_folder (Fixture *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

/* The widget of a type with an accessible name. */
static GtkWidget *
find_named (GtkWidget *root, GType type, const char *name)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    {
      g_autofree char *other = gtk_test_accessible_check_property (
          GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
      if (other == NULL)
        return root;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_named (child, type, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

G_GNUC_UNUSED static GtkRange *
slider (Fixture *self, OndParameter parameter)
{
  GtkWidget *found =
      find_named (GTK_WIDGET (self->window), GTK_TYPE_SCALE, ond_parameters[parameter].name);

  g_assert_nonnull (found);
  return GTK_RANGE (found);
}

G_GNUC_UNUSED static GtkSpinButton *
spin_button (Fixture *self, OndParameter parameter)
{
  g_autofree char *name = g_strconcat (ond_parameters[parameter].name, " value", NULL);
  GtkWidget *found = find_named (GTK_WIDGET (self->window), GTK_TYPE_SPIN_BUTTON, name);

  g_assert_nonnull (found);
  return GTK_SPIN_BUTTON (found);
}

G_GNUC_UNUSED static double
get (Fixture *self, OndParameter parameter)
{
  double value;

  g_object_get (self->session, ond_parameters[parameter].name, &value, NULL);
  return value;
}

G_GNUC_UNUSED static GtkWidget *
get_child (Fixture *self, const char *id)
{
  GtkWidget *found = ui_find (GTK_WIDGET (self->window), 0, id);

  g_assert_nonnull (found);
  return found;
}

/* ---- What is drawn ---- */

/* Far enough from the cross-hair and from the labels in the corners, in pixels. */
#define CLEAR 14
#define CORNER 48

static gboolean
is_clear (const graphene_rect_t *area, double x, double y, double cross_x, double cross_y,
          double width, double height)
{
  return fabs (x - cross_x) > CLEAR && fabs (y - cross_y) > CLEAR && y > CORNER
         && y < height - CORNER && x > 2 && x < width - 2 && x > area->origin.x + 2
         && x < area->origin.x + area->size.width - 2;
}

static int
channel_distance (guint32 a, guint32 b)
{
  int largest = 0;

  for (int shift = 0; shift < 24; shift += 8)
    largest = MAX (largest, abs ((int) (a >> shift & 255) - (int) (b >> shift & 255)));
  return largest;
}

/* The middle of each voxel in sight has the colour that the CPU gives to the engine's own
 * response there. Two steps of a channel allow for one entry of the colour table, when a value lies
 * between two. */
G_GNUC_UNUSED static void
assert_drawn (Fixture *self, int normal, const char *name)
{
  GtkWidget *view = ond_window_get_view (self->window, normal);
  OndVolume *volume = ond_session_get_volume (self->session);
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  OndMethod method = ond_session_get_method (self->session);
  OndWavelet wavelet = ond_session_get_wavelet (self->session);
  const OndColorScale *colors = ond_session_get_colors (self->session, OND_SHOW_RESPONSE);
  int width = geometry->n[ond_slice_horizontal (normal)],
      height = geometry->n[ond_slice_vertical (normal)];
  float *out[OND_N_AXES] = { NULL, NULL, NULL };
  g_autofree float *slice = out[normal] = g_new (float, (gsize) width *(gsize) height);
  g_autoptr (OndTransform) transform = NULL;
  g_autoptr (UiPicture) picture = ui_picture (view, name);
  graphene_rect_t area;
  gint32 at[OND_N_AXES];
  int compared = 0, least = ond_zoom_get_fits (ond_session_get_zoom (self->session)) ? 3 : 12;

  ond_session_get_cross_hair (self->session, at);
  transform = ond_engine_get_transform (self->engine, volume, &method, &wavelet, 1,
                                        OND_LANE_INTERACTIVE, NULL, NULL);
  g_assert_true (
      ond_transform_slices (transform, &wavelet, at, out, OND_LANE_INTERACTIVE, NULL, NULL));
  ond_slice_view_get_area (OND_SLICE_VIEW (view), &area);
  for (int j = 0; j < height; j++)
    for (int i = 0; i < width; i++)
      {
        double cell_x = area.size.width / width, cell_y = area.size.height / height;
        double x = area.origin.x + (i + 0.5) * cell_x,
               y = area.origin.y + area.size.height - (j + 0.5) * cell_y;
        double cross_x = area.origin.x + (at[ond_slice_horizontal (normal)] + 0.5) * cell_x;
        double cross_y =
            area.origin.y + area.size.height - (at[ond_slice_vertical (normal)] + 0.5) * cell_y;
        guint32 expected = ond_color_scale_map (colors, (double) slice[j * width + i]);

        if (!is_clear (&area, x, y, cross_x, cross_y, picture->width, picture->height))
          continue;
        compared++;
        if (channel_distance (ui_pixel (picture, x, y), expected) > 4)
          g_error ("voxel %d, %d is #%06x, expected #%06x", i, j, ui_pixel (picture, x, y),
                   expected);
      }
  g_assert_cmpint (compared, >, width * height / least);
}
