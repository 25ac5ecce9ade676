/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The focus of what is hidden or moved. GTK 4.8 takes it away by itself after the next frame, holds
 * what was hidden until then, and forgets that reference when something is hidden again before: the
 * widget, and with it the session, would outlive the window. Knows no widget of ours. */
#pragma once

#include <gtk/gtk.h>

/* Takes the focus away from a widget and what is inside of it, at once. Returns what had it,
 * borrowed; NULL when that was elsewhere. */
GtkWidget *ond_focus_take (GtkWidget *widget);

/* Hides it; the focus goes to what is beside it. */
void ond_focus_hide (GtkWidget *widget);
