/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known about a sweep before it starts: its plan, the memory it needs, and how long it will
 * take, all found in threads because planning transforms takes its time. Used by sweep-panel.c. */
#pragma once

#include "../core/maps.h"

/* What a sweep is about; copied or referenced by the call. */
typedef struct
{
  OndEngine *engine;
  OndVolume *volume;
  OndGrid *const *grids; /* OND_N_PARAMETERS of them */
  OndMethod method;
  OndNorm norm;
  gboolean best;           /* make a best map, too */
  gboolean wants_checksum; /* reads every sample */
} OndSweepInput;

typedef struct
{
  OndSweepPlan *plan;
  guint64 bytes;  /* what the sweep takes, the samples excluded */
  char *checksum; /* of the samples, NULL when not wanted */
} OndSweepPrepared;

void ond_sweep_prepared_free (OndSweepPrepared *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndSweepPrepared, ond_sweep_prepared_free)

void ond_sweep_prepare_async (const OndSweepInput *input, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer data);
OndSweepPrepared *ond_sweep_prepare_finish (GAsyncResult *result, GError **error);

/* Computes the point in the middle of the plan, in the sweep lane. Of `input` the engine and the
 * volume matter. */
void ond_sweep_measure_async (const OndSweepInput *input, OndSweepPlan *plan,
                              GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer data);

/* Seconds that the whole plan takes at the pace of that point; -1 on an error. */
double ond_sweep_measure_finish (GAsyncResult *result, GError **error);
