/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of the window: what is open, the wavelet, the cross-hair, how it is shown, what is
 * being computed. Knows no widget and can be tested without a display. Main thread only; the work
 * itself is done by recompute.h and sweep-job.h.
 *
 * Widgets have one `session` property and listen to properties and to three signals, from dear to
 * cheap:
 *   volume-changed    another volume: everything is new
 *   pixels-changed    slices of the image or of the response have new samples (cross-hair moved,
 *   response computed)
 *   display-changed   only colours, limits, or which of image and response is shown */
#pragma once

#include "../core/engine.h"
#include "../core/wavelet.h"
#include "best-layer.h"
#include "coordinates.h"
#include "display.h"
#include "layers.h"
#include "projection.h"
#include "regions.h"
#include "zoom.h"

#include <glib-object.h>

/* What the slices show. */
typedef enum
{
  OND_MODE_IMAGE,
  OND_MODE_RESPONSE,
  OND_MODE_BOTH, /* the response over the image */
  OND_MODE_BEST, /* of a sweep: colour is the direction that answered most */
  OND_N_MODES
} OndMode;

extern const OndChoice ond_modes[];

#define OND_TYPE_SESSION (ond_session_get_type ())
G_DECLARE_FINAL_TYPE (OndSession, ond_session, OND, SESSION, GObject)

/* Takes a reference on the engine. */
OndSession *ond_session_new (OndEngine *engine);
OndEngine *ond_session_get_engine (OndSession *self);

/* The volume, borrowed, NULL at the start. Setting keeps the wavelet, centres the cross-hair,
 * refits the limits, asks for a response. Property "volume" does not exist: use volume-changed. */
OndVolume *ond_session_get_volume (OndSession *self);
void ond_session_set_volume (OndSession *self, OndVolume *volume);

/* The maps of a sweep as they are shown, borrowed. */
typedef struct _OndMapModel OndMapModel;
OndMapModel *ond_session_get_maps (OndSession *self);

/* How the slices lie in their views, borrowed; another volume fits. */
OndZoom *ond_session_get_zoom (OndSession *self);

/* From where the projection is seen, borrowed; another volume fits. */
OndProjection *ond_session_get_projection (OndSession *self);

/* The regions on the slices, borrowed. */
OndRegions *ond_session_get_regions (OndSession *self);

/* How places are written, borrowed. */
OndCoordinates *ond_session_get_coordinates (OndSession *self);

/* Properties "theta", "phi" (degrees), "xi", "scale": double, read-write, clamped to the limits of
 * ond_parameters; angles fold by ond_wavelet_fold, so setting phi = 190 sets phi = 10 and theta =
 * 180 - theta. Properties "norm", "boundary", "sampling", "fill", "border": int, read-write, the
 * enumerations. Every change asks for a new response (latest wins). */
OndWavelet ond_session_get_wavelet (OndSession *self);
void ond_session_set_wavelet (OndSession *self,
                              const OndWavelet *wavelet); /* all at once: one request */
OndMethod ond_session_get_method (OndSession *self);

/* Calls `changed` with `object` alone when a property that the method consists of changes, as long
 * as there is the object. One call a property, also where several change at once. */
void ond_session_follow_method (OndSession *self, GCallback changed, gpointer object);

/* The cross-hair, voxels; clamped into the volume. Emits notify::cross-hair-x, -y, -z (int
 * properties) as they move. */
void ond_session_get_cross_hair (OndSession *self, gint32 at[OND_N_AXES]);
void ond_session_set_cross_hair (OndSession *self, const gint32 at[OND_N_AXES]);

/* The cross-hair along one axis, by some voxels, not beyond either end. */
void ond_session_step (OndSession *self, int axis, gint64 by);

/* Property "mode": int, an OndMode, what the slices show. Emits display-changed. */
OndMode ond_session_get_mode (OndSession *self);
void ond_session_set_mode (OndSession *self, OndMode mode);

/* The best map of the latest sweep, borrowed; another volume has none. While there is none its mode
 * shows the response. Property "best-map": boolean, read-write: sweeps shall make one. */
OndBestLayer *ond_session_get_best (OndSession *self);

/* The layer that controls of colours and limits are about: the image in its mode, in a blend the
 * one that the layers say, otherwise the response. */
OndShow ond_session_get_show (OndSession *self);

/* Blend and blink, borrowed. Its changes are display-changed here. */
OndLayers *ond_session_get_layers (OndSession *self);

/* What the slices are drawn from now: one layer, or the response over the image with an opacity of
 * 1 ... 255. */
typedef struct
{
  OndShow first; /* the only one, or the one below */
  int opacity;   /* of the response over it; 0: there is no second */
} OndDrawn;

OndDrawn ond_session_get_drawn (OndSession *self);

/* From image to response and back, beginning with the one that is not shown; another mode ends
 * it. */
void ond_session_set_blinking (OndSession *self, gboolean blinking);

/* Colours, limits and their rules, borrowed. Its changes are display-changed here. The three that
 * follow are shorter words for its own. */
OndDisplay *ond_session_get_display (OndSession *self);

/* Colours of image and response: each has its own. Setting emits display-changed. */
const OndColorScale *ond_session_get_colors (OndSession *self, OndShow show);
void ond_session_set_colors (OndSession *self, OndShow show, const OndColorScale *colors);

/* Limits again from the samples now shown; in mode best, the response's from the best map. */
void ond_session_refit (OndSession *self, OndShow show);

/* The slice across `normal` through the cross-hair, float[vertical][horizontal], borrowed until the
 * next pixels-changed; NULL when there is none yet (no volume, no response so far, or a direction
 * an image lacks). */
const float *ond_session_get_slice (OndSession *self, OndShow show, int normal, int *width,
                                    int *height);

/* Counts up when the samples of that slice change: views compare it to skip an upload. */
guint64 ond_session_get_serial (OndSession *self, OndShow show, int normal);

/* What the response slices belong to: the sliders and the cross-hair may be ahead of it. */
typedef struct
{
  OndWavelet wavelet;
  OndMethod method;
  gint32 at[OND_N_AXES];
} OndShown;

/* FALSE when there is no response yet. */
gboolean ond_session_get_shown (OndSession *self, OndShown *shown);

/* The voxel that the slices of image or response go through. */
void ond_session_get_slices_at (OndSession *self, OndShow show, gint32 at[OND_N_AXES]);

/* Property "busy": boolean, a response is being computed. Property "milliseconds": double, how long
 * the last one took. Property "message": string or NULL, the last error as a line for people;
 * setting NULL clears it. Signal "response-ready" after each finished response. */
gboolean ond_session_get_busy (OndSession *self);
double ond_session_get_milliseconds (OndSession *self);

/* How many responses have been computed and published since the session began (tests count
 * them). */
guint64 ond_session_get_n_responses (OndSession *self);
