/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-seeds.h"

#include <fitsio.h>
#include <math.h>

#define BLANK (-30000)

const FitsSeed fits_seeds[] = {
  { "plain8", BYTE_IMG, 3, { 7, 5, 3 }, { 0 }, 0, 0, 0, FALSE },
  { "plain16-blank", SHORT_IMG, 3, { 7, 5, 3 }, { 0 }, 0, 0, 0, TRUE },
  { "plain32", LONG_IMG, 2, { 9, 4 }, { 0 }, 0, 0, 0, FALSE },
  { "plain64", LONGLONG_IMG, 3, { 5, 1, 6 }, { 0 }, 0, 0, 0, FALSE },
  { "plain-float", FLOAT_IMG, 4, { 5, 4, 3, 2 }, { 0 }, 0, 0, 0, TRUE },
  { "plain-double", DOUBLE_IMG, 3, { 7, 5, 3 }, { 0 }, 0, 0, 0, TRUE },
  { "rice8", BYTE_IMG, 3, { 17, 13, 5 }, { 17, 13, 1 }, RICE_1, 0, 0, FALSE },
  { "rice16", SHORT_IMG, 3, { 17, 13, 5 }, { 8, 5, 2 }, RICE_1, 0, 0, FALSE },
  { "rice16-deep", SHORT_IMG, 3, { 16, 11, 17 }, { 7, 11, 6 }, RICE_1, 0, 0, FALSE },
  { "rice16-blank", SHORT_IMG, 3, { 40, 13, 5 }, { 40, 13, 1 }, RICE_1, 0, 0, TRUE },
  { "rice32", LONG_IMG, 2, { 61, 13 }, { 61, 1 }, RICE_1, 0, 0, FALSE },
  { "gzip8", BYTE_IMG, 3, { 17, 13, 5 }, { 17, 1, 1 }, GZIP_1, 0, 0, FALSE },
  { "gzip16", SHORT_IMG, 3, { 17, 13, 5 }, { 17, 13, 1 }, GZIP_1, 0, 0, TRUE },
  { "gzip2-16", SHORT_IMG, 3, { 17, 13, 6 }, { 17, 13, 6 }, GZIP_2, 0, 0, FALSE },
  { "gzip2-32", LONG_IMG, 3, { 17, 13, 5 }, { 7, 6, 4 }, GZIP_2, 0, 0, FALSE },
  { "gzip-float-lossless", FLOAT_IMG, 3, { 17, 13, 5 }, { 17, 1, 1 }, GZIP_1, 0, 0, TRUE },
  { "gzip2-double-lossless", DOUBLE_IMG, 3, { 17, 13, 5 }, { 17, 13, 1 }, GZIP_2, 0, 0, FALSE },
  { "rice-float", FLOAT_IMG, 3, { 41, 13, 5 }, { 41, 1, 1 }, RICE_1, 4, NO_DITHER, FALSE },
  { "rice-float-dither1",
    FLOAT_IMG,
    3,
    { 120, 90, 2 },
    { 120, 90, 1 },
    RICE_1,
    4,
    SUBTRACTIVE_DITHER_1,
    TRUE },
  { "rice-float-dither2",
    FLOAT_IMG,
    3,
    { 41, 13, 5 },
    { 41, 13, 1 },
    RICE_1,
    4,
    SUBTRACTIVE_DITHER_2,
    TRUE },
  { "gzip-double-dither1",
    DOUBLE_IMG,
    3,
    { 41, 13, 5 },
    { 41, 1, 1 },
    GZIP_1,
    4,
    SUBTRACTIVE_DITHER_1,
    FALSE },
  { "hcompress16", SHORT_IMG, 2, { 37, 23 }, { 37, 23 }, HCOMPRESS_1, 0, 0, FALSE },
  { "hcompress32-tiles", LONG_IMG, 3, { 37, 23, 4 }, { 16, 9, 1 }, HCOMPRESS_1, 0, 0, FALSE },
  { "hcompress32-lossy", LONG_IMG, 2, { 37, 23 }, { 37, 23 }, HCOMPRESS_1, 8, 0, FALSE },
  { "hcompress-float",
    FLOAT_IMG,
    3,
    { 37, 23, 4 },
    { 37, 23, 1 },
    HCOMPRESS_1,
    4,
    SUBTRACTIVE_DITHER_1,
    TRUE },
  { "gzip2-float-dither2",
    FLOAT_IMG,
    3,
    { 31, 17, 15 },
    { 31, 17, 5 },
    GZIP_2,
    4,
    SUBTRACTIVE_DITHER_2,
    FALSE },
};
const gsize fits_n_seeds = G_N_ELEMENTS (fits_seeds);

static void
check (int status, const FitsSeed *seed)
{
  char text[FLEN_STATUS];

  fits_get_errstatus (status, text);
  if (status != 0)
    g_error ("CFITSIO: %s: %s", seed->name, text);
}

gsize
fits_seed_n (const FitsSeed *seed)
{
  gsize n = 1;

  for (int i = 0; i < seed->n_axes; i++)
    n *= (gsize) seed->axes[i];
  return n;
}

/* Smooth with noise, some exact zeros; blanks become NaN or BLANK. */
static double *
make_samples (const FitsSeed *seed)
{
  gsize n = fits_seed_n (seed);
  double *samples = g_new (double, n);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (gsize i = 0; i < n; i++)
    {
      samples[i] = 100 + 80 * sin (0.05 * (double) i);
      if (seed->bitpix != BYTE_IMG)
        samples[i] = 150 * (samples[i] - 100) + g_rand_double_range (random, -500, 500);
      if (seed->bitpix != BYTE_IMG && i % 17 == 3)
        samples[i] = 0;
      if (seed->bitpix > 0)
        samples[i] = round (samples[i]);
      if (seed->blanks && i % 29 == 11)
        samples[i] = seed->bitpix > 0 ? BLANK : NAN;
    }
  return samples;
}

static void
set_compression (fitsfile *file, const FitsSeed *seed, int *status)
{
  long tile[4];

  if (seed->compression == 0)
    return;
  for (int i = 0; i < 4; i++)
    tile[i] = seed->tile[i];
  fits_set_compression_type (file, seed->compression, status);
  fits_set_tile_dim (file, seed->n_axes, tile, status);
  if (seed->bitpix < 0)
    fits_set_quantize_level (file, seed->quantisation, status);
  else if (seed->quantisation > 0)
    fits_set_hcomp_scale (file, seed->quantisation, status);
  if (seed->dither != 0)
    fits_set_quantize_method (file, seed->dither, status);
  if (seed->dither > NO_DITHER)
    fits_set_dither_seed (file, 9998, status);
}

/* CFITSIO compresses integers only when they come in their own type. */
static void
write_integers (fitsfile *file, const FitsSeed *seed, const double *samples, int *status)
{
  gsize n = fits_seed_n (seed);
  long first[4] = { 1, 1, 1, 1 };
  g_autofree guint8 *bytes = g_new (guint8, n);
  g_autofree short *shorts = g_new (short, n);
  g_autofree int *ints = g_new (int, n);

  for (gsize i = 0; i < n; i++)
    {
      bytes[i] = (guint8) CLAMP (samples[i], 0, 255);
      shorts[i] = (short) samples[i];
      ints[i] = (int) samples[i];
    }
  if (seed->bitpix == BYTE_IMG)
    fits_write_pix (file, TBYTE, first, (LONGLONG) n, bytes, status);
  else if (seed->bitpix == SHORT_IMG)
    fits_write_pix (file, TSHORT, first, (LONGLONG) n, shorts, status);
  else
    fits_write_pix (file, TINT, first, (LONGLONG) n, ints, status);
}

static void
write_floats (fitsfile *file, const FitsSeed *seed, double *samples, int *status)
{
  long first[4] = { 1, 1, 1, 1 };
  double null = NAN;

  if (seed->blanks)
    fits_write_pixnull (file, TDOUBLE, first, (LONGLONG) fits_seed_n (seed), samples, &null,
                        status);
  else
    fits_write_pix (file, TDOUBLE, first, (LONGLONG) fits_seed_n (seed), samples, status);
}

void
fits_seed_write (const FitsSeed *seed, const char *path)
{
  g_autofree double *samples = make_samples (seed);
  long axes[4];
  fitsfile *file = NULL;
  int status = 0;

  for (int i = 0; i < 4; i++)
    axes[i] = seed->axes[i];
  fits_create_diskfile (&file, path, &status);
  set_compression (file, seed, &status);
  fits_create_img (file, seed->bitpix, seed->n_axes, axes, &status);
  if (seed->blanks && seed->bitpix > 0)
    {
      fits_write_key_lng (file, "BLANK", BLANK, NULL, &status);
      fits_set_hdustruc (file, &status);
    }
  if (seed->bitpix > 0)
    write_integers (file, seed, samples, &status);
  else
    write_floats (file, seed, samples, &status);
  fits_close_file (file, &status);
  check (status, seed);
}

float *
fits_seed_read (const FitsSeed *seed, const char *path)
{
  float *samples = g_new (float, fits_seed_n (seed)), null = NAN;
  long first[4] = { 1, 1, 1, 1 };
  fitsfile *file = NULL;
  int status = 0, any;

  fits_open_diskfile (&file, path, READONLY, &status);
  if (seed->compression != 0)
    fits_movabs_hdu (file, 2, NULL, &status);
  fits_read_pix (file, TFLOAT, first, (LONGLONG) fits_seed_n (seed), seed->blanks ? &null : NULL,
                 samples, &any, &status);
  fits_close_file (file, &status);
  check (status, seed);
  return samples;
}
