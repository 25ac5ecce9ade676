/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that one parameter takes in a sweep, and the text that a person writes for them:
 *   V   V,V,...   LO:HI:N   log:LO:HI:N
 * N is a count; N = 1 is LO. Both ends are included, but a range of angles of exactly 180 degrees
 * drops HI, which is the direction of LO again; a wider one is refused. */
#pragma once

#include "wavelet.h"

typedef enum
{
  OND_SPACING_LINEAR,
  OND_SPACING_LOG,
  OND_SPACING_LIST
} OndSpacing;

typedef struct
{
  OndParameter parameter;
  OndSpacing spacing;
  gsize n;
  double *values; /* in the outside unit (degrees), n of them, strictly increasing unless a list */
  char *text;     /* as it was written; gives the same grid when parsed again */
} OndGrid;

#define OND_GRID_MAX 100000 /* values in one grid */

/* OND_ERROR_PARAMETER names the option, the text and the range. */
OndGrid *ond_grid_parse (OndParameter parameter, const char *text, GError **error);
OndGrid *ond_grid_new_range (OndParameter parameter, double lower, double upper, gsize n,
                             gboolean logarithmic, GError **error);
OndGrid *ond_grid_copy (const OndGrid *self);
void ond_grid_free (OndGrid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndGrid, ond_grid_free)

/* The index of the value nearest to `value`, the lowest of equals. Angles are compared modulo 180
 * degrees; a grid with OND_SPACING_LOG compares by ratio. 0 for NaN. */
gsize ond_grid_nearest (const OndGrid *self, double value);
