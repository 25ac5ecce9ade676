/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Image and response together: how much of the response a blend has, which of the two the controls
 * are about meanwhile, and the blink from one to the other. A model that knows no widget; the
 * session has one. Main thread only.
 *
 * Signal "changed": slices look different, or the controls are about another layer. */
#pragma once

#include "display.h"

#define OND_TYPE_LAYERS (ond_layers_get_type ())
G_DECLARE_FINAL_TYPE (OndLayers, ond_layers, OND, LAYERS, GObject)

OndLayers *ond_layers_new (void);

/* Of the response in a blend, 0 ... 1; clamped, NaN ignored. 0.6 at first. */
double ond_layers_get_opacity (OndLayers *self);
void ond_layers_set_opacity (OndLayers *self, double opacity);

/* The layer that controls of colours and limits are about in a blend; the response at first. */
OndShow ond_layers_get_subject (OndLayers *self);
void ond_layers_set_subject (OndLayers *self, OndShow subject);

/* Half a second each, `first` at once. */
void ond_layers_start_blink (OndLayers *self, OndShow first);
void ond_layers_stop_blink (OndLayers *self);

/* FALSE when nothing blinks; otherwise *now is the layer that is shown. */
gboolean ond_layers_get_blink (OndLayers *self, OndShow *now);
