/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep: the points of a 4-D grid of wavelets in the order and the chunks in which they are
 * computed. The plan is immutable and the same on every machine; whoever computes (a thread of the
 * window, the command line) calls ond_sweep_run_chunk() for chunk after chunk and hands the moments
 * to maps.h. */
#pragma once

#include "engine.h"
#include "grid.h"
#include "statistic.h"

typedef struct _OndSweepPlan OndSweepPlan;
typedef struct _OndBest OndBest; /* best.h */

/* Maps are [scale][xi][phi][theta], theta fastest: cell = ((is nxi + ix) nphi + ip) ntheta + it. */

#define OND_SWEEP_FEW 8

/* What a sweep is to find out. */
typedef struct
{
  OndGrid *const *grids; /* OND_N_PARAMETERS of them */
  OndGeometry geometry;
  gsize n_invalid; /* ond_volume_get_n_invalid() */
  OndMethod method;
  OndNorm norm;
  OndStatisticSet statistics; /* not empty */
  gboolean best;              /* which wavelet answers most at each voxel, too */
} OndSweepRequest;

/* Copies all of the request. Points come coarse to fine (every 8th value of each axis
 * first, then every 4th, 2nd, all; of stretches and scales all at once where there are at most
 * OND_SWEEP_FEW), within a level grouped by padded size; a chunk is consecutive
 * points of one level and one padded size. Errors: OND_ERROR_PARAMETER when there are more than
 * 2^31 points.
 *
 * The pass follows from the request. Where Parseval's theorem gives all that is wanted it is
 * OND_PASS_ENERGY, without an inverse transform: a periodic boundary, the border kept, no invalid
 * voxel, and no statistic but the energy, or under continuous sampling the energy, mean and std.
 * Moments then hold sum2, and a sum of 0 under continuous sampling (else NaN); min and max are NaN.
 * Otherwise it is OND_PASS_STATS, as always where the best of each voxel is wanted: Parseval's
 * theorem knows no voxel. */
OndSweepPlan *ond_sweep_plan_new (const OndSweepRequest *request, GError **error);
OndSweepPlan *ond_sweep_plan_ref (OndSweepPlan *self);
void ond_sweep_plan_unref (OndSweepPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndSweepPlan, ond_sweep_plan_unref)

const OndGrid *ond_sweep_plan_get_grid (const OndSweepPlan *self, OndParameter parameter);
const OndGeometry *ond_sweep_plan_get_geometry (const OndSweepPlan *self);
const OndMethod *ond_sweep_plan_get_method (const OndSweepPlan *self);
OndNorm ond_sweep_plan_get_norm (const OndSweepPlan *self);
OndStatisticSet ond_sweep_plan_get_statistics (const OndSweepPlan *self);
gboolean ond_sweep_plan_wants_best (const OndSweepPlan *self);
OndPass ond_sweep_plan_get_pass (const OndSweepPlan *self); /* OND_PASS_STATS or OND_PASS_ENERGY */

/* "energy and std by Parseval's theorem", "max of every response, and the best of each voxel"; free
 * with g_free. */
char *ond_sweep_plan_describe (const OndSweepPlan *self);

gsize ond_sweep_plan_get_n_points (const OndSweepPlan *self);
gsize ond_sweep_plan_get_n_chunks (const OndSweepPlan *self);

/* The cells of a chunk in order, borrowed; *n is at most OND_SWEEP_CHUNK. Where Parseval's theorem
 * is used, the stretches of a direction and scale follow each other and stay together if they can:
 * they are computed in one. */
#define OND_SWEEP_CHUNK 64
const guint32 *ond_sweep_plan_get_chunk (const OndSweepPlan *self, gsize chunk, gsize *n);

/* The padded grid, x, y, z, that a chunk's points are computed on, borrowed. */
const gint32 *ond_sweep_plan_get_padded_size (const OndSweepPlan *self, gsize chunk);

/* The wavelet of a cell. */
OndWavelet ond_sweep_plan_get_wavelet (const OndSweepPlan *self, gsize cell);

/* Bytes that the hungriest chunk needs, the samples excluded, whatever the pass: the engine opens a
 * transform only where it has room for all of them. */
gboolean ond_sweep_plan_estimate (const OndSweepPlan *self, OndEngine *engine, guint64 *bytes,
                                  GError **error);

/* What a chunk gives. */
typedef struct
{
  OndMoments moments[OND_SWEEP_CHUNK]; /* of its cells, in order */
  const char *device;                  /* that computed them, borrowed of the engine */
} OndSweepResult;

/* Computes one chunk in the sweep lane. Blocks. */
gboolean ond_sweep_run_chunk (const OndSweepPlan *self, gsize chunk, OndEngine *engine,
                              OndVolume *volume, OndSweepResult *result, GCancellable *cancellable,
                              GError **error);

/* The same, and the responses into `best`, which was made for this plan, that wants it, and this
 * volume. A chunk that fails or is cancelled has left some there; to compute it again, now or in
 * another run, changes nothing of them. */
gboolean ond_sweep_run_chunk_best (const OndSweepPlan *self, gsize chunk, OndEngine *engine,
                                   OndVolume *volume, OndBest *best, OndSweepResult *result,
                                   GCancellable *cancellable, GError **error);
