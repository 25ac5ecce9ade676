/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-json.h"

#include "../core/error.h"

#include <math.h>

const OndChoice ond_session_json_shows[] = {
  [OND_SHOW_IMAGE] = { "image", "Image", NULL },
  [OND_SHOW_RESPONSE] = { "response", "Response", NULL },
  [OND_N_SHOWS] = { NULL, NULL, NULL },
};

/* Integer properties that are written as words. */
static const struct
{
  const char *property;
  const OndChoice *choices;
} words[] = {
  { "norm", ond_norms }, { "boundary", ond_boundaries }, { "sampling", ond_samplings },
  { "fill", ond_fills }, { "border", ond_borders },      { "mode", ond_modes },
};

static const OndChoice *
find_words (const char *property)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].property, property))
      return words[i].choices;
  return NULL;
}

GParamSpec **
ond_session_json_properties (guint *n)
{
  GObjectClass *klass = g_type_class_ref (OND_TYPE_SESSION);
  GParamSpec **all = g_object_class_list_properties (klass, n);
  guint kept = 0;

  for (guint i = 0; i < *n; i++)
    if ((all[i]->flags & G_PARAM_READWRITE) == G_PARAM_READWRITE
        && !g_str_equal (all[i]->name, "message"))
      all[kept++] = all[i];
  *n = kept;
  g_type_class_unref (klass);
  return all;
}

JsonNode *
ond_session_json_write (GParamSpec *pspec, const GValue *value)
{
  const OndChoice *choices = find_words (pspec->name);
  JsonNode *node = json_node_alloc ();

  if (choices != NULL)
    return json_node_init_string (node, choices[g_value_get_int (value)].name);
  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    return json_node_init_double (node, g_value_get_double (value));
  if (G_IS_PARAM_SPEC_INT (pspec))
    return json_node_init_int (node, g_value_get_int (value));
  if (G_IS_PARAM_SPEC_ENUM (pspec))
    return json_node_init_int (node, g_value_get_enum (value));
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return json_node_init_boolean (node, g_value_get_boolean (value));
  if (G_IS_PARAM_SPEC_STRING (pspec))
    return json_node_init_string (node, g_value_get_string (value));
  json_node_unref (node);
  return NULL;
}

static gboolean
is_number (JsonNode *node)
{
  GType type = json_node_get_value_type (node);

  return JSON_NODE_HOLDS_VALUE (node) && (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
         && isfinite (json_node_get_double (node));
}

static gboolean
is_string (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static gboolean
refuse (const char *name, JsonNode *node, const char *wanted, GError **error)
{
  g_autofree char *text = json_to_string (node, FALSE);

  if (g_utf8_strlen (text, -1) > 40)
    {
      char *end = g_utf8_offset_to_pointer (text, 39);

      *end = '\0';
    }
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"%s\" is %s, which is not %s", name, text,
               wanted);
  return FALSE;
}

/* The range of the four is not in their specs, which fold angles: a session was never saved with
 * one that is not folded, and 1700 degrees are a slip rather than 80. */
static gboolean
check_parameter (const char *name, JsonNode *node, double value, GError **error)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (g_str_equal (name, ond_parameters[p].name)
        && (value < ond_parameters[p].lower || value > ond_parameters[p].upper))
      {
        g_autofree char *wanted =
            g_strdup_printf ("between %g and %g", ond_parameters[p].lower, ond_parameters[p].upper);

        return refuse (name, node, wanted, error);
      }
  return TRUE;
}

/* Into a value of the property's own type: what the JSON holds, when it is of that kind. */
static gboolean
read_plain (GParamSpec *pspec, JsonNode *node, GValue *value)
{
  double number = is_number (node) ? json_node_get_double (node) : 0;
  gboolean whole = is_number (node) && number == floor (number) && fabs (number) <= G_MAXINT;

  if (G_IS_PARAM_SPEC_DOUBLE (pspec) && is_number (node))
    g_value_set_double (value, number);
  else if (G_IS_PARAM_SPEC_INT (pspec) && whole)
    g_value_set_int (value, (int) number);
  else if (G_IS_PARAM_SPEC_ENUM (pspec) && whole)
    g_value_set_enum (value, (int) number);
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec) && JSON_NODE_HOLDS_VALUE (node)
           && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    g_value_set_boolean (value, json_node_get_boolean (node));
  else if (G_IS_PARAM_SPEC_STRING (pspec) && is_string (node))
    g_value_set_string (value, json_node_get_string (node));
  else
    return FALSE;
  return !g_param_value_validate (pspec, value); /* TRUE: it had to be changed */
}

gboolean
ond_session_json_read (GParamSpec *pspec, JsonNode *node, GValue *value, GError **error)
{
  const OndChoice *choices = find_words (pspec->name);
  int choice;

  if (choices != NULL && is_string (node))
    {
      if (!ond_choice_parse (choices, pspec->name, json_node_get_string (node), &choice, error))
        return FALSE;
      g_value_init (value, G_TYPE_INT);
      g_value_set_int (value, choice);
      return TRUE;
    }
  if (choices != NULL)
    return refuse (pspec->name, node, "a word", error);
  g_value_init (value, pspec->value_type);
  if (!read_plain (pspec, node, value))
    {
      g_value_unset (value);
      return refuse (pspec->name, node, "one of its values", error);
    }
  if (!G_IS_PARAM_SPEC_DOUBLE (pspec)
      || check_parameter (pspec->name, node, g_value_get_double (value), error))
    return TRUE;
  g_value_unset (value);
  return FALSE;
}

gboolean
ond_session_json_check (JsonObject *object, const char *where, const char *const *names,
                        GError **error)
{
  g_autoptr (GList) members = json_object_get_members (object);

  for (GList *i = members; i != NULL; i = i->next)
    if (!g_strv_contains (names, i->data))
      {
        g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                     "\"%s\" in \"%s\" is not known here; was it saved by a newer Ondelette?",
                     (const char *) i->data, where);
        return FALSE;
      }
  return TRUE;
}

gboolean
ond_session_json_get_object (JsonObject *object, const char *name, JsonObject **value,
                             GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return refuse (name, node, "an object", error);
  *value = json_node_get_object (node);
  return TRUE;
}

gboolean
ond_session_json_get_string (JsonObject *object, const char *name, const char **value,
                             GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (!is_string (node))
    return refuse (name, node, "a text", error);
  *value = json_node_get_string (node);
  return TRUE;
}

gboolean
ond_session_json_get_number (JsonObject *object, const char *name, double *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (!is_number (node))
    return refuse (name, node, "a number", error);
  *value = json_node_get_double (node);
  return TRUE;
}

gboolean
ond_session_json_get_boolean (JsonObject *object, const char *name, gboolean *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return refuse (name, node, "true or false", error);
  *value = json_node_get_boolean (node);
  return TRUE;
}

gboolean
ond_session_json_get_choice (JsonObject *object, const char *name, const OndChoice *choices,
                             int *value, GError **error)
{
  const char *text = NULL;

  if (!ond_session_json_get_string (object, name, &text, error))
    return FALSE;
  return text == NULL || ond_choice_parse (choices, name, text, value, error);
}
