/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tile-compressed images (FITS 4.0, section 10), decoded by CFITSIO in a child process. Private to
 * fits*.c. */
#pragma once

#include "fits-axes.h"

/* Decodes the wanted plane into float[nz][ny][nx]; invalid samples become NaN. Tiles of several
 * planes are decoded once where `memory`, bytes that may be taken beside `out`, has room for the
 * planes of a tile, and otherwise again for as many planes as it has room for. OND_ERROR_FILE when
 * the image is damaged or its method is not supported, G_IO_ERROR_CANCELLED. Blocks; any thread. */
gboolean ond_fits_tiles_read (const OndFitsInput *input, const OndFitsHdu *hdu,
                              const OndFitsAxes *axes, guint64 memory, float *out,
                              GCancellable *cancellable, GError **error);
