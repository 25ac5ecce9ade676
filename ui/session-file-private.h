/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What session-file.c, -read.c and -write.c share: the contents of a session file. */
#pragma once

#include "map-model.h"
#include "session-file.h"

#include <json-glib/json-glib.h>

#define OND_SESSION_FORMAT "ondelette-session"
#define OND_SESSION_VERSION 1

struct _OndSessionFile
{
  OndVolume *volume; /* of a picture of a session; NULL when loaded */
  char *input;       /* absolute path; NULL: the sample volume */
  char *checksum;    /* NULL: not computed yet */
  char *hdu;
  int plane;
  double voxel[OND_N_AXES]; /* edges in `unit`; 0: those of the input */
  char *unit;
  GParamSpec **specs; /* of the n values */
  GValue *values;     /* of type 0 where the file does not say */
  guint n;
  OndColorScale colors[OND_N_SHOWS];
  gboolean has_colors[OND_N_SHOWS];
  OndLimits rules[OND_N_SHOWS], last_rules[OND_N_SHOWS];
  gboolean locked;
  double opacity; /* of a blend */
  int subject;    /* an OndShow */
  gboolean has_zoom, fits;
  double factor, centre[OND_N_AXES]; /* where it does not fit */
  gboolean has_pose;
  OndPose pose;    /* of the projection */
  GArray *regions; /* NULL: the file does not say */
  int selected_region;
  gboolean has_coordinates;
  int first_voxel;
  OndWorldStyle world_style;
  OndMapOptions maps;
  OndSessionView view;
};

/* "yz", "xz", "xy": the slices by their normal; "3d": the projection. */
extern const OndChoice ond_session_file_slices[];

/* Regions, and how places are written: from a session, into one, into text and out of it. */
void ond_session_file_take_regions (OndSessionFile *self, OndSession *session);
void ond_session_file_apply_regions (const OndSessionFile *self, OndSession *session);
void ond_session_file_add_regions (const OndSessionFile *self, JsonBuilder *builder);
gboolean ond_session_file_read_regions (OndSessionFile *self, JsonObject *root, GError **error);

/* Empty, with the properties that there are. */
OndSessionFile *ond_session_file_alloc (void);

/* The member "map": how maps are shown. session-file-map.c. */
void ond_session_file_write_map (const OndSessionFile *self, JsonBuilder *builder);
gboolean ond_session_file_read_map (OndSessionFile *self, JsonObject *root, GError **error);
