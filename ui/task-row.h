/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line that says what goes on in the background, with a button that cancels it. */
#pragma once

#include <gtk/gtk.h>

GtkWidget *ond_task_row_new (const char *text, GCancellable *cancellable);
