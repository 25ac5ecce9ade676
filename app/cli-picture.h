/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ondelette-cli figure` draws: panels of slices or of a map, with everything they point
 * to. */
#pragma once

#include "cli.h"

#include "../core/draw/figure.h"

/* The choices of the command, parsed. */
typedef struct
{
  gboolean response, physical; /* slices: of the response; axes in the unit of the edges */
  gboolean has_at;
  double at[OND_N_AXES]; /* cross-hair, voxels from 1 */
  int statistic;         /* of maps: an OndStatistic, or -1 for the first that they have */
} OndCliPictureOptions;

typedef struct
{
  OndPanel panels[OND_N_AXES];
  OndFigure figure;     /* its colours are proposals: limits and map for what is shown */
  double width, height; /* millimetres, a proposal */
  GPtrArray *owned;     /* what the pointers above lead to */
} OndCliPicture;

void ond_cli_picture_init (OndCliPicture *self);
void ond_cli_picture_clear (OndCliPicture *self);

/* The three slices (one of an image) of the volume in cli->files[0], or of its response to cli's
 * wavelet. Without has_at they pass through the centre, those of a response through its maximum. */
gboolean ond_cli_picture_slices (OndCliPicture *self, OndCli *cli,
                                 const OndCliPictureOptions *options, GError **error);

/* The theta x phi map of a statistic, from the maps in cli->files[0]: the plane with the best cell,
 * or the one nearest to --xi and --scale where they are given. */
gboolean ond_cli_picture_maps (OndCliPicture *self, OndCli *cli,
                               const OndCliPictureOptions *options, GError **error);
