/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view of image and response together: its pixels are those of the blend's formula in every
 * variant of drawing, and a blink shows the one and the other. */
#include "model-harness.h"
#include "ui-harness.h"

#include "core/draw/blend.h"
#include "ui/slice-view.h"

#define SIZE 260
#define N 13

typedef struct
{
  OndSession *session;
  GtkWidget *view, *window;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndColorScale image = { .map = OND_COLORMAP_GREY, .lower = -1, .upper = 3 };
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndVolume) volume = model_volume (N, N, N);

  self->session = ond_session_new (engine);
  ond_session_set_volume (self->session, volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &image);
  self->view = ond_slice_view_new (self->session, OND_Z);
  self->window = ui_show (self->view, SIZE, SIZE);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ui_close (self->window);
  g_object_unref (self->session);
}

static guint32
expected (Fixture *self, const OndDrawn *drawn, int i)
{
  int width, height;
  const float *first = ond_session_get_slice (self->session, drawn->first, OND_Z, &width, &height);
  const float *over =
      ond_session_get_slice (self->session, OND_SHOW_RESPONSE, OND_Z, &width, &height);
  guint32 color =
      ond_color_scale_map (ond_session_get_colors (self->session, drawn->first), (double) first[i]);

  if (drawn->opacity > 0)
    color = ond_blend_color (ond_session_get_colors (self->session, OND_SHOW_RESPONSE),
                             (double) over[i], drawn->opacity, color);
  return color;
}

/* Every voxel but those under the labels and the cross-hair. */
static void
assert_pixels (Fixture *self, const char *shot)
{
  g_autoptr (UiPicture) picture = ui_picture (self->view, shot);
  OndDrawn drawn = ond_session_get_drawn (self->session);
  graphene_rect_t area;
  int compared = 0;

  ond_slice_view_get_area (OND_SLICE_VIEW (self->view), &area);
  for (int j = 2; j < N - 2; j++)
    for (int i = 0; i < N; i++)
      {
        double x = area.origin.x + (i + 0.25) / N * area.size.width,
               y = area.origin.y + area.size.height - (j + 0.25) / N * area.size.height;

        g_assert_cmphex (ui_pixel (picture, x, y), ==, expected (self, &drawn, j * N + i));
        compared++;
      }
  g_assert_cmpint (compared, ==, N * (N - 4));
}

static void
test_blend (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const double opacities[] = { 0.6, 1, 0.1 };
  OndColorScale colors;

  ond_session_set_mode (self->session, OND_MODE_BOTH);
  for (gsize i = 0; i < G_N_ELEMENTS (opacities); i++)
    {
      ond_layers_set_opacity (ond_session_get_layers (self->session), opacities[i]);
      assert_pixels (self, i == 0 ? "slice-both" : NULL);
    }
  colors = *ond_session_get_colors (self->session, OND_SHOW_RESPONSE);
  colors.map = OND_COLORMAP_INFERNO;
  colors.stretch = OND_STRETCH_HISTOGRAM;
  colors.polarity = OND_POLARITY_BOTH;
  colors.contrast_log2 = 0.5;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  assert_pixels (self, NULL);
}

/* Samples and colours of either layer are followed. */
static void
test_follows (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[] = { 3, 4, 9 };
  OndColorScale colors;

  ond_session_set_mode (self->session, OND_MODE_BOTH);
  ui_wait_frame (self->view);
  ond_session_set_cross_hair (self->session, at);
  g_object_set (self->session, "theta", 100.0, NULL);
  UI_WAIT (!ond_session_get_busy (self->session));
  assert_pixels (self, NULL);
  colors = *ond_session_get_colors (self->session, OND_SHOW_IMAGE);
  colors.map = OND_COLORMAP_CYCLIC;
  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &colors);
  assert_pixels (self, NULL);
}

static void
test_blink (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndLayers *layers = ond_session_get_layers (self->session);
  OndShow now;

  ond_session_set_blinking (self->session, TRUE);
  g_assert_true (ond_layers_get_blink (layers, &now));
  g_assert_cmpint (now, ==, OND_SHOW_IMAGE);
  /* A picture takes less time than a turn, or it is taken again. */
  for (gboolean same = FALSE; !same;)
    {
      OndShow before = now, after;
      g_autoptr (UiPicture) picture = NULL;
      OndDrawn drawn;
      graphene_rect_t area;

      UI_WAIT (ond_layers_get_blink (layers, &now) && now != before);
      drawn = ond_session_get_drawn (self->session);
      picture = ui_picture (self->view, NULL);
      same = ond_layers_get_blink (layers, &after) && after == now;
      if (!same)
        continue;
      ond_slice_view_get_area (OND_SLICE_VIEW (self->view), &area);
      g_assert_cmphex (ui_pixel (picture, area.origin.x + 2.25 / N * area.size.width,
                                 area.origin.y + area.size.height * (1 - 4.25 / N)),
                       ==, expected (self, &drawn, 4 * N + 2));
    }
  ond_session_set_blinking (self->session, FALSE);
  assert_pixels (self, NULL);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/slice-layers/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("pixels-are-those-of-the-blend", test_blend);
  ADD ("both-layers-are-followed", test_follows);
  ADD ("a-blink-shows-one-and-the-other", test_blink);
  return g_test_run ();
}
