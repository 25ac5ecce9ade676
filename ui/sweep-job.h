/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep running in its own thread: runs the chunks of a plan, fills maps, tells the main loop at
 * most ten times a second. Methods and signals belong to the main thread. */
#pragma once

#include "../core/best.h"
#include "../core/maps.h"

#include <glib-object.h>

typedef enum
{
  OND_SWEEP_RUNNING,
  OND_SWEEP_DONE,
  OND_SWEEP_CANCELLED,
  OND_SWEEP_FAILED
} OndSweepState;

#define OND_TYPE_SWEEP_JOB (ond_sweep_job_get_type ())
G_DECLARE_FINAL_TYPE (OndSweepJob, ond_sweep_job, OND, SWEEP_JOB, GObject)

/* Starts at once. Keeps references on everything. Signal "changed" when cells were filled or the
 * state changed. */
OndSweepJob *ond_sweep_job_new (OndEngine *engine, OndVolume *volume, OndSweepPlan *plan,
                                const OndMapsOrigin *origin, GError **error);

/* The same with a checkpoint (checkpoint.h), that of `kept`: points on file are taken over, others
 * are added to it. It stays when the sweep ends in whatever way; who saved or discarded the maps
 * removes it. One that belongs to another sweep makes the job fail; one that cannot be written is
 * done without. `kept` is copied; NULL: none. */
OndSweepJob *ond_sweep_job_new_kept (OndEngine *engine, OndVolume *volume, OndSweepPlan *plan,
                                     const OndMapsOrigin *origin, const char *kept, GError **error);

/* One that has ended, of maps that were computed before: done, or cancelled where cells are
 * missing. It has no plan. `made_from` names their input where it is not the open volume, else
 * NULL. */
OndSweepJob *ond_sweep_job_new_from_maps (OndMaps *maps, const char *made_from);
const char *ond_sweep_job_get_made_from (OndSweepJob *self);

OndSweepState ond_sweep_job_get_state (OndSweepJob *self);
void ond_sweep_job_cancel (
    OndSweepJob *self); /* returns at once; "changed" follows when the thread has stopped */

/* A paused sweep is still OND_SWEEP_RUNNING: its thread finishes the chunk it is at, then waits
 * without computing. Nothing happens when the sweep has ended. Emits "changed". */
void ond_sweep_job_set_paused (OndSweepJob *self, gboolean paused);
gboolean ond_sweep_job_get_paused (OndSweepJob *self);

gsize ond_sweep_job_get_n_done (OndSweepJob *self);
gsize ond_sweep_job_get_n_total (OndSweepJob *self);

/* Points a second of computing, 0 when not known yet: neither pauses nor points on file count. */
double ond_sweep_job_get_rate (OndSweepJob *self);
double ond_sweep_job_get_seconds_left (OndSweepJob *self); /* -1 when not known yet */
const char *ond_sweep_job_get_message (OndSweepJob *self); /* why it failed, or NULL */

OndSweepPlan *ond_sweep_job_get_plan (OndSweepJob *self); /* NULL of a job from maps */

/* What made its maps, and what they hold; borrowed. */
const OndGrid *ond_sweep_job_get_grid (OndSweepJob *self, OndParameter parameter);
const OndMethod *ond_sweep_job_get_method (OndSweepJob *self);
OndNorm ond_sweep_job_get_norm (OndSweepJob *self);
OndStatisticSet ond_sweep_job_get_statistics (OndSweepJob *self);
const OndMapsOrigin *ond_sweep_job_get_origin (OndSweepJob *self);
int ond_sweep_job_get_rank (OndSweepJob *self); /* 3, or 2 of an image; 0 of an old file's maps */

/* Copies the theta x phi plane of a statistic at a xi and scale index, float[nphi][ntheta], NaN
 * where not filled, and everywhere when the statistic was not asked for. */
void ond_sweep_job_get_plane (OndSweepJob *self, OndStatistic statistic, gsize xi, gsize scale,
                              float *out);

/* Copies the values of a statistic along one parameter through the cell at[], float[n of that
 * grid]; at[along] is not read. NaN as above. */
void ond_sweep_job_get_profile (OndSweepJob *self, OndStatistic statistic, OndParameter along,
                                const gsize at[OND_N_PARAMETERS], float *out);

/* ond_maps_get_max_voxel() of the cell at[]. */
void ond_sweep_job_get_max_voxel (OndSweepJob *self, const gsize at[OND_N_PARAMETERS],
                                  gint32 voxel[OND_N_AXES]);

/* The maps once the job has ended (cancelled ones have NaN cells), borrowed; NULL while it runs. */
OndMaps *ond_sweep_job_get_maps (OndSweepJob *self);

/* The best map, also while it fills, borrowed; NULL unless the plan wants one. */
OndBest *ond_sweep_job_get_best (OndSweepJob *self);
