/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-tiles.h"

#include "error.h"
#include "fits-codec.h"
#include "fits-header.h"
#include "fits-samples.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/* Columns of the table that matter here. A tile's bytes are in the first of the first three that has any. */
typedef enum
{
  COLUMN_COMPRESSED,
  COLUMN_GZIP,
  COLUMN_UNCOMPRESSED,
  COLUMN_SCALE,
  COLUMN_ZERO,
  COLUMN_BLANK,
  N_COLUMNS
} ColumnId;

static const char *const column_names[N_COLUMNS] = {
  "COMPRESSED_DATA", "GZIP_COMPRESSED_DATA", "UNCOMPRESSED_DATA", "ZSCALE", "ZZERO", "ZBLANK",
};

typedef struct
{
  char type;      /* letter of TFORM, '\0' when there is no such column */
  char element;   /* of the array that P or Q points to */
  gint64 offset;  /* in a row */
} Column;

typedef struct
{
  const char *name;
  const char *(*decode) (OndFitsTile *tile); /* NULL: known, not supported */
} Method;

static const Method methods[] = {
  { "RICE_1", ond_fits_decode_rice },
  { "RICE_ONE", ond_fits_decode_rice },
  { "GZIP_1", ond_fits_decode_gzip },
  { "GZIP_2", ond_fits_decode_gzip_shuffled },
  { "NOCOMPRESS", ond_fits_decode_nothing },
  { "HCOMPRESS_1", ond_fits_decode_hcompress },
  { "PLIO_1", NULL },
};

typedef enum
{
  DITHER_NONE,
  DITHER_1,
  DITHER_2 /* the same, but zeros stay exactly zero */
} Dither;

#define N_RANDOM 10000
#define STORED_ZERO (-2147483646) /* stands for 0 with DITHER_2 */

typedef struct
{
  const OndFitsInput *input;
  const OndFitsHdu *hdu;
  const OndFitsAxes *axes;
  const Method *method;
  Column columns[N_COLUMNS];
  gint64 row_length, n_rows;
  guint64 heap, n_heap;         /* where the heap begins in the file, and its length */
  gint64 tile[OND_FITS_MAX_AXES];
  gint64 n_tiles[OND_FITS_MAX_AXES];
  guint64 tile_samples;         /* of a whole tile */
  int rice_width, rice_block;
  gboolean smooth;              /* HCOMPRESS */
  OndFitsScaling scaling;
  Dither dither;
  gint64 dither_start;          /* ZDITHER0 - 1 */
  float *random;                /* N_RANDOM, only with dithering */
  guint8 *row, *in, *raw;
  float *samples;
  gsize n_in;                   /* room of `in` */
} Tiles;

static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "compressed image: %s", text);
  return FALSE;
}

/* Bytes of a column in a row: "1PB(506)", "24A", "1D"; -1 when it is none of those. */
static gint64
parse_form (const char *form, Column *column)
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
find_columns (Tiles *self, GError **error)
{
  const char *cards = self->hdu->cards;
  gint64 n_fields = 0, offset = 0;

  ond_fits_get_int (cards, "TFIELDS", &n_fields);
  for (gint64 i = 1; i <= MIN (n_fields, 999); i++)
    {
      g_autofree char *type_key = g_strdup_printf ("TTYPE%d", (int) i);
      g_autofree char *form_key = g_strdup_printf ("TFORM%d", (int) i);
      g_autofree char *name = ond_fits_get_string (cards, type_key), *form = ond_fits_get_string (cards, form_key);
      Column column = { .offset = offset };
      gint64 width = form ? parse_form (form, &column) : -1;

      if (width < 0)
        return refuse (error, "%s is missing or invalid", form_key);
      offset += width;
      for (int c = 0; c < N_COLUMNS; c++)
        if (name != NULL && g_ascii_strcasecmp (name, column_names[c]) == 0 && width > 0)
          self->columns[c] = column;
    }
  if (offset > self->row_length)
    return refuse (error, "its columns are longer than a row");
  return TRUE;
}

static gboolean
check_columns (const Tiles *self, GError **error)
{
  for (int c = 0; c < N_COLUMNS; c++)
    {
      char type = self->columns[c].type;
      const char *allowed = c <= COLUMN_UNCOMPRESSED ? "PQ" : c == COLUMN_BLANK ? "J" : "D";

      if (type != '\0' && strchr (allowed, type) == NULL)
        return refuse (error, "column %s has type %c", column_names[c], type);
    }
  return self->columns[COLUMN_COMPRESSED].type != '\0' || refuse (error, "it has no column COMPRESSED_DATA");
}

static gboolean
get_within (const Tiles *self, const char *key, gint64 missing, const gint64 limits[2], gint64 *value, GError **error)
{
  OndFitsValue state = ond_fits_get_int (self->hdu->cards, key, value);

  if (state == OND_FITS_MISSING)
    *value = missing;
  return (state != OND_FITS_BAD && *value >= limits[0] && *value <= limits[1])
         || refuse (error, "%s is not a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, key, limits[0],
                    limits[1]);
}

/* The table: NAXIS2 rows of NAXIS1 bytes, then the heap up to the end of the data; all of it is in the file. */
static gboolean
read_table (Tiles *self, GError **error)
{
  const gint64 in_data[2] = { 0, (gint64) self->hdu->n_data };
  guint64 n_table;
  gint64 heap;

  if (!get_within (self, "NAXIS1", -1, in_data, &self->row_length, error)
      || !get_within (self, "NAXIS2", -1, in_data, &self->n_rows, error))
    return FALSE;
  n_table = (guint64) self->row_length;
  if (!ond_fits_multiply (&n_table, (guint64) self->n_rows) || n_table > self->hdu->n_data)
    return refuse (error, "its table is longer than its data");
  if (!get_within (self, "THEAP", (gint64) n_table, in_data, &heap, error))
    return FALSE;
  self->heap = self->hdu->data + (guint64) heap;
  self->n_heap = self->hdu->n_data - (guint64) heap;
  return find_columns (self, error) && check_columns (self, error);
}

/* ZTILEn: whole rows when missing. There must be one row of the table a tile. */
static gboolean
read_tiling (Tiles *self, GError **error)
{
  guint64 n = 1;

  self->tile_samples = 1;
  for (int i = 0; i < self->hdu->n_axes; i++)
    {
      g_autofree char *key = g_strdup_printf ("ZTILE%d", i + 1);
      const gint64 limits[2] = { 1, G_MAXINT32 };

      if (!get_within (self, key, i == 0 ? self->hdu->axes[0] : 1, limits, &self->tile[i], error))
        return FALSE;
      self->tile[i] = MIN (self->tile[i], self->hdu->axes[i]);
      self->n_tiles[i] = (self->hdu->axes[i] - 1) / self->tile[i] + 1;
      if (!ond_fits_multiply (&n, (guint64) self->n_tiles[i])
          || !ond_fits_multiply (&self->tile_samples, (guint64) self->tile[i]))
        return refuse (error, "its tiles are too large");
    }
  return n == (guint64) self->n_rows
         || refuse (error, "its table has %" G_GINT64_FORMAT " rows for %" G_GUINT64_FORMAT " tiles", self->n_rows, n);
}

/* A parameter of the method: ZNAMEi names it, ZVALi is its value. */
static gint64
get_parameter (const char *cards, const char *name, gint64 missing)
{
  for (int i = 1; i <= 9; i++)
    {
      g_autofree char *name_key = g_strdup_printf ("ZNAME%d", i), *value_key = g_strdup_printf ("ZVAL%d", i);
      g_autofree char *found = ond_fits_get_string (cards, name_key);
      gint64 value;

      if (g_strcmp0 (found, name) == 0 && ond_fits_get_int (cards, value_key, &value) == OND_FITS_GOOD)
        return value;
    }
  return missing;
}

static gboolean
read_method (Tiles *self, GError **error)
{
  g_autofree char *name = ond_fits_get_string (self->hdu->cards, "ZCMPTYPE");
  gint64 width = get_parameter (self->hdu->cards, "BYTEPIX", 4);
  gint64 block = get_parameter (self->hdu->cards, "BLOCKSIZE", 32);

  for (gsize i = 0; i < G_N_ELEMENTS (methods) && self->method == NULL; i++)
    if (g_strcmp0 (methods[i].name, name) == 0)
      self->method = &methods[i];
  if (self->method == NULL || self->method->decode == NULL)
    return refuse (error, "compression %s is not supported", name ? name : "without ZCMPTYPE");
  self->rice_width = (int) CLAMP (width, 0, 8);
  self->rice_block = (int) CLAMP (block, 0, 4096);
  self->smooth = get_parameter (self->hdu->cards, "SMOOTH", 0) != 0;
  return TRUE;
}

/* The pseudo-random numbers that every writer and reader of dithered tiles shares (FITS 4.0, appendix I). */
static float *
make_random (void)
{
  float *random = g_new (float, N_RANDOM);
  guint64 seed = 1;

  for (int i = 0; i < N_RANDOM; i++)
    {
      seed = seed * 16807 % 2147483647;
      random[i] = (float) ((double) seed / 2147483647.0);
    }
  return random;
}

static gboolean
read_dither (Tiles *self, GError **error)
{
  g_autofree char *name = ond_fits_get_string (self->hdu->cards, "ZQUANTIZ");
  const gint64 limits[2] = { 1, N_RANDOM };
  gint64 start;

  if (g_strcmp0 (name, "SUBTRACTIVE_DITHER_1") == 0)
    self->dither = DITHER_1;
  else if (g_strcmp0 (name, "SUBTRACTIVE_DITHER_2") == 0)
    self->dither = DITHER_2;
  else
    return TRUE;
  if (!get_within (self, "ZDITHER0", 1, limits, &start, error))
    return FALSE;
  self->dither_start = start - 1;
  self->random = make_random ();
  return TRUE;
}

static gboolean
allocate (Tiles *self, GError **error)
{
  guint64 bytes = self->tile_samples;

  if (ond_fits_multiply (&bytes, 8 + sizeof (float)) && bytes <= ond_memory_budget ())
    {
      self->row = g_try_malloc ((gsize) MAX (self->row_length, 1));
      self->raw = g_try_malloc_n ((gsize) self->tile_samples, 8);
      self->samples = g_try_malloc_n ((gsize) self->tile_samples, sizeof (float));
    }
  if (self->row != NULL && self->raw != NULL && self->samples != NULL)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "not enough memory for tiles of %" G_GUINT64_FORMAT " samples",
               self->tile_samples);
  return FALSE;
}

static gint64
get_number (const guint8 *bytes, int width)
{
  guint64 value = 0;

  for (int i = 0; i < width; i++)
    value = value << 8 | bytes[i];
  return (gint64) value;
}

/* Reads what descriptor `c` of the current row points to; *n is 0 when it points to nothing. */
static gboolean
read_heap (Tiles *self, ColumnId c, gsize *n, GError **error)
{
  const Column *column = &self->columns[c];
  int width = column->type == 'Q' ? 8 : 4;
  gint64 length, offset, size = column->element == 'D' || column->element == 'K' ? 8
                                : column->element == 'E' || column->element == 'J' ? 4
                                : column->element == 'I' ? 2 : 1;

  *n = 0;
  if (column->type == '\0')
    return TRUE;
  length = get_number (self->row + column->offset, width);
  offset = get_number (self->row + column->offset + width, width);
  if (length < 0 || offset < 0 || (guint64) offset > self->n_heap
      || (guint64) length > (self->n_heap - (guint64) offset) / (guint64) size || length * size > G_MAXINT32)
    return refuse (error, "a tile lies beyond the end of the data");
  *n = (gsize) (length * size);
  if (*n > self->n_in)
    {
      g_free (self->in);
      self->n_in = *n;
      self->in = g_try_malloc (self->n_in);
      if (self->in == NULL)
        return refuse (error, "not enough memory for a tile of %" G_GSIZE_FORMAT " bytes", *n);
    }
  return ond_fits_input_read (self->input, self->in, *n, self->heap + (guint64) offset, error);
}

/* A double of the row, or of the header when there is no such column. */
static double
get_row_double (const Tiles *self, ColumnId c, double missing)
{
  const Column *column = &self->columns[c];
  double value = missing;
  gint64 bits;

  if (column->type == '\0')
    return ond_fits_get_double (self->hdu->cards, column_names[c], &value) == OND_FITS_GOOD ? value : missing;
  bits = get_number (self->row + column->offset, 8);
  memcpy (&value, &bits, sizeof value);
  return value;
}

static gboolean
is_quantised (const Tiles *self)
{
  return self->hdu->bitpix < 0
         && (self->columns[COLUMN_SCALE].type != '\0' || ond_fits_find (self->hdu->cards, "ZSCALE") != NULL);
}

/* The stored integer that stands for an invalid sample; FALSE when there is none. */
static gboolean
get_blank (const Tiles *self, gint64 *blank)
{
  if (self->columns[COLUMN_BLANK].type != '\0')
    *blank = (gint32) get_number (self->row + self->columns[COLUMN_BLANK].offset, 4);
  else if (ond_fits_get_int (self->hdu->cards, "ZBLANK", blank) != OND_FITS_GOOD)
    return FALSE;
  return TRUE;
}

/* value = (stored - random + 0.5) ZSCALE + ZZERO with dithering, stored ZSCALE + ZZERO without. Tile `number` counts
 * from 0 and says where in the random numbers it begins. */
static void
dequantise (const Tiles *self, gsize n, gint64 number)
{
  double scale = get_row_double (self, COLUMN_SCALE, 1), zero = get_row_double (self, COLUMN_ZERO, 0);
  gint64 blank, first = (number + self->dither_start) % N_RANDOM;
  gboolean has_blank = get_blank (self, &blank);
  int next = self->dither ? (int) (self->random[first] * 500) : 0;

  for (gsize i = 0; i < n; i++)
    {
      gint32 stored = (gint32) get_number (self->raw + 4 * i, 4);
      double value = stored;

      if (self->dither)
        {
          value = value - self->random[next] + 0.5;
          if (++next == N_RANDOM)
            {
              first = (first + 1) % N_RANDOM;
              next = (int) (self->random[first] * 500);
            }
        }
      value = self->dither == DITHER_2 && stored == STORED_ZERO ? 0 : value * scale + zero;
      value = self->scaling.zero + self->scaling.scale * value;
      self->samples[i] = has_blank && stored == blank ? NAN : (float) value;
    }
}

/* Decodes the current row into `raw`; *quantised is whether the samples are integers that stand for floats. */
static gboolean
decode (Tiles *self, OndFitsTile *tile, gboolean *quantised, GError **error)
{
  const char *(*decoders[]) (OndFitsTile *) = { self->method->decode, ond_fits_decode_gzip, ond_fits_decode_nothing };
  const char *why = "a tile has no data";

  tile->out = self->raw;
  tile->width = self->rice_width;
  tile->block = self->rice_block;
  tile->smooth = self->smooth;
  for (ColumnId c = COLUMN_COMPRESSED; c <= COLUMN_UNCOMPRESSED; c++)
    {
      if (!read_heap (self, c, &tile->n_in, error))
        return FALSE;
      if (tile->n_in == 0)
        continue;
      tile->in = self->in;
      *quantised = c == COLUMN_COMPRESSED && is_quantised (self);
      why = decoders[c](tile);
      break;
    }
  if (why == NULL && self->hdu->bitpix < 0 && tile->width != 4 && (*quantised || tile->width != 8))
    why = "a tile holds samples of the wrong width";
  return why == NULL || refuse (error, "corrupt or unsupported: %s", why);
}

/* Where a tile lies: the first sample and the number of samples along each axis. */
typedef struct
{
  gint64 first[OND_FITS_MAX_AXES], n[OND_FITS_MAX_AXES];
  gsize n_samples;
} Place;

static void
find_place (const Tiles *self, gint64 number, Place *place)
{
  place->n_samples = 1;
  for (int i = 0; i < self->hdu->n_axes; i++)
    {
      place->first[i] = number % self->n_tiles[i] * self->tile[i];
      place->n[i] = MIN (self->tile[i], self->hdu->axes[i] - place->first[i]);
      place->n_samples *= (gsize) place->n[i];
      number /= self->n_tiles[i];
    }
}

/* Tile `number` into `samples`. */
static gboolean
read_tile (Tiles *self, gint64 number, const Place *place, GError **error)
{
  gsize n = place->n_samples;
  OndFitsTile tile = { .n = n, .length = n };
  OndFitsScaling scaling = self->scaling;
  gboolean quantised = FALSE;

  for (int i = self->hdu->n_axes - 1; i >= 0; i--)
    if (place->n[i] > 1)
      tile.length = (gsize) place->n[i];
  if (!ond_fits_input_read (self->input, self->row, (gsize) self->row_length,
                            self->hdu->data + (guint64) (number * self->row_length), error)
      || !decode (self, &tile, &quantised, error))
    return FALSE;
  if (quantised)
    {
      dequantise (self, n, number);
      return TRUE;
    }
  /* The width says the type: some writers put doubles into a single-precision image. */
  scaling.bitpix = self->hdu->bitpix < 0 ? tile.width * -8 : tile.width * 8;
  if (self->hdu->bitpix > 0 && get_blank (self, &scaling.blank))
    scaling.has_blank = TRUE;
  ond_fits_scaling_apply (&scaling, self->raw, n, self->samples);
  return TRUE;
}

/* Where the row of a tile that begins at `at` begins in the volume, and whether it is in the wanted plane. */
static gboolean
find_row (const Tiles *self, const gint64 at[OND_FITS_MAX_AXES], guint64 *index)
{
  int plane_axis = self->axes->plane_axis - 1;
  guint64 stride = 1;

  *index = 0;
  for (int k = 0; k < self->hdu->n_axes; k++)
    if (k != plane_axis)
      {
        *index += (guint64) at[k] * stride;
        stride *= (guint64) self->hdu->axes[k];
      }
  return plane_axis < 1 || at[plane_axis] == self->axes->plane - 1;
}

/* Copies the samples of a tile that are in the wanted plane, row by row; of a row along the planes' axis, one. */
static void
put_tile (const Tiles *self, const Place *place, float *out)
{
  gboolean along_planes = self->axes->plane_axis == 1;
  gsize length = (gsize) place->n[0], skip = along_planes ? (gsize) (self->axes->plane - 1 - place->first[0]) : 0;
  gint64 at[OND_FITS_MAX_AXES];
  guint64 index;

  memcpy (at, place->first, sizeof at);
  for (gsize i = 0; i < place->n_samples; i += length)
    {
      if (find_row (self, at, &index))
        memcpy (out + index, self->samples + i + skip, (along_planes ? 1 : length) * sizeof *out);
      for (int k = 1; k < self->hdu->n_axes && ++at[k] == place->first[k] + place->n[k]; k++)
        at[k] = place->first[k];
    }
}

static gboolean
holds_plane (const Tiles *self, const Place *place)
{
  int k = self->axes->plane_axis - 1;

  return k < 0 || (self->axes->plane > place->first[k] && self->axes->plane <= place->first[k] + place->n[k]);
}

static gboolean
read_all (Tiles *self, float *out, GCancellable *cancellable, GError **error)
{
  for (gint64 number = 0; number < self->n_rows; number++)
    {
      Place place;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      find_place (self, number, &place);
      if (!holds_plane (self, &place))
        continue;
      if (!read_tile (self, number, &place, error))
        return FALSE;
      put_tile (self, &place, out);
    }
  return TRUE;
}

gboolean
ond_fits_tiles_read (const OndFitsInput *input, const OndFitsHdu *hdu, const OndFitsAxes *axes, float *out,
                     GString *note, GCancellable *cancellable, GError **error)
{
  Tiles self = { .input = input, .hdu = hdu, .axes = axes };
  gboolean ok = read_table (&self, error) && read_tiling (&self, error) && read_method (&self, error)
                && read_dither (&self, error)
                && ond_fits_scaling_read (hdu->cards, hdu->bitpix, &self.scaling, note, error)
                && allocate (&self, error) && read_all (&self, out, cancellable, error);

  g_free (self.random);
  g_free (self.row);
  g_free (self.in);
  g_free (self.raw);
  g_free (self.samples);
  return ok;
}
