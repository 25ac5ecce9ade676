/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-card.h"

#include "fits-header.h"

#include <math.h>
#include <string.h>

#define N_STRING 68 /* between the quotes of a card */
#define N_HISTORY 72
#define N_CHECKSUM 16

static void
put_card (GString *header, const char *text)
{
  gsize n = MIN (strlen (text), OND_FITS_CARD);

  g_string_append_len (header, text, (gssize) n);
  g_string_append_printf (header, "%*s", (int) (OND_FITS_CARD - n), "");
}

static void
put_value (GString *header, const char *key, const char *value, const char *comment)
{
  g_autofree char *card =
      g_strdup_printf ("%-8s= %20s%s%s", key, value, comment ? " / " : "", comment ? comment : "");

  put_card (header, card);
}

void
ond_fits_put_int (GString *header, const char *key, gint64 value, const char *comment)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  put_value (header, key, text, comment);
}

void
ond_fits_put_logical (GString *header, const char *key, gboolean value, const char *comment)
{
  put_value (header, key, value ? "T" : "F", comment);
}

/* 15 digits when they say it exactly, 17 otherwise; a point tells a real number from a whole
 * one. */
void
ond_fits_put_double (GString *header, const char *key, double value, const char *comment)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *with_point = NULL;

  g_ascii_formatd (text, sizeof text, "%.15G", value);
  if (g_ascii_strtod (text, NULL) != value)
    g_ascii_formatd (text, sizeof text, "%.17G", value);
  if (strpbrk (text, ".EN") == NULL)
    with_point = g_strconcat (text, ".0", NULL);
  put_value (header, key, with_point ? with_point : text, comment);
}

static char *
escape (const char *text)
{
  GString *to = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text >= 0x20 && *text <= 0x7e)
      g_string_append_c (to, *text);
    else
      g_string_append_printf (to, "\\%03o", (guint) (guchar) *text);
  return g_string_free (to, FALSE);
}

void
ond_fits_put_string (GString *header, const char *key, const char *value, const char *comment)
{
  g_autofree char *plain = escape (value);
  g_autoptr (GString) quoted = g_string_new ("'");
  gsize n = 0;

  for (const char *c = plain; *c != '\0' && n + (*c == '\'') < N_STRING; c++)
    {
      n += *c == '\'' ? 2 : 1;
      g_string_append_printf (quoted, *c == '\'' ? "''" : "%c", *c);
    }
  g_string_append_printf (quoted, "%*s'", n < 8 ? (int) (8 - n) : 0, "");
  g_string_append_printf (quoted, "%*s", quoted->len < 20 ? (int) (20 - quoted->len) : 0, "");
  put_value (header, key, quoted->str, comment);
}

void
ond_fits_put_history (GString *header, const char *text)
{
  g_autofree char *plain = escape (text);
  gsize length = strlen (plain);

  for (gsize i = 0; i < length; i += N_HISTORY)
    {
      g_autofree char *card = g_strdup_printf ("HISTORY %.*s", N_HISTORY, plain + i);
      put_card (header, card);
    }
}

static guint32
fold (guint64 sum)
{
  while (sum >> 32)
    sum = (sum & G_MAXUINT32) + (sum >> 32);
  return (guint32) sum;
}

guint32
ond_fits_sum (const guint8 *bytes, gsize n, guint32 sum)
{
  guint64 total = sum;

  for (gsize i = 0; i + 4 <= n; i += 4)
    total += (guint32) bytes[i] << 24 | (guint32) bytes[i + 1] << 16 | (guint32) bytes[i + 2] << 8
             | bytes[i + 3];
  return fold (total);
}

/* The word of a float in big-endian order is its bit pattern. 2^32 words fit into 64 bits. */
guint32
ond_fits_sum_floats (const float *samples, gsize n, guint32 sum)
{
  guint64 total = sum;

  for (gsize i = 0; i < n; i++)
    {
      guint32 word;

      memcpy (&word, &samples[i], sizeof word);
      total += word;
      if (i % 4096 == 0)
        total = fold (total);
    }
  return fold (total);
}

/* A sum as 16 letters and digits that, taken as words, add up to it and to the offset of "0000"
 * (FITS 4.0, appendix J): each byte is spread over four characters, moved in pairs off the
 * punctuation, and all are rotated by one because the value begins in the last byte of a word. */
static void
encode (guint32 sum, char text[N_CHECKSUM + 1])
{
  char spread[N_CHECKSUM];

  for (int i = 0; i < 4; i++)
    {
      int byte = sum >> 8 * (3 - i) & 0xff, c[4] = { byte / 4, byte / 4, byte / 4, byte / 4 };

      c[0] += byte % 4;
      for (gboolean again = TRUE; again;)
        {
          again = FALSE;
          for (int k = 0; k < 4; k += 2)
            if (!g_ascii_isalnum (c[k] + '0') || !g_ascii_isalnum (c[k + 1] + '0'))
              {
                c[k]++;
                c[k + 1]--;
                again = TRUE;
              }
        }
      for (int k = 0; k < 4; k++)
        spread[4 * k + i] = (char) (c[k] + '0');
    }
  for (int i = 0; i < N_CHECKSUM; i++)
    text[(i + 1) % N_CHECKSUM] = spread[i];
  text[N_CHECKSUM] = '\0';
}

void
ond_fits_finish_header (GString *header, guint32 data_sum)
{
  g_autofree char *sum_text = g_strdup_printf ("%u", data_sum);
  char text[N_CHECKSUM + 1];
  gsize at = header->len;
  guint32 sum;

  ond_fits_put_string (header, "CHECKSUM", "0000000000000000", "of this header and its data");
  ond_fits_put_string (header, "DATASUM", sum_text, "of the data");
  put_card (header, "END");
  while (header->len % OND_FITS_BLOCK != 0)
    put_card (header, "");
  sum = ond_fits_sum ((const guint8 *) header->str, header->len, data_sum);
  encode (~sum, text);
  memcpy (header->str + at + 11, text, N_CHECKSUM);
}
