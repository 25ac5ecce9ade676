/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks: round values, labels with just the digits they need, positions that follow the axis. */
#include "core/draw/ticks.h"

#include <math.h>
#include <string.h>

static char *
labels (const OndTicks *ticks)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < ticks->n; i++)
    g_string_append_printf (text, "%s%s", i ? " " : "", ticks->ticks[i].label);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_linear_ticks_are_round (void)
{
  static const struct
  {
    double lower, upper;
    int max;
    gboolean degrees;
    const char *expected;
    int exponent;
  } cases[] = {
    { 0, 10, 6, FALSE, "0 2 4 6 8 10", 0 },
    { 0, 10, 5, FALSE, "0 5 10", 0 },
    { -0.5, 49.5, 6, FALSE, "0 10 20 30 40", 0 },
    { -1, 1, 5, FALSE, "−1.0 −0.5 0.0 0.5 1.0", 0 },
    { 10, 0, 3, FALSE, "0 5 10", 0 },
    { 0.1, 0.3, 3, FALSE, "0.1 0.2 0.3", 0 },
    { -0.9, 179.1, 6, TRUE, "0 30 60 90 120 150", 0 },
    { -0.9, 179.1, 4, TRUE, "0 45 90 135", 0 },
    { 0, 12, 7, TRUE, "0 2 4 6 8 10 12", 0 },
    { 0, 3e6, 4, FALSE, "0 1 2 3", 6 },
    { 0, 2.5e5, 6, FALSE, "0 50 100 150 200 250", 3 },
    { -4e-4, 0, 3, FALSE, "−400 −200 0", -6 },
    { 0, 0.02, 3, FALSE, "0.00 0.01 0.02", 0 },
    { 1e9, 1e9 + 100, 3, FALSE, "1.00000000 1.00000005 1.00000010", 9 },
    { 3, 3, 5, FALSE, "3", 0 },
    { 3.14159, 3.14159, 5, FALSE, "3.14159", 0 },
    { -2.5e-7, -2.5e-7, 5, FALSE, "−2.5×10⁻⁷", 0 },
    { NAN, 1, 5, FALSE, "", 0 },
    { 0, INFINITY, 5, FALSE, "", 0 },
    { -G_MAXDOUBLE, G_MAXDOUBLE, 5, FALSE, "", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OndTicks ticks;
      g_autofree char *text = NULL;

      ond_ticks_linear (&ticks, cases[i].lower, cases[i].upper, cases[i].max, cases[i].degrees);
      text = labels (&ticks);
      g_assert_cmpint (ticks.n, <=, cases[i].max + (strchr (cases[i].expected, ' ') == NULL));
      g_assert_cmpstr (text, ==, cases[i].expected);
      g_assert_cmpint (ticks.exponent, ==, cases[i].exponent);
    }
}

/* Any range and any number of ticks: never too many, all within, labels that differ, positions
 * those of the values. */
static void
test_linear_ticks_keep_to_axis_and_number (void)
{
  for (int round = 0; round < 20000; round++)
    {
      double size = pow (10, g_test_rand_int_range (-30, 30)),
             lower = size * (g_test_rand_double () - 0.5);
      double upper = lower + size * (g_test_rand_double () - 0.5);
      int max = g_test_rand_int_range (1, OND_TICKS_MAX + 1);
      OndTicks ticks;

      ond_ticks_linear (&ticks, lower, upper, max, round % 2);
      g_assert_cmpint (ticks.n, <=, max);
      for (int i = 0; i < ticks.n; i++)
        {
          double position = (ticks.ticks[i].value - lower) / (upper - lower);

          g_assert_cmpfloat (fabs (position - ticks.ticks[i].position), <, 1e-6);
          g_assert_cmpfloat (ticks.ticks[i].position, >=, 0);
          g_assert_cmpfloat (ticks.ticks[i].position, <=, 1);
          g_assert_true (g_utf8_validate (ticks.ticks[i].label, -1, NULL));
          g_assert_cmpstr (ticks.ticks[i].label, !=, i > 0 ? ticks.ticks[i - 1].label : "");
        }
    }
}

static void
test_centres_are_thinned_evenly (void)
{
  const double centres[] = { 0.25, 0.5, 1, 2, 4, 8, 16.125 };
  OndTicks ticks;
  g_autofree char *all = NULL;
  g_autofree char *some = NULL;

  ond_ticks_centres (&ticks, centres, G_N_ELEMENTS (centres), 7);
  all = labels (&ticks);
  g_assert_cmpstr (all, ==, "0.25 0.5 1 2 4 8 16.1");
  g_assert_cmpfloat_with_epsilon (ticks.ticks[0].position, 0.5 / 7, 1e-12);
  g_assert_cmpfloat_with_epsilon (ticks.ticks[6].position, 6.5 / 7, 1e-12);
  ond_ticks_centres (&ticks, centres, G_N_ELEMENTS (centres), 3);
  some = labels (&ticks);
  g_assert_cmpstr (some, ==, "0.25 2 16.1");
}

static void
test_ticks_of_a_bar_follow_the_stretch (void)
{
  for (int stretch = 0; stretch < OND_N_STRETCHES; stretch++)
    for (int max = 2; max <= 8; max++)
      {
        const OndColorScale colors = { .stretch = stretch, .lower = -20, .upper = 300 };
        OndTicks ticks;

        ond_ticks_colors (&ticks, &colors, max);
        g_assert_cmpint (ticks.n, >=, 2);
        for (int i = 0; i < ticks.n; i++)
          {
            g_assert_cmpfloat_with_epsilon (
                ticks.ticks[i].position, ond_color_scale_position (&colors, ticks.ticks[i].value),
                1e-9);
            if (i > 0 && stretch != OND_STRETCH_LINEAR)
              g_assert_cmpfloat (ticks.ticks[i].position - ticks.ticks[i - 1].position, >=,
                                 0.9 * (1 - 1e-6) / max);
          }
      }
}

static void
test_ticks_of_a_logarithmic_bar (void)
{
  OndColorScale colors = { .stretch = OND_STRETCH_LOG, .lower = 0, .upper = 100 };
  OndTicks ticks;
  g_autofree char *text = NULL;

  ond_ticks_colors (&ticks, &colors, 5);
  text = labels (&ticks);
  g_assert_cmpstr (text, ==, "0 1 5 20 100");
  colors.invert = TRUE;
  ond_ticks_colors (&ticks, &colors, 5);
  g_assert_cmpfloat (ticks.ticks[0].position, ==, 0);
  g_assert_cmpfloat (ticks.ticks[0].value, ==, 0);
  colors.upper = colors.lower = 7;
  ond_ticks_colors (&ticks, &colors, 5);
  g_assert_cmpint (ticks.n, ==, 1);
  g_assert_cmpfloat (ticks.ticks[0].position, ==, 0.5);
}

static void
test_power_of_ten_goes_to_the_unit (void)
{
  static const struct
  {
    const char *label;
    int exponent;
    const char *expected;
  } cases[] = {
    { "Energy (K²)", 6, "Energy (10⁶ K²)" },
    { "Energy", -12, "Energy (10⁻¹²)" },
    { NULL, 3, "(10³)" },
    { "W (raw) now", 3, "W (raw) now (10³)" },
    { "f(x) (Jy/beam)", -3, "f(x) (10⁻³ Jy/beam)" },
    { "Energy (K²)", 0, "Energy (K²)" },
    { NULL, 0, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndTicks ticks = { .exponent = cases[i].exponent };
      g_autofree char *label = ond_ticks_label_axis (&ticks, cases[i].label);

      g_assert_cmpstr (label, ==, cases[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ticks/linear-ticks-are-round", test_linear_ticks_are_round);
  g_test_add_func ("/ticks/linear-ticks-keep-to-axis-and-number",
                   test_linear_ticks_keep_to_axis_and_number);
  g_test_add_func ("/ticks/centres-are-thinned-evenly", test_centres_are_thinned_evenly);
  g_test_add_func ("/ticks/ticks-of-a-bar-follow-the-stretch",
                   test_ticks_of_a_bar_follow_the_stretch);
  g_test_add_func ("/ticks/ticks-of-a-logarithmic-bar", test_ticks_of_a_logarithmic_bar);
  g_test_add_func ("/ticks/power-of-ten-goes-to-the-unit", test_power_of_ten_goes_to_the_unit);
  return g_test_run ();
}
