/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A colour scale in the form that the slice shader reads: the 256 colours in the order of rising
 * samples, and the first sample of each. The shader thus compares integers only and gives the
 * colours of ond_color_scale_map() exactly, whatever the limits and the stretch; polarity is
 * applied before, to the sign bit of the sample. No OpenGL here; gl-slice.c uploads it. */
#pragma once

#include "../core/draw/colormap.h"

#include <glib.h>

typedef struct
{
  guint32 thresholds
      [OND_COLORMAP_SIZE]; /* key of the first sample of an entry; [0] is 0 and has no meaning */
  guint8 table[OND_COLORMAP_SIZE * 4]; /* R, G, B, A */
  guint8 weights[OND_COLORMAP_SIZE];   /* core/draw/blend.h */
} OndGlColors;

void ond_gl_colors_fill (OndGlColors *self, const OndColorScale *scale);

/* An unsigned number ordered as finite floats are (-0 before +0). */
guint32 ond_gl_colors_key (float value);
