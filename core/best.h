/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best map: for each voxel of a volume the largest response W over the cells of a sweep, and
 * the cell that gave it. Filled by ond_sweep_run_chunk_best(), written by best-fits.h, shown by the
 * window while it fills.
 *
 * It does not depend on the order of the cells or on threads: of equal responses the lowest cell
 * wins, and to be offered one again changes nothing. It is W that counts, not |W|: the wavelet's
 * bright side. Responses are compared as the sweep's norm makes them, so what wins between scales
 * and stretches is a matter of the norm: under l2 white noise answers alike at all of them,
 * under l1 a long fibre answers most at its own width (wavelet-formula.h).
 *
 * Any thread may fill and read it at the same time; each value belongs to its cell. */
#pragma once

#include "sweep.h"

#define OND_BEST_NONE G_MAXUINT32 /* no cell: nothing was computed yet, or the voxel is invalid */

/* Bytes for a volume of n voxels. */
guint64 ond_best_bytes (gsize n_voxels);

/* Nothing is known yet of the volume's voxels. Holds the plan and the volume. OND_ERROR_MEMORY with
 * the need. */
OndBest *ond_best_new (const OndSweepPlan *plan, OndVolume *volume, GError **error);
OndBest *ond_best_ref (OndBest *self);
void ond_best_unref (OndBest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndBest, ond_best_unref)

const OndSweepPlan *ond_best_get_plan (const OndBest *self);
OndVolume *ond_best_get_volume (const OndBest *self);

/* Offers the responses w[0 ... n-1] of a cell at voxels first ... first + n - 1, x fastest. NaN,
 * and what comes at an invalid voxel, is left out. */
void ond_best_take (OndBest *self, guint32 cell, gsize first, const float *w, gsize n);

/* Copies n voxels: first, first + step ...; NaN and OND_BEST_NONE where there is no cell. */
void ond_best_get (OndBest *self, gsize first, gsize step, gsize n, float *w, guint32 *cells);

/* The same of voxels first + step at[0] ... first + step at[n-1], as pixels of a line want them. */
void ond_best_pick (OndBest *self, gsize first, gsize step, const int *at, gsize n, float *w,
                    guint32 *cells);

/* The slice across axis `normal` at `index`: both [vertical][horizontal]. */
void ond_best_get_slice (OndBest *self, int normal, gint32 index, float *w, guint32 *cells);

/* Takes back what was copied of voxels first ... first + n - 1, for a sweep that goes on. FALSE,
 * and nothing is taken, when there are cells that the plan does not have. */
gboolean ond_best_restore (OndBest *self, gsize first, gsize n, const float *w,
                           const guint32 *cells);
