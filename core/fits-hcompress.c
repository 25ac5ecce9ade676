/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HCOMPRESS_1: the H-transform of a tile, its bit planes coded as quadtrees (White, Postman and Lattanzi 1992, in
 * Digitised Optical Sky Surveys, 167). An image here is [nx][ny] with y fastest, as in that paper; y is the tile's
 * first axis.
 *
 * Sums are taken modulo 2^64: a damaged stream gives wrong numbers, not undefined ones. */
#include "fits-codec.h"

#include <string.h>

#define N_HEAD 25       /* bytes before the bits: magic, nx, ny, scale, sum, three numbers of bit planes */
#define MAX_PLANES 62

typedef struct
{
  const guint8 *next, *end;
  guint32 bits;
  int n;          /* bits of `bits` not used yet */
  gboolean cut;
} Bits;

static int
get_bit (Bits *self)
{
  if (self->n == 0)
    {
      self->cut |= self->next == self->end;
      self->bits = self->cut ? 0 : *self->next++;
      self->n = 8;
    }
  return (int) (self->bits >> --self->n & 1);
}

static int
get_nybble (Bits *self)
{
  int value = 0;

  for (int i = 0; i < 4; i++)
    value = value << 1 | get_bit (self);
  return value;
}

/* The fixed code of the sixteen patterns of a 2 x 2 block: its bits and their number. */
static int
get_pattern (Bits *self)
{
  static const struct
  {
    guint8 code, n;
  } codes[16] = {
    { 0x3e, 6 }, { 0x00, 3 }, { 0x01, 3 }, { 0x08, 4 }, { 0x02, 3 }, { 0x09, 4 }, { 0x1a, 5 }, { 0x1b, 5 },
    { 0x03, 3 }, { 0x1c, 5 }, { 0x0a, 4 }, { 0x1d, 5 }, { 0x0b, 4 }, { 0x1e, 5 }, { 0x3f, 6 }, { 0x0c, 4 },
  };
  int code = 0;

  for (int n = 1; n <= 6; n++)
    {
      code = code << 1 | get_bit (self);
      for (int pattern = 0; pattern < 16; pattern++)
        if (codes[pattern].n == n && codes[pattern].code == code)
          return pattern;
    }
  return 0; /* not reached: the codes are complete */
}

/* Where in a 2 x 2 block the bits of a pattern stand: 8 4 / 2 1. */
static int
pattern_bit (int pattern, gsize x, gsize y)
{
  return pattern >> (3 - (int) (2 * (x & 1) + (y & 1))) & 1;
}

/* Half of n, rounded up, `times` times. */
static gsize
halved (gsize n, int times)
{
  while (times-- > 0)
    n = (n + 1) / 2;
  return n;
}

static int
log2_up (gsize n)
{
  int log = 0;

  while (((gsize) 1 << log) < n)
    log++;
  return log;
}

/* One level of the tree: each set cell of `coarse` [.][(ny+1)/2] gets its pattern in `fine` [nx][ny], from the last to
 * the first as they were written. */
static void
expand_level (Bits *bits, const guint8 *coarse, guint8 *fine, gsize nx, gsize ny)
{
  gsize half = (ny + 1) / 2;

  for (gsize x = 0; x < nx; x++)
    for (gsize y = 0; y < ny; y++)
      fine[x * ny + y] = (guint8) pattern_bit (coarse[x / 2 * half + y / 2], x, y);
  for (gsize i = nx * ny; i-- > 0 && !bits->cut;)
    if (fine[i] != 0)
      fine[i] = (guint8) get_pattern (bits);
}

/* The patterns of one bit plane of a quadrant of nx by ny, in codes[2][]: whole, or as a tree from one cell on. Returns
 * which of the two holds them, or -1 when the plane is coded in no known way. */
static int
read_plane (Bits *bits, guint8 *codes[2], gsize nx, gsize ny)
{
  int format = get_nybble (bits), levels = log2_up (MAX (nx, ny)), at = 0;

  if (format == 0)
    {
      for (gsize i = 0; i < halved (nx, 1) * halved (ny, 1) && !bits->cut; i++)
        codes[0][i] = (guint8) get_nybble (bits);
      return 0;
    }
  if (format != 15)
    return -1;
  codes[0][0] = (guint8) get_pattern (bits);
  for (int level = levels - 1; level >= 1; level--, at = 1 - at)
    expand_level (bits, codes[at], codes[1 - at], halved (nx, level), halved (ny, level));
  return at;
}

/* Magnitudes of the coefficients of a quadrant of nx by ny within rows of `stride`. */
static gboolean
read_quadrant (Bits *bits, guint8 *codes[2], gint64 *to, const gsize n[2], gsize stride, int n_planes)
{
  for (int plane = n_planes - 1; plane >= 0 && !bits->cut; plane--)
    {
      int at = n[0] * n[1] > 0 ? read_plane (bits, codes, n[0], n[1]) : -1;

      if (at < 0)
        return FALSE;
      for (gsize x = 0; x < n[0]; x++)
        for (gsize y = 0; y < n[1]; y++)
          to[x * stride + y] |= (gint64) pattern_bit (codes[at][x / 2 * halved (n[1], 1) + y / 2], x, y) << plane;
    }
  return TRUE;
}

/* The four quadrants, then the signs of what is not zero, which begin with a new byte. */
static gboolean
read_coefficients (Bits *bits, guint8 *codes[2], gint64 *a, const gsize n[2], const guint8 n_planes[3])
{
  gsize nx2 = halved (n[0], 1), ny2 = halved (n[1], 1), ny = n[1];
  const gsize sizes[4][2] = { { nx2, ny2 }, { nx2, ny - ny2 }, { n[0] - nx2, ny2 }, { n[0] - nx2, ny - ny2 } };
  const gsize starts[4] = { 0, ny2, ny * nx2, ny * nx2 + ny2 };
  static const int plane_of[4] = { 0, 1, 1, 2 };

  for (int q = 0; q < 4; q++)
    if (!read_quadrant (bits, codes, a + starts[q], sizes[q], ny, n_planes[plane_of[q]]))
      return FALSE;
  if (get_nybble (bits) != 0)
    return FALSE;
  bits->n = 0;
  for (gsize i = 0; i < n[0] * ny && !bits->cut; i++)
    if (a[i] != 0 && get_bit (bits))
      a[i] = -a[i];
  return !bits->cut;
}

static gint64
add (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

static gint64
subtract (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a - (guint64) b);
}

/* To a multiple of `unit` (a power of 2), halves away from zero. */
static gint64
round_to (gint64 value, gint64 unit)
{
  gint64 half = unit >> 1;

  return add (value, value >= 0 ? half : half - 1) & -unit;
}

/* The first half of a row of n moves to its even places, the second to the odd ones. */
static void
interleave (gint64 *row, gsize n, gsize stride, gint64 *spare)
{
  gsize half = (n + 1) / 2;

  for (gsize i = 0; i < n; i++)
    spare[i] = row[i * stride];
  for (gsize i = 0; i < half; i++)
    row[2 * i * stride] = spare[i];
  for (gsize i = half; i < n; i++)
    row[(2 * (i - half) + 1) * stride] = spare[i];
}

/* Sum and difference back into two values. */
static void
split_pair (gint64 *sum, gint64 *difference, gint64 bit1, int shift)
{
  gint64 h = round_to (*difference, bit1), low = h & bit1, h0 = *sum >= 0 ? subtract (*sum, low) : add (*sum, low);

  *difference = add (h0, h) >> shift;
  *sum = subtract (h0, h) >> shift;
}

/* Sum, differences along x, y and both back into a block: a[0] a[1] / a[ny] a[ny + 1]. The low bits of the differences
 * belong to the sum, which is how the transform stays whole-numbered. */
static void
split_block (gint64 *a, gsize ny, gint64 bit0, int shift)
{
  gint64 bit1 = bit0 << 1, h0 = a[0], hy = round_to (a[1], bit1), hx = round_to (a[ny], bit1);
  gint64 hc = shift == 2 ? a[ny + 1] : round_to (a[ny + 1], bit0), low0 = hc & bit0, low1;

  hx = hx >= 0 ? subtract (hx, low0) : add (hx, low0);
  hy = hy >= 0 ? subtract (hy, low0) : add (hy, low0);
  low1 = (hc ^ hx ^ hy) & bit1;
  h0 = h0 >= 0 ? subtract (add (h0, low0), low1) : add (h0, low0 == 0 ? low1 : low0 - low1);
  a[0] = add (subtract (subtract (h0, hx), hy), hc) >> shift;
  a[1] = subtract (add (subtract (h0, hx), hy), hc) >> shift;
  a[ny] = subtract (subtract (add (h0, hx), hy), hc) >> shift;
  a[ny + 1] = add (add (add (h0, hx), hy), hc) >> shift;
}

/* One level of the inverse transform of the nx by ny corner, rows `stride` long. */
static void
invert_level (gint64 *a, const gsize n[2], gsize stride, gint64 bit0, int shift)
{
  gsize nx = n[0], ny = n[1], x, y;

  for (x = 0; x < nx; x += 2)
    {
      gint64 *row = a + x * stride;

      for (y = 0; y + 1 < ny && x + 1 < nx; y += 2)
        split_block (row + y, stride, bit0, shift);
      for (; y + 1 < ny; y += 2)
        split_pair (row + y, row + y + 1, bit0 << 1, shift);
      if (y < ny && x + 1 < nx)
        split_pair (row + y, row + y + stride, bit0 << 1, shift);
      else if (y < ny)
        row[y] >>= shift;
    }
}

static void
invert (gint64 *a, const gsize n[2], gint64 *spare)
{
  int levels = log2_up (MAX (n[0], n[1]));

  if (levels > 0)
    a[0] = round_to (a[0], (gint64) 1 << (levels + 1));
  for (int level = levels - 1; level >= 0; level--)
    {
      const gsize here[2] = { halved (n[0], level), halved (n[1], level) };

      for (gsize x = 0; x < here[0]; x++)
        interleave (a + x * n[1], here[1], 1, spare);
      for (gsize y = 0; y < here[1]; y++)
        interleave (a + y, here[0], n[1], spare);
      invert_level (a, here, n[1], (gint64) 1 << level, level == 0 ? 2 : 1);
    }
}

static guint64
get_number (const guint8 *bytes, int n)
{
  guint64 value = 0;

  for (int i = 0; i < n; i++)
    value = value << 8 | bytes[i];
  return value;
}

typedef struct
{
  gsize n[2];
  guint32 scale;
  gint64 sum;
  guint8 n_planes[3];
} Head;

/* The stream's own size must be that of the tile. */
static const char *
read_head (const OndFitsTile *tile, Head *head)
{
  const guint8 *in = tile->in;

  if (tile->n_in < N_HEAD || in[0] != 0xdd || in[1] != 0x99)
    return "not an HCOMPRESS_1 stream";
  head->n[0] = (gsize) get_number (in + 2, 4);
  head->n[1] = (gsize) get_number (in + 6, 4);
  head->scale = (guint32) get_number (in + 10, 4);
  head->sum = (gint64) get_number (in + 14, 8);
  memcpy (head->n_planes, in + 22, 3);
  if (head->n[1] != tile->length || head->n[0] * tile->length != tile->n)
    return "the HCOMPRESS_1 stream has another size than its tile";
  if (MAX (MAX (head->n_planes[0], head->n_planes[1]), head->n_planes[2]) > MAX_PLANES)
    return "the HCOMPRESS_1 stream has too many bit planes";
  return NULL;
}

static void
put_samples (OndFitsTile *tile, const gint64 *a)
{
  tile->width = 4;
  for (gsize i = 0; i < tile->n; i++)
    {
      guint32 word = GUINT32_TO_BE ((guint32) a[i]);
      memcpy (tile->out + 4 * i, &word, sizeof word);
    }
}

const char *
ond_fits_decode_hcompress (OndFitsTile *tile)
{
  Bits bits = { .next = tile->in + MIN (tile->n_in, N_HEAD), .end = tile->in + tile->n_in };
  Head head;
  const char *why = tile->smooth ? "HCOMPRESS_1 with smoothing is not supported" : read_head (tile, &head);
  gint64 *a = why ? NULL : g_try_malloc0_n (tile->n, sizeof *a);
  gint64 *spare = why ? NULL : g_try_malloc_n (MAX (head.n[0], head.n[1]), sizeof *spare);
  guint8 *codes[2] = { why ? NULL : g_try_malloc0 (tile->n), why ? NULL : g_try_malloc0 (tile->n) };

  if (why == NULL && (a == NULL || spare == NULL || codes[0] == NULL || codes[1] == NULL))
    why = "not enough memory to decode HCOMPRESS_1";
  if (why == NULL && !read_coefficients (&bits, codes, a, head.n, head.n_planes))
    why = "the HCOMPRESS_1 stream is corrupt or truncated";
  if (why == NULL)
    {
      a[0] = head.sum;
      for (gsize i = 0; i < tile->n && head.scale > 1; i++)
        a[i] = (gint64) ((guint64) a[i] * head.scale);
      invert (a, head.n, spare);
      put_samples (tile, a);
    }
  g_free (a);
  g_free (spare);
  g_free (codes[0]);
  g_free (codes[1]);
  return why;
}
