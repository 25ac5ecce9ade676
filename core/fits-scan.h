/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headers of a FITS file, walked and checked before a sample is read: every size that later
 * code relies on was compared with the file here. Private to fits*.c. */
#pragma once

#include "fits-input.h"

#define OND_FITS_MAX_AXES 9

typedef struct
{
  int number;  /* 0 is the primary */
  char *cards; /* clean text, see fits-header.h */
  char *name;  /* EXTNAME or NULL */
  gboolean is_image; /* also a compressed one; the rest is set for images only */
  gboolean compressed; /* a table of tiles: bitpix and axes are those of the image within */
  int bitpix;
  int n_axes;
  gint64 axes[OND_FITS_MAX_AXES];
  guint64 data;   /* where the data begin */
  guint64 n_data; /* bytes declared, without padding */
  char *why_not;  /* why it cannot be read, or NULL */
} OndFitsHdu;

/* All HDUs, GPtrArray of OndFitsHdu, at least one. What is wrong with one HDU is in its why_not;
 * the walk ends where the place of the next one is unknown. NULL and OND_ERROR_FILE when the file
 * is not FITS at all. */
GPtrArray *ond_fits_scan (const OndFitsInput *input, GCancellable *cancellable, GError **error);

/* "HDU 1 (SCI)". Free with g_free. */
char *ond_fits_hdu_label (const OndFitsHdu *self);

/* a b, FALSE on overflow; the sizes of files and images are multiplied nowhere else. */
gboolean ond_fits_multiply (guint64 *a, guint64 b);
