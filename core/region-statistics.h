/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the samples of a slice in a region come to. */
#pragma once

#include "region.h"

typedef struct
{
  gsize n;                                 /* valid samples */
  gsize n_invalid;                         /* NaN or Inf: left out of everything else */
  double sum, mean, median, std, min, max; /* NaN where n is 0, but sum, which is 0 */
} OndRegionStatistics;

/* The statistics of which there is a name: sum, mean, median, std, min, max. */
typedef struct
{
  const char *name;
  gsize offset; /* of the double in OndRegionStatistics */
} OndRegionStatisticInfo;

#define OND_N_REGION_STATISTICS 6
extern const OndRegionStatisticInfo ond_region_statistic_infos[OND_N_REGION_STATISTICS];

double ond_region_statistics_get (const OndRegionStatistics *self, int statistic);

/* How many samples of a slice of width x height lie in it. */
gsize ond_region_count (const OndRegion *self, int width, int height);

/* Copies the samples of `n_rows` rows from `row` on that lie in the region, in order, to `to`;
 * returns how many. slice is float[height][width]. */
gsize ond_region_gather (const OndRegion *self, const float *slice, int width, int row, int n_rows,
                         float *to);

/* Of n samples, which are put into another order. Sum, mean and the population standard deviation
 * are accumulated in double, the latter about the mean; the median of an even number is the mean of
 * the middle two. Any thread. */
void ond_region_statistics_of (float *samples, gsize n, OndRegionStatistics *statistics);

/* All of it for float[height][width]. OND_ERROR_MEMORY: the copy of the samples does not fit. */
gboolean ond_region_measure (const OndRegion *self, const float *slice, int width, int height,
                             OndRegionStatistics *statistics, GError **error);
