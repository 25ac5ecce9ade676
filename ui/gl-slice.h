/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws one slice with OpenGL. No widget: the context is the caller's and must be current in every
 * call; the objects here die with it. slice-view.c has one a realized view. */
#pragma once

#include "../core/draw/colormap.h"

#include <glib.h>

typedef struct _OndGlSlice OndGlSlice;

/* What is drawn: one layer, or one over the other. */
typedef enum
{
  OND_GL_UNDER,
  OND_GL_OVER,
  OND_GL_N_LAYERS
} OndGlLayer;

typedef struct
{
  int x, y; /* lower left corner in the framebuffer, pixels */
  int width, height;
} OndGlArea;

/* OND_ERROR_BACKEND when OpenGL is too old or refuses the shaders. */
OndGlSlice *ond_gl_slice_new (GError **error);

/* Deletes the OpenGL objects too. */
void ond_gl_slice_free (OndGlSlice *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndGlSlice, ond_gl_slice_free)

/* The longest edge of a slice that can be uploaded. */
int ond_gl_slice_get_max_size (const OndGlSlice *self);

/* Uploads float[height][width], row 0 at the bottom. On an error nothing can be drawn until the
 * next upload. */
gboolean ond_gl_slice_set_samples (OndGlSlice *self, OndGlLayer layer, const float *samples,
                                   int width, int height, GError **error);

/* Uploads 2 kilobytes when the scale differs from the last one. */
void ond_gl_slice_set_colors (OndGlSlice *self, OndGlLayer layer, const OndColorScale *colors);

/* Draws what lies in `visible`, a part of the bound framebuffer and of `area`, of the samples over
 * `area`, which may go beyond the framebuffer: the nearest sample for each pixel
 * (slice-area.h). With an opacity above 0, up to 255, the layer over is blended over the one under
 * (core/draw/blend.h); both must have the same size then. */
gboolean ond_gl_slice_draw (OndGlSlice *self, const OndGlArea *area, const OndGlArea *visible,
                            int opacity, GError **error);

/* How often samples were uploaded. */
guint ond_gl_slice_get_n_uploads (const OndGlSlice *self);
