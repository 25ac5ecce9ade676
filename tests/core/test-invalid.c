/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include "core/invalid.h"

#include <math.h>
#include <string.h>

/* The local fill in double precision, from its definition. */
typedef struct
{
  gint32 n[OND_N_AXES];
  double *sum, *weight;
} Level;

static gsize
level_size (const Level *level)
{
  return (gsize) level->n[0] * (gsize) level->n[1] * (gsize) level->n[2];
}

static gsize
level_index (const Level *level, gint32 x, gint32 y, gint32 z)
{
  return ((gsize) z * (gsize) level->n[1] + (gsize) y) * (gsize) level->n[0] + (gsize) x;
}

static Level
level_new (gint32 nx, gint32 ny, gint32 nz)
{
  Level level = { { nx, ny, nz }, NULL, NULL };

  level.sum = g_new0 (double, level_size (&level));
  level.weight = g_new0 (double, level_size (&level));
  return level;
}

static void
level_clear (Level *level)
{
  g_free (level->sum);
  g_free (level->weight);
}

static Level
level_halve (const Level *from)
{
  Level to = level_new ((from->n[0] + 1) / 2, (from->n[1] + 1) / 2, (from->n[2] + 1) / 2);

  for (gint32 z = 0; z < from->n[2]; z++)
    for (gint32 y = 0; y < from->n[1]; y++)
      for (gint32 x = 0; x < from->n[0]; x++)
        {
          gsize i = level_index (&to, x / 2, y / 2, z / 2), j = level_index (from, x, y, z);

          to.sum[i] += from->sum[j];
          to.weight[i] += from->weight[j];
        }
  return to;
}

/* sigma 2, cut off at 4 sigma, along one axis. */
static void
blur_axis (const Level *level, double **values, int axis)
{
  double *out = g_new0 (double, level_size (level));
  const gint32 *n = level->n;

  for (gint32 z = 0; z < n[2]; z++)
    for (gint32 y = 0; y < n[1]; y++)
      for (gint32 x = 0; x < n[0]; x++)
        for (gint32 d = -8; d <= 8; d++)
          {
            gint32 at[] = { x, y, z };

            at[axis] += d;
            if (at[axis] >= 0 && at[axis] < n[axis])
              out[level_index (level, x, y, z)] +=
                  exp (-d * d / 8.0) * (*values)[level_index (level, at[0], at[1], at[2])];
          }
  g_free (*values);
  *values = out;
}

/* Linear interpolation of a level at a voxel of the volume, voxels being the centres of cells. */
static double
between (const Level *level, const double *values, const gint32 at[OND_N_AXES], double cell)
{
  double value = 0;

  for (int corner = 0; corner < 8; corner++)
    {
      gint32 near[OND_N_AXES];
      double share = 1;

      for (int i = 0; i < OND_N_AXES; i++)
        {
          double place = CLAMP ((at[i] + 0.5) / cell - 0.5, 0, level->n[i] - 1);
          double second = place - floor (place);

          near[i] = MIN ((gint32) place + (corner >> i & 1), level->n[i] - 1);
          share *= corner >> i & 1 ? second : 1 - second;
        }
      value += share * values[level_index (level, near[0], near[1], near[2])];
    }
  return value;
}

static gsize
fill_from (Level *level, const OndGeometry *geometry, double cell, double *out)
{
  gsize left = 0;

  for (int axis = 0; axis < OND_N_AXES; axis++)
    {
      blur_axis (level, &level->sum, axis);
      blur_axis (level, &level->weight, axis);
    }
  for (gsize i = 0; i < ond_geometry_n_voxels (geometry); i++)
    {
      gint32 at[OND_N_AXES];
      double weight;

      if (isfinite (out[i]))
        continue;
      ond_geometry_position (geometry, i, at);
      weight = between (level, level->weight, at, cell);
      if (weight > 1e-4)
        out[i] = between (level, level->sum, at, cell) / weight;
      else
        left++;
    }
  return left;
}

static double *
reference_fill (const OndVolume *volume)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const gsize n = ond_geometry_n_voxels (geometry);
  Level level = level_new (geometry->n[0], geometry->n[1], geometry->n[2]);
  double *out = g_new (double, n);
  gsize left = n;

  for (gsize i = 0; i < n; i++)
    {
      out[i] = ond_volume_get_samples (volume)[i];
      level.weight[i] = isfinite (out[i]) ? 1 : 0;
      level.sum[i] = isfinite (out[i]) ? out[i] : 0;
    }
  for (double cell = 1; left > 0; cell *= 2)
    {
      Level next = level_halve (&level);

      left = fill_from (&level, geometry, cell, out);
      level_clear (&level);
      level = next;
    }
  level_clear (&level);
  return out;
}

/* Which voxels are invalid. */
typedef enum
{
  ONE,
  PLANES_ACROSS_Z,
  PLANES_ACROSS_X,
  SOME,
  MOST,
  OUTSIDE_A_SPHERE,
  INSIDE_A_SPHERE,
  ALL_BUT_ONE,
  N_GAPS
} Gaps;

static gboolean
is_gap (Gaps gaps, const OndGeometry *geometry, const gint32 at[OND_N_AXES], double random)
{
  double r2 = 0;
  gboolean middle = TRUE;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      r2 += pow ((at[i] + 0.5) / geometry->n[i] - 0.5, 2);
      middle = middle && at[i] == geometry->n[i] / 2;
    }
  switch (gaps)
    {
    case ONE:
      return middle;
    case PLANES_ACROSS_Z:
      return at[OND_Z] % 24 == 3;
    case PLANES_ACROSS_X:
      return at[OND_X] % 70 < 30 && at[OND_X] > 0;
    case SOME:
      return random < -0.98;
    case MOST:
      return random < 0.998;
    case OUTSIDE_A_SPHERE:
      return r2 > 0.16;
    case INSIDE_A_SPHERE:
      return r2 < 0.2;
    case ALL_BUT_ONE:
    case N_GAPS:
      break;
    }
  return !middle;
}

/* Random samples from -1 to 1, times `factor`, plus `offset`. NULL when none would be valid. */
static OndVolume *
volume_with (Gaps gaps, const gint32 n[OND_N_AXES], double factor, double offset)
{
  const OndGeometry geometry = { { n[0], n[1], n[2] }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  guint64 state = 5;
  gsize n_valid = 0;

  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    {
      gint32 at[OND_N_AXES];

      ond_geometry_position (&geometry, i, at);
      samples[i] = (float) (factor * reference_random (&state) + offset);
      if (is_gap (gaps, &geometry, at, reference_random (&state)))
        samples[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY;
      else
        n_valid++;
    }
  if (n_valid > 0)
    return ond_volume_new_take (&geometry, samples, NULL);
  ond_volume_free_samples (samples);
  return NULL;
}

static int
count (void *data)
{
  g_atomic_int_inc ((int *) data);
  return 0;
}

/* The filled samples, free with g_free; counts the polls. */
static float *
fill (const OndVolume *volume, int threads, int *polls)
{
  gsize n = ond_volume_get_n_voxels (volume);
  float *out = g_new (float, n);
  g_autofree guint8 *mask = g_malloc (n);
  OndCall call = { .threads = threads, .cancelled = count, .data = polls };

  *polls = 0;
  g_assert_cmpint (ond_invalid_fill (volume, OND_FILL_LOCAL, out, mask, &call), ==, OND_OK);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpint (mask[i], ==, !isfinite (ond_volume_get_samples (volume)[i]));
  return out;
}

/* Blocks are 64 voxels long: edges below, at and above one and two blocks, and flat ones. */
static const gint32 shapes[][OND_N_AXES] = {
  { 70, 33, 20 }, { 64, 20, 66 }, { 20, 130, 17 }, { 150, 131, 1 },
  { 400, 1, 1 },  { 1, 200, 1 },  { 1, 1, 129 },   { 9, 8, 7 },
};

/* Sums of 17 floats nested three times have a relative error of a few times 51 * 2^-24 of their
 * largest term at the worst, and an offset that of its own last digit. */
static void
test_local_fill_is_the_mean_of_the_neighbours (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (int gaps = 0; gaps < N_GAPS; gaps++)
      {
        const double offset = gaps % 2 ? 1e5 : 0;
        g_autoptr (OndVolume) volume = volume_with (gaps, shapes[s], 1, offset);
        g_autofree double *expected = NULL;
        g_autofree float *out = NULL;
        int polls;

        if (volume == NULL)
          continue;
        out = fill (volume, 2, &polls);
        expected = reference_fill (volume);
        for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
          if (isfinite (ond_volume_get_samples (volume)[i]))
            g_assert_cmpfloat (out[i], ==, ond_volume_get_samples (volume)[i]);
          else
            g_assert_cmpfloat_with_epsilon (out[i], expected[i], 5e-6 + 1e-7 * offset);
      }
}

static void
test_threads_do_not_change_a_bit (void)
{
  for (int gaps = 0; gaps < N_GAPS; gaps++)
    {
      g_autoptr (OndVolume) volume = volume_with (gaps, (gint32[]){ 140, 70, 66 }, 1, 3);
      gsize bytes = ond_volume_get_n_voxels (volume) * sizeof (float);
      int polls;
      g_autofree float *one = fill (volume, 1, &polls);

      for (int threads = 2; threads <= 7; threads += 5)
        {
          g_autofree float *out = fill (volume, threads, &polls);

          g_assert_true (memcmp (out, one, bytes) == 0);
        }
    }
}

/* A gap takes the digits of its neighbours: a power of two, whatever its size, is only a factor. */
static void
test_a_power_of_two_is_a_factor (void)
{
  const gint32 n[] = { 40, 30, 20 };
  g_autoptr (OndVolume) volume = volume_with (MOST, n, 1, 0);
  int polls;
  g_autofree float *plain = fill (volume, 1, &polls);

  for (int exponent = -110; exponent <= 127; exponent += 79)
    {
      const double factor = ldexp (1, exponent);
      g_autoptr (OndVolume) scaled = volume_with (MOST, n, factor, 0);
      g_autofree float *out = fill (scaled, 1, &polls);

      for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
        g_assert_cmpfloat (out[i], ==, (float) (plain[i] * factor));
    }
}

static void
test_a_constant_stays_one (void)
{
  for (int sign = -1; sign <= 1; sign++)
    {
      const float value = (float) sign * G_MAXFLOAT;
      g_autoptr (OndVolume) volume = volume_with (MOST, (gint32[]){ 40, 30, 20 }, 0, value);
      int polls;
      g_autofree float *out = fill (volume, 1, &polls);

      for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
        g_assert_cmpfloat (out[i], ==, value);
    }
}

/* A mean of largest floats is rounded, but not beyond them. */
static void
test_a_fill_stays_within_the_range (void)
{
  const OndGeometry geometry = { { 60, 30, 20 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) volume = NULL;
  g_autofree float *out = NULL;
  guint64 state = 3;
  int polls;

  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = reference_random (&state) < 0.5 ? NAN : i % 60 < 30 ? -G_MAXFLOAT : G_MAXFLOAT;
  volume = ond_volume_new_take (&geometry, samples, NULL);
  out = fill (volume, 1, &polls);
  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    g_assert_cmpfloat (fabsf (out[i]), <=, G_MAXFLOAT);
}

/* Between two polls lies at most a block of 64 voxels along each axis, twice: copied and filled. */
static void
test_every_block_is_polled (void)
{
  const gint32 sizes[][OND_N_AXES] = { { 1000, 700, 1 }, { 200, 150, 70 }, { 5000, 1, 1 } };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (OndVolume) volume = volume_with (SOME, sizes[s], 1, 0);
      g_autofree float *out = NULL;
      int polls, blocks = 1;

      out = fill (volume, 1, &polls);
      for (int i = 0; i < OND_N_AXES; i++)
        blocks *= (sizes[s][i] + 63) / 64;
      g_assert_cmpint (polls, >=, 2 * blocks);
    }
}

typedef struct
{
  int asked, until;
} Countdown;

static int
is_over (void *data)
{
  Countdown *self = data;

  return self->asked++ >= self->until;
}

/* At whichever poll: it is the last. */
static void
test_a_cancelled_fill_stops_at_once (void)
{
  g_autoptr (OndVolume) volume = volume_with (ALL_BUT_ONE, (gint32[]){ 140, 70, 66 }, 1, 3);
  gsize n = ond_volume_get_n_voxels (volume);
  g_autofree guint8 *mask = g_malloc (n);
  int polls;
  g_autofree float *out = fill (volume, 1, &polls);

  for (int until = 0; until < polls; until++)
    {
      Countdown countdown = { 0, until };
      OndCall call = { .threads = 1, .cancelled = is_over, .data = &countdown };

      g_assert_cmpint (ond_invalid_fill (volume, OND_FILL_LOCAL, out, mask, &call), ==,
                       OND_CANCELLED);
      g_assert_cmpint (countdown.asked, ==, until + 1);
    }
}

static void
test_a_constant_fill_can_be_cancelled (void)
{
  g_autoptr (OndVolume) volume = volume_with (SOME, (gint32[]){ 70, 70, 2 }, 1, 3);
  float out[70 * 70 * 2];
  guint8 mask[70 * 70 * 2];
  Countdown countdown = { 0, 3 };
  OndCall call = { .threads = 1, .cancelled = is_over, .data = &countdown };

  g_assert_cmpint (ond_invalid_fill (volume, OND_FILL_MEAN, out, mask, &call), ==, OND_CANCELLED);
  countdown.until = G_MAXINT;
  g_assert_cmpint (ond_invalid_fill (volume, OND_FILL_ZERO, out, mask, &call), ==, OND_OK);
  for (gsize i = 0; i < G_N_ELEMENTS (out); i++)
    g_assert_cmpfloat (out[i], ==, mask[i] ? 0 : ond_volume_get_samples (volume)[i]);
}

/* Less than the 8 bytes a voxel that a transform takes afterwards. */
static void
test_filling_takes_less_than_a_transform (void)
{
  const OndGeometry volume = { { 800, 800, 200 }, { 1, 1, 1 } };
  const OndGeometry image = { { 10000, 10000, 1 }, { 1, 1, 1 } };

  g_assert_cmpuint (ond_invalid_fill_bytes (&volume), <, 9 * ond_geometry_n_voxels (&volume) / 4);
  g_assert_cmpuint (ond_invalid_fill_bytes (&image), <, 9 * ond_geometry_n_voxels (&image) / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/invalid/local-fill-is-the-mean-of-the-neighbours",
                   test_local_fill_is_the_mean_of_the_neighbours);
  g_test_add_func ("/invalid/threads-do-not-change-a-bit", test_threads_do_not_change_a_bit);
  g_test_add_func ("/invalid/a-power-of-two-is-a-factor", test_a_power_of_two_is_a_factor);
  g_test_add_func ("/invalid/a-constant-stays-one", test_a_constant_stays_one);
  g_test_add_func ("/invalid/a-fill-stays-within-the-range", test_a_fill_stays_within_the_range);
  g_test_add_func ("/invalid/every-block-is-polled", test_every_block_is_polled);
  g_test_add_func ("/invalid/a-cancelled-fill-stops-at-once", test_a_cancelled_fill_stops_at_once);
  g_test_add_func ("/invalid/a-constant-fill-can-be-cancelled",
                   test_a_constant_fill_can_be_cancelled);
  g_test_add_func ("/invalid/filling-takes-less-than-a-transform",
                   test_filling_takes_less_than_a_transform);
  return g_test_run ();
}
