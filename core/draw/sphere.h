/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map of directions on the sphere: which cell a direction lies in, half of the sphere as a disc
 * of equal areas, and the disc as a picture. A direction and its opposite are one wavelet, so that
 * half of the sphere holds every direction once; only the rim has each of its own twice.
 *
 * The disc is Lambert's azimuthal equal-area projection (Snyder 1987, USGS Professional Paper 1395,
 * chapter 24), looking along z as the XY slice does: x to the right, y up, z in the middle, the
 * directions of the x-y plane on the rim. With n.z >= 0
 *
 *   (x, y) = (n.x, n.y) / sqrt (1 + n.z)
 *
 * in radii of the disc, so that equal solid angles have equal areas: 2 pi of one to pi of the
 * other. Not for threads to share. */
#pragma once

#include "../grid.h"
#include "colormap.h"

#include <cairo.h>

/* A direction, or its opposite, to a point of the unit disc. */
void ond_sphere_project (const double n[OND_N_AXES], double *x, double *y);

/* The direction with n.z >= 0 at a point of the disc; FALSE outside. */
gboolean ond_sphere_unproject (double x, double y, double n[OND_N_AXES]);

typedef struct _OndSphere OndSphere;

/* The cells of a theta x phi grid, copied. A cell reaches half way to its neighbours; where the
 * grid ends, as far beyond its last value. */
OndSphere *ond_sphere_new (const OndGrid *theta, const OndGrid *phi);
void ond_sphere_free (OndSphere *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndSphere, ond_sphere_free)

/* The cell that a direction lies in, by any of its names (phi + 180 with -theta, theta + 180);
 * FALSE where the grid has none. */
gboolean ond_sphere_find (const OndSphere *self, const double n[OND_N_AXES], gsize *theta,
                          gsize *phi);

/* A sphere on the screen: the direction at a point in radii, y up; FALSE beside it. */
typedef gboolean (*OndSphereView) (double x, double y, double n[OND_N_AXES]);

/* Paints float[nphi][ntheta] as a disc seen by `view`, of a radius about (x, y). Directions without
 * a cell are left out, cells without a value have the colour of invalid voxels. FALSE when there is
 * no memory for it. What is found out about the pixels is kept for the next time. */
gboolean ond_sphere_paint (OndSphere *self, OndSphereView view, const float *values,
                           const OndColorScale *colors, cairo_t *cr, double x, double y,
                           double radius);
