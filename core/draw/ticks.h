/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an axis has ticks and what is written there. Numbers and text only, no drawing: figures ask
 * with the number of ticks they have room for. Text is plain UTF-8 with U+2212 as the minus sign,
 * the same in every locale. */
#pragma once

#include "colormap.h"

#define OND_TICKS_MAX 16

typedef struct
{
  double value;
  double position; /* 0 at the lower end of the axis, 1 at the upper */
  char label[32];
} OndTick;

typedef struct
{
  OndTick ticks[OND_TICKS_MAX];
  int n;
  int exponent; /* labels are values / 10^exponent, which ond_ticks_label_axis() says on the axis */
} OndTicks;

/* At most `max` (1 ... OND_TICKS_MAX) ticks at multiples of 1, 2 or 5 times a power of ten (of
 * degrees: 15, 30, 45 ... as well). The ends may be in either order. Equal ends give one tick in
 * the middle; ends that are not finite none. */
void ond_ticks_linear (OndTicks *self, double lower, double upper, int max, gboolean degrees);

/* Ticks at the centres of every so many of n equally wide cells, labelled with their values. */
void ond_ticks_centres (OndTicks *self, const double *centres, gsize n, int max);

/* Ticks of a colour bar on which the colours of the map are evenly spaced: positions follow the
 * stretch, not the inversion. About `max` of them: none nearer to the next than 0.9 / max of the
 * bar when it is stretched. */
void ond_ticks_colors (OndTicks *self, const OndColorScale *colors, int max);

/* "Energy (K²)" with exponent 6 is "Energy (10⁶ K²)". NULL for no label. Free with g_free. */
char *ond_ticks_label_axis (const OndTicks *self, const char *label);
