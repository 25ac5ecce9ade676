/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-header.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define N_KEY 8 /* bytes of a keyword */
#define VALUE 9 /* where a value may begin: some writers leave out the blank after "=" */
#define N_NUMBER 72

/* "u" for the micro sign or the letter mu in Latin-1 or UTF-8 (B5, C2 B5, CE BC); *length is in
 * bytes. */
static char
clean_byte (const guint8 *raw, gsize left, gsize *length)
{
  *length = 1;
  if (raw[0] == 0xb5)
    return 'u';
  if (left > 1 && ((raw[0] == 0xc2 && raw[1] == 0xb5) || (raw[0] == 0xce && raw[1] == 0xbc)))
    {
      *length = 2;
      return 'u';
    }
  return raw[0] < 0x20 || raw[0] > 0x7e ? ' ' : (char) raw[0];
}

char *
ond_fits_clean_cards (const guint8 *raw, gsize n)
{
  char *cards = g_malloc (n * OND_FITS_CARD + 1);

  memset (cards, ' ', n * OND_FITS_CARD);
  for (gsize i = 0; i < n; i++)
    for (gsize from = 0, to = 0, length; from < OND_FITS_CARD; from += length, to++)
      cards[i * OND_FITS_CARD + to] =
          clean_byte (raw + i * OND_FITS_CARD + from, OND_FITS_CARD - from, &length);
  cards[n * OND_FITS_CARD] = '\0';
  return cards;
}

static gboolean
is_key (const char *card, const char *key)
{
  gsize n = strlen (key);

  return n <= N_KEY && memcmp (card, key, n) == 0 && strspn (card + n, " ") >= N_KEY - n
         && card[N_KEY] == '=';
}

const char *
ond_fits_find (const char *cards, const char *key)
{
  for (; *cards != '\0'; cards += OND_FITS_CARD)
    if (is_key (cards, key))
      return cards;
  return NULL;
}

guint
ond_fits_count (const char *cards, const char *key)
{
  guint n = 0;

  for (; *cards != '\0'; cards += OND_FITS_CARD)
    n += is_key (cards, key);
  return n;
}

/* The first word of a value that is not a string, FORTRAN's exponent letter D read as E; "" when
 * there is none. */
static void
get_word (const char *card, char word[N_NUMBER])
{
  gsize n = 0, i = VALUE + strspn (card + VALUE, " ");

  for (; i < OND_FITS_CARD && card[i] != ' ' && card[i] != '/' && n < N_NUMBER - 1; i++)
    word[n++] = card[i] == 'D' || card[i] == 'd' ? 'E' : card[i];
  word[n] = '\0';
}

OndFitsValue
ond_fits_get_int (const char *cards, const char *key, gint64 *value)
{
  const char *card = ond_fits_find (cards, key);
  char word[N_NUMBER], *end;

  if (card == NULL)
    return OND_FITS_MISSING;
  get_word (card, word);
  errno = 0;
  *value = g_ascii_strtoll (word, &end, 10);
  return word[0] != '\0' && *end == '\0' && errno == 0 ? OND_FITS_GOOD : OND_FITS_BAD;
}

OndFitsValue
ond_fits_get_double (const char *cards, const char *key, double *value)
{
  const char *card = ond_fits_find (cards, key);
  char word[N_NUMBER], *end;

  if (card == NULL)
    return OND_FITS_MISSING;
  get_word (card, word);
  if (word[0] == '\0'
      || word[strspn (word, "+-.0123456789Ee")] != '\0') /* strtod knows "nan", "0x1p3" as well */
    return OND_FITS_BAD;
  *value = g_ascii_strtod (word, &end);
  return *end == '\0' && isfinite (*value) ? OND_FITS_GOOD : OND_FITS_BAD;
}

gboolean
ond_fits_get_true (const char *cards, const char *key)
{
  const char *card = ond_fits_find (cards, key);
  char word[N_NUMBER] = "";

  if (card != NULL)
    get_word (card, word);
  return strcmp (word, "T") == 0;
}

char *
ond_fits_get_string (const char *cards, const char *key)
{
  const char *card = ond_fits_find (cards, key);
  gsize i = VALUE;
  GString *text;

  if (card == NULL)
    return NULL;
  i += strspn (card + VALUE, " ");
  if (i >= OND_FITS_CARD || card[i] != '\'')
    return NULL;
  text = g_string_new (NULL);
  for (i++; i < OND_FITS_CARD; i++)
    {
      if (card[i] == '\'' && (i + 1 == OND_FITS_CARD || card[++i] != '\''))
        break;
      g_string_append_c (text, card[i]);
    }
  g_strchomp (text->str);
  return g_string_free (text, FALSE);
}

char *
ond_fits_get_text (const char *cards, const char *key)
{
  const char *card = ond_fits_find (cards, key);
  char word[N_NUMBER];
  char *string = ond_fits_get_string (cards, key);

  if (card == NULL || string != NULL)
    return string;
  get_word (card, word);
  return g_strdup (word);
}

gboolean
ond_fits_is_celestial (const char *ctype)
{
  return g_str_has_prefix (ctype, "RA--") || g_str_has_prefix (ctype, "DEC-")
         || (strlen (ctype) > 4
             && (strncmp (ctype + 1, "LON", 3) == 0 || strncmp (ctype + 1, "LAT", 3) == 0));
}
