/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids: what may be written, which values it means, which value is nearest. */
#include "core/error.h"
#include "core/grid.h"

#include <locale.h>
#include <math.h>
#include <string.h>

static OndGrid *
parse (OndParameter parameter, const char *text)
{
  g_autoptr (GError) error = NULL;
  OndGrid *grid = ond_grid_parse (parameter, text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (grid);
  g_assert_cmpstr (grid->text, ==, text);
  return grid;
}

static void
test_half_turn_drops_its_upper_end (void)
{
  static const OndParameter angles[] = { OND_PARAMETER_THETA, OND_PARAMETER_PHI };

  for (gsize a = 0; a < G_N_ELEMENTS (angles); a++)
    {
      g_autoptr (OndGrid) grid = parse (angles[a], "0:180:100");

      g_assert_cmpuint (grid->n, ==, 100);
      for (gsize i = 0; i < 100; i++)
        g_assert_cmpfloat (grid->values[i], ==, 180.0 * (double) i / 100);
      g_assert_cmpfloat_with_epsilon (grid->values[99], 178.2, 1e-13);
    }
}

static void
test_other_ranges_include_both_ends (void)
{
  g_autoptr (OndGrid) angles = parse (OND_PARAMETER_THETA, "0:90:4");
  g_autoptr (OndGrid) xi = parse (OND_PARAMETER_XI, "1:20:20");
  g_autoptr (OndGrid) scale = parse (OND_PARAMETER_SCALE, "0.3:0.9:7");

  g_assert_cmpfloat (angles->values[1], ==, 30);
  g_assert_cmpfloat (angles->values[3], ==, 90);
  for (gsize i = 0; i < 20; i++)
    g_assert_cmpfloat (xi->values[i], ==, 1 + (double) i);
  g_assert_cmpfloat (scale->values[0], ==, 0.3);
  g_assert_cmpfloat (scale->values[6], ==, 0.9);
  g_assert_cmpint (xi->spacing, ==, OND_SPACING_LINEAR);
}

static void
test_log_range_has_a_constant_ratio_and_exact_ends (void)
{
  g_autoptr (OndGrid) grid = parse (OND_PARAMETER_SCALE, "log:0.7:100:9");

  g_assert_cmpint (grid->spacing, ==, OND_SPACING_LOG);
  g_assert_cmpfloat (grid->values[0], ==, 0.7);
  g_assert_cmpfloat (grid->values[8], ==, 100);
  for (gsize i = 1; i < 9; i++)
    g_assert_cmpfloat_with_epsilon (grid->values[i] / grid->values[i - 1], pow (100 / 0.7, 1.0 / 8),
                                    1e-14);
}

static void
test_count_of_one_is_the_lower_end (void)
{
  static const char *const texts[] = { "5:20:1", "log:5:20:1", "5:5:1", "5" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (OndGrid) grid = parse (OND_PARAMETER_XI, texts[i]);
      g_assert_cmpuint (grid->n, ==, 1);
      g_assert_cmpfloat (grid->values[0], ==, 5);
    }
}

static void
test_list_keeps_its_order (void)
{
  g_autoptr (OndGrid) grid = parse (OND_PARAMETER_XI, "4, 2.5e0,+10");

  g_assert_cmpint (grid->spacing, ==, OND_SPACING_LIST);
  g_assert_cmpuint (grid->n, ==, 3);
  g_assert_cmpfloat (grid->values[0], ==, 4);
  g_assert_cmpfloat (grid->values[1], ==, 2.5);
  g_assert_cmpfloat (grid->values[2], ==, 10);
}

static void
test_refusals_name_option_text_and_reason (void)
{
  static const struct
  {
    OndParameter parameter;
    const char *text, *reason;
  } cases[] = {
    { OND_PARAMETER_XI, "0", "between 0.05 and 100" },
    { OND_PARAMETER_XI, "0:5:3", "between 0.05 and 100" },
    { OND_PARAMETER_XI, "5:1:3", "LO must be below HI" },
    { OND_PARAMETER_XI, "5:5:2", "LO must be below HI" },
    { OND_PARAMETER_XI, "1:101:1", "between 0.05 and 100" },
    { OND_PARAMETER_XI, "log:0:5:3", "above 0" },
    { OND_PARAMETER_XI, "log:-1:5:3", "above 0" },
    { OND_PARAMETER_XI, "1,2,200", "between 0.05 and 100" },
    { OND_PARAMETER_THETA, "0:181:10", "wider than 180" },
    { OND_PARAMETER_THETA, "-90:90:10", "between 0 and 180" },
    { OND_PARAMETER_PHI, "200", "between 0 and 180" },
    { OND_PARAMETER_XI, "", "no value" },
    { OND_PARAMETER_XI, " ", "not a number" },
    { OND_PARAMETER_XI, "1,,2", "not a number" },
    { OND_PARAMETER_XI, "1,", "not a number" },
    { OND_PARAMETER_XI, "nan", "not a number" },
    { OND_PARAMETER_XI, "inf", "not a number" },
    { OND_PARAMETER_XI, "1e999", "not a number" },
    { OND_PARAMETER_XI, "0x10", "not a number" },
    { OND_PARAMETER_XI, "3 volts", "not a number" },
    { OND_PARAMETER_XI, "1.5.2", "not a number" },
    { OND_PARAMETER_XI, "1:nan:3", "not a number" },
    { OND_PARAMETER_XI, "1:2", "LO:HI:N" },
    { OND_PARAMETER_XI, "1:2:3:4", "LO:HI:N" },
    { OND_PARAMETER_XI, "log:5", "LO:HI:N" },
    { OND_PARAMETER_XI, "1:2:0", "between 1 and 100000" },
    { OND_PARAMETER_XI, "1:2:-3", "between 1 and 100000" },
    { OND_PARAMETER_XI, "1:2:100001", "between 1 and 100000" },
    { OND_PARAMETER_XI, "1:2:2.5", "between 1 and 100000" },
    { OND_PARAMETER_XI, "1:1.0000000000000002:9", "do not fit" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *option =
          g_strdup_printf ("--%s \"%s\"", ond_parameters[cases[i].parameter].name, cases[i].text);

      g_assert_null (ond_grid_parse (cases[i].parameter, cases[i].text, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
      g_assert_nonnull (strstr (error->message, option));
      g_assert_nonnull (strstr (error->message, cases[i].reason));
    }
}

static void
test_list_longer_than_the_maximum_is_refused (void)
{
  g_autoptr (GString) text = g_string_new ("1");
  g_autoptr (GError) error = NULL;
  g_autoptr (OndGrid) full = NULL;

  for (int i = 1; i < OND_GRID_MAX; i++)
    g_string_append (text, ",1");
  full = ond_grid_parse (OND_PARAMETER_XI, text->str, NULL);
  g_assert_cmpuint (full->n, ==, OND_GRID_MAX);
  g_string_append (text, ",1");
  g_assert_null (ond_grid_parse (OND_PARAMETER_XI, text->str, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
}

static void
test_text_of_a_range_gives_the_same_grid_again (void)
{
  g_autoptr (OndGrid) grid =
      ond_grid_new_range (OND_PARAMETER_SCALE, 1 / 3.0, 0.1 + 0.2 + 5, 17, TRUE, NULL);
  g_autoptr (OndGrid) again = parse (OND_PARAMETER_SCALE, grid->text);
  g_autoptr (OndGrid) plain = ond_grid_new_range (OND_PARAMETER_THETA, 0, 180, 100, FALSE, NULL);
  g_autoptr (OndGrid) copy = ond_grid_copy (grid);

  g_assert_cmpmem (grid->values, grid->n * sizeof (double), again->values,
                   again->n * sizeof (double));
  g_assert_cmpmem (grid->values, grid->n * sizeof (double), copy->values,
                   copy->n * sizeof (double));
  g_assert_cmpstr (copy->text, ==, grid->text);
  g_assert_cmpint (again->spacing, ==, OND_SPACING_LOG);
  g_assert_cmpstr (plain->text, ==, "0:180:100");
}

static void
test_range_not_finite_is_refused (void)
{
  const double bad[] = { NAN, INFINITY, -INFINITY };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    for (int end = 0; end < 2; end++)
      {
        g_autoptr (GError) error = NULL;
        g_assert_null (ond_grid_new_range (OND_PARAMETER_XI, end ? 1 : bad[i], end ? bad[i] : 2, 3,
                                           FALSE, &error));
        g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
      }
}

static void
test_nearest (void)
{
  static const struct
  {
    OndParameter parameter;
    const char *text;
    double value;
    gsize expected;
  } cases[] = {
    { OND_PARAMETER_THETA, "0:180:100", 179.5, 0 }, /* 0.5 from 180, which is 0 */
    { OND_PARAMETER_THETA, "0:180:100", 178.9, 99 },
    { OND_PARAMETER_THETA, "0:180:100", -1.8, 99 },
    { OND_PARAMETER_PHI, "0:180:18", 370, 1 },
    { OND_PARAMETER_THETA, "170,80", 5, 0 },
    { OND_PARAMETER_XI, "log:1:100:3", 3.1, 0 }, /* the ratios to 1 and 10 are 3.1 and 3.23 */
    { OND_PARAMETER_XI, "log:1:100:3", 3.2, 1 },
    { OND_PARAMETER_XI, "log:1:100:3", 0, 0 },
    { OND_PARAMETER_XI, "1,10", 3.2, 0 },
    { OND_PARAMETER_XI, "1:20:20", 50, 19 },
    { OND_PARAMETER_XI, "1:2:2", 1.5, 0 }, /* the lowest of equals */
    { OND_PARAMETER_XI, "1:20:20", NAN, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndGrid) grid = parse (cases[i].parameter, cases[i].text);
      g_assert_cmpuint (ond_grid_nearest (grid, cases[i].value), ==, cases[i].expected);
    }
}

static void
test_numbers_do_not_depend_on_the_locale (void)
{
  g_autofree char *before = g_strdup (setlocale (LC_NUMERIC, NULL));
  g_autoptr (OndGrid) grid = NULL;
  g_autoptr (OndGrid) range = NULL;

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL
      && setlocale (LC_NUMERIC, "fr_FR.UTF-8") == NULL)
    {
      g_test_skip ("no locale with a decimal comma is installed");
      return;
    }
  grid = ond_grid_parse (OND_PARAMETER_XI, "1.5,2", NULL);
  range = ond_grid_new_range (OND_PARAMETER_XI, 1.5, 2, 2, FALSE, NULL);
  setlocale (LC_NUMERIC, before);
  g_assert_cmpfloat (grid->values[0], ==, 1.5);
  g_assert_cmpstr (range->text, ==, "1.5:2:2");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/grid/half-turn-drops-its-upper-end", test_half_turn_drops_its_upper_end);
  g_test_add_func ("/grid/other-ranges-include-both-ends", test_other_ranges_include_both_ends);
  g_test_add_func ("/grid/log-range-has-a-constant-ratio-and-exact-ends",
                   test_log_range_has_a_constant_ratio_and_exact_ends);
  g_test_add_func ("/grid/count-of-one-is-the-lower-end", test_count_of_one_is_the_lower_end);
  g_test_add_func ("/grid/list-keeps-its-order", test_list_keeps_its_order);
  g_test_add_func ("/grid/refusals-name-option-text-and-reason",
                   test_refusals_name_option_text_and_reason);
  g_test_add_func ("/grid/list-longer-than-the-maximum-is-refused",
                   test_list_longer_than_the_maximum_is_refused);
  g_test_add_func ("/grid/text-of-a-range-gives-the-same-grid-again",
                   test_text_of_a_range_gives_the_same_grid_again);
  g_test_add_func ("/grid/range-not-finite-is-refused", test_range_not_finite_is_refused);
  g_test_add_func ("/grid/nearest", test_nearest);
  g_test_add_func ("/grid/numbers-do-not-depend-on-the-locale",
                   test_numbers_do_not_depend_on_the_locale);
  return g_test_run ();
}
