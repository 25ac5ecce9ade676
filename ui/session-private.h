/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What session.c and session-properties.c share: the fields, and the setters that only properties
 * reach. */
#pragma once

#include "recompute.h"
#include "session.h"

/* The samples of one slice as shown. */
typedef struct
{
  float *samples;
  guint64 serial;
} OndSessionSlice;

struct _OndSession
{
  GObject parent;
  OndEngine *engine;
  OndRecompute *recompute;
  OndVolume *volume;
  OndZoom *zoom;
  OndProjection *projection;
  OndRegions *regions;
  OndCoordinates *coordinates;
  OndMapModel *maps;

  double parameters[OND_N_PARAMETERS]; /* in their outside units, so that 30 degrees stay 30 */
  OndNorm norm;
  OndMethod method;
  gint32 cross_hair[OND_N_AXES];

  OndMode mode;
  OndDisplay *display;
  OndLayers *layers;
  OndBestLayer *best;
  gboolean best_map; /* sweeps make one */
  OndSessionSlice slices[OND_N_SHOWS][OND_N_AXES];

  guint request_source; /* sends the request that was asked for, 0 when none was */
  guint64 revision;     /* of what was last asked for */
  gboolean busy;
  gboolean has_response; /* of this volume */
  OndShown shown;        /* what the response slices belong to */
  guint64 n_responses;
  double milliseconds;
  char *message;
};

/* In the order of ond_parameters, and of the integers in session-properties.c. */
enum
{
  OND_SESSION_PROP_THETA = 1,
  OND_SESSION_PROP_PHI,
  OND_SESSION_PROP_XI,
  OND_SESSION_PROP_SCALE,
  OND_SESSION_PROP_NORM,
  OND_SESSION_PROP_BOUNDARY,
  OND_SESSION_PROP_SAMPLING,
  OND_SESSION_PROP_FILL,
  OND_SESSION_PROP_BORDER,
  OND_SESSION_PROP_CROSS_HAIR_X,
  OND_SESSION_PROP_CROSS_HAIR_Y,
  OND_SESSION_PROP_CROSS_HAIR_Z,
  OND_SESSION_PROP_MODE,
  OND_SESSION_PROP_BUSY,
  OND_SESSION_PROP_MILLISECONDS,
  OND_SESSION_PROP_MESSAGE,
  OND_SESSION_PROP_BEST_MAP,
  OND_SESSION_N_PROPERTIES
};

extern GParamSpec *ond_session_properties[OND_SESSION_N_PROPERTIES];

/* Installs them all, with what gets and sets them. */
void ond_session_install_properties (GObjectClass *klass);

/* Setting one of the four, clamped or folded; asks for a response when it changed. */
void ond_session_set_parameter (OndSession *self, OndParameter parameter, double value);

/* After a change of norm or method. */
void ond_session_ask (OndSession *self);

/* NULL clears it. */
void ond_session_set_message (OndSession *self, const char *message);
