/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of a wavelet as people meet them: limits, checks, names. The mathematics is in
 * wavelet-formula.h. */
#pragma once

#include "choice.h"
#include "wavelet-formula.h"

typedef enum
{
  OND_PARAMETER_THETA,
  OND_PARAMETER_PHI,
  OND_PARAMETER_XI,
  OND_PARAMETER_SCALE,
  OND_N_PARAMETERS
} OndParameter;

/* One row a parameter: the only place that says its name, unit and limits (sliders, checks and help
 * read it). */
typedef struct
{
  const char *name;    /* "theta" */
  const char *symbol;  /* "θ" */
  const char *unit;    /* "°", "" or "voxel edges"; the unit of the limits below */
  const char *help;    /* one sentence */
  double lower, upper; /* inclusive, in `unit` */
  double initial;
  double step, page; /* keyboard steps; factors when logarithmic */
  gboolean logarithmic;
  gboolean is_angle; /* degrees outside, radians in OndWavelet */
} OndParameterInfo;

extern const OndParameterInfo ond_parameters[OND_N_PARAMETERS];

/* Name, title and help of each OndNorm and OndSampling. */
extern const OndChoice ond_norms[];
extern const OndChoice ond_samplings[];

/* theta 30 deg, phi 45 deg, xi 5, scale 2, l2. */
OndWavelet ond_wavelet_default (void);

/* A parameter in its outside unit (degrees for angles). */
double ond_wavelet_get (const OndWavelet *self, OndParameter parameter);
void ond_wavelet_set (OndWavelet *self, OndParameter parameter, double value);

/* FALSE and OND_ERROR_PARAMETER with the range when `value`, in the outside unit, is outside the
 * limits or not finite. */
gboolean ond_parameter_check (OndParameter parameter, double value, GError **error);

/* All four, and the norm. */
gboolean ond_wavelet_check (const OndWavelet *self, GError **error);

/* Folds any finite angles (degrees) into [0, 180) x [0, 180) without changing the wavelet: theta
 * wraps alone, phi by 180 flips theta to 180 - theta. */
void ond_wavelet_fold (double *theta, double *phi);

/* How a wavelet does not suit a volume: bits. */
typedef enum
{
  /* Its width is below one voxel along an axis: the grid cannot hold it. */
  OND_WAVELET_NARROW = 1 << 0,
  /* Three of its half widths (of its Gaussian; psi is 2 % of its peak there) are more than the
   * volume has along an axis: wherever it is put it reaches beyond both faces, and every response
   * depends on the boundary that is assumed. */
  OND_WAVELET_LARGE = 1 << 1,
} OndWaveletMisfit;

guint ond_wavelet_get_misfit (const OndWavelet *self, const OndGeometry *geometry);

/* A sentence with the numbers about the first of these, or NULL; free with g_free. */
char *ond_wavelet_warning (const OndWavelet *self, const OndGeometry *geometry);
