/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the colours of the best map mean: the orientation ball, or the circle of an image's
 * directions, in the colours of its directions (core/draw/best-colors.h). No widget. */
#pragma once

#include <cairo.h>
#include <glib.h>

/* Paints the disc around (x, y) in units of the context, which nothing shades. */
void ond_best_legend_paint (cairo_t *cr, double x, double y, double radius, gboolean flat);
