/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of a best map: hue from the direction that answered most, brightness from how much.
 *
 * A direction n has red |n_x|, green |n_y|, blue |n_z|, as diffusion imaging paints fibres (Pajevic
 * and Pierpaoli 1999, Magn. Reson. Med. 42, 526): n and -n are the same. Where the wavelet has
 * none, being round (xi = 1), all three are 1/sqrt(3). The brightness is the position of the
 * response on its own scale as a grey one that begins at 0 or at the lower limit, whichever is
 * more: limits, stretch, contrast and bias are those of the response; its map, polarity and
 * inversion are not asked, and equalisation of the histogram, which is one of other numbers, is
 * linear here. */
#pragma once

#include "../best.h"
#include "colormap.h"

typedef struct _OndBestColors OndBestColors;

/* Bytes of red, green and blue of a direction. */
void ond_direction_color (const double n[OND_N_AXES], guint8 rgb[3]);

/* The scale of the brightness. */
OndColorScale ond_best_brightness (const OndColorScale *response);

/* The colours of all of a plan's directions; NULL when there is no memory for them. */
OndBestColors *ond_best_colors_new (const OndSweepPlan *plan);
void ond_best_colors_free (OndBestColors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndBestColors, ond_best_colors_free)

/* n voxels as ond_best_get() gives them into R, G, B, A bytes; those without a cell have the colour
 * of what is invalid. */
void ond_best_colors_map_row (const OndBestColors *self, const OndColorScale *response,
                              const float *w, const guint32 *cells, gsize n, guint8 *rgba);
