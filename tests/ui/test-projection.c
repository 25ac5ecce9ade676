/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projection without a display: the pose, the reduced volume, and the rays against loops over
 * all voxels. */
#include "model-harness.h"

#include "core/error.h"
#include "ui/projection-rays.h"

#define SIDE 61 /* pixels of pictures */

static const OndGeometry box = { { 13, 9, 7 }, { 1, 1.5, 2 } };
static const OndProjectionRoom plenty = { .voxels = 1 << 20, .edge = 512 };

/* ---- The pose ---- */

static void
count (int *n)
{
  ++*n;
}

static void
test_pose (void)
{
  g_autoptr (OndProjection) projection = ond_projection_new ();
  const OndPose initial = ond_pose_default ();
  OndPose pose = initial;
  int changes = 0;

  g_signal_connect_swapped (projection, "changed", G_CALLBACK (count), &changes);
  ond_projection_set_pose (projection, &pose);
  g_assert_cmpint (changes, ==, 0);

  /* Angles fold, the rest is clamped. */
  pose = (OndPose){ .azimuth = 190, .elevation = 100, .zoom = 1e9, .x = 3, .y = -3 };
  ond_projection_set_pose (projection, &pose);
  pose = ond_projection_get_pose (projection);
  g_assert_cmpfloat (pose.azimuth, ==, -170);
  g_assert_cmpfloat (pose.elevation, ==, 90);
  g_assert_cmpfloat (pose.zoom, ==, OND_PROJECTION_MAX_ZOOM);
  g_assert_cmpfloat (pose.x, ==, 0.5);
  g_assert_cmpfloat (pose.y, ==, -0.5);
  g_assert_cmpint (changes, ==, 1);

  pose.zoom = NAN;
  ond_projection_set_pose (projection, &pose);
  g_assert_cmpint (changes, ==, 1);

  ond_projection_fit (projection);
  pose = ond_projection_get_pose (projection);
  g_assert_cmpfloat (pose.azimuth, ==, -170);
  g_assert_cmpfloat (pose.zoom, ==, 1);
  g_assert_cmpfloat (pose.x, ==, 0);
  ond_projection_reset (projection);
  pose = ond_projection_get_pose (projection);
  g_assert_true (ond_pose_equal (&pose, &initial));
}

/* The front of the volume follows the hand. */
static void
test_turn (void)
{
  g_autoptr (OndProjection) projection = ond_projection_new ();
  const double front[OND_N_AXES] = { 6, 4, 6 }; /* seen from z, in the middle of the front */
  OndPose pose = { .zoom = 1 };
  double x, y, depth;

  ond_projection_set_pose (projection, &pose);
  ond_projection_turn (projection, 10, 20);
  pose = ond_projection_get_pose (projection);
  OndProjectionFrame frame = ond_projection_frame (&box, &pose, 100, 100);
  ond_projection_place (&frame, &box, front, &x, &y, &depth);
  g_assert_cmpfloat (x, >, 51);
  g_assert_cmpfloat (y, <, 49);
  g_assert_cmpfloat (depth, >, 0);
}

/* What is under the pointer stays there; a pan moves the picture by as much as the hand. */
static void
test_zoom_at_a_point (void)
{
  g_autoptr (OndProjection) projection = ond_projection_new ();
  const double at[OND_N_AXES] = { 8, 5, 2 };
  OndPose pose = ond_projection_get_pose (projection);
  OndProjectionFrame frame = ond_projection_frame (&box, &pose, 300, 200);
  const double diagonal = ond_projection_diagonal (300, 200);
  double x, y, after_x, after_y, depth;

  ond_projection_place (&frame, &box, at, &x, &y, &depth);
  ond_projection_zoom_at (projection, 2.5, (x - 150) / diagonal, (100 - y) / diagonal);
  pose = ond_projection_get_pose (projection);
  g_assert_cmpfloat (pose.zoom, ==, 2.5);
  frame = ond_projection_frame (&box, &pose, 300, 200);
  ond_projection_place (&frame, &box, at, &after_x, &after_y, &depth);
  g_assert_cmpfloat_with_epsilon (after_x, x, 1e-9);
  g_assert_cmpfloat_with_epsilon (after_y, y, 1e-9);

  ond_projection_pan (projection, 7 / diagonal, 3 / diagonal);
  pose = ond_projection_get_pose (projection);
  frame = ond_projection_frame (&box, &pose, 300, 200);
  ond_projection_place (&frame, &box, at, &after_x, &after_y, &depth);
  g_assert_cmpfloat_with_epsilon (after_x, x + 7, 1e-9);
  g_assert_cmpfloat_with_epsilon (after_y, y - 3, 1e-9);
}

/* However it is turned, all of it is in sight at zoom 1. */
static void
test_fits (void)
{
  for (double azimuth = -180; azimuth < 180; azimuth += 15)
    for (double elevation = -90; elevation <= 90; elevation += 15)
      for (int corner = 0; corner < 8; corner++)
        {
          const OndPose pose = { .azimuth = azimuth, .elevation = elevation, .zoom = 1 };
          const OndProjectionFrame frame = ond_projection_frame (&box, &pose, 300, 200);
          double at[OND_N_AXES], x, y, depth;

          for (int i = 0; i < OND_N_AXES; i++)
            at[i] = corner >> i & 1 ? box.n[i] - 0.5 : -0.5;
          ond_projection_place (&frame, &box, at, &x, &y, &depth);
          g_assert_true (x >= 0 && x <= 300 && y >= 0 && y <= 200);
        }
}

/* ---- The reduced volume ---- */

static void
test_blocks (void)
{
  static const struct
  {
    OndGeometry geometry;
    OndProjectionRoom room;
    gint32 block[OND_N_AXES], n[OND_N_AXES];
    const char *text;
  } cases[] = {
    { { { 100, 50, 50 }, { 1, 1, 1 } }, { 1 << 20, 512 }, { 1, 1, 1 }, { 100, 50, 50 }, NULL },
    { { { 200, 200, 200 }, { 1, 1, 1 } },
      { 1 << 21, 512 },
      { 2, 2, 2 },
      { 100, 100, 100 },
      "reduced to 100 × 100 × 100 (1/2)" },
    /* Voxels that are long along z are left whole there. */
    { { { 200, 200, 100 }, { 1, 1, 4 } },
      { 1 << 20, 512 },
      { 2, 2, 1 },
      { 100, 100, 100 },
      "reduced to 100 × 100 × 100 (1/2 × 1/2 × 1/1)" },
    /* The longest edge, whatever the number. */
    { { { 1000, 10, 10 }, { 1, 1, 1 } },
      { 1 << 20, 300 },
      { 4, 4, 4 },
      { 250, 3, 3 },
      "reduced to 250 × 3 × 3 (1/4)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint32 block[OND_N_AXES], n[OND_N_AXES];
      OndProjectionVolume volume = { 0 };
      g_autofree char *text = NULL;

      ond_projection_blocks (&cases[i].geometry, &cases[i].room, block, n);
      for (int axis = 0; axis < OND_N_AXES; axis++)
        {
          g_assert_cmpint (block[axis], ==, cases[i].block[axis]);
          g_assert_cmpint (n[axis], ==, cases[i].n[axis]);
          volume.block[axis] = block[axis];
          volume.n[axis] = n[axis];
        }
      text = ond_projection_volume_text (&volume);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Noise with gaps; the last block along each axis is not full. */
static float *
make_noise (const OndGeometry *geometry, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  gsize n = ond_geometry_n_voxels (geometry);
  float *samples = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    samples[i] = g_rand_int_range (random, 0, 8) == 0 ? (i % 2 == 0 ? NAN : INFINITY)
                                                      : (float) g_rand_double_range (random, -5, 5);
  return samples;
}

static void
test_reduces_to_the_largest (void)
{
  const OndProjectionRoom room = { .voxels = 140, .edge = 512 };
  const OndGeometry geometry = { { 13, 9, 7 }, { 1, 1, 1 } };
  g_autofree float *samples = make_noise (&geometry, 1);
  g_autoptr (GError) error = NULL;
  gint32 b;

  /* A block without a valid voxel. */
  for (gint32 z = 0; z < 2; z++)
    for (gint32 y = 0; y < 2; y++)
      for (gint32 x = 0; x < 2; x++)
        samples[ond_geometry_index (&geometry, x, y, z)] = NAN;
  g_autoptr (OndProjectionVolume) volume =
      ond_projection_volume_new (&geometry, samples, OND_POLARITY_BRIGHT, &room, NULL, &error);
  g_assert_no_error (error);
  b = volume->block[OND_X];
  g_assert_cmpint (b, ==, 2);
  g_assert_cmpuint (volume->keys[0], ==, OND_PROJECTION_NOTHING);
  for (gsize index = 0; index < 7u * 5u * 4u; index++)
    {
      const OndGeometry blocks = { { 7, 5, 4 }, { 1, 1, 1 } };
      gint32 first[OND_N_AXES], at[OND_N_AXES];
      float largest = -INFINITY;

      ond_geometry_position (&blocks, index, first);
      for (gint32 z = b * first[OND_Z]; z < MIN (b * first[OND_Z] + b, 7); z++)
        for (gint32 y = b * first[OND_Y]; y < MIN (b * first[OND_Y] + b, 9); y++)
          for (gint32 x = b * first[OND_X]; x < MIN (b * first[OND_X] + b, 13); x++)
            {
              float sample = samples[ond_geometry_index (&geometry, x, y, z)];

              if (isfinite (sample))
                largest = MAX (largest, sample);
            }
      if (largest == -INFINITY)
        continue;
      g_assert_cmpuint (volume->keys[index], ==, ond_gl_colors_key (largest));
      ond_projection_volume_locate (volume, index, at);
      g_assert_cmpfloat (samples[ond_geometry_index (&geometry, at[0], at[1], at[2])], ==, largest);
    }
}

/* The sign that is shown is the one that counts. */
static void
test_polarity (void)
{
  g_autofree float *samples = make_noise (&box, 6);

  for (int polarity = 0; polarity < OND_N_POLARITIES; polarity++)
    {
      g_autoptr (OndProjectionVolume) volume =
          ond_projection_volume_new (&box, samples, polarity, &plenty, NULL, NULL);

      for (gsize i = 0; i < ond_geometry_n_voxels (&box); i++)
        g_assert_cmpuint (volume->keys[i], ==,
                          isfinite (samples[i]) ? ond_gl_colors_key (
                              (float) ond_polarity_apply (polarity, (double) samples[i]))
                                                : OND_PROJECTION_NOTHING);
    }
}

static void
test_cancelled (void)
{
  g_autofree float *samples = make_noise (&box, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (
      ond_projection_volume_new (&box, samples, OND_POLARITY_BRIGHT, &plenty, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- Rays ---- */

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
  g_test_add_func ("/projection/the-pose-keeps-its-limits", test_pose);
  g_test_add_func ("/projection/the-front-follows-the-hand", test_turn);
  g_test_add_func ("/projection/zoom-and-pan-keep-the-point", test_zoom_at_a_point);
  g_test_add_func ("/projection/fits-however-it-is-turned", test_fits);
  g_test_add_func ("/projection/blocks-are-cubes-in-space", test_blocks);
  g_test_add_func ("/projection/a-block-is-its-largest-voxel", test_reduces_to_the_largest);
  g_test_add_func ("/projection/the-sign-shown-counts", test_polarity);
  g_test_add_func ("/projection/reducing-can-be-cancelled", test_cancelled);
  g_test_add_func ("/projection/along-an-axis-it-is-the-line's-largest", test_along_axes);
  g_test_add_func ("/projection/oblique-rays-are-those-of-floating-point", test_oblique);
  g_test_add_func ("/projection/a-voxel-is-seen-and-found-where-it-is", test_one_voxel);
  g_test_add_func ("/projection/the-nearest-of-equals-is-found", test_nearest_of_equals);
  g_test_add_func ("/projection/long-voxels-do-not-overflow", test_long_voxels);
  g_test_add_func ("/projection/pictures-have-the-colours-of-slices", test_picture);
  return g_test_run ();
}
