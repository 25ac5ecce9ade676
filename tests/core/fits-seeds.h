/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small FITS files written by CFITSIO, the independent opinion of the tests: plain and compressed
 * in every way that is read here. */
#pragma once

#include <glib.h>

typedef struct
{
  const char *name;
  int bitpix;
  int n_axes;
  long axes[4], tile[4];
  int compression; /* CFITSIO's code, 0: none */
  float quantisation; /* CFITSIO's level for floats, its scale for HCOMPRESS; 0: lossless */
  int dither;       /* CFITSIO's code */
  gboolean blanks; /* some samples are invalid */
} FitsSeed;

extern const FitsSeed fits_seeds[];
extern const gsize fits_n_seeds;

/* Writes the image; fails the test when CFITSIO does. */
void fits_seed_write (const FitsSeed *seed, const char *path);

/* The samples as CFITSIO reads them, NaN where invalid; free with g_free. */
float *fits_seed_read (const FitsSeed *seed, const char *path);
gsize fits_seed_n (const FitsSeed *seed);
