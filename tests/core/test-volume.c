/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/volume.h"

#include <math.h>

static OndVolume *
numbered (const OndVolumeInfo *info)
{
  OndGeometry geometry = { { 4, 3, 2 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);

  for (int i = 0; i < 24; i++)
    samples[i] = (float) i;
  return ond_volume_new_take (&geometry, samples, info);
}

static void
test_slices_are_vertical_by_horizontal (void)
{
  g_autoptr (OndVolume) volume = numbered (NULL);
  float xy[12], xz[8], yz[6];

  ond_volume_get_slice (volume, OND_Z, 1, xy);
  ond_volume_get_slice (volume, OND_Y, 2, xz);
  ond_volume_get_slice (volume, OND_X, 3, yz);
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 4; x++)
      g_assert_cmpfloat (xy[4 * y + x], ==, 12 + 4 * y + x);
  for (int z = 0; z < 2; z++)
    for (int x = 0; x < 4; x++)
      g_assert_cmpfloat (xz[4 * z + x], ==, 12 * z + 8 + x);
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 3; y++)
      g_assert_cmpfloat (yz[3 * z + y], ==, 12 * z + 4 * y + 3);
}

/* 1e7 + 0 ... 23 with gaps: sums of squares alone would lose the standard deviation. */
static void
test_statistics_are_of_the_valid_voxels (void)
{
  OndGeometry geometry = { { 4, 3, 2 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) volume = NULL;

  for (int i = 0; i < 24; i++)
    samples[i] = i % 5 == 0 ? NAN : 1e7f + (float) i;
  samples[1] = -INFINITY;
  volume = ond_volume_new_take (&geometry, samples, NULL);
  g_assert_cmpuint (ond_volume_get_n_invalid (volume), ==, 6);
  g_assert_cmpfloat (ond_volume_get_min (volume), ==, 1e7 + 2);
  g_assert_cmpfloat (ond_volume_get_max (volume), ==, 1e7 + 23);
  g_assert_cmpfloat_with_epsilon (ond_volume_get_mean (volume), 1e7 + 225.0 / 18, 1e-6);
  g_assert_cmpfloat_with_epsilon (ond_volume_get_std (volume),
                                  sqrt (3573.0 / 18 - pow (225.0 / 18, 2)), 1e-6);
}

static void
test_nothing_valid_has_no_statistics (void)
{
  OndGeometry geometry = { { 2, 2, 1 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) volume = NULL;

  for (int i = 0; i < 4; i++)
    samples[i] = NAN;
  volume = ond_volume_new_take (&geometry, samples, NULL);
  g_assert_cmpuint (ond_volume_get_n_invalid (volume), ==, 4);
  g_assert_true (isnan (ond_volume_get_mean (volume)) && isnan (ond_volume_get_max (volume)));
}

static void
test_other_edges_share_the_samples (void)
{
  OndVolumeInfo info = { .name = "a.fits", .unit = "K" };
  g_autoptr (OndVolume) volume = numbered (&info);
  g_autoptr (OndVolume) other = ond_volume_with_edges (volume, (double[]){ 0.5, 0.5, 2 }, "um");
  const float *samples = ond_volume_get_samples (other);

  g_assert_true (samples == ond_volume_get_samples (volume));
  g_assert_cmpfloat (ond_volume_get_geometry (other)->edge[OND_Z], ==, 4);
  g_assert_cmpfloat (ond_volume_get_info (other)->edge_length, ==, 0.5);
  g_assert_cmpstr (ond_volume_get_info (other)->length_unit, ==, "um");
  g_assert_cmpstr (ond_volume_get_info (other)->name, ==, "a.fits");
  g_clear_pointer (&volume, ond_volume_unref);
  g_assert_cmpfloat (samples[23], ==, 23); /* the samples live on */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/volume/slices-are-vertical-by-horizontal",
                   test_slices_are_vertical_by_horizontal);
  g_test_add_func ("/volume/statistics-are-of-the-valid-voxels",
                   test_statistics_are_of_the_valid_voxels);
  g_test_add_func ("/volume/nothing-valid-has-no-statistics", test_nothing_valid_has_no_statistics);
  g_test_add_func ("/volume/other-edges-share-the-samples", test_other_edges_share_the_samples);
  return g_test_run ();
}
