/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of a window once there is something to see in it: for documentation, and to look at it
 * without a screen. */
#pragma once

#include "ui/window.h"

/* `error` is NULL when the picture was written. Called once, in the main loop. */
typedef void (*OndScreenshotFunc) (const GError *error, gpointer data);

/* Waits for what is being opened and for its response, runs a sweep first when asked to, and writes
 * a PNG. */
void ond_screenshot_take (OndWindow *window, const char *path, gboolean sweep,
                          OndScreenshotFunc done, gpointer data);
