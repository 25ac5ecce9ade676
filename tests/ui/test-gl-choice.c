/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the processor computes OpenGL, which every test sees to, this program draws by itself: in
 * the variant "software"; in "gl" it was told not to mind. */
#include "ui-harness.h"

#include "ui/gl-choice.h"
#include "ui/slice-view.h"

static void
test_choice (void)
{
  gboolean software = g_strcmp0 (ui_variant (), "software") == 0;
  GdkDisplay *display = gdk_display_get_default ();
  const char *why = "";

  g_assert_cmpint (ond_gl_is_software (display, &why), ==, software);
  if (software)
    g_assert_nonnull (strstr (why, "llvmpipe"));
  else
    g_assert_null (why);
  ond_gl_choose_renderer (display);
  g_assert_cmpstr (g_getenv ("GSK_RENDERER"), ==,
                   software                               ? "cairo"
                   : g_strcmp0 (ui_variant (), "gl") == 0 ? "gl"
                                                          : "cairo");
}

static void
test_view (void)
{
  static const OndEngineOptions options = { .threads = 1, .backend = "fftw" };
  gboolean software = g_strcmp0 (ui_variant (), "software") == 0;
  g_autoptr (OndEngine) engine = ond_engine_new (&options, NULL);
  g_autoptr (OndSession) session = ond_session_new (engine);
  GtkWidget *view = ond_slice_view_new (session, OND_Z), *window = ui_show (view, 60, 60);
  const char *why;

  g_assert_cmpint (ond_slice_view_uses_gl (OND_SLICE_VIEW (view), &why), ==,
                   g_strcmp0 (ui_variant (), "gl") == 0);
  if (software)
    g_assert_nonnull (strstr (why, "llvmpipe"));
  ui_close (window);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
  g_test_add_func ("/gl-choice/software-is-told-from-a-graphics-card", test_choice);
  g_test_add_func ("/gl-choice/a-view-draws-by-itself-then", test_view);
  return g_test_run ();
}
