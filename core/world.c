/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world.h"

#include "fits-header.h"
#include "fits-inherit.h"
#include "world-private.h"

#include <math.h>
#include <string.h>
#include <wcslib/wcsfix.h>
#include <wcslib/wcshdr.h>
#include <wcslib/wcsunits.h>

#define MAX_DECIMALS 9

typedef enum
{
  STYLE_NUMBER,
  STYLE_HOURS,  /* right ascension, 12:22:58.1 */
  STYLE_DEGREES /* declination, +15:49:20 */
} Style;

typedef struct
{
  char unit[72]; /* the header's */
  double factor; /* from WCSLIB's unit to the header's */
  Style style;
  int decimals;         /* of a second or of the number shown */
  int decimals_degrees; /* of degrees, where it is an angle on the sky */
  const char *suffix;   /* of the number shown, e.g. " km/s", borrowed */
  double shown;         /* factor from the header's unit to the suffix's */
} Axis;

struct _OndWorld
{
  struct wcsprm *wcs;
  int n_wcs, rank;
  Axis axes[OND_N_AXES];
  OndWorldStyle style;
};

/* Headers' units that people read in another form. "m" is a wavelength only on a spectral axis. */
typedef struct
{
  const char *unit;
  gboolean spectral;
  double factor;
  const char *suffix;
} Shown;

static const Shown shown_units[] = {
  { "m/s", FALSE, 1e-3, " km/s" },
  { "Hz", FALSE, 1e-9, " GHz" },
  { "m", TRUE, 1e9, " nm" },
  { "deg", FALSE, 1, "°" },
};

const OndChoice ond_world_styles[] = {
  [OND_WORLD_SEXAGESIMAL] = { "sexagesimal", "Sexagesimal",
                              "Right ascension in hours, declination in degrees, 12:22:58.1 "
                              "+15:49:20" },
  [OND_WORLD_DEGREES] = { "degrees", "Degrees", "Right ascension and declination in degrees" },
  [OND_N_WORLD_STYLES] = { NULL, NULL, NULL },
};

/* The parsers of WCSLIB keep their state in static variables. */
static GMutex parser;

/* The cards to parse, first of all how many axes there are at least; NULL when none says anything
 * about coordinates. */
static GString *
collect_cards (const OndVolumeInfo *info, int rank)
{
  static const char *const needed[] = { "CTYPE", "CRVAL", "CDELT", "CD1_", "CD2_", "CD3_" };
  g_autoptr (GString) cards = ond_fits_inherit (info);
  g_autofree char *naxis = NULL;
  gboolean found = FALSE;

  for (gsize i = 0; i < cards->len && !found; i += OND_FITS_CARD)
    for (gsize k = 0; k < G_N_ELEMENTS (needed) && !found; k++)
      found = strncmp (cards->str + i, needed[k], strlen (needed[k])) == 0;
  if (!found)
    return NULL;
  naxis = g_strdup_printf ("%-8s= %20d%50s", "NAXIS", rank, "");
  g_string_prepend (cards, naxis);
  return g_steal_pointer (&cards);
}

/* How far one voxel goes along world axis i: the norm of row i of the linear transformation. */
static double
step_length (const struct wcsprm *wcs, int i)
{
  double square = 0;

  for (int j = 0; j < wcs->naxis; j++)
    {
      double element = wcs->cdelt[i] * wcs->pc[i * wcs->naxis + j];
      square += element * element;
    }
  return sqrt (square);
}

/* A voxel is at least ten units of the last decimal. */
static int
decimals_for (double step)
{
  double n = step > 0 && isfinite (step) ? ceil (-log10 (step)) + 1 : 3;

  return (int) CLAMP (n, 0, MAX_DECIMALS);
}

static void
choose_style (const struct wcsprm *wcs, int i, Axis *axis)
{
  double step = step_length (wcs, i);

  axis->suffix = "";
  axis->shown = 1;
  if ((i == wcs->lng && strcmp (wcs->lngtyp, "RA") == 0)
      || (i == wcs->lat && strcmp (wcs->lattyp, "DEC") == 0))
    {
      axis->style = i == wcs->lng ? STYLE_HOURS : STYLE_DEGREES;
      axis->decimals = CLAMP (decimals_for (3600 * step / (i == wcs->lng ? 15 : 1)) - 1, 0, 6);
      axis->decimals_degrees = decimals_for (step);
      return;
    }
  for (gsize k = 0; k < G_N_ELEMENTS (shown_units); k++)
    if (axis->factor == 1 && strcmp (wcs->cunit[i], shown_units[k].unit) == 0
        && (!shown_units[k].spectral || i == wcs->spec))
      {
        axis->suffix = shown_units[k].suffix;
        axis->shown = shown_units[k].factor;
      }
  axis->decimals = decimals_for (step * axis->factor * axis->shown);
}

/* WCSLIB turns sky and spectral axes to degrees and SI; the header's own unit is what
 * ond_world_get() speaks. */
static void
keep_unit (const struct wcsprm *wcs, int i, const char *header_unit, Axis *axis)
{
  double offset, power;

  axis->factor = 1;
  g_strlcpy (axis->unit, header_unit[0] != '\0' ? header_unit : wcs->cunit[i], sizeof axis->unit);
  if (strcmp (axis->unit, wcs->cunit[i]) != 0
      && (wcsunits (wcs->cunit[i], axis->unit, &axis->factor, &offset, &power) != 0 || offset != 0
          || power != 1))
    {
      axis->factor = 1;
      g_strlcpy (axis->unit, wcs->cunit[i], sizeof axis->unit);
    }
}

/* Parses under the lock; FALSE when there is nothing that can be used. */
static gboolean
parse (OndWorld *self, GString *cards)
{
  char header_units[OND_N_AXES][72];
  int n_rejected, fixed[NWCSFIX];

  if (wcspih (cards->str, (int) (cards->len / OND_FITS_CARD), WCSHDR_all, 0, &n_rejected,
              &self->n_wcs, &self->wcs)
          != 0
      || self->n_wcs < 1 || self->wcs->naxis < self->rank || self->wcs->naxis > OND_WORLD_MAX_AXES)
    return FALSE;
  for (int i = 0; i < self->rank; i++)
    g_strlcpy (header_units[i], g_strstrip (self->wcs->cunit[i]), sizeof header_units[i]);
  wcsfix (0, NULL, self->wcs, fixed); /* what it cannot mend, wcsset() refuses */
  if (wcsset (self->wcs) != 0)
    return FALSE;
  for (int i = 0; i < self->rank; i++)
    {
      keep_unit (self->wcs, i, header_units[i], &self->axes[i]);
      choose_style (self->wcs, i, &self->axes[i]);
    }
  return TRUE;
}

OndWorld *
ond_world_new (const OndVolume *volume)
{
  int rank = ond_geometry_rank (ond_volume_get_geometry (volume));
  g_autoptr (GString) cards = collect_cards (ond_volume_get_info (volume), rank);
  g_autoptr (OndWorld) self = NULL;
  gboolean ok;

  if (cards == NULL)
    return NULL;
  self = g_new0 (OndWorld, 1);
  self->rank = rank;
  g_mutex_lock (&parser);
  ok = parse (self, cards);
  g_mutex_unlock (&parser);
  return ok ? g_steal_pointer (&self) : NULL;
}

void
ond_world_free (OndWorld *self)
{
  if (self == NULL)
    return;
  wcsvfree (&self->n_wcs, &self->wcs);
  g_free (self);
}

struct wcsprm *
ond_world_get_wcs (OndWorld *self)
{
  return self->wcs;
}

int
ond_world_get_rank (const OndWorld *self)
{
  return self->rank;
}

gboolean
ond_world_transform (OndWorld *self, const double at[OND_N_AXES], double world[OND_WORLD_MAX_AXES])
{
  double pixel[OND_WORLD_MAX_AXES], image[OND_WORLD_MAX_AXES], phi, theta;
  int status;

  for (int i = 0; i < self->wcs->naxis; i++)
    pixel[i] = i < self->rank ? at[i] + 1 : 1;
  return wcsp2s (self->wcs, 1, self->wcs->naxis, pixel, image, &phi, &theta, world, &status) == 0;
}

/* Rounds once, to the last decimal of a second, so that no field ever reads 60. `turn` is where the
 * whole wraps, in hours, or 0. */
static void
append_sexagesimal (GString *to, double value, int decimals, int turn)
{
  gint64 unit = 1, total;

  for (int i = 0; i < decimals; i++)
    unit *= 10;
  total = llround (fabs (value) * 3600 * (double) unit);
  if (turn > 0)
    total %= turn * 3600 * unit;
  else
    g_string_append_c (to, value < 0 && total > 0 ? '-' : '+');
  g_string_append_printf (to, "%02d:%02d:%02d", (int) (total / unit / 3600),
                          (int) (total / unit / 60 % 60), (int) (total / unit % 60));
  if (decimals > 0)
    g_string_append_printf (to, ".%0*d", decimals, (int) (total % unit));
}

static void
append_decimals (GString *to, double value, int decimals, const char *suffix)
{
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean readable = fabs (value) < 1e12; /* in full */

  g_snprintf (format, sizeof format, "%%.%d%c", readable ? decimals : 9, readable ? 'f' : 'g');
  g_string_append (to, g_ascii_formatd (text, sizeof text, format, value));
  g_string_append (to, suffix);
}

static void
append_number (GString *to, double value, const Axis *axis)
{
  append_decimals (to, value, axis->decimals, axis->suffix);
  if (axis->suffix[0] == '\0' && axis->unit[0] != '\0')
    g_string_append_printf (to, " %s", axis->unit);
}

static void
append_axis (GString *to, const Axis *axis, OndWorldStyle style, double world)
{
  if (style == OND_WORLD_DEGREES && axis->style != STYLE_NUMBER)
    {
      if (axis->style == STYLE_HOURS)
        world -= 360 * floor (world / 360);
      append_decimals (to, world, axis->decimals_degrees, "°");
      return;
    }
  switch (axis->style)
    {
    case STYLE_HOURS:
      append_sexagesimal (to, (world - 360 * floor (world / 360)) / 15, axis->decimals, 24);
      break;
    case STYLE_DEGREES:
      append_sexagesimal (to, world, axis->decimals, 0);
      break;
    case STYLE_NUMBER:
      append_number (to, world * axis->factor * axis->shown, axis);
      break;
    }
}

void
ond_world_set_style (OndWorld *self, OndWorldStyle style)
{
  g_return_if_fail (style < OND_N_WORLD_STYLES);
  self->style = style;
}

char *
ond_world_format (OndWorld *self, const double at[OND_N_AXES])
{
  g_autoptr (GString) text = g_string_new (NULL);
  double world[OND_WORLD_MAX_AXES];

  if (!ond_world_transform (self, at, world))
    return NULL;
  for (int i = 0; i < self->rank; i++)
    {
      const Axis *before = i > 0 ? &self->axes[i - 1] : NULL;

      if (!isfinite (world[i]))
        return NULL;
      if (before != NULL) /* the two halves of a sky position belong together */
        g_string_append (text, before->style == STYLE_HOURS && self->axes[i].style == STYLE_DEGREES
                                   ? " "
                                   : "  ");
      append_axis (text, &self->axes[i], self->style, world[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
ond_world_get (OndWorld *self, const double at[OND_N_AXES], int i, double *value, const char **unit)
{
  double world[OND_WORLD_MAX_AXES];

  g_return_val_if_fail (i >= 0 && i < OND_N_AXES, FALSE);
  if (i >= self->rank || !ond_world_transform (self, at, world) || !isfinite (world[i]))
    return FALSE;
  *value = world[i] * self->axes[i].factor;
  *unit = self->axes[i].unit;
  return TRUE;
}

gboolean
ond_world_get_shown (OndWorld *self, const double at[OND_N_AXES], int i, double *value,
                     const char **unit)
{
  const Axis *axis = &self->axes[i];

  if (!ond_world_get (self, at, i, value, unit))
    return FALSE;
  if (axis->style != STYLE_NUMBER)
    {
      *value /= axis->factor;
      *unit = "\u00b0";
      return TRUE;
    }
  *value *= axis->shown;
  if (axis->suffix[0] != '\0')
    *unit = axis->suffix[0] == ' ' ? axis->suffix + 1 : axis->suffix;
  return TRUE;
}

const char *
ond_world_get_version (void)
{
  return wcslib_version (NULL);
}
