/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ondelette-cli figure` draws: panels of slices or of a map, with everything they point
 * to. */
#pragma once

#include "cli.h"

#include "../core/draw/figure.h"

/* What the axes of slices count. */
typedef enum
{
  OND_CLI_AXES_VOXEL,    /* voxels from 1, as FITS does */
  OND_CLI_AXES_PHYSICAL, /* the unit of the voxel edges, 0 at the centre of the first voxel */
  OND_CLI_AXES_WORLD,    /* the file's world coordinates (core/world-axis.h) */
} OndCliAxes;

/* The choices of the command, parsed. */
typedef struct
{
  gboolean response;    /* slices: of the response */
  OndCliAxes axes;      /* of slices */
  OndPolarity polarity; /* of a response */
  gboolean has_at;
  double at[OND_N_AXES]; /* cross-hair, voxels from 1 */
  int statistic;         /* of maps: an OndStatistic, or -1 for the first that they have */
  gboolean sphere;       /* of maps: the directions as a disc of equal areas */
} OndCliPictureOptions;

typedef struct
{
  OndPanel panels[OND_N_AXES];
  OndFigure figure;     /* its colours are proposals: limits and map for what is shown */
  double width, height; /* millimetres, a proposal */
  GPtrArray *owned;     /* what the pointers above lead to */
  OndSphere *sphere;    /* of the panel of a map, or NULL */
} OndCliPicture;

void ond_cli_picture_init (OndCliPicture *self);
void ond_cli_picture_clear (OndCliPicture *self);

/* The three slices (one of an image) of the volume in cli->files[0], or of its response to cli's
 * wavelet. Without has_at they pass through the centre, those of a response through its maximum. */
gboolean ond_cli_picture_slices (OndCliPicture *self, OndCli *cli,
                                 const OndCliPictureOptions *options, GError **error);

/* Keeps memory as long as the picture, and returns it. */
gpointer ond_cli_picture_own (OndCliPicture *self, gpointer memory);

/* Memory for n values, kept likewise; OND_ERROR_MEMORY. */
float *ond_cli_picture_own_values (OndCliPicture *self, gsize n, GError **error);

/* cli-picture-maps.c: the theta x phi map of a statistic, from the maps in cli->files[0]: the plane
 * with the best cell, or the one nearest to --xi and --scale where they are given, which a note
 * names when it is another; in the norm of --norm where that is given. An image has no phi: xi or
 * the scale takes its place where it has more than one value. */
gboolean ond_cli_picture_maps (OndCliPicture *self, OndCli *cli,
                               const OndCliPictureOptions *options, GError **error);
