/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings to and from text: the table, and what each kind of setting does with its text. */
#include "settings.h"

#include "error.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

const OndSettingInfo ond_setting_infos[OND_N_SETTINGS] = {
  [OND_SETTING_HDU] = { "hdu", "N|NAME",
                        "Image of the file: its number (0 is the primary) or its name",
                        OND_SETTINGS_VOLUME, "the first that can be opened" },
  [OND_SETTING_PLANE] = { "plane", "N", "Plane of a fourth axis, counted from 1",
                          OND_SETTINGS_VOLUME, "1" },
  [OND_SETTING_VOXEL] = { "voxel", "DX,DY,DZ", "Edges of a voxel, in any unit", OND_SETTINGS_VOLUME,
                          "those of the file" },
  [OND_SETTING_THETA] = { "theta", "DEG", NULL, OND_SETTINGS_WAVELET, NULL },
  [OND_SETTING_PHI] = { "phi", "DEG", NULL, OND_SETTINGS_WAVELET, NULL },
  [OND_SETTING_XI] = { "xi", "V", NULL, OND_SETTINGS_WAVELET, NULL },
  [OND_SETTING_SCALE] = { "scale", "V", NULL, OND_SETTINGS_WAVELET, NULL },
  [OND_SETTING_NORM] = { "norm", "NORM", "Normalisation of the wavelet", OND_SETTINGS_WAVELET,
                         NULL },
  [OND_SETTING_BOUNDARY] = { "boundary", "MODE", "What lies beyond the faces", OND_SETTINGS_METHOD,
                             NULL },
  [OND_SETTING_SAMPLING] = { "sampling", "MODE", "How the wavelet meets the grid",
                             OND_SETTINGS_METHOD, NULL },
  [OND_SETTING_INVALID] = { "invalid", "MODE", "What stands in for invalid voxels",
                            OND_SETTINGS_METHOD, NULL },
  [OND_SETTING_BORDER] = { "border", "MODE", "Voxels near a face in the statistics",
                           OND_SETTINGS_METHOD, NULL },
  [OND_SETTING_STATS] = { "stats", "LIST", "Which maps, with commas between them",
                          OND_SETTINGS_SWEEP, NULL },
};

/* The words that a setting chooses from, or NULL. */
static const OndChoice *
get_choices (OndSetting setting)
{
  static const OndChoice *const tables[OND_N_SETTINGS] = {
    [OND_SETTING_NORM] = ond_norms,         [OND_SETTING_BOUNDARY] = ond_boundaries,
    [OND_SETTING_SAMPLING] = ond_samplings, [OND_SETTING_INVALID] = ond_fills,
    [OND_SETTING_BORDER] = ond_borders,     [OND_SETTING_STATS] = ond_statistics,
  };

  return tables[setting];
}

/* "Scale: ...; 0.25 to 256 voxel edges", in ASCII: terminals need not know more. */
static void
append_parameter (GString *text, OndParameter parameter)
{
  const OndParameterInfo *info = &ond_parameters[parameter];

  g_string_append (text, info->help);
  g_string_replace (text, "\u2212", "-", 0);
  g_string_append_printf (text, "; %g to %g%s%s", info->lower, info->upper,
                          info->is_angle || *info->unit == '\0' ? "" : " ",
                          info->is_angle ? "" : info->unit);
}

const char *
ond_setting_get_help (OndSetting setting, const OndSettings *defaults)
{
  const OndSettingInfo *info = &ond_setting_infos[setting];
  const OndChoice *choices = get_choices (setting);
  g_autoptr (GString) text = g_string_new (info->help);
  g_autofree char *initial = ond_settings_get_text (defaults, setting);
  int parameter = (int) setting - OND_SETTING_THETA;

  if (parameter >= 0 && parameter < OND_N_PARAMETERS)
    append_parameter (text, (OndParameter) parameter);
  if (choices != NULL)
    {
      g_autofree char *list = ond_choice_list (choices);
      g_string_append_printf (text, ": %s", list);
    }
  g_string_append_printf (text, " (%s)", initial != NULL ? initial : info->unset);
  return g_intern_string (text->str);
}

OndSettings *
ond_settings_new (void)
{
  OndSettings *self = g_new0 (OndSettings, 1);
  const OndWavelet wavelet = ond_wavelet_default ();

  self->method = ond_method_default ();
  self->statistics = OND_STATISTICS_ALL;
  ond_settings_set_wavelet (self, &wavelet);
  return self;
}

void
ond_settings_free (OndSettings *self)
{
  g_free (self->hdu);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (self->grids[p]);
  g_free (self);
}

OndSettings *
ond_settings_new_from_maps (const OndMaps *maps)
{
  OndSettings *self = g_new0 (OndSettings, 1);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    self->grids[p] = ond_grid_copy (ond_maps_get_grid (maps, p));
  for (int i = 0; i < OND_N_AXES; i++)
    self->voxel[i] = ond_maps_get_origin (maps)->edge[i];
  self->norm = ond_maps_get_norm (maps);
  self->method = *ond_maps_get_method (maps);
  self->statistics = ond_maps_get_statistics (maps);
  return self;
}

/* The fewest digits that read back as the same number. */
static char *
number_to_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, sizeof text, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return g_strdup (text);
}

static char *
voxel_to_text (const double voxel[OND_N_AXES])
{
  g_autofree char *x = number_to_text (voxel[OND_X]);
  g_autofree char *y = number_to_text (voxel[OND_Y]);
  g_autofree char *z = number_to_text (voxel[OND_Z]);

  return voxel[OND_X] > 0 ? g_strjoin (",", x, y, z, NULL) : NULL;
}

char *
ond_settings_get_text (const OndSettings *self, OndSetting setting)
{
  switch (setting)
    {
    case OND_SETTING_HDU:
      return g_strdup (self->hdu);
    case OND_SETTING_PLANE:
      return self->plane > 0 ? g_strdup_printf ("%d", self->plane) : NULL;
    case OND_SETTING_VOXEL:
      return voxel_to_text (self->voxel);
    case OND_SETTING_THETA:
    case OND_SETTING_PHI:
    case OND_SETTING_XI:
    case OND_SETTING_SCALE:
      return g_strdup (self->grids[setting - OND_SETTING_THETA]->text);
    case OND_SETTING_NORM:
      return g_strdup (ond_norms[self->norm].name);
    case OND_SETTING_BOUNDARY:
      return g_strdup (ond_boundaries[self->method.boundary].name);
    case OND_SETTING_SAMPLING:
      return g_strdup (ond_samplings[self->method.sampling].name);
    case OND_SETTING_INVALID:
      return g_strdup (ond_fills[self->method.fill].name);
    case OND_SETTING_BORDER:
      return g_strdup (ond_borders[self->method.exclude_border != 0].name);
    case OND_SETTING_STATS:
      return ond_statistic_set_to_text (self->statistics);
    case OND_N_SETTINGS:
      break;
    }
  g_return_val_if_reached (NULL);
}

static gboolean
set_plane (OndSettings *self, const char *text, GError **error)
{
  guint64 plane;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &plane, NULL))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "--plane \"%s\": write a count from 1",
                   text);
      return FALSE;
    }
  self->plane = (int) plane;
  return TRUE;
}

static gboolean
set_voxel (OndSettings *self, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  double voxel[OND_N_AXES];
  gboolean ok = g_strv_length (words) == OND_N_AXES;

  for (int i = 0; ok && i < OND_N_AXES; i++)
    {
      char *end;
      voxel[i] = g_ascii_strtod (words[i], &end);
      ok = *words[i] != '\0' && *end == '\0' && isfinite (voxel[i]) && voxel[i] > 0;
    }
  if (ok)
    memcpy (self->voxel, voxel, sizeof voxel);
  else
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "--voxel \"%s\": write three lengths above 0, such as 1,1,2.5", text);
  return ok;
}

static gboolean
set_grid (OndSettings *self, OndParameter parameter, const char *text, GError **error)
{
  OndGrid *grid = ond_grid_parse (parameter, text, error);

  if (grid == NULL)
    return FALSE;
  ond_grid_free (self->grids[parameter]);
  self->grids[parameter] = grid;
  return TRUE;
}

static gboolean
set_choice (OndSettings *self, OndSetting setting, const char *text, GError **error)
{
  int value;

  if (!ond_choice_parse (get_choices (setting), ond_setting_infos[setting].name, text, &value,
                         error))
    {
      g_prefix_error (error, "--%s: ", ond_setting_infos[setting].name);
      return FALSE;
    }
  switch (setting)
    {
    case OND_SETTING_NORM:
      self->norm = (OndNorm) value;
      break;
    case OND_SETTING_BOUNDARY:
      self->method.boundary = (OndBoundary) value;
      break;
    case OND_SETTING_SAMPLING:
      self->method.sampling = (OndSampling) value;
      break;
    case OND_SETTING_INVALID:
      self->method.fill = (OndFill) value;
      break;
    default:
      self->method.exclude_border = value;
    }
  return TRUE;
}

gboolean
ond_settings_set_text (OndSettings *self, OndSetting setting, const char *text, GError **error)
{
  switch (setting)
    {
    case OND_SETTING_HDU:
      g_free (self->hdu);
      self->hdu = g_strdup (text);
      return TRUE;
    case OND_SETTING_PLANE:
      return set_plane (self, text, error);
    case OND_SETTING_VOXEL:
      return set_voxel (self, text, error);
    case OND_SETTING_THETA:
    case OND_SETTING_PHI:
    case OND_SETTING_XI:
    case OND_SETTING_SCALE:
      return set_grid (self, (OndParameter) (setting - OND_SETTING_THETA), text, error);
    case OND_SETTING_STATS:
      if (ond_statistic_set_parse (text, &self->statistics, error))
        return TRUE;
      g_prefix_error (error, "--stats: ");
      return FALSE;
    default:
      return set_choice (self, setting, text, error);
    }
}

OndWavelet
ond_settings_get_wavelet (const OndSettings *self)
{
  OndWavelet wavelet = { .norm = self->norm };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_wavelet_set (&wavelet, p, self->grids[p]->values[0]);
  return wavelet;
}

/* Degrees that become the same radians again: the division that made them may have rounded. */
static char *
parameter_to_text (const OndWavelet *wavelet, OndParameter parameter)
{
  double value = ond_wavelet_get (wavelet, parameter);
  const char *const formats[] = { "%.12g", "%.15g", "%.16g", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      OndWavelet again = *wavelet;
      g_ascii_formatd (text, sizeof text, formats[i], value);
      ond_wavelet_set (&again, parameter, g_ascii_strtod (text, NULL));
      if (ond_wavelet_get (&again, parameter) == value)
        break;
    }
  return g_strdup (text);
}

void
ond_settings_set_wavelet (OndSettings *self, const OndWavelet *wavelet)
{
  self->norm = wavelet->norm;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_autofree char *text = parameter_to_text (wavelet, p);
      g_autoptr (GError) error = NULL;
      if (!set_grid (self, p, text, &error))
        g_critical ("%s", error->message);
    }
}

GStrv
ond_settings_to_argv (const OndSettings *self, OndSettingsGroup groups)
{
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();

  for (int s = 0; s < OND_N_SETTINGS; s++)
    {
      g_autofree char *text = ond_settings_get_text (self, s);
      g_autofree char *option = g_strconcat ("--", ond_setting_infos[s].name, NULL);
      if (text != NULL && (ond_setting_infos[s].group & groups) != 0)
        g_strv_builder_add_many (argv, option, text, NULL);
    }
  return g_strv_builder_end (argv);
}

char *
ond_settings_quote (const char *const *argv)
{
  GString *line = g_string_new (NULL);

  for (gsize i = 0; argv[i] != NULL; i++)
    {
      gboolean plain =
          *argv[i] != '\0'
          && strspn (argv[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "+-_.,:/=@%")
                 == strlen (argv[i]);
      g_autofree char *quoted = plain ? g_strdup (argv[i]) : g_shell_quote (argv[i]);
      g_string_append_printf (line, "%s%s", i > 0 ? " " : "", quoted);
    }
  return g_string_free (line, FALSE);
}

char *
ond_settings_to_json (const OndSettings *self)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_node_take_object (root, object);
  for (int s = 0; s < OND_N_SETTINGS; s++)
    {
      g_autofree char *text = ond_settings_get_text (self, s);
      if (text != NULL)
        json_object_set_string_member (object, ond_setting_infos[s].name, text);
    }
  return json_to_string (root, FALSE);
}

/* The setting of a name, or OND_N_SETTINGS. */
static OndSetting
find_setting (const char *name)
{
  int s = 0;

  while (s < OND_N_SETTINGS && strcmp (ond_setting_infos[s].name, name) != 0)
    s++;
  return (OndSetting) s;
}

static gboolean
set_members (OndSettings *self, JsonObject *object, GError **error)
{
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    {
      OndSetting setting = find_setting (l->data);
      JsonNode *node = json_object_get_member (object, l->data);

      if (setting == OND_N_SETTINGS || json_node_get_value_type (node) != G_TYPE_STRING)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                       "There is no setting \"%s\" with such a value", (const char *) l->data);
          return FALSE;
        }
      if (!ond_settings_set_text (self, setting, json_node_get_string (node), error))
        return FALSE;
    }
  return TRUE;
}

OndSettings *
ond_settings_from_json (const char *json, GError **error)
{
  g_autoptr (OndSettings) self = ond_settings_new ();
  g_autoptr (JsonNode) root = json_from_string (json, error);

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_clear_error (error);
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "The settings are not a JSON object");
      return NULL;
    }
  return set_members (self, json_node_get_object (root), error) ? g_steal_pointer (&self) : NULL;
}

static gboolean
same_grid (const OndGrid *a, const OndGrid *b)
{
  return a->n == b->n && memcmp (a->values, b->values, a->n * sizeof *a->values) == 0;
}

char *
ond_settings_difference (const OndSettings *there, const OndSettings *here, OndSettingsGroup groups)
{
  GString *list = g_string_new (NULL);

  for (int s = 0; s < OND_N_SETTINGS; s++)
    {
      g_autofree char *a = ond_settings_get_text (there, s);
      g_autofree char *b = ond_settings_get_text (here, s);
      int p = s - OND_SETTING_THETA;

      if ((ond_setting_infos[s].group & groups) == 0 || g_strcmp0 (a, b) == 0
          || (p >= 0 && p < OND_N_PARAMETERS && same_grid (there->grids[p], here->grids[p])))
        continue;
      g_string_append_printf (list, "%s%s (%s there, %s here)", list->len > 0 ? ", " : "",
                              ond_setting_infos[s].name, a ? a : "unset", b ? b : "unset");
    }
  return g_string_free (list, list->len == 0);
}
