/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draw/map-figure.h"

#include <math.h>

static void
test_even_cells_have_their_values_at_the_centre (void)
{
  g_autoptr (OndGrid) grid = ond_grid_parse (OND_PARAMETER_THETA, "0:180:18", NULL);
  OndAxis axis = ond_map_axis (grid, "θ");

  g_assert_cmpfloat_with_epsilon (axis.lower, -5, 1e-12);
  g_assert_cmpfloat_with_epsilon (axis.upper, 175, 1e-12);
  g_assert_null (axis.centres);
}

static void
test_uneven_and_lone_cells_are_named (void)
{
  const char *const texts[] = { "2,5,10", "log:1:8:4", "45" };
  const gsize sizes[] = { 3, 4, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (OndGrid) grid = ond_grid_parse (OND_PARAMETER_XI, texts[i], NULL);
      OndAxis axis = ond_map_axis (grid, "ξ");

      g_assert_cmpfloat (axis.lower, ==, 0);
      g_assert_cmpfloat (axis.upper, ==, sizes[i]);
      g_assert_true (axis.centres == grid->values);
    }
}

static void
test_colors_hold_every_value (void)
{
  const float positive[] = { 3, NAN, 1, 2 }, both[] = { -1, 4, NAN }, none[] = { NAN, INFINITY };
  OndColorScale colors = ond_map_colors (positive, 4);

  g_assert_cmpint (colors.map, ==, OND_COLORMAP_VIRIDIS);
  g_assert_cmpfloat (colors.lower, ==, 1);
  g_assert_cmpfloat (colors.upper, ==, 3);
  colors = ond_map_colors (both, 3);
  g_assert_cmpint (colors.map, ==, OND_COLORMAP_DIVERGING);
  g_assert_cmpfloat (colors.lower, ==, -4);
  g_assert_cmpfloat (colors.upper, ==, 4);
  colors = ond_map_colors (none, 2);
  g_assert_cmpfloat (colors.lower, ==, 0);
  g_assert_cmpfloat (colors.upper, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-figure/even-cells-have-their-values-at-the-centre",
                   test_even_cells_have_their_values_at_the_centre);
  g_test_add_func ("/map-figure/uneven-and-lone-cells-are-named",
                   test_uneven_and_lone_cells_are_named);
  g_test_add_func ("/map-figure/colors-hold-every-value", test_colors_hold_every_value);
  return g_test_run ();
}
