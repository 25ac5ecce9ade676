/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files into volumes: one table of formats (probe, list images, read). FITS is its first row. */
#pragma once

#include "volume.h"

/* One image of a file. */
typedef struct
{
  int hdu;    /* 0 is the primary */
  char *name; /* EXTNAME or NULL */
  int bitpix; /* 8, 16, 32, 64, -32, -64 */
  int n_axes;
  gint64 axes[9]; /* as stored, NAXIS1 first */
  gboolean compressed;
  char *why_not; /* why it cannot be opened as a volume, or NULL */
} OndImageEntry;

void ond_image_entry_free (OndImageEntry *entry);

typedef struct
{
  const char *hdu; /* number or EXTNAME, literally; NULL: the first image that can be opened */
  int plane;       /* 1-based plane of a fourth axis; 0: the first, and a note says so */
  guint64 memory;  /* bytes the samples may take; 0: 80 % of what is free */
} OndSourceOptions;

/* The images of a file, GPtrArray of OndImageEntry. OND_ERROR_FILE with one line naming the file
 * and the reason. */
GPtrArray *ond_source_list (const char *path, GError **error);

/* Reads an image as a volume. Degenerate axes are dropped; voxel edges come from the header when
 * the three axes share a unit of length, otherwise they are 1. Never modifies, creates or connects
 * to anything. `options` may be NULL. Errors: OND_ERROR_FILE, OND_ERROR_MEMORY (with the need),
 * OND_ERROR_PARAMETER (no such HDU or plane: names what there is), G_IO_ERROR_CANCELLED. */
OndVolume *ond_source_read (const char *path, const OndSourceOptions *options,
                            GCancellable *cancellable, GError **error);
