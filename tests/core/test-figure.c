/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures: what is drawn where, at every size, and what the files hold. */
#include "core/draw/blend.h"
#include "core/draw/figure.h"
#include "core/draw/pen.h"
#include "core/error.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

#define N_PANELS_MAX 3

static cairo_surface_t *
draw (const OndFigure *figure, int width, int height, OndPanelArea *areas)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  ond_figure_draw (figure, cr, width, height, areas);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, double x, double y)
{
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  const guint8 *row = cairo_image_surface_get_data (surface) + (gsize) y * stride;

  return ((const guint32 *) (gconstpointer) row)[(gsize) x] & 0xffffff;
}

/* The middle of a cell in the figure. */
static void
cell_centre (const OndPanelArea *area, const OndPanel *panel, gsize ix, gsize iy, double *x,
             double *y)
{
  *x = area->x + ((double) ix + 0.5) / (double) panel->nx * area->width;
  *y = area->y + area->height - ((double) iy + 0.5) / (double) panel->ny * area->height;
}

static const float twelve[] = { 0, 1, 2, 3, 4, 5, NAN, 7, 8, 9, INFINITY, 11 };

static void
test_cells_have_their_colours_with_row_0_at_the_bottom (void)
{
  static const int sizes[][2] = { { 300, 260 }, { 640, 200 }, { 40, 30 }, { 4, 3 } };
  const OndPanel panel = { .nx = 4,
                           .ny = 3,
                           .values = twelve,
                           .x = { "x (pixel)", -0.5, 3.5, NULL },
                           .y = { "y (pixel)", -0.5, 2.5, NULL } };
  const OndFigure figure = { .panels = &panel,
                             .n_panels = 1,
                             .colors = { .map = OND_COLORMAP_VIRIDIS, .upper = 11 },
                             .colors_label = "Value" };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      OndPanelArea area;
      cairo_surface_t *surface = draw (&figure, sizes[s][0], sizes[s][1], &area);

      for (gsize iy = 0; iy < panel.ny; iy++)
        for (gsize ix = 0; ix < panel.nx; ix++)
          {
            double x, y;
            gsize hit_x, hit_y;

            cell_centre (&area, &panel, ix, iy, &x, &y);
            g_assert_cmphex (pixel (surface, x, y), ==,
                             ond_color_scale_map (&figure.colors, twelve[4 * iy + ix]));
            g_assert_true (ond_panel_area_hit (&area, &panel, x, y, &hit_x, &hit_y));
            g_assert_cmpuint (hit_x, ==, ix);
            g_assert_cmpuint (hit_y, ==, iy);
          }
      cairo_surface_destroy (surface);
    }
}

static void
test_hit_ends_at_the_edges (void)
{
  const OndPanelArea area = { 10, 20, 40, 30 };
  const OndPanel panel = { .nx = 4, .ny = 3 };
  gsize ix, iy;

  g_assert_true (ond_panel_area_hit (&area, &panel, 10, 20, &ix, &iy));
  g_assert_cmpuint (ix, ==, 0);
  g_assert_cmpuint (iy, ==, 2);
  g_assert_true (ond_panel_area_hit (&area, &panel, 49.999, 49.999, &ix, &iy));
  g_assert_cmpuint (ix, ==, 3);
  g_assert_cmpuint (iy, ==, 0);
  g_assert_false (ond_panel_area_hit (&area, &panel, 50, 30, &ix, &iy));
  g_assert_false (ond_panel_area_hit (&area, &panel, 20, 50, &ix, &iy));
  g_assert_false (ond_panel_area_hit (&area, &panel, 9.999, 30, &ix, &iy));
  g_assert_false (ond_panel_area_hit (&area, &panel, NAN, 30, &ix, &iy));
  g_assert_false (ond_panel_area_hit (&(OndPanelArea){ 0 }, &panel, 0, 0, &ix, &iy));
}

static OndPanel
slice (gsize nx, gsize ny, double edge_x, double edge_y, const float *values)
{
  return (OndPanel){ .nx = nx,
                     .ny = ny,
                     .values = values,
                     .aspect = edge_y / edge_x,
                     .x = { "x", -0.5 * edge_x, ((double) nx - 0.5) * edge_x, NULL },
                     .y = { "y", -0.5 * edge_y, ((double) ny - 0.5) * edge_y, NULL } };
}

/* Slices of 80 x 30 x 20 voxels with edges 1, 2, 4: one scale for all, whichever side limits. Their
 * axes say their lengths, or the panels the widths of their cells. */
static void
test_slices_share_one_scale (gconstpointer by_cell_width)
{
  g_autofree float *values = g_new0 (float, 80 * 30);
  OndPanel panels[] = { slice (80, 30, 1, 2, values), slice (80, 20, 1, 4, values),
                        slice (30, 20, 2, 4, values) };
  static const double widths[] = { 80, 80, 60 }, heights[] = { 60, 80, 80 };
  const OndFigure figure = {
    .panels = panels, .n_panels = 3, .colors = { .upper = 1 }, .colors_label = "Value"
  };
  static const int sizes[][2] = { { 1200, 400 }, { 1200, 1200 }, { 2000, 300 } };

  for (int i = 0; i < 3 && GPOINTER_TO_INT (by_cell_width); i++)
    {
      panels[i].cell_width = i < 2 ? 1 : 2;
      panels[i].x.upper = 3 * panels[i].x.lower; /* in some other unit */
      panels[i].y.upper = i == 0 ? panels[i].y.lower + 2 * panels[i].x.lower * 60 / 80 : 1;
    }
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      OndPanelArea areas[3];
      double scale;

      cairo_surface_destroy (draw (&figure, sizes[s][0], sizes[s][1], areas));
      scale = areas[0].width / widths[0];
      for (int i = 0; i < 3; i++)
        {
          /* Edges are rounded to pixels. */
          g_assert_cmpfloat (fabs (areas[i].width - scale * widths[i]), <=, 2);
          g_assert_cmpfloat (fabs (areas[i].height - scale * heights[i]), <=, 2);
        }
    }
}

static void
test_every_size_has_cells_inside_and_apart (void)
{
  const OndPanel panel = { .nx = 4,
                           .ny = 3,
                           .values = twelve,
                           .aspect = 1,
                           .x = { "θ (°)", 0, 180, NULL },
                           .y = { "φ (°)", 0, 180, NULL },
                           .title = "Panel",
                           .has_mark = TRUE,
                           .mark_x = 1,
                           .mark_y = 1 };
  OndPanel panels[N_PANELS_MAX] = { panel, panel, panel };

  for (int aspect = 0; aspect < 2; aspect++)
    for (gsize n = 1; n <= N_PANELS_MAX; n++)
      for (int width = 1; width < 500; width += 23)
        for (int height = 1; height < 300; height += 23)
          {
            const OndFigure figure = { .panels = panels,
                                       .n_panels = n,
                                       .colors = { .upper = 11 },
                                       .colors_label = "Energy (K²)",
                                       .title = "A title" };
            OndPanelArea areas[N_PANELS_MAX];

            panels[0].aspect = aspect;
            cairo_surface_destroy (draw (&figure, width, height, areas));
            for (gsize i = 0; i < n; i++)
              {
                g_assert_true (areas[i].width >= 0 && areas[i].height >= 0);
                g_assert_true (areas[i].x >= 0 && areas[i].y >= 0);
                g_assert_cmpfloat (areas[i].x + areas[i].width, <=, width + 1e-9);
                g_assert_cmpfloat (areas[i].y + areas[i].height, <=, height + 1e-9);
                if (i > 0)
                  g_assert_cmpfloat (areas[i].x, >=, areas[i - 1].x + areas[i - 1].width);
              }
          }
}

static void
test_degenerate_figures_are_drawn (void)
{
  static const float nan_cell[] = { NAN }, one_cell[] = { 3 };
  static const double centre[] = { 5 };
  g_autofree float *row = g_new0 (float, 200);
  const OndPanel panels[] = {
    { .nx = 1,
      .ny = 1,
      .values = nan_cell,
      .x = { NULL, -0.5, 0.5, NULL },
      .y = { NULL, -0.5, 0.5, NULL } },
    { .nx = 1, .ny = 1, .values = one_cell, .x = { "ξ", 0, 0, centre }, .y = { "a", 2, 2, NULL } },
    { .nx = 200,
      .ny = 1,
      .values = row,
      .aspect = 1,
      .x = { "x", NAN, 1, NULL },
      .y = { "y", 0, INFINITY, NULL } },
    { .nx = 1,
      .ny = 200,
      .values = row,
      .aspect = 1,
      .x = { "x", 0, 1, NULL },
      .y = { "\xff\xfe", 0, 200, NULL } },
    { .nx = 0, .ny = 0 },
    { .nx = 1, .ny = 1, .values = one_cell, .aspect = INFINITY, .has_mark = TRUE, .mark_x = NAN },
  };
  static const double limits[][2] = {
    { 0, 1 }, { 3, 3 }, { NAN, NAN }, { 1, 0 }, { -1e308, 1e308 }
  };

  for (gsize p = 0; p < G_N_ELEMENTS (panels); p++)
    for (gsize l = 0; l < G_N_ELEMENTS (limits); l++)
      for (int stretch = 0; stretch < OND_N_STRETCHES; stretch++)
        {
          const OndFigure figure = {
            .panels = &panels[p],
            .n_panels = 1,
            .title = "\n<b>&",
            .colors = { .stretch = stretch, .lower = limits[l][0], .upper = limits[l][1] }
          };

          cairo_surface_destroy (draw (&figure, 300, 260, NULL));
        }
  cairo_surface_destroy (draw (&(OndFigure){ .title = "Nothing" }, 300, 260, NULL));
}

static void
test_constant_takes_the_middle_of_the_map (void)
{
  static const float three[] = { 3 };
  const OndPanel panel = { .nx = 1, .ny = 1, .values = three };
  const OndFigure figure = { .panels = &panel,
                             .n_panels = 1,
                             .colors = { .map = OND_COLORMAP_DIVERGING, .lower = 3, .upper = 3 } };
  OndPanelArea area;
  cairo_surface_t *surface = draw (&figure, 200, 200, &area);

  g_assert_cmphex (pixel (surface, area.x + 5, area.y + 5), ==, 0xf7f6f6);
  /* The colour bar has that colour only, not those of the ends. */
  for (int i = 0; i < 200 * 200; i++)
    g_assert_true (pixel (surface, i % 200, i / 200) != 0x053061
                   && pixel (surface, i % 200, i / 200) != 0x67001f);
  cairo_surface_destroy (surface);
}

/* Values over others: the colours of the blend, and of what lies under where they are invalid. */
static void
test_cells_are_blended_over_others (void)
{
  static const float image[] = { 0, 1, 2, 3, 4, 5, 6, NAN, 8, 9, 10, 11 };
  const OndUnder under = { image, { .map = OND_COLORMAP_GREY, .upper = 11 }, 150 };
  const OndPanel panel = { .nx = 4, .ny = 3, .values = twelve, .under = &under };
  const OndFigure figure = { .panels = &panel,
                             .n_panels = 1,
                             .colors = {
                                 .map = OND_COLORMAP_DIVERGING, .lower = -11, .upper = 11 } };
  OndPanelArea area;
  cairo_surface_t *surface = draw (&figure, 300, 260, &area);

  for (gsize i = 0; i < G_N_ELEMENTS (image); i++)
    {
      guint32 below = ond_color_scale_map (&under.colors, image[i]),
              expected = ond_blend_color (&figure.colors, twelve[i], 150, below);
      double x, y;

      cell_centre (&area, &panel, i % 4, i / 4, &x, &y);
      g_assert_cmphex (pixel (surface, x, y), ==, expected);
      g_assert_true ((expected == below) == !isfinite (twelve[i]) || twelve[i] < 1);
    }
  cairo_surface_destroy (surface);
}

/* Contrast and bias change the colours along the bar and not its axis; its lowest colour is that of
 * the lower limit, whatever the polarity. */
static void
test_the_bar_has_the_colours_of_the_cells (void)
{
  static const float ends[] = { 0, 11 };
  const OndPanel panel = { .nx = 2, .ny = 1, .values = ends };
  const OndFigure figure = { .panels = &panel,
                             .n_panels = 1,
                             .colors = { .map = OND_COLORMAP_VIRIDIS,
                                         .stretch = OND_STRETCH_SQRT,
                                         .upper = 11,
                                         .contrast_log2 = -1,
                                         .bias_offset = 0.1 } };
  OndPanelArea area;
  cairo_surface_t *surface = draw (&figure, 300, 260, &area);
  gsize found[2] = { 0, 0 };

  for (int x = (int) (area.x + area.width) + 4; x < 300; x++)
    for (int y = 0; y < 260; y++)
      for (int i = 0; i < 2; i++)
        found[i] += pixel (surface, x, y) == ond_color_scale_map (&figure.colors, ends[i]);
  g_assert_cmpuint (found[0], >, 3);
  g_assert_cmpuint (found[1], >, 3);
  cairo_surface_destroy (surface);
}

/* More cells than pixels: the mean of the valid ones, so a fine chequerboard is its middle and a
 * lone valid cell in a block keeps its colour. */
static void
test_many_cells_are_averaged_without_the_invalid (void)
{
  const gsize n = 1200;
  g_autofree float *board = g_new (float, n *n);
  const OndPanel panel = {
    .nx = n, .ny = n, .values = board, .x = { NULL, 0, 1, NULL }, .y = { NULL, 0, 1, NULL }
  };
  const OndFigure figure = { .panels = &panel, .n_panels = 1, .colors = { .upper = 2 } };
  OndPanelArea area;
  cairo_surface_t *surface;

  for (gsize i = 0; i < n * n; i++)
    board[i] = (i % n + i / n) % 2 ? (i / n < n / 2 ? 2 : NAN) : (i / n < n / 2 ? 0 : 2);
  surface = draw (&figure, 300, 300, &area);
  for (double x = area.x + 2; x < area.x + area.width - 2; x += 7)
    {
      g_assert_cmphex (pixel (surface, x, area.y + area.height * 0.25), ==, 0xffffff);
      /* Blocks of an odd number of cells hold one more of the one or the other. */
      g_assert_cmpfloat (
          fabs ((double) (pixel (surface, x, area.y + area.height * 0.75) & 0xff) - 127.5), <=, 16);
    }
  cairo_surface_destroy (surface);
}

static void
test_mark_lies_where_it_is_said_to (void)
{
  g_autofree float *values = g_new0 (float, 100);
  OndPanel panel = {
    .nx = 10, .ny = 10, .values = values, .has_mark = TRUE, .mark_x = 2.5, .mark_y = 7.5
  };
  const OndFigure figure = {
    .panels = &panel, .n_panels = 1, .colors = { .lower = -1, .upper = 1 }, .font_size = 20
  };
  OndPanelArea area;
  cairo_surface_t *surface = draw (&figure, 400, 400, &area);
  double x, y;

  cell_centre (&area, &panel, 2, 7, &x, &y);
  g_assert_cmphex (pixel (surface, x, y), ==, 0x808080); /* the middle is open */
  for (int i = 0; i < 4; i++)
    {
      double dx = i < 2 ? (i ? 10 : -10) : 0, dy = i < 2 ? 0 : (i == 2 ? 10 : -10);

      g_assert_cmpuint (pixel (surface, x + dx, y + dy) & 0xff, <, 0x30);
    }
  cairo_surface_destroy (surface);
}

static void
test_paper_and_ink_are_the_figures (void)
{
  const OndPanel panel = { .nx = 4, .ny = 3, .values = twelve };
  OndFigure figure = { .panels = &panel, .n_panels = 1, .colors = { .upper = 11 } };
  cairo_surface_t *light = draw (&figure, 300, 200, NULL), *dark;

  figure.ink = 0xeeeeee;
  figure.paper = 0x202020;
  dark = draw (&figure, 300, 200, NULL);
  g_assert_cmphex (pixel (light, 1, 1), ==, 0xffffff);
  g_assert_cmphex (pixel (dark, 1, 1), ==, 0x202020);
  cairo_surface_destroy (light);
  cairo_surface_destroy (dark);
}

static void
test_text_is_never_markup (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 10, 10);
  cairo_t *cr = cairo_create (surface);
  OndPen pen;

  ond_pen_init (&pen, cr, 10);
  g_assert_cmpfloat (ond_pen_width (&pen, "<b>x</b>"), >, 3 * ond_pen_width (&pen, "x"));
  g_assert_cmpfloat (ond_pen_width (&pen, "&amp;"), >, 3 * ond_pen_width (&pen, "&"));
  ond_pen_clear (&pen);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A folder of this test's own, removed with what is in it. */
typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  (void) data;
  fixture->folder = g_dir_make_tmp ("ondelette-figure-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  (void) data;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static const OndPanel file_panel = {
  .nx = 4, .ny = 3, .values = twelve, .x = { "x", 0, 4, NULL }, .y = { "y", 0, 3, NULL }
};
static const OndFigure file_figure = {
  .panels = &file_panel, .n_panels = 1, .colors = { .upper = 11 }, .title = "Tom & <Jerry>"
};

#define COMMAND "ondelette-cli figure 'α & <β>.fits' -o f"

static GBytes *
save (Fixture *fixture, const OndFigure *figure, const char *name, const OndFigureOutput *output)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  g_assert_true (ond_figure_save (figure, path, output, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  return g_bytes_new_take (contents, length);
}

static gboolean
holds (GBytes *bytes, const char *text)
{
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  return memmem (data, n, text, strlen (text)) != NULL;
}

static guint32
big_endian (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

/* Every chunk's checksum, and the chunks that say who, how and how large. */
static void
test_png_is_well_formed_and_says_how_it_was_made (Fixture *fixture, gconstpointer data)
{
  const OndFigureOutput output = { .width = 50.8, .height = 25.4, .dpi = 100, .command = COMMAND };
  g_autoptr (GBytes) png = save (fixture, &file_figure, "f.png", &output);
  gsize n, at = 8;
  const guint8 *bytes = g_bytes_get_data (png, &n);
  gboolean seen_comment = FALSE, seen_software = FALSE, seen_size = FALSE;

  (void) data;
  g_assert_cmpmem (bytes, 8, "\x89PNG\r\n\x1a\n", 8);
  g_assert_cmpuint (big_endian (bytes + 16), ==, 200);
  g_assert_cmpuint (big_endian (bytes + 20), ==, 100);
  while (at < n)
    {
      gsize length = big_endian (bytes + at);
      const guint8 *type = bytes + at + 4;

      g_assert_cmpuint (at + 12 + length, <=, n);
      g_assert_cmphex (big_endian (type + 4 + length), ==, crc32 (0, type, (uInt) length + 4));
      if (memcmp (type, "iTXtComment\0\0\0\0\0", 16) == 0)
        seen_comment =
            length == 12 + strlen (COMMAND) && memcmp (type + 16, COMMAND, strlen (COMMAND)) == 0;
      seen_software |= memcmp (type, "tEXtSoftware\0Ondelette", 22) == 0;
      seen_size |=
          memcmp (type, "pHYs", 4) == 0 && big_endian (type + 4) == 3937; /* a metre at 100 dpi */
      at += 12 + length;
    }
  g_assert_true (seen_comment && seen_software && seen_size);
}

static void
collect_text (GMarkupParseContext *context, const char *text, gsize n, gpointer data,
              GError **error)
{
  GString *words = data;

  (void) error;
  if (g_strcmp0 (g_markup_parse_context_get_element (context), "desc") == 0
      || g_strcmp0 (g_markup_parse_context_get_element (context), "title") == 0)
    g_string_append_len (words, text, (gssize) n);
}

static void
test_svg_is_well_formed_and_says_how_it_was_made (Fixture *fixture, gconstpointer data)
{
  const OndFigureOutput output = { .width = 80, .height = 60, .command = COMMAND };
  g_autoptr (GBytes) svg = save (fixture, &file_figure, "f.svg", &output);
  const GMarkupParser parser = { .text = collect_text };
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, words, NULL);
  g_autoptr (GError) error = NULL;

  (void) data;
  g_markup_parse_context_parse (context, g_bytes_get_data (svg, NULL),
                                (gssize) g_bytes_get_size (svg), &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (words->str, ==, "Tom & <Jerry>Ondelette: " COMMAND);
}

static void
test_pdf_is_one_and_says_who_made_it (Fixture *fixture, gconstpointer data)
{
  const OndFigureOutput output = { .width = 80,
                                   .height = 60,
                                   .command = "ondelette-cli figure f.fits" };
  g_autoptr (GBytes) pdf = save (fixture, &file_figure, "F.PDF", &output);

  (void) data;
  g_assert_cmpmem (g_bytes_get_data (pdf, NULL), 5, "%PDF-", 5);
  g_assert_true (holds (pdf, "%%EOF"));
  g_assert_true (holds (pdf, "/Creator (Ondelette)"));
  g_assert_true (holds (pdf, "/CreationDate ("));
  g_assert_true (holds (pdf, "/Subject (ondelette-cli figure f.fits)"));
}

static void
test_same_figure_gives_the_same_bytes (Fixture *fixture, gconstpointer data)
{
  const OndFigureOutput output = {
    .width = 80, .height = 60, .dpi = 100, .overwrite = TRUE, .command = COMMAND
  };
  static const char *const names[] = { "f.pdf", "f.png" };

  (void) data;
  g_setenv ("SOURCE_DATE_EPOCH", "1000000000", TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GBytes) first = save (fixture, &file_figure, names[i], &output);
      g_autoptr (GBytes) second = NULL;

      g_assert_true (i > 0 || holds (first, "20010909014640"));
      g_usleep (1100000); /* a second later by the clock of the file */
      second = save (fixture, &file_figure, names[i], &output);
      g_assert_true (g_bytes_equal (first, second));
    }
  g_unsetenv ("SOURCE_DATE_EPOCH");
}

/* 60 mm hold 945 cells at 400 an inch; noise does not compress. */
static void
test_many_cells_do_not_make_a_large_file (Fixture *fixture, gconstpointer data)
{
  const gsize n = 3000;
  g_autofree float *noise = g_new (float, n *n);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  const OndPanel panel = { .nx = n,
                           .ny = n,
                           .values = noise,
                           .aspect = 1,
                           .x = { "x", 0, 1, NULL },
                           .y = { "y", 0, 1, NULL } };
  const OndFigure figure = { .panels = &panel,
                             .n_panels = 1,
                             .colors = { .map = OND_COLORMAP_VIRIDIS, .upper = 1 } };
  const OndFigureOutput output = { .width = 60, .height = 60 };
  g_autoptr (GBytes) pdf = NULL;

  (void) data;
  for (gsize i = 0; i < n * n; i++)
    noise[i] = (float) g_rand_double (random);
  pdf = save (fixture, &figure, "f.pdf", &output);
  g_assert_cmpuint (g_bytes_get_size (pdf), <, 945 * 945 * 3 + 100000);
}

static void
test_refusals_leave_nothing_behind (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    OndFigureOutput output;
    OndError code;
  } cases[] = {
    { "f.jpg", { .width = 80, .height = 60 }, OND_ERROR_PARAMETER },
    { "pdf", { .width = 80, .height = 60 }, OND_ERROR_PARAMETER },
    { "f.pdf", { .width = 0, .height = 60 }, OND_ERROR_PARAMETER },
    { "f.pdf", { .width = 80, .height = NAN }, OND_ERROR_PARAMETER },
    { "f.svg", { .width = 1e6, .height = 60 }, OND_ERROR_PARAMETER },
    { "f.png", { .width = 1000, .height = 60, .dpi = 1200 }, OND_ERROR_PARAMETER },
    { "missing/f.pdf", { .width = 80, .height = 60 }, OND_ERROR_WRITE },
  };
  g_autoptr (GDir) dir = NULL;

  (void) data;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, cases[i].name, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (ond_figure_save (&file_figure, path, &cases[i].output, &error));
      g_assert_error (error, OND_ERROR, (int) cases[i].code);
    }
  dir = g_dir_open (fixture->folder, 0, NULL);
  g_assert_null (g_dir_read_name (dir));
}

static void
test_existing_file_is_kept_unless_told (Fixture *fixture, gconstpointer data)
{
  OndFigureOutput output = { .width = 80, .height = 60 };
  g_autofree char *path = g_build_filename (fixture->folder, "f.svg", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) svg = NULL;

  (void) data;
  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  g_assert_false (ond_figure_save (&file_figure, path, &output, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_EXISTS);
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "mine");
  output.overwrite = TRUE;
  svg = save (fixture, &file_figure, "f.svg", &output);
  g_assert_true (holds (svg, "<svg"));
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/cells-have-their-colours-with-row-0-at-the-bottom",
                   test_cells_have_their_colours_with_row_0_at_the_bottom);
  g_test_add_func ("/figure/hit-ends-at-the-edges", test_hit_ends_at_the_edges);
  g_test_add_data_func ("/figure/slices-share-one-scale", NULL, test_slices_share_one_scale);
  g_test_add_data_func ("/figure/slices-share-one-scale-by-cells", GINT_TO_POINTER (TRUE),
                        test_slices_share_one_scale);
  g_test_add_func ("/figure/every-size-has-cells-inside-and-apart",
                   test_every_size_has_cells_inside_and_apart);
  g_test_add_func ("/figure/degenerate-figures-are-drawn", test_degenerate_figures_are_drawn);
  g_test_add_func ("/figure/constant-takes-the-middle-of-the-map",
                   test_constant_takes_the_middle_of_the_map);
  g_test_add_func ("/figure/cells-are-blended-over-others", test_cells_are_blended_over_others);
  g_test_add_func ("/figure/the-bar-has-the-colours-of-the-cells",
                   test_the_bar_has_the_colours_of_the_cells);
  g_test_add_func ("/figure/many-cells-are-averaged-without-the-invalid",
                   test_many_cells_are_averaged_without_the_invalid);
  g_test_add_func ("/figure/mark-lies-where-it-is-said-to", test_mark_lies_where_it_is_said_to);
  g_test_add_func ("/figure/paper-and-ink-are-the-figures", test_paper_and_ink_are_the_figures);
  g_test_add_func ("/figure/text-is-never-markup", test_text_is_never_markup);
  ADD ("/figure/png-is-well-formed-and-says-how-it-was-made",
       test_png_is_well_formed_and_says_how_it_was_made);
  ADD ("/figure/svg-is-well-formed-and-says-how-it-was-made",
       test_svg_is_well_formed_and_says_how_it_was_made);
  ADD ("/figure/pdf-is-one-and-says-who-made-it", test_pdf_is_one_and_says_who_made_it);
  ADD ("/figure/same-figure-gives-the-same-bytes", test_same_figure_gives_the_same_bytes);
  ADD ("/figure/many-cells-do-not-make-a-large-file", test_many_cells_do_not_make_a_large_file);
  ADD ("/figure/refusals-leave-nothing-behind", test_refusals_leave_nothing_behind);
  ADD ("/figure/existing-file-is-kept-unless-told", test_existing_file_is_kept_unless_told);
  return g_test_run ();
}
