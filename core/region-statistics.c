/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-statistics.h"

#include "error.h"

#include <math.h>
#include <string.h>

#define ROW(member)                                                                                \
  {                                                                                                \
#member, G_STRUCT_OFFSET(OndRegionStatistics, member)                                          \
  }
const OndRegionStatisticInfo ond_region_statistic_infos[OND_N_REGION_STATISTICS] = {
  ROW (sum), ROW (mean), ROW (median), ROW (std), ROW (min), ROW (max),
};
#undef ROW

double
ond_region_statistics_get (const OndRegionStatistics *self, int statistic)
{
  return G_STRUCT_MEMBER (double, self, ond_region_statistic_infos[statistic].offset);
}

gsize
ond_region_count (const OndRegion *self, int width, int height)
{
  int first, n_rows = ond_region_get_rows (self, height, &first), begin;
  gsize n = 0;

  for (int row = first; row < first + n_rows; row++)
    n += (gsize) ond_region_get_run (self, width, row, &begin);
  return n;
}

gsize
ond_region_gather (const OndRegion *self, const float *slice, int width, int row, int n_rows,
                   float *to)
{
  gsize n = 0;

  for (int j = row; j < row + n_rows; j++)
    {
      int first, run = ond_region_get_run (self, width, j, &first);

      memcpy (to + n, slice + (gsize) j * (gsize) width + first, (gsize) run * sizeof *to);
      n += (gsize) run;
    }
  return n;
}

/* Invalid samples go; returns how many stay. */
static gsize
keep_valid (float *samples, gsize n)
{
  gsize kept = 0;

  for (gsize i = 0; i < n; i++)
    if (isfinite (samples[i]))
      samples[kept++] = samples[i];
  return kept;
}

static float
middle_of_three (float a, float b, float c)
{
  return MAX (MIN (a, b), MIN (MAX (a, b), c));
}

/* The k-th smallest of n, k from 0 (Hoare's selection); what is before it then is no larger, what
 * is after it no smaller. Equal samples are passed by both ends, so that they cost no more. */
static float
select_kth (float *samples, gsize n, gsize k)
{
  gssize low = 0, high = (gssize) n - 1, at = (gssize) k;

  while (low < high)
    {
      float pivot = middle_of_three (samples[low], samples[low + (high - low) / 2], samples[high]);
      gssize i = low, j = high;

      while (i <= j)
        {
          while (samples[i] < pivot)
            i++;
          while (samples[j] > pivot)
            j--;
          if (i <= j)
            {
              float other = samples[i];

              samples[i++] = samples[j];
              samples[j--] = other;
            }
        }
      if (at <= j)
        high = j;
      else if (at >= i)
        low = i;
      else
        break;
    }
  return samples[k];
}

static double
median (float *samples, gsize n)
{
  double upper = (double) select_kth (samples, n, n / 2);
  float below;

  if (n % 2 == 1)
    return upper;
  below = samples[0];
  for (gsize i = 1; i < n / 2; i++)
    below = MAX (below, samples[i]);
  return ((double) below + upper) / 2;
}

void
ond_region_statistics_of (float *samples, gsize n, OndRegionStatistics *statistics)
{
  gsize kept = keep_valid (samples, n);
  double sum = 0, squares = 0;
  float low = INFINITY, high = -INFINITY;

  *statistics =
      (OndRegionStatistics){ kept,         n - kept,     0,           (double) NAN, (double) NAN,
                             (double) NAN, (double) NAN, (double) NAN };
  if (kept == 0)
    return;
  for (gsize i = 0; i < kept; i++)
    {
      sum += (double) samples[i];
      low = MIN (low, samples[i]);
      high = MAX (high, samples[i]);
    }
  statistics->sum = sum;
  statistics->mean = sum / (double) kept;
  for (gsize i = 0; i < kept; i++)
    {
      double from_mean = (double) samples[i] - statistics->mean;

      squares += from_mean * from_mean;
    }
  statistics->std = sqrt (squares / (double) kept);
  statistics->min = (double) low;
  statistics->max = (double) high;
  statistics->median = median (samples, kept);
}

gboolean
ond_region_measure (const OndRegion *self, const float *slice, int width, int height,
                    OndRegionStatistics *statistics, GError **error)
{
  gsize n = ond_region_count (self, width, height);
  float *samples = g_try_malloc_n (MAX (n, 1), sizeof *samples);
  int first, n_rows = ond_region_get_rows (self, height, &first);

  if (samples == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory for the %" G_GSIZE_FORMAT " samples of a region", n);
      return FALSE;
    }
  ond_region_gather (self, slice, width, first, n_rows, samples);
  ond_region_statistics_of (samples, n, statistics);
  g_free (samples);
  return TRUE;
}
