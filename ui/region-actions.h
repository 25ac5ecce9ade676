/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's actions about regions: region-box, region-ellipse, region-open, region-save,
 * region-copy, region-copy-csv, region-delete, region-delete-all and region-restore. */
#pragma once

#include "window.h"

void ond_region_actions_add (OndWindow *window);

/* Adds the regions of a file of DS9's, in the background; what cannot be placed is said. */
void ond_region_actions_open (OndWindow *window, const char *path);

/* Writes them all; errors are the session's message. */
void ond_region_actions_save (OndWindow *window, const char *path);
