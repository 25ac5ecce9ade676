/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the axes of a stored image become those of a volume: which are kept, which plane of a fourth
 * one is taken, and how long a voxel's edges are. Reads headers only. Private to fits*.c. */
#pragma once

#include "fits-scan.h"
#include "geometry.h"

typedef struct
{
  OndGeometry geometry;
  int axis[OND_N_AXES]; /* FITS axis, from 1, behind x, y, z; 0 where there is none */
  int plane_axis;       /* FITS axis along which one plane is taken; 0 when there is none */
  gint64 n_planes;      /* along it, 1 when there is none */
  gint64 plane;         /* 1-based, the one taken; 1 when there is none */
  guint64 inner,
      outer; /* the volume is `outer` runs of `inner` samples, n_planes inner apart in the file */
  double edge_length;      /* the smallest edge in `length_unit`; 0 when unknown */
  const char *length_unit; /* static, or NULL */
} OndFitsAxes;

/* Axes of length 1 are dropped and the next three kept. Of four longer ones, one plane along STOKES
 * or else the last is taken: `plane`, or the first when that is 0. OND_ERROR_FILE when the image
 * has fewer than two or more than four axes longer than 1 or one too long; OND_ERROR_PARAMETER when
 * there is no such plane. */
gboolean ond_fits_axes_choose (const OndFitsHdu *hdu, gint64 plane, OndFitsAxes *axes,
                               GError **error);

/* Sets the edges from CDELT, PC or CD and CUNIT when all kept axes share a kind of unit: lengths,
 * or for an image angles. Otherwise leaves 1:1:1. */
void ond_fits_axes_measure (const OndFitsHdu *hdu, OndFitsAxes *axes);
