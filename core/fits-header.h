/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FITS header cards as text: cleaning, finding and parsing values. `cards` is always what
 * ond_fits_clean_cards() made: printable ASCII, 80 bytes a card, no END, ended by NUL. Of a keyword
 * given twice the first counts. Knows nothing of files. Private to fits*.c and world.c. */
#pragma once

#include <glib.h>

#define OND_FITS_CARD 80
#define OND_FITS_BLOCK 2880

typedef enum
{
  OND_FITS_MISSING,
  OND_FITS_GOOD,
  OND_FITS_BAD /* the card is there and its value is not of the type asked for */
} OndFitsValue;

/* n cards of raw bytes as clean text: the micro sign becomes u (it is common in units of length),
 * other bytes outside printable ASCII become blanks. Free with g_free. */
char *ond_fits_clean_cards (const guint8 *raw, gsize n);

/* The first card with this keyword and a value, or NULL; and how many there are. */
const char *ond_fits_find (const char *cards, const char *key);
guint ond_fits_count (const char *cards, const char *key);

OndFitsValue ond_fits_get_int (const char *cards, const char *key, gint64 *value);
OndFitsValue ond_fits_get_double (const char *cards, const char *key,
                                  double *value); /* always finite */
gboolean ond_fits_get_true (const char *cards, const char *key);

/* The string without quotes and trailing blanks, or NULL. Free with g_free. */
char *ond_fits_get_string (const char *cards, const char *key);

/* The value's text as it stands on the first card, without its comment, for messages. Free with
 * g_free. */
char *ond_fits_get_text (const char *cards, const char *key);

/* Is this CTYPE one half of a pair of sky coordinates ("RA---TAN", "GLAT-CAR")? */
gboolean ond_fits_is_celestial (const char *ctype);
