/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-tiles.h"

#include "error.h"
#include "fits-codec.h"
#include "fits-header.h"
#include "fits-samples.h"
#include "fits-table.h"
#include "memory.h"

#include <math.h>
#include <string.h>

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
  const OndFitsHdu *hdu;
  const OndFitsAxes *axes;
  const Method *method;
  OndFitsTable table;
  gint64 tile[OND_FITS_MAX_AXES];
  gint64 n_tiles[OND_FITS_MAX_AXES];
  guint64 tile_samples;         /* of a whole tile */
  int rice_width, rice_block;
  gboolean smooth;              /* HCOMPRESS */
  OndFitsScaling scaling;
  Dither dither;
  gint64 dither_start;          /* ZDITHER0 - 1 */
  float *random;                /* N_RANDOM, only with dithering */
  guint8 *raw;                  /* of a tile, big-endian */
  float *samples;               /* of a tile */
} Tiles;

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

      if (!ond_fits_get_within (self->hdu->cards, key, i == 0 ? self->hdu->axes[0] : 1, limits, &self->tile[i], error))
        return FALSE;
      self->tile[i] = MIN (self->tile[i], self->hdu->axes[i]);
      self->n_tiles[i] = (self->hdu->axes[i] - 1) / self->tile[i] + 1;
      if (!ond_fits_multiply (&n, (guint64) self->n_tiles[i])
          || !ond_fits_multiply (&self->tile_samples, (guint64) self->tile[i]))
        return ond_fits_damaged (error, "its tiles are too large");
    }
  return n == (guint64) self->table.n_rows
         || ond_fits_damaged (error, "its table has %" G_GINT64_FORMAT " rows for %" G_GUINT64_FORMAT " tiles",
                              self->table.n_rows, n);
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
    return ond_fits_damaged (error, "compression %s is not supported", name ? name : "without ZCMPTYPE");
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
  if (!ond_fits_get_within (self->hdu->cards, "ZDITHER0", 1, limits, &start, error))
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
      self->raw = g_try_malloc_n ((gsize) self->tile_samples, 8);
      self->samples = g_try_malloc_n ((gsize) self->tile_samples, sizeof (float));
    }
  if (self->raw != NULL && self->samples != NULL)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "not enough memory for tiles of %" G_GUINT64_FORMAT " samples",
               self->tile_samples);
  return FALSE;
}

static gboolean
is_quantised (const Tiles *self)
{
  return self->hdu->bitpix < 0
         && (self->table.columns[OND_FITS_SCALE].type != '\0' || ond_fits_find (self->hdu->cards, "ZSCALE") != NULL);
}

/* value = (stored - random + 0.5) ZSCALE + ZZERO with dithering, stored ZSCALE + ZZERO without. Tile `number` counts
 * from 0 and says where in the random numbers it begins. */
static void
dequantise (const Tiles *self, gsize n, gint64 number)
{
  double scale = ond_fits_table_get_double (&self->table, OND_FITS_SCALE, 1);
  double zero = ond_fits_table_get_double (&self->table, OND_FITS_ZERO, 0);
  gint64 blank, first = (number + self->dither_start) % N_RANDOM;
  gboolean has_blank = ond_fits_table_get_int (&self->table, OND_FITS_BLANK, &blank);
  int next = self->dither ? (int) (self->random[first] * 500) : 0;

  for (gsize i = 0; i < n; i++)
    {
      gint32 stored = (gint32) ond_fits_big_endian (self->raw + 4 * i, 4);
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
  for (OndFitsColumnId c = OND_FITS_COMPRESSED; c <= OND_FITS_UNCOMPRESSED; c++)
    {
      if (!ond_fits_table_read_heap (&self->table, c, &tile->n_in, error))
        return FALSE;
      if (tile->n_in == 0)
        continue;
      tile->in = self->table.bytes;
      *quantised = c == OND_FITS_COMPRESSED && is_quantised (self);
      why = decoders[c](tile);
      break;
    }
  if (why == NULL && self->hdu->bitpix < 0 && tile->width != 4 && (*quantised || tile->width != 8))
    why = "a tile holds samples of the wrong width";
  return why == NULL || ond_fits_damaged (error, "corrupt or unsupported: %s", why);
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
  if (!ond_fits_table_read_row (&self->table, number, error)
      || !decode (self, &tile, &quantised, error))
    return FALSE;
  if (quantised)
    {
      dequantise (self, n, number);
      return TRUE;
    }
  /* The width says the type: some writers put doubles into a single-precision image. */
  scaling.bitpix = self->hdu->bitpix < 0 ? tile.width * -8 : tile.width * 8;
  if (self->hdu->bitpix > 0 && ond_fits_table_get_int (&self->table, OND_FITS_BLANK, &scaling.blank))
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
  for (gint64 number = 0; number < self->table.n_rows; number++)
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
  Tiles self = { .hdu = hdu, .axes = axes };
  gboolean ok = ond_fits_table_open (&self.table, input, hdu, error) && read_tiling (&self, error)
                && read_method (&self, error) && read_dither (&self, error)
                && ond_fits_scaling_read (hdu->cards, hdu->bitpix, &self.scaling, note, error)
                && allocate (&self, error) && read_all (&self, out, cancellable, error);

  g_free (self.random);
  ond_fits_table_clear (&self.table);
  g_free (self.raw);
  g_free (self.samples);
  return ok;
}
