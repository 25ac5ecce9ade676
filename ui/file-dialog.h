/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The desktop's file chooser. One wrapper, so that its successor replaces it in one place. */
#pragma once

#include <gtk/gtk.h>

/* The file a person chose; not called when they chose none. */
typedef void (*OndFileFunc) (GFile *file, gpointer data);

/* `data` is freed with `destroy` (may be NULL) when the dialog has gone. */
void ond_file_dialog_open (GtkWindow *parent, OndFileFunc func, gpointer data,
                           GDestroyNotify destroy);

/* The same for region files. */
void ond_file_dialog_open_regions (GtkWindow *parent, OndFileFunc func, gpointer data,
                                   GDestroyNotify destroy);

/* `verb` is the title and the button: "Export". Suggests `name`; the chooser itself asks before a
 * file is overwritten. */
void ond_file_dialog_save (GtkWindow *parent, const char *verb, const char *name, OndFileFunc func,
                           gpointer data, GDestroyNotify destroy);
