/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-axes.h"

#include "error.h"
#include "fits-header.h"

#include <math.h>
#include <string.h>

/* Edges that differ less are equal: single-precision headers say 3.333333343121e-05 for
 * 3.333333333333e-05. */
#define SAME_EDGE 1e-6
/* Edges that differ more are a mistake of the header. */
#define MAX_RATIO 1e4

typedef enum
{
  KIND_LENGTH,
  KIND_ANGLE
} Kind;

typedef struct
{
  const char *name, *canonical;
  Kind kind;
  double factor; /* metres, or degrees */
} Unit;

static const Unit units[] = {
  { "nm", "nm", KIND_LENGTH, 1e-9 },
  { "Angstrom", "Angstrom", KIND_LENGTH, 1e-10 },
  { "um", "um", KIND_LENGTH, 1e-6 },
  { "micron", "um", KIND_LENGTH, 1e-6 },
  { "microns", "um", KIND_LENGTH, 1e-6 },
  { "micrometer", "um", KIND_LENGTH, 1e-6 },
  { "mm", "mm", KIND_LENGTH, 1e-3 },
  { "cm", "cm", KIND_LENGTH, 1e-2 },
  { "m", "m", KIND_LENGTH, 1 },
  { "km", "km", KIND_LENGTH, 1e3 },
  { "AU", "AU", KIND_LENGTH, 1.495978707e11 },
  { "pc", "pc", KIND_LENGTH, 3.0856775814913673e16 },
  { "kpc", "kpc", KIND_LENGTH, 3.0856775814913673e19 },
  { "Mpc", "Mpc", KIND_LENGTH, 3.0856775814913673e22 },
  { "lyr", "lyr", KIND_LENGTH, 9.4607304725808e15 },
  { "deg", "deg", KIND_ANGLE, 1 },
  { "degree", "deg", KIND_ANGLE, 1 },
  { "degrees", "deg", KIND_ANGLE, 1 },
  { "arcmin", "arcmin", KIND_ANGLE, 1.0 / 60 },
  { "arcsec", "arcsec", KIND_ANGLE, 1.0 / 3600 },
  { "mas", "mas", KIND_ANGLE, 1.0 / 3600e3 },
  { "rad", "rad", KIND_ANGLE, 57.29577951308232 },
};

/* Celestial axes without CUNIT are in degrees (Calabretta and Greisen 2002, A&A 395, 1077). */
static const Unit *
axis_unit (const char *cards, int axis)
{
  g_autofree char *unit_key = g_strdup_printf ("CUNIT%d", axis),
                  *type_key = g_strdup_printf ("CTYPE%d", axis);
  g_autofree char *name = ond_fits_get_string (cards, unit_key),
                  *type = ond_fits_get_string (cards, type_key);
  const char *unit = name ? g_strstrip (name) : "";

  if (unit[0] == '\0' && type != NULL && ond_fits_is_celestial (type))
    unit = "deg";
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].name, unit) == 0)
      return &units[i];
  return NULL;
}

static double
get_element (const char *cards, const char *format, int i, int j, double missing)
{
  char key[16];
  double value;

  g_snprintf (key, sizeof key, format, i, j);
  switch (ond_fits_get_double (cards, key, &value))
    {
    case OND_FITS_GOOD:
      return value;
    case OND_FITS_MISSING:
      return missing;
    case OND_FITS_BAD:
      break;
    }
  return NAN;
}

static gboolean
has_cd (const OndFitsHdu *hdu)
{
  for (int i = 1; i <= hdu->n_axes; i++)
    for (int j = 1; j <= hdu->n_axes; j++)
      if (!isnan (get_element (hdu->cards, "CD%d_%d", i, j, NAN)))
        return TRUE;
  return FALSE;
}

/* Length of one step along pixel axis j: the norm of column j of the matrix CDi_j = CDELTi PCi_j
 * over the kept world axes, each in its own unit's factor. CROTA turns a column and leaves its
 * norm. */
static double
step_length (const OndFitsHdu *hdu, const OndFitsAxes *axes, int j, gboolean cd)
{
  double square = 0;

  for (int k = 0; k < OND_N_AXES && axes->axis[k] > 0; k++)
    {
      int i = axes->axis[k];
      double element = cd ? get_element (hdu->cards, "CD%d_%d", i, j, 0)
                          : get_element (hdu->cards, "PC%d_%d", i, j, i == j)
                                * get_element (hdu->cards, "CDELT%d", i, 0, NAN);
      element *= axis_unit (hdu->cards, i)->factor;
      square += element * element;
    }
  return sqrt (square);
}

/* The unit to state lengths in, the first kept axis's; NULL when the kept axes do not share a
 * kind. */
static const Unit *
common_unit (const OndFitsHdu *hdu, const OndFitsAxes *axes)
{
  const Unit *first = axis_unit (hdu->cards, axes->axis[0]);

  for (int k = 0; k < OND_N_AXES && axes->axis[k] > 0; k++)
    {
      const Unit *unit = axis_unit (hdu->cards, axes->axis[k]);
      if (unit == NULL || first == NULL || unit->kind != first->kind)
        return NULL;
    }
  return first->kind == KIND_LENGTH || ond_geometry_rank (&axes->geometry) == 2 ? first : NULL;
}

void
ond_fits_axes_measure (const OndFitsHdu *hdu, OndFitsAxes *axes)
{
  const Unit *unit = common_unit (hdu, axes);
  gboolean cd = has_cd (hdu);
  double length[OND_N_AXES], smallest = INFINITY, largest = 0;
  int rank = ond_geometry_rank (&axes->geometry);

  if (unit == NULL)
    return;
  for (int k = 0; k < rank; k++)
    {
      length[k] = step_length (hdu, axes, axes->axis[k], cd);
      if (!(length[k] > 0) || !isfinite (length[k]))
        return;
      smallest = MIN (smallest, length[k]);
      largest = MAX (largest, length[k]);
    }
  if (largest > MAX_RATIO * smallest)
    return;
  for (int k = 0; k < rank; k++)
    axes->geometry.edge[k] = length[k] < smallest * (1 + SAME_EDGE) ? 1 : length[k] / smallest;
  axes->edge_length = smallest / unit->factor;
  axes->length_unit = unit->canonical;
}

/* FITS numbers of the axes longer than 1, in order; returns how many. */
static int
find_long_axes (const OndFitsHdu *hdu, int found[OND_FITS_MAX_AXES])
{
  int n = 0;

  for (int i = 0; i < hdu->n_axes; i++)
    if (hdu->axes[i] > 1)
      found[n++] = i + 1;
  return n;
}

/* Of four axes, the index in `found` of the one along which a plane is taken. */
static int
find_plane_axis (const OndFitsHdu *hdu, const int found[OND_FITS_MAX_AXES])
{
  for (int k = 0; k <= OND_N_AXES; k++)
    {
      g_autofree char *key = g_strdup_printf ("CTYPE%d", found[k]);
      g_autofree char *type = ond_fits_get_string (hdu->cards, key);
      if (g_strcmp0 (type, "STOKES") == 0)
        return k;
    }
  return OND_N_AXES;
}

static gboolean
take_plane (const OndFitsHdu *hdu, int found[OND_FITS_MAX_AXES], gint64 plane, OndFitsAxes *axes,
            GError **error)
{
  int k = find_plane_axis (hdu, found);

  axes->plane_axis = found[k];
  axes->n_planes = hdu->axes[found[k] - 1];
  memmove (found + k, found + k + 1, (gsize) (OND_N_AXES - k) * sizeof found[0]);
  axes->plane = plane == 0 ? 1 : plane;
  if (axes->plane >= 1 && axes->plane <= axes->n_planes)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "there is no plane %" G_GINT64_FORMAT ": axis %d has planes 1 to %" G_GINT64_FORMAT,
               plane, axes->plane_axis, axes->n_planes);
  return FALSE;
}

static gboolean
check_number (int n_long, gint64 plane, GError **error)
{
  if (n_long < 2)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "too few dimensions: %s longer than 1, an image needs two axes and a volume three",
                 n_long == 0 ? "no axis is" : "only one axis is");
  else if (n_long > OND_N_AXES + 1)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "too many dimensions: %d axes are longer than 1, at most four can be", n_long);
  else if (n_long <= OND_N_AXES && plane != 0 && plane != 1)
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "there is no plane %" G_GINT64_FORMAT ": the image has no fourth axis", plane);
  else
    return TRUE;
  return FALSE;
}

gboolean
ond_fits_axes_choose (const OndFitsHdu *hdu, gint64 plane, OndFitsAxes *axes, GError **error)
{
  int found[OND_FITS_MAX_AXES], n_long = find_long_axes (hdu, found);

  *axes = (OndFitsAxes){ .n_planes = 1, .plane = 1, .inner = 1, .outer = 1 };
  if (!check_number (n_long, plane, error))
    return FALSE;
  if (n_long > OND_N_AXES && !take_plane (hdu, found, plane, axes, error))
    return FALSE;
  for (int k = 0; k < OND_N_AXES; k++)
    {
      gboolean after = k < n_long && axes->plane_axis > 0 && found[k] > axes->plane_axis;
      gint64 n = k < n_long ? hdu->axes[found[k] - 1] : 1;

      if (n > G_MAXINT32)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                       "too large: axis %d has length %" G_GINT64_FORMAT, found[k], n);
          return FALSE;
        }
      axes->geometry.n[k] = (int32_t) n;
      axes->geometry.edge[k] = 1;
      axes->axis[k] = k < n_long ? found[k] : 0;
      *(after ? &axes->outer : &axes->inner) *= (guint64) n;
    }
  if (ond_geometry_n_voxels (&axes->geometry) > 0)
    return TRUE;
  g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE,
                       "too large: the axes multiply to more than memory can hold");
  return FALSE;
}
