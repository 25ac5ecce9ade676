/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sweep is to the window and the desktop: its actions, the questions before one is lost, a
 * notification at its end, no suspending meanwhile, and what is kept of it for the next start. Used
 * by window.c. */
#pragma once

#include "opener.h"

/* For a window that has its session. Adds the actions win.sweep, win.pause-sweep, win.cancel-sweep,
 * and, each with the path of a kept sweep, win.resume-sweep and win.discard-sweep. */
void ond_sweep_actions_add (OndWindow *window, OndOpener *opener);

/* May the window close? FALSE: a person is asked first, and it closes when they agree. */
gboolean ond_sweep_actions_may_close (OndWindow *window);

/* See ond_window_set_unfinished(). `list` and its `box` show what can be gone on with. */
void ond_sweep_actions_set_store (OndWindow *window, const char *folder, GtkListBox *list,
                                  GtkWidget *box);
