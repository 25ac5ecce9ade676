/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The local fill is a normalised convolution (Knutsson and Westin 1993): at a gap, the Gaussian
 * mean of the valid neighbours, sum (g m f) / sum (g m) with the mask m. Where no valid voxel is
 * within reach, sigma is doubled; from the second time on the sums are taken on a grid of half the
 * voxels along each axis, which costs an eighth and differs little from a Gaussian of twice the
 * width. */
#include "invalid.h"

#include "error.h"

#include <math.h>
#include <string.h>

#define SIGMA 2.0
#define TAPS 8 /* voxels on either side: 4 sigma */
#define COLUMNS 64
/* A sum of weights below this holds no valid neighbour worth the name. */
#define ENOUGH 1e-4f

typedef struct
{
  gint32 n[OND_N_AXES];
  gsize n_voxels;
  float *sum, *weight; /* m f and m, later blurred */
} Level;

static void
level_clear (Level *level)
{
  g_free (level->sum);
  g_free (level->weight);
  level->sum = level->weight = NULL;
}

static gboolean
level_init (Level *level, const gint32 n[OND_N_AXES])
{
  memcpy (level->n, n, sizeof level->n);
  level->n_voxels = (gsize) n[OND_X] * (gsize) n[OND_Y] * (gsize) n[OND_Z];
  level->sum = g_try_malloc0_n (level->n_voxels, sizeof (float));
  level->weight = g_try_malloc0_n (level->n_voxels, sizeof (float));
  return level->sum != NULL && level->weight != NULL;
}

/* The level of half the voxels along each axis, each the sum of 2 x 2 x 2. */
static gboolean
level_halve (const Level *from, Level *to)
{
  gint32 n[OND_N_AXES];
  gsize i = 0;

  for (int axis = 0; axis < OND_N_AXES; axis++)
    n[axis] = (from->n[axis] + 1) / 2;
  if (!level_init (to, n))
    return FALSE;
  for (gint32 z = 0; z < from->n[OND_Z]; z++)
    for (gint32 y = 0; y < from->n[OND_Y]; y++)
      for (gint32 x = 0; x < from->n[OND_X]; x++, i++)
        {
          gsize j = ((gsize) (z / 2) * (gsize) n[OND_Y] + (gsize) (y / 2)) * (gsize) n[OND_X]
                    + (gsize) (x / 2);

          to->sum[j] += from->sum[i];
          to->weight[j] += from->weight[i];
        }
  return TRUE;
}

/* Blurs `m` <= COLUMNS neighbouring columns of n values, `stride` apart, in place. */
static void
blur_columns (float *values, gint32 n, gsize stride, gsize m, const float *taps, float *copy)
{
  for (gint32 i = 0; i < n; i++)
    memcpy (copy + (gsize) i * m, values + (gsize) i * stride, m * sizeof *copy);
  for (gint32 i = 0; i < n; i++)
    {
      float *to = values + (gsize) i * stride;

      memset (to, 0, m * sizeof *to);
      for (gint32 j = MAX (0, i - TAPS); j <= MIN (n - 1, i + TAPS); j++)
        for (gsize c = 0; c < m; c++)
          to[c] += taps[ABS (i - j)] * copy[(gsize) j * m + c];
    }
}

static void
blur (float *values, const gint32 n[OND_N_AXES], float *copy)
{
  float taps[TAPS + 1];
  gsize stride = 1, n_voxels = (gsize) n[OND_X] * (gsize) n[OND_Y] * (gsize) n[OND_Z];

  for (int i = 0; i <= TAPS; i++)
    taps[i] = (float) exp (-0.5 * i * i / (SIGMA * SIGMA));
  for (int axis = 0; axis < OND_N_AXES; axis++)
    {
      gsize length = stride * (gsize) n[axis];

      for (gsize outer = 0; outer < n_voxels && n[axis] > 1; outer += length)
        for (gsize inner = 0; inner < stride; inner += COLUMNS)
          blur_columns (values + outer + inner, n[axis], stride, MIN (COLUMNS, stride - inner),
                        taps, copy);
      stride = length;
    }
}

static gboolean
level_blur (Level *level)
{
  gint32 longest = MAX (level->n[OND_X], MAX (level->n[OND_Y], level->n[OND_Z]));
  g_autofree float *copy = g_try_malloc_n ((gsize) longest * COLUMNS, sizeof (float));

  if (copy == NULL)
    return FALSE;
  blur (level->sum, level->n, copy);
  blur (level->weight, level->n, copy);
  return TRUE;
}

/* The two neighbours of a voxel of the finest grid along one axis of a level, and the weight of the
 * second. */
static void
neighbours (gint32 i, int halvings, gint32 n, gint32 at[2], float *second)
{
  double x = (i + 0.5) / (double) (1 << halvings) - 0.5;

  at[0] = CLAMP ((gint32) floor (x), 0, n - 1);
  at[1] = MIN (at[0] + 1, n - 1);
  *second = (float) CLAMP (x - at[0], 0, 1);
}

/* The mean at voxel `at` of the finest grid, interpolated between the level's voxels; FALSE where
 * there is none. */
static gboolean
level_mean (const Level *level, const gint32 at[OND_N_AXES], int halvings, float *mean)
{
  gint32 near[OND_N_AXES][2];
  float second[OND_N_AXES], sum = 0, weight = 0;

  for (int axis = 0; axis < OND_N_AXES; axis++)
    neighbours (at[axis], halvings, level->n[axis], near[axis], &second[axis]);
  for (int corner = 0; corner < 8; corner++)
    {
      int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
      float share = (x ? second[OND_X] : 1 - second[OND_X])
                    * (y ? second[OND_Y] : 1 - second[OND_Y])
                    * (z ? second[OND_Z] : 1 - second[OND_Z]);
      gsize i = ((gsize) near[OND_Z][z] * (gsize) level->n[OND_Y] + (gsize) near[OND_Y][y])
                    * (gsize) level->n[OND_X]
                + (gsize) near[OND_X][x];

      sum += share * level->sum[i];
      weight += share * level->weight[i];
    }
  *mean = sum / weight;
  return weight > ENOUGH;
}

/* Fills what the level reaches of the voxels still NaN in out; returns how many are left. */
static gsize
level_fill (const Level *level, const OndGeometry *geometry, int halvings, float *out)
{
  gsize left = 0, n = ond_geometry_n_voxels (geometry);

  for (gsize i = 0; i < n; i++)
    {
      gint32 at[OND_N_AXES];
      float mean;

      if (!isnan (out[i]))
        continue;
      ond_geometry_position (geometry, i, at);
      if (level_mean (level, at, halvings, &mean))
        out[i] = mean;
      else
        left++;
    }
  return left;
}

/* out has NaN at the gaps. The means are taken of differences to `mean`, so that large offsets keep
 * their digits. */
static gboolean
fill_local (const OndGeometry *geometry, double mean, float *out)
{
  Level level = { 0 }, next = { 0 };
  gboolean ok = level_init (&level, geometry->n);
  gsize n = ond_geometry_n_voxels (geometry), left = n;

  for (gsize i = 0; i < n && ok; i++)
    if (!isnan (out[i]))
      {
        out[i] = (float) (out[i] - mean);
        level.sum[i] = out[i];
        level.weight[i] = 1;
      }
  for (int halvings = 0; ok && left > 0; halvings++)
    {
      ok = level_halve (&level, &next) && level_blur (&level);
      left = ok ? level_fill (&level, geometry, halvings, out) : left;
      level_clear (&level);
      level = next;
      next = (Level){ 0 };
    }
  level_clear (&level);
  return ok;
}

static void
fill_constant (const OndVolume *volume, float value, float *out)
{
  for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
    if (isnan (out[i]))
      out[i] = value;
}

gboolean
ond_invalid_fill (const OndVolume *volume, OndFill fill, float *out, GError **error)
{
  const float *samples = ond_volume_get_samples (volume);
  const double mean = ond_volume_get_mean (volume);
  gsize n = ond_volume_get_n_voxels (volume);

  for (gsize i = 0; i < n; i++)
    out[i] = isfinite (samples[i]) ? samples[i] : NAN;
  switch (fill)
    {
    case OND_FILL_MEAN:
      fill_constant (volume, (float) mean, out);
      return TRUE;
    case OND_FILL_ZERO:
      fill_constant (volume, 0, out);
      return TRUE;
    case OND_FILL_LOCAL:
    case OND_N_FILLS:
      break;
    }
  if (!fill_local (ond_volume_get_geometry (volume), mean, out))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "Not enough memory to fill %" G_GSIZE_FORMAT " invalid voxels",
                   ond_volume_get_n_invalid (volume));
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    out[i] = isfinite (samples[i]) ? samples[i] : (float) (out[i] + mean);
  return TRUE;
}

void
ond_invalid_mask (const OndVolume *volume, guint8 *mask)
{
  const float *samples = ond_volume_get_samples (volume);

  for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
    mask[i] = !isfinite (samples[i]);
}
