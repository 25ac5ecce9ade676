/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A history in a window: the actions "win.undo" and "win.redo", their entries in a menu, which say
 * what they are about, and where one press of the pointer begins and ends. */
#pragma once

#include "history.h"

#include <gtk/gtk.h>

/* Once a window. `menu` becomes the two entries. References on the history are kept as long as the
 * window lives. */
void ond_undo_actions_install (GtkApplicationWindow *window, OndHistory *history, GMenu *menu);

/* The pointer was pressed on `widget` (borrowed, may be NULL), which may belong to a spin button:
 * its single steps follow each other in time, and many clicks are one run. */
void ond_undo_actions_pressed (OndHistory *history, GtkWidget *widget);
