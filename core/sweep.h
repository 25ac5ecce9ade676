/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep: the points of a 4-D grid of wavelets in the order and the chunks in which they are
 * computed. The plan is immutable and the same on every machine; whoever computes (a thread of the
 * window, the command line) calls ond_sweep_run_chunk() for chunk after chunk and hands the moments
 * to maps.h. */
#pragma once

#include "engine.h"
#include "grid.h"

typedef struct _OndSweepPlan OndSweepPlan;

/* Maps are [scale][xi][phi][theta], theta fastest: cell = ((is nxi + ix) nphi + ip) ntheta + it. */

/* grids[OND_N_PARAMETERS] are copied. Points come coarse to fine (every 8th value of each axis
 * first, then every 4th, 2nd, all), within a level grouped by padded size; a chunk is consecutive
 * points of one level and one padded size. Errors: OND_ERROR_PARAMETER when there are more than
 * 2^31 points. */
OndSweepPlan *ond_sweep_plan_new (OndGrid *const grids[OND_N_PARAMETERS],
                                  const OndGeometry *geometry, const OndMethod *method,
                                  OndNorm norm, GError **error);

/* The same for the energy alone, by Parseval's theorem and without an inverse transform. Moments
 * then hold sum2, and a sum of 0 under continuous sampling (else NaN); min and max are NaN.
 * OND_ERROR_PARAMETER unless the boundary is periodic and the border is kept; chunks of a volume
 * with invalid voxels are refused when they run. */
OndSweepPlan *ond_sweep_plan_new_energy (OndGrid *const grids[OND_N_PARAMETERS],
                                         const OndGeometry *geometry, const OndMethod *method,
                                         OndNorm norm, GError **error);
OndSweepPlan *ond_sweep_plan_ref (OndSweepPlan *self);
void ond_sweep_plan_unref (OndSweepPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndSweepPlan, ond_sweep_plan_unref)

const OndGrid *ond_sweep_plan_get_grid (const OndSweepPlan *self, OndParameter parameter);
const OndMethod *ond_sweep_plan_get_method (const OndSweepPlan *self);
OndNorm ond_sweep_plan_get_norm (const OndSweepPlan *self);
OndPass ond_sweep_plan_get_pass (const OndSweepPlan *self); /* OND_PASS_STATS or OND_PASS_ENERGY */
gsize ond_sweep_plan_get_n_points (const OndSweepPlan *self);
gsize ond_sweep_plan_get_n_chunks (const OndSweepPlan *self);

/* The cells of a chunk in order, borrowed; *n is at most OND_SWEEP_CHUNK. */
#define OND_SWEEP_CHUNK 16
const guint32 *ond_sweep_plan_get_chunk (const OndSweepPlan *self, gsize chunk, gsize *n);

/* The wavelet of a cell. */
OndWavelet ond_sweep_plan_get_wavelet (const OndSweepPlan *self, gsize cell);

/* Bytes that the hungriest chunk needs, the samples excluded. */
gboolean ond_sweep_plan_estimate (const OndSweepPlan *self, OndEngine *engine, guint64 *bytes,
                                  GError **error);

/* Computes one chunk in the sweep lane: moments[n of the chunk]. Blocks. */
gboolean ond_sweep_run_chunk (const OndSweepPlan *self, gsize chunk, OndEngine *engine,
                              OndVolume *volume, OndMoments *moments, GCancellable *cancellable,
                              GError **error);
