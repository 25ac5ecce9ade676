/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slice renderer offscreen, with no display: its pixels are those of the CPU's colour mapper,
 * to the byte. */
#include "gl-offscreen.h"

#include "ui/gl-colors.h"
#include "ui/gl-program.h"
#include "ui/gl-slice.h"
#include "ui/slice-picture.h"

#include <float.h>
#include <math.h>

/* One sample a pixel, more than enough for every entry of a table. */
#define WIDTH 64
#define HEIGHT 48
#define N (WIDTH * HEIGHT)

typedef struct
{
  Offscreen offscreen;
  OndGlSlice *slice;
} Fixture;

static const OndGlArea whole = { 0, 0, WIDTH, HEIGHT };

/* Samples over and beyond [lower, upper], the limits themselves, both zeros, invalid and extreme
 * ones. */
static float *
make_samples (double lower, double upper)
{
  const float special[] = { NAN,           -NAN,          INFINITY,     -INFINITY, 0.f,
                            -0.f,          FLT_MAX,       -FLT_MAX,     FLT_MIN,   FLT_TRUE_MIN,
                            -FLT_TRUE_MIN, (float) lower, (float) upper };
  float *samples = g_new (float, N);
  double below = lower - 0.2 * (upper - lower), range = 1.4 * (upper - lower);
  for (int i = 0; i < N; i++)
    samples[i] = (float) (below + range * i / (N - 1));
  memcpy (samples + 100, special, sizeof special);
  return samples;
}

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  offscreen_begin (&self->offscreen, WIDTH, HEIGHT);
  self->slice = ond_gl_slice_new (&error);
  g_assert_no_error (error);
}

static void
fixture_end (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  ond_gl_slice_free (self->slice);
  offscreen_end (&self->offscreen);
}

static guint8 *
draw_part (Fixture *self, const float *samples, int width, int height, const OndColorScale *colors,
           const OndGlArea *area, const OndGlArea *visible)
{
  g_autoptr (GError) error = NULL;
  glClear (GL_COLOR_BUFFER_BIT);
  ond_gl_slice_set_samples (self->slice, OND_GL_UNDER, samples, width, height, &error);
  g_assert_no_error (error);
  ond_gl_slice_set_colors (self->slice, OND_GL_UNDER, colors);
  ond_gl_slice_draw (self->slice, area, visible, 0, &error);
  g_assert_no_error (error);
  return offscreen_read (&self->offscreen);
}

static guint8 *
draw (Fixture *self, const float *samples, int width, int height, const OndColorScale *colors,
      const OndGlArea *area)
{
  return draw_part (self, samples, width, height, colors, area, area);
}

static void
assert_equal_to_cpu (const float *samples, const OndColorScale *colors, const guint8 *pixels)
{
  g_autofree guint8 *expected = g_malloc (N * 4);
  ond_color_scale_map_row (colors, samples, N, expected);
  for (int i = 0; i < N; i++)
    if (memcmp (pixels + 4 * i, expected + 4 * i, 4) != 0)
      g_error ("sample %g is drawn #%02x%02x%02x and should be #%02x%02x%02x (map %d, stretch %d, "
               "invert %d, %g ... %g)",
               samples[i], pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2], expected[4 * i],
               expected[4 * i + 1], expected[4 * i + 2], colors->map, colors->stretch,
               colors->invert, colors->lower, colors->upper);
}

static void
test_every_scale (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree float *samples = make_samples (-3, 7);
  for (int map = 0; map < OND_N_COLORMAPS; map++)
    for (int stretch = 0; stretch < OND_N_STRETCHES; stretch++)
      for (int invert = 0; invert < 2; invert++)
        {
          OndColorScale colors = {
            .map = map, .stretch = stretch, .lower = -3, .upper = 7, .invert = invert
          };
          g_autofree guint8 *pixels = draw (self, samples, WIDTH, HEIGHT, &colors, &whole);
          assert_equal_to_cpu (samples, &colors, pixels);
        }
}

/* Whatever else a scale has, one after the other and together. */
static void
test_every_tuning (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const double tunings[][2] = {
    { 1, 0.1 }, { -2, 0.3 }, { 4, -0.5 }, { 2.5, 0.5 }, { -4, -0.5 }
  };
  g_autofree float *samples = make_samples (-5, 5);
  for (int stretch = 0; stretch < OND_N_STRETCHES; stretch++)
    for (int map = OND_COLORMAP_VIRIDIS; map <= OND_COLORMAP_DIVERGING;
         map += OND_COLORMAP_DIVERGING - OND_COLORMAP_VIRIDIS)
      for (int variant = 0; variant < 2 * (int) G_N_ELEMENTS (tunings); variant++)
        {
          const double *tuning = tunings[variant / 2];
          OndColorScale colors = { .map = map,
                                   .stretch = stretch,
                                   .lower = -5,
                                   .upper = 5,
                                   .invert = variant % 2,
                                   .contrast_log2 = tuning[0],
                                   .bias_offset = tuning[1],
                                   .invalid = variant % OND_N_INVALIDS,
                                   .polarity = (variant + stretch) % OND_N_POLARITIES };
          ond_color_scale_equalize (&colors, samples, N);
          g_autofree guint8 *pixels = draw (self, samples, WIDTH, HEIGHT, &colors, &whole);
          assert_equal_to_cpu (samples, &colors, pixels);
        }
}

/* The same bytes as the CPU's picture of both, and of either. */
static void
test_blend (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const OndSliceArea same = { 0, 0, WIDTH, HEIGHT };
  const OndColorScale image = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 1 };
  g_autofree float *under = make_samples (0, 1), *over = make_samples (-4, 4);
  over[7] = NAN;
  for (int i = 0; i < N; i++)
    if (i % 3 == 0)
      over[i] = over[N - 1 - i];
  for (int map = OND_COLORMAP_VIRIDIS; map <= OND_COLORMAP_DIVERGING;
       map += OND_COLORMAP_DIVERGING - OND_COLORMAP_VIRIDIS)
    for (int opacity = 0; opacity < 256; opacity += 51)
      {
        const OndColorScale colors = { .map = map,
                                       .stretch = OND_STRETCH_ASINH,
                                       .lower = -4,
                                       .upper = 4,
                                       .invert = opacity > 100,
                                       .polarity = opacity / 51 % OND_N_POLARITIES };
        const OndSliceOver layer = { over, &colors, opacity };
        g_autoptr (GError) error = NULL;
        g_autoptr (GdkTexture) picture =
            ond_slice_picture_new (under, WIDTH, HEIGHT, &image, &layer, &same, &same);
        guint8 expected[HEIGHT][WIDTH][4]; /* B, G, R, A, the uppermost row first */
        gdk_texture_download (picture, expected[0][0], sizeof expected[0]);

        ond_gl_slice_set_samples (self->slice, OND_GL_UNDER, under, WIDTH, HEIGHT, &error);
        ond_gl_slice_set_samples (self->slice, OND_GL_OVER, over, WIDTH, HEIGHT, &error);
        ond_gl_slice_set_colors (self->slice, OND_GL_UNDER, &image);
        ond_gl_slice_set_colors (self->slice, OND_GL_OVER, &colors);
        ond_gl_slice_draw (self->slice, &whole, &whole, opacity, &error);
        g_assert_no_error (error);
        g_autofree guint8 *pixels = offscreen_read (&self->offscreen);
        for (int y = 0; y < HEIGHT; y++)
          for (int x = 0; x < WIDTH; x++)
            {
              const guint8 *is = pixels + 4 * (y * WIDTH + x),
                           *should = expected[HEIGHT - 1 - y][x];
              g_assert_cmpuint (is[0], ==, should[2]);
              g_assert_cmpuint (is[1], ==, should[1]);
              g_assert_cmpuint (is[2], ==, should[0]);
              g_assert_cmpuint (is[3], ==, 255);
            }
      }
}

static void
test_every_range (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const double limits[][2] = {
    { 1e9 - 1000, 1e9 + 1000 }, /* few floats between the limits */
    { 1e-42, 2e-40 },           /* denormals */
    { -1e38, 3e38 },
    { 5, 5 },  /* equal */
    { 7, -3 }, /* reversed */
    { 0, 1e-30 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    for (int stretch = 0; stretch < OND_N_STRETCHES; stretch++)
      {
        OndColorScale colors = { .map = OND_COLORMAP_VIRIDIS,
                                 .stretch = stretch,
                                 .lower = limits[i][0],
                                 .upper = limits[i][1] };
        g_autofree float *samples = make_samples (colors.lower, colors.upper);
        g_autofree guint8 *pixels = draw (self, samples, WIDTH, HEIGHT, &colors, &whole);
        assert_equal_to_cpu (samples, &colors, pixels);
      }
}

static void
test_invalid (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndColorScale colors = { .map = OND_COLORMAP_HEAT, .lower = 0, .upper = 1 };
  g_autofree float *samples = g_new0 (float, N);
  samples[0] = NAN;
  samples[1] = INFINITY;
  samples[2] = -INFINITY;
  g_autofree guint8 *pixels = draw (self, samples, WIDTH, HEIGHT, &colors, &whole);
  for (int i = 0; i < 3; i++)
    g_assert_cmpuint (pixels[4 * i] << 16 | pixels[4 * i + 1] << 8 | pixels[4 * i + 2], ==,
                      OND_COLOR_INVALID);
}

/* Fewer samples than pixels and more, in a part of the framebuffer: the same bytes as the CPU's
 * picture. */
static void
test_placement (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const int sizes[][2] = { { 5, 3 },   { 1, 1 },     { 41, 30 },
                                  { 100, 7 }, { 333, 257 }, { 1, 500 } };
  const OndGlArea area = { 11, 6, 40, 31 };
  const OndSliceArea same = { 0, 0, 40, 31 };
  OndColorScale colors = { .map = OND_COLORMAP_INFERNO, .lower = 0, .upper = 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      int width = sizes[i][0], height = sizes[i][1], n = width * height;
      g_autofree float *samples = g_new (float, n);
      for (int k = 0; k < n; k++)
        samples[k] = (float) (k * 7919 % 1009) / 1009.f;
      g_autofree guint8 *pixels = draw (self, samples, width, height, &colors, &area);
      g_autoptr (GdkTexture) picture =
          ond_slice_picture_new (samples, width, height, &colors, NULL, &same, &same);
      guint8 expected[31][40][4]; /* B, G, R, A, the uppermost row first */
      gdk_texture_download (picture, expected[0][0], sizeof expected[0]);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            const guint8 *is = pixels + 4 * (y * WIDTH + x);
            int u = x - area.x, v = y - area.y;
            gboolean inside = u >= 0 && u < area.width && v >= 0 && v < area.height;
            const guint8 *should = inside ? expected[area.height - 1 - v][u] : NULL;
            g_assert_cmpuint (is[0], ==, inside ? should[2] : 0);
            g_assert_cmpuint (is[1], ==, inside ? should[1] : 0);
            g_assert_cmpuint (is[2], ==, inside ? should[0] : 0);
            g_assert_cmpuint (is[3], ==, inside ? 255 : 0);
          }
    }
}

/* Zoomed in, most of the slice is outside; what is seen is the sample under each pixel, also
 * where the slice has far more pixels than a framebuffer can, and as the CPU's picture has it. */
static void
test_zoomed (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const int width = 3000, height = 7;
  const OndSliceArea areas[] = { { -40, -25, 6000, 140 },
                                 { -150000000, -3, 300000000, 80 },
                                 { 20, 10, 9000, 60 } };
  OndColorScale colors = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 1 };
  g_autofree float *samples = g_new (float, width *height);

  for (int k = 0; k < width * height; k++)
    samples[k] = (float) (k * 31 % 1013) / 1013.f;
  for (gsize i = 0; i < G_N_ELEMENTS (areas); i++)
    {
      const OndSliceArea *area = &areas[i];
      OndSliceArea seen = ond_slice_visible (area, WIDTH, HEIGHT);
      const OndGlArea all = { area->x, HEIGHT - area->y - area->height, area->width, area->height };
      const OndGlArea part = { seen.x, HEIGHT - seen.y - seen.height, seen.width, seen.height };
      g_autofree guint8 *pixels = draw_part (self, samples, width, height, &colors, &all, &part);
      g_autoptr (GdkTexture) picture =
          ond_slice_picture_new (samples, width, height, &colors, NULL, area, &seen);
      g_autofree guint8 *cpu = g_malloc ((gsize) seen.width * (gsize) seen.height * 4);

      gdk_texture_download (picture, cpu, (gsize) seen.width * 4);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            int u = x - seen.x, v = HEIGHT - 1 - y - seen.y;
            const guint8 *is = pixels + 4 * (y * WIDTH + x);
            if (u < 0 || u >= seen.width || v < 0 || v >= seen.height)
              {
                g_assert_cmpuint (is[3], ==, 0);
                continue;
              }
            gint64 column = (2 * ((gint64) x - area->x) + 1) * width / (2 * (gint64) area->width),
                   row = (2 * ((gint64) area->height - 1 - (HEIGHT - 1 - y - area->y)) + 1) * height
                         / (2 * (gint64) area->height);
            guint32 expected = ond_color_scale_map (&colors, samples[row * width + column]);
            g_assert_cmphex (is[0], ==, expected >> 16);
            g_assert_cmphex (cpu[4 * (v * seen.width + u) + 2], ==, expected >> 16);
          }
    }
}

static void
test_reduced (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const OndGlArea area = { 0, 0, WIDTH, HEIGHT };
  OndColorScale colors = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 1 };
  int width = 1000, height = 777;
  g_autofree float *samples = g_new (float, width *height);
  for (int k = 0; k < width * height; k++)
    samples[k] = (float) (k * 31 % 1013) / 1013.f;
  const OndSliceArea same = { 0, 0, WIDTH, HEIGHT };
  g_autofree float *reduced = ond_slice_reduce (samples, width, height, &same, &same);
  g_autofree guint8 *all = draw (self, samples, width, height, &colors, &area);
  g_autofree guint8 *few = draw (self, reduced, WIDTH, HEIGHT, &colors, &area);
  g_assert_cmpmem (all, N * 4, few, N * 4);
}

static void
test_too_large (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  OndGlSlice *slice = self->slice;
  int width = ond_gl_slice_get_max_size (slice) + 1;
  g_autofree float *samples = g_new0 (float, width);
  g_assert_false (ond_gl_slice_set_samples (slice, OND_GL_UNDER, samples, width, 1, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);

  OndColorScale colors = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 1 };
  g_assert_true (ond_gl_slice_set_samples (slice, OND_GL_UNDER, samples, 4, 4, &error));
  ond_gl_slice_set_colors (slice, OND_GL_UNDER, &colors);
  g_assert_true (ond_gl_slice_draw (slice, &whole, &whole, 0, &error));
  g_assert_cmpuint (ond_gl_slice_get_n_uploads (slice), ==, 2);
}

static void
test_missing_shader (Fixture *self G_GNUC_UNUSED, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  g_assert_cmpuint (ond_gl_program_new ("slice.vert", "no-such.frag", &error), ==, 0);
  g_assert_error (error, G_RESOURCE_ERROR, G_RESOURCE_ERROR_NOT_FOUND);
}

static void
test_describe (Fixture *self G_GNUC_UNUSED, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *info = ond_gl_describe ();
  g_test_message ("%s", info);
  g_assert_true (g_regex_match_simple (
      offscreen_wants_es () ? "^OpenGL ES 3\\.[0-9], ." : "^OpenGL [34]\\.[0-9], .", info, 0, 0));
}

static void
test_keys_are_ordered (void)
{
  static const float rising[] = { -FLT_MAX,     -1,      -FLT_MIN, -FLT_TRUE_MIN, -0.f, 0.f,
                                  FLT_TRUE_MIN, FLT_MIN, 1,        FLT_MAX };
  for (gsize i = 1; i < G_N_ELEMENTS (rising); i++)
    g_assert_cmpuint (ond_gl_colors_key (rising[i - 1]), <, ond_gl_colors_key (rising[i]));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "equals-the-cpu-for-every-map-stretch-and-inversion", test_every_scale },
    { "equals-the-cpu-for-narrow-tiny-huge-equal-and-reversed-limits", test_every_range },
    { "equals-the-cpu-for-every-contrast-bias-polarity-and-equalization", test_every_tuning },
    { "blends-as-the-cpu-does", test_blend },
    { "invalid-samples-have-their-colour", test_invalid },
    { "lies-where-it-is-put-and-nowhere-else", test_placement },
    { "zoomed-in-each-pixel-is-the-sample-under-it", test_zoomed },
    { "reduced-samples-give-the-same-picture", test_reduced },
    { "too-large-a-slice-is-an-error-and-not-the-end", test_too_large },
    { "a-missing-shader-is-an-error", test_missing_shader },
    { "says-which-opengl-it-is", test_describe },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gl-slice/keys-are-ordered-as-the-floats", test_keys_are_ordered);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/gl-slice/", tests[i].name, NULL);
      g_test_add (path, Fixture, NULL, fixture_begin, tests[i].test, fixture_end);
    }
  return g_test_run ();
}
