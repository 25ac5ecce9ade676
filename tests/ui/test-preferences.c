/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preferences with the schema, which GSETTINGS_SCHEMA_DIR leads to, kept in memory; and, where that
 * is not set, without it. */
#include "model-harness.h"

#include "ui/map-model.h"
#include "ui/preferences.h"

static gboolean
has_schema (void)
{
  return g_getenv ("GSETTINGS_SCHEMA_DIR") != NULL;
}

static void
test_kept_where_the_schema_is (void)
{
  g_autoptr (OndPreferences) preferences = ond_preferences_new (TRUE);
  g_autoptr (OndPreferences) passing = ond_preferences_new (FALSE);

  g_assert_cmpint (ond_preferences_is_kept (preferences), ==, has_schema ());
  g_assert_false (ond_preferences_is_kept (passing));
}

/* Those of the schema are those of the program, which has no schema to read them from. */
static void
test_defaults (void)
{
  g_autoptr (OndPreferences) preferences = ond_preferences_new (TRUE);
  g_autoptr (OndPreferences) passing = ond_preferences_new (FALSE);
  static const int expected[OND_N_PREFERENCES] = {
    [OND_PREFERENCE_FIRST_VOXEL] = 1,
    [OND_PREFERENCE_COORDINATES] = OND_WORLD_SEXAGESIMAL,
    [OND_PREFERENCE_IMAGE_MAP] = OND_COLORMAP_GREY,
    [OND_PREFERENCE_RESPONSE_MAP] = OND_COLORMAP_DIVERGING,
    [OND_PREFERENCE_BOUNDARY] = OND_BOUNDARY_MIRROR,
    [OND_PREFERENCE_WIDTH] = 1280,
    [OND_PREFERENCE_HEIGHT] = 800,
  };

  for (int i = 0; i < OND_N_PREFERENCES; i++)
    {
      g_assert_cmpint (ond_preferences_get (preferences, i), ==, expected[i]);
      g_assert_cmpint (ond_preferences_get (passing, i), ==, expected[i]);
    }
}

static void
note (G_GNUC_UNUSED OndPreferences *preferences, guint preference, int *n)
{
  n[preference]++;
}

/* Every value of each, the words of the schema among them; whoever else looks sees it, too. */
static void
test_every_value (void)
{
  for (int i = 0; i < OND_N_PREFERENCES; i++)
    {
      g_autoptr (OndPreferences) preferences = ond_preferences_new (TRUE);
      int lower, upper, before = ond_preferences_get (preferences, i), n[OND_N_PREFERENCES] = { 0 };
      int count = 0;

      ond_preferences_get_range (i, &lower, &upper);
      g_signal_connect (preferences, "changed", G_CALLBACK (note), n);
      for (int value = lower; value <= upper; value += MAX ((upper - lower) / 16, 1))
        {
          g_autoptr (OndPreferences) other = NULL;

          count += value != ond_preferences_get (preferences, i);
          ond_preferences_set (preferences, i, value);
          g_assert_cmpint (ond_preferences_get (preferences, i), ==, value);
          g_assert_cmpint (n[i], ==, count);
          other = ond_preferences_new (TRUE);
          g_assert_cmpint (ond_preferences_get (other, i), ==, has_schema () ? value : before);
        }
      ond_preferences_set (preferences, i, upper + 1);
      g_assert_cmpint (ond_preferences_get (preferences, i), ==, upper);
      ond_preferences_set (preferences, i, before);
    }
}

static void
test_another_process (void)
{
  g_autoptr (OndPreferences) preferences = ond_preferences_new (TRUE);
  g_autoptr (GSettings) settings = NULL;
  int n[OND_N_PREFERENCES] = { 0 };

  if (!has_schema ())
    return;
  settings = g_settings_new ("io.github.ondelette.Ondelette");
  g_signal_connect (preferences, "changed", G_CALLBACK (note), n);
  g_settings_set_string (settings, "coordinates", "degrees");
  MODEL_WAIT (n[OND_PREFERENCE_COORDINATES] == 1);
  g_assert_cmpint (ond_preferences_get (preferences, OND_PREFERENCE_COORDINATES), ==,
                   OND_WORLD_DEGREES);
  g_settings_reset (settings, "coordinates");
  MODEL_WAIT (n[OND_PREFERENCE_COORDINATES] == 2);
}

/* Colours without limits of their own: the first volume fits them. */
static void
test_apply (void)
{
  g_autoptr (OndPreferences) preferences = ond_preferences_new (FALSE);
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndSession) session = ond_session_new (engine);
  g_autoptr (OndVolume) volume = model_volume (12, 11, 10);
  int boundary;

  ond_preferences_set (preferences, OND_PREFERENCE_FIRST_VOXEL, 0);
  ond_preferences_set (preferences, OND_PREFERENCE_COORDINATES, OND_WORLD_DEGREES);
  ond_preferences_set (preferences, OND_PREFERENCE_IMAGE_MAP, OND_COLORMAP_MAGMA);
  ond_preferences_set (preferences, OND_PREFERENCE_RESPONSE_MAP, OND_COLORMAP_VIRIDIS);
  ond_preferences_set (preferences, OND_PREFERENCE_MAPS_MAP, OND_COLORMAP_HEAT + 1);
  ond_preferences_set (preferences, OND_PREFERENCE_BOUNDARY, OND_BOUNDARY_PERIODIC);
  ond_preferences_apply (preferences, session);
  ond_session_set_volume (session, volume);
  MODEL_WAIT (!ond_session_get_busy (session));
  g_assert_cmpint (ond_coordinates_get_first (ond_session_get_coordinates (session)), ==, 0);
  g_assert_cmpint (ond_coordinates_get_style (ond_session_get_coordinates (session)), ==,
                   OND_WORLD_DEGREES);
  g_assert_cmpint (ond_session_get_colors (session, OND_SHOW_IMAGE)->map, ==, OND_COLORMAP_MAGMA);
  g_assert_cmpint (ond_session_get_colors (session, OND_SHOW_RESPONSE)->map, ==,
                   OND_COLORMAP_VIRIDIS);
  g_assert_cmpint (ond_display_get_rule (ond_session_get_display (session), OND_SHOW_IMAGE), !=,
                   OND_LIMITS_MANUAL);
  g_assert_cmpint (ond_map_model_get_options (ond_session_get_maps (session))->colormap, ==,
                   OND_COLORMAP_HEAT);
  g_object_get (session, "boundary", &boundary, NULL);
  g_assert_cmpint (boundary, ==, OND_BOUNDARY_PERIODIC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/preferences/kept-where-the-schema-is", test_kept_where_the_schema_is);
  g_test_add_func ("/preferences/defaults", test_defaults);
  g_test_add_func ("/preferences/every-value", test_every_value);
  g_test_add_func ("/preferences/another-process", test_another_process);
  g_test_add_func ("/preferences/apply", test_apply);
  return g_test_run ();
}
