/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "core/wavelet.h"

#include <math.h>
#include <string.h>

static void
direction_of (double theta, double phi, double n[OND_N_AXES])
{
  OndWavelet wavelet = { theta * G_PI / 180, phi * G_PI / 180, 1, 1, OND_NORM_L2 };

  ond_wavelet_direction (&wavelet, 3, n);
}

/* Up to the sign of n, which means nothing. */
static void
test_folding_keeps_the_direction (void)
{
  for (double theta = -725; theta < 725; theta += 15)
    for (double phi = -725; phi < 725; phi += 15)
      {
        double t = theta, p = phi, n[OND_N_AXES], m[OND_N_AXES];

        ond_wavelet_fold (&t, &p);
        g_assert_true (t >= 0 && t < 180 && p >= 0 && p < 180);
        direction_of (theta, phi, n);
        direction_of (t, p, m);
        g_assert_cmpfloat_with_epsilon (fabs (n[0] * m[0] + n[1] * m[1] + n[2] * m[2]), 1, 1e-12);
      }
}

static void
test_the_range_is_named_when_a_parameter_is_refused (void)
{
  const double bad[OND_N_PARAMETERS][5] = {
    [OND_PARAMETER_THETA] = { -1, 181, NAN, INFINITY, -INFINITY },
    [OND_PARAMETER_PHI] = { -1, 181, NAN, INFINITY, -INFINITY },
    [OND_PARAMETER_XI] = { 0, -5, NAN, INFINITY, 101 },
    [OND_PARAMETER_SCALE] = { 0, -1, NAN, INFINITY, 257 }
  };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    for (int i = 0; i < 5; i++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *upper = g_strdup_printf ("%g", ond_parameters[p].upper);

        g_assert_false (ond_parameter_check (p, bad[p][i], &error));
        g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
        g_assert_nonnull (strstr (error->message, ond_parameters[p].name));
        g_assert_nonnull (strstr (error->message, upper));
      }
}

static void
test_limits_themselves_are_allowed (void)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      OndWavelet wavelet = ond_wavelet_default ();

      ond_wavelet_set (&wavelet, p, ond_parameters[p].lower);
      g_assert_true (ond_wavelet_check (&wavelet, NULL));
      ond_wavelet_set (&wavelet, p, ond_parameters[p].upper);
      g_assert_true (ond_wavelet_check (&wavelet, NULL));
      g_assert_cmpfloat_with_epsilon (ond_wavelet_get (&wavelet, p), ond_parameters[p].upper, 1e-9);
    }
}

/* Simpson's rule over q of psi and |psi|, psi^2 in three and two dimensions. */
static double
integrate (int rank, double (*f) (double psi))
{
  const int steps = 20000;
  const double r_max = 12, h = r_max / steps;
  double sum = 0;

  for (int i = 0; i <= steps; i++)
    {
      double r = i * h, psi = (rank - r * r) * exp (-0.5 * r * r);
      double shell = rank == 3 ? 4 * G_PI * r * r : 2 * G_PI * r;

      sum += (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2) * shell * f (psi);
    }
  return sum * h / 3;
}

static double
square (double x)
{
  return x * x;
}

static void
test_norms_are_what_they_say (void)
{
  for (int rank = 2; rank <= 3; rank++)
    {
      const double a = 2.5, xi = 3, volume = xi * a * a * (rank == 3 ? a : 1);
      OndWavelet wavelet = { 0, 0, xi, a, OND_NORM_L2 };

      g_assert_cmpfloat_with_epsilon (square (ond_wavelet_norm_factor (&wavelet, rank)) * volume
                                          * integrate (rank, square),
                                      1, 1e-9);
      wavelet.norm = OND_NORM_L1;
      g_assert_cmpfloat_with_epsilon (
          ond_wavelet_norm_factor (&wavelet, rank) * volume * integrate (rank, fabs), 1, 1e-6);
      wavelet.norm = OND_NORM_RAW;
      g_assert_cmpfloat (ond_wavelet_norm_factor (&wavelet, rank), ==, 1);
      wavelet.norm = OND_NORM_FROBENIUS;
      g_assert_cmpfloat_with_epsilon (ond_wavelet_norm_factor (&wavelet, rank),
                                      1 / sqrt (xi * xi + (rank - 1) * a * a), 1e-15);
    }
}

/* A row's k2 is the formula's, and its span is exactly where k2 is within the limit. */
static void
test_rows_are_the_formula (void)
{
  const double xi[] = { 0.05, 0.5, 1, 7, 100 };

  for (int s = 0; s < 5; s++)
    for (int angle = 0; angle < 180; angle += 20)
      {
        OndWavelet wavelet = { angle * G_PI / 180, 1.3 * angle * G_PI / 180, xi[s], 1.7,
                               OND_NORM_L2 };
        double n[OND_N_AXES], k[OND_N_AXES] = { 0, 0.3, -0.2 }, dk = 0.01;
        OndRow row;
        int32_t lo = 0, hi = 0;

        ond_wavelet_direction (&wavelet, 3, n);
        row = ond_wavelet_row (&wavelet, n, dk, k[1], k[2]);
        ond_row_span (&row, 5, 0, 300, &lo, &hi);
        for (int i = 0; i < 300; i++)
          {
            double k2;

            k[0] = i * dk;
            k2 = ond_wavelet_k2 (&wavelet, n, k);
            g_assert_cmpfloat_with_epsilon (row.beta + row.alpha * square (i - row.centre), k2,
                                            1e-9 * (1 + k2));
            g_assert_true (fabs (k2 - 5) < 1e-9 || (k2 < 5) == (i >= lo && i < hi));
          }
      }
}

static void
test_a_wavelet_too_narrow_for_the_grid_is_told (void)
{
  const OndGeometry geometry = { { 10, 10, 10 }, { 1, 1, 3 } };
  OndWavelet wavelet = { 0, 0, 1, 2, OND_NORM_L2 };
  g_autofree char *warning = ond_wavelet_warning (&wavelet, &geometry);

  g_assert_nonnull (warning);
  wavelet.scale = 3;
  g_assert_null (ond_wavelet_warning (&wavelet, &geometry));
}

/* Three half widths, 3 xi a along the needle and 3 a across it, against the volume's length. */
static void
test_a_wavelet_larger_than_the_volume_is_told (void)
{
  const OndGeometry geometry = { { 61, 20, 7 }, { 1, 1, 2 } },
                    image = { { 61, 20, 1 }, { 1, 1, 9 } };
  OndWavelet along_x = { 0, 0, 10, 2, OND_NORM_L2 };
  g_autofree char *warning = NULL;

  g_assert_cmpuint (ond_wavelet_get_misfit (&along_x, &geometry), ==, 0); /* reaches 60, 6 and 3 */
  along_x.xi = 10.2;
  g_assert_cmpuint (ond_wavelet_get_misfit (&along_x, &geometry), ==, OND_WAVELET_LARGE);
  warning = ond_wavelet_warning (&along_x, &geometry);
  g_assert_nonnull (strstr (warning, "62 voxels to either side along x, which has 61"));
  along_x.xi = 1;
  along_x.scale = 4.6; /* 13.8 edges, 6.9 voxels along z */
  g_assert_cmpuint (ond_wavelet_get_misfit (&along_x, &geometry), ==, 0);
  along_x.scale = 4.7;
  g_assert_cmpuint (ond_wavelet_get_misfit (&along_x, &geometry), ==, OND_WAVELET_LARGE);
  g_assert_cmpuint (ond_wavelet_get_misfit (&along_x, &image), ==, 0); /* which has no z */
  along_x.scale = 0.9;
  along_x.xi = 40;
  g_assert_cmpuint (ond_wavelet_get_misfit (&along_x, &geometry), ==,
                    OND_WAVELET_NARROW | OND_WAVELET_LARGE);
}

/* psi integrates to 0 and, under L2, its square to 1: sums over a grid three times finer than the
 * narrowest half width, which of a Gaussian's derivatives are the integrals to better than
 * 1e-9. */
static void
assert_psi_integrates (const OndWavelet *wavelet, int rank)
{
  const double step = 1. / 3, half = 24;
  double n[OND_N_AXES], sum = 0, square = 0, cell = rank == 3 ? step * step * step : step * step;

  ond_wavelet_direction (wavelet, rank, n);
  for (double z = rank == 3 ? -half : 0; z <= (rank == 3 ? half : 0); z += step)
    for (double y = -half; y <= half; y += step)
      for (double x = -half; x <= half; x += step)
        {
          double psi = ond_wavelet_psi (wavelet, rank, n, (const double[]){ x, y, z });

          sum += psi * cell;
          square += psi * psi * cell;
        }
  g_assert_cmpfloat_with_epsilon (sum, 0, 1e-5);
  g_assert_cmpfloat_with_epsilon (square, 1, 1e-5);
}

static void
test_psi_has_no_mean_and_unit_energy (void)
{
  const OndWavelet needle = { 0.5, 0.8, 3, 1, OND_NORM_L2 }, disc = { 1.1, 2, 0.5, 2, OND_NORM_L2 };

  assert_psi_integrates (&needle, 3);
  assert_psi_integrates (&disc, 3);
  assert_psi_integrates (&needle, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wavelet/folding-keeps-the-direction", test_folding_keeps_the_direction);
  g_test_add_func ("/wavelet/the-range-is-named-when-a-parameter-is-refused",
                   test_the_range_is_named_when_a_parameter_is_refused);
  g_test_add_func ("/wavelet/limits-themselves-are-allowed", test_limits_themselves_are_allowed);
  g_test_add_func ("/wavelet/norms-are-what-they-say", test_norms_are_what_they_say);
  g_test_add_func ("/wavelet/rows-are-the-formula", test_rows_are_the_formula);
  g_test_add_func ("/wavelet/psi-has-no-mean-and-unit-energy",
                   test_psi_has_no_mean_and_unit_energy);
  g_test_add_func ("/wavelet/a-wavelet-larger-than-the-volume-is-told",
                   test_a_wavelet_larger_than_the_volume_is_told);
  g_test_add_func ("/wavelet/a-wavelet-too-narrow-for-the-grid-is-told",
                   test_a_wavelet_too_narrow_for_the_grid_is_told);
  return g_test_run ();
}
