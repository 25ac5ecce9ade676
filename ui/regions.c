/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "regions.h"

struct _OndRegions
{
  GObject parent;
  GArray *list, *removed;
  guint removed_at; /* where the first of `removed` was */
  int selected, tool;
  gint32 n[OND_N_AXES]; /* of the volume; 0: nothing is open */
};

enum
{
  PROP_SELECTED = 1,
  PROP_TOOL,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];
static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndRegions, ond_regions, G_TYPE_OBJECT)

static void
ond_regions_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  OndRegions *self = OND_REGIONS (object);

  if (property == PROP_SELECTED)
    g_value_set_int (value, self->selected);
  else if (property == PROP_TOOL)
    g_value_set_int (value, self->tool);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_regions_set_property (GObject *object, guint property, const GValue *value, GParamSpec *pspec)
{
  OndRegions *self = OND_REGIONS (object);

  if (property == PROP_SELECTED)
    ond_regions_set_selected (self, g_value_get_int (value));
  else if (property == PROP_TOOL)
    ond_regions_set_tool (self, g_value_get_int (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_regions_finalize (GObject *object)
{
  OndRegions *self = OND_REGIONS (object);

  g_array_unref (self->list);
  g_array_unref (self->removed);
  G_OBJECT_CLASS (ond_regions_parent_class)->finalize (object);
}

static void
ond_regions_class_init (OndRegionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = ond_regions_get_property;
  object_class->set_property = ond_regions_set_property;
  object_class->finalize = ond_regions_finalize;
  properties[PROP_SELECTED] =
      g_param_spec_int ("selected", NULL, NULL, -1, OND_REGION_MAX - 1, -1, flags);
  properties[PROP_TOOL] =
      g_param_spec_int ("tool", NULL, NULL, -1, OND_N_REGION_SHAPES - 1, -1, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_regions_init (OndRegions *self)
{
  self->list = g_array_new (FALSE, FALSE, sizeof (OndRegion));
  self->removed = g_array_new (FALSE, FALSE, sizeof (OndRegion));
  self->selected = self->tool = -1;
}

OndRegions *
ond_regions_new (void)
{
  return g_object_new (OND_TYPE_REGIONS, NULL);
}

/* After a change of the list: the selection is what it says before anybody looks. */
static void
changed (OndRegions *self, int selected)
{
  gboolean moved = selected != self->selected;

  self->selected = selected;
  g_signal_emit (self, changed_signal, 0);
  if (moved)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

void
ond_regions_set_geometry (OndRegions *self, const OndGeometry *geometry)
{
  gboolean same = TRUE;

  g_return_if_fail (OND_IS_REGIONS (self));
  for (int i = 0; i < OND_N_AXES; i++)
    {
      gint32 n = geometry != NULL ? geometry->n[i] : 0;

      same = same && n == self->n[i];
      self->n[i] = n;
    }
  ond_regions_set_tool (self, -1);
  if (same)
    return;
  g_array_set_size (self->removed, 0);
  if (self->list->len == 0)
    return;
  g_array_set_size (self->list, 0);
  changed (self, -1);
}

guint
ond_regions_get_n (OndRegions *self)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), 0);
  return self->list->len;
}

const OndRegion *
ond_regions_get (OndRegions *self, guint i)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), NULL);
  g_return_val_if_fail (i < self->list->len, NULL);
  return &g_array_index (self->list, OndRegion, i);
}

const OndRegion *
ond_regions_get_current (OndRegions *self)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), NULL);
  return self->selected >= 0 ? ond_regions_get (self, (guint) self->selected) : NULL;
}

static gboolean
are_valid (const OndRegion *regions, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!ond_region_is_valid (&regions[i]))
      return FALSE;
  return TRUE;
}

gboolean
ond_regions_append (OndRegions *self, const OndRegion *regions, guint n)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), FALSE);
  if (n == 0 || n > OND_REGION_MAX - self->list->len || !are_valid (regions, n))
    return FALSE;
  g_array_append_vals (self->list, regions, n);
  for (guint i = self->list->len - n; i < self->list->len; i++)
    ond_region_normalize (&g_array_index (self->list, OndRegion, i));
  changed (self, (int) self->list->len - 1);
  return TRUE;
}

gboolean
ond_regions_set (OndRegions *self, guint i, const OndRegion *region)
{
  OndRegion next = *region, *now;

  g_return_val_if_fail (OND_IS_REGIONS (self), FALSE);
  g_return_val_if_fail (i < self->list->len, FALSE);
  if (!ond_region_is_valid (&next))
    return FALSE;
  ond_region_normalize (&next);
  now = &g_array_index (self->list, OndRegion, i);
  if (ond_region_equal (now, &next))
    return TRUE;
  *now = next;
  changed (self, self->selected);
  return TRUE;
}

gboolean
ond_regions_replace (OndRegions *self, const OndRegion *regions, guint n)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), FALSE);
  if (n > OND_REGION_MAX || !are_valid (regions, n))
    return FALSE;
  g_array_set_size (self->removed, 0);
  g_array_set_size (self->list, 0);
  if (n > 0)
    g_array_append_vals (self->list, regions, n);
  for (guint i = 0; i < n; i++)
    ond_region_normalize (&g_array_index (self->list, OndRegion, i));
  changed (self, -1);
  return TRUE;
}

static void
remove_some (OndRegions *self, guint at, guint n)
{
  int selected = self->selected;

  g_array_set_size (self->removed, 0);
  g_array_append_vals (self->removed, &g_array_index (self->list, OndRegion, at), n);
  self->removed_at = at;
  g_array_remove_range (self->list, at, n);
  if (selected >= (int) (at + n))
    selected -= (int) n;
  else if (selected >= (int) at)
    selected = -1;
  changed (self, selected);
}

void
ond_regions_remove (OndRegions *self, guint i)
{
  g_return_if_fail (OND_IS_REGIONS (self));
  g_return_if_fail (i < self->list->len);
  remove_some (self, i, 1);
}

void
ond_regions_remove_all (OndRegions *self)
{
  g_return_if_fail (OND_IS_REGIONS (self));
  if (self->list->len > 0)
    remove_some (self, 0, self->list->len);
}

gboolean
ond_regions_can_restore (OndRegions *self)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), FALSE);
  return self->removed->len > 0 && self->removed->len <= OND_REGION_MAX - self->list->len;
}

void
ond_regions_restore (OndRegions *self)
{
  guint n, at;

  g_return_if_fail (OND_IS_REGIONS (self));
  if (!ond_regions_can_restore (self))
    return;
  n = self->removed->len;
  at = MIN (self->removed_at, self->list->len);
  g_array_insert_vals (self->list, at, self->removed->data, n);
  g_array_set_size (self->removed, 0);
  changed (self, (int) (at + n) - 1);
}

int
ond_regions_get_selected (OndRegions *self)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), -1);
  return self->selected;
}

void
ond_regions_set_selected (OndRegions *self, int i)
{
  g_return_if_fail (OND_IS_REGIONS (self));
  g_return_if_fail (i >= -1 && i < (int) self->list->len);
  if (i == self->selected)
    return;
  self->selected = i;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

int
ond_regions_get_tool (OndRegions *self)
{
  g_return_val_if_fail (OND_IS_REGIONS (self), -1);
  return self->tool;
}

void
ond_regions_set_tool (OndRegions *self, int shape)
{
  g_return_if_fail (OND_IS_REGIONS (self));
  g_return_if_fail (shape >= -1 && shape < OND_N_REGION_SHAPES);
  if (shape >= 0 && self->n[0] == 0) /* nothing to draw on */
    shape = -1;
  if (shape == self->tool)
    return;
  self->tool = shape;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOL]);
}
