/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces that an image of our own is written from, for files of more than one. fits-write.c
 * makes them; best-fits.c uses them, too. */
#pragma once

#include "file-write.h"
#include "fits-card.h"
#include "fits.h"

/* What is said of one image of a file. Its cards win over inherited ones of the same name. */
typedef struct
{
  const char *extension; /* EXTNAME of an extension; NULL: the primary image */
  const GString *cards;  /* after those of the method, or NULL */
} OndFitsPart;

/* A header up to HISTORY, which ond_fits_finish_header() ends; meta may not be NULL. Free with
 * g_string_free. */
GString *ond_fits_compose_header (const OndGeometry *geometry, const OndFitsMeta *meta,
                                  const OndFitsPart *part);

/* n floats, big-endian. FALSE on an error, which stays with `file` until its end. */
gboolean ond_fits_write_floats (OndFileWrite *file, const float *samples, gsize n);

/* Zeros that fill the last block after n floats in all; returns how many bytes data and zeros
 * are. */
guint64 ond_fits_write_padding (OndFileWrite *file, gsize n);
