/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored samples into floats: big-endian of every BITPIX, BSCALE, BZERO and BLANK. Private to
 * fits*.c. */
#pragma once

#include <glib.h>

typedef struct
{
  int bitpix;
  double scale, zero; /* value = zero + scale stored */
  gboolean has_blank; /* integers only: this stored value is invalid */
  gint64 blank;
} OndFitsScaling;

/* From the header's BSCALE, BZERO and BLANK. OND_ERROR_FILE when BSCALE or BZERO is not a number.
 * What a person should know (a keyword given twice, a BLANK that does not apply) is appended to
 * `note`. */
gboolean ond_fits_scaling_read (const char *cards, int bitpix, OndFitsScaling *self, GString *note,
                                GError **error);

/* n samples from `raw` (big-endian, of |bitpix| bits) to `out`, each rounded once to the nearest
 * float; BLANK becomes NaN. Returns how many finite values are beyond the range of float and became
 * infinite. */
gsize ond_fits_scaling_apply (const OndFitsScaling *self, const guint8 *raw, gsize n, float *out);
