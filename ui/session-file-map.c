/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The member "map" of session files. */
#include "session-file-private.h"

#include "../core/error.h"
#include "session-json.h"

#include <math.h>

/* In place of a choice of core. */
#define OF_SLIDERS "sliders"
#define BY_SIGN "sign"

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
add_boolean (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

static void
add_number (JsonBuilder *builder, const char *name, double value)
{
  if (!isfinite (value)) /* unsaid */
    return;
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
begin (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

/* {"energy": {"lower": 0, "upper": 5}}: of the statistics that have some. */
static void
add_locked (const OndMapOptions *maps, JsonBuilder *builder)
{
  begin (builder, "locked");
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (isfinite (maps->lower[s]) && isfinite (maps->upper[s]))
      {
        begin (builder, ond_statistics[s].name);
        add_number (builder, "lower", maps->lower[s]);
        add_number (builder, "upper", maps->upper[s]);
        json_builder_end_object (builder);
      }
  json_builder_end_object (builder);
}

void
ond_session_file_write_map (const OndSessionFile *self, JsonBuilder *builder)
{
  const OndMapOptions *maps = &self->maps;

  begin (builder, "map");
  add_string (builder, "statistic", ond_statistics[maps->statistic[0]].name);
  add_string (builder, "norm",
              maps->norm == OND_MAP_NORM_OF_SLIDERS ? OF_SLIDERS : ond_norms[maps->norm].name);
  add_string (builder, "colors",
              maps->colormap == OND_MAP_COLORS_BY_SIGN ? BY_SIGN
                                                       : ond_colormaps[maps->colormap].name);
  add_string (builder, "stretch", ond_stretches[maps->stretch].name);
  add_string (builder, "limits", ond_map_limits[maps->limits].name);
  add_locked (maps, builder);
  add_boolean (builder, "sphere", maps->sphere);
  add_boolean (builder, "ball", maps->painted);
  begin (builder, "second");
  add_boolean (builder, "shown", maps->second);
  add_string (builder, "statistic", ond_statistics[maps->statistic[1]].name);
  add_number (builder, "xi", maps->second_xi);
  add_number (builder, "scale", maps->second_scale);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

/* A choice of core, or the word for none of them, which is -1. */
static gboolean
read_choice (JsonObject *object, const char *name, const OndChoice *choices, const char *other,
             int *value, GError **error)
{
  const char *text = NULL;

  if (!ond_session_json_get_string (object, name, &text, error))
    return FALSE;
  if (g_strcmp0 (text, other) != 0)
    return ond_session_json_get_choice (object, name, choices, value, error);
  *value = -1;
  return TRUE;
}

static gboolean
read_locked (OndMapOptions *maps, JsonObject *map, GError **error)
{
  static const char *const limit_names[] = { "lower", "upper", NULL };
  const char *names[OND_N_STATISTICS + 1] = { NULL };
  JsonObject *object = NULL;

  if (!ond_session_json_get_object (map, "locked", &object, error))
    return FALSE;
  for (int s = 0; s < OND_N_STATISTICS && object != NULL; s++)
    {
      JsonObject *limits = NULL;

      names[s] = ond_statistics[s].name;
      if (!ond_session_json_get_object (object, names[s], &limits, error)
          || (limits != NULL
              && (!ond_session_json_check (limits, names[s], limit_names, error)
                  || !ond_session_json_get_number (limits, "lower", &maps->lower[s], error)
                  || !ond_session_json_get_number (limits, "upper", &maps->upper[s], error))))
        return FALSE;
      if (isnan (maps->lower[s]) != isnan (maps->upper[s]))
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                       "the locked limits of \"%s\" need a lower and an upper one", names[s]);
          return FALSE;
        }
    }
  return object == NULL || ond_session_json_check (object, "locked", names, error);
}

static gboolean
read_second (OndMapOptions *maps, JsonObject *map, GError **error)
{
  static const char *const names[] = { "shown", "statistic", "xi", "scale", NULL };
  JsonObject *object = NULL;
  int statistic = (int) maps->statistic[1];

  if (!ond_session_json_get_object (map, "second", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  if (!ond_session_json_check (object, "second", names, error)
      || !ond_session_json_get_boolean (object, "shown", &maps->second, error)
      || !ond_session_json_get_choice (object, "statistic", ond_statistics, &statistic, error)
      || !ond_session_json_get_number (object, "xi", &maps->second_xi, error)
      || !ond_session_json_get_number (object, "scale", &maps->second_scale, error))
    return FALSE;
  maps->statistic[1] = statistic;
  return TRUE;
}

gboolean
ond_session_file_read_map (OndSessionFile *self, JsonObject *root, GError **error)
{
  static const char *const names[] = { "statistic", "norm",   "colors", "stretch", "limits",
                                       "locked",    "sphere", "ball",   "second",  NULL };
  OndMapOptions *maps = &self->maps;
  JsonObject *map = NULL;
  int statistic = (int) maps->statistic[0], stretch = (int) maps->stretch,
      limits = (int) maps->limits;

  if (!ond_session_json_get_object (root, "map", &map, error))
    return FALSE;
  if (map == NULL)
    return TRUE;
  if (!ond_session_json_check (map, "map", names, error)
      || !ond_session_json_get_choice (map, "statistic", ond_statistics, &statistic, error)
      || !read_choice (map, "norm", ond_norms, OF_SLIDERS, &maps->norm, error)
      || !read_choice (map, "colors", ond_colormaps, BY_SIGN, &maps->colormap, error)
      || !ond_session_json_get_choice (map, "stretch", ond_stretches, &stretch, error)
      || !ond_session_json_get_choice (map, "limits", ond_map_limits, &limits, error)
      || !read_locked (maps, map, error)
      || !ond_session_json_get_boolean (map, "sphere", &maps->sphere, error)
      || !ond_session_json_get_boolean (map, "ball", &maps->painted, error)
      || !read_second (maps, map, error))
    return FALSE;
  maps->statistic[0] = statistic;
  maps->stretch = stretch;
  maps->limits = limits;
  return TRUE;
}
