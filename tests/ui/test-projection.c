/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pose of the projection, and the volume that it is made of. */
#include "projection-harness.h"

#include "core/error.h"

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
  return g_test_run ();
}
