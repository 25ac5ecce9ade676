/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three textures a layer, two for what lies where, and a program. Samples are uploaded as the bits
 * of their floats (R32UI); resources/shaders/slice.frag says what that buys. */
#include "gl-slice.h"

#include "gl-colors.h"
#include "gl-program.h"
#include "slice-area.h"

#include "../core/error.h"

#define SIGN_BIT 0x80000000u

enum
{
  TEXTURE_SAMPLES, /* of a layer, and these of the next follow */
  TEXTURE_THRESHOLDS,
  TEXTURE_TABLE,
  N_OF_A_LAYER,
  TEXTURE_COLUMNS = N_OF_A_LAYER * OND_GL_N_LAYERS,
  TEXTURE_ROWS,
  N_TEXTURES
};

static const char *const samplers[N_TEXTURES] = { "u_samples",         "u_thresholds",
                                                  "u_table",           "u_over_samples",
                                                  "u_over_thresholds", "u_over_table",
                                                  "u_columns",         "u_rows" };

/* Which samples are under a line of pixels. */
typedef struct
{
  int n, pixels; /* of the whole slice */
  int first, count;
} Line;

typedef struct
{
  int width, height; /* of the samples' texture; 0 without one */
  OndColorScale colors;
  gboolean has_colors;
} Layer;

struct _OndGlSlice
{
  GLuint program, vertex_array;
  GLuint textures[N_TEXTURES];
  GLint corner, invalid, keep, flip, opacity;
  GLint max_size;
  guint n_uploads;
  Layer layers[OND_GL_N_LAYERS];
  Line lines[2]; /* what the textures of columns and rows hold */
};

static void
bind (OndGlSlice *self, int texture)
{
  glActiveTexture (GL_TEXTURE0 + (GLenum) texture);
  glBindTexture (GL_TEXTURE_2D, self->textures[texture]);
}

static int
texture_of (OndGlLayer layer, int texture)
{
  return (int) layer * N_OF_A_LAYER + texture;
}

static void
make_textures (OndGlSlice *self)
{
  static const GLenum parameters[][2] = {
    { GL_TEXTURE_MIN_FILTER, GL_NEAREST },
    { GL_TEXTURE_MAG_FILTER, GL_NEAREST },
    { GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE },
    { GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE },
  };

  glGenTextures (N_TEXTURES, self->textures);
  for (int texture = 0; texture < N_TEXTURES; texture++)
    {
      bind (self, texture);
      for (gsize i = 0; i < G_N_ELEMENTS (parameters); i++)
        glTexParameteri (GL_TEXTURE_2D, parameters[i][0], (GLint) parameters[i][1]);
      glUniform1i (glGetUniformLocation (self->program, samplers[texture]), texture);
    }
}

OndGlSlice *
ond_gl_slice_new (GError **error)
{
  if (!ond_gl_check_version (error))
    return NULL;
  GLuint program = ond_gl_program_new ("slice.vert", "slice.frag", error);
  if (program == 0)
    return NULL;

  g_autoptr (OndGlSlice) self = g_new0 (OndGlSlice, 1);
  self->program = program;
  self->corner = glGetUniformLocation (program, "u_corner");
  self->invalid = glGetUniformLocation (program, "u_invalid");
  self->keep = glGetUniformLocation (program, "u_keep");
  self->flip = glGetUniformLocation (program, "u_flip");
  self->opacity = glGetUniformLocation (program, "u_opacity");
  glGetIntegerv (GL_MAX_TEXTURE_SIZE, &self->max_size);
  glGenVertexArrays (1, &self->vertex_array);
  glUseProgram (program);
  make_textures (self);
  glUseProgram (0);
  return ond_gl_check ("prepare the slices", error) ? g_steal_pointer (&self) : NULL;
}

void
ond_gl_slice_free (OndGlSlice *self)
{
  if (self == NULL)
    return;
  glDeleteTextures (N_TEXTURES, self->textures);
  glDeleteVertexArrays (1, &self->vertex_array);
  glDeleteProgram (self->program);
  g_free (self);
}

int
ond_gl_slice_get_max_size (const OndGlSlice *self)
{
  return self->max_size;
}

guint
ond_gl_slice_get_n_uploads (const OndGlSlice *self)
{
  return self->n_uploads;
}

gboolean
ond_gl_slice_set_samples (OndGlSlice *self, OndGlLayer which, const float *samples, int width,
                          int height, GError **error)
{
  Layer *layer = &self->layers[which];

  g_return_val_if_fail (samples != NULL && width > 0 && height > 0, FALSE);

  bind (self, texture_of (which, TEXTURE_SAMPLES));
  glPixelStorei (GL_UNPACK_ALIGNMENT, (GLint) sizeof *samples);
  if (width == layer->width && height == layer->height)
    glTexSubImage2D (GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT,
                     samples);
  else
    glTexImage2D (GL_TEXTURE_2D, 0, GL_R32UI, width, height, 0, GL_RED_INTEGER, GL_UNSIGNED_INT,
                  samples);
  self->n_uploads++;
  layer->width = layer->height = 0;

  g_autofree char *what = g_strdup_printf ("hold a slice of %d x %d samples", width, height);
  if (!ond_gl_check (what, error))
    return FALSE;
  layer->width = width;
  layer->height = height;
  return TRUE;
}

void
ond_gl_slice_set_colors (OndGlSlice *self, OndGlLayer which, const OndColorScale *colors)
{
  Layer *layer = &self->layers[which];

  if (layer->has_colors && ond_color_scale_equal (&layer->colors, colors))
    return;
  layer->colors = *colors;
  layer->has_colors = TRUE;

  OndGlColors form;
  ond_gl_colors_fill (&form, colors);
  for (int i = 0; i < OND_COLORMAP_SIZE; i++)
    form.table[4 * i + 3] = form.weights[i];
  glPixelStorei (GL_UNPACK_ALIGNMENT, 4);
  bind (self, texture_of (which, TEXTURE_THRESHOLDS));
  glTexImage2D (GL_TEXTURE_2D, 0, GL_R32UI, OND_COLORMAP_SIZE, 1, 0, GL_RED_INTEGER,
                GL_UNSIGNED_INT, form.thresholds);
  bind (self, texture_of (which, TEXTURE_TABLE));
  glTexImage2D (GL_TEXTURE_2D, 0, GL_RGBA8, OND_COLORMAP_SIZE, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                form.table);
}

/* The texture of a line, made again when another line is wanted. FALSE when memory is short. */
static gboolean
set_line (OndGlSlice *self, int texture, const Line *line)
{
  Line *last = &self->lines[texture - TEXTURE_COLUMNS];
  if (last->n == line->n && last->pixels == line->pixels && last->first == line->first
      && last->count == line->count)
    return TRUE;

  g_autofree int *samples = g_try_new (int, (gsize) line->count);
  if (samples == NULL)
    return FALSE;
  ond_slice_samples_under (line->n, line->pixels, line->first, line->count, samples);
  glPixelStorei (GL_UNPACK_ALIGNMENT, 4);
  bind (self, texture);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_R32UI, line->count, 1, 0, GL_RED_INTEGER, GL_UNSIGNED_INT,
                samples);
  *last = *line;
  return TRUE;
}

/* Colours, polarities and the blend. */
static void
set_uniforms (OndGlSlice *self, int opacity)
{
  guint32 invalid = ond_color_scale_get_invalid (&self->layers[OND_GL_UNDER].colors);
  GLuint keep[OND_GL_N_LAYERS], flip[OND_GL_N_LAYERS];

  for (int i = 0; i < OND_GL_N_LAYERS; i++)
    {
      OndPolarity polarity = self->layers[i].colors.polarity;
      keep[i] = polarity == OND_POLARITY_BOTH ? ~SIGN_BIT : ~0u;
      flip[i] = polarity == OND_POLARITY_DARK ? SIGN_BIT : 0;
    }
  glUniform4f (self->invalid, (float) (invalid >> 16 & 255) / 255,
               (float) (invalid >> 8 & 255) / 255, (float) (invalid & 255) / 255, 1);
  glUniform2uiv (self->keep, 1, keep);
  glUniform2uiv (self->flip, 1, flip);
  glUniform1ui (self->opacity, (GLuint) opacity);
}

gboolean
ond_gl_slice_draw (OndGlSlice *self, const OndGlArea *area, const OndGlArea *visible, int opacity,
                   GError **error)
{
  const Layer *under = &self->layers[OND_GL_UNDER], *over = &self->layers[OND_GL_OVER];

  g_return_val_if_fail (under->width > 0 && under->has_colors, FALSE);
  g_return_val_if_fail (
      opacity == 0
          || (over->width == under->width && over->height == under->height && over->has_colors),
      FALSE);
  g_return_val_if_fail (visible->x >= area->x && visible->y >= area->y, FALSE);
  if (visible->width <= 0 || visible->height <= 0)
    return TRUE;

  const Line columns = { under->width, area->width, visible->x - area->x, visible->width },
             rows = { under->height, area->height, visible->y - area->y, visible->height };
  if (!set_line (self, TEXTURE_COLUMNS, &columns) || !set_line (self, TEXTURE_ROWS, &rows))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "There is no memory for %d + %d pixels",
                   visible->width, visible->height);
      return FALSE;
    }
  for (int texture = 0; texture < N_TEXTURES; texture++)
    bind (self, texture);
  glDisable (GL_BLEND);
  glDisable (GL_DEPTH_TEST);
  glDisable (GL_DITHER);
  glViewport (visible->x, visible->y, visible->width, visible->height);
  glUseProgram (self->program);
  glUniform2i (self->corner, visible->x, visible->y);
  set_uniforms (self, opacity);
  glBindVertexArray (self->vertex_array);
  glDrawArrays (GL_TRIANGLES, 0, 3);
  glBindVertexArray (0);
  glUseProgram (0);
  return ond_gl_check ("draw a slice", error);
}
