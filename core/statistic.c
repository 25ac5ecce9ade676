/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of statistics and what is done with them. Moments come from a backend; maps, the
 * command line and the window ask here. */
#include "statistic.h"

#include "error.h"

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

/* The names with `between` after each but the last two, and `before_last` before the last. */
static char *
join (OndStatisticSet self, const char *between, const char *before_last)
{
  GString *text = g_string_new (NULL);

  for (int s = 0; s < OND_N_STATISTICS; s++)
    {
      OndStatisticSet later = self >> s >> 1;

      if (!ond_statistic_set_has (self, s))
        continue;
      if (text->len > 0)
        g_string_append (text, later != 0 ? between : before_last);
      g_string_append (text, ond_statistics[s].name);
    }
  return g_string_free (text, FALSE);
}

char *
ond_statistic_set_to_text (OndStatisticSet self)
{
  return join (self, ",", ",");
}

char *
ond_statistic_set_to_prose (OndStatisticSet self)
{
  return join (self, ", ", " and ");
}

gboolean
ond_statistic_set_parse (const char *text, OndStatisticSet *set, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  OndStatisticSet found = 0;

  for (gsize i = 0; words[i] != NULL; i++)
    {
      int statistic;

      if (g_str_equal (words[i], "all"))
        found = OND_STATISTICS_ALL;
      else if (ond_choice_parse (ond_statistics, "statistic", words[i], &statistic, error))
        found |= OND_STATISTIC_BIT (statistic);
      else
        {
          g_prefix_error (error, "\"%s\": write all, or names with commas between them: ", text);
          return FALSE;
        }
    }
  if (found == 0)
    {
      g_autofree char *list = ond_choice_list (ond_statistics);
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "no statistic is given: write all, or some of %s", list);
      return FALSE;
    }
  *set = found;
  return TRUE;
}

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
