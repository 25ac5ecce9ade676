/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Session files as text. What can be read back is in session-file-read.c. */
#include "session-file-private.h"

#include "../core/error.h"
#include "../core/file-write.h"
#include "../core/maps.h"
#include "session-json.h"

#include <math.h>
#include <string.h>

/* `path` as seen from `folder`, both absolute; absolute where they have no folder in common. Free
 * with g_free. */
static char *
relative_path (const char *path, const char *folder)
{
  g_auto (GStrv) to = g_strsplit (path, "/", -1), from = g_strsplit (folder, "/", -1);
  GString *text;
  guint common = 0;

  while (to[common] != NULL && from[common] != NULL && g_str_equal (to[common], from[common]))
    common++;
  if (common < 2 || to[common] == NULL) /* the root alone */
    return g_strdup (path);
  text = g_string_new (NULL);
  for (guint i = common; from[i] != NULL; i++)
    g_string_append (text, "../");
  for (guint i = common; to[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > common ? "/" : "", to[i]);
  return g_string_free (text, FALSE);
}

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  if (value == NULL)
    return;
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
add_number (JsonBuilder *builder, const char *name, double value)
{
  if (!isfinite (value)) /* JSON has no word for it */
    return;
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_boolean (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

static void
add_triple (JsonBuilder *builder, const char *name, const double values[OND_N_AXES])
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_double_value (builder, values[i]);
  json_builder_end_array (builder);
}

static void
begin (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

static void
add_input (const OndSessionFile *self, const char *folder, JsonBuilder *builder)
{
  g_autofree char *path = self->input != NULL ? relative_path (self->input, folder) : NULL;

  begin (builder, "input");
  if (path == NULL)
    add_boolean (builder, "sample", TRUE);
  add_string (builder, "path", path);
  add_string (builder, "checksum", self->checksum);
  if (path != NULL)
    {
      add_string (builder, "hdu", self->hdu);
      json_builder_set_member_name (builder, "plane");
      json_builder_add_int_value (builder, self->plane);
      add_triple (builder, "voxel", self->voxel);
      add_string (builder, "unit", self->unit);
    }
  json_builder_end_object (builder);
}

static void
add_session (const OndSessionFile *self, JsonBuilder *builder)
{
  begin (builder, "session");
  for (guint i = 0; i < self->n; i++)
    {
      JsonNode *node = ond_session_json_write (self->specs[i], &self->values[i]);

      if (node == NULL)
        {
          g_critical ("the property %s cannot be saved", self->specs[i]->name);
          continue;
        }
      json_builder_set_member_name (builder, self->specs[i]->name);
      json_builder_add_value (builder, node);
    }
  json_builder_end_object (builder);
}

static void
add_colors (const OndSessionFile *self, JsonBuilder *builder)
{
  begin (builder, "colors");
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      const OndColorScale *colors = &self->colors[show];

      begin (builder, ond_session_json_shows[show].name);
      add_string (builder, "map", ond_colormaps[colors->map].name);
      add_string (builder, "stretch", ond_stretches[colors->stretch].name);
      add_number (builder, "lower", colors->lower);
      add_number (builder, "upper", colors->upper);
      add_boolean (builder, "invert", colors->invert);
      add_number (builder, "contrast", exp2 (colors->contrast_log2));
      add_number (builder, "bias", 0.5 + colors->bias_offset);
      add_string (builder, "invalid", ond_invalids[colors->invalid].name);
      if (show == OND_SHOW_RESPONSE)
        add_string (builder, "polarity", ond_polarities[colors->polarity].name);
      add_string (builder, "limits", ond_limits[self->rules[show]].name);
      if (self->rules[show] == OND_LIMITS_MANUAL)
        add_string (builder, "fit", ond_limits[self->last_rules[show]].name);
      json_builder_end_object (builder);
    }
  add_boolean (builder, "locked", self->locked);
  json_builder_end_object (builder);
}

static void
add_blend (const OndSessionFile *self, JsonBuilder *builder)
{
  begin (builder, "blend");
  add_number (builder, "opacity", self->opacity);
  add_string (builder, "subject", ond_session_json_shows[self->subject].name);
  json_builder_end_object (builder);
}

static void
add_zoom (const OndSessionFile *self, JsonBuilder *builder)
{
  begin (builder, "zoom");
  add_boolean (builder, "fit", self->fits);
  if (!self->fits)
    {
      add_number (builder, "factor", self->factor);
      add_triple (builder, "centre", self->centre);
    }
  json_builder_end_object (builder);
}

static void
add_projection (const OndSessionFile *self, JsonBuilder *builder)
{
  begin (builder, "projection");
  add_number (builder, "azimuth", self->pose.azimuth);
  add_number (builder, "elevation", self->pose.elevation);
  add_number (builder, "zoom", self->pose.zoom);
  add_number (builder, "x", self->pose.x);
  add_number (builder, "y", self->pose.y);
  json_builder_end_object (builder);
}

static void
add_view (const OndSessionFile *self, JsonBuilder *builder)
{
  begin (builder, "sweep");
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    add_string (builder, ond_parameters[p].name, self->view.ranges[p]);
  json_builder_end_object (builder);
  ond_session_file_write_map (self, builder);
  begin (builder, "window");
  add_boolean (builder, "sidebar", self->view.sidebar);
  add_boolean (builder, "sweep-bar", self->view.sweep_bar);
  add_boolean (builder, "map-room", self->view.map_room);
  if (self->view.maximized >= 0)
    add_string (builder, "maximized", ond_session_file_slices[self->view.maximized].name);
  json_builder_end_object (builder);
}

static char *
to_json (const OndSessionFile *self, const char *folder)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_string (builder, "format", OND_SESSION_FORMAT);
  json_builder_set_member_name (builder, "version");
  json_builder_add_int_value (builder, OND_SESSION_VERSION);
  add_string (builder, "program", "Ondelette " OND_VERSION);
  add_input (self, folder, builder);
  add_session (self, builder);
  add_colors (self, builder);
  add_blend (self, builder);
  add_zoom (self, builder);
  add_projection (self, builder);
  ond_session_file_add_regions (self, builder);
  add_view (self, builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}

gboolean
ond_session_file_save (OndSessionFile *self, const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL),
                  *folder = g_path_get_dirname (absolute), *text = NULL;
  OndFileWrite *file;

  g_return_val_if_fail (self->volume != NULL, FALSE);
  if (self->input != NULL && !g_utf8_validate (self->input, -1, NULL))
    {
      g_autofree char *shown = g_filename_display_name (self->input);

      g_set_error (error, OND_ERROR, OND_ERROR_WRITE,
                   "%s: a session cannot name an input whose own name is not UTF-8", shown);
      return FALSE;
    }
  if (self->input != NULL && ond_file_same (self->input, absolute))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_WRITE, "%s: is the input; save to another file",
                   path);
      return FALSE;
    }
  if (self->checksum == NULL)
    self->checksum = ond_maps_checksum (self->volume);
  text = to_json (self, folder);
  file = ond_file_write_begin (absolute, TRUE, error);
  if (file == NULL)
    return FALSE;
  ond_file_write_bytes (file, text, strlen (text), NULL);
  ond_file_write_bytes (file, "\n", 1, NULL);
  return ond_file_write_finish (file, strlen (text) + 1, error);
}
