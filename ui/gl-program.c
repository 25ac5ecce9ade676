/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and linking, and what OpenGL itself has to say: errors, version, name. */
#include "gl-program.h"

#include "../core/error.h"

#include <gio/gio.h>

#define SHADERS "/io/github/ondelette/Ondelette/shaders/"

/* A lost context may report errors for ever. */
#define MAX_ERRORS 16

static const char desktop_prefix[] = "#version 150\n"
                                     "#line 1\n";
static const char es_prefix[] = "#version 300 es\n"
                                "precision highp float;\n"
                                "precision highp int;\n"
                                "precision highp sampler2D;\n"
                                "precision highp usampler2D;\n"
                                "precision highp usampler3D;\n"
                                "#line 1\n";

static GLuint
compile (GLenum type, const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (SHADERS, name, NULL);
  g_autoptr (GBytes) source = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (source == NULL)
    return 0;

  gsize size;
  const char *body = g_bytes_get_data (source, &size);
  const char *parts[] = { epoxy_is_desktop_gl () ? desktop_prefix : es_prefix, body };
  const GLint sizes[] = { -1, (GLint) size };
  GLuint shader = glCreateShader (type);
  glShaderSource (shader, G_N_ELEMENTS (parts), parts, sizes);
  glCompileShader (shader);

  GLint compiled = GL_FALSE;
  glGetShaderiv (shader, GL_COMPILE_STATUS, &compiled);
  if (compiled)
    return shader;

  char log[1024] = "";
  glGetShaderInfoLog (shader, sizeof log, NULL, log);
  glDeleteShader (shader);
  g_set_error (error, OND_ERROR, OND_ERROR_BACKEND, "OpenGL cannot compile %s: %s", name,
               g_strstrip (log));
  return 0;
}

static GLuint
link_program (GLuint vertex, GLuint fragment, GError **error)
{
  GLuint program = glCreateProgram ();
  glAttachShader (program, vertex);
  glAttachShader (program, fragment);
  glLinkProgram (program);
  glDetachShader (program, vertex);
  glDetachShader (program, fragment);

  GLint linked = GL_FALSE;
  glGetProgramiv (program, GL_LINK_STATUS, &linked);
  if (linked)
    return program;

  char log[1024] = "";
  glGetProgramInfoLog (program, sizeof log, NULL, log);
  glDeleteProgram (program);
  g_set_error (error, OND_ERROR, OND_ERROR_BACKEND, "OpenGL cannot link the shaders: %s",
               g_strstrip (log));
  return 0;
}

GLuint
ond_gl_program_new (const char *vertex, const char *fragment, GError **error)
{
  GLuint vertex_shader = compile (GL_VERTEX_SHADER, vertex, error);
  if (vertex_shader == 0)
    return 0;
  GLuint fragment_shader = compile (GL_FRAGMENT_SHADER, fragment, error);
  GLuint program = fragment_shader == 0 ? 0 : link_program (vertex_shader, fragment_shader, error);
  glDeleteShader (vertex_shader);
  glDeleteShader (fragment_shader);
  return program;
}

gboolean
ond_gl_check (const char *what, GError **error)
{
  GLenum first = glGetError ();
  for (int i = 0; i < MAX_ERRORS && glGetError () != GL_NO_ERROR; i++)
    ;
  if (first == GL_NO_ERROR)
    return TRUE;
  if (first == GL_OUT_OF_MEMORY)
    g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "OpenGL has no memory left to %s", what);
  else
    g_set_error (error, OND_ERROR, OND_ERROR_BACKEND, "OpenGL cannot %s (error 0x%04x)", what,
                 first);
  return FALSE;
}

char *
ond_gl_describe (void)
{
  int version = epoxy_gl_version ();
  const char *renderer = (const char *) glGetString (GL_RENDERER);
  return g_strdup_printf ("%s %d.%d, %s", epoxy_is_desktop_gl () ? "OpenGL" : "OpenGL ES",
                          version / 10, version % 10, renderer != NULL ? renderer : "unknown");
}

gboolean
ond_gl_check_version (GError **error)
{
  gboolean desktop = epoxy_is_desktop_gl ();
  int version = epoxy_gl_version (), needed = desktop ? 32 : 30;
  if (version >= needed)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_BACKEND, "%s %d.%d is too old, %d.%d is needed",
               desktop ? "OpenGL" : "OpenGL ES", version / 10, version % 10, needed / 10,
               needed % 10);
  return FALSE;
}
