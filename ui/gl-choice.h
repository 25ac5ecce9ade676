/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether OpenGL is worth drawing with. Without a graphics card (a remote desktop, a virtual
 * machine) there is often an OpenGL that the processor computes; it then takes the time that the
 * response needs, and what this program and GTK draw by themselves is there sooner. */
#pragma once

#include <gdk/gdk.h>

/* TRUE where the processor computes OpenGL; *why (may be NULL) is then a line that says so,
 * borrowed. Looked at once a display; FALSE, too, where there is no OpenGL. The environment
 * variable ONDELETTE_OPENGL=always makes it FALSE. */
gboolean ond_gl_is_software (GdkDisplay *display, const char **why);

/* Lets GTK draw by itself, too, on such a display, unless the environment says what with. Before
 * the first window. */
void ond_gl_choose_renderer (GdkDisplay *display);
