/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a session's samples become colours: the scale of image and of response, the rules that make
 * their limits, and whether the response's are locked. A model that knows no widget; the session
 * has one and tells it what there is to show. Main thread only.
 *
 * Limits are fitted to a new volume, to its first response, and when a person asks. Otherwise they
 * are locked: they stay as they are while parameters move, so that a turning wavelet can be
 * compared step by step. Unlocked, the response's follow each response, but for manual ones.
 *
 * Signal "changed": colours, limits, rules or the lock. */
#pragma once

#include "../core/draw/colormap.h"
#include "../core/draw/limit-rules.h"
#include "../core/volume.h"
#include "../core/wavelet.h"

#include <glib-object.h>

/* Which samples a view shows, and which limits apply. */
typedef enum
{
  OND_SHOW_IMAGE,
  OND_SHOW_RESPONSE,
  OND_N_SHOWS
} OndShow;

#define OND_TYPE_DISPLAY (ond_display_get_type ())
G_DECLARE_FINAL_TYPE (OndDisplay, ond_display, OND, DISPLAY, GObject)

OndDisplay *ond_display_new (void);

const OndColorScale *ond_display_get_colors (OndDisplay *self, OndShow show);

/* Other limits than before are manual from now on. The table of histogram equalization is made
 * here, whatever `colors` has; another polarity fits again where a rule other than the symmetric
 * one makes the limits. */
void ond_display_set_colors (OndDisplay *self, OndShow show, const OndColorScale *colors);

/* Contrast and bias as the scale has them, clamped; 0 and 0 are neutral. */
void ond_display_set_contrast (OndDisplay *self, OndShow show, double contrast_log2,
                               double bias_offset);

/* The rule that made the limits, or manual. Setting a rule fits by it. */
OndLimits ond_display_get_rule (OndDisplay *self, OndShow show);
void ond_display_set_rule (OndDisplay *self, OndShow show, OndLimits rule);

/* The rule that ond_display_fit() uses: the same, or the last one before manual limits. */
OndLimits ond_display_get_last_rule (OndDisplay *self, OndShow show);

/* All of them as they were once, `last` not manual. The limits are those of `colors`, whatever rule
 * made them, and the first response of this volume does not fit them. */
void ond_display_restore (OndDisplay *self, OndShow show, const OndColorScale *colors,
                          OndLimits rule, OndLimits last);

gboolean ond_display_get_locked (OndDisplay *self);
void ond_display_set_locked (OndDisplay *self, gboolean locked);

/* Limits by the rule again, manual ones by the last rule before. Does nothing without samples. */
void ond_display_fit (OndDisplay *self, OndShow show);

/* The samples that histograms are of: those of the whole image, evenly spread, or of the three
 * slices of the response with the polarity they are shown with; at most about 260000. Borrowed
 * until anything changes; NULL and 0 when there are none. */
const float *ond_display_get_samples (OndDisplay *self, OndShow show, gsize *n);

/* The share of them outside the limits. */
double ond_display_get_clipped (OndDisplay *self, OndShow show);

/* More than 1 % is clipped, and more than 1 % over what the rule itself left out. */
gboolean ond_display_is_clipping (OndDisplay *self, OndShow show);

/* ---- For the session ---- */

/* Fits the image's limits to the volume (NULL: nothing is open), without a signal. */
void ond_display_set_volume (OndDisplay *self, OndVolume *volume);

/* The response has new slices, float[vertical][horizontal] across axis i or NULL, which stay with
 * the caller and must stay valid until the next call or ond_display_set_volume(). `first` of this
 * volume: the limits are fitted, locked or not, unless they have been restored. */
void ond_display_set_response (OndDisplay *self, const float *const slices[OND_N_AXES],
                               gboolean first);

/* The same limits of the response for the same wavelet under another norm, which only multiplies
 * it; without a signal. */
void ond_display_change_norm (OndDisplay *self, const OndWavelet *wavelet, OndNorm from,
                              OndNorm to);
