/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics from moments: values worked out by hand, and the rules of units and norms. */
#include "core/statistic.h"

#include <math.h>

static void
test_values_follow_from_moments (void)
{
  /* W = 1, 2, 6: mean 3, energy 41, variance 41/3 - 9 = 14/3. */
  const OndMoments moments = { .n = 3, .sum = 9, .sum2 = 41, .min = 1, .max = 6 };

  g_assert_cmpfloat (ond_statistic_value (OND_STATISTIC_ENERGY, &moments), ==, 41);
  g_assert_cmpfloat (ond_statistic_value (OND_STATISTIC_MEAN, &moments), ==, 3);
  g_assert_cmpfloat_with_epsilon (ond_statistic_value (OND_STATISTIC_STD, &moments),
                                  sqrt (14.0 / 3), 1e-15);
  g_assert_cmpfloat (ond_statistic_value (OND_STATISTIC_MIN, &moments), ==, 1);
  g_assert_cmpfloat (ond_statistic_value (OND_STATISTIC_MAX, &moments), ==, 6);
}

static void
test_no_valid_voxel_gives_nan (void)
{
  const OndMoments moments = { .sum = 9, .sum2 = 41, .min = 1, .max = 6 };

  for (int s = 0; s < OND_N_STATISTICS; s++)
    g_assert_true (isnan (ond_statistic_value (s, &moments)));
}

static void
test_std_of_a_constant_is_zero_not_nan (void)
{
  /* 0.01 is not a binary fraction: 0.0001 - (0.01 as rounded)^2 is below 0. */
  const OndMoments moments = {
    .n = 1, .sum = 0.1, .sum2 = nextafter (0.1 * 0.1, 0), .min = 0.1, .max = 0.1
  };

  g_assert_cmpfloat (ond_statistic_value (OND_STATISTIC_STD, &moments), ==, 0);
}

static void
test_energy_has_the_squared_unit (void)
{
  static const struct
  {
    OndStatistic statistic;
    const char *unit, *expected;
  } cases[] = {
    { OND_STATISTIC_ENERGY, "K", "K2" },
    { OND_STATISTIC_ENERGY, " K  ", "K2" },
    { OND_STATISTIC_ENERGY, "Jy/beam", "(Jy/beam)**2" },
    { OND_STATISTIC_ENERGY, "m s-1", "(m s-1)**2" },
    { OND_STATISTIC_ENERGY, "", "" },
    { OND_STATISTIC_ENERGY, NULL, "" },
    { OND_STATISTIC_MEAN, "Jy/beam", "Jy/beam" },
    { OND_STATISTIC_STD, "K", "K" },
    { OND_STATISTIC_MIN, NULL, "" },
    { OND_STATISTIC_MAX, "K", "K" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *unit = ond_statistic_unit (cases[i].statistic, cases[i].unit);
      g_assert_cmpstr (unit, ==, cases[i].expected);
    }
}

static void
test_rescaling_equals_moments_of_the_rescaled_response (void)
{
  const double factor = 0.25;
  const OndMoments before = { .n = 3, .sum = 9, .sum2 = 41, .min = 1, .max = 6 };
  const OndMoments after = {
    .n = 3, .sum = 9 * factor, .sum2 = 41 * factor * factor, .min = factor, .max = 6 * factor
  };

  for (int s = 0; s < OND_N_STATISTICS; s++)
    g_assert_cmpfloat_with_epsilon (
        ond_statistic_rescale (s, ond_statistic_value (s, &before), factor),
        ond_statistic_value (s, &after), 1e-15);
}

static void
test_table_is_complete (void)
{
  for (int s = 0; s < OND_N_STATISTICS; s++)
    g_assert_true (ond_statistics[s].name && ond_statistics[s].title && ond_statistics[s].help);
  g_assert_null (ond_statistics[OND_N_STATISTICS].name);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/statistic/values-follow-from-moments", test_values_follow_from_moments);
  g_test_add_func ("/statistic/no-valid-voxel-gives-nan", test_no_valid_voxel_gives_nan);
  g_test_add_func ("/statistic/std-of-a-constant-is-zero-not-nan",
                   test_std_of_a_constant_is_zero_not_nan);
  g_test_add_func ("/statistic/energy-has-the-squared-unit", test_energy_has_the_squared_unit);
  g_test_add_func ("/statistic/rescaling-equals-moments-of-the-rescaled-response",
                   test_rescaling_equals_moments_of_the_rescaled_response);
  g_test_add_func ("/statistic/table-is-complete", test_table_is_complete);
  return g_test_run ();
}
