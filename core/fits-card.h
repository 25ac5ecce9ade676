/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Header cards as they are written, and the checksums of a header and its data. Private to
 * fits*.c. */
#pragma once

#include <glib.h>

/* Each appends one card of 80 bytes; comment may be NULL. Strings are cut at 68 characters, bytes
 * outside printable ASCII become octal escapes. */
void ond_fits_put_int (GString *header, const char *key, gint64 value, const char *comment);
void ond_fits_put_double (GString *header, const char *key, double value, const char *comment);
void ond_fits_put_logical (GString *header, const char *key, gboolean value, const char *comment);
void ond_fits_put_string (GString *header, const char *key, const char *value, const char *comment);

/* As many HISTORY cards as `text` needs. */
void ond_fits_put_history (GString *header, const char *text);

/* Ends the header with CHECKSUM, DATASUM, END and blanks up to a block. `data_sum` is
 * ond_fits_sum() of the data. */
void ond_fits_finish_header (GString *header, guint32 data_sum);

/* Ones' complement sum of big-endian 32-bit words (FITS 4.0, appendix J), going on from `sum`.
 * ond_fits_sum_floats() is that of floats as they will be written. n bytes: a multiple of 4. */
guint32 ond_fits_sum (const guint8 *bytes, gsize n, guint32 sum);
guint32 ond_fits_sum_floats (const float *samples, gsize n, guint32 sum);
