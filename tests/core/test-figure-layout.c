/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a figure has room for; test-figure.c is about what is drawn. */
#include "core/draw/figure-layout.h"

/* A single tick says nothing of the scale; from a width on that holds two numbers there are two. */
static void
test_an_axis_has_two_ticks (void)
{
  g_autofree float *values = g_new0 (float, 80 * 30);
  OndPanel panel = { .nx = 80, .ny = 30, .values = values, .aspect = 1 };
  const OndFigure figure = { .panels = &panel, .n_panels = 1, .colors = { .upper = 1 } };

  double narrowest = G_MAXDOUBLE;

  panel.x = (OndAxis){ "x", -114, 138, NULL };
  panel.y = (OndAxis){ "y", 0, 30, NULL };
  for (int width = 100; width < 200; width++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, 200);
      cairo_t *cr = cairo_create (surface);
      OndFigureLayout layout;
      OndPen pen;
      double cells;

      ond_pen_init (&pen, cr, 9);
      ond_figure_layout_init (&layout, &figure, &pen, width, 200);
      cells = layout.panels[0].cells.width;
      if (cells * 100 / 252 > ond_pen_width (&pen, "\u2212100") + 0.3 * pen.em
          && cells > 6.1 * pen.line && layout.parts & OND_PART_TICKS)
        {
          g_assert_cmpint (layout.panels[0].x.n, >=, 2);
          narrowest = MIN (narrowest, cells);
        }
      ond_figure_layout_clear (&layout);
      ond_pen_clear (&pen);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpfloat (narrowest, <, 80);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-layout/an-axis-has-two-ticks-if-they-fit", test_an_axis_has_two_ticks);
  return g_test_run ();
}
