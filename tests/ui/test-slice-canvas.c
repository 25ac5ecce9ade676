/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of the slices when OpenGL is there and fails: the CPU draws the same picture, and
 * says why. */
#include "ui-harness.h"

#include "ui/slice-view.h"

#include <epoxy/gl.h>
#include <glib/gstdio.h>

#define SIZE 200

/* In one test the shader is damaged: the resources are looked for in this folder first. */
#define OVERLAY "/io/github/ondelette/Ondelette/shaders"

static OndSession *
make_session (void)
{
  static const OndEngineOptions options = { .threads = 1, .backend = "fftw" };
  const OndGeometry plane = { { 2, 2, 1 }, { 1, 1, 1 } };
  const OndColorScale colors = { .map = OND_COLORMAP_HEAT, .lower = 0, .upper = 3 };
  const OndVolumeInfo info = { .name = "plane" };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndEngine) engine = ond_engine_new (&options, &error);
  g_assert_no_error (error);
  float *samples = ond_volume_alloc (&plane, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 4; i++)
    samples[i] = (float) i;
  g_autoptr (OndVolume) volume = ond_volume_new_take (&plane, samples, &info);
  OndSession *session = ond_session_new (engine);
  ond_session_set_volume (session, volume);
  ond_session_set_mode (session, OND_MODE_IMAGE);
  ond_session_set_colors (session, OND_SHOW_IMAGE, &colors);
  return session;
}

static void
assert_drawn_by_cpu (OndSliceView *view, OndSession *session, const char *reason)
{
  const OndColorScale *colors = ond_session_get_colors (session, OND_SHOW_IMAGE);
  g_autoptr (UiPicture) picture = ui_picture (GTK_WIDGET (view), NULL);
  const char *why;
  g_assert_false (ond_slice_view_uses_gl (view, &why));
  g_test_message ("%s", why);
  if (reason != NULL)
    g_assert_nonnull (strstr (why, reason));
  /* Off the cross-hair and the labels. */
  g_assert_cmphex (ui_pixel (picture, 0.6 * SIZE, 0.7 * SIZE), ==, ond_color_scale_map (colors, 1));
  g_assert_cmphex (ui_pixel (picture, 0.6 * SIZE, 0.1 * SIZE), ==, ond_color_scale_map (colors, 3));
}

static void
damage (GtkGLArea *area G_GNUC_UNUSED, int width G_GNUC_UNUSED, int height G_GNUC_UNUSED,
        int *times)
{
  if ((*times)++ == 0)
    glEnable (0xffff); /* leaves an error behind, as a lost context would */
}

/* Without OpenGL there is nothing to fail; the picture must be there all the same. */
static void
test_fails_while_drawing (void)
{
  g_autoptr (OndSession) session = make_session ();
  GtkWidget *view = ond_slice_view_new (session, OND_Z);
  int times = 0;
  GtkWidget *window = ui_show (view, SIZE, SIZE);
  g_assert_cmpint (ond_slice_view_uses_gl (OND_SLICE_VIEW (view), NULL), ==, ui_variant_has_gl ());
  g_signal_connect (ui_find (view, GTK_TYPE_GL_AREA, NULL), "resize", G_CALLBACK (damage), &times);
  gtk_window_set_default_size (GTK_WINDOW (window), SIZE + 50, SIZE);
  UI_WAIT (gtk_widget_get_width (view) == SIZE + 50);
  UI_WAIT (!ond_slice_view_uses_gl (OND_SLICE_VIEW (view), NULL));
  gtk_window_set_default_size (GTK_WINDOW (window), SIZE, SIZE);
  UI_WAIT (gtk_widget_get_width (view) == SIZE);
  assert_drawn_by_cpu (OND_SLICE_VIEW (view), session,
                       ui_variant_has_gl () ? "OpenGL cannot" : NULL);
  ui_close (window);
}

static void
test_broken_shader (void)
{
  if (!g_test_subprocess ())
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *folder = g_dir_make_tmp ("ondelette-XXXXXX", &error);
      g_assert_no_error (error);
      g_autofree char *path = g_build_filename (folder, "slice.frag", NULL);
      g_autofree char *overlay = g_strconcat (OVERLAY "=", folder, NULL);
      g_file_set_contents (path, "this is no shader", -1, &error);
      g_assert_no_error (error);
      g_setenv ("G_RESOURCE_OVERLAYS", overlay, TRUE);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_unsetenv ("G_RESOURCE_OVERLAYS");
      g_unlink (path);
      g_rmdir (folder);
      g_test_trap_assert_passed ();
      return;
    }
  g_autoptr (OndSession) session = make_session ();
  GtkWidget *view = ond_slice_view_new (session, OND_Z), *window = ui_show (view, SIZE, SIZE);
  assert_drawn_by_cpu (OND_SLICE_VIEW (view), session,
                       ui_variant_has_gl () ? "cannot compile slice.frag" : NULL);
  ui_close (window);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
  g_test_add_func ("/slice-canvas/opengl-fails-while-drawing-and-the-cpu-takes-over",
                   test_fails_while_drawing);
  g_test_add_func ("/slice-canvas/a-shader-that-fails-leaves-the-picture-to-the-cpu",
                   test_broken_shader);
  return g_test_run ();
}
