/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a sweep is: a bar, a line with points, rate and time left, Pause and Cancel. The buttons
 * activate "win.pause-sweep" and "win.cancel-sweep". Used by sweep-panel.c. */
#pragma once

#include "sweep-job.h"

#include <gtk/gtk.h>

#define OND_TYPE_SWEEP_PROGRESS (ond_sweep_progress_get_type ())
G_DECLARE_FINAL_TYPE (OndSweepProgress, ond_sweep_progress, OND, SWEEP_PROGRESS, GtkBox)

GtkWidget *ond_sweep_progress_new (void);

/* Shows that job from now on; NULL: nothing, and the widget hides. */
void ond_sweep_progress_set_job (OndSweepProgress *self, OndSweepJob *job);
