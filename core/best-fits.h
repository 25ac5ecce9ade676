/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Best maps as FITS files. */
#pragma once

#include "best.h"

/* What a file says beside the map itself. */
typedef struct
{
  const char *backend; /* what computed, or NULL */
  const char *command; /* into HISTORY: the command line that makes it again, or NULL */
  gsize n_done;        /* cells of the sweep that were computed */
} OndBestMeta;

/* Five images of float32 on the volume's grid, with its world coordinates: the primary one holds
 * the largest response of each voxel, the extensions THETA and PHI (degrees), XI and SCALE (in
 * smallest voxel edges) the wavelet that gave it; all NaN where there is none. In a plane (rank 2)
 * PHI is left out. CONTENT is ONDELETTE BEST MAP; NORM and the method's keywords are those of a
 * response; GRIDTHET, GRIDPHI, GRIDXI and GRIDSCAL hold what was swept as it was written (a long
 * list is left out); NPOINTS and NFILLED count its points and those computed, and COMPLETE is F
 * when they differ.
 *
 * Whole or not at all (file-write.h), and not while other threads fill it. Takes little memory.
 * Errors: OND_ERROR_EXISTS without `overwrite`, OND_ERROR_WRITE, G_IO_ERROR_CANCELLED. */
gboolean ond_best_save (OndBest *self, const OndBestMeta *meta, const char *path,
                        gboolean overwrite, GCancellable *cancellable, GError **error);
