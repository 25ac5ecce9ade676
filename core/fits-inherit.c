/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-inherit.h"

#include "fits-header.h"

#include <string.h>

#define N_KEY 8
#define N_AXES 9 /* that can be numbered here */

/* Keywords that describe how the input is stored. "#" stands for digits, which must follow. */
static const char *const storage[] = {
  "SIMPLE",   "XTENSION", "BITPIX",   "NAXIS",    "NAXIS#",  "EXTEND",  "PCOUNT",  "GCOUNT",
  "GROUPS",   "EXTNAME",  "EXTVER",   "EXTLEVEL", "INHERIT", "BLOCKED", "BSCALE",  "BZERO",
  "BLANK",    "DATAMIN",  "DATAMAX",  "CHECKSUM", "DATASUM", "ZIMAGE",  "ZSIMPLE", "ZTENSION",
  "ZEXTEND",  "ZBITPIX",  "ZNAXIS",   "ZNAXIS#",  "ZTILE#",  "ZPCOUNT", "ZGCOUNT", "ZCMPTYPE",
  "ZNAME#",   "ZVAL#",    "ZQUANTIZ", "ZDITHER0", "ZBLANK",  "ZSCALE",  "ZZERO",   "ZMASKCMP",
  "ZHECKSUM", "ZDATASUM", "ZBLOCKED", "TFIELDS",  "THEAP",   "TTYPE#",  "TFORM#",  "TUNIT#",
  "TNULL#",   "TSCAL#",   "TZERO#",   "TDISP#",   "TDIM#",   "END",
};

/* Keywords that number axes: how many of the numbers after the name are axes. */
typedef struct
{
  const char *name;
  int n_numbers, n_axes;
} Numbered;

static const Numbered numbered[] = {
  { "CTYPE", 1, 1 }, { "CUNIT", 1, 1 }, { "CRVAL", 1, 1 }, { "CRPIX", 1, 1 }, { "CDELT", 1, 1 },
  { "CNAME", 1, 1 }, { "CRDER", 1, 1 }, { "CSYER", 1, 1 }, { "CROTA", 1, 1 }, { "CZPHS", 1, 1 },
  { "CPERI", 1, 1 }, { "LTV", 1, 1 },   { "PC", 2, 2 },    { "CD", 2, 2 },    { "LTM", 2, 2 },
  { "PV", 2, 1 },    { "PS", 2, 1 },
};

typedef struct
{
  const Numbered *kind;
  int number[2];
  char version; /* of alternative coordinates, A ... Z, or '\0' */
} Key;

typedef struct
{
  const OndVolumeInfo *info;
  int map[N_AXES + 1]; /* new number of each axis from 1, 0 when it is dropped */
  int rank, n_axes;    /* kept axes; the same with those that follow them */
} Axes;

static gboolean
is_storage (const char name[N_KEY + 1])
{
  for (gsize i = 0; i < G_N_ELEMENTS (storage); i++)
    {
      gsize n = strcspn (storage[i], "#");

      if (storage[i][n] == '\0' ? strcmp (name, storage[i]) == 0
                                : strncmp (name, storage[i], n) == 0 && name[n] != '\0'
                                      && name[n + strspn (name + n, "0123456789")] == '\0')
        return TRUE;
    }
  return FALSE;
}

/* Reads digits (at most `width`, 0: any number) of *text as an axis or parameter number. */
static gboolean
take_number (const char **text, int width, int *number)
{
  int n = 0;

  *number = 0;
  for (; g_ascii_isdigit ((*text)[n]) && n < 3 && (width == 0 || n < width); n++)
    *number = *number * 10 + (*text)[n] - '0';
  *text += n;
  return n > 0 && (width == 0 || n == width);
}

/* "CTYPE3", "PC1_2A", also the old "PC001002". */
static gboolean
parse_key (const char *name, Key *key)
{
  for (gsize i = 0; i < G_N_ELEMENTS (numbered); i++)
    {
      const char *rest = name + strlen (numbered[i].name);
      gboolean old;

      *key = (Key){ .kind = &numbered[i] };
      if (!g_str_has_prefix (name, numbered[i].name))
        continue;
      old = numbered[i].n_numbers == 2 && strlen (rest) == 6 && strspn (rest, "0123456789") == 6;
      if (!take_number (&rest, old ? 3 : 0, &key->number[0]))
        continue;
      if (numbered[i].n_numbers == 2
          && ((!old && *rest++ != '_') || !take_number (&rest, 0, &key->number[1])))
        continue;
      if (g_ascii_isupper (*rest))
        key->version = *rest++;
      if (*rest == '\0')
        return TRUE;
    }
  return FALSE;
}

/* The keyword with its axes renumbered; FALSE when one of them is dropped. */
static gboolean
renumber (const Axes *self, Key *key)
{
  for (int i = 0; i < key->kind->n_axes; i++)
    {
      key->number[i] =
          key->number[i] >= 1 && key->number[i] <= N_AXES ? self->map[key->number[i]] : 0;
      if (key->number[i] == 0)
        return FALSE;
    }
  return TRUE;
}

static void
print_key (const Key *key, char name[N_KEY + 1])
{
  char second[8] = "", version[2] = { key->version, '\0' };

  if (key->kind->n_numbers == 2)
    g_snprintf (second, sizeof second, "_%d", key->number[1]);
  g_snprintf (name, N_KEY + 1, "%s%d%s%s", key->kind->name, key->number[0], second, version);
}

static double
get_numbered (const OndVolumeInfo *info, const char *format, int i, int j)
{
  char name[32];
  double value = 0;

  g_snprintf (name, sizeof name, format, i, j);
  return ond_fits_get_double (info->cards, name, &value) == OND_FITS_GOOD ? value : 0;
}

static gboolean
is_coupled (const OndVolumeInfo *info, int dropped, int kept)
{
  static const char *const matrices[] = { "PC%d_%d", "CD%d_%d" };

  for (gsize m = 0; m < G_N_ELEMENTS (matrices); m++)
    if (get_numbered (info, matrices[m], dropped, kept) != 0
        || get_numbered (info, matrices[m], kept, dropped) != 0)
      return TRUE;
  return FALSE;
}

/* Sky coordinates come in pairs, neither of which is anything alone. */
static gboolean
is_needed (const Axes *self, int axis)
{
  g_autofree char *name = g_strdup_printf ("CTYPE%d", axis),
                  *type = ond_fits_get_string (self->info->cards, name);

  if (type != NULL && ond_fits_is_celestial (type))
    return TRUE;
  for (int i = 0; i < OND_N_AXES; i++)
    if (self->info->axis[i] > 0 && is_coupled (self->info, axis, self->info->axis[i]))
      return TRUE;
  return FALSE;
}

static void
map_axes (const OndVolumeInfo *info, Axes *self)
{
  *self = (Axes){ .info = info };
  for (int i = 0; i < OND_N_AXES; i++)
    if (info->axis[i] >= 1 && info->axis[i] <= N_AXES)
      self->map[info->axis[i]] = ++self->rank;
  self->n_axes = self->rank;
  for (int axis = 1; axis <= N_AXES; axis++)
    if (self->map[axis] == 0 && is_needed (self, axis))
      self->map[axis] = ++self->n_axes;
}

static gboolean
is_sound_value (const char *card)
{
  const char *value = card + N_KEY + 2;
  gsize left = OND_FITS_CARD - N_KEY - 2, blanks = strspn (value, " "), n;

  if (blanks >= left)
    return TRUE;
  value += blanks;
  left -= blanks;
  if (*value == '\'')
    {
      for (n = 1; n < left && (value[n] != '\'' || (n + 1 < left && value[n + 1] == '\'' && ++n));
           n++)
        continue;
      return n < left;
    }
  for (n = 0; n < left && value[n] != ' ' && value[n] != '/'; n++)
    if (strchr ("+-.0123456789EDTF(,)", value[n]) == NULL)
      return FALSE;
  return TRUE;
}

/* The card as legal FITS with its keyword in `name`; FALSE when it cannot be. */
static gboolean
tidy (const char *from, char card[OND_FITS_CARD + 1], char name[N_KEY + 1])
{
  memcpy (card, from, OND_FITS_CARD);
  card[OND_FITS_CARD] = '\0';
  memcpy (name, card, N_KEY);
  name[N_KEY] = '\0';
  g_strchomp (name);
  if (name[strspn (name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] != '\0')
    return FALSE;
  if (card[N_KEY] != '=' || strcmp (name, "COMMENT") == 0 || strcmp (name, "HISTORY") == 0
      || name[0] == '\0')
    return TRUE;
  if (card[N_KEY + 1] != ' ') /* "KEY     =value": make room for the blank that belongs there */
    {
      if (card[OND_FITS_CARD - 1] != ' ')
        return FALSE;
      memmove (card + N_KEY + 2, card + N_KEY + 1, OND_FITS_CARD - N_KEY - 2);
      card[N_KEY + 1] = ' ';
    }
  return is_sound_value (card);
}

/* One plane was taken along an axis that follows the kept ones: its pixel 1 is that plane. */
static void
shift_reference (const Axes *self, int axis, char card[OND_FITS_CARD + 1])
{
  char text[G_ASCII_DTOSTR_BUF_SIZE], name[N_KEY + 1], all[OND_FITS_CARD + 64];
  gboolean is_plane = get_numbered (self->info, "NAXIS%d", axis, 0) > 1;
  double pixel;

  if (self->map[axis] <= self->rank || self->info->plane <= 1 || !is_plane)
    return;
  memcpy (name, card, N_KEY);
  name[N_KEY] = '\0';
  g_strchomp (name);
  if (ond_fits_get_double (card, name, &pixel) != OND_FITS_GOOD)
    return;
  g_ascii_formatd (text, sizeof text, "%.15G", pixel - self->info->plane + 1);
  g_snprintf (all, sizeof all, "%-8s= %20s%80s", name, text, "");
  memcpy (card, all, OND_FITS_CARD);
}

/* Adds the card to `to` when it still holds. */
static gboolean
add_card (const Axes *self, const char *from, GString *to)
{
  char card[OND_FITS_CARD + 1], name[N_KEY + 1], padded[N_KEY + 1];
  Key key;

  if (!tidy (from, card, name) || is_storage (name) || g_str_has_prefix (name, "WCSAXES"))
    return FALSE;
  if (parse_key (name, &key))
    {
      if (strcmp (key.kind->name, "CRPIX") == 0 && key.number[0] >= 1 && key.number[0] <= N_AXES)
        shift_reference (self, key.number[0], card);
      if (!renumber (self, &key))
        return FALSE;
      print_key (&key, name);
      g_snprintf (padded, sizeof padded, "%-8s", name);
      memcpy (card, padded, N_KEY);
    }
  g_string_append_len (to, card, OND_FITS_CARD);
  return TRUE;
}

GString *
ond_fits_inherit (const OndVolumeInfo *info)
{
  GString *to = g_string_new (NULL);
  gboolean kept = FALSE;
  Axes axes;

  if (info->cards == NULL)
    return to;
  map_axes (info, &axes);
  if (axes.n_axes > axes.rank)
    g_string_append_printf (to, "%-8s= %20d%50s", "WCSAXES", axes.n_axes, "");
  for (const char *card = info->cards; *card != '\0'; card += OND_FITS_CARD)
    if (strncmp (card, "CONTINUE", N_KEY) != 0)
      kept = add_card (&axes, card, to);
    else if (kept) /* a long string goes on */
      g_string_append_len (to, card, OND_FITS_CARD);
  return to;
}
