/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gl-choice.h"

#include <epoxy/gl.h>

#define LINE "ond-software-gl" /* of a display: the line, "" for a graphics card */

/* What Mesa, ANGLE, Apple and Microsoft call theirs. */
static gboolean
is_software (const char *renderer)
{
  static const char *const names[] = { "llvmpipe",    "softpipe",          "swrast",
                                       "SwiftShader", "Software Renderer", "Basic Render" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (renderer, names[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* "" also where there is none: who draws will find out. */
static char *
look (GdkDisplay *display)
{
  g_autoptr (GdkGLContext) context = NULL;
  const char *setting = g_getenv ("ONDELETTE_OPENGL"), *renderer;
  char *line = NULL;

  if (g_strcmp0 (setting, "always") == 0)
    return g_strdup ("");
  context = gdk_display_create_gl_context (display, NULL);
  if (context == NULL || !gdk_gl_context_realize (context, NULL))
    return g_strdup ("");
  gdk_gl_context_make_current (context);
  renderer = (const char *) glGetString (GL_RENDERER);
  if (renderer != NULL && is_software (renderer))
    line = g_strdup_printf ("the processor computes OpenGL here (%s)", renderer);
  gdk_gl_context_clear_current ();
  return line != NULL ? line : g_strdup ("");
}

gboolean
ond_gl_is_software (GdkDisplay *display, const char **why)
{
  const char *line = g_object_get_data (G_OBJECT (display), LINE);

  if (line == NULL)
    {
      line = look (display);
      g_object_set_data_full (G_OBJECT (display), LINE, (gpointer) line, g_free);
    }
  if (why != NULL)
    *why = *line != '\0' ? line : NULL;
  return *line != '\0';
}

void
ond_gl_choose_renderer (GdkDisplay *display)
{
  if (display != NULL && ond_gl_is_software (display, NULL))
    g_setenv ("GSK_RENDERER", "cairo", FALSE);
}
