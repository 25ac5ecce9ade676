/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain text in one font for the figures: measuring and putting. Text is never markup; what is not
 * UTF-8 is shown with replacement characters. */
#pragma once

#include <cairo.h>
#include <pango/pangocairo.h>

typedef struct
{
  cairo_t *cr; /* borrowed */
  PangoLayout *layout;
  double em;   /* font size in units of the context */
  double line; /* height of a line */
} OndPen;

typedef struct
{
  double x, y;
  double across,
      down;    /* the point of the text's box that is put at x, y: 0, 0 is its upper left corner */
  double room; /* text longer than this is ellipsized; 0: as long as it is */
  gboolean keep_end; /* of such a text, and not its beginning */
  gboolean upwards;  /* turned to read from below; then `across` runs up and `down` to the right */
} OndPlace;

void ond_pen_init (OndPen *self, cairo_t *cr, double font_size);
void ond_pen_clear (OndPen *self);

double ond_pen_width (OndPen *self, const char *text);
void ond_pen_put (OndPen *self, const char *text, const OndPlace *place);
