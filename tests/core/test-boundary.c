/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include "core/boundary.h"
#include "core/wavelet.h"

#include <math.h>
#include <string.h>

static int
run (void *data)
{
  (void) data;
  return 0;
}

/* Padded along x alone: samples 1, 2, 3, 4 with their mean 2.5. */
static void
test_padding_continues_as_scipy_does (void)
{
  const OndGeometry geometry = { { 4, 1, 2 }, { 1, 1, 1 } };
  const float samples[] = { 1, 2, 3, 4, 1, 2, 3, 4 };
  /* Beyond the upper face, then what wraps round to below the lower one. */
  const double expected[OND_N_BOUNDARIES][9] = {
    [OND_BOUNDARY_MIRROR] = { 1, 2, 3, 4, 4, 3, 3, 2, 1 },
    [OND_BOUNDARY_NEAREST] = { 1, 2, 3, 4, 4, 4, 4, 1, 1 },
    [OND_BOUNDARY_ZERO] = { 1, 2, 3, 4, 0, 0, 0, 0, 0 },
    [OND_BOUNDARY_MEAN] = { 1, 2, 3, 4, 2.5, 2.5, 2.5, 2.5, 2.5 },
    [OND_BOUNDARY_PERIODIC] = { 1, 2, 3, 4, 2.5, 2.5, 2.5, 2.5, 2.5 },
  };
  OndCall call = { .threads = 2, .cancelled = run };

  for (int b = 0; b < OND_N_BOUNDARIES; b++)
    {
      OndPadding padding = { b, 2.5, 0.5 };
      float out[18];
      OndPadded padded = { { 9, 1, 2 }, out, 0 };
      double sum = 0;

      g_assert_true (ond_boundary_pad (&padding, &geometry, samples, &padded, &call));
      for (int i = 0; i < 9; i++)
        {
          /* The middle of a mirrored padding is out of any wavelet's reach: either face may own
           * it. */
          if (b != OND_BOUNDARY_MIRROR || i != 6)
            g_assert_cmpfloat (out[i], ==, (float) ((expected[b][i] - 2.5) * 0.5));
          sum += 2 * (out[i] + 1.25);
        }
      g_assert_cmpfloat_with_epsilon (padded.dc, sum, 1e-12);
    }
}

/* More than twice the length: the images follow each other, on both sides. */
static void
test_mirror_images_repeat (void)
{
  const OndGeometry geometry = { { 3, 1, 2 }, { 1, 1, 1 } };
  const float samples[] = { 1, 2, 3, 1, 2, 3 };
  const float expected[] = { 1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2 };
  OndCall call = { .threads = 1, .cancelled = run };
  const OndPadding padding = { OND_BOUNDARY_MIRROR, 0, 1 };
  float out[40];
  OndPadded padded = { { 20, 1, 2 }, out, 0 };

  g_assert_true (ond_boundary_pad (&padding, &geometry, samples, &padded, &call));
  /* Nine voxels beyond the upper face; at the end, those below the lower one, counted back. */
  for (int i = 0; i < 11; i++)
    g_assert_cmpfloat (out[i], ==, expected[i]);
  for (int i = 1; i <= 8; i++)
    {
      const float below[] = { 1, 2, 3, 3, 2, 1, 1, 2 };
      g_assert_cmpfloat (out[20 - i], ==, below[i - 1]);
    }
}

static gboolean
is_smooth (gint32 n)
{
  for (int p = 2; p <= 7; p++)
    while (n % p == 0)
      n /= p;
  return n == 1;
}

/* Every boundary gets what it needs for the reach of every wavelet, in every direction. */
static void
test_padding_holds_the_reach (void)
{
  const OndGeometry geometry = { { 100, 53, 61 }, { 1, 2, 1.5 } };

  for (int theta = 0; theta <= 180; theta += 15)
    for (int phi = 0; phi <= 180; phi += 15)
      for (int s = 0; s < 4; s++)
        {
          const double xi[] = { 0.2, 1, 5, 30 }, scale[] = { 3, 1, 2, 1 };
          OndWavelet wavelet = { theta * G_PI / 180, phi * G_PI / 180, xi[s], scale[s],
                                 OND_NORM_L2 };
          double n[OND_N_AXES];

          ond_wavelet_direction (&wavelet, 3, n);
          for (int b = 0; b < OND_N_BOUNDARIES; b++)
            {
              gint32 size[OND_N_AXES], least[OND_N_AXES];

              ond_boundary_padded_size (b, &geometry, &wavelet, 1, size);
              ond_boundary_least_size (b, &geometry, &wavelet, least);
              g_assert_true (ond_boundary_serves (b, &geometry, &wavelet, size));
              g_assert_true (ond_boundary_serves (b, &geometry, &wavelet, least));
              for (int i = 0; i < OND_N_AXES; i++)
                {
                  gint32 voxels = geometry.n[i],
                         reach = ond_wavelet_reach (&wavelet, n, i, geometry.edge[i]);

                  if (b == OND_BOUNDARY_PERIODIC)
                    g_assert_cmpint (size[i], ==, voxels);
                  else if (b == OND_BOUNDARY_ZERO || b == OND_BOUNDARY_MEAN)
                    g_assert_cmpint (size[i], >=, voxels + reach);
                  else if (b == OND_BOUNDARY_NEAREST)
                    g_assert_cmpint (size[i], >=, voxels + 2 * reach);
                  else
                    g_assert_true (size[i] >= voxels + 2 * reach || size[i] == 2 * voxels);
                  g_assert_true ((is_smooth (size[i]) && size[i] % 4 == 0) || size[i] == 2 * voxels
                                 || size[i] == voxels);
                  g_assert_cmpint (least[i], <=, size[i]);
                  g_assert_cmpint (least[i], >=, voxels);
                }
            }
        }
}

/* What is one voxel too short does not serve, whichever axis it is; twice the length always does
 * under a mirror. */
static void
test_a_short_grid_does_not_serve (void)
{
  const OndGeometry geometry = { { 40, 40, 40 }, { 1, 1, 1 } };
  const OndWavelet wavelet = { 0.5, 0.5, 2, 1, OND_NORM_L2 };
  double n[OND_N_AXES];

  ond_wavelet_direction (&wavelet, 3, n);
  for (int i = 0; i < OND_N_AXES; i++)
    for (int b = 0; b < OND_BOUNDARY_PERIODIC; b++)
      {
        const gint32 reach = ond_wavelet_reach (&wavelet, n, i, 1),
                     faces = b == OND_BOUNDARY_MIRROR || b == OND_BOUNDARY_NEAREST ? 2 : 1;
        gint32 size[] = { 200, 200, 200 };

        size[i] = 40 + faces * reach;
        g_assert_true (ond_boundary_serves (b, &geometry, &wavelet, size));
        size[i]--;
        g_assert_false (ond_boundary_serves (b, &geometry, &wavelet, size));
      }
  g_assert_true (ond_boundary_serves (OND_BOUNDARY_MIRROR, &geometry,
                                      &(OndWavelet){ 0.5, 0.5, 30, 5, 0 },
                                      (gint32[]){ 80, 80, 80 }));
  g_assert_false (ond_boundary_serves (OND_BOUNDARY_NEAREST, &geometry,
                                       &(OndWavelet){ 0.5, 0.5, 30, 5, 0 },
                                       (gint32[]){ 80, 80, 80 }));
}

/* Twice a prime is an exact mirror, too, and slow: a longer grid of a quick length is taken. */
static void
test_a_slow_length_is_avoided (void)
{
  const OndGeometry geometry = { { 211, 200, 200 }, { 1, 1, 1 } };
  const OndWavelet wavelet = { 0, 0, 12, 2, OND_NORM_L2 };
  gint32 size[OND_N_AXES];

  ond_boundary_least_size (OND_BOUNDARY_MIRROR, &geometry, &wavelet, size);
  g_assert_cmpint (size[OND_X], ==, 500);
  g_assert_cmpint (size[OND_Y], ==, 224);
}

/* Turning a needle half round crosses few paddings: each is a forward transform that somebody waits
 * for. */
static int
count_changes (const OndGeometry *geometry)
{
  gint32 last[OND_N_AXES] = { 0 };
  int changes = 0;

  for (double theta = 0; theta < 180; theta += 0.5)
    {
      OndWavelet wavelet = { theta * G_PI / 180, 0.4, 5, 2, OND_NORM_L2 };
      gint32 size[OND_N_AXES];

      ond_boundary_padded_size (OND_BOUNDARY_MIRROR, geometry, &wavelet, 1, size);
      changes += size[0] != last[0] || size[1] != last[1] || size[2] != last[2];
      for (int i = 0; i < OND_N_AXES; i++)
        last[i] = size[i];
    }
  return changes;
}

static void
test_turning_changes_the_padding_seldom (void)
{
  const OndGeometry small = { { 200, 200, 200 }, { 1, 1, 1 } };
  const OndGeometry large = { { 800, 800, 200 }, { 1, 1, 1 } };

  g_assert_cmpint (count_changes (&small), <=, 13);
  g_assert_cmpint (count_changes (&large), ==, 1); /* the first */
}

/* Padded alike for all directions, a needle that is longer than the volume would take memory for
 * more than a hundred times its voxels. */
static void
test_a_long_needle_does_not_pad_across (void)
{
  const OndGeometry geometry = { { 400, 400, 200 }, { 1, 1, 1 } };
  const OndWavelet needle = { 0, 0, 40, 8, OND_NORM_L2 };
  gint32 size[OND_N_AXES];

  ond_boundary_padded_size (OND_BOUNDARY_ZERO, &geometry, &needle, 1, size);
  g_assert_cmpint (size[OND_X], >=, 400 + 6 * 40 * 8);
  g_assert_cmpint (size[OND_Y], <=, 400 + 2 * 6 * 8);
  g_assert_cmpint (size[OND_Z], <=, 200 + 2 * 6 * 8);
}

static int
count (void *data)
{
  g_atomic_int_inc ((int *) data);
  return 0;
}

/* An image has one plane: its rows are what threads share and polls lie between. */
static void
test_an_image_is_shared_out_by_rows (void)
{
  const OndGeometry geometry = { { 1000, 500, 1 }, { 1, 1, 1 } };
  const OndPadding padding = { OND_BOUNDARY_ZERO, 0.3, 1 };
  g_autofree float *samples = g_new (float, 1000 * 500);
  g_autofree float *out = g_new (float, 1100 * 600), *one = g_new (float, 1100 * 600);
  double dc = 0;
  guint64 state = 2;

  for (gsize i = 0; i < 1000 * 500; i++)
    samples[i] = (float) reference_random (&state);
  for (int threads = 1; threads <= 3; threads++)
    {
      OndPadded padded = { { 1100, 600, 1 }, threads == 1 ? one : out, 0 };
      int polls = 0;
      OndCall call = { .threads = threads, .cancelled = count, .data = &polls };

      g_assert_true (ond_boundary_pad (&padding, &geometry, samples, &padded, &call));
      g_assert_cmpint (polls, >=, 1100 * 600 / 20000);
      if (threads == 1)
        dc = padded.dc;
      g_assert_cmpfloat (padded.dc, ==, dc);
      g_assert_true (threads == 1 || memcmp (one, out, 1100 * 600 * sizeof (float)) == 0);
    }
}

static void
test_an_image_is_not_padded_across (void)
{
  const OndGeometry geometry = { { 90, 80, 1 }, { 1, 1, 1 } };
  OndWavelet wavelet = ond_wavelet_default ();
  gint32 size[OND_N_AXES];

  for (int b = 0; b < OND_N_BOUNDARIES; b++)
    {
      ond_boundary_padded_size (b, &geometry, &wavelet, 1, size);
      g_assert_cmpint (size[OND_Z], ==, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/boundary/padding-continues-as-scipy-does",
                   test_padding_continues_as_scipy_does);
  g_test_add_func ("/boundary/mirror-images-repeat", test_mirror_images_repeat);
  g_test_add_func ("/boundary/a-short-grid-does-not-serve", test_a_short_grid_does_not_serve);
  g_test_add_func ("/boundary/a-slow-length-is-avoided", test_a_slow_length_is_avoided);
  g_test_add_func ("/boundary/padding-holds-the-reach", test_padding_holds_the_reach);
  g_test_add_func ("/boundary/turning-changes-the-padding-seldom",
                   test_turning_changes_the_padding_seldom);
  g_test_add_func ("/boundary/a-long-needle-does-not-pad-across",
                   test_a_long_needle_does_not_pad_across);
  g_test_add_func ("/boundary/an-image-is-shared-out-by-rows", test_an_image_is_shared_out_by_rows);
  g_test_add_func ("/boundary/an-image-is-not-padded-across", test_an_image_is_not_padded_across);
  return g_test_run ();
}
