/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample volume holds what its table says: directions measured from the voxels, noise of the
 * right width. */
#include "core/error.h"
#include "core/sample.h"
#include "core/wavelet-formula.h"

#include <string.h>

static OndVolume *
sample (gint32 n, int rank, double noise)
{
  g_autoptr (GError) error = NULL;
  OndVolume *volume = ond_sample_new (n, rank, noise, &error);

  g_assert_no_error (error);
  return volume;
}

static void
direction (const OndFibre *fibre, int rank, double n[OND_N_AXES])
{
  const OndWavelet wavelet = { .theta = fibre->theta * OND_PI / 180,
                               .phi = fibre->phi * OND_PI / 180 };

  ond_wavelet_direction (&wavelet, rank, n);
}

static double
degrees_between (const double a[OND_N_AXES], const double b[OND_N_AXES])
{
  double dot = fabs (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);

  return acos (fmin (dot, 1)) * 180 / OND_PI;
}

static double
at (const OndVolume *volume, const double p[OND_N_AXES])
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);

  return ond_volume_get_samples (volume)[ond_geometry_index (
      geometry, (int) lrint (p[0]), (int) lrint (p[1]), (int) lrint (p[2]))];
}

/* Along its axis a fibre is bright to near its ends and the fibre's width away from the axis it is
 * not. */
static void
test_fibres_lie_where_the_table_says (void)
{
  const int ranks[] = { 2, 3 };

  for (gsize r = 0; r < G_N_ELEMENTS (ranks); r++)
    {
      const gint32 size = 96;
      g_autoptr (OndVolume) volume = sample (size, ranks[r], 0);

      for (gsize f = 0; f < ond_sample_n_fibres; f++)
        {
          const OndFibre *fibre = &ond_sample_fibres[f];
          double n[OND_N_AXES], on[OND_N_AXES] = { 0 }, off[OND_N_AXES] = { 0 };

          direction (fibre, ranks[r], n);
          for (int s = -2; s <= 2; s++)
            {
              for (int i = 0; i < ranks[r]; i++)
                on[i] = fibre->centre[i] * size - 0.5 + s * 0.2 * fibre->length * size * n[i];
              /* (-n_y, n_x, 0) is across the fibre; rounding to a voxel loses up to 0.87 /
               * sigma. */
              off[0] = on[0] - 4 * fibre->sigma * n[1] / hypot (n[0], n[1]);
              off[1] = on[1] + 4 * fibre->sigma * n[0] / hypot (n[0], n[1]);
              off[2] = on[2];
              g_assert_cmpfloat (at (volume, on), >, 0.65 * fibre->amplitude);
              g_assert_cmpfloat (at (volume, off), <, 0.1 * fibre->amplitude);
            }
        }
    }
}

static void
test_directions_are_well_apart (void)
{
  for (int rank = 2; rank <= 3; rank++)
    for (gsize f = 0; f < ond_sample_n_fibres; f++)
      for (gsize g = 0; g < f; g++)
        {
          double a[OND_N_AXES], b[OND_N_AXES];

          direction (&ond_sample_fibres[f], rank, a);
          direction (&ond_sample_fibres[g], rank, b);
          g_assert_cmpfloat (degrees_between (a, b), >, rank == 2 ? 24.999 : 38);
        }
}

/* A wrong sign or a wrong order of axes must not land on a fibre. */
static void
test_mirror_images_of_the_tilted_fibre_are_no_fibre (void)
{
  static const int orders[][OND_N_AXES] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                            { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
  double n[OND_N_AXES];

  direction (&ond_sample_fibres[1], 3, n);
  for (gsize o = 0; o < G_N_ELEMENTS (orders); o++)
    for (int signs = 0; signs < 4; signs++)
      {
        const double image[] = { n[orders[o][0]] * (signs & 1 ? -1 : 1),
                                 n[orders[o][1]] * (signs & 2 ? -1 : 1), n[orders[o][2]] };

        if (o == 0 && signs == 0)
          continue;
        for (gsize f = 0; f < ond_sample_n_fibres; f++)
          {
            double other[OND_N_AXES];

            direction (&ond_sample_fibres[f], 3, other);
            g_assert_cmpfloat (degrees_between (image, other), >, 14);
          }
      }
}

static double
largest (const OndVolume *volume, const gint32 from[OND_N_AXES], const gint32 to[OND_N_AXES])
{
  double result = 0;

  for (gint32 z = from[2]; z <= to[2]; z++)
    for (gint32 y = from[1]; y <= to[1]; y++)
      for (gint32 x = from[0]; x <= to[0]; x++)
        result = fmax (result, at (volume, (const double[]){ x, y, z }));
  return result;
}

static void
test_fibres_fade_before_the_faces (void)
{
  const gint32 n = 64, last = n - 1;
  g_autoptr (OndVolume) volume = sample (n, 3, 0);

  for (int i = 0; i < OND_N_AXES; i++)
    for (int side = 0; side < 2; side++)
      {
        gint32 from[] = { 0, 0, 0 }, to[] = { last, last, last };

        from[i] = to[i] = side ? last : 0;
        g_assert_cmpfloat (largest (volume, from, to), <,
                           0.03); /* exp (-3^2 / 2) = 0.011, and a little of the ends */
      }
}

/* 64^3 independent values: mean within 5 / sqrt (N), variance within 5 sqrt (2 / N), neighbours
 * uncorrelated likewise, and 4.55 % lie outside 2 sigma. */
static void
test_noise_is_gaussian_of_the_width_asked_for (void)
{
  const double sigma = 0.3;
  g_autoptr (OndVolume) noisy = sample (64, 3, sigma);
  g_autoptr (OndVolume) clean = sample (64, 3, 0);
  const float *a = ond_volume_get_samples (noisy), *b = ond_volume_get_samples (clean);
  gsize n = ond_volume_get_n_voxels (noisy), outside = 0;
  double sum = 0, sum2 = 0, neighbours = 0, before = 0;

  for (gsize i = 0; i < n; i++)
    {
      double value = ((double) a[i] - b[i]) / sigma;

      sum += value;
      sum2 += value * value;
      neighbours += value * before;
      outside += fabs (value) > 2;
      before = value;
    }
  g_assert_cmpfloat (fabs (sum / (double) n), <, 5 / sqrt ((double) n));
  g_assert_cmpfloat (fabs (sum2 / (double) n - 1), <, 5 * sqrt (2 / (double) n));
  g_assert_cmpfloat (fabs (neighbours / (double) n), <, 5 / sqrt ((double) n));
  g_assert_cmpfloat (fabs ((double) outside / (double) n - 0.0455), <,
                     5 * sqrt (0.0455 / (double) n));
}

static void
test_same_arguments_give_the_same_samples (void)
{
  g_autoptr (OndVolume) a = sample (21, 3, 0.5);
  g_autoptr (OndVolume) b = sample (21, 3, 0.5);
  gsize bytes = ond_volume_get_n_voxels (a) * sizeof (float);

  g_assert_cmpmem (ond_volume_get_samples (a), bytes, ond_volume_get_samples (b), bytes);
}

static void
test_smallest_sizes_and_refusals (void)
{
  g_autoptr (OndVolume) cube = sample (8, 3, 0.1);
  g_autoptr (OndVolume) image = sample (9, 2, 0.1);
  static const struct
  {
    gint32 n;
    int rank;
    double noise;
  } bad[] = { { 7, 3, 0 },  { 1025, 3, 0 }, { -1, 3, 0 },   { 16, 1, 0 },
              { 16, 4, 0 }, { 16, 3, -1 },  { 16, 3, NAN }, { 16, 3, INFINITY } };

  g_assert_cmpuint (ond_volume_get_n_voxels (cube), ==, 512);
  g_assert_cmpuint (ond_volume_get_n_voxels (image), ==, 81);
  g_assert_cmpuint (ond_volume_get_n_invalid (image), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ond_sample_new (bad[i].n, bad[i].rank, bad[i].noise, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
    }
}

static void
test_noise_alone_takes_any_grid (void)
{
  static const gint32 sizes[][OND_N_AXES] = { { 31, 8, 64 }, { 127, 96, 1 }, { 1, 1, 1 } };
  /* The second one could be had from a system that promises more than it has. */
  static const gint32 absurd[][OND_N_AXES] = { { 1 << 20, 1 << 20, 1 << 20 },
                                               { 1 << 14, 1 << 14, 1 << 14 } };
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (OndVolume) volume = ond_sample_new_noise (sizes[i], &error);
      gsize n;

      g_assert_no_error (error);
      n = ond_volume_get_n_voxels (volume);
      for (int axis = 0; axis < OND_N_AXES; axis++)
        g_assert_cmpint (ond_volume_get_geometry (volume)->n[axis], ==, sizes[i][axis]);
      /* The estimate of a standard deviation from n voxels has one of 1 / sqrt (2 n). */
      if (n > 1)
        g_assert_cmpfloat_with_epsilon (ond_volume_get_std (volume), 1, 5 / sqrt (2 * (double) n));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (absurd); i++)
    {
      g_assert_null (ond_sample_new_noise (absurd[i], &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
      g_clear_error (&error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample/fibres-lie-where-the-table-says", test_fibres_lie_where_the_table_says);
  g_test_add_func ("/sample/directions-are-well-apart", test_directions_are_well_apart);
  g_test_add_func ("/sample/mirror-images-of-the-tilted-fibre-are-no-fibre",
                   test_mirror_images_of_the_tilted_fibre_are_no_fibre);
  g_test_add_func ("/sample/fibres-fade-before-the-faces", test_fibres_fade_before_the_faces);
  g_test_add_func ("/sample/noise-is-gaussian-of-the-width-asked-for",
                   test_noise_is_gaussian_of_the_width_asked_for);
  g_test_add_func ("/sample/same-arguments-give-the-same-samples",
                   test_same_arguments_give_the_same_samples);
  g_test_add_func ("/sample/smallest-sizes-and-refusals", test_smallest_sizes_and_refusals);
  g_test_add_func ("/sample/noise-alone-takes-any-grid", test_noise_alone_takes_any_grid);
  return g_test_run ();
}
