/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decoders of one compressed tile (FITS 4.0, section 10.4). Bytes in, big-endian samples out; no decoder reads beyond
 * its input or writes beyond n samples, whatever the bytes say. Private to fits*.c.
 *
 * Each returns NULL, or why the tile cannot be decoded (static). */
#pragma once

#include <glib.h>

typedef struct
{
  const guint8 *in;
  gsize n_in;
  guint8 *out;    /* room for 8 n bytes */
  gsize n;        /* samples of the tile */
  int width;      /* bytes a sample: asked for by RICE, found out by the others */
  int block;      /* RICE: samples a block */
  gsize length;   /* HCOMPRESS: samples along the fastest axis longer than 1 */
  gboolean smooth; /* HCOMPRESS: the writer asks for smoothing */
} OndFitsTile;

/* Rice coding of differences (Rice, Yeh and Miller 1993; White and Becker 1998). */
const char *ond_fits_decode_rice (OndFitsTile *tile);

/* Deflate, and deflate of the samples' bytes sorted by significance. */
const char *ond_fits_decode_gzip (OndFitsTile *tile);
const char *ond_fits_decode_gzip_shuffled (OndFitsTile *tile);

/* The H-transform, for tiles of two axes; fits-hcompress.c. */
const char *ond_fits_decode_hcompress (OndFitsTile *tile);

/* The samples as they are. */
const char *ond_fits_decode_nothing (OndFitsTile *tile);
