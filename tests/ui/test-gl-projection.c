/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projection by OpenGL, offscreen: its pixels are those of the CPU, to the byte. */
#include "gl-offscreen.h"

#include "ui/gl-projection.h"

#include <math.h>

#define WIDTH 93
#define HEIGHT 71

typedef struct
{
  Offscreen offscreen;
  OndGlProjection *projection;
} Fixture;

static const OndGeometry box = { { 23, 19, 14 }, { 1, 1.5, 2 } };
static const OndProjectionRoom plenty = { .voxels = 1 << 20, .edge = 512 };
static const OndColorScale scale = { .map = OND_COLORMAP_INFERNO, .lower = -1, .upper = 5 };

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  offscreen_begin (&self->offscreen, WIDTH, HEIGHT);
  self->projection = ond_gl_projection_new (&error);
  g_assert_no_error (error);
}

static void
fixture_end (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  ond_gl_projection_free (self->projection);
  offscreen_end (&self->offscreen);
}

static OndProjectionVolume *
make_volume (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  gsize n = ond_geometry_n_voxels (&box);
  g_autofree float *samples = g_new (float, n);
  g_autoptr (GError) error = NULL;
  OndProjectionVolume *volume;

  /* A corner without anything valid: rays there end in nothing. */
  for (gsize i = 0; i < n; i++)
    {
      gint32 at[OND_N_AXES];

      ond_geometry_position (&box, i, at);
      samples[i] = at[0] < 8 && at[1] < 8 ? NAN : (float) g_rand_double_range (random, -5, 5);
    }
  volume = ond_projection_volume_new (&box, samples, OND_POLARITY_BRIGHT, &plenty, NULL, &error);
  g_assert_no_error (error);
  return volume;
}

static OndRays
make_rays (const OndProjectionVolume *volume, const OndPose *pose, int divisor)
{
  const OndProjectionFrame frame = ond_projection_frame (&box, pose, WIDTH, HEIGHT);

  return ond_rays_new (volume, &frame, divisor);
}

/* R, G, B, A bytes, the lowest row first. */
static guint8 *
draw_by_gl (Fixture *self, OndProjectionVolume *volume, const OndPose *pose, int divisor)
{
  const OndRays rays = make_rays (volume, pose, divisor);
  g_autoptr (GError) error = NULL;

  glClearColor (1, 0, 1, 1);
  glClear (GL_COLOR_BUFFER_BIT);
  ond_gl_projection_set_volume (self->projection, volume, &error);
  g_assert_no_error (error);
  ond_gl_projection_set_colors (self->projection, &scale);
  ond_gl_projection_draw (self->projection, &rays, WIDTH, HEIGHT, divisor, &error);
  g_assert_no_error (error);
  return offscreen_read (&self->offscreen);
}

/* The same, the uppermost row first. */
static guint8 *
draw_by_cpu (const OndProjectionVolume *volume, const OndPose *pose)
{
  const OndRays rays = make_rays (volume, pose, 1);
  guint8 *rgba = g_malloc (WIDTH * HEIGHT * 4);
  OndCall call = { .threads = 1 };
  OndGlColors colors;

  ond_gl_colors_fill (&colors, &scale);
  g_assert_true (ond_rays_draw (&rays, volume, &colors, WIDTH, HEIGHT, rgba, &call));
  return rgba;
}

/* Axis-aligned and oblique, from every side, in and out. */
static void
test_agrees (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const OndPose poses[] = {
    { 0, 0, 1, 0, 0 },        { 90, 0, 1, 0, 0 },     { 0, -90, 1, 0, 0 },
    { 180, 0, 2, 0.1, 0 },    { -90, 0, 1, 0, 0 },    { 0, 90, 0.5, 0, 0 },
    { 45, 0, 1, 0, 0 },       { 45, 45, 1, 0, 0 },    { 30, 20, 1, 0, 0 },
    { -135, -30, 4, 0, 0.1 }, { 170, 70, 1.5, 0, 0 }, { 100, -10, 12, 0.1, -0.1 },
  };
  g_autoptr (OndProjectionVolume) volume = make_volume (1);

  for (gsize i = 0; i < G_N_ELEMENTS (poses); i++)
    {
      g_autofree guint8 *seen = draw_by_gl (self, volume, &poses[i], 1);
      g_autofree guint8 *expected = draw_by_cpu (volume, &poses[i]);
      int nothing = 0;

      for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
          {
            const guint8 *a = seen + 4 * (row * WIDTH + column),
                         *b = expected + 4 * ((HEIGHT - 1 - row) * WIDTH + column);

            if (memcmp (a, b, 4) != 0)
              g_error ("pose %" G_GSIZE_FORMAT ", pixel %d, %d: %02x%02x%02x%02x by OpenGL, "
                       "%02x%02x%02x%02x by the CPU",
                       i, column, row, a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]);
            nothing += a[3] == 0;
          }
      g_assert_cmpint (nothing, <, WIDTH * HEIGHT);
    }
}

/* Another volume of another size, and other colours. */
static void
test_changes (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const OndPose pose = { .azimuth = 30, .elevation = 20, .zoom = 1 };

  for (guint32 seed = 2; seed < 4; seed++)
    {
      g_autoptr (OndProjectionVolume) volume = make_volume (seed);
      g_autofree guint8 *seen = draw_by_gl (self, volume, &pose, 1);
      g_autofree guint8 *expected = draw_by_cpu (volume, &pose);

      g_assert_cmpint (memcmp (seen + 4 * WIDTH * (HEIGHT / 2),
                               expected + 4 * WIDTH * (HEIGHT - 1 - HEIGHT / 2), 4 * WIDTH),
                       ==, 0);
    }
}

/* Pixels that share rays make nearly the same picture: of a constant inside, the same. */
static void
test_coarse (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const OndPose pose = { .azimuth = 30, .elevation = 20, .zoom = 1 };
  gsize n = ond_geometry_n_voxels (&box);
  g_autofree float *samples = g_new (float, n);
  g_autoptr (OndProjectionVolume) volume = NULL;
  g_autofree guint8 *fine = NULL;

  for (gsize i = 0; i < n; i++)
    samples[i] = 2;
  volume = ond_projection_volume_new (&box, samples, OND_POLARITY_BRIGHT, &plenty, NULL, NULL);
  fine = draw_by_gl (self, volume, &pose, 1);
  for (int divisor = 2; divisor < 5; divisor++)
    {
      g_autofree guint8 *coarse = draw_by_gl (self, volume, &pose, divisor);
      int differing = 0, inside = 0;

      for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++)
        {
          inside += fine[4 * pixel + 3] == 255;
          differing += memcmp (fine + 4 * pixel, coarse + 4 * pixel, 4) != 0;
        }
      /* Along the outline, which has at most as many pixels as the frame of the picture. */
      g_assert_cmpint (inside, >, WIDTH * HEIGHT / 8);
      g_assert_cmpint (differing, <, divisor * (WIDTH + HEIGHT));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/gl-projection/" name, Fixture, NULL, fixture_begin, function, fixture_end)
  ADD ("is-the-picture-of-the-cpu", test_agrees);
  ADD ("follows-volume-and-colours", test_changes);
  ADD ("pixels-may-share-rays", test_coarse);
#undef ADD
  return g_test_run ();
}
