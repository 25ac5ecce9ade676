/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is open, behind the window's title: file, grid, samples, and the edges of its voxels, which
 * can be typed. */
#pragma once

#include "window.h"

GtkWidget *ond_volume_popover_new (OndWindow *window);

/* Other edges for the volume, as `--voxel` has them, in `unit` (NULL or "": none known). The
 * samples and the cross-hair stay; unsaved maps are asked about first. FALSE and an error when the
 * edges are none. */
gboolean ond_volume_popover_set_edges (OndWindow *window, const char *edges, const char *unit,
                                       GError **error);
