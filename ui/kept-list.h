/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start page's list of sweeps that can be gone on with. Used by sweep-actions.c. */
#pragma once

#include "sweep-store.h"

#include <gtk/gtk.h>

/* Fills `list` with the kept sweeps of a folder, each with the actions win.resume-sweep and
 * win.discard-sweep; `box`, which holds it and its heading, hides when there are none. */
void ond_kept_list_show (const char *folder, GtkListBox *list, GtkWidget *box);
