/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in sample volume: straight fibres of known directions and widths in noise, the same on
 * every machine. */
#pragma once

#include "volume.h"

typedef struct
{
  double theta, phi; /* direction, degrees (conventions of wavelet-formula.h) */
  double sigma;      /* Gaussian cross-section, voxels */
  double amplitude;
  double length;             /* a fraction of the volume's edge, like the centre */
  double centre[OND_N_AXES]; /* as fractions of the volume, 0 ... 1 */
} OndFibre;

extern const OndFibre ond_sample_fibres[];
extern const gsize ond_sample_n_fibres;

/* The sample that both programs offer. */
#define OND_SAMPLE_SIZE 96
#define OND_SAMPLE_NOISE 0.2

/* n voxels along each axis (8 ... 1024), `rank` 3 or 2 (then one plane, and theta alone is the
 * direction); noise is Gaussian with a standard deviation of `noise` >= 0. NULL and
 * OND_ERROR_MEMORY or OND_ERROR_PARAMETER. Voxel edge 1, length unit "um", no unit of the samples.
 * Every call with the same arguments gives the same samples. */
OndVolume *ond_sample_new (gint32 n, int rank, double noise, GError **error);

/* The noise alone, with a standard deviation of 1, on any grid size[x, y, z] of 1 voxel or more:
 * something to measure times on. NULL and OND_ERROR_MEMORY. */
OndVolume *ond_sample_new_noise (const gint32 size[OND_N_AXES], GError **error);
