/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers.h"

#include <math.h>

#define BLINK_MS 500

struct _OndLayers
{
  GObject parent;
  double opacity;
  OndShow subject;
  guint timer; /* 0: nothing blinks */
  OndShow now;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndLayers, ond_layers, G_TYPE_OBJECT)

static void
emit_changed (OndLayers *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
ond_layers_dispose (GObject *object)
{
  g_clear_handle_id (&OND_LAYERS (object)->timer, g_source_remove);
  G_OBJECT_CLASS (ond_layers_parent_class)->dispose (object);
}

static void
ond_layers_class_init (OndLayersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_layers_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_layers_init (OndLayers *self)
{
  self->opacity = 0.6;
  self->subject = OND_SHOW_RESPONSE;
}

OndLayers *
ond_layers_new (void)
{
  return g_object_new (OND_TYPE_LAYERS, NULL);
}

double
ond_layers_get_opacity (OndLayers *self)
{
  g_return_val_if_fail (OND_IS_LAYERS (self), 0);
  return self->opacity;
}

void
ond_layers_set_opacity (OndLayers *self, double opacity)
{
  g_return_if_fail (OND_IS_LAYERS (self));
  if (isnan (opacity))
    return;
  opacity = CLAMP (opacity, 0, 1);
  if (opacity == self->opacity)
    return;
  self->opacity = opacity;
  emit_changed (self);
}

OndShow
ond_layers_get_subject (OndLayers *self)
{
  g_return_val_if_fail (OND_IS_LAYERS (self), OND_SHOW_RESPONSE);
  return self->subject;
}

void
ond_layers_set_subject (OndLayers *self, OndShow subject)
{
  g_return_if_fail (OND_IS_LAYERS (self));
  g_return_if_fail (subject < OND_N_SHOWS);
  if (subject == self->subject)
    return;
  self->subject = subject;
  emit_changed (self);
}

static gboolean
blink (gpointer data)
{
  OndLayers *self = data;

  self->now = self->now == OND_SHOW_IMAGE ? OND_SHOW_RESPONSE : OND_SHOW_IMAGE;
  emit_changed (self);
  return G_SOURCE_CONTINUE;
}

void
ond_layers_start_blink (OndLayers *self, OndShow first)
{
  g_return_if_fail (OND_IS_LAYERS (self));
  g_return_if_fail (first < OND_N_SHOWS);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (BLINK_MS, blink, self);
  self->now = first;
  emit_changed (self);
}

void
ond_layers_stop_blink (OndLayers *self)
{
  g_return_if_fail (OND_IS_LAYERS (self));
  if (self->timer == 0)
    return;
  g_clear_handle_id (&self->timer, g_source_remove);
  emit_changed (self);
}

gboolean
ond_layers_get_blink (OndLayers *self, OndShow *now)
{
  g_return_val_if_fail (OND_IS_LAYERS (self), FALSE);
  if (self->timer != 0)
    *now = self->now;
  return self->timer != 0;
}
