/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours of best maps: hue is the direction without its sign, brightness the response. */
#include "core/draw/best-colors.h"

#include <math.h>

static OndSweepPlan *
plan_over (const char *const texts[OND_N_PARAMETERS], gint32 nz)
{
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepRequest request = { .grids = grids,
                                    .geometry = { { 8, 8, nz }, { 1, 1, 1 } },
                                    .method = ond_method_default (),
                                    .statistics = OND_STATISTICS_ALL,
                                    .best = TRUE };
  OndSweepPlan *plan;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  plan = ond_sweep_plan_new (&request, NULL);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  return plan;
}

static void
assert_pixel (const guint8 *rgba, int red, int green, int blue)
{
  g_assert_cmpint (rgba[0], ==, red);
  g_assert_cmpint (rgba[1], ==, green);
  g_assert_cmpint (rgba[2], ==, blue);
  g_assert_cmpint (rgba[3], ==, 255);
}

static void
test_a_direction_and_its_opposite_have_one_colour (void)
{
  guint8 a[3], b[3];

  ond_direction_color ((double[]){ 0.6, 0, -0.8 }, a);
  ond_direction_color ((double[]){ -0.6, 0, 0.8 }, b);
  g_assert_cmpmem (a, 3, b, 3);
  g_assert_cmpint (a[0], ==, 153);
  g_assert_cmpint (a[1], ==, 0);
  g_assert_cmpint (a[2], ==, 204);
}

/* theta 90 is y, phi 90 z; xi 1 has none. Cells: theta, then phi, then xi. */
static void
test_axes_are_red_green_and_blue (void)
{
  static const char *const texts[] = { "0,90", "0,90", "1,5", "2" };
  const OndColorScale scale = { .map = OND_COLORMAP_DIVERGING, .lower = -1, .upper = 1 };
  const guint32 cells[] = { 4, 5, 6, 0, 3, OND_BEST_NONE };
  const float w[] = { 1, 1, 1, 1, 1, NAN };
  g_autoptr (OndSweepPlan) plan = plan_over (texts, 8);
  g_autoptr (OndBestColors) colors = ond_best_colors_new (plan);
  guint8 rgba[6][4];

  ond_best_colors_map_row (colors, &scale, w, cells, 6, rgba[0]);
  assert_pixel (rgba[0], 255, 0, 0);
  assert_pixel (rgba[1], 0, 255, 0);
  assert_pixel (rgba[2], 0, 0, 255);
  assert_pixel (rgba[3], 147, 147, 147);
  assert_pixel (rgba[4], 147, 147, 147);
  assert_pixel (rgba[5], 0x80, 0x80, 0x80);
}

/* From 0 on between symmetric limits; from the lower limit where that is above; the stretch, the
 * contrast and the colour of invalid samples are those of the response. */
static void
test_brightness_is_the_response_s_scale_from_zero (void)
{
  static const char *const texts[] = { "0", "0", "5", "2" };
  g_autoptr (OndSweepPlan) plan = plan_over (texts, 8);
  g_autoptr (OndBestColors) colors = ond_best_colors_new (plan);
  const float w[] = { -3, 0, 1, 2, 4, 9 };
  const guint32 cells[] = { 0, 0, 0, 0, 0, 0 };
  const struct
  {
    OndColorScale scale;
    int red[6];
  } rows[] = {
    { { .map = OND_COLORMAP_DIVERGING, .lower = -4, .upper = 4 }, { 0, 0, 64, 128, 255, 255 } },
    { { .map = OND_COLORMAP_DIVERGING,
        .lower = -4,
        .upper = 4,
        .invert = TRUE,
        .polarity = OND_POLARITY_DARK },
      { 0, 0, 64, 128, 255, 255 } },
    { { .map = OND_COLORMAP_VIRIDIS, .lower = 1, .upper = 3 }, { 0, 0, 0, 128, 255, 255 } },
    { { .map = OND_COLORMAP_GREY, .stretch = OND_STRETCH_SQRT, .lower = -4, .upper = 4 },
      { 0, 0, 128, 180, 255, 255 } },
    { { .map = OND_COLORMAP_GREY, .stretch = OND_STRETCH_HISTOGRAM, .lower = -4, .upper = 4 },
      { 0, 0, 64, 128, 255, 255 } },
    { { .map = OND_COLORMAP_GREY, .lower = -4, .upper = -2 }, { 128, 255, 255, 255, 255, 255 } },
  };

  for (gsize r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      guint8 rgba[6][4];

      ond_best_colors_map_row (colors, &rows[r].scale, w, cells, 6, rgba[0]);
      for (int i = 0; i < 6; i++)
        assert_pixel (rgba[i], rows[r].red[i], 0, 0);
    }
}

/* An image has red and green, whatever phi. More voxels than are taken at a time. */
static void
test_an_image_has_two_colours (void)
{
  static const char *const texts[] = { "0,90", "40", "5", "2" };
  const OndColorScale scale = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 1 };
  g_autoptr (OndSweepPlan) plan = plan_over (texts, 1);
  g_autoptr (OndBestColors) colors = ond_best_colors_new (plan);
  guint8 rgba[700][4];
  guint32 cells[700];
  float w[700];

  for (int i = 0; i < 700; i++)
    {
      w[i] = 1;
      cells[i] = i >= 600;
    }
  ond_best_colors_map_row (colors, &scale, w, cells, 700, rgba[0]);
  assert_pixel (rgba[599], 255, 0, 0);
  assert_pixel (rgba[600], 0, 255, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/best-colors/a-direction-and-its-opposite-have-one-colour",
                   test_a_direction_and_its_opposite_have_one_colour);
  g_test_add_func ("/best-colors/axes-are-red-green-and-blue", test_axes_are_red_green_and_blue);
  g_test_add_func ("/best-colors/brightness-is-the-response-s-scale-from-zero",
                   test_brightness_is_the_response_s_scale_from_zero);
  g_test_add_func ("/best-colors/an-image-has-two-colours", test_an_image_has_two_colours);
  return g_test_run ();
}
