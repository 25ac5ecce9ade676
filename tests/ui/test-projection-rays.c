/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rays against loops over all voxels, and the pictures that they make. */
#include "projection-harness.h"

#include <string.h>

#define SIDE 61 /* pixels of pictures */

static OndProjectionVolume *
make_volume (const OndGeometry *geometry, const float *samples)
{
  g_autoptr (GError) error = NULL;
  OndProjectionVolume *volume =
      ond_projection_volume_new (geometry, samples, OND_POLARITY_BRIGHT, &plenty, NULL, &error);

  g_assert_no_error (error);
  return volume;
}

/* guint32[SIDE][SIDE], the lowest row first. */
static guint32 *
cast (const OndProjectionVolume *volume, const OndPose *pose)
{
  const OndProjectionFrame frame = ond_projection_frame (&volume->geometry, pose, SIDE, SIDE);
  const OndRays rays = ond_rays_new (volume, &frame, 1);
  guint32 *keys = g_new (guint32, SIDE * SIDE);

  ond_rays_cast (&rays, volume->keys, 0, SIDE, SIDE, keys);
  return keys;
}

/* The largest valid sample on the line of voxels along `axis` that goes through `at`. */
static guint32
largest_along (const float *samples, const gint32 through[OND_N_AXES], int axis)
{
  gint32 at[OND_N_AXES] = { through[0], through[1], through[2] };
  guint32 largest = OND_PROJECTION_NOTHING;

  for (at[axis] = 0; at[axis] < box.n[axis]; at[axis]++)
    {
      float sample = samples[ond_geometry_index (&box, at[0], at[1], at[2])];

      if (isfinite (sample))
        largest = MAX (largest, ond_gl_colors_key (sample));
    }
  return largest;
}

/* Along each axis, from either side, every pixel is the largest of its line of voxels. */
static void
test_along_axes (void)
{
  static const struct
  {
    double azimuth, elevation;
    int axis, right, up; /* which axis runs where, and in which sense */
    int right_sign, up_sign;
  } views[] = {
    { 0, 0, OND_Z, OND_X, OND_Y, 1, 1 },     { 180, 0, OND_Z, OND_X, OND_Y, -1, 1 },
    { 90, 0, OND_X, OND_Z, OND_Y, -1, 1 },   { -90, 0, OND_X, OND_Z, OND_Y, 1, 1 },
    { 0, -90, OND_Y, OND_X, OND_Z, 1, 1 },   { 0, 90, OND_Y, OND_X, OND_Z, 1, -1 },
    { 90, 90, OND_Y, OND_Z, OND_X, -1, -1 },
  };
  g_autofree float *samples = make_noise (&box, 3);
  g_autoptr (OndProjectionVolume) volume = make_volume (&box, samples);

  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      const OndPose pose = { .azimuth = views[i].azimuth,
                             .elevation = views[i].elevation,
                             .zoom = 1.2,
                             .x = 0.02,
                             .y = -0.03 };
      const OndProjectionFrame frame = ond_projection_frame (&box, &pose, SIDE, SIDE);
      const int axes[2] = { views[i].right, views[i].up },
                signs[2] = { views[i].right_sign, views[i].up_sign };
      g_autofree guint32 *keys = cast (volume, &pose);
      int inside = 0;

      for (int pixel = 0; pixel < SIDE * SIDE; pixel++)
        {
          const double screen[2] = { pixel % SIDE + 0.5 - SIDE / 2.,
                                     pixel / SIDE + 0.5 - SIDE / 2. };
          gint32 at[OND_N_AXES] = { 0 };
          gboolean hit = TRUE;

          for (int j = 0; j < 2; j++)
            {
              double from_middle = signs[j] * (screen[j] / frame.scale + frame.middle[j]);

              at[axes[j]] = (gint32) floor (from_middle / box.edge[axes[j]] + box.n[axes[j]] / 2.);
              hit = hit && at[axes[j]] >= 0 && at[axes[j]] < box.n[axes[j]];
            }
          g_assert_cmpuint (keys[pixel], ==,
                            hit ? largest_along (samples, at, views[i].axis)
                                : OND_PROJECTION_NOTHING);
          inside += hit;
        }
      g_assert_cmpint (inside, >, SIDE * SIDE / 10);
    }
}

/* The same by floating point: where the line through a pixel is in the middle of each layer across
 * the axis along which it crosses most of them. */
static guint32
largest_oblique (const float *samples, const OndProjectionFrame *frame, double right, double up)
{
  const OndCamera *camera = &frame->camera;
  guint32 largest = OND_PROJECTION_NOTHING;
  double start[OND_N_AXES], step[OND_N_AXES]; /* in voxels */
  int major = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      start[i] = (camera->right[i] * right + camera->up[i] * up) / box.edge[i] + box.n[i] / 2.;
      step[i] = camera->towards[i] / box.edge[i];
      if (fabs (step[i]) > fabs (step[major]))
        major = i;
    }
  for (int k = 0; k < box.n[major]; k++)
    {
      double along = (k + 0.5 - start[major]) / step[major];
      gint32 at[OND_N_AXES];
      gboolean inside = TRUE;

      for (int i = 0; i < OND_N_AXES; i++)
        {
          at[i] = i == major ? k : (gint32) floor (start[i] + along * step[i]);
          inside = inside && at[i] >= 0 && at[i] < box.n[i];
        }
      if (!inside || !isfinite (samples[ond_geometry_index (&box, at[0], at[1], at[2])]))
        continue;
      largest = MAX (largest,
                     ond_gl_colors_key (samples[ond_geometry_index (&box, at[0], at[1], at[2])]));
    }
  return largest;
}

/* Steps have 16 fractional bits, so that after 2 SIDE + 13 of them a position is wrong by at most
 * 0.001 voxels. That takes the other side of a face for 1 % of the samples of a ray at most, and
 * the largest of some ten is among them for one in two hundred. */
static void
test_oblique (void)
{
  static const OndPose poses[] = {
    { 45, 0, 1, 0.011, 0.007 }, { 45, 45, 1.1, 0.013, -0.019 }, { -135, 30, 2, 0.1, -0.1 },
    { 30, 20, 1, 0, 0 },        { 100, -45, 0.7, 0, 0 },        { -20, 80, 1.5, 0, 0.1 },
    { 170, -60, 3, 0, 0.05 },
  };
  g_autofree float *samples = make_noise (&box, 4);
  g_autoptr (OndProjectionVolume) volume = make_volume (&box, samples);

  for (gsize i = 0; i < G_N_ELEMENTS (poses); i++)
    {
      const OndProjectionFrame frame = ond_projection_frame (&box, &poses[i], SIDE, SIDE);
      g_autofree guint32 *keys = cast (volume, &poses[i]);
      int differing = 0, something = 0;

      for (int pixel = 0; pixel < SIDE * SIDE; pixel++)
        {
          double right = (pixel % SIDE + 0.5 - SIDE / 2.) / frame.scale + frame.middle[0],
                 up = (pixel / SIDE + 0.5 - SIDE / 2.) / frame.scale + frame.middle[1];
          guint32 expected = largest_oblique (samples, &frame, right, up);

          differing += keys[pixel] != expected;
          something += expected != OND_PROJECTION_NOTHING;
        }
      g_assert_cmpint (something, >, SIDE * SIDE / 10);
      g_assert_cmpint (differing, <=, SIDE * SIDE / 200);
    }
}

/* A single voxel is seen where the marks say that it is, and is the one that a click finds. */
static void
test_one_voxel (void)
{
  g_autofree float *samples = g_new0 (float, ond_geometry_n_voxels (&box));
  const double at[OND_N_AXES] = { 10, 2, 5 };

  samples[ond_geometry_index (&box, 10, 2, 5)] = 1;
  g_autoptr (OndProjectionVolume) volume = make_volume (&box, samples);
  for (double azimuth = -175; azimuth < 180; azimuth += 40)
    for (double elevation = -85; elevation < 90; elevation += 34)
      {
        const OndPose pose = { .azimuth = azimuth, .elevation = elevation, .zoom = 1.3 };
        const OndProjectionFrame frame = ond_projection_frame (&box, &pose, SIDE, SIDE);
        const OndRays rays = ond_rays_new (volume, &frame, 1);
        g_autofree guint32 *keys = cast (volume, &pose);
        double x, y, depth, radius = 1.4 * frame.scale; /* half of a voxel's diagonal, and more */
        gint32 found[OND_N_AXES];
        gsize index;

        ond_projection_place (&frame, &box, at, &x, &y, &depth);
        if (x < 0 || x >= SIDE || y < 0 || y >= SIDE)
          continue;
        g_assert_true (ond_rays_pick (&rays, volume, (int) x, SIDE - 1 - (int) y, &index));
        ond_projection_volume_locate (volume, index, found);
        g_assert_true (found[OND_X] == 10 && found[OND_Y] == 2 && found[OND_Z] == 5);
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++)
          if (keys[pixel] == ond_gl_colors_key (1))
            g_assert_cmpfloat (hypot (pixel % SIDE + 0.5 - x, SIDE - 1 - pixel / SIDE + 0.5 - y), <,
                               radius);
      }
}

/* Of equal voxels the click finds the one that is nearest. */
static void
test_nearest_of_equals (void)
{
  g_autofree float *samples = g_new0 (float, ond_geometry_n_voxels (&box));
  g_autoptr (OndProjectionVolume) volume = make_volume (&box, samples);

  for (int side = 0; side < 2; side++)
    {
      const OndPose pose = { .azimuth = side == 0 ? 0 : -180, .zoom = 1 };
      const OndProjectionFrame frame = ond_projection_frame (&box, &pose, SIDE, SIDE);
      const OndRays rays = ond_rays_new (volume, &frame, 1);
      gint32 at[OND_N_AXES];
      gsize index;

      g_assert_true (ond_rays_pick (&rays, volume, SIDE / 2, SIDE / 2, &index));
      ond_projection_volume_locate (volume, index, at);
      g_assert_cmpint (at[OND_Z], ==, side == 0 ? box.n[OND_Z] - 1 : 0);
      g_assert_false (ond_rays_pick (&rays, volume, 0, 0, &index));
    }
}

/* Large voxel ratios leave less room for fractions, and nothing overflows. */
static void
test_long_voxels (void)
{
  const OndGeometry geometry = { { 5, 6, 7 }, { 1, 1, 20000 } };
  g_autofree float *samples = g_new0 (float, ond_geometry_n_voxels (&geometry));
  g_autoptr (OndProjectionVolume) volume = make_volume (&geometry, samples);
  const OndPose pose = { .azimuth = 80, .elevation = 10, .zoom = 0.5 };
  const OndProjectionFrame frame = ond_projection_frame (&geometry, &pose, 4000, 4000);
  const OndRays rays = ond_rays_new (volume, &frame, 1);
  guint32 keys[4000];
  int seen = 0;

  g_assert_cmpint (rays.shift, <, 16);
  for (int row = 1950; row < 2050; row++)
    {
      ond_rays_cast (&rays, volume->keys, row, 1, 4000, keys);
      for (int i = 0; i < 4000; i++)
        seen += keys[i] != OND_PROJECTION_NOTHING;
    }
  g_assert_cmpint (seen, <, 4000 * 2);
}

/* The CPU's picture: rows from the top, colours by the scale, the same whatever the threads. */
static void
test_picture (void)
{
  const OndColorScale scale = { .map = OND_COLORMAP_VIRIDIS, .lower = -3, .upper = 4 };
  const OndPose pose = { .azimuth = 30, .elevation = 20, .zoom = 1 };
  g_autofree float *samples = make_noise (&box, 5);
  g_autoptr (OndProjectionVolume) volume = make_volume (&box, samples);
  const OndProjectionFrame frame = ond_projection_frame (&box, &pose, SIDE, SIDE);
  const OndRays rays = ond_rays_new (volume, &frame, 1);
  g_autofree guint32 *keys = cast (volume, &pose);
  OndGlColors colors;

  ond_gl_colors_fill (&colors, &scale);
  for (int threads = 1; threads < 3; threads++)
    {
      g_autofree guint8 *rgba = g_malloc (SIDE * SIDE * 4);
      OndCall call = { .threads = threads };

      g_assert_true (ond_rays_draw (&rays, volume, &colors, SIDE, SIDE, rgba, &call));
      for (int pixel = 0; pixel < SIDE * SIDE; pixel++)
        {
          guint32 key = keys[(SIDE - 1 - pixel / SIDE) * SIDE + pixel % SIDE], bits;
          const guint8 *seen = rgba + 4 * pixel;
          float value;

          bits = key & 0x80000000u ? key & 0x7fffffffu : ~key;
          memcpy (&value, &bits, sizeof value);
          g_assert_cmpuint (seen[3], ==, key == OND_PROJECTION_NOTHING ? 0 : 255);
          if (key != OND_PROJECTION_NOTHING)
            g_assert_cmphex ((guint32) (seen[0] << 16 | seen[1] << 8 | seen[2]), ==,
                             ond_color_scale_map (&scale, (double) value));
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/projection-rays/along-an-axis-it-is-the-line's-largest", test_along_axes);
  g_test_add_func ("/projection-rays/oblique-rays-are-those-of-floating-point", test_oblique);
  g_test_add_func ("/projection-rays/a-voxel-is-seen-and-found-where-it-is", test_one_voxel);
  g_test_add_func ("/projection-rays/the-nearest-of-equals-is-found", test_nearest_of_equals);
  g_test_add_func ("/projection-rays/long-voxels-do-not-overflow", test_long_voxels);
  g_test_add_func ("/projection-rays/pictures-have-the-colours-of-slices", test_picture);
  return g_test_run ();
}
