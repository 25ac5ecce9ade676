/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics of a response, one table: how each follows from the moments, what it is called,
 * its unit. */
#pragma once

#include "backend.h"
#include "choice.h"

#include <glib.h>

typedef enum
{
  OND_STATISTIC_ENERGY, /* sum of W^2 */
  OND_STATISTIC_MEAN,
  OND_STATISTIC_STD, /* population */
  OND_STATISTIC_MIN,
  OND_STATISTIC_MAX,
  OND_N_STATISTICS
} OndStatistic;

/* A set of statistics: bits. */
typedef guint OndStatisticSet;

#define OND_STATISTIC_BIT(statistic) (1u << (statistic))
#define OND_STATISTICS_ALL ((1u << OND_N_STATISTICS) - 1)

static inline gboolean
ond_statistic_set_has (OndStatisticSet self, OndStatistic statistic)
{
  return (self & OND_STATISTIC_BIT (statistic)) != 0;
}

/* The names of a set in the order of the table: "energy,std"; free with g_free. */
char *ond_statistic_set_to_text (OndStatisticSet self);

/* The same as prose: "energy, mean and std". */
char *ond_statistic_set_to_prose (OndStatisticSet self);

/* Sets *set from names with commas between them, in any order, or "all". OND_ERROR_PARAMETER lists
 * what may be given; none is refused, too. */
gboolean ond_statistic_set_parse (const char *text, OndStatisticSet *set, GError **error);

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
