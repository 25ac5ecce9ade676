/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The about window, with what a bug report needs. */
#pragma once

#include "core/engine.h"

#include <gtk/gtk.h>

/* `parent` may be NULL; `engine` NULL: nothing has been opened yet. */
void ond_about_show (GtkWindow *parent, OndEngine *engine);
