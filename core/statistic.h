/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics of a response, one table: how each follows from the moments, what it is called,
 * its unit. */
#pragma once

#include "backend.h"
#include "choice.h"

typedef enum
{
  OND_STATISTIC_ENERGY, /* sum of W^2 */
  OND_STATISTIC_MEAN,
  OND_STATISTIC_STD, /* population */
  OND_STATISTIC_MIN,
  OND_STATISTIC_MAX,
  OND_N_STATISTICS
} OndStatistic;

/* name "energy" (upper case: the FITS extension), title "Energy", help. */
extern const OndChoice ond_statistics[];

/* NaN when no voxel is valid. */
double ond_statistic_value (OndStatistic statistic, const OndMoments *moments);

/* The statistic's unit given the samples' BUNIT: "K", "K2" for the energy; "" for NULL. Free with
 * g_free. */
char *ond_statistic_unit (OndStatistic statistic, const char *unit);

/* What a factor on W (a change of norm) does to the statistic: factor for mean, std, min, max, its
 * square for energy. */
double ond_statistic_rescale (OndStatistic statistic, double value, double factor);
