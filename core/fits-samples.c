/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-samples.h"

#include "error.h"
#include "fits-header.h"

#include <math.h>
#include <string.h>

static void
add_note (GString *note, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (note->len > 0)
    g_string_append (note, "; ");
  g_string_append_vprintf (note, format, arguments);
  va_end (arguments);
}

static gboolean
read_number (const char *cards, const char *key, double *value, GString *note, GError **error)
{
  g_autofree char *text = ond_fits_get_text (cards, key);

  if (ond_fits_get_double (cards, key, value) == OND_FITS_BAD)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "invalid header: %s is not a number (%s)", key,
                   text);
      return FALSE;
    }
  if (ond_fits_count (cards, key) > 1)
    add_note (note, "%s is given twice or more; the first, %s, is used", key, text);
  return TRUE;
}

static void
read_blank (const char *cards, OndFitsScaling *self, GString *note)
{
  OndFitsValue state = ond_fits_get_int (cards, "BLANK", &self->blank);

  if (state == OND_FITS_MISSING)
    return;
  self->has_blank = state == OND_FITS_GOOD && self->bitpix > 0;
  if (self->bitpix < 0)
    add_note (note, "BLANK does not apply to floating-point samples and is ignored");
  else if (state == OND_FITS_BAD)
    add_note (note, "BLANK is not a whole number and is ignored");
}

gboolean
ond_fits_scaling_read (const char *cards, int bitpix, OndFitsScaling *self, GString *note,
                       GError **error)
{
  *self = (OndFitsScaling){ .bitpix = bitpix, .scale = 1 };
  read_blank (cards, self, note);
  return read_number (cards, "BSCALE", &self->scale, note, error)
         && read_number (cards, "BZERO", &self->zero, note, error);
}

static guint32
get32 (const guint8 *raw)
{
  guint32 word;

  memcpy (&word, raw, sizeof word);
  return GUINT32_FROM_BE (word);
}

static guint64
get64 (const guint8 *raw)
{
  guint64 word;

  memcpy (&word, raw, sizeof word);
  return GUINT64_FROM_BE (word);
}

static gint64
get_integer (const guint8 *raw, int bitpix)
{
  switch (bitpix)
    {
    case 8:
      return raw[0];
    case 16:
      return (gint16) (raw[0] << 8 | raw[1]);
    case 32:
      return (gint32) get32 (raw);
    default:
      return (gint64) get64 (raw);
    }
}

/* Integers whose shift is a whole number and whose scale is 1 (among them all unsigned types) stay
 * integers until the one rounding to float: 64 bits would be rounded twice by way of double. */
static gboolean
is_whole (const OndFitsScaling *self)
{
  return self->scale == 1 && (self->zero == 0 || (self->bitpix == 64 && self->zero == 0x1p63));
}

static gsize
apply_to_integers (const OndFitsScaling *self, const guint8 *raw, gsize n, float *out)
{
  gsize step = (gsize) self->bitpix / 8, n_beyond = 0;
  gboolean whole = is_whole (self), shifted = self->zero != 0;

  for (gsize i = 0; i < n; i++, raw += step)
    {
      gint64 stored = get_integer (raw, self->bitpix);
      double value;

      if (self->has_blank && stored == self->blank)
        out[i] = NAN;
      else if (whole)
        out[i] = shifted ? (float) ((guint64) stored ^ G_GUINT64_CONSTANT (0x8000000000000000))
                         : (float) stored;
      else
        {
          value = self->zero + self->scale * (double) stored;
          out[i] = (float) value;
          n_beyond += isfinite (value) && isinf (out[i]);
        }
    }
  return n_beyond;
}

static gsize
apply_to_floats (const OndFitsScaling *self, const guint8 *raw, gsize n, float *out)
{
  gboolean plain = self->scale == 1 && self->zero == 0;
  gsize n_beyond = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint32 word = get32 (raw + 4 * i);
      float stored;
      double value;

      memcpy (&stored, &word, sizeof stored);
      value = plain ? stored : self->zero + self->scale * stored;
      out[i] = plain ? stored : (float) value;
      n_beyond += isfinite (value) && isinf (out[i]);
    }
  return n_beyond;
}

static gsize
apply_to_doubles (const OndFitsScaling *self, const guint8 *raw, gsize n, float *out)
{
  gsize n_beyond = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint64 word = get64 (raw + 8 * i);
      double stored, value;

      memcpy (&stored, &word, sizeof stored);
      value = self->scale == 1 && self->zero == 0 ? stored : self->zero + self->scale * stored;
      out[i] = (float) value;
      n_beyond += isfinite (value) && isinf (out[i]);
    }
  return n_beyond;
}

gsize
ond_fits_scaling_apply (const OndFitsScaling *self, const guint8 *raw, gsize n, float *out)
{
  if (self->bitpix > 0)
    return apply_to_integers (self, raw, n, out);
  return self->bitpix == -32 ? apply_to_floats (self, raw, n, out)
                             : apply_to_doubles (self, raw, n, out);
}
