/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slice view in the mode of the best map, as it is on the screen: the same with OpenGL and
 * without. */
#include "best-harness.h"
#include "model-harness.h"
#include "ui-harness.h"

#include "ui/slice-view.h"

#define ZOOM 20

/* The middle of each voxel, but near the cross-hair and where labels are. Returns how many. */
static int
assert_voxels (GtkWidget *view, OndSession *session, const char *name)
{
  g_autoptr (UiPicture) picture = ui_picture (view, name);
  gint32 cross[OND_N_AXES], at[OND_N_AXES];
  graphene_rect_t area;
  int n = 0;

  ond_slice_view_get_area (OND_SLICE_VIEW (view), &area);
  ond_session_get_cross_hair (session, cross);
  at[OND_Z] = cross[OND_Z];
  for (at[OND_Y] = 2; at[OND_Y] < 8; at[OND_Y]++)
    for (at[OND_X] = 2; at[OND_X] < 10; at[OND_X]++)
      {
        double x = area.origin.x + (at[OND_X] + 0.3) / 12 * area.size.width,
               y = area.origin.y + area.size.height - (at[OND_Y] + 0.3) / 10 * area.size.height;

        if (at[OND_X] == cross[OND_X] || at[OND_Y] == cross[OND_Y])
          continue;
        g_assert_cmphex (ui_pixel (picture, x, y), ==, best_color (session, at));
        n++;
      }
  return n;
}

static void
test_each_voxel_has_its_colour_on_the_screen (void)
{
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndSession) session = ond_session_new (engine);
  g_autoptr (OndVolume) volume = model_volume (12, 10, 6);
  g_autoptr (OndBest) best = best_by_hand (volume);
  OndColorScale colors = { .map = OND_COLORMAP_DIVERGING, .lower = -4, .upper = 4 };
  GtkWidget *view = ond_slice_view_new (session, OND_Z), *window;

  ond_session_set_volume (session, volume);
  MODEL_WAIT (!ond_session_get_busy (session));
  ond_session_set_colors (session, OND_SHOW_RESPONSE, &colors);
  ond_session_set_mode (session, OND_MODE_BEST);
  ond_best_layer_set (ond_session_get_best (session), best);
  window = ui_show (view, 12 * ZOOM, 10 * ZOOM);
  g_assert_cmpint (ond_slice_view_uses_gl (OND_SLICE_VIEW (view), NULL), ==, ui_variant_has_gl ());
  g_assert_cmpint (assert_voxels (view, session, "best"), >, 30);

  ond_session_set_cross_hair (session, (gint32[]){ 3, 2, 1 });
  colors.upper = 3;
  colors.stretch = OND_STRETCH_SQRT;
  ond_session_set_colors (session, OND_SHOW_RESPONSE, &colors);
  g_assert_cmpint (assert_voxels (view, session, NULL), >, 30);
  ui_close (window);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
  g_test_add_func ("/best-picture/each-voxel-has-its-colour-on-the-screen",
                   test_each_voxel_has_its_colour_on_the_screen);
  return g_test_run ();
}
