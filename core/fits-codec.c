/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-codec.h"

#include <string.h>
#include <zlib.h>

#define DEFLATE_WINDOW (15 + 32) /* zlib's way of accepting both gzip and zlib streams */

typedef struct
{
  const guint8 *next, *end;
  guint64 bits;  /* the lowest n of these are not used yet */
  int n;
  gboolean cut;  /* more bits were asked for than there are */
} BitReader;

static void
fill (BitReader *self)
{
  if (self->next == self->end)
    self->cut = TRUE;
  self->bits = self->bits << 8 | (self->cut ? 0 : *self->next++);
  self->n += 8;
}

/* At most 32 bits, the first the most significant. */
static guint32
get_bits (BitReader *self, int n)
{
  while (self->n < n)
    fill (self);
  self->n -= n;
  return (guint32) (self->bits >> self->n & ((G_GUINT64_CONSTANT (1) << n) - 1));
}

/* Zeros before the next one, which is taken too. */
static guint32
get_zeros (BitReader *self)
{
  guint32 zeros = 0;

  while (!self->cut)
    {
      guint64 window = self->n > 0 ? self->bits << (64 - self->n) : 0; /* the unused bits, at the top */
      int here = window != 0 ? __builtin_clzll (window) : self->n;

      zeros += (guint32) here;
      self->n -= here;
      if (window != 0)
        {
          self->n--;
          break;
        }
      fill (self);
    }
  return zeros;
}

/* How samples of each width are coded: bits of a block's parameter, and its value that says "not coded". */
static gboolean
rice_parameters (int width, int *bits, int *verbatim)
{
  *bits = width == 1 ? 3 : width == 2 ? 4 : 5;
  *verbatim = width == 1 ? 6 : width == 2 ? 14 : 25;
  return width == 1 || width == 2 || width == 4;
}

static void
put_big_endian (guint8 *out, int width, guint32 value)
{
  for (int i = 0; i < width; i++)
    out[i] = (guint8) (value >> 8 * (width - 1 - i));
}

/* Differences are folded, 0 -1 1 -2 2 ... as 0 1 2 3 4 ...; sums wrap at the width. */
static guint32
unfold (guint32 folded)
{
  return folded & 1 ? ~(folded >> 1) : folded >> 1;
}

const char *
ond_fits_decode_rice (OndFitsTile *tile)
{
  BitReader reader = { .next = tile->in, .end = tile->in + tile->n_in };
  int bits, verbatim;
  guint32 value;

  if (!rice_parameters (tile->width, &bits, &verbatim) || tile->block < 1)
    return "RICE_1 with these parameters is not supported";
  value = get_bits (&reader, 8 * tile->width);
  for (gsize i = 0; i < tile->n && !reader.cut; i += (gsize) tile->block)
    {
      int split = (int) get_bits (&reader, bits) - 1;

      for (gsize j = i; j < MIN (i + (gsize) tile->block, tile->n) && !reader.cut; j++)
        {
          if (split == verbatim)
            value += unfold (get_bits (&reader, 8 * tile->width));
          else if (split >= 0)
            {
              guint32 high = get_zeros (&reader);
              value += unfold (high << split | get_bits (&reader, split));
            }
          put_big_endian (tile->out + j * (gsize) tile->width, tile->width, value);
        }
    }
  return reader.cut ? "the RICE_1 stream is truncated" : NULL;
}

/* Sets the width from the bytes that came out. */
static const char *
measure_width (OndFitsTile *tile, gsize n_out)
{
  tile->width = (int) (n_out / tile->n);
  if (n_out == tile->n * (gsize) tile->width
      && (tile->width == 1 || tile->width == 2 || tile->width == 4 || tile->width == 8))
    return NULL;
  return "a tile holds another number of samples than it should";
}

const char *
ond_fits_decode_gzip (OndFitsTile *tile)
{
  z_stream z = { .next_in = (guint8 *) tile->in, .avail_in = (uInt) tile->n_in };
  gsize room = tile->n * 8, done = 0;
  int status = inflateInit2 (&z, DEFLATE_WINDOW);

  if (status != Z_OK)
    return "not enough memory to decode gzip";
  while (status == Z_OK)
    {
      uInt here = (uInt) MIN (room - done, 1u << 30);

      z.next_out = tile->out + done;
      z.avail_out = here;
      status = inflate (&z, Z_NO_FLUSH);
      done += here - z.avail_out;
    }
  inflateEnd (&z);
  if (status != Z_STREAM_END)
    return "the gzip stream of a tile is corrupt";
  return measure_width (tile, done);
}

const char *
ond_fits_decode_gzip_shuffled (OndFitsTile *tile)
{
  const char *why = ond_fits_decode_gzip (tile);
  gsize width = (gsize) tile->width;
  guint8 *sorted;

  if (why != NULL)
    return why;
  sorted = g_try_malloc_n (tile->n, width);
  if (sorted == NULL)
    return "not enough memory to decode GZIP_2";
  memcpy (sorted, tile->out, tile->n * width);
  for (gsize byte = 0; byte < width; byte++)
    for (gsize i = 0; i < tile->n; i++)
      tile->out[i * width + byte] = sorted[byte * tile->n + i];
  g_free (sorted);
  return NULL;
}

const char *
ond_fits_decode_nothing (OndFitsTile *tile)
{
  const char *why = tile->n_in > tile->n * 8 ? "a tile is longer than it should be" : measure_width (tile, tile->n_in);

  if (why == NULL)
    memcpy (tile->out, tile->in, tile->n_in);
  return why;
}
