/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GtkGLArea of a widget that can also draw by itself. */
#pragma once

#include <gtk/gtk.h>

/* For OpenGL 3.2 or OpenGL ES 3.0, floating. */
GtkWidget *ond_opengl_area_new (void);

/* Shows and realizes it now, so that who draws is known from here on; its own "realize" handlers
 * find out what becomes of OpenGL. FALSE where it is better left alone (gl-choice.h): *why is then
 * a line that says so, borrowed. For the realize of the widget that it is in. */
gboolean ond_opengl_area_start (GtkWidget *self, const char **why);
