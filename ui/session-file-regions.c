/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a session file, and how places are written. */
#include "session-file-private.h"

#include "../core/error.h"
#include "session-json.h"

#include <math.h>

static const char *const region_names[] = { "shape", "slice", "index", "centre", "half",
                                            "angle", "text",  "color", NULL };

void
ond_session_file_take_regions (OndSessionFile *self, OndSession *session)
{
  OndRegions *regions = ond_session_get_regions (session);
  OndCoordinates *coordinates = ond_session_get_coordinates (session);

  self->regions = g_array_new (FALSE, FALSE, sizeof (OndRegion));
  for (guint i = 0; i < ond_regions_get_n (regions); i++)
    g_array_append_vals (self->regions, ond_regions_get (regions, i), 1);
  self->selected_region = ond_regions_get_selected (regions);
  self->has_coordinates = TRUE;
  self->first_voxel = ond_coordinates_get_first (coordinates);
  self->world_style = ond_coordinates_get_style (coordinates);
}

void
ond_session_file_apply_regions (const OndSessionFile *self, OndSession *session)
{
  OndRegions *regions = ond_session_get_regions (session);
  OndCoordinates *coordinates = ond_session_get_coordinates (session);

  ond_regions_replace (regions, self->regions != NULL ? (OndRegion *) self->regions->data : NULL,
                       self->regions != NULL ? self->regions->len : 0);
  if (self->regions != NULL)
    ond_regions_set_selected (regions, self->selected_region);
  if (!self->has_coordinates)
    return;
  ond_coordinates_set_first (coordinates, self->first_voxel);
  ond_coordinates_set_style (coordinates, self->world_style);
}

/* ---- Writing ---- */

static void
add_pair (JsonBuilder *builder, const char *name, const double values[2])
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (int i = 0; i < 2; i++)
    json_builder_add_double_value (builder, values[i]);
  json_builder_end_array (builder);
}

static void
add_word (JsonBuilder *builder, const char *name, const char *word)
{
  if (word[0] == '\0')
    return;
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, word);
}

static void
add_region (JsonBuilder *builder, const OndRegion *region)
{
  json_builder_begin_object (builder);
  add_word (builder, "shape", ond_region_shapes[region->shape].name);
  add_word (builder, "slice", ond_session_file_slices[region->normal].name);
  json_builder_set_member_name (builder, "index");
  json_builder_add_int_value (builder, region->index);
  add_pair (builder, "centre", region->centre);
  add_pair (builder, "half", region->half);
  json_builder_set_member_name (builder, "angle");
  json_builder_add_double_value (builder, region->angle);
  add_word (builder, "text", region->text);
  add_word (builder, "color", region->color);
  json_builder_end_object (builder);
}

void
ond_session_file_add_regions (const OndSessionFile *self, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "coordinates");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "first");
  json_builder_add_int_value (builder, self->first_voxel);
  add_word (builder, "style", ond_world_styles[self->world_style].name);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "regions");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "selected");
  json_builder_add_int_value (builder, self->selected_region);
  json_builder_set_member_name (builder, "list");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->regions->len; i++)
    add_region (builder, &g_array_index (self->regions, OndRegion, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* ---- Reading ---- */

static gboolean
read_pair (JsonObject *object, const char *name, double values[2], GError **error)
{
  JsonNode *node = json_object_get_member (object, name);
  JsonArray *array =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  gboolean ok = array != NULL && json_array_get_length (array) == 2;

  for (guint i = 0; i < 2 && ok; i++)
    {
      JsonNode *item = json_array_get_element (array, i);

      ok = JSON_NODE_HOLDS_VALUE (item)
           && (json_node_get_value_type (item) == G_TYPE_DOUBLE
               || json_node_get_value_type (item) == G_TYPE_INT64);
      values[i] = ok ? json_node_get_double (item) : 0;
    }
  if (!ok)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"%s\" of a region is not two numbers", name);
  return ok;
}

/* A whole number in lower ... upper; an absent one leaves *value as it is. */
static gboolean
read_whole (JsonObject *object, const char *name, int lower, int upper, int *value, GError **error)
{
  double number = *value;

  if (!ond_session_json_get_number (object, name, &number, error))
    return FALSE;
  if (number != floor (number) || number < lower || number > upper)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"%s\" is %g, not a whole number of %d … %d",
                   name, number, lower, upper);
      return FALSE;
    }
  *value = (int) number;
  return TRUE;
}

static gboolean
read_region (JsonObject *object, OndRegion *region, GError **error)
{
  const char *text = "", *color = "";
  int shape = OND_REGION_BOX, normal = OND_Z, index = -1;

  *region = (OndRegion){ 0 };
  if (!ond_session_json_check (object, "regions", region_names, error)
      || !ond_session_json_get_choice (object, "shape", ond_region_shapes, &shape, error)
      || !ond_session_json_get_choice (object, "slice", ond_session_file_slices, &normal, error)
      || !read_whole (object, "index", -1, G_MAXINT32, &index, error)
      || !read_pair (object, "centre", region->centre, error)
      || !read_pair (object, "half", region->half, error)
      || !ond_session_json_get_number (object, "angle", &region->angle, error)
      || !ond_session_json_get_string (object, "text", &text, error)
      || !ond_session_json_get_string (object, "color", &color, error))
    return FALSE;
  region->shape = (OndRegionShape) shape;
  region->normal = normal;
  region->index = index;
  ond_region_set_text (region, text);
  ond_region_set_color (region, color);
  if (ond_region_is_valid (region))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "a region has no size, or is out of all bounds");
  return FALSE;
}

static gboolean
read_list (OndSessionFile *self, JsonNode *node, GError **error)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 0;

  if (array == NULL || n > OND_REGION_MAX)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"list\" is not a list of %d regions at most",
                   OND_REGION_MAX);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      JsonNode *item = json_array_get_element (array, i);
      OndRegion region;

      if (!JSON_NODE_HOLDS_OBJECT (item))
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE, "a region is not an object");
          return FALSE;
        }
      if (!read_region (json_node_get_object (item), &region, error))
        return FALSE;
      g_array_append_val (self->regions, region);
    }
  return TRUE;
}

static gboolean
read_coordinates (OndSessionFile *self, JsonObject *root, GError **error)
{
  static const char *const names[] = { "first", "style", NULL };
  JsonObject *object = NULL;
  int style = OND_WORLD_SEXAGESIMAL;

  if (!ond_session_json_get_object (root, "coordinates", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  self->first_voxel = 1;
  self->has_coordinates = TRUE;
  if (!ond_session_json_check (object, "coordinates", names, error)
      || !read_whole (object, "first", 0, 1, &self->first_voxel, error)
      || !ond_session_json_get_choice (object, "style", ond_world_styles, &style, error))
    return FALSE;
  self->world_style = (OndWorldStyle) style;
  return TRUE;
}

gboolean
ond_session_file_read_regions (OndSessionFile *self, JsonObject *root, GError **error)
{
  static const char *const names[] = { "list", "selected", NULL };
  JsonObject *object = NULL;
  JsonNode *list;

  if (!read_coordinates (self, root, error)
      || !ond_session_json_get_object (root, "regions", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  self->regions = g_array_new (FALSE, FALSE, sizeof (OndRegion));
  self->selected_region = -1;
  list = json_object_get_member (object, "list");
  return ond_session_json_check (object, "regions", names, error)
         && (list == NULL || read_list (self, list, error))
         && read_whole (object, "selected", -1, (int) self->regions->len - 1,
                        &self->selected_region, error);
}
