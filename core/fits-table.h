/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The binary table in which a compressed image is kept: a row a tile, the tiles' bytes in the heap behind the rows.
 * Knows the columns and where they are, not what is in the tiles. Private to fits-tiles.c. */
#pragma once

#include "fits-scan.h"

/* Columns that matter here. A tile's bytes are in the first of the first three that has any. */
typedef enum
{
  OND_FITS_COMPRESSED,
  OND_FITS_GZIP,
  OND_FITS_UNCOMPRESSED,
  OND_FITS_SCALE,
  OND_FITS_ZERO,
  OND_FITS_BLANK,
  OND_FITS_N_COLUMNS
} OndFitsColumnId;

typedef struct
{
  char type;      /* letter of TFORM, '\0' when there is no such column */
  char element;   /* of the array that P or Q points to */
  gint64 offset;  /* in a row */
} OndFitsColumn;

typedef struct
{
  const OndFitsInput *input;
  const OndFitsHdu *hdu;
  OndFitsColumn columns[OND_FITS_N_COLUMNS];
  gint64 row_length, n_rows;
  guint64 heap, n_heap; /* where the heap begins in the file, and its length */
  guint8 *row;          /* the one that was read last */
  guint8 *bytes;        /* what the last descriptor pointed to */
  gsize room;           /* of `bytes` */
} OndFitsTable;

/* FALSE and OND_ERROR_FILE with the reason, for every kind of damage to a compressed image. */
gboolean ond_fits_damaged (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A whole number of the header within limits[0] ... limits[1]; `missing` when it is not there. */
gboolean ond_fits_get_within (const char *cards, const char *key, gint64 missing, const gint64 limits[2], gint64 *value,
                              GError **error);

/* Fills a zeroed table; rows and heap are then known to lie within the file. Clear it in any case. */
gboolean ond_fits_table_open (OndFitsTable *self, const OndFitsInput *input, const OndFitsHdu *hdu, GError **error);
void ond_fits_table_clear (OndFitsTable *self);

gboolean ond_fits_table_read_row (OndFitsTable *self, gint64 number, GError **error);

/* Reads what column `id` of the row points to into `bytes`; *n is 0 when it points to nothing. */
gboolean ond_fits_table_read_heap (OndFitsTable *self, OndFitsColumnId id, gsize *n, GError **error);

/* Numbers of the row, or of the header when there is no such column; FALSE or `missing` when it is in neither. */
double ond_fits_table_get_double (const OndFitsTable *self, OndFitsColumnId id, double missing);
gboolean ond_fits_table_get_int (const OndFitsTable *self, OndFitsColumnId id, gint64 *value);

/* A big-endian number of `width` bytes. */
gint64 ond_fits_big_endian (const guint8 *bytes, int width);
