/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world-sky.h"

#include "fits-header.h"
#include "world-private.h"

#include <math.h>
#include <string.h>
#include <wcslib/wcsmath.h>

#define DEGREE (G_PI / 180)

/* From J2000 to galactic: the north galactic pole at 12h51m26.282s +27d07m42.01s, the ascending
 * node's longitude 32.932 degrees (Hipparcos catalogue, ESA SP-1200, vol. 1, 1.5.3). */
static const double to_galactic[3][3] = {
  { -0.0548755604162154, -0.8734370902348850, -0.4838350155487132 },
  { +0.4941094278755837, -0.4448296299600112, +0.7469822444972189 },
  { -0.8676661490190047, -0.1980763734312015, +0.4559837761750669 },
};

void
ond_sky_convert (OndSkyFrame from, OndSkyFrame to, double *longitude, double *latitude)
{
  double a = *longitude * DEGREE, d = *latitude * DEGREE;
  const double v[3] = { cos (d) * cos (a), cos (d) * sin (a), sin (d) };
  double w[3] = { 0, 0, 0 };

  if (from == to)
    return;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      w[i] += (from == OND_SKY_EQUATORIAL ? to_galactic[i][j] : to_galactic[j][i]) * v[j];
  *longitude = atan2 (w[1], w[0]) / DEGREE;
  if (*longitude < 0)
    *longitude += 360;
  *latitude = atan2 (w[2], hypot (w[0], w[1])) / DEGREE;
}

/* FALSE where the header's sky is none of ours: ecliptic, solar, or of another equinox. */
static gboolean
get_frame (const struct wcsprm *wcs, OndSkyFrame *frame)
{
  if (strcmp (wcs->lngtyp, "GLON") == 0 && strcmp (wcs->lattyp, "GLAT") == 0)
    {
      *frame = OND_SKY_GALACTIC;
      return TRUE;
    }
  *frame = OND_SKY_EQUATORIAL;
  return strcmp (wcs->lngtyp, "RA") == 0 && strcmp (wcs->lattyp, "DEC") == 0
         && strncmp (wcs->radesys, "FK4", 3) != 0
         && (wcs->equinox == UNDEFINED || wcs->equinox == 2000);
}

gboolean
ond_world_get_sky_axes (OndWorld *self, int *longitude, int *latitude)
{
  const struct wcsprm *wcs = ond_world_get_wcs (self);
  int rank = ond_world_get_rank (self);
  OndSkyFrame frame;

  if (wcs->lng < 0 || wcs->lat < 0 || wcs->lng >= rank || wcs->lat >= rank
      || !get_frame (wcs, &frame))
    return FALSE;
  *longitude = wcs->lng;
  *latitude = wcs->lat;
  return TRUE;
}

OndSkyFrame
ond_world_get_sky_frame (OndWorld *self)
{
  OndSkyFrame frame = OND_SKY_EQUATORIAL;

  get_frame (ond_world_get_wcs (self), &frame);
  return frame;
}

gboolean
ond_world_find_sky (OndWorld *self, OndSkyFrame frame, double longitude, double latitude,
                    double at[OND_N_AXES])
{
  struct wcsprm *wcs = ond_world_get_wcs (self);
  double world[OND_WORLD_MAX_AXES], pixel[OND_WORLD_MAX_AXES], image[OND_WORLD_MAX_AXES], phi,
      theta;
  int lng, lat, status;
  OndSkyFrame own;

  if (!ond_world_get_sky_axes (self, &lng, &lat) || !get_frame (wcs, &own)
      || !ond_world_transform (self, at, world))
    return FALSE;
  ond_sky_convert (frame, own, &longitude, &latitude);
  world[lng] = longitude;
  world[lat] = latitude;
  if (wcss2p (wcs, 1, wcs->naxis, world, &phi, &theta, image, pixel, &status) != 0
      || !isfinite (pixel[lng]) || !isfinite (pixel[lat]))
    return FALSE;
  at[lng] = pixel[lng] - 1;
  at[lat] = pixel[lat] - 1;
  return TRUE;
}

void
ond_world_get_physical (const OndVolume *volume, double scale[OND_N_AXES],
                        double offset[OND_N_AXES])
{
  const OndVolumeInfo *info = ond_volume_get_info (volume);

  for (int i = 0; i < OND_N_AXES; i++)
    {
      g_autofree char *matrix = g_strdup_printf ("LTM%d_%d", info->axis[i], info->axis[i]);
      g_autofree char *vector = g_strdup_printf ("LTV%d", info->axis[i]);

      scale[i] = 1;
      offset[i] = 0;
      if (info->cards == NULL || info->axis[i] == 0)
        continue;
      ond_fits_get_double (info->cards, matrix, &scale[i]);
      ond_fits_get_double (info->cards, vector, &offset[i]);
      if (scale[i] == 0)
        scale[i] = 1;
    }
}
