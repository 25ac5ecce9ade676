/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "duration.h"

char *
ond_duration_format (double seconds)
{
  gint64 whole = seconds < 1e15 ? (gint64) (seconds + 0.5) : (gint64) 1e15;

  if (seconds < 9.95)
    return g_strdup_printf ("%.1f s", MAX (seconds, 0));
  if (whole < 60)
    return g_strdup_printf ("%d s", (int) whole);
  if (whole < 3600)
    return g_strdup_printf ("%d min %d s", (int) (whole / 60), (int) (whole % 60));
  if (whole < 86400)
    return g_strdup_printf ("%d h %d min", (int) (whole / 3600), (int) (whole / 60 % 60));
  return g_strdup_printf ("%" G_GINT64_FORMAT " days", whole / 86400);
}
