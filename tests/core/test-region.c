/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which samples are in a region, against the rule written out, and their statistics against loops
 * that take their time. */
#include "core/region-statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 41
#define HEIGHT 33

static OndRegion
make (OndRegionShape shape, double x, double y, double a, double b, double angle)
{
  OndRegion region = {
    .shape = shape, .normal = OND_Z, .centre = { x, y }, .half = { a, b }, .angle = angle
  };

  ond_region_normalize (&region);
  return region;
}

/* DS9's rule for the centre of a pixel, the outline counted in. */
static gboolean
is_in (const OndRegion *r, int x, int y)
{
  double a = r->angle * G_PI / 180, dx = x - r->centre[0], dy = y - r->centre[1];
  double u = (cos (a) * dx + sin (a) * dy) / r->half[0],
         v = (cos (a) * dy - sin (a) * dx) / r->half[1];

  return r->shape == OND_REGION_BOX ? fabs (u) <= 1 + 1e-9 && fabs (v) <= 1 + 1e-9
                                    : u * u + v * v <= 1 + 1e-9;
}

static void
assert_samples (const OndRegion *region)
{
  int first_row, n_rows = ond_region_get_rows (region, HEIGHT, &first_row);

  for (int y = 0; y < HEIGHT; y++)
    {
      int first, n = ond_region_get_run (region, WIDTH, y, &first);

      for (int x = 0; x < WIDTH; x++)
        {
          gboolean should = is_in (region, x, y);

          if (should != (n > 0 && x >= first && x < first + n))
            g_error ("%s %.17g,%.17g half %.17g,%.17g at %.17g: sample %d, %d",
                     ond_region_shapes[region->shape].name, region->centre[0], region->centre[1],
                     region->half[0], region->half[1], region->angle, x, y);
          if (should)
            g_assert_true (y >= first_row && y < first_row + n_rows);
        }
    }
}

static double
random_in (GRand *rand, double lower, double upper)
{
  return g_rand_double_range (rand, lower, upper);
}

/* Anywhere, of any size and turn, partly or wholly outside. */
static void
test_samples (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (int i = 0; i < 4000; i++)
    {
      OndRegion region =
          make (i % 2, random_in (rand, -8, WIDTH + 8), random_in (rand, -8, HEIGHT + 8),
                exp (random_in (rand, -2, 4)), exp (random_in (rand, -2, 4)),
                i % 3 == 0 ? 15 * floor (random_in (rand, -24, 24)) : random_in (rand, -360, 360));

      assert_samples (&region);
    }
}

/* Outlines through the centres of samples: the edge counts, also after right angles. */
static void
test_edges_count (void)
{
  for (int angle = -360; angle <= 720; angle += 90)
    {
      OndRegion box = make (OND_REGION_BOX, 10, 10, 3, 3, angle);
      OndRegion circle = make (OND_REGION_ELLIPSE, 10, 10, 5, 5, angle);

      assert_samples (&box);
      assert_samples (&circle);
      g_assert_cmpuint (ond_region_count (&box, WIDTH, HEIGHT), ==, 49);
      g_assert_cmpuint (ond_region_count (&circle, WIDTH, HEIGHT), ==, 81); /* x^2 + y^2 <= 25 */
    }
}

/* Along a diagonal that is hardly wide, far from its middle: one sample a row. */
static void
test_thin (void)
{
  for (int shape = 0; shape < OND_N_REGION_SHAPES; shape++)
    {
      OndRegion region = make (shape, 7, 7, 1e6, 2e-6, 45);
      int first;

      for (int y = 0; y < 5000; y++)
        {
          g_assert_cmpint (ond_region_get_run (&region, 5000, y, &first), ==, 1);
          g_assert_cmpint (first, ==, y);
        }
    }
}

/* The rule is relative for an ellipse: rows at its very end. */
static void
test_last_row (void)
{
  OndRegion circle = make (OND_REGION_ELLIPSE, 5000, 5000, 4000 - 1 / 1048576., 4000, 0);
  int first, n;

  circle.half[1] = circle.half[0];
  g_assert_true (ond_region_contains (&circle, (const double[]){ 5000, 9000 }));
  n = ond_region_get_rows (&circle, 10000, &first);
  g_assert_cmpint (first, ==, 1000);
  g_assert_cmpint (n, ==, 8001);
  g_assert_cmpint (ond_region_get_run (&circle, 10000, 9000, &first), ==, 1);
  g_assert_cmpint (first, ==, 5000);
}

/* Between samples, box(10.5,10.5,4,4) of DS9 has 16. */
static void
test_half_voxels (void)
{
  OndRegion box = make (OND_REGION_BOX, 9.5, 9.5, 2, 2, 0);

  g_assert_cmpuint (ond_region_count (&box, WIDTH, HEIGHT), ==, 16);
  box.centre[0] = -50;
  g_assert_cmpuint (ond_region_count (&box, WIDTH, HEIGHT), ==, 0);
}

static void
test_frame_and_back (void)
{
  OndRegion region = make (OND_REGION_BOX, 3, -4, 2, 1, 30);
  double own[2], at[2], corner[] = { 3 + sqrt (3) - 0.5, -4 + 1 + sqrt (3) / 2 };

  ond_region_to_frame (&region, corner, own);
  g_assert_cmpfloat_with_epsilon (own[0], 2, 1e-12);
  g_assert_cmpfloat_with_epsilon (own[1], 1, 1e-12);
  ond_region_from_frame (&region, own, at);
  g_assert_cmpfloat_with_epsilon (at[0], corner[0], 1e-12);
  g_assert_cmpfloat_with_epsilon (at[1], corner[1], 1e-12);
}

static void
test_invalid (void)
{
  OndRegion region = make (OND_REGION_BOX, 3, 4, 2, 1, 30), other;

  g_assert_true (ond_region_is_valid (&region));
  for (int i = 0; i < 6; i++)
    {
      const double bad[] = { NAN, INFINITY, 2e6, -2e6, 0, -1 };

      other = region;
      other.half[1] = bad[i];
      g_assert_false (ond_region_is_valid (&other));
      other = region;
      other.centre[0] = bad[i];
      g_assert_cmpint (ond_region_is_valid (&other), ==, i >= 4);
    }
  region.angle = NAN;
  g_assert_false (ond_region_is_valid (&region));
}

/* Angles come into [0, 360), never 360 itself; what is normalized stays. */
static void
test_normalized (void)
{
  OndRegion region = make (OND_REGION_BOX, 0.1, 1 / 3., 0.7, 2, -1e-12), again;

  g_assert_cmpfloat (region.angle, ==, 0);
  g_assert_cmpfloat (region.centre[0], ==, region.centre[0] + 1 - 1);
  again = region;
  ond_region_normalize (&again);
  g_assert_true (ond_region_equal (&region, &again));
  again.angle = -725;
  ond_region_normalize (&again);
  g_assert_cmpfloat (again.angle, ==, 355);
}

static void
test_text_is_cut_between_characters (void)
{
  OndRegion region = make (OND_REGION_BOX, 0, 0, 1, 1, 0);
  g_autoptr (GString) text = g_string_new ("a\tb\n");

  for (int i = 0; i < 40; i++)
    g_string_append (text, "é");
  ond_region_set_text (&region, text->str);
  g_assert_true (g_str_has_prefix (region.text, "abé"));
  g_assert_true (g_utf8_validate (region.text, -1, NULL));
  g_assert_cmpuint (strlen (region.text), ==, 62);
  ond_region_set_color (&region, "#ff8000");
  ond_region_set_color (&region, "very long colour name");
  ond_region_set_color (&region, "a b");
  g_assert_cmpstr (region.color, ==, "#ff8000");
}

/* ---- Statistics ---- */

static int
compare (const void *a, const void *b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return x < y ? -1 : x > y;
}

static void
assert_near (double is, double should, double scale)
{
  g_assert_cmpfloat_with_epsilon (is, should, 1e-12 * scale);
}

static void
assert_statistics (const OndRegion *region, const float *slice)
{
  g_autofree float *in = g_new (float, WIDTH *HEIGHT);
  long double sum = 0, squares = 0;
  OndRegionStatistics s;
  gsize n = 0, n_invalid = 0;

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    if (is_in (region, i % WIDTH, i / WIDTH) && isfinite (slice[i]))
      in[n++] = slice[i];
    else if (is_in (region, i % WIDTH, i / WIDTH))
      n_invalid++;
  g_assert_true (ond_region_measure (region, slice, WIDTH, HEIGHT, &s, NULL));
  g_assert_cmpuint (s.n, ==, n);
  g_assert_cmpuint (s.n_invalid, ==, n_invalid);
  if (n == 0)
    {
      g_assert_true (isnan (s.mean) && isnan (s.median) && isnan (s.min) && s.sum == 0);
      return;
    }
  qsort (in, n, sizeof *in, compare);
  for (gsize i = 0; i < n; i++)
    sum += (long double) in[i];
  for (gsize i = 0; i < n; i++)
    squares += ((long double) in[i] - sum / n) * ((long double) in[i] - sum / n);
  assert_near (s.sum, (double) sum, 1e6 * (double) n);
  assert_near (s.mean, (double) (sum / n), 1e6);
  assert_near (s.std, (double) sqrtl (squares / n), 1e6);
  g_assert_cmpfloat (s.min, ==, in[0]);
  g_assert_cmpfloat (s.max, ==, in[n - 1]);
  g_assert_cmpfloat (
      s.median, ==, n % 2 ? (double) in[n / 2] : ((double) in[n / 2 - 1] + (double) in[n / 2]) / 2);
}

/* Noise on a large offset, few values many times over, sorted, and gaps. */
static void
test_statistics (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  float slice[WIDTH * HEIGHT];

  for (int i = 0; i < 400; i++)
    {
      OndRegion region = make (i % 2, random_in (rand, 0, WIDTH), random_in (rand, 0, HEIGHT),
                               exp (random_in (rand, -1, 4)), exp (random_in (rand, -1, 4)),
                               random_in (rand, 0, 360));

      for (int k = 0; k < WIDTH * HEIGHT; k++)
        slice[k] = i % 4 == 0   ? (float) k
                   : i % 4 == 1 ? (float) (g_rand_int (rand) % 3)
                                : (float) (1e6 + random_in (rand, -1, 1));
      for (int k = 0; k < 60 && i % 5 == 0; k++)
        slice[g_rand_int_range (rand, 0, WIDTH * HEIGHT)] = k % 2 ? NAN : INFINITY;
      assert_statistics (&region, slice);
    }
}

static void
test_nothing_valid (void)
{
  OndRegion all = make (OND_REGION_BOX, 20, 16, 100, 100, 0), none = all;
  float slice[WIDTH * HEIGHT];
  OndRegionStatistics s;

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    slice[i] = NAN;
  assert_statistics (&all, slice);
  none.centre[1] = 1000;
  g_assert_true (ond_region_measure (&none, slice, WIDTH, HEIGHT, &s, NULL));
  g_assert_cmpuint (s.n + s.n_invalid, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/region/samples-whose-centre-is-inside", test_samples);
  g_test_add_func ("/region/the-outline-counts", test_edges_count);
  g_test_add_func ("/region/a-thin-one-loses-no-sample", test_thin);
  g_test_add_func ("/region/the-last-row-counts", test_last_row);
  g_test_add_func ("/region/between-samples", test_half_voxels);
  g_test_add_func ("/region/frame-and-back", test_frame_and_back);
  g_test_add_func ("/region/what-is-no-region", test_invalid);
  g_test_add_func ("/region/normalized", test_normalized);
  g_test_add_func ("/region/text-is-cut-between-characters", test_text_is_cut_between_characters);
  g_test_add_func ("/region/statistics", test_statistics);
  g_test_add_func ("/region/nothing-valid", test_nothing_valid);
  return g_test_run ();
}
