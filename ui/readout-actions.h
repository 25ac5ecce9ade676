/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's actions about the readout: freeze-readout (a state), copy-readout, and how places
 * are written: first-voxel ("0", "1") and coordinates (the names of ond_world_styles), which are
 * states of the session's OndCoordinates. */
#pragma once

#include <gtk/gtk.h>

typedef struct _OndWindow OndWindow;

/* After the window has its session. */
void ond_readout_actions_add (OndWindow *window);

/* The readout's menu; a new reference. */
GMenuModel *ond_readout_menu_new (void);
