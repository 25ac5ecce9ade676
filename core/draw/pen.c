/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pen.h"

void
ond_pen_init (OndPen *self, cairo_t *cr, double font_size)
{
  PangoFontDescription *font = pango_font_description_from_string ("Sans");
  cairo_font_options_t *options = cairo_font_options_create ();
  int height;

  /* Without hinting text is as wide on paper as on screen, and the layout the same. */
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  self->cr = cr;
  self->em = font_size;
  self->layout = pango_cairo_create_layout (cr);
  pango_cairo_context_set_font_options (pango_layout_get_context (self->layout), options);
  pango_font_description_set_absolute_size (font, font_size * PANGO_SCALE);
  pango_layout_set_font_description (self->layout, font);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_text (self->layout, "0", -1);
  pango_layout_get_size (self->layout, NULL, &height);
  self->line = (double) height / PANGO_SCALE;
  cairo_font_options_destroy (options);
  pango_font_description_free (font);
}

void
ond_pen_clear (OndPen *self)
{
  g_clear_object (&self->layout);
}

static void
set_text (OndPen *self, const char *text, double room)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  pango_layout_set_width (self->layout, room > 0 ? (int) (room * PANGO_SCALE) + 1 : -1);
  pango_layout_set_text (self->layout, valid, -1);
}

double
ond_pen_width (OndPen *self, const char *text)
{
  int width;

  set_text (self, text, 0);
  pango_layout_get_size (self->layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

void
ond_pen_put (OndPen *self, const char *text, const OndPlace *place)
{
  PangoRectangle box;

  pango_layout_set_ellipsize (self->layout,
                              place->keep_end ? PANGO_ELLIPSIZE_START : PANGO_ELLIPSIZE_END);
  set_text (self, text, place->room);
  pango_layout_get_extents (self->layout, NULL, &box);
  cairo_save (self->cr);
  cairo_translate (self->cr, place->x, place->y);
  if (place->upwards)
    cairo_rotate (self->cr, -G_PI_2);
  cairo_move_to (self->cr, -(box.x + place->across * box.width) / (double) PANGO_SCALE,
                 -(box.y + place->down * box.height) / (double) PANGO_SCALE);
  pango_cairo_show_layout (self->cr, self->layout);
  cairo_restore (self->cr);
}
