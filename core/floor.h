/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floors for a benchmark: what FFTW alone needs for the transforms that a pass cannot do without,
 * measured in the same process as the passes. Nothing here computes a response. */
#pragma once

#include "geometry.h"

#include <glib.h>

typedef struct _OndFloor OndFloor;

/* Memory and plans for a grid: size[x, y, z], padded; rank 2 when size[OND_Z] is 1. Plans are
 * measured, which takes seconds for a large grid; other plans of the process stay single-threaded.
 * Any thread. Errors: OND_ERROR_MEMORY with the need. */
OndFloor *ond_floor_new (const gint32 size[OND_N_AXES], int threads, GError **error);
void ond_floor_free (OndFloor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndFloor, ond_floor_free)

/* Runs FFTW's own transform from the half spectrum to the samples once, out of place, on `threads`
 * threads; its seconds. */
double ond_floor_c2r (OndFloor *self);

/* Runs the one-dimensional transforms of the statistics' pass once, with neither the multiplication
 * before nor the sums after them; its seconds. With `store` the panels are stored and the planes
 * read, else the transforms stay in the processor's caches. */
double ond_floor_lines (OndFloor *self, gboolean store);

/* "fftw-3.3.10-sse2-avx": the library and its code paths. */
const char *ond_floor_get_fftw (void);
