/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of statistics and what is done with them. Moments come from a backend; maps, the
 * command line and the window ask here. */
#include "statistic.h"

#include <math.h>

const OndChoice ond_statistics[] = {
  [OND_STATISTIC_ENERGY] = { "energy", "Energy", "Sum of the squared response" },
  [OND_STATISTIC_MEAN] = { "mean", "Mean", "Mean of the response" },
  [OND_STATISTIC_STD] = { "std", "Standard deviation",
                          "Population standard deviation of the response" },
  [OND_STATISTIC_MIN] = { "min", "Minimum", "Smallest response" },
  [OND_STATISTIC_MAX] = { "max", "Maximum", "Largest response" },
  { NULL, NULL, NULL },
};

double
ond_statistic_value (OndStatistic statistic, const OndMoments *moments)
{
  double mean;

  if (moments->n == 0)
    return NAN;
  mean = moments->sum / (double) moments->n;
  switch (statistic)
    {
    case OND_STATISTIC_ENERGY:
      return moments->sum2;
    case OND_STATISTIC_MEAN:
      return mean;
    case OND_STATISTIC_STD:
      /* Rounding can take the variance of a constant below 0. */
      return sqrt (fmax (moments->sum2 / (double) moments->n - mean * mean, 0));
    case OND_STATISTIC_MIN:
      return moments->min;
    case OND_STATISTIC_MAX:
      return moments->max;
    case OND_N_STATISTICS:
      break;
    }
  g_return_val_if_reached (NAN);
}

/* "K", "adu", "Jy": a unit that an exponent can follow directly in a FITS unit string. */
static gboolean
is_plain_symbol (const char *unit)
{
  for (; *unit != '\0'; unit++)
    if (!g_ascii_isalpha (*unit))
      return FALSE;
  return TRUE;
}

char *
ond_statistic_unit (OndStatistic statistic, const char *unit)
{
  g_autofree char *stripped = g_strstrip (g_strdup (unit ? unit : ""));

  if (statistic != OND_STATISTIC_ENERGY || *stripped == '\0')
    return g_steal_pointer (&stripped);
  if (is_plain_symbol (stripped))
    return g_strconcat (stripped, "2", NULL);
  return g_strconcat ("(", stripped, ")**2", NULL);
}

double
ond_statistic_rescale (OndStatistic statistic, double value, double factor)
{
  return statistic == OND_STATISTIC_ENERGY ? value * factor * factor : value * factor;
}
