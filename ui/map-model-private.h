/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What map-model.c, which knows what is chosen, and map-values.c, which makes the numbers of it,
 * share. */
#pragma once

#include "map-model.h"

/* One of the maps shown. */
typedef struct
{
  gsize xi, scale;
  float *values;
  OndColorScale colors;
} OndMapShown;

struct _OndMapModel
{
  GObject parent;
  OndSession *session; /* weak: it owns this */
  OndSweepJob *job;
  OndMapOptions options;
  OndNorm norm; /* the last that was shown */
  OndMapShown shown[OND_MAPS_SHOWN];
  gboolean going; /* the sliders move for the second map's sake */

  /* Limits of all planes, and what they belong to. */
  gsize all_n;
  OndNorm all_norm;
  gboolean has_all[OND_N_STATISTICS];
  double all[OND_N_STATISTICS][2];
};

/* 3, or 2 of an image; 0: not known. */
int ond_map_model_get_rank (OndMapModel *self);

/* What takes the response of a wavelet from one norm to another. */
double ond_map_model_norm_ratio (OndMapModel *self, double xi, double scale, OndNorm from,
                                 OndNorm to);

/* The values and colours of a map from its choice and plane. */
void ond_map_model_fill (OndMapModel *self, guint map);
