/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings: their text, options and JSON say the same and come back. */
#include "core/error.h"
#include "core/settings.h"

#include <math.h>
#include <string.h>

/* A text for each setting that is not its default. */
static const char *const texts[OND_N_SETTINGS] = {
  [OND_SETTING_HDU] = "SCI 2",        [OND_SETTING_PLANE] = "3",
  [OND_SETTING_VOXEL] = "0.5,0.5,2",  [OND_SETTING_THETA] = "0:180:7",
  [OND_SETTING_PHI] = "12.5",         [OND_SETTING_XI] = "log:1:20:5",
  [OND_SETTING_SCALE] = "1,2,4",      [OND_SETTING_NORM] = "frobenius",
  [OND_SETTING_BOUNDARY] = "zero",    [OND_SETTING_SAMPLING] = "sampled",
  [OND_SETTING_INVALID] = "mean",     [OND_SETTING_BORDER] = "exclude",
  [OND_SETTING_STATS] = "energy,std",
};

static OndSettings *
make_settings (void)
{
  OndSettings *self = ond_settings_new ();
  g_autoptr (GError) error = NULL;

  for (int s = 0; s < OND_N_SETTINGS; s++)
    {
      g_assert_true (ond_settings_set_text (self, s, texts[s], &error));
      g_assert_no_error (error);
    }
  return self;
}

static void
test_every_text_comes_back (void)
{
  g_autoptr (OndSettings) settings = make_settings ();

  for (int s = 0; s < OND_N_SETTINGS; s++)
    {
      g_autofree char *text = ond_settings_get_text (settings, s);
      g_assert_cmpstr (text, ==, texts[s]);
    }
  g_assert_cmpint (settings->method.boundary, ==, OND_BOUNDARY_ZERO);
  g_assert_cmpint (settings->method.sampling, ==, OND_SAMPLING_SAMPLED);
  g_assert_cmpint (settings->method.fill, ==, OND_FILL_MEAN);
  g_assert_true (settings->method.exclude_border);
  g_assert_cmpint (settings->norm, ==, OND_NORM_FROBENIUS);
  g_assert_cmpuint (settings->statistics, ==,
                    OND_STATISTIC_BIT (OND_STATISTIC_ENERGY)
                        | OND_STATISTIC_BIT (OND_STATISTIC_STD));
  g_assert_cmpfloat (settings->voxel[OND_Z], ==, 2);
}

static void
test_help_tells_ranges_choices_and_defaults (void)
{
  g_autoptr (OndSettings) defaults = ond_settings_new ();

  for (int s = 0; s < OND_N_SETTINGS; s++)
    {
      const char *help = ond_setting_get_help (s, defaults);
      g_autofree char *initial = ond_settings_get_text (defaults, s),
                      *end = g_strdup_printf (" (%s)", initial ? initial : "");

      g_assert_true (initial == NULL || g_str_has_suffix (help, end));
      g_assert_true (g_str_is_ascii (help));
    }
  g_assert_nonnull (strstr (ond_setting_get_help (OND_SETTING_XI, defaults), "0.05 to 100"));
  g_assert_nonnull (strstr (ond_setting_get_help (OND_SETTING_NORM, defaults), "raw, l1"));
  g_assert_true (ond_settings_set_text (defaults, OND_SETTING_XI, "1,3", NULL));
  g_assert_true (g_str_has_suffix (ond_setting_get_help (OND_SETTING_XI, defaults), "(1,3)"));
}

static void
test_json_brings_back_the_settings (void)
{
  g_autoptr (OndSettings) settings = make_settings (), defaults = ond_settings_new ();
  g_autofree char *json = ond_settings_to_json (settings),
                  *short_json = ond_settings_to_json (defaults);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndSettings) again = ond_settings_from_json (json, &error);
  g_autoptr (OndSettings) again_defaults = ond_settings_from_json (short_json, &error);

  g_assert_no_error (error);
  g_assert_null (ond_settings_difference (settings, again, OND_SETTINGS_ALL));
  g_assert_null (ond_settings_difference (defaults, again_defaults, OND_SETTINGS_ALL));
}

static void
test_options_make_the_same_settings_again (void)
{
  g_autoptr (OndSettings) settings = make_settings (), again = ond_settings_new ();
  g_auto (GStrv) argv = ond_settings_to_argv (settings, OND_SETTINGS_ALL);
  g_auto (GStrv) method = ond_settings_to_argv (settings, OND_SETTINGS_METHOD);

  g_assert_cmpuint (g_strv_length (argv), ==, 2 * OND_N_SETTINGS);
  g_assert_cmpuint (g_strv_length (method), ==, 8);
  for (gsize i = 0; argv[i] != NULL; i += 2)
    for (int s = 0; s < OND_N_SETTINGS; s++)
      if (strcmp (argv[i] + strlen ("--"), ond_setting_infos[s].name) == 0)
        g_assert_true (ond_settings_set_text (again, s, argv[i + 1], NULL));
  g_assert_null (ond_settings_difference (settings, again, OND_SETTINGS_ALL));
}

static void
test_bad_texts_are_refused_and_change_nothing (void)
{
  static const struct
  {
    OndSetting setting;
    const char *text, *said;
  } rows[] = {
    { OND_SETTING_PLANE, "0", "--plane" },
    { OND_SETTING_PLANE, "-1", "--plane" },
    { OND_SETTING_PLANE, "1.5", "--plane" },
    { OND_SETTING_VOXEL, "1,1", "--voxel" },
    { OND_SETTING_VOXEL, "1,1,0", "--voxel" },
    { OND_SETTING_VOXEL, "1,-1,1", "--voxel" },
    { OND_SETTING_VOXEL, "1,nan,1", "--voxel" },
    { OND_SETTING_VOXEL, "1,1,1,1", "--voxel" },
    { OND_SETTING_VOXEL, "1;1;1", "--voxel" },
    { OND_SETTING_XI, "0", "0.05 and 100" },
    { OND_SETTING_XI, "nan", "--xi" },
    { OND_SETTING_THETA, "0:181:3", "--theta" },
    { OND_SETTING_NORM, "L2", "l2, raw, l1" },
    { OND_SETTING_BOUNDARY, "", "mirror" },
    { OND_SETTING_BORDER, "yes", "keep, exclude" },
    { OND_SETTING_STATS, "", "energy, mean, std, min, max" },
    { OND_SETTING_STATS, ",", "energy, mean, std, min, max" },
    { OND_SETTING_STATS, "energy,", "energy, mean, std, min, max" },
    { OND_SETTING_STATS, "std,median", "median" },
    { OND_SETTING_STATS, "Energy", "--stats" },
  };
  g_autoptr (OndSettings) settings = make_settings (), before = make_settings ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (ond_settings_set_text (settings, rows[i].setting, rows[i].text, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
      g_assert_nonnull (strstr (error->message, rows[i].said));
      g_assert_null (ond_settings_difference (before, settings, OND_SETTINGS_ALL));
    }
}

static void
test_statistics_are_written_in_one_order (void)
{
  static const char *const rows[][2] = {
    { "all", "energy,mean,std,min,max" },
    { "max,energy", "energy,max" },
    { "std,std", "std" },
    { "min,all", "energy,mean,std,min,max" },
    { "max,min,std,mean,energy", "energy,mean,std,min,max" },
  };
  g_autoptr (OndSettings) settings = ond_settings_new ();
  g_autofree char *all = ond_settings_get_text (settings, OND_SETTING_STATS),
                  *prose = ond_statistic_set_to_prose (OND_STATISTICS_ALL);

  g_assert_cmpstr (all, ==, "energy,mean,std,min,max");
  g_assert_cmpstr (prose, ==, "energy, mean, std, min and max");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = NULL;

      g_assert_true (ond_settings_set_text (settings, OND_SETTING_STATS, rows[i][0], NULL));
      text = ond_settings_get_text (settings, OND_SETTING_STATS);
      g_assert_cmpstr (text, ==, rows[i][1]);
    }
}

static void
test_json_with_unknown_members_is_refused (void)
{
  static const char *const jsons[] = {
    "", "[]", "{", "{\"xj\": \"2\"}", "{\"xi\": 2}", "{\"xi\": \"0\"}"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (jsons); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ond_settings_from_json (jsons[i], &error));
      g_assert_nonnull (error);
      g_assert_cmpuint (error->domain, ==, OND_ERROR);
    }
}

static void
test_a_wavelet_comes_back_from_its_grids (void)
{
  g_autoptr (OndSettings) settings = ond_settings_new ();

  for (int i = 0; i < 1000; i++)
    {
      OndWavelet wavelet = ond_wavelet_default (), again;

      ond_wavelet_set (&wavelet, OND_PARAMETER_THETA, i * 0.18);
      ond_wavelet_set (&wavelet, OND_PARAMETER_PHI, i * 179.9 / 1000);
      wavelet.xi = 0.05 + i / 11.0;
      wavelet.norm = OND_NORM_L1;
      ond_settings_set_wavelet (settings, &wavelet);
      again = ond_settings_get_wavelet (settings);
      /* Degrees and back: two roundings of 2^-53 each. */
      g_assert_cmpfloat_with_epsilon (again.theta, wavelet.theta, 1e-15);
      g_assert_cmpfloat_with_epsilon (again.phi, wavelet.phi, 1e-15);
      g_assert_cmpfloat (again.xi, ==, wavelet.xi);
      g_assert_cmpint (again.norm, ==, OND_NORM_L1);
    }
}

static void
test_round_degrees_stay_round (void)
{
  g_autoptr (OndSettings) settings = ond_settings_new ();

  for (int degree = 0; degree <= 180; degree++)
    {
      OndWavelet wavelet = ond_wavelet_default ();
      g_autofree char *text = NULL, *expected = g_strdup_printf ("%d", degree);

      ond_wavelet_set (&wavelet, OND_PARAMETER_THETA, degree);
      ond_settings_set_wavelet (settings, &wavelet);
      text = ond_settings_get_text (settings, OND_SETTING_THETA);
      g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_grids_of_the_same_values_do_not_differ (void)
{
  g_autoptr (OndSettings) a = ond_settings_new (), b = ond_settings_new ();
  g_autofree char *difference = NULL;

  ond_settings_set_text (a, OND_SETTING_THETA, "0:180:4", NULL);
  ond_settings_set_text (b, OND_SETTING_THETA, "0,45,90,135", NULL);
  g_assert_null (ond_settings_difference (a, b, OND_SETTINGS_ALL));
  ond_settings_set_text (b, OND_SETTING_PLANE, "2", NULL);
  g_assert_null (ond_settings_difference (a, b, OND_SETTINGS_METHOD));
  difference = ond_settings_difference (a, b, OND_SETTINGS_ALL);
  g_assert_cmpstr (difference, ==, "plane (unset there, 2 here)");
}

static void
test_a_quoted_line_is_read_back_by_a_shell (void)
{
  const char *const argv[] = {
    "ondelette-cli", "a b'c\"d$e.fits", "", "--theta", "0:180:4", "*", "~x", NULL
  };
  g_autofree char *line = ond_settings_quote (argv);
  g_auto (GStrv) again = NULL;
  int n;

  g_assert_true (g_shell_parse_argv (line, &n, &again, NULL));
  g_assert_cmpint (n, ==, 7);
  for (int i = 0; i < n; i++)
    g_assert_cmpstr (again[i], ==, argv[i]);
  g_assert_nonnull (strstr (line, "--theta 0:180:4"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/settings/every-text-comes-back", test_every_text_comes_back);
  g_test_add_func ("/settings/help-tells-ranges-choices-and-defaults",
                   test_help_tells_ranges_choices_and_defaults);
  g_test_add_func ("/settings/json-brings-back-the-settings", test_json_brings_back_the_settings);
  g_test_add_func ("/settings/options-make-the-same-settings-again",
                   test_options_make_the_same_settings_again);
  g_test_add_func ("/settings/bad-texts-are-refused-and-change-nothing",
                   test_bad_texts_are_refused_and_change_nothing);
  g_test_add_func ("/settings/statistics-are-written-in-one-order",
                   test_statistics_are_written_in_one_order);
  g_test_add_func ("/settings/json-with-unknown-members-is-refused",
                   test_json_with_unknown_members_is_refused);
  g_test_add_func ("/settings/a-wavelet-comes-back-from-its-grids",
                   test_a_wavelet_comes_back_from_its_grids);
  g_test_add_func ("/settings/round-degrees-stay-round", test_round_degrees_stay_round);
  g_test_add_func ("/settings/grids-of-the-same-values-do-not-differ",
                   test_grids_of_the_same_values_do_not_differ);
  g_test_add_func ("/settings/a-quoted-line-is-read-back-by-a-shell",
                   test_a_quoted_line_is_read_back_by_a_shell);
  return g_test_run ();
}
