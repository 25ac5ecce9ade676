/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a projection with OpenGL. No widget: the context is the caller's and must be current in
 * every call; the objects here die with it. projection-canvas.c has one a realized view. */
#pragma once

#include "gl-slice.h"
#include "projection-rays.h"

typedef struct _OndGlProjection OndGlProjection;

/* OND_ERROR_BACKEND when OpenGL is too old or refuses the shaders. */
OndGlProjection *ond_gl_projection_new (GError **error);

/* Deletes the OpenGL objects too. */
void ond_gl_projection_free (OndGlProjection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndGlProjection, ond_gl_projection_free)

/* The longest edge of a volume that can be uploaded. */
int ond_gl_projection_get_max_size (const OndGlProjection *self);

/* Uploads the volume unless it is the last one, of which it holds a reference. On an error nothing
 * can be drawn until the next upload. */
gboolean ond_gl_projection_set_volume (OndGlProjection *self, OndProjectionVolume *volume,
                                       GError **error);

/* Uploads 2 kilobytes when the scale differs from the last one. */
void ond_gl_projection_set_colors (OndGlProjection *self, const OndColorScale *colors);

/* Fills width x height pixels of the framebuffer that is bound. With a `divisor` above 1 the rays
 * are one for as many pixels each way, drawn elsewhere and enlarged; they must have been made for
 * it. */
gboolean ond_gl_projection_draw (OndGlProjection *self, const OndRays *rays, int width, int height,
                                 int divisor, GError **error);
