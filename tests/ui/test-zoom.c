/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The zoom that the three slices share, without a display. */
#include "ui/zoom.h"

#include <math.h>

static const OndGeometry box = { { 100, 50, 400 }, { 1, 1, 2 } };

static void
count (OndZoom *zoom G_GNUC_UNUSED, int *n)
{
  ++*n;
}

/* Three views of 300 x 200. */
static OndZoom *
make_zoom (void)
{
  OndZoom *zoom = ond_zoom_new ();

  ond_zoom_set_geometry (zoom, &box);
  for (int normal = 0; normal < OND_N_AXES; normal++)
    ond_zoom_set_view_size (zoom, normal, 300, 200);
  return zoom;
}

static void
test_nothing (void)
{
  g_autoptr (OndZoom) zoom = ond_zoom_new ();
  const double at[] = { 1, 2, 3 };
  OndSliceArea area;

  g_assert_false (ond_zoom_get_area (zoom, OND_Z, &area));
  ond_zoom_at (zoom, OND_Z, 2, at);
  ond_zoom_pan (zoom, OND_Z, 10, 10);
  ond_zoom_set (zoom, 3, at);
  g_assert_true (ond_zoom_get_fits (zoom));
  g_assert_cmpfloat (ond_zoom_get_factor (zoom), ==, 0);
}

/* Each slice into its own view. */
static void
test_fits (void)
{
  static const OndSliceArea expected[] = {
    [OND_X] = { 144, 0, 13, 200 }, /* 50 x 800 */
    [OND_Y] = { 137, 0, 25, 200 }, /* 100 x 800 */
    [OND_Z] = { 0, 25, 300, 150 }, /* 100 x 50 */
  };
  g_autoptr (OndZoom) zoom = make_zoom ();

  for (int normal = 0; normal < OND_N_AXES; normal++)
    {
      OndSliceArea area;

      g_assert_true (ond_zoom_get_area (zoom, normal, &area));
      g_assert_cmpint (ABS (area.x - expected[normal].x), <=, 1);
      g_assert_cmpint (area.y, ==, expected[normal].y);
      g_assert_cmpint (area.width, ==, expected[normal].width);
      g_assert_cmpint (area.height, ==, expected[normal].height);
    }
  g_assert_cmpfloat (ond_zoom_get_factor (zoom), ==, 3);
  ond_zoom_set_view_size (zoom, OND_Z, 0, 0); /* hidden: the next in sight speaks */
  g_assert_cmpfloat (ond_zoom_get_factor (zoom), ==, 0.25);
}

/* Zoomed, all have one factor, unequal edges keep their proportions, and the centre is in the
 * middle of each. */
static void
test_linked (void)
{
  g_autoptr (OndZoom) zoom = make_zoom ();
  const double centre[] = { 20, 30, 40.5 };

  ond_zoom_set (zoom, 5, centre);
  g_assert_false (ond_zoom_get_fits (zoom));
  for (int normal = 0; normal < OND_N_AXES; normal++)
    {
      int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
      OndSliceArea area;

      g_assert_true (ond_zoom_get_area (zoom, normal, &area));
      g_assert_cmpfloat (area.width, ==, 5 * box.n[h] * box.edge[h]);
      g_assert_cmpfloat (area.height, ==, 5 * box.n[v] * box.edge[v]);
      g_assert_cmpfloat_with_epsilon (area.x + (centre[h] + 0.5) * 5 * box.edge[h], 150, 0.51);
      g_assert_cmpfloat_with_epsilon (area.y + area.height - (centre[v] + 0.5) * 5 * box.edge[v],
                                      100, 0.51);
    }
}

/* The voxel stays where it is in that view, and the axis across it keeps its centre. */
static void
test_at (void)
{
  const double at[] = { 80.25, 10, 7 };

  for (int normal = 0; normal < OND_N_AXES; normal++)
    for (int from_fit = 0; from_fit < 2; from_fit++)
      {
        g_autoptr (OndZoom) zoom = make_zoom ();
        int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
        double before[OND_N_AXES], after[OND_N_AXES];
        OndSliceArea a, b;

        ond_zoom_get_centre (zoom, before);
        if (!from_fit)
          ond_zoom_set (zoom, 2, before);
        ond_zoom_get_area (zoom, normal, &a);
        ond_zoom_at (zoom, normal, 3, at);
        ond_zoom_get_area (zoom, normal, &b);
        g_assert_cmpfloat_with_epsilon (b.width, 3. * a.width, 3);
        g_assert_cmpfloat_with_epsilon (a.x + (at[h] + 0.5) / box.n[h] * a.width,
                                        b.x + (at[h] + 0.5) / box.n[h] * b.width, 2);
        g_assert_cmpfloat_with_epsilon (a.y + a.height - (at[v] + 0.5) / box.n[v] * a.height,
                                        b.y + b.height - (at[v] + 0.5) / box.n[v] * b.height, 2);
        ond_zoom_get_centre (zoom, after);
        g_assert_cmpfloat (after[normal], ==, before[normal]);
      }
}

static void
test_bounds (void)
{
  g_autoptr (OndZoom) zoom = make_zoom ();
  const double far[] = { -500, 1e9, 3 };
  double centre[OND_N_AXES];

  ond_zoom_set (zoom, 1e9, far);
  g_assert_cmpfloat (ond_zoom_get_factor (zoom), ==, 64);
  ond_zoom_get_centre (zoom, centre);
  g_assert_cmpfloat (centre[OND_X], ==, -0.5);
  g_assert_cmpfloat (centre[OND_Y], ==, 49.5);
  g_assert_cmpfloat (centre[OND_Z], ==, 3);
  ond_zoom_set (zoom, 1e-9, far);
  g_assert_cmpfloat (ond_zoom_get_factor (zoom), ==, 0.125); /* half of 200 pixels for 800 */
  ond_zoom_set (zoom, NAN, far);
  g_assert_cmpfloat (ond_zoom_get_factor (zoom), ==, 0.125);
  for (int i = 0; i < 50; i++)
    ond_zoom_pan (zoom, OND_Z, 1000, -1000);
  ond_zoom_get_centre (zoom, centre);
  g_assert_cmpfloat (centre[OND_X], ==, -0.5);
  g_assert_cmpfloat (centre[OND_Y], ==, -0.5);
}

static void
test_reveal (void)
{
  g_autoptr (OndZoom) zoom = make_zoom ();
  const double centre[] = { 50, 25, 100 };
  const gint32 near[] = { 52, 26, 0 }, far[] = { 99, 0, 0 };
  OndSliceArea area;

  g_assert_false (ond_zoom_reveal (zoom, OND_Z, far));
  ond_zoom_set (zoom, 10, centre);
  g_assert_false (ond_zoom_reveal (zoom, OND_Z, near));
  g_assert_true (ond_zoom_reveal (zoom, OND_Z, far));
  ond_zoom_get_area (zoom, OND_Z, &area);
  g_assert_cmpint (area.x + area.width, ==, 300); /* just in sight */
  g_assert_cmpint (area.y + area.height, ==, 200);
}

static void
test_notifications (void)
{
  g_autoptr (OndZoom) zoom = make_zoom ();
  const double at[] = { 1, 2, 3 };
  int n = 0;

  g_signal_connect (zoom, "changed", G_CALLBACK (count), &n);
  ond_zoom_fit (zoom);
  ond_zoom_set_view_size (zoom, OND_Z, 300, 200);
  g_assert_cmpint (n, ==, 0);
  ond_zoom_set_view_size (zoom, OND_Z, 301, 200);
  ond_zoom_at (zoom, OND_Z, 2, at);
  ond_zoom_pan (zoom, OND_Z, 1, 1);
  ond_zoom_fit (zoom);
  g_assert_cmpint (n, ==, 4);
  ond_zoom_at (zoom, OND_Z, 2, at);
  ond_zoom_set_geometry (zoom, &box);
  g_assert_true (ond_zoom_get_fits (zoom));
  g_assert_cmpint (n, ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/zoom/without-a-volume-it-does-nothing", test_nothing);
  g_test_add_func ("/zoom/each-slice-fits-into-its-view", test_fits);
  g_test_add_func ("/zoom/zoomed-the-slices-share-factor-and-centre", test_linked);
  g_test_add_func ("/zoom/the-voxel-under-the-pointer-stays", test_at);
  g_test_add_func ("/zoom/factor-and-centre-have-bounds", test_bounds);
  g_test_add_func ("/zoom/a-voxel-is-brought-into-sight", test_reveal);
  g_test_add_func ("/zoom/it-says-so-once", test_notifications);
  return g_test_run ();
}
