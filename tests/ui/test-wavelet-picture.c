/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of the wavelet is psi at the centres of the voxels, large enough and said to be cut
 * where it is. */
#include "ui/wavelet-picture.h"

#include <math.h>

#define DEGREE (G_PI / 180)

static const OndGeometry cube = { { 50, 50, 50 }, { 1, 1, 1 } };
static const OndGeometry slab = { { 40, 30, 20 }, { 1, 1.5, 2.5 } };
static const OndGeometry image = { { 64, 64, 1 }, { 1, 1, 1 } };

static OndWavelet
make_wavelet (double theta, double phi, double xi, double scale)
{
  return (OndWavelet){ theta * DEGREE, phi * DEGREE, xi, scale, OND_NORM_L2 };
}

/* The formula again, from its definition: rank - q, over its value at the centre. */
static double
expected (const OndWavelet *wavelet, int rank, const double at[OND_N_AXES])
{
  double phi = rank == 2 ? 0 : wavelet->phi;
  const double n[OND_N_AXES] = { cos (phi) * cos (wavelet->theta), -sin (wavelet->theta),
                                 sin (phi) * cos (wavelet->theta) };
  double along = 0, square = 0, q;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      along += n[i] * at[i];
      square += at[i] * at[i];
    }
  q = ((square - along * along) + along * along / (wavelet->xi * wavelet->xi))
      / (wavelet->scale * wavelet->scale);
  return (rank - q) * exp (-q / 2) / rank;
}

static void
assert_is_psi (const OndWavelet *wavelet, const OndGeometry *geometry)
{
  g_autoptr (OndWaveletPicture) picture = ond_wavelet_picture_new (wavelet, geometry, 60);
  int rank = ond_geometry_rank (geometry);

  for (int normal = 0; normal < OND_N_AXES; normal++)
    {
      const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);

      g_assert_true ((picture->slices[normal] != NULL) == (rank == 3 || normal == OND_Z));
      for (gsize i = 0; picture->slices[normal] != NULL && i < picture->n[h] * picture->n[v]; i++)
        {
          double at[OND_N_AXES] = { 0 };

          at[h] =
              ((double) (i % picture->n[h]) - (double) (picture->n[h] - 1) / 2) * geometry->edge[h];
          at[v] =
              ((double) (i / picture->n[h]) - (double) (picture->n[v] - 1) / 2) * geometry->edge[v];
          g_assert_cmpfloat_with_epsilon ((double) picture->slices[normal][i],
                                          expected (wavelet, rank, at), 1e-6);
        }
    }
}

static void
test_values (void)
{
  const OndGeometry *const geometries[] = { &cube, &slab, &image };
  const OndWavelet wavelets[] = { make_wavelet (30, 45, 5, 2), make_wavelet (110, 20, 0.3, 4),
                                  make_wavelet (90, 0, 1, 1.5) };

  for (gsize i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (wavelets); k++)
      assert_is_psi (&wavelets[k], geometries[i]);
}

/* Voxels of one size cover the panel, with the middle of one at the middle. */
static void
test_covers (void)
{
  const OndWavelet wavelet = make_wavelet (30, 45, 5, 2);

  for (double room = 10; room < 200; room += 13)
    {
      g_autoptr (OndWaveletPicture) picture = ond_wavelet_picture_new (&wavelet, &slab, room);

      for (int i = 0; i < OND_N_AXES; i++)
        {
          g_assert_cmpuint (picture->n[i] % 2, ==, 1);
          g_assert_cmpfloat (picture->cell[i], ==, picture->magnification * slab.edge[i]);
          g_assert_cmpfloat ((double) picture->n[i] * picture->cell[i], >=, room);
          g_assert_cmpfloat ((double) picture->n[i] * picture->cell[i], <,
                             room + 2 * picture->cell[i]);
        }
    }
}

/* What is outside of the panel is small, unless the picture says that the wavelet is wider. */
static void
test_fits_or_says_so (void)
{
  gboolean ever_wider = FALSE, ever_fits = FALSE;

  for (double scale = 0.5; scale < 200; scale *= 1.7)
    for (double xi = 0.1; xi < 30; xi *= 2.3)
      {
        const OndWavelet wavelet = make_wavelet (20, 70, xi, scale);
        g_autoptr (OndWaveletPicture) picture = ond_wavelet_picture_new (&wavelet, &cube, 60);
        double half = 30 / picture->magnification;

        for (int normal = 0; normal < OND_N_AXES; normal++)
          for (double t = -1; t <= 1; t += 0.05)
            {
              double right[OND_N_AXES] = { 0 };
              double value;

              right[ond_slice_horizontal (normal)] = half;
              right[ond_slice_vertical (normal)] = t * half;
              value = fabs (expected (&wavelet, 3, right));
              if (!picture->wider[normal][ond_slice_horizontal (normal)])
                g_assert_cmpfloat (value, <, 0.0223);
            }
        ever_wider = ever_wider || ond_wavelet_picture_is_wider (picture);
        ever_fits = ever_fits || !ond_wavelet_picture_is_wider (picture);
      }
  g_assert_true (ever_wider && ever_fits);
}

/* The axis that is too short is the one that is named. */
static void
test_wider_axis (void)
{
  const OndWavelet along_x = make_wavelet (0, 0, 50, 8);
  g_autoptr (OndWaveletPicture) picture = ond_wavelet_picture_new (&along_x, &cube, 60);

  g_assert_true (picture->wider[OND_Z][OND_X]);
  g_assert_true (picture->wider[OND_Y][OND_X]);
  g_assert_false (picture->wider[OND_Z][OND_Y]);
  g_assert_false (picture->wider[OND_X][OND_Y]);
  g_assert_false (picture->wider[OND_X][OND_Z]);
}

static void
test_scale_bar (void)
{
  static const double magnifications[] = { 8, 3, 1, 0.25 };

  for (gsize i = 0; i < G_N_ELEMENTS (magnifications); i++)
    {
      const OndWaveletPicture picture = { .magnification = magnifications[i] };
      int n = ond_wavelet_picture_scale_bar (&picture, 50);

      g_assert_cmpfloat (n * magnifications[i], <=, 50);
      g_assert_cmpfloat (2.5 * n * magnifications[i], >, 50); /* else the next would fit */
      while (n % 10 == 0)
        n /= 10;
      g_assert_true (n == 1 || n == 2 || n == 5);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wavelet-picture/is-psi-at-the-voxel-centres", test_values);
  g_test_add_func ("/wavelet-picture/voxels-cover-the-panel", test_covers);
  g_test_add_func ("/wavelet-picture/fits-or-says-that-it-does-not", test_fits_or_says_so);
  g_test_add_func ("/wavelet-picture/says-along-which-axis-it-is-cut", test_wider_axis);
  g_test_add_func ("/wavelet-picture/the-scale-bar-is-round-and-as-long-as-fits", test_scale_bar);
  return g_test_run ();
}
