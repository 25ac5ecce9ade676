/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a projection is drawn: which voxels are behind each pixel. Arithmetic alone, in integers, so
 * that OpenGL (resources/shaders/projection.frag) and the CPU here give the same bytes, and so that
 * the pointer finds the voxel that is seen.
 *
 * The view is orthographic. A ray has one sample in each layer of voxels across its major axis, the
 * axis along which it crosses most of them: the voxel that it goes through in the middle of the
 * layer. The largest one is shown. Steps from layer to layer, column to column and row to row are
 * the same for all rays. */
#pragma once

#include "../core/backend.h"
#include "gl-colors.h"
#include "orientation.h"
#include "projection-volume.h"
#include "projection.h"

/* The view, and how it lies: its middle is at `middle` smallest voxel edges from the volume's own
 * middle, each of which has `scale` pixels. */
typedef struct
{
  OndCamera camera;
  double middle[2]; /* right, up */
  double scale;
  double width, height; /* pixels */
} OndProjectionFrame;

/* The volume fits into width x height pixels at zoom 1, with a margin for what is written. */
OndProjectionFrame ond_projection_frame (const OndGeometry *geometry, const OndPose *pose,
                                         double width, double height);

/* Pixels that the diagonal has at zoom 1. */
double ond_projection_diagonal (double width, double height);

/* A point of the volume, in voxels of it (0 is the middle of the first one): *x to the right and *y
 * down in pixels, *depth towards the viewer in smallest edges, from the volume's middle. */
void ond_projection_place (const OndProjectionFrame *frame, const OndGeometry *geometry,
                           const double at[OND_N_AXES], double *x, double *y, double *depth);

/* Positions along the two minor axes, in voxels with `shift` fractional bits. */
typedef struct
{
  gint32 base;               /* of the lowest row's first pixel, in the first layer */
  gint32 column, row, layer; /* steps */
} OndRayAxis;

typedef struct
{
  int major, minor[2];  /* axes; minor[0] < minor[1] */
  gint32 n[OND_N_AXES]; /* voxels of the reduced volume along x, y, z */
  int shift;
  gboolean nearest_last; /* the last layer is the nearest one */
  OndRayAxis axes[2];    /* along minor[0] and minor[1] */
} OndRays;

/* The rays of a frame of which `divisor` pixels, each way, share one. */
OndRays ond_rays_new (const OndProjectionVolume *volume, const OndProjectionFrame *frame,
                      int divisor);

/* The key under each pixel of some rows, from the bottom: guint32[n_rows][width],
 * OND_PROJECTION_NOTHING where nothing valid is. */
void ond_rays_cast (const OndRays *self, const guint32 *keys, int row, int n_rows, int width,
                    guint32 *out);

/* R, G, B, A bytes[height][width], the uppermost row first; transparent where there is nothing.
 * Shared out among the call's threads. FALSE when cancelled. */
gboolean ond_rays_draw (const OndRays *self, const OndProjectionVolume *volume,
                        const OndGlColors *colors, int width, int height, guint8 *rgba,
                        OndCall *call);

/* The block that is seen at a pixel, the nearest of equals. FALSE where there is none. */
gboolean ond_rays_pick (const OndRays *self, const OndProjectionVolume *volume, int column, int row,
                        gsize *index);
