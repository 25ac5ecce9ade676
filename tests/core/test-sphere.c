/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directions on the sphere: areas, cells, and the colours of a painted disc. */
#include "core/draw/figure.h"

#include <math.h>

#define DEGREE (OND_PI / 180)

static void
direction (double theta, double phi, double n[OND_N_AXES])
{
  const OndWavelet wavelet = { .theta = theta * DEGREE, .phi = phi * DEGREE };

  ond_wavelet_direction (&wavelet, 3, n);
}

static void
test_equal_areas (void)
{
  /* The area of a small square of directions about n, over its solid angle, is 1/2 everywhere: the
   * Jacobian along two perpendicular tangents, by central differences of 1e-5 rad (error 1e-9). */
  const double step = 1e-5;

  for (double theta = -85; theta < 89; theta += 12.5)
    for (double phi = 3; phi < 180; phi += 17)
      {
        double n[OND_N_AXES], x[4], y[4], area;
        double t = step / DEGREE, p = step / DEGREE / cos (theta * DEGREE);

        for (int i = 0; i < 4; i++)
          {
            direction (theta
                           + (i == 0   ? t
                              : i == 1 ? -t
                                       : 0),
                       phi
                           + (i == 2   ? p
                              : i == 3 ? -p
                                       : 0),
                       n);
            ond_sphere_project (n, &x[i], &y[i]);
          }
        area = (x[0] - x[1]) * (y[2] - y[3]) - (x[2] - x[3]) * (y[0] - y[1]);
        g_assert_cmpfloat_with_epsilon (fabs (area) / (4 * step * step), 0.5, 1e-6);
      }
}

static void
test_unproject_is_inverse (void)
{
  double n[OND_N_AXES], x, y;

  for (double at_y = -0.95; at_y < 1; at_y += 0.19)
    for (double at_x = -0.97; at_x < 1; at_x += 0.17)
      {
        if (hypot (at_x, at_y) > 1)
          {
            g_assert_false (ond_sphere_unproject (at_x, at_y, n));
            continue;
          }
        g_assert_true (ond_sphere_unproject (at_x, at_y, n));
        g_assert_cmpfloat_with_epsilon (n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-14);
        ond_sphere_project (n, &x, &y);
        g_assert_cmpfloat_with_epsilon (x, at_x, 1e-14);
        g_assert_cmpfloat_with_epsilon (y, at_y, 1e-14);
        for (int i = 0; i < OND_N_AXES; i++)
          n[i] = -n[i];
        ond_sphere_project (n, &x, &y); /* the opposite is the same point */
        g_assert_cmpfloat_with_epsilon (x, at_x, 1e-14);
        g_assert_cmpfloat_with_epsilon (y, at_y, 1e-14);
      }
  direction (0, 0, n);
  ond_sphere_project (n, &x, &y);
  g_assert_cmpfloat_with_epsilon (fabs (x), 1, 1e-14); /* x on the rim */
  direction (0, 90, n);
  ond_sphere_project (n, &x, &y);
  g_assert_cmpfloat_with_epsilon (hypot (x, y), 0, 1e-14); /* z in the middle */
}

/* By all of a direction's names, also in lists and where the grid begins anywhere. */
static void
test_cells_hold_their_directions (void)
{
  static const char *const grids[][2] = { { "0:180:18", "0:180:18" },
                                          { "5:165:8", "12:160:5" },
                                          { "0,20,90,130", "150,10,60,110" } };

  for (gsize k = 0; k < G_N_ELEMENTS (grids); k++)
    {
      g_autoptr (OndGrid) theta = ond_grid_parse (OND_PARAMETER_THETA, grids[k][0], NULL);
      g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, grids[k][1], NULL);
      g_autoptr (OndSphere) sphere = NULL;

      g_assert_nonnull (theta);
      g_assert_nonnull (phi);
      sphere = ond_sphere_new (theta, phi);
      for (gsize j = 0; j < phi->n; j++)
        for (gsize i = 0; i < theta->n; i++)
          for (int name = 0; name < 4; name++)
            {
              double n[OND_N_AXES], t = theta->values[i], p = phi->values[j];
              gsize is_theta, is_phi;

              if (fabs (fabs (fmod (t, 180)) - 90) < 1e-9)
                continue; /* the pole is in the cells of every phi */
              direction (name & 1 ? t + 180 : t, p, n);
              if (name & 2)
                direction (name & 1 ? 180 - t : -t, p + 180, n);
              if (!ond_sphere_find (sphere, n, &is_theta, &is_phi))
                g_error ("%g, %g has no cell", t, p);
              g_assert_cmpuint (is_theta, ==, i);
              g_assert_cmpuint (is_phi, ==, j);
            }
    }
}

/* A full grid covers the sphere, whatever rounding does at its edges; a part of one does not. */
static void
test_coverage (void)
{
  g_autoptr (OndGrid) all = ond_grid_parse (OND_PARAMETER_THETA, "0:180:7", NULL);
  g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, "0:180:9", NULL);
  g_autoptr (OndGrid) part = ond_grid_parse (OND_PARAMETER_THETA, "0:40:5", NULL);
  g_autoptr (OndSphere) full = ond_sphere_new (all, phi), some = ond_sphere_new (part, phi);
  gsize theta, at;
  double n[OND_N_AXES];

  for (double t = -90; t <= 90; t += 180.0 / 7 / 4)
    for (double p = -180; p <= 180; p += 5)
      {
        direction (t, p, n);
        g_assert_true (ond_sphere_find (full, n, &theta, &at));
      }
  direction (44, 20, n);
  g_assert_true (ond_sphere_find (some, n, &theta, &at));
  g_assert_cmpuint (theta, ==, 4);
  direction (46, 20, n);
  g_assert_false (ond_sphere_find (some, n, &theta, &at));
}

#define SIZE 400

/* Each cell's colour is found back at its direction, and each cell has its share of the pixels. */
static void
test_painted (void)
{
  g_autoptr (OndGrid) theta = ond_grid_parse (OND_PARAMETER_THETA, "0:180:9", NULL);
  g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, "0:180:6", NULL);
  g_autoptr (OndSphere) sphere = ond_sphere_new (theta, phi);
  const OndColorScale colors = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 255 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
  cairo_t *cr = cairo_create (surface);
  float values[54];
  int counts[256] = { 0 }, total = 0;
  guint32 *pixels;

  for (int i = 0; i < 54; i++)
    values[i] = (float) (4 * i + 20);
  g_assert_true (ond_sphere_paint (sphere, ond_sphere_unproject, values, &colors, cr, SIZE / 2,
                                   SIZE / 2, SIZE / 2));
  cairo_surface_flush (surface);
  pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  for (int i = 0; i < SIZE * SIZE; i++)
    if (pixels[i] >> 24 == 255)
      {
        counts[pixels[i] & 255]++;
        total++;
      }
  g_assert_cmpfloat_with_epsilon (total / (SIZE * SIZE * OND_PI / 4), 1, 0.02);
  for (int j = 0; j < 6; j++)
    for (int i = 0; i < 9; i++)
      {
        double n[OND_N_AXES], x, y, share, from = theta->values[i] - 10, to = from + 20;

        direction (theta->values[i], phi->values[j], n);
        ond_sphere_project (n, &x, &y);
        x = (SIZE + x * (SIZE - 4)) / 2;
        y = (SIZE - y * (SIZE - 4)) / 2;
        g_assert_cmphex (pixels[(int) y * SIZE + (int) x] & 255, ==, (guint32) values[j * 9 + i]);
        /* |sin| between the edges; a cell about the pole reaches over it. */
        share = from < 90 && to > 90 ? 2 - sin (from * DEGREE) - sin (to * DEGREE)
                                     : fabs (sin (to * DEGREE) - sin (from * DEGREE));
        share /= 12; /* of both signs of n.y, and of six phi */
        g_assert_cmpfloat_with_epsilon ((double) counts[4 * (j * 9 + i) + 20] / total, share,
                                        0.12 * share + 0.0006);
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A panel of a figure: what is under a point, and the paper beside the disc. */
static void
test_panel (void)
{
  g_autoptr (OndGrid) theta = ond_grid_parse (OND_PARAMETER_THETA, "0:180:6", NULL);
  g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, "0:180:4", NULL);
  g_autoptr (OndSphere) sphere = ond_sphere_new (theta, phi);
  float values[24];
  const OndPanel panel = { .nx = 6, .ny = 4, .values = values, .sphere = sphere };
  const OndFigure figure = { .panels = &panel,
                             .n_panels = 1,
                             .colors = { .map = OND_COLORMAP_VIRIDIS, .lower = 0, .upper = 23 } };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 220);
  cairo_t *cr = cairo_create (surface);
  OndPanelArea area;
  gsize i, j;
  double x, y;

  for (int k = 0; k < 24; k++)
    values[k] = (float) k;
  ond_figure_draw (&figure, cr, 300, 220, &area);
  cairo_surface_flush (surface);
  g_assert_cmpfloat (fabs (area.width - area.height), <=, 1); /* whole pixels */
  g_assert_cmpfloat (area.height, >, 120);
  for (gsize at = 0; at < 24; at++)
    {
      ond_panel_area_locate (&area, &panel, theta->values[at % 6] + 4, phi->values[at / 6] + 4, &x,
                             &y);
      g_assert_true (ond_panel_area_hit (&area, &panel, x, y, &i, &j));
      g_assert_cmpuint (j * 6 + i, ==, at);
    }
  g_assert_false (ond_panel_area_hit (&area, &panel, area.x + 3, area.y + 3, &i, &j));
  g_assert_cmphex (((guint32 *) (gpointer) (cairo_image_surface_get_data (surface)
                                            + cairo_image_surface_get_stride (surface)
                                                  * (int) (area.y + 3)))[(int) area.x + 3]
                       & 0xffffff,
                   ==, 0xffffff);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sphere/equal-solid-angles-have-equal-areas", test_equal_areas);
  g_test_add_func ("/sphere/unprojecting-is-the-inverse", test_unproject_is_inverse);
  g_test_add_func ("/sphere/cells-hold-their-directions", test_cells_hold_their_directions);
  g_test_add_func ("/sphere/a-full-grid-covers-the-sphere", test_coverage);
  g_test_add_func ("/sphere/painted-cells-have-their-colour-and-area", test_painted);
  g_test_add_func ("/sphere/a-panel-finds-its-cells", test_panel);
  return g_test_run ();
}
