/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn over a projection: the edges of the volume, the planes of the three slices, the
 * wavelet's direction at the cross-hair, and the axes. Called by projection-view.c's snapshot. */
#pragma once

#include "../core/wavelet.h"
#include "projection-rays.h"
#include "tones.h"

typedef struct
{
  OndProjectionFrame frame; /* in pixels of the widget */
  const OndGeometry *geometry;
  gint32 at[OND_N_AXES]; /* the cross-hair */
  OndWavelet wavelet;
  OndTones tones;
} OndProjectionMarks;

void ond_projection_marks_draw (const OndProjectionMarks *self, cairo_t *cr);

/* Half of the needle in pixels of the widget: from the cross-hair to the end that is nearer to the
 * viewer. It reaches as far as the wavelet does, scale times stretch. */
void ond_projection_marks_get_needle (const OndProjectionMarks *self, double *dx, double *dy);
