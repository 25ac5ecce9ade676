/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text into session files: all or nothing, and each refusal in one line. */
#include "session-file-private.h"

#include "../core/error.h"
#include "session-json.h"

#include <math.h>

/* A session has some kilobytes, and half of one a region; what is larger, or nested deeper, is
 * something else. */
#define MAX_BYTES (2 * 1024 * 1024)
#define MAX_DEPTH 16

static const char *const sample_names[] = { "sample", "checksum", NULL };
static const char *const input_names[] = {
  "path", "checksum", "hdu", "plane", "voxel", "unit", NULL
};
static const char *const color_names[] = { "map",    "stretch",  "lower",    "upper",
                                           "invert", "contrast", "bias",     "invalid",
                                           "limits", "fit",      "polarity", NULL };
static const char *const top_names[] = { "format",     "version", "program",     "input",
                                         "session",    "colors",  "blend",       "zoom",
                                         "projection", "regions", "coordinates", "sweep",
                                         "map",        "window",  NULL };

/* Three finite numbers, each above `lower`. An absent member leaves them as they are. */
static gboolean
read_triple (JsonObject *object, const char *name, double lower, double values[OND_N_AXES],
             GError **error)
{
  JsonNode *node = json_object_get_member (object, name);
  JsonArray *array;

  if (node == NULL)
    return TRUE;
  array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < OND_N_AXES; i++)
    {
      JsonNode *item = i < json_array_get_length (array) ? json_array_get_element (array, i) : NULL;

      values[i] = item != NULL && JSON_NODE_HOLDS_VALUE (item) ? json_node_get_double (item) : NAN;
      if (!(values[i] > lower && isfinite (values[i])))
        array = NULL;
    }
  if (array != NULL && json_array_get_length (array) == OND_N_AXES)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"%s\" is not three numbers above %g", name,
               lower);
  return FALSE;
}

static gboolean
read_input (OndSessionFile *self, JsonObject *root, const char *folder, GError **error)
{
  JsonObject *object = NULL;
  const char *path = NULL, *checksum = NULL, *hdu = NULL, *unit = NULL;
  gboolean sample = FALSE;
  double plane = 0;

  if (!ond_session_json_get_object (root, "input", &object, error))
    return FALSE;
  if (object == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "it names no input");
      return FALSE;
    }
  if (!ond_session_json_get_boolean (object, "sample", &sample, error)
      || !ond_session_json_check (object, "input", sample ? sample_names : input_names, error)
      || !ond_session_json_get_string (object, "path", &path, error)
      || !ond_session_json_get_string (object, "checksum", &checksum, error)
      || !ond_session_json_get_string (object, "hdu", &hdu, error)
      || !ond_session_json_get_string (object, "unit", &unit, error)
      || !ond_session_json_get_number (object, "plane", &plane, error)
      || !read_triple (object, "voxel", 0, self->voxel, error))
    return FALSE;
  if ((path == NULL && !sample) || (path != NULL && *path == '\0') || checksum == NULL || plane < 0
      || plane > G_MAXINT || plane != floor (plane))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                   "its input needs a path, a checksum and a plane of 0 or more");
      return FALSE;
    }
  self->input = path != NULL ? g_canonicalize_filename (path, folder) : NULL;
  self->checksum = g_strdup (checksum);
  self->hdu = g_strdup (hdu);
  self->unit = g_strdup (unit);
  self->plane = (int) plane;
  return TRUE;
}

static gboolean
read_session (OndSessionFile *self, JsonObject *root, GError **error)
{
  g_autofree const char **names = g_new0 (const char *, self->n + 1);
  JsonObject *object = NULL;

  for (guint i = 0; i < self->n; i++)
    names[i] = self->specs[i]->name;
  if (!ond_session_json_get_object (root, "session", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  for (guint i = 0; i < self->n; i++)
    {
      JsonNode *node = json_object_get_member (object, names[i]);

      if (node != NULL && !ond_session_json_read (self->specs[i], node, &self->values[i], error))
        return FALSE;
    }
  return ond_session_json_check (object, "session", names, error);
}

/* What is done to the colours beyond map, stretch and limits, in DS9's terms. */
static gboolean
read_tuning (OndColorScale *colors, OndShow show, JsonObject *object, GError **error)
{
  double contrast = 1, bias = 0.5;
  int invalid = OND_INVALID_GREY, polarity = OND_POLARITY_BRIGHT;

  if (!ond_session_json_get_boolean (object, "invert", &colors->invert, error)
      || !ond_session_json_get_number (object, "contrast", &contrast, error)
      || !ond_session_json_get_number (object, "bias", &bias, error)
      || !ond_session_json_get_choice (object, "invalid", ond_invalids, &invalid, error)
      || !ond_session_json_get_choice (object, "polarity", ond_polarities, &polarity, error))
    return FALSE;
  colors->contrast_log2 = log2 (contrast);
  colors->bias_offset = bias - 0.5;
  colors->invalid = invalid;
  colors->polarity = polarity;
  if (!(fabs (colors->contrast_log2) <= OND_CONTRAST_MAX))
    g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"contrast\" is %g, which is not %g to %g",
                 contrast, exp2 (-OND_CONTRAST_MAX), exp2 (OND_CONTRAST_MAX));
  else if (!(fabs (colors->bias_offset) <= OND_BIAS_MAX))
    g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"bias\" is %g, which is not %g to %g", bias,
                 0.5 - OND_BIAS_MAX, 0.5 + OND_BIAS_MAX);
  else if (show == OND_SHOW_IMAGE && polarity != OND_POLARITY_BRIGHT)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"polarity\" is for the response");
  else
    return TRUE;
  return FALSE;
}

/* Limits without a rule are manual. */
static gboolean
read_scale (OndSessionFile *self, OndShow show, JsonObject *object, GError **error)
{
  OndColorScale *colors = &self->colors[show];
  int map = 0, stretch = 0, rule = OND_LIMITS_MANUAL, last;

  colors->lower = colors->upper = NAN;
  if (!ond_session_json_check (object, "colors", color_names, error)
      || !ond_session_json_get_choice (object, "map", ond_colormaps, &map, error)
      || !ond_session_json_get_choice (object, "stretch", ond_stretches, &stretch, error)
      || !ond_session_json_get_number (object, "lower", &colors->lower, error)
      || !ond_session_json_get_number (object, "upper", &colors->upper, error)
      || !read_tuning (colors, show, object, error)
      || !ond_session_json_get_choice (object, "limits", ond_limits, &rule, error))
    return FALSE;
  last = rule != OND_LIMITS_MANUAL ? rule
         : show == OND_SHOW_IMAGE  ? OND_LIMITS_995
                                   : OND_LIMITS_SYMMETRIC;
  if (!ond_session_json_get_choice (object, "fit", ond_limits, &last, error))
    return FALSE;
  if (last == OND_LIMITS_MANUAL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"fit\" is no rule");
      return FALSE;
    }
  colors->map = map;
  colors->stretch = stretch;
  self->rules[show] = rule;
  self->last_rules[show] = last;
  self->has_colors[show] = TRUE;
  return TRUE;
}

static gboolean
read_colors (OndSessionFile *self, JsonObject *root, GError **error)
{
  const char *names[OND_N_SHOWS + 2] = { NULL };
  JsonObject *object = NULL;

  if (!ond_session_json_get_object (root, "colors", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      JsonObject *scale = NULL;

      names[show] = ond_session_json_shows[show].name;
      if (!ond_session_json_get_object (object, names[show], &scale, error)
          || (scale != NULL && !read_scale (self, show, scale, error)))
        return FALSE;
    }
  names[OND_N_SHOWS] = "locked";
  return ond_session_json_get_boolean (object, "locked", &self->locked, error)
         && ond_session_json_check (object, "colors", names, error);
}

static gboolean
read_blend (OndSessionFile *self, JsonObject *root, GError **error)
{
  static const char *const names[] = { "opacity", "subject", NULL };
  JsonObject *object = NULL;

  if (!ond_session_json_get_object (root, "blend", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  if (!ond_session_json_check (object, "blend", names, error)
      || !ond_session_json_get_number (object, "opacity", &self->opacity, error)
      || !ond_session_json_get_choice (object, "subject", ond_session_json_shows, &self->subject,
                                       error))
    return FALSE;
  if (isnan (self->opacity) || (self->opacity >= 0 && self->opacity <= 1))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"opacity\" is %g, which is not between 0 and 1",
               self->opacity);
  return FALSE;
}

static gboolean
read_zoom (OndSessionFile *self, JsonObject *root, GError **error)
{
  static const char *const names[] = { "fit", "factor", "centre", NULL };
  JsonObject *object = NULL;

  if (!ond_session_json_get_object (root, "zoom", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  if (!ond_session_json_check (object, "zoom", names, error)
      || !ond_session_json_get_boolean (object, "fit", &self->fits, error)
      || !ond_session_json_get_number (object, "factor", &self->factor, error)
      || !read_triple (object, "centre", -1, self->centre, error))
    return FALSE;
  self->has_zoom = TRUE;
  if (self->fits || self->factor > 0)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"zoom\" needs a positive factor, or to fit");
  return FALSE;
}

static gboolean
read_projection (OndSessionFile *self, JsonObject *root, GError **error)
{
  static const char *const names[] = { "azimuth", "elevation", "zoom", "x", "y", NULL };
  OndPose *pose = &self->pose;
  double *const values[] = { &pose->azimuth, &pose->elevation, &pose->zoom, &pose->x, &pose->y };
  JsonObject *object = NULL;

  *pose = ond_pose_default ();
  if (!ond_session_json_get_object (root, "projection", &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    if (!ond_session_json_get_number (object, names[i], values[i], error))
      return FALSE;
  self->has_pose = TRUE;
  if (!ond_session_json_check (object, "projection", names, error))
    return FALSE;
  if (pose->zoom > 0)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "\"projection\" needs a positive zoom");
  return FALSE;
}

static gboolean
read_ranges (OndSessionFile *self, JsonObject *root, GError **error)
{
  const char *names[OND_N_PARAMETERS + 1] = { NULL };
  JsonObject *object = NULL;

  if (!ond_session_json_get_object (root, "sweep", &object, error))
    return FALSE;
  for (int p = 0; p < OND_N_PARAMETERS && object != NULL; p++)
    {
      const char *text = NULL;

      names[p] = ond_parameters[p].name;
      if (!ond_session_json_get_string (object, names[p], &text, error))
        return FALSE;
      self->view.ranges[p] = g_strdup (text);
    }
  return object == NULL || ond_session_json_check (object, "sweep", names, error);
}

static gboolean
read_view (OndSessionFile *self, JsonObject *root, GError **error)
{
  static const char *const window_names[] = { "sidebar", "sweep-bar", "map-room", "maximized",
                                              NULL };
  JsonObject *window = NULL;

  if (!read_ranges (self, root, error) || !ond_session_file_read_map (self, root, error)
      || !ond_session_json_get_object (root, "window", &window, error))
    return FALSE;
  return window == NULL
         || (ond_session_json_check (window, "window", window_names, error)
             && ond_session_json_get_boolean (window, "sidebar", &self->view.sidebar, error)
             && ond_session_json_get_boolean (window, "sweep-bar", &self->view.sweep_bar, error)
             && ond_session_json_get_boolean (window, "map-room", &self->view.map_room, error)
             && ond_session_json_get_choice (window, "maximized", ond_session_file_slices,
                                             &self->view.maximized, error));
}

static gboolean
check_format (JsonObject *root, GError **error)
{
  const char *format = NULL;
  double version = 0;

  if (!ond_session_json_get_string (root, "format", &format, error)
      || !ond_session_json_get_number (root, "version", &version, error))
    return FALSE;
  if (g_strcmp0 (format, OND_SESSION_FORMAT) != 0)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE, "it is no session of Ondelette");
  else if (version != OND_SESSION_VERSION)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "its version is %g, and this program reads version %d", version,
                 OND_SESSION_VERSION);
  else
    return ond_session_json_check (root, "the session", top_names, error);
  return FALSE;
}

/* The parser calls itself for every bracket. */
static gboolean
is_shallow (const char *text)
{
  gboolean quoted = FALSE;
  int depth = 0, deepest = 0;

  for (const char *c = text; *c != '\0'; c++)
    if (quoted && *c == '\\' && c[1] != '\0')
      c++;
    else if (*c == '"')
      quoted = !quoted;
    else if (!quoted && (*c == '[' || *c == '{'))
      {
        depth++;
        deepest = MAX (deepest, depth);
      }
    else if (!quoted && (*c == ']' || *c == '}'))
      depth--;
  return deepest <= MAX_DEPTH;
}

/* NULL and an error that does not name the file. */
static OndSessionFile *
from_json (const char *text, const char *folder, GError **error)
{
  g_autoptr (OndSessionFile) self = ond_session_file_alloc ();
  g_autoptr (JsonNode) node = NULL;
  JsonObject *root;

  if (!g_utf8_validate (text, -1, NULL) || !is_shallow (text))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "it is no session of Ondelette");
      return NULL;
    }
  node = json_from_string (text, error);
  if (node == NULL)
    {
      if (error == NULL || *error == NULL)
        g_set_error (error, OND_ERROR, OND_ERROR_FILE, "it is empty");
      return NULL;
    }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "it is no session of Ondelette");
      return NULL;
    }
  root = json_node_get_object (node);
  if (!check_format (root, error) || !read_input (self, root, folder, error)
      || !read_session (self, root, error) || !read_colors (self, root, error)
      || !read_blend (self, root, error) || !read_zoom (self, root, error)
      || !read_projection (self, root, error) || !ond_session_file_read_regions (self, root, error)
      || !read_view (self, root, error))
    return NULL;
  return g_steal_pointer (&self);
}

static char *
read_text (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                         G_FILE_QUERY_INFO_NONE, NULL, error);
  char *text;

  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR
      || g_file_info_get_size (info) > MAX_BYTES)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                   "a session is a regular file of at most %d bytes", MAX_BYTES);
      return NULL;
    }
  return g_file_load_contents (file, NULL, &text, NULL, NULL, error) ? text : NULL;
}

OndSessionFile *
ond_session_file_load (const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL),
                  *folder = g_path_get_dirname (absolute), *text = NULL,
                  *name = g_filename_display_basename (path);
  g_autoptr (GError) why = NULL;
  OndSessionFile *self = NULL;

  text = read_text (absolute, &why);
  if (text != NULL)
    self = from_json (text, folder, &why);
  if (self == NULL)
    {
      g_autofree char *line = g_strdup (why->message);

      g_strdelimit (line, "\r\n", ' ');
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s cannot be opened: %s", name, line);
    }
  return self;
}
