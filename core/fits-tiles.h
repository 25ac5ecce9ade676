/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tile-compressed images (FITS 4.0, section 10), decoded by own code that checks every length against the tile and the
 * file. Private to fits*.c. */
#pragma once

#include "fits-axes.h"

/* Decodes the wanted plane into float[nz][ny][nx]. OND_ERROR_FILE when the image is damaged or its method is not
 * supported, OND_ERROR_MEMORY, G_IO_ERROR_CANCELLED. Notes are appended to `note`. */
gboolean ond_fits_tiles_read (const OndFitsInput *input, const OndFitsHdu *hdu, const OndFitsAxes *axes, float *out,
                              GString *note, GCancellable *cancellable, GError **error);
