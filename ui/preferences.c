/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preferences.h"

#include "map-model.h"

#include <gio/gio.h>
#include <string.h>

#define SCHEMA "io.github.ondelette.Ondelette"

struct _OndPreferences
{
  GObject parent;
  GSettings *settings; /* NULL: kept nowhere */
  int values[OND_N_PREFERENCES];
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndPreferences, ond_preferences, G_TYPE_OBJECT)

/* "by-sign", then the colour maps: made once, with the class. */
static OndChoice maps_choices[OND_N_COLORMAPS + 2];

/* The keys of the schema. A choice is kept by its word, so that the table may grow. */
static const struct
{
  const char *key;
  const OndChoice *choices;
  int initial, lower, upper; /* of numbers */
} infos[OND_N_PREFERENCES] = {
  [OND_PREFERENCE_FIRST_VOXEL] = { "first-voxel", NULL, 1, 0, 1 },
  [OND_PREFERENCE_COORDINATES] = { "coordinates", ond_world_styles, OND_WORLD_SEXAGESIMAL, 0, 0 },
  [OND_PREFERENCE_IMAGE_MAP] = { "image-colour-map", ond_colormaps, OND_COLORMAP_GREY, 0, 0 },
  [OND_PREFERENCE_RESPONSE_MAP] = { "response-colour-map", ond_colormaps, OND_COLORMAP_DIVERGING, 0,
                                    0 },
  [OND_PREFERENCE_MAPS_MAP] = { "maps-colour-map", maps_choices, 0, 0, 0 },
  [OND_PREFERENCE_BOUNDARY] = { "boundary", ond_boundaries, OND_BOUNDARY_MIRROR, 0, 0 },
  [OND_PREFERENCE_THREADS] = { "threads", NULL, 0, 0, 1024 },
  [OND_PREFERENCE_MEMORY] = { "memory", NULL, 0, 0, 16 * 1024 * 1024 },
  [OND_PREFERENCE_WIDTH] = { "window-width", NULL, 1280, 320, 16384 },
  [OND_PREFERENCE_HEIGHT] = { "window-height", NULL, 800, 240, 16384 },
  [OND_PREFERENCE_MAXIMIZED] = { "window-maximized", NULL, 0, 0, 1 },
};

const OndChoice *
ond_preferences_get_choices (OndPreference preference)
{
  g_return_val_if_fail (preference < OND_N_PREFERENCES, NULL);
  return infos[preference].choices;
}

void
ond_preferences_get_range (OndPreference preference, int *lower, int *upper)
{
  const OndChoice *choices;

  g_return_if_fail (preference < OND_N_PREFERENCES);
  choices = infos[preference].choices;
  *lower = infos[preference].lower;
  *upper = infos[preference].upper;
  for (int i = 0; choices != NULL && choices[i].name != NULL; i++)
    *upper = i;
}

static int
clamp (OndPreference preference, int value)
{
  int lower, upper;

  ond_preferences_get_range (preference, &lower, &upper);
  return CLAMP (value, lower, upper);
}

/* A word that is none of ours, from another version, is the default. */
static int
read_value (OndPreferences *self, OndPreference preference)
{
  g_autofree char *word = NULL;
  int value;

  if (infos[preference].choices == NULL)
    return clamp (preference, g_settings_get_int (self->settings, infos[preference].key));
  word = g_settings_get_string (self->settings, infos[preference].key);
  return ond_choice_parse (infos[preference].choices, infos[preference].key, word, &value, NULL)
             ? value
             : infos[preference].initial;
}

static void
settings_changed (OndPreferences *self, const char *key)
{
  for (guint i = 0; i < OND_N_PREFERENCES; i++)
    if (g_str_equal (infos[i].key, key))
      {
        int value = read_value (self, i);

        if (value == self->values[i])
          return;
        self->values[i] = value;
        g_signal_emit (self, changed_signal, 0, i);
      }
}

/* GSettings ends the program where a schema is missing, or lacks a key: both are looked for. */
static GSettings *
open_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, SCHEMA, TRUE) : NULL;

  if (schema == NULL)
    return NULL;
  for (int i = 0; i < OND_N_PREFERENCES; i++)
    {
      g_autoptr (GSettingsSchemaKey) key = NULL;

      if (!g_settings_schema_has_key (schema, infos[i].key))
        return NULL;
      key = g_settings_schema_get_key (schema, infos[i].key);
      if (!g_variant_type_equal (g_settings_schema_key_get_value_type (key),
                                 infos[i].choices != NULL ? G_VARIANT_TYPE_STRING
                                                          : G_VARIANT_TYPE_INT32))
        return NULL;
    }
  return g_settings_new_full (schema, NULL, NULL);
}

static void
ond_preferences_dispose (GObject *object)
{
  g_clear_object (&OND_PREFERENCES (object)->settings);
  G_OBJECT_CLASS (ond_preferences_parent_class)->dispose (object);
}

static void
ond_preferences_class_init (OndPreferencesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_preferences_dispose;
  maps_choices[0] = (OndChoice){ "by-sign", "By sign", NULL };
  memcpy (maps_choices + 1, ond_colormaps, OND_N_COLORMAPS * sizeof *maps_choices);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ond_preferences_init (OndPreferences *self)
{
  for (int i = 0; i < OND_N_PREFERENCES; i++)
    self->values[i] = infos[i].initial;
}

OndPreferences *
ond_preferences_new (gboolean kept)
{
  OndPreferences *self = g_object_new (OND_TYPE_PREFERENCES, NULL);

  self->settings = kept ? open_settings () : NULL;
  if (self->settings == NULL)
    return self;
  for (int i = 0; i < OND_N_PREFERENCES; i++)
    self->values[i] = read_value (self, i);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (settings_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

gboolean
ond_preferences_is_kept (OndPreferences *self)
{
  g_return_val_if_fail (OND_IS_PREFERENCES (self), FALSE);
  return self->settings != NULL;
}

int
ond_preferences_get (OndPreferences *self, OndPreference preference)
{
  g_return_val_if_fail (OND_IS_PREFERENCES (self) && preference < OND_N_PREFERENCES, 0);
  return self->values[preference];
}

void
ond_preferences_set (OndPreferences *self, OndPreference preference, int value)
{
  const OndChoice *choices;

  g_return_if_fail (OND_IS_PREFERENCES (self) && preference < OND_N_PREFERENCES);
  choices = infos[preference].choices;
  value = clamp (preference, value);
  if (value == self->values[preference])
    return;
  self->values[preference] = value;
  if (self->settings != NULL && choices != NULL)
    g_settings_set_string (self->settings, infos[preference].key, choices[value].name);
  else if (self->settings != NULL)
    g_settings_set_int (self->settings, infos[preference].key, value);
  g_signal_emit (self, changed_signal, 0, (guint) preference);
}

void
ond_preferences_apply (OndPreferences *self, OndSession *session)
{
  OndCoordinates *coordinates = ond_session_get_coordinates (session);
  const OndPreference maps[OND_N_SHOWS] = {
    [OND_SHOW_IMAGE] = OND_PREFERENCE_IMAGE_MAP,
    [OND_SHOW_RESPONSE] = OND_PREFERENCE_RESPONSE_MAP,
  };
  OndMapOptions options;

  g_return_if_fail (OND_IS_PREFERENCES (self));
  ond_coordinates_set_first (coordinates, self->values[OND_PREFERENCE_FIRST_VOXEL]);
  ond_coordinates_set_style (coordinates, (OndWorldStyle) self->values[OND_PREFERENCE_COORDINATES]);
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      OndColorScale colors = *ond_session_get_colors (session, show);

      colors.map = (OndColormap) self->values[maps[show]];
      ond_session_set_colors (session, show, &colors);
    }
  options = *ond_map_model_get_options (ond_session_get_maps (session));
  options.colormap = self->values[OND_PREFERENCE_MAPS_MAP] + OND_MAP_COLORS_BY_SIGN;
  ond_map_model_set_options (ond_session_get_maps (session), &options);
  g_object_set (session, "boundary", self->values[OND_PREFERENCE_BOUNDARY], NULL);
}
