/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-table.h"

#include "error.h"
#include "fits-header.h"

#include <string.h>

static const char *const column_names[OND_FITS_N_COLUMNS] = {
  "COMPRESSED_DATA", "GZIP_COMPRESSED_DATA", "UNCOMPRESSED_DATA", "ZSCALE", "ZZERO", "ZBLANK",
};

gboolean
ond_fits_damaged (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "compressed image: %s", text);
  return FALSE;
}

gint64
ond_fits_big_endian (const guint8 *bytes, int width)
{
  guint64 value = 0;

  for (int i = 0; i < width; i++)
    value = value << 8 | bytes[i];
  return (gint64) value;
}

/* Bytes of a column in a row: "1PB(506)", "24A", "1D"; -1 when it is none of those. */
static gint64
parse_form (const char *form, OndFitsColumn *column)
{
  static const char letters[] = "LBAXIJKEDCMPQ";
  static const int widths[] = { 1, 1, 1, 1, 2, 4, 8, 4, 8, 8, 16, 8, 16 };
  char *end;
  gint64 repeat = g_ascii_strtoll (form, &end, 10);
  const char *letter = *end ? strchr (letters, *end) : NULL;

  if (end == form)
    repeat = 1;
  if (letter == NULL || repeat < 0 || repeat > G_MAXINT32)
    return -1;
  column->type = *end;
  column->element = *end == 'P' || *end == 'Q' ? end[1] : '\0';
  return *end == 'X' ? (repeat + 7) / 8 : repeat * widths[letter - letters];
}

static gboolean
find_columns (OndFitsTable *self, GError **error)
{
  const char *cards = self->hdu->cards;
  gint64 n_fields = 0, offset = 0;

  ond_fits_get_int (cards, "TFIELDS", &n_fields);
  for (gint64 i = 1; i <= MIN (n_fields, 999); i++)
    {
      g_autofree char *type_key = g_strdup_printf ("TTYPE%d", (int) i);
      g_autofree char *form_key = g_strdup_printf ("TFORM%d", (int) i);
      g_autofree char *name = ond_fits_get_string (cards, type_key), *form = ond_fits_get_string (cards, form_key);
      OndFitsColumn column = { .offset = offset };
      gint64 width = form ? parse_form (form, &column) : -1;

      if (width < 0)
        return ond_fits_damaged (error, "%s is missing or invalid", form_key);
      offset += width;
      for (int c = 0; c < OND_FITS_N_COLUMNS; c++)
        if (name != NULL && g_ascii_strcasecmp (name, column_names[c]) == 0 && width > 0)
          self->columns[c] = column;
    }
  if (offset > self->row_length)
    return ond_fits_damaged (error, "its columns are longer than a row");
  return TRUE;
}

static gboolean
check_columns (const OndFitsTable *self, GError **error)
{
  for (int c = 0; c < OND_FITS_N_COLUMNS; c++)
    {
      char type = self->columns[c].type;
      const char *allowed = c <= OND_FITS_UNCOMPRESSED ? "PQ" : c == OND_FITS_BLANK ? "J" : "D";

      if (type != '\0' && strchr (allowed, type) == NULL)
        return ond_fits_damaged (error, "column %s has type %c", column_names[c], type);
    }
  return self->columns[OND_FITS_COMPRESSED].type != '\0'
         || ond_fits_damaged (error, "it has no column COMPRESSED_DATA");
}

gboolean
ond_fits_get_within (const char *cards, const char *key, gint64 missing, const gint64 limits[2], gint64 *value,
                     GError **error)
{
  OndFitsValue state = ond_fits_get_int (cards, key, value);

  if (state == OND_FITS_MISSING)
    *value = missing;
  return (state != OND_FITS_BAD && *value >= limits[0] && *value <= limits[1])
         || ond_fits_damaged (error, "%s is not a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, key,
                              limits[0], limits[1]);
}

/* The table: NAXIS2 rows of NAXIS1 bytes, then the heap up to the end of the data; all of it is in the file. */
static gboolean
read_table (OndFitsTable *self, GError **error)
{
  const gint64 in_data[2] = { 0, (gint64) self->hdu->n_data };
  guint64 n_table;
  gint64 heap;

  if (!ond_fits_get_within (self->hdu->cards, "NAXIS1", -1, in_data, &self->row_length, error)
      || !ond_fits_get_within (self->hdu->cards, "NAXIS2", -1, in_data, &self->n_rows, error))
    return FALSE;
  n_table = (guint64) self->row_length;
  if (!ond_fits_multiply (&n_table, (guint64) self->n_rows) || n_table > self->hdu->n_data)
    return ond_fits_damaged (error, "its table is longer than its data");
  if (!ond_fits_get_within (self->hdu->cards, "THEAP", (gint64) n_table, in_data, &heap, error))
    return FALSE;
  self->heap = self->hdu->data + (guint64) heap;
  self->n_heap = self->hdu->n_data - (guint64) heap;
  return find_columns (self, error) && check_columns (self, error);
}

gboolean
ond_fits_table_open (OndFitsTable *self, const OndFitsInput *input, const OndFitsHdu *hdu, GError **error)
{
  self->input = input;
  self->hdu = hdu;
  if (!read_table (self, error))
    return FALSE;
  self->row = g_try_malloc ((gsize) self->row_length);
  if (self->row != NULL)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "not enough memory for a row of %" G_GINT64_FORMAT " bytes",
               self->row_length);
  return FALSE;
}

void
ond_fits_table_clear (OndFitsTable *self)
{
  g_free (self->row);
  g_free (self->bytes);
}

gboolean
ond_fits_table_read_row (OndFitsTable *self, gint64 number, GError **error)
{
  guint64 offset = (guint64) number * (guint64) self->row_length;

  return ond_fits_input_read (self->input, self->row, (gsize) self->row_length, self->hdu->data + offset, error);
}

/* Bytes of an element of the arrays in the heap. */
static gint64
element_size (const OndFitsColumn *column)
{
  switch (column->element)
    {
    case 'D':
    case 'K':
      return 8;
    case 'E':
    case 'J':
      return 4;
    case 'I':
      return 2;
    default:
      return 1;
    }
}

gboolean
ond_fits_table_read_heap (OndFitsTable *self, OndFitsColumnId id, gsize *n, GError **error)
{
  const OndFitsColumn *column = &self->columns[id];
  int width = column->type == 'Q' ? 8 : 4;
  gint64 length, offset, size = element_size (column);

  *n = 0;
  if (column->type == '\0')
    return TRUE;
  length = ond_fits_big_endian (self->row + column->offset, width);
  offset = ond_fits_big_endian (self->row + column->offset + width, width);
  if (length < 0 || offset < 0 || (guint64) offset > self->n_heap
      || (guint64) length > (self->n_heap - (guint64) offset) / (guint64) size || length * size > G_MAXINT32)
    return ond_fits_damaged (error, "a tile lies beyond the end of the data");
  *n = (gsize) (length * size);
  if (*n > self->room)
    {
      g_free (self->bytes);
      self->room = *n;
      self->bytes = g_try_malloc (self->room);
      if (self->bytes == NULL)
        return ond_fits_damaged (error, "not enough memory for a tile of %" G_GSIZE_FORMAT " bytes", *n);
    }
  return ond_fits_input_read (self->input, self->bytes, *n, self->heap + (guint64) offset, error);
}

double
ond_fits_table_get_double (const OndFitsTable *self, OndFitsColumnId id, double missing)
{
  const OndFitsColumn *column = &self->columns[id];
  double value = missing;
  gint64 bits;

  if (column->type == '\0')
    return ond_fits_get_double (self->hdu->cards, column_names[id], &value) == OND_FITS_GOOD ? value : missing;
  bits = ond_fits_big_endian (self->row + column->offset, 8);
  memcpy (&value, &bits, sizeof value);
  return value;
}

gboolean
ond_fits_table_get_int (const OndFitsTable *self, OndFitsColumnId id, gint64 *value)
{
  if (self->columns[id].type == '\0')
    return ond_fits_get_int (self->hdu->cards, column_names[id], value) == OND_FITS_GOOD;
  *value = (gint32) ond_fits_big_endian (self->row + self->columns[id].offset, 4);
  return TRUE;
}
