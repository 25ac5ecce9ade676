/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window's centre is shared: a box of two rows with two children each, XY and YZ over XZ
 * and the projection. One of them may have all the room for a while. */
#pragma once

#include <gtk/gtk.h>

/* An image has one slice, and gets all the room. Shares it out again otherwise. */
void ond_quarters_set_flat (GtkWidget *quarters, gboolean flat);

/* All the room to that of the four that `inside` is in, or back to all. */
void ond_quarters_toggle (GtkWidget *inside, GtkWidget *quarters);

gboolean ond_quarters_is_maximized (GtkWidget *quarters);
