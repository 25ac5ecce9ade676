/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's exports: asks for a name, writes in the background, says how it went. Used by
 * window.c. */
#pragma once

#include "window.h"

/* Adds the action win.export, whose parameter is the name of one of ond_exports. */
void ond_export_actions_add (OndWindow *window);

/* See ond_window_export(). */
void ond_export_actions_run (OndWindow *window, OndExport kind, const char *path);
