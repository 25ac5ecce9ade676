/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-scan.h"

#include "error.h"
#include "fits-header.h"

#include <string.h>

/* All headers of a file together: 800 000 cards. A file without END must not be read to its end. */
#define MAX_HEADERS (64u << 20)

/* Keywords of an array's shape; a compressed image has the second set, besides the first for the
 * table of tiles. */
typedef struct
{
  const char *bitpix, *naxis;
} Shape;

static const Shape plain = { "BITPIX", "NAXIS" };
static const Shape within = { "ZBITPIX", "ZNAXIS" };

static void
hdu_free (gpointer data)
{
  OndFitsHdu *self = data;

  g_free (self->cards);
  g_free (self->name);
  g_free (self->why_not);
  g_free (self);
}

gboolean
ond_fits_multiply (guint64 *a, guint64 b)
{
  return !__builtin_mul_overflow (*a, b, a);
}

/* Index of the END card in n cards, or n. */
static gsize
find_end (const guint8 *raw, gsize n)
{
  gsize i = 0;

  while (i < n && memcmp (raw + i * OND_FITS_CARD, "END     ", 8) != 0)
    i++;
  return i;
}

/* Reads the header at *offset as clean cards and moves *offset to the data; NULL where there is no
 * END. */
static char *
read_header (const OndFitsInput *input, guint64 *offset, GError **error)
{
  g_autoptr (GByteArray) raw = g_byte_array_new ();
  guint64 at = *offset;

  while (at < input->size && raw->len < MAX_HEADERS)
    {
      gsize here = (gsize) MIN (OND_FITS_BLOCK, input->size - at), n = raw->len / OND_FITS_CARD,
            end;

      g_byte_array_set_size (raw, raw->len + OND_FITS_BLOCK);
      memset (raw->data + n * OND_FITS_CARD, ' ', OND_FITS_BLOCK);
      if (!ond_fits_input_read (input, raw->data + n * OND_FITS_CARD, here, at, error))
        return NULL;
      at += OND_FITS_BLOCK;
      end = n + find_end (raw->data + n * OND_FITS_CARD, OND_FITS_BLOCK / OND_FITS_CARD);
      if (end < raw->len / OND_FITS_CARD)
        {
          *offset = at;
          return ond_fits_clean_cards (raw->data, end);
        }
    }
  g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE, "the header has no END card");
  return NULL;
}

/* A whole number of the header within lo ... hi; otherwise says why not. */
static gboolean
get_limited (OndFitsHdu *self, const char *key, gint64 lo, gint64 hi, gint64 *value)
{
  g_autofree char *text = NULL;

  if (ond_fits_get_int (self->cards, key, value) == OND_FITS_GOOD && *value >= lo && *value <= hi)
    return TRUE;
  text = ond_fits_get_text (self->cards, key);
  if (text == NULL)
    self->why_not = g_strdup_printf ("invalid header: %s is missing", key);
  else
    self->why_not =
        g_strdup_printf ("invalid header: %s = %s is not a whole number from %" G_GINT64_FORMAT
                         " to %" G_GINT64_FORMAT,
                         key, text, lo, hi);
  return FALSE;
}

static gboolean
get_shape (OndFitsHdu *self, const Shape *shape)
{
  gint64 value;

  if (!get_limited (self, shape->bitpix, -64, 64, &value))
    return FALSE;
  self->bitpix = (int) value;
  if (value != 8 && value != 16 && ABS (value) != 32 && ABS (value) != 64)
    {
      self->why_not = g_strdup_printf ("invalid header: %s = %d is none of 8, 16, 32, 64, -32, -64",
                                       shape->bitpix, self->bitpix);
      return FALSE;
    }
  if (!get_limited (self, shape->naxis, 0, OND_FITS_MAX_AXES, &value))
    return FALSE;
  self->n_axes = (int) value;
  for (int i = 0; i < self->n_axes; i++)
    {
      g_autofree char *key = g_strdup_printf ("%s%d", shape->naxis, i + 1);
      if (!get_limited (self, key, 0, G_MAXINT64, &self->axes[i]))
        return FALSE;
    }
  return TRUE;
}

/* Bytes of the data: |BITPIX|/8 GCOUNT (PCOUNT + NAXIS1 ... NAXISm); random groups leave out NAXIS1
 * = 0. */
static gboolean
get_n_data (OndFitsHdu *self, gboolean groups)
{
  gint64 pcount = 0, gcount = 1;
  guint64 n = self->n_axes > 0 ? 1 : 0;
  gboolean fits = TRUE;

  if (self->number > 0 || groups)
    if ((ond_fits_find (self->cards, "PCOUNT")
         && !get_limited (self, "PCOUNT", 0, G_MAXINT64, &pcount))
        || (ond_fits_find (self->cards, "GCOUNT")
            && !get_limited (self, "GCOUNT", 0, G_MAXINT64, &gcount)))
      return FALSE;
  for (int i = groups ? 1 : 0; i < self->n_axes; i++)
    fits = fits && ond_fits_multiply (&n, (guint64) self->axes[i]);
  fits = fits && !__builtin_add_overflow (n, (guint64) pcount, &n)
         && ond_fits_multiply (&n, (guint64) gcount)
         && ond_fits_multiply (&n, (guint64) ABS (self->bitpix) / 8)
         && n < G_MAXINT64 - OND_FITS_BLOCK - self->data;
  self->n_data = fits ? n : 0;
  if (!fits)
    self->why_not = g_strdup ("too large: the axes multiply to more than a file can hold");
  return fits;
}

/* What no reader can use although the header is sound. */
static char *
describe_useless (const OndFitsHdu *self, gboolean groups)
{
  if (groups)
    return g_strdup ("random groups are not an image");
  if (self->n_axes == 0)
    return g_strdup ("it has no data (NAXIS = 0)");
  for (int i = 0; i < self->n_axes; i++)
    if (self->axes[i] == 0)
      return g_strdup_printf ("it has no data: axis %d has length 0", i + 1);
  return NULL;
}

/* FALSE when the data's size is unknown and the walk ends. */
static gboolean
examine (OndFitsHdu *self, guint64 file_size)
{
  g_autofree char *type =
      self->number > 0 ? ond_fits_get_string (self->cards, "XTENSION") : g_strdup ("IMAGE");
  gboolean groups = self->number == 0 && ond_fits_get_true (self->cards, "GROUPS");
  guint64 there = file_size > self->data ? file_size - self->data : 0;

  self->name = ond_fits_get_string (self->cards, "EXTNAME");
  self->compressed = g_strcmp0 (type, "BINTABLE") == 0 && ond_fits_get_true (self->cards, "ZIMAGE");
  self->is_image = self->compressed || g_strcmp0 (type, "IMAGE") == 0;
  if (!get_shape (self, &plain) || !get_n_data (self, groups))
    return FALSE;
  if (self->compressed && !get_shape (self, &within))
    return TRUE;
  self->why_not = describe_useless (self, groups);
  if (self->n_data > there && self->why_not == NULL)
    self->why_not = g_strdup_printf ("truncated: %" G_GUINT64_FORMAT
                                     " bytes of data declared, %" G_GUINT64_FORMAT " there",
                                     self->n_data, there);
  return self->n_data <= there;
}

/* What an extension begins with; anything else after the last one is padding. */
static gboolean
begins_extension (const OndFitsInput *input, guint64 at)
{
  char head[9] = "";

  return at < input->size && input->size - at >= sizeof head
         && ond_fits_input_read (input, head, sizeof head, at, NULL)
         && memcmp (head, "XTENSION=", sizeof head) == 0;
}

static gboolean
check_primary (const OndFitsInput *input, GError **error)
{
  char head[9];

  if (input->size < OND_FITS_BLOCK)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "not a FITS file: its %" G_GUINT64_FORMAT " bytes are less than one header",
                 input->size);
  else if (!ond_fits_input_read (input, head, sizeof head, 0, error))
    return FALSE;
  else if (memcmp (head, "SIMPLE  =", sizeof head) != 0)
    g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE,
                         "not a FITS file: it does not begin with SIMPLE");
  else
    return TRUE;
  return FALSE;
}

/* The HDU whose header is at *at, which moves to where the next one would be; *more is FALSE when
 * that is unknown. */
static OndFitsHdu *
read_hdu (const OndFitsInput *input, guint64 *at, int number, gboolean *more, GError **error)
{
  char *cards = read_header (input, at, error);
  OndFitsHdu *self;

  if (cards == NULL)
    return NULL;
  self = g_new0 (OndFitsHdu, 1);
  self->number = number;
  self->cards = cards;
  self->data = *at;
  *more = examine (self, input->size);
  *at += self->n_data + (OND_FITS_BLOCK - self->n_data % OND_FITS_BLOCK) % OND_FITS_BLOCK;
  return self;
}

GPtrArray *
ond_fits_scan (const OndFitsInput *input, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) hdus = g_ptr_array_new_with_free_func (hdu_free);
  guint64 at = 0, headers = 0;
  gboolean more = TRUE;
  OndFitsHdu *hdu;

  if (!check_primary (input, error))
    return NULL;
  hdu = read_hdu (input, &at, 0, &more, error);
  if (hdu == NULL)
    return NULL;
  g_ptr_array_add (hdus, hdu);
  if (!ond_fits_get_true (hdu->cards, "SIMPLE"))
    {
      g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE,
                           "not a FITS file of the standard: SIMPLE is not T");
      return NULL;
    }
  while (more && headers < MAX_HEADERS && begins_extension (input, at))
    {
      guint64 start = at;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      hdu = read_hdu (input, &at, (int) hdus->len, &more, NULL);
      if (hdu == NULL)
        break;
      headers += hdu->data - start;
      g_ptr_array_add (hdus, hdu);
    }
  return g_steal_pointer (&hdus);
}

char *
ond_fits_hdu_label (const OndFitsHdu *self)
{
  return self->name && self->name[0] ? g_strdup_printf ("HDU %d (%s)", self->number, self->name)
                                     : g_strdup_printf ("HDU %d", self->number);
}
