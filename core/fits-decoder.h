/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tile-compressed images are decoded by CFITSIO in a child of the same program: a stream made to
 * overflow it (there are such) ends the child and becomes an error message. fits-tiles.c starts the
 * child; this is what runs in it. */
#pragma once

/* The first thing that main() does, in every program that opens files: in a child that was started
 * to decode this does the work and exits, otherwise it returns at once. */
void ond_fits_decoder_main (int argc, char **argv);

/* How the child is told: argv[1], then the numbers below; set in its environment so that a program
 * without the call above cannot start itself over and over. */
#define OND_FITS_DECODER_OPTION "--decode-fits-tiles"
#define OND_FITS_DECODER_VARIABLE "ONDELETTE_FITS_DECODER"
#define OND_FITS_DECODER_FD 3 /* the FITS file, open for reading */

/* Its arguments in this order. It writes the image, or one plane of it, to stdout as native floats
 * in the order of the file; invalid samples are NaN. One line on stderr and exit status 1 when it
 * cannot. */
enum
{
  OND_FITS_DECODER_HDU,        /* 0 is the primary */
  OND_FITS_DECODER_PLANE_AXIS, /* from 1; 0: the whole image */
  OND_FITS_DECODER_PLANE,      /* along that axis, from 1 */
  OND_FITS_DECODER_SAMPLES,    /* that it will write */
  OND_FITS_DECODER_BYTES,      /* of memory it may use */
  OND_FITS_DECODER_SLAB,       /* bytes of samples that it may decode at a time */
  OND_FITS_DECODER_N_NUMBERS
};
