/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the sky, and from the coordinates that IRAF calls physical, back to voxels; for files that
 * name places so. The way there is world.h's. */
#pragma once

#include "world.h"

typedef enum
{
  OND_SKY_EQUATORIAL, /* FK5 J2000; ICRS is taken for it (they differ by 0.02 arcsec) */
  OND_SKY_GALACTIC
} OndSkyFrame;

/* The volume's axes that are longitude and latitude of a frame above; FALSE where it has not
 * both. */
gboolean ond_world_get_sky_axes (OndWorld *self, int *longitude, int *latitude);

/* Which of them the header has; for worlds with sky axes. */
OndSkyFrame ond_world_get_sky_frame (OndWorld *self);

/* The voxel (0-based, with fractions) of a place on the sky in degrees: sets the two axes of the
 * sky in `at` and leaves the third, which may matter where axes are coupled. FALSE where the place
 * is not in the projection. */
gboolean ond_world_find_sky (OndWorld *self, OndSkyFrame frame, double longitude, double latitude,
                             double at[OND_N_AXES]);

/* Right ascension and declination (J2000) to galactic longitude and latitude, or back; degrees. In
 * place. */
void ond_sky_convert (OndSkyFrame from, OndSkyFrame to, double *longitude, double *latitude);

/* image = scale * physical + offset along each axis of the volume (LTMi_i, LTVi), both counted from
 * 1 as FITS does; 1 and 0 where the header says nothing. */
void ond_world_get_physical (const OndVolume *volume, double scale[OND_N_AXES],
                             double offset[OND_N_AXES]);
