/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "coordinates.h"

struct _OndCoordinates
{
  GObject parent;
  int first;
  OndWorldStyle style;
};

enum
{
  PROP_FIRST = 1,
  PROP_STYLE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];
static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndCoordinates, ond_coordinates, G_TYPE_OBJECT)

static void
ond_coordinates_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  OndCoordinates *self = OND_COORDINATES (object);

  if (property == PROP_FIRST)
    g_value_set_int (value, self->first);
  else if (property == PROP_STYLE)
    g_value_set_int (value, self->style);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_coordinates_set_property (GObject *object, guint property, const GValue *value,
                              GParamSpec *pspec)
{
  OndCoordinates *self = OND_COORDINATES (object);

  if (property == PROP_FIRST)
    ond_coordinates_set_first (self, g_value_get_int (value));
  else if (property == PROP_STYLE)
    ond_coordinates_set_style (self, g_value_get_int (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_coordinates_class_init (OndCoordinatesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = ond_coordinates_get_property;
  object_class->set_property = ond_coordinates_set_property;
  properties[PROP_FIRST] = g_param_spec_int ("first", NULL, NULL, 0, 1, 1, flags);
  properties[PROP_STYLE] =
      g_param_spec_int ("style", NULL, NULL, 0, OND_N_WORLD_STYLES - 1, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_coordinates_init (OndCoordinates *self)
{
  self->first = 1;
}

OndCoordinates *
ond_coordinates_new (void)
{
  return g_object_new (OND_TYPE_COORDINATES, NULL);
}

int
ond_coordinates_get_first (OndCoordinates *self)
{
  g_return_val_if_fail (OND_IS_COORDINATES (self), 1);
  return self->first;
}

static void
changed (OndCoordinates *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  g_signal_emit (self, changed_signal, 0);
}

void
ond_coordinates_set_first (OndCoordinates *self, int first)
{
  g_return_if_fail (OND_IS_COORDINATES (self));
  g_return_if_fail (first == 0 || first == 1);
  if (first == self->first)
    return;
  self->first = first;
  changed (self, PROP_FIRST);
}

OndWorldStyle
ond_coordinates_get_style (OndCoordinates *self)
{
  g_return_val_if_fail (OND_IS_COORDINATES (self), OND_WORLD_SEXAGESIMAL);
  return self->style;
}

void
ond_coordinates_set_style (OndCoordinates *self, OndWorldStyle style)
{
  g_return_if_fail (OND_IS_COORDINATES (self));
  g_return_if_fail (style < OND_N_WORLD_STYLES);
  if (style == self->style)
    return;
  self->style = style;
  changed (self, PROP_STYLE);
}
