/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One picture over another: the response over the image. The twin of what
 * resources/shaders/slice.frag does, in whole numbers, so that they agree to the byte.
 *
 * Of a sample over, with table entry e, opacity o (0 ... 255) and weight w (0 ... 255), and of the
 * colour under, each channel becomes
 *
 *   (under (65025 - o w) + over o w) / 65025       rounded to the nearest
 *
 * The weight of a diverging map is |2 e - 255|: what is near its middle lets the image through.
 * Other maps have the weight 255 throughout. Invalid samples over have none. */
#pragma once

#include "colormap.h"

/* The weight of table entry 0 ... 255 of a map. */
int ond_blend_weight (OndColormap map, int entry);

/* n samples through `colors` over n pixels of R, G, B, A bytes, which they change. */
void ond_blend_row (const OndColorScale *colors, const float *values, size_t n, int opacity,
                    uint8_t *rgba);

/* The same of one sample over 0xRRGGBB. */
uint32_t ond_blend_color (const OndColorScale *colors, double value, int opacity, uint32_t under);
