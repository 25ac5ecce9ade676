/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FITS files (Pence et al. 2010, A&A 524, A42): reading images into volumes and writing responses.
 * Plain images are read and written by own code, which compares every size with the file and with
 * memory first; CFITSIO, which trusts what a file claims and may report a full disk as success,
 * decodes tile compression in a child process (fits-decoder.h) and writes maps. Readers get here
 * through source.h. */
#pragma once

#include "source.h"
#include "wavelet.h"
#include "method.h"

gboolean ond_fits_probe (const guint8 *head, gsize n);
GPtrArray *ond_fits_list (const char *path, GError **error);
OndVolume *ond_fits_read (const char *path, const OndSourceOptions *options,
                          GCancellable *cancellable, GError **error);

/* What describes a written image beside its samples. */
typedef struct
{
  const OndVolume
      *like; /* whose world coordinates, unit and observation keywords it inherits, or NULL */
  const OndWavelet *wavelet; /* recorded as keywords (degrees, a in smallest edges), or NULL */
  const OndMethod *method;   /* likewise */
  const char *backend;
  const char *command; /* into HISTORY: the command line that makes it again */
} OndFitsMeta;

/* OND_ERROR_WRITE for a name that promises what is not written, to be asked early. */
gboolean ond_fits_check_name (const char *path, GError **error);

/* Writes float[nz][ny][nx] as a primary image with BITPIX -32 and CHECKSUM/DATASUM. The file
 * appears whole or not at all. Errors: OND_ERROR_EXISTS without `overwrite`, OND_ERROR_WRITE. */
gboolean ond_fits_write (const char *path, const OndGeometry *geometry, const float *samples,
                         const OndFitsMeta *meta, gboolean overwrite, GError **error);

/* CFITSIO's, "4.2.0"; free with g_free. */
char *ond_fits_dup_version (void);
