/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-harness.h"

#include "ui/projection-marks.h"

static OndProjectionMarks
make_marks (double azimuth, double elevation, double theta, double phi, double xi)
{
  const OndPose pose = { .azimuth = azimuth, .elevation = elevation, .zoom = 1 };
  OndProjectionMarks marks = { .frame = ond_projection_frame (&box, &pose, 200, 200),
                               .geometry = &box,
                               .at = { 4, 6, 2 },
                               .wavelet = { .scale = 0.5, .xi = xi },
                               .tones = { .accent = 0x1c71d8 } };

  ond_wavelet_set (&marks.wavelet, OND_PARAMETER_THETA, theta);
  ond_wavelet_set (&marks.wavelet, OND_PARAMETER_PHI, phi);
  return marks;
}

/* As long as scale times stretch, in the direction of the wavelet; the end that is nearer. */
static void
test_needle (void)
{
  const double half = sqrt (0.5);
  static const struct
  {
    double azimuth, elevation, theta, phi;
    int right, up; /* in lengths, or of half a right angle */
    gboolean oblique;
  } cases[] = {
    { 0, 0, 0, 0, 1, 0, FALSE },     /* n = x, to the right */
    { 0, 0, 90, 0, 0, -1, FALSE },   /* n = -y, down */
    { 90, 0, 0, 90, -1, 0, FALSE },  /* n = z, seen from x: to the left */
    { 45, 0, 0, 90, -1, 0, TRUE },   /* its near end */
    { -135, 0, 0, 90, -1, 0, TRUE }, /* the other one is nearer from behind */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndProjectionMarks marks =
          make_marks (cases[i].azimuth, cases[i].elevation, cases[i].theta, cases[i].phi, 10);
      double length = 5 * marks.frame.scale * (cases[i].oblique ? half : 1), dx, dy;

      ond_projection_marks_get_needle (&marks, &dx, &dy);
      g_assert_cmpfloat_with_epsilon (dx, cases[i].right * length, 1e-6);
      g_assert_cmpfloat_with_epsilon (dy, -cases[i].up * length, 1e-6);
    }
}

static gboolean
is_drawn (cairo_surface_t *surface, double x, double y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (data[((int) floor (y) + dy) * stride + 4 * ((int) floor (x) + dx) + 3] != 0)
        return TRUE;
  return FALSE;
}

/* The corners of the volume, the middles of the sides of each slice, and both ends of the needle
 * are drawn; what lies between is not. */
static void
test_marks (void)
{
  const OndProjectionMarks marks = make_marks (30, 20, 60, 120, 5);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 200, 200);
  cairo_t *cr = cairo_create (surface);
  const double cross[OND_N_AXES] = { 4, 6, 2 };
  double x, y, dx, dy, depth;

  ond_projection_marks_draw (&marks, cr);
  cairo_surface_flush (surface);
  for (int corner = 0; corner < 8; corner++)
    {
      double at[OND_N_AXES];

      for (int i = 0; i < OND_N_AXES; i++)
        at[i] = corner >> i & 1 ? box.n[i] - 0.5 : -0.5;
      ond_projection_place (&marks.frame, &box, at, &x, &y, &depth);
      g_assert_true (is_drawn (surface, x, y));
    }
  for (int normal = 0; normal < OND_N_AXES; normal++)
    for (int side = 0; side < 4; side++)
      {
        int along = side < 2 ? ond_slice_horizontal (normal) : ond_slice_vertical (normal);
        double at[OND_N_AXES] = { (box.n[0] - 1) / 2., (box.n[1] - 1) / 2., (box.n[2] - 1) / 2. };

        at[normal] = cross[normal];
        at[along] = side % 2 == 0 ? -0.5 : box.n[along] - 0.5;
        ond_projection_place (&marks.frame, &box, at, &x, &y, &depth);
        g_assert_true (is_drawn (surface, x, y));
      }
  ond_projection_place (&marks.frame, &box, cross, &x, &y, &depth);
  ond_projection_marks_get_needle (&marks, &dx, &dy);
  g_assert_true (is_drawn (surface, x + dx, y + dy));
  g_assert_true (is_drawn (surface, x - dx, y - dy));
  g_assert_true (is_drawn (surface, x + dx / 2, y + dy / 2));
  g_assert_false (is_drawn (surface, 100, 10));
  g_assert_false (is_drawn (surface, 190, 100));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/projection-marks/the-needle-is-the-wavelet's", test_needle);
  g_test_add_func ("/projection-marks/marks-are-where-things-are", test_marks);
  return g_test_run ();
}
