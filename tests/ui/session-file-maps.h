/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How maps are shown, for test-session-file.c. */
#pragma once

#include "ui/map-model.h"

#include <math.h>

static gboolean
same_number (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static gboolean
same_maps (const OndMapOptions *a, const OndMapOptions *b)
{
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (!same_number (a->lower[s], b->lower[s]) || !same_number (a->upper[s], b->upper[s]))
      return FALSE;
  return a->statistic[0] == b->statistic[0] && a->statistic[1] == b->statistic[1]
         && a->second == b->second && same_number (a->second_xi, b->second_xi)
         && same_number (a->second_scale, b->second_scale) && a->norm == b->norm
         && a->colormap == b->colormap && a->stretch == b->stretch && a->limits == b->limits
         && a->sphere == b->sphere && a->painted == b->painted;
}

/* Every option of the maps another than it is at the start. */
static OndMapOptions
other_maps (void)
{
  OndMapOptions maps = ond_map_options_default ();

  maps.statistic[0] = OND_STATISTIC_MIN;
  maps.statistic[1] = OND_STATISTIC_STD;
  maps.second = TRUE;
  maps.second_xi = 7.5;
  maps.second_scale = 1.25;
  maps.norm = OND_NORM_L1;
  maps.colormap = OND_COLORMAP_MAGMA;
  maps.stretch = OND_STRETCH_LOG;
  maps.limits = OND_MAP_LIMITS_LOCKED;
  maps.lower[OND_STATISTIC_MIN] = -1.5e-17;
  maps.upper[OND_STATISTIC_MIN] = 0.1;
  maps.lower[OND_STATISTIC_STD] = 0;
  maps.upper[OND_STATISTIC_STD] = 3;
  maps.sphere = TRUE;
  maps.painted = TRUE;
  return maps;
}
