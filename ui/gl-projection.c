/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gl-projection.h"

#include "gl-colors.h"
#include "gl-program.h"

#include "../core/error.h"

enum
{
  TEXTURE_KEYS,
  TEXTURE_THRESHOLDS,
  TEXTURE_TABLE,
  N_TEXTURES
};

static const char *const samplers[N_TEXTURES] = { "u_keys", "u_thresholds", "u_table" };

enum
{
  UNIFORM_N,
  UNIFORM_MAJOR,
  UNIFORM_SHIFT,
  UNIFORM_BASE,
  UNIFORM_COLUMN,
  UNIFORM_ROW,
  UNIFORM_LAYER,
  N_UNIFORMS
};

static const char *const uniforms[N_UNIFORMS] = {
  "u_n", "u_major", "u_shift", "u_base", "u_column", "u_row", "u_layer",
};

struct _OndGlProjection
{
  GLuint program, vertex_array;
  GLuint textures[N_TEXTURES];
  GLint places[N_UNIFORMS];
  GLint max_size;
  OndProjectionVolume *volume; /* what the texture holds, or NULL */
  OndColorScale colors;
  gboolean has_colors;
  GLuint framebuffer, small; /* pictures to be enlarged */
  int small_width, small_height;
};

static void
bind (OndGlProjection *self, int texture)
{
  glActiveTexture (GL_TEXTURE0 + (GLenum) texture);
  glBindTexture (texture == TEXTURE_KEYS ? GL_TEXTURE_3D : GL_TEXTURE_2D, self->textures[texture]);
}

static void
set_nearest (GLenum target)
{
  glTexParameteri (target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri (target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri (target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri (target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

OndGlProjection *
ond_gl_projection_new (GError **error)
{
  if (!ond_gl_check_version (error))
    return NULL;
  GLuint program = ond_gl_program_new ("slice.vert", "projection.frag", error);
  if (program == 0)
    return NULL;

  g_autoptr (OndGlProjection) self = g_new0 (OndGlProjection, 1);
  self->program = program;
  for (int i = 0; i < N_UNIFORMS; i++)
    self->places[i] = glGetUniformLocation (program, uniforms[i]);
  glGetIntegerv (GL_MAX_3D_TEXTURE_SIZE, &self->max_size);
  glGenVertexArrays (1, &self->vertex_array);
  glGenFramebuffers (1, &self->framebuffer);
  glGenTextures (N_TEXTURES, self->textures);
  glUseProgram (program);
  for (int texture = 0; texture < N_TEXTURES; texture++)
    {
      bind (self, texture);
      set_nearest (texture == TEXTURE_KEYS ? GL_TEXTURE_3D : GL_TEXTURE_2D);
      glUniform1i (glGetUniformLocation (program, samplers[texture]), texture);
    }
  glUseProgram (0);
  return ond_gl_check ("prepare the projection", error) ? g_steal_pointer (&self) : NULL;
}

void
ond_gl_projection_free (OndGlProjection *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->volume, ond_projection_volume_unref);
  glDeleteTextures (N_TEXTURES, self->textures);
  glDeleteTextures (1, &self->small);
  glDeleteFramebuffers (1, &self->framebuffer);
  glDeleteVertexArrays (1, &self->vertex_array);
  glDeleteProgram (self->program);
  g_free (self);
}

int
ond_gl_projection_get_max_size (const OndGlProjection *self)
{
  return self->max_size;
}

gboolean
ond_gl_projection_set_volume (OndGlProjection *self, OndProjectionVolume *volume, GError **error)
{
  if (volume == self->volume)
    return TRUE;
  g_clear_pointer (&self->volume, ond_projection_volume_unref);
  bind (self, TEXTURE_KEYS);
  glPixelStorei (GL_UNPACK_ALIGNMENT, 4);
  glTexImage3D (GL_TEXTURE_3D, 0, GL_R32UI, volume->n[OND_X], volume->n[OND_Y], volume->n[OND_Z], 0,
                GL_RED_INTEGER, GL_UNSIGNED_INT, volume->keys);

  g_autofree char *what = g_strdup_printf ("hold a volume of %d x %d x %d voxels", volume->n[OND_X],
                                           volume->n[OND_Y], volume->n[OND_Z]);
  if (!ond_gl_check (what, error))
    return FALSE;
  self->volume = ond_projection_volume_ref (volume);
  return TRUE;
}

void
ond_gl_projection_set_colors (OndGlProjection *self, const OndColorScale *colors)
{
  if (self->has_colors && ond_color_scale_equal (&self->colors, colors))
    return;
  self->colors = *colors;
  self->has_colors = TRUE;

  OndGlColors form;
  ond_gl_colors_fill (&form, colors);
  glPixelStorei (GL_UNPACK_ALIGNMENT, 4);
  bind (self, TEXTURE_THRESHOLDS);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_R32UI, OND_COLORMAP_SIZE, 1, 0, GL_RED_INTEGER,
                GL_UNSIGNED_INT, form.thresholds);
  bind (self, TEXTURE_TABLE);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_RGBA8, OND_COLORMAP_SIZE, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                form.table);
}

/* Binds a framebuffer of that size. */
static void
begin_small (OndGlProjection *self, int width, int height)
{
  glBindFramebuffer (GL_FRAMEBUFFER, self->framebuffer);
  if (self->small != 0 && width == self->small_width && height == self->small_height)
    return;
  if (self->small == 0)
    glGenTextures (1, &self->small);
  glActiveTexture (GL_TEXTURE0 + N_TEXTURES);
  glBindTexture (GL_TEXTURE_2D, self->small);
  set_nearest (GL_TEXTURE_2D);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  glFramebufferTexture2D (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, self->small, 0);
  self->small_width = width;
  self->small_height = height;
}

static void
cast (OndGlProjection *self, const OndRays *rays, int width, int height)
{
  const OndRayAxis *a = &rays->axes[0], *b = &rays->axes[1];

  for (int texture = 0; texture < N_TEXTURES; texture++)
    bind (self, texture);
  glDisable (GL_BLEND);
  glDisable (GL_DEPTH_TEST);
  glDisable (GL_DITHER);
  glViewport (0, 0, width, height);
  glUseProgram (self->program);
  glUniform3i (self->places[UNIFORM_N], rays->n[rays->minor[0]], rays->n[rays->minor[1]],
               rays->n[rays->major]);
  glUniform1i (self->places[UNIFORM_MAJOR], rays->major);
  glUniform1i (self->places[UNIFORM_SHIFT], rays->shift);
  glUniform2i (self->places[UNIFORM_BASE], a->base, b->base);
  glUniform2i (self->places[UNIFORM_COLUMN], a->column, b->column);
  glUniform2i (self->places[UNIFORM_ROW], a->row, b->row);
  glUniform2i (self->places[UNIFORM_LAYER], a->layer, b->layer);
  glBindVertexArray (self->vertex_array);
  glDrawArrays (GL_TRIANGLES, 0, 3);
  glBindVertexArray (0);
  glUseProgram (0);
}

gboolean
ond_gl_projection_draw (OndGlProjection *self, const OndRays *rays, int width, int height,
                        int divisor, GError **error)
{
  GLint target = 0;
  int small_width = (width + divisor - 1) / divisor,
      small_height = (height + divisor - 1) / divisor;

  g_return_val_if_fail (self->volume != NULL && self->has_colors && divisor > 0, FALSE);
  if (divisor == 1)
    {
      cast (self, rays, width, height);
      return ond_gl_check ("draw the projection", error);
    }
  glGetIntegerv (GL_FRAMEBUFFER_BINDING, &target);
  begin_small (self, small_width, small_height);
  cast (self, rays, small_width, small_height);
  glBindFramebuffer (GL_READ_FRAMEBUFFER, self->framebuffer);
  glBindFramebuffer (GL_DRAW_FRAMEBUFFER, (GLuint) target);
  glBlitFramebuffer (0, 0, small_width, small_height, 0, 0, small_width * divisor,
                     small_height * divisor, GL_COLOR_BUFFER_BIT, GL_LINEAR);
  glBindFramebuffer (GL_FRAMEBUFFER, (GLuint) target);
  return ond_gl_check ("draw the projection", error);
}
