/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preferences as a window. */
#pragma once

#include "preferences.h"

#include <gtk/gtk.h>

/* Shows one over `parent`; the preferences outlive it by themselves. Returned for tests. */
GtkWidget *ond_preferences_window_show (OndPreferences *preferences, GtkWindow *parent);
