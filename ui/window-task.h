/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work of a window in the background: a row with a Cancel button while it lasts. Used by window.c
 * and opener.c. */
#pragma once

#include "sweep-job.h"

#include <gtk/gtk.h>

typedef struct
{
  GtkWindow *window; /* held */
  GtkBox *rows;      /* held */
  GtkWidget *row;
  GCancellable *cancellable;
  char *name;                /* of the file */
  OndSweepJob *job;          /* whose maps are exported, or NULL */
  GApplication *application; /* held open, or NULL: work outlives its window */
  guint inhibitor;           /* cookie; 0: none */
} OndWindowTask;

/* A row "VERB NAME…" in `rows`, a box of the window. */
OndWindowTask *ond_window_task_new (GtkWindow *window, GtkBox *rows, const char *verb,
                                    const char *name);

/* The machine neither sleeps nor logs out until the task is freed. */
void ond_window_task_inhibit (OndWindowTask *self);

void ond_window_task_free (OndWindowTask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndWindowTask, ond_window_task_free)
