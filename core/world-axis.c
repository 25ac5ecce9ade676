/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world-axis.h"

#include "error.h"
#include "fits-header.h"

#include <math.h>
#include <string.h>

#define MOST_OFF 0.1     /* voxels */
#define LONG_NUMBERS 100 /* values are so many times the span of the axis */
#define SECONDS 0.2      /* degrees that are shown in seconds of arc at most, more in minutes */
#define DEGREE "\u00b0"
#define N_PROBES 9 /* places along each side of the slice that are compared */

/* What people call the axes of FITS; the others keep their CTYPE. */
static const struct
{
  const char *type, *name;
} names[] = {
  { "RA", "RA" },
  { "DEC", "Dec" },
  { "GLON", "l" },
  { "GLAT", "b" },
  { "VELO", "Velocity" },
  { "VRAD", "Velocity" },
  { "VOPT", "Velocity" },
  { "FELO", "Velocity" },
  { "FREQ", "Frequency" },
  { "WAVE", "Wavelength" },
  { "AWAV", "Wavelength in air" },
};

/* "Velocity", "x": free with g_free. */
static char *
get_name (const OndVolumeInfo *info, int i)
{
  char key[16];
  g_autofree char *type = NULL;

  g_snprintf (key, sizeof key, "CTYPE%d", info->axis[i]);
  type = info->cards != NULL ? ond_fits_get_string (info->cards, key) : NULL;
  if (type != NULL)
    type[strcspn (type, "-")] = '\0';
  if (type == NULL || *type == '\0')
    return g_strdup ((const char *const[]){ "x", "y", "z" }[i]);
  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    if (strcmp (type, names[k].type) == 0)
      return g_strdup (names[k].name);
  return g_steal_pointer (&type);
}

/* Takes a round value near the middle off both ends, and returns what the label then says:
 * " - 185.74" or " + 0.5", with a real minus. Free with g_free. */
static char *
take_base (OndWorldAxis *axis)
{
  double span = fabs (axis->upper - axis->lower), step = pow (10, floor (log10 (span)));
  double base = round ((axis->lower + axis->upper) / 2 / step) * step;
  char text[G_ASCII_DTOSTR_BUF_SIZE], format[16];

  g_snprintf (format, sizeof format, "%%.%df", (int) CLAMP (-floor (log10 (span)), 0, 15));
  axis->lower -= base;
  axis->upper -= base;
  return g_strdup_printf (" %s %s", base > 0 ? "\u2212" : "+",
                          g_ascii_formatd (text, sizeof text, format, fabs (base)));
}

/* Where numbers would differ in their last digits alone, ticks count from a value in the label,
 * small angles in minutes or seconds of arc. */
static void
set_label (const char *name, const char *unit, OndWorldAxis *axis)
{
  g_autofree char *base = NULL;
  double span = fabs (axis->upper - axis->lower);
  gboolean angle = strcmp (unit, DEGREE) == 0;

  if (span * LONG_NUMBERS < fmax (fabs (axis->lower), fabs (axis->upper)))
    {
      double factor = !angle ? 1 : span < SECONDS ? 3600 : 60;

      base = take_base (axis);
      axis->lower *= factor;
      axis->upper *= factor;
      unit = !angle ? unit : span < SECONDS ? "\u2033" : "\u2032";
    }
  g_snprintf (axis->label, sizeof axis->label, "%.40s%.30s%s%s%.30s%s", name, base ? base : "",
              base && angle ? DEGREE : "", *unit != '\0' ? " (" : "", unit,
              *unit != '\0' ? ")" : "");
}

/* A place of the slice: fractions 0 ... 1 from the outer edge of the first voxel to that of the
 * last, along axis i and along the other one. */
static void
set_place (const OndGeometry *geometry, int i, int other, double along, double across,
           double place[OND_N_AXES])
{
  place[i] = along * geometry->n[i] - 0.5;
  place[other] = across * (geometry->n[other] - 1); /* centres: there is nothing beyond them */
}

/* Longitudes go round: `value` as near to `to` as whole turns bring it. */
static double
unwrap (double value, double to, const char *unit)
{
  return strcmp (unit, DEGREE) == 0 ? value - 360 * round ((value - to) / 360) : value;
}

/* How far the coordinates are from the axis at most, in voxels; NaN where undefined. */
static double
farthest (OndWorld *self, const OndGeometry *geometry, int i, int other, double place[OND_N_AXES],
          const OndWorldAxis *axis)
{
  double most = 0, step = (axis->upper - axis->lower) / geometry->n[i];

  for (int u = 0; u < N_PROBES; u++)
    for (int v = 0; v < N_PROBES; v++)
      {
        double along = u / (N_PROBES - 1.), value,
               expected = axis->lower + along * (axis->upper - axis->lower);
        const char *unit;

        set_place (geometry, i, other, along, v / (N_PROBES - 1.), place);
        if (!ond_world_get_shown (self, place, i, &value, &unit))
          return NAN;
        most = fmax (most, fabs ((unwrap (value, expected, unit) - expected) / step));
      }
  return most;
}

static gboolean
read_ends (OndWorld *self, const OndGeometry *geometry, int i, int other, double place[OND_N_AXES],
           OndWorldAxis *axis, const char **unit)
{
  set_place (geometry, i, other, 0, 0.5, place);
  if (!ond_world_get_shown (self, place, i, &axis->lower, unit))
    return FALSE;
  set_place (geometry, i, other, 1, 0.5, place);
  if (!ond_world_get_shown (self, place, i, &axis->upper, unit))
    return FALSE;
  axis->upper = unwrap (axis->upper, axis->lower, *unit);
  return axis->upper != axis->lower;
}

gboolean
ond_world_axis (OndWorld *self, const OndVolume *volume, int normal, const gint32 at[OND_N_AXES],
                int i, OndWorldAxis *axis, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  int other = ond_slice_horizontal (normal) == i ? ond_slice_vertical (normal)
                                                 : ond_slice_horizontal (normal);
  double place[OND_N_AXES] = { at[OND_X], at[OND_Y], at[OND_Z] }, off = NAN;
  g_autofree char *name = get_name (ond_volume_get_info (volume), i);
  const char *unit;

  if (read_ends (self, geometry, i, other, place, axis, &unit))
    off = farthest (self, geometry, i, other, place, axis);
  if (!isfinite (off))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "the world coordinates along %c are not defined all over the slice", "xyz"[i]);
      return FALSE;
    }
  if (off <= MOST_OFF)
    {
      set_label (name, unit, axis);
      return TRUE;
    }
  g_set_error (
      error, OND_ERROR, OND_ERROR_PARAMETER,
      "%s is no straight axis along %c: over the slice it is up to %.2g voxels off (%g are "
      "allowed)",
      name, "xyz"[i], off, MOST_OFF);
  return FALSE;
}
