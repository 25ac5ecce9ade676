/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best map that the slices may show: that of the latest sweep, while it fills and afterwards.
 * A model that knows no widget; the session has one, and who runs sweeps gives it the map. Main
 * thread only.
 *
 * Signal "changed": there is a map or none any more, or it has grown. */
#pragma once

#include "../core/best.h"
#include "../core/draw/best-colors.h"
#include "../core/draw/limit-rules.h"

#include <glib-object.h>

#define OND_TYPE_BEST_LAYER (ond_best_layer_get_type ())
G_DECLARE_FINAL_TYPE (OndBestLayer, ond_best_layer, OND, BEST_LAYER, GObject)

OndBestLayer *ond_best_layer_new (void);

/* The map, borrowed; NULL where there is none. Setting the one that is there says it has grown. */
OndBest *ond_best_layer_get (OndBestLayer *self);
void ond_best_layer_set (OndBestLayer *self, OndBest *best);

/* A line for people why there is none, static; NULL when there is one. */
const char *ond_best_layer_get_why_not (OndBestLayer *self);

/* Counts up when the map changes: views compare it. */
guint64 ond_best_layer_get_serial (OndBestLayer *self);

/* Borrowed; NULL without a map. */
const OndBestColors *ond_best_layer_get_colors (OndBestLayer *self);

/* The wavelet that answers most at a voxel, and its response. FALSE where none is known. */
gboolean ond_best_layer_look_up (OndBestLayer *self, const gint32 at[OND_N_AXES],
                                 OndWavelet *wavelet, float *w);

/* Limits that suit the map's slices through a voxel, by a rule other than manual. FALSE where there
 * is no map, nothing in it, or no memory. */
gboolean ond_best_layer_fit (OndBestLayer *self, const gint32 at[OND_N_AXES], OndLimits rule,
                             double *lower, double *upper);

/* "best 4.2 at θ 30° φ 45° ξ 5 a 2", "best —" where none is known; free with g_free. */
char *ond_best_layer_describe (OndBestLayer *self, const gint32 at[OND_N_AXES]);
