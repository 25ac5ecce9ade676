/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the CUDA backend on the processor share: wavelets, images that are open, and a
 * pass of each kind. */
#pragma once

#include "../../core/backend.h"
#include "shim/shim.h"

#include <glib.h>

const OndBackend *ond_backend_cuda (void);

typedef struct
{
  const char *name;
  gint32 size[OND_N_AXES], crop[OND_N_AXES];
  double edge[OND_N_AXES];
  OndSampling sampling;
  gboolean masked, border;
} Case;

/* Small, but with all that a case can have. */
extern const Case fixture_case;

/* Needles, discs and balls; narrower than a voxel, so that Nyquist components count, and wide. */
#define N_WAVELETS 7
extern const OndWavelet fixture_wavelets[N_WAVELETS];

/* An image, open in one backend or both. */
typedef struct
{
  OndDomain domain;
  OndCall call;
  gsize n_crop;
  float *padded;
  guint8 *invalid;
  OndImage *cuda, *fftw;
  int n_polls, cancel_at; /* 0: never */
} Fixture;

/* The image alone, random but always the same. */
void fixture_prepare (Fixture *self, const Case *which);
OndStatus fixture_open (Fixture *self);                 /* in the CUDA backend */
void fixture_set_up (Fixture *self, const Case *which); /* in both, the shim as new */

/* Nothing may be left on the device, nor anything to complain of. */
void fixture_close (Fixture *self);

/* With fixture_wavelets; what comes out is let go. */
typedef OndStatus (*Pass) (Fixture *self);
OndStatus pass_stats (Fixture *self);
OndStatus pass_energy (Fixture *self);
OndStatus pass_volume (Fixture *self);
OndStatus pass_slices (Fixture *self);
#define N_FIXTURE_PASSES 4
extern const Pass fixture_passes[N_FIXTURE_PASSES];

/* NaN is never within. */
void assert_within (double a, double b, double tolerance);
