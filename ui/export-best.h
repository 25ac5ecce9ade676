/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What exports of the best map need, copied in the main thread: the map as FITS, and its slices as
 * panels of a figure. export.c uses it. */
#pragma once

#include "../core/draw/figure.h"
#include "session.h"
#include "sweep-job.h"

typedef struct
{
  OndBest *best;
  char *backend, *command;
  gsize n_done;
} OndBestExport;

/* Takes what is to be written from the job, which may be NULL. OND_ERROR_PARAMETER when there is
 * no map, or the sweep still runs. */
gboolean ond_best_export_fill (OndBestExport *self, OndSweepJob *job, const char *path,
                               GError **error);

/* Any thread. */
gboolean ond_best_export_write (const OndBestExport *self, const char *path,
                                GCancellable *cancellable, GError **error);
void ond_best_export_clear (OndBestExport *self);

/* The slice across `normal` through the cross-hair as it is on the screen: the panel's values and
 * pixels, both for the caller to g_free. OND_ERROR_MEMORY. */
gboolean ond_best_export_slice (OndSession *session, int normal, OndPanel *panel, float **values,
                                guint8 **rgba, GError **error);
