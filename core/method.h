/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a response is formed, apart from the wavelet: what lies beyond the faces, how the wavelet
 * meets the grid, what becomes of invalid voxels. A value struct; a sweep and a session have one
 * each. */
#pragma once

#include "choice.h"
#include "wavelet-formula.h"

/* Beyond the faces; the names in brackets are SciPy's. */
typedef enum
{
  OND_BOUNDARY_MIRROR,   /* half-sample mirror (reflect) */
  OND_BOUNDARY_NEAREST,  /* the outermost voxel (nearest) */
  OND_BOUNDARY_ZERO,     /* 0 (constant) */
  OND_BOUNDARY_MEAN,     /* the mean of the valid voxels */
  OND_BOUNDARY_PERIODIC, /* the opposite face (wrap) */
  OND_N_BOUNDARIES
} OndBoundary;

/* What stands in for invalid voxels (NaN, Inf, BLANK) before the transform. */
typedef enum
{
  OND_FILL_LOCAL, /* Gaussian mean of the valid neighbours, wider until every gap is filled */
  OND_FILL_MEAN,
  OND_FILL_ZERO,
  OND_N_FILLS
} OndFill;

typedef struct
{
  OndBoundary boundary;
  OndSampling sampling;
  OndFill fill;
  gboolean
      exclude_border; /* statistics leave out voxels nearer to a face than the wavelet reaches */
} OndMethod;

extern const OndChoice ond_boundaries[];
extern const OndChoice ond_fills[];

/* Of exclude_border: FALSE, TRUE. */
extern const OndChoice ond_borders[];

/* mirror, continuous, local, border kept. */
OndMethod ond_method_default (void);

gboolean ond_method_equal (const OndMethod *a, const OndMethod *b);
