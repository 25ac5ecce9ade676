/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session's properties by name: what a session file, undo and actions reach it by. */
#include "session-private.h"

GParamSpec *ond_session_properties[OND_SESSION_N_PROPERTIES];

/* The enumerations are kept in fields of their own types; this is where they meet. */
static int
get_choice (OndSession *self, guint property)
{
  switch (property)
    {
    case OND_SESSION_PROP_NORM:
      return self->norm;
    case OND_SESSION_PROP_BOUNDARY:
      return self->method.boundary;
    case OND_SESSION_PROP_SAMPLING:
      return self->method.sampling;
    case OND_SESSION_PROP_FILL:
      return self->method.fill;
    default:
      return self->method.exclude_border;
    }
}

static void
set_choice (OndSession *self, guint property, int value)
{
  if (get_choice (self, property) == value)
    return;
  switch (property)
    {
    case OND_SESSION_PROP_NORM:
      self->norm = value;
      break;
    case OND_SESSION_PROP_BOUNDARY:
      self->method.boundary = value;
      break;
    case OND_SESSION_PROP_SAMPLING:
      self->method.sampling = value;
      break;
    case OND_SESSION_PROP_FILL:
      self->method.fill = value;
      break;
    default:
      self->method.exclude_border = value;
      break;
    }
  g_object_notify_by_pspec (G_OBJECT (self), ond_session_properties[property]);
  ond_session_ask (self);
}

static void
set_best_map (OndSession *self, gboolean best_map)
{
  if (self->best_map == best_map)
    return;
  self->best_map = best_map;
  g_object_notify_by_pspec (G_OBJECT (self), ond_session_properties[OND_SESSION_PROP_BEST_MAP]);
}

static void
get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  OndSession *self = OND_SESSION (object);

  if (property <= OND_SESSION_PROP_SCALE)
    g_value_set_double (value, self->parameters[property - OND_SESSION_PROP_THETA]);
  else if (property <= OND_SESSION_PROP_BORDER)
    g_value_set_int (value, get_choice (self, property));
  else if (property <= OND_SESSION_PROP_CROSS_HAIR_Z)
    g_value_set_int (value, self->cross_hair[property - OND_SESSION_PROP_CROSS_HAIR_X]);
  else if (property == OND_SESSION_PROP_MODE)
    g_value_set_int (value, self->mode);
  else if (property == OND_SESSION_PROP_BUSY)
    g_value_set_boolean (value, self->busy);
  else if (property == OND_SESSION_PROP_MILLISECONDS)
    g_value_set_double (value, self->milliseconds);
  else if (property == OND_SESSION_PROP_MESSAGE)
    g_value_set_string (value, self->message);
  else if (property == OND_SESSION_PROP_BEST_MAP)
    g_value_set_boolean (value, self->best_map);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
set_property (GObject *object, guint property, const GValue *value, GParamSpec *pspec)
{
  OndSession *self = OND_SESSION (object);
  gint32 at[OND_N_AXES];

  if (property <= OND_SESSION_PROP_SCALE)
    ond_session_set_parameter (self, property - OND_SESSION_PROP_THETA, g_value_get_double (value));
  else if (property <= OND_SESSION_PROP_BORDER)
    set_choice (self, property, g_value_get_int (value));
  else if (property <= OND_SESSION_PROP_CROSS_HAIR_Z)
    {
      ond_session_get_cross_hair (self, at);
      at[property - OND_SESSION_PROP_CROSS_HAIR_X] = g_value_get_int (value);
      ond_session_set_cross_hair (self, at);
    }
  else if (property == OND_SESSION_PROP_MODE)
    ond_session_set_mode (self, g_value_get_int (value));
  else if (property == OND_SESSION_PROP_MESSAGE)
    ond_session_set_message (self, g_value_get_string (value));
  else if (property == OND_SESSION_PROP_BEST_MAP)
    set_best_map (self, g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

void
ond_session_follow_method (OndSession *self, GCallback changed, gpointer object)
{
  g_return_if_fail (OND_IS_SESSION (self));
  for (int i = OND_SESSION_PROP_BOUNDARY; i <= OND_SESSION_PROP_BORDER; i++)
    {
      g_autofree char *signal = g_strconcat ("notify::", ond_session_properties[i]->name, NULL);

      g_signal_connect_object (self, signal, changed, object, G_CONNECT_SWAPPED);
    }
}

void
ond_session_install_properties (GObjectClass *klass)
{
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const struct
  {
    const char *name;
    int maximum;
  } integers[] = {
    { "norm", OND_N_NORMS - 1 },
    { "boundary", OND_N_BOUNDARIES - 1 },
    { "sampling", OND_N_SAMPLINGS - 1 },
    { "fill", OND_N_FILLS - 1 },
    { "border", 1 },
    { "cross-hair-x", G_MAXINT },
    { "cross-hair-y", G_MAXINT },
    { "cross-hair-z", G_MAXINT },
    { "mode", OND_N_MODES - 1 },
  };

  klass->get_property = get_property;
  klass->set_property = set_property;
  /* The ranges of the four are enforced by the session, which folds angles instead of clamping
   * them. */
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_session_properties[OND_SESSION_PROP_THETA + p] =
        g_param_spec_double (ond_parameters[p].name, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE,
                             ond_parameters[p].initial, writable);
  for (gsize i = 0; i < G_N_ELEMENTS (integers); i++)
    ond_session_properties[OND_SESSION_PROP_NORM + i] =
        g_param_spec_int (integers[i].name, NULL, NULL, 0, integers[i].maximum, 0, writable);
  ond_session_properties[OND_SESSION_PROP_BUSY] =
      g_param_spec_boolean ("busy", NULL, NULL, FALSE, readable);
  ond_session_properties[OND_SESSION_PROP_MILLISECONDS] =
      g_param_spec_double ("milliseconds", NULL, NULL, 0, G_MAXDOUBLE, 0, readable);
  ond_session_properties[OND_SESSION_PROP_MESSAGE] =
      g_param_spec_string ("message", NULL, NULL, NULL, writable);
  ond_session_properties[OND_SESSION_PROP_BEST_MAP] =
      g_param_spec_boolean ("best-map", NULL, NULL, FALSE, writable);
  g_object_class_install_properties (klass, OND_SESSION_N_PROPERTIES, ond_session_properties);
}
