/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids of one parameter: reading what a person wrote, making the values, finding the nearest. The
 * text is read the same in every locale. Sweeps, the command line and the window's ranges come
 * here. */
#include "grid.h"

#include "error.h"

#include <math.h>
#include <string.h>

#define HALF_TURN 180.0
#define LOG_PREFIX "log:"

static OndGrid *
grid_new (OndParameter parameter, OndSpacing spacing, gsize n)
{
  OndGrid *self = g_new0 (OndGrid, 1);

  self->parameter = parameter;
  self->spacing = spacing;
  self->n = n;
  self->values = g_new (double, n);
  return self;
}

OndGrid *
ond_grid_copy (const OndGrid *self)
{
  OndGrid *copy = grid_new (self->parameter, self->spacing, self->n);

  memcpy (copy->values, self->values, self->n * sizeof *self->values);
  copy->text = g_strdup (self->text);
  return copy;
}

void
ond_grid_free (OndGrid *self)
{
  if (self == NULL)
    return;
  g_free (self->values);
  g_free (self->text);
  g_free (self);
}

/* A range as it was asked for. */
typedef struct
{
  double lower, upper;
  guint64 n;
  gboolean logarithmic;
} Range;

static gboolean
range_check (const Range *range, OndParameter parameter, GError **error)
{
  const OndParameterInfo *info = &ond_parameters[parameter];
  const char *fault = NULL;

  if (range->n < 1 || range->n > OND_GRID_MAX)
    fault = "the count N must be between 1 and " G_STRINGIFY (OND_GRID_MAX);
  else if (info->is_angle && range->upper - range->lower > HALF_TURN + 1e-9)
    fault = "a range of angles must not be wider than 180 °, which holds every direction once";
  else if (range->logarithmic && !(range->lower > 0))
    fault = "a logarithmic range must begin above 0";
  else if (range->n > 1 && range->lower >= range->upper)
    fault = "LO must be below HI";
  if (fault != NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "%s; %s lies between %g and %g", fault,
                   info->name, info->lower, info->upper);
      return FALSE;
    }
  return ond_parameter_check (parameter, range->lower, error)
         && ond_parameter_check (parameter, range->upper, error);
}

/* Value i of a range: both ends exactly, unless HI of a half turn is dropped. */
static double
range_value (const Range *range, gboolean drops_upper, gsize i)
{
  double span = range->upper - range->lower,
         steps = (double) (drops_upper ? range->n : range->n - 1);

  if (i == 0)
    return range->lower;
  if ((double) i == steps)
    return range->upper;
  if (range->logarithmic)
    return range->lower * pow (range->upper / range->lower, (double) i / steps);
  return range->lower + span * (double) i / steps;
}

static OndGrid *
grid_from_range (OndParameter parameter, const Range *range, GError **error)
{
  g_autoptr (OndGrid) self = NULL;
  gboolean drops_upper;

  if (!range_check (range, parameter, error))
    return NULL;
  drops_upper =
      ond_parameters[parameter].is_angle && fabs (range->upper - range->lower - HALF_TURN) <= 1e-9;
  self = grid_new (parameter, range->logarithmic ? OND_SPACING_LOG : OND_SPACING_LINEAR, range->n);
  for (gsize i = 0; i < self->n; i++)
    {
      self->values[i] = range_value (range, drops_upper, i);
      if (i > 0 && !(self->values[i] > self->values[i - 1]))
        {
          g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                       "%" G_GSIZE_FORMAT " values do not fit between %.17g and %.17g", self->n,
                       range->lower, range->upper);
          return NULL;
        }
    }
  return g_steal_pointer (&self);
}

/* A finite decimal number and nothing else but blanks around it: no "nan", no "inf", no
 * hexadecimal. */
static gboolean
parse_number (const char *text, double *value, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *end;

  *value = g_ascii_strtod (stripped, &end);
  if (*stripped != '\0' && *end == '\0' && strspn (stripped, "+-.0123456789eE") == strlen (stripped)
      && isfinite (*value))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "\"%s\" is not a number", text);
  return FALSE;
}

static OndGrid *
parse_range (OndParameter parameter, const char *text, gboolean logarithmic, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ":", -1);
  Range range = { .logarithmic = logarithmic };

  if (g_strv_length (words) != 3)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "write V, V,V,..., LO:HI:N or log:LO:HI:N");
      return NULL;
    }
  if (!parse_number (words[0], &range.lower, error)
      || !parse_number (words[1], &range.upper, error))
    return NULL;
  if (!g_ascii_string_to_unsigned (g_strstrip (words[2]), 10, 1, OND_GRID_MAX, &range.n, NULL))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "the count N is \"%s\"; it must be between 1 and %d", words[2], OND_GRID_MAX);
      return NULL;
    }
  return grid_from_range (parameter, &range, error);
}

static OndGrid *
parse_list (OndParameter parameter, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", OND_GRID_MAX + 1);
  gsize n = g_strv_length (words);
  g_autoptr (OndGrid) self = NULL;

  if (n < 1 || n > OND_GRID_MAX)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   n < 1 ? "there is no value" : "there are more than %d values", OND_GRID_MAX);
      return NULL;
    }
  self = grid_new (parameter, OND_SPACING_LIST, n);
  for (gsize i = 0; i < n; i++)
    if (!parse_number (words[i], &self->values[i], error)
        || !ond_parameter_check (parameter, self->values[i], error))
      return NULL;
  return g_steal_pointer (&self);
}

OndGrid *
ond_grid_parse (OndParameter parameter, const char *text, GError **error)
{
  gboolean logarithmic = g_str_has_prefix (text, LOG_PREFIX);
  OndGrid *self;

  if (logarithmic)
    self = parse_range (parameter, text + strlen (LOG_PREFIX), TRUE, error);
  else if (strchr (text, ':') != NULL)
    self = parse_range (parameter, text, FALSE, error);
  else
    self = parse_list (parameter, text, error);
  if (self == NULL)
    g_prefix_error (error, "--%s \"%s\": ", ond_parameters[parameter].name, text);
  else
    self->text = g_strdup (text);
  return self;
}

/* The fewest digits that read back as the same number. */
static const char *
format_number (double value, char buffer[G_ASCII_DTOSTR_BUF_SIZE])
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, formats[i], value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return buffer;
}

OndGrid *
ond_grid_new_range (OndParameter parameter, double lower, double upper, gsize n,
                    gboolean logarithmic, GError **error)
{
  const Range range = { lower, upper, n, logarithmic };
  char from[G_ASCII_DTOSTR_BUF_SIZE], to[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text =
      g_strdup_printf ("%s%s:%s:%" G_GSIZE_FORMAT, logarithmic ? LOG_PREFIX : "",
                       format_number (lower, from), format_number (upper, to), n);
  OndGrid *self = grid_from_range (parameter, &range, error);

  if (self == NULL)
    g_prefix_error (error, "--%s \"%s\": ", ond_parameters[parameter].name, text);
  else
    self->text = g_steal_pointer (&text);
  return self;
}

static double
distance (const OndGrid *self, double a, double b)
{
  if (ond_parameters[self->parameter].is_angle)
    {
      double d = fmod (fabs (a - b), HALF_TURN);
      return fmin (d, HALF_TURN - d);
    }
  return self->spacing == OND_SPACING_LOG ? fabs (log (a / b)) : fabs (a - b);
}

gsize
ond_grid_nearest (const OndGrid *self, double value)
{
  gsize best = 0;

  for (gsize i = 1; i < self->n; i++)
    if (distance (self, self->values[i], value) < distance (self, self->values[best], value))
      best = i;
  return best;
}
