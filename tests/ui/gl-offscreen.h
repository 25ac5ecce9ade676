/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An OpenGL context without a display or a toolkit (EGL, surfaceless), and a framebuffer to draw
 * into and read from. OND_TEST_GL=gl|gles says which of the two APIs. */
#pragma once

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <glib.h>

typedef struct
{
  EGLDisplay display;
  EGLContext context;
  GLuint framebuffer, texture;
  int width, height;
} Offscreen;

static inline gboolean
offscreen_wants_es (void)
{
  const char *api = g_getenv ("OND_TEST_GL");
  g_assert_nonnull (api);
  return g_str_equal (api, "gles");
}

/* Makes a context current, with a framebuffer of RGBA bytes. A machine without EGL fails the
 * test. */
static inline void
offscreen_begin (Offscreen *self, int width, int height)
{
  gboolean es = offscreen_wants_es ();
  const EGLint desktop_version[] = {
    EGL_CONTEXT_MAJOR_VERSION,
    3,
    EGL_CONTEXT_MINOR_VERSION,
    2,
    EGL_CONTEXT_OPENGL_PROFILE_MASK,
    EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
    EGL_NONE,
  };
  const EGLint es_version[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0,
                                EGL_NONE };

  self->display =
      eglGetPlatformDisplayEXT (EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  g_assert_true (eglInitialize (self->display, NULL, NULL));
  g_assert_true (eglBindAPI (es ? EGL_OPENGL_ES_API : EGL_OPENGL_API));
  self->context = eglCreateContext (self->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT,
                                    es ? es_version : desktop_version);
  g_assert_true (self->context != EGL_NO_CONTEXT);
  g_assert_true (eglMakeCurrent (self->display, EGL_NO_SURFACE, EGL_NO_SURFACE, self->context));
  g_assert_cmpint (epoxy_is_desktop_gl (), ==, !es);

  self->width = width;
  self->height = height;
  glGenTextures (1, &self->texture);
  glBindTexture (GL_TEXTURE_2D, self->texture);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  glGenFramebuffers (1, &self->framebuffer);
  glBindFramebuffer (GL_FRAMEBUFFER, self->framebuffer);
  glFramebufferTexture2D (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, self->texture, 0);
  g_assert_cmpuint (glCheckFramebufferStatus (GL_FRAMEBUFFER), ==, GL_FRAMEBUFFER_COMPLETE);
  glClearColor (0, 0, 0, 0);
  glClear (GL_COLOR_BUFFER_BIT);
}

/* R, G, B, A bytes, the lowest row first; free with g_free. */
static inline guint8 *
offscreen_read (const Offscreen *self)
{
  guint8 *pixels = g_malloc ((gsize) self->width * (gsize) self->height * 4);
  glReadPixels (0, 0, self->width, self->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  g_assert_cmpuint (glGetError (), ==, GL_NO_ERROR);
  return pixels;
}

static inline void
offscreen_end (Offscreen *self)
{
  glDeleteFramebuffers (1, &self->framebuffer);
  glDeleteTextures (1, &self->texture);
  eglMakeCurrent (self->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext (self->display, self->context);
  eglTerminate (self->display);
}
