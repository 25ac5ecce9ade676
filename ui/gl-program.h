/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenGL programs from shaders in the resources, for OpenGL 3.2 and OpenGL ES 3.0 from one source.
 * Needs a current context and no toolkit. */
#pragma once

#include <epoxy/gl.h>
#include <glib.h>

/* A linked program of two shaders, named by their place under shaders/ ("slice.vert"); 0 and
 * OND_ERROR_BACKEND with the compiler's log. Delete with glDeleteProgram(). */
GLuint ond_gl_program_new (const char *vertex, const char *fragment, GError **error);

/* FALSE and an error that names `what` when OpenGL has recorded one since the last call:
 * OND_ERROR_MEMORY when it was out of memory, otherwise OND_ERROR_BACKEND. */
gboolean ond_gl_check (const char *what, GError **error);

/* "OpenGL 4.5, llvmpipe ..." of the current context; free with g_free. */
char *ond_gl_describe (void);

/* FALSE and OND_ERROR_BACKEND when the current context is older than OpenGL 3.2 or OpenGL ES
 * 3.0. */
gboolean ond_gl_check_version (GError **error);
