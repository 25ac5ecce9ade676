/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of DS9's regions: sexagesimal places, lengths with units, and how they become voxels. */
#include "region-ds9-private.h"

#include <math.h>
#include <string.h>

/* Of degrees on the sky to either side, for derivatives. */
#define STEP 1e-4

void
ond_ds9_target_init (OndDs9Target *self, const OndVolume *volume)
{
  *self = (OndDs9Target){ .scale = { 1, 1, 1 }, .longitude = -1, .latitude = -1 };
  if (volume == NULL)
    return;
  for (int i = 0; i < OND_N_AXES; i++)
    self->centre[i] = (ond_volume_get_geometry (volume)->n[i] - 1) / 2.;
  ond_world_get_physical (volume, self->scale, self->offset);
  self->world = ond_world_new (volume);
  if (self->world != NULL
      && !ond_world_get_sky_axes (self->world, &self->longitude, &self->latitude))
    self->longitude = self->latitude = -1;
}

void
ond_ds9_target_clear (OndDs9Target *self)
{
  g_clear_pointer (&self->world, ond_world_free);
}

/* A plain decimal number at the start of `text`, *end after it: no hexadecimal, no words. */
static gboolean
read_number (const char *text, double *value, const char **end)
{
  const char *digits = text + (*text == '+' || *text == '-');
  char *after;

  if (!g_ascii_isdigit (digits[0]) && !(digits[0] == '.' && g_ascii_isdigit (digits[1])))
    return FALSE;
  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    return FALSE;
  *value = g_ascii_strtod (text, &after);
  *end = after;
  return isfinite (*value);
}

/* "12:22:58.1", "12h22m58.1s", "+15d49m20s", "185.7", "185.7d", "3.24r" to degrees. Colons are
 * hours where the axis is right ascension. */
static gboolean
read_place (const char *text, gboolean is_hours, double *degrees)
{
  double parts[3] = { 0, 0, 0 };
  gboolean negative = text[0] == '-';
  const char *end;
  int n = 1;
  char unit;

  if (!read_number (text, &parts[0], &end))
    return FALSE;
  unit = *end;
  if (unit == '\0' || (unit == 'd' && end[1] == '\0') || (unit == 'r' && end[1] == '\0'))
    {
      *degrees = parts[0] * (unit == 'r' ? 180 / G_PI : 1);
      return TRUE;
    }
  if (unit != ':' && unit != 'h' && unit != 'd')
    return FALSE;
  while (n < 3 && (*end == ':' || *end == 'h' || *end == 'd' || *end == 'm') && end[1] != '\0')
    {
      if (!g_ascii_isdigit (end[1]) || !read_number (end + 1, &parts[n], &end) || parts[n] >= 60)
        return FALSE;
      n++;
    }
  if (*end == 's' || *end == 'm' || (*end == 'h' && n == 1))
    end++;
  *degrees = fabs (parts[0]) + parts[1] / 60 + parts[2] / 3600;
  if (unit == 'h' || (unit == ':' && is_hours))
    *degrees *= 15;
  if (negative)
    *degrees = -*degrees;
  return *end == '\0';
}

/* A length or an angle and its unit, '\0' where none is written. */
static gboolean
read_length (const char *text, double *value, char *unit)
{
  const char *end;

  if (!read_number (text, value, &end))
    return FALSE;
  *unit = *end;
  return *end == '\0' || (end[1] == '\0' && strchr ("\"'drpi", *end) != NULL);
}

/* Degrees in a unit of the sky; 0 for pixels. */
static double
unit_degrees (char unit)
{
  switch (unit)
    {
    case '"':
      return 1 / 3600.;
    case '\'':
      return 1 / 60.;
    case 'd':
      return 1;
    case 'r':
      return 180 / G_PI;
    default:
      return 0;
    }
}

static gboolean
read_angle (const char *text, double *degrees)
{
  char unit;

  if (!read_length (text, degrees, &unit) || (unit != '\0' && unit != 'd' && unit != 'r'))
    return FALSE;
  if (unit == 'r')
    *degrees *= 180 / G_PI;
  return TRUE;
}

/* Voxels in a length of 1 that is no angle, along an axis with this scale. */
static double
unit_voxels (char unit, gboolean physical, double scale)
{
  return unit == 'p' || (unit == '\0' && physical) ? fabs (scale) : 1;
}

/* How a place of the slice (horizontal, vertical) moves with a degree to the east and one to the
 * north. */
typedef struct
{
  double east[2], north[2];
} Gradient;

/* Voxels of the sky's slice. */
static gboolean
find (const OndDs9Target *target, OndSkyFrame frame, double longitude, double latitude,
      const int axes[2], double at[2])
{
  double voxel[OND_N_AXES];

  memcpy (voxel, target->centre, sizeof voxel);
  if (latitude < -90 || latitude > 90
      || !ond_world_find_sky (target->world, frame, longitude, latitude, voxel))
    return FALSE;
  at[0] = voxel[axes[0]];
  at[1] = voxel[axes[1]];
  return TRUE;
}

static gboolean
find_gradient (const OndDs9Target *target, OndSkyFrame frame, double longitude, double latitude,
               const int axes[2], Gradient *gradient)
{
  double east = STEP / cos (latitude * G_PI / 180), to[2], from[2];

  if (!(fabs (east) < 1) || !find (target, frame, longitude + east, latitude, axes, to)
      || !find (target, frame, longitude - east, latitude, axes, from))
    return FALSE;
  for (int i = 0; i < 2; i++)
    gradient->east[i] = (to[i] - from[i]) / (2 * STEP);
  if (!find (target, frame, longitude, latitude + STEP, axes, to)
      || !find (target, frame, longitude, latitude - STEP, axes, from))
    return FALSE;
  for (int i = 0; i < 2; i++)
    gradient->north[i] = (to[i] - from[i]) / (2 * STEP);
  return TRUE;
}

/* `lengths` are half lengths; degrees on the sky where there is no unit. */
static gboolean
place_on_sky (const OndDs9Target *target, OndSkyFrame frame, const char *const *words,
              const double lengths[2], const char units[2], OndRegion *region)
{
  int axes[2];
  double longitude, latitude, a = region->angle * G_PI / 180, along[2][2];
  Gradient gradient;

  if (target->longitude < 0 || !read_place (words[0], frame == OND_SKY_EQUATORIAL, &longitude)
      || !read_place (words[1], FALSE, &latitude))
    return FALSE;
  region->normal = OND_X + OND_Y + OND_Z - target->longitude - target->latitude;
  axes[0] = ond_slice_horizontal (region->normal);
  axes[1] = ond_slice_vertical (region->normal);
  if (!find (target, frame, longitude, latitude, axes, region->centre)
      || !find_gradient (target, frame, longitude, latitude, axes, &gradient))
    return FALSE;
  for (int i = 0; i < 2; i++)
    {
      along[0][i] = gradient.north[i] * sin (a) - gradient.east[i] * cos (a);
      along[1][i] = gradient.north[i] * cos (a) + gradient.east[i] * sin (a);
    }
  for (int k = 0; k < 2; k++)
    {
      double degrees = units[k] == '\0' ? 1 : unit_degrees (units[k]);
      double voxels = degrees > 0 ? degrees * hypot (along[k][0], along[k][1])
                                  : unit_voxels (units[k], FALSE, target->scale[axes[k]]);

      region->half[k] = lengths[k] * voxels;
    }
  region->angle = atan2 (along[0][1], along[0][0]) * 180 / G_PI;
  return TRUE;
}

/* Voxels to a degree around a place of the slice; 0 where that is not known. */
static double
voxels_a_degree (const OndDs9Target *target, const OndRegion *region)
{
  int axes[2] = { ond_slice_horizontal (region->normal), ond_slice_vertical (region->normal) };
  double at[OND_N_AXES], longitude, latitude;
  const char *unit;
  Gradient g;

  memcpy (at, target->centre, sizeof at);
  at[axes[0]] = region->centre[0];
  at[axes[1]] = region->centre[1];
  if (target->longitude < 0
      || region->normal != OND_X + OND_Y + OND_Z - target->longitude - target->latitude
      || !ond_world_get (target->world, at, target->longitude, &longitude, &unit)
      || strcmp (unit, "deg") != 0
      || !ond_world_get (target->world, at, target->latitude, &latitude, &unit))
    return 0;
  if (!find_gradient (target, ond_world_get_sky_frame (target->world), longitude, latitude, axes,
                      &g))
    return 0;
  return sqrt (fabs (g.east[0] * g.north[1] - g.east[1] * g.north[0]));
}

static gboolean
place_on_pixels (const OndDs9Target *target, OndDs9System system, const char *const *words,
                 const double lengths[2], const char units[2], OndRegion *region)
{
  int axes[2] = { ond_slice_horizontal (region->normal), ond_slice_vertical (region->normal) };
  gboolean physical = system == OND_DS9_PHYSICAL;

  for (int i = 0; i < 2; i++)
    {
      double value, scale = physical ? target->scale[axes[i]] : 1;
      const char *end;

      if (!read_number (words[i], &value, &end) || *end != '\0')
        return FALSE;
      region->centre[i] = scale * value + (physical ? target->offset[axes[i]] : 0) - 1;
      region->half[i] = lengths[i] * unit_voxels (units[i], physical, target->scale[axes[i]]);
    }
  for (int i = 0; i < 2; i++)
    if (unit_degrees (units[i]) > 0)
      region->half[i] = lengths[i] * unit_degrees (units[i]) * voxels_a_degree (target, region);
  return TRUE;
}

gboolean
ond_ds9_place (const OndDs9Target *target, OndDs9System system, const char *const *words,
               int n_words, int n_lengths, gboolean whole, OndRegion *region)
{
  double lengths[2] = { 0, 0 };
  char units[2] = { '\0', '\0' };
  gboolean placed;

  if (system == OND_DS9_OTHER || n_words < 2 + n_lengths || n_words > 3 + n_lengths)
    return FALSE;
  for (int i = 0; i < 2; i++)
    {
      if (!read_length (words[2 + MIN (i, n_lengths - 1)], &lengths[i], &units[i]))
        return FALSE;
      lengths[i] /= whole ? 2 : 1;
    }
  region->angle = 0;
  if (n_words == 3 + n_lengths && !read_angle (words[2 + n_lengths], &region->angle))
    return FALSE;
  placed = system == OND_DS9_EQUATORIAL || system == OND_DS9_GALACTIC
               ? place_on_sky (target,
                               system == OND_DS9_GALACTIC ? OND_SKY_GALACTIC : OND_SKY_EQUATORIAL,
                               words, lengths, units, region)
               : place_on_pixels (target, system, words, lengths, units, region);
  return placed && ond_region_is_valid (region);
}
