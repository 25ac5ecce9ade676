/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of actions, wherever the focus is. Keys of a view with the focus are its own. */
#pragma once

#include <gtk/gtk.h>

/* Gives the application's windows their keys. */
void ond_accelerators_install (GtkApplication *application);
