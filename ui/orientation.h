/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mathematics of the orientation ball: a sphere seen from a fixed place, and directions as
 * points on it; and of a viewer who may be anywhere. Knows no widget. Axes are those of
 * core/geometry.h, the pole of theta and phi is y (core/wavelet-formula.h); n and -n are the same
 * direction. */
#pragma once

#include "../core/grid.h"

/* Someone who looks at the volume: unit vectors of the screen and the one towards the viewer. y is
 * up; from azimuth 0 and elevation 0, the slice XY is seen. */
typedef struct
{
  double right[OND_N_AXES], up[OND_N_AXES], towards[OND_N_AXES];
} OndCamera;

/* The viewer's place in degrees: turned from z towards x, and raised towards y. */
OndCamera ond_camera_at (double azimuth, double elevation);

/* Where the ball is seen from, degrees. */
#define OND_BALL_AZIMUTH 30
#define OND_BALL_ELEVATION 20

/* A point of the unit sphere on the screen: *x to the right and *y up, in radii; *depth > 0 on the
 * half that faces the viewer. Seen with y up, x to the right, z to the left and towards the viewer.
 */
void ond_ball_project (const double n[OND_N_AXES], double *x, double *y, double *depth);

/* The unit vector of the facing half under a point of the screen; outside the disc that of the limb
 * nearest to it. */
void ond_ball_unproject (double x, double y, double n[OND_N_AXES]);

/* The angles of a direction, degrees, in [0, 180) x [0, 180). At the pole, where every phi is
 * right, *phi stays as it was. */
void ond_direction_get_angles (const double n[OND_N_AXES], double *theta, double *phi);

/* Turns a direction (degrees) about the pole, so that its facing end moves to the right by `right`,
 * and along its meridian, upwards by `up`, both in degrees; the angles are folded. A turn goes on
 * over pole and limb without a jump, and the opposite turn leads back. */
void ond_ball_turn (double *theta, double *phi, double right, double up);

/* The cell of a theta x phi grid whose direction makes the least angle with the given one (degrees,
 * any), the first of equals. */
void ond_direction_nearest (const OndGrid *thetas, const OndGrid *phis, double theta, double phi,
                            gsize *i_theta, gsize *i_phi);
