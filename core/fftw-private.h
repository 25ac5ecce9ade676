/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the CPU backend (fftw-*.c, backend-fftw.c) share: the open image and its plans.
 *
 * Axes are called inner (x, contiguous), middle and outer here. A volume has inner x, middle y,
 * outer z. An image of rank 2 has inner x, outer y and a middle axis of one voxel (z): its columns
 * are then the panels of the first inverse pass and its rows the planes of the second, and the same
 * two passes serve both.
 *
 * The spectrum is OndComplex[outer][middle][stride]; rows are `stride` long, of which the first
 * `bins` = inner/2 + 1 count and the rest are zero. They are cut into `n_blocks` blocks of `block`
 * bins, so that a panel of one block by the whole outer axis stays in a processor's cache. */
#pragma once

#include "backend.h"
#include "kernels.h"
#include "parallel.h"

#include <fftw3.h>

enum
{
  INNER,
  MIDDLE,
  OUTER
};

/* One-dimensional plans, single-threaded, for blocks that threads take one by one. */
typedef enum
{
  OND_PLAN_ROW,    /* backward: bins -> float[inner]; forward: the other way */
  OND_PLAN_MIDDLE, /* one block of a plane [middle][stride], in place */
  OND_PLAN_PANEL,  /* a panel [outer][block], in place */
  OND_PLAN_SLICE,  /* backward only: the slice across the inner axis, [outer][middle], in place */
  OND_N_PLANS
} OndPlan;

typedef struct
{
  fftwf_plan plan[OND_N_PLANS];
} OndPlans;

/* Sizes and wavenumbers of a domain in the backend's own axes. */
typedef struct
{
  int axis[OND_N_AXES]; /* which axis of the volume is inner, middle, outer */
  int32_t size[OND_N_AXES], crop[OND_N_AXES];
  double edge[OND_N_AXES];
  double dk[OND_N_AXES]; /* wavenumber of bin 1 */
  int32_t bins, block, n_blocks, stride;
} OndLayout;

/* What a lane has to itself: memory for the response of one pass at a time, and its backward
 * plans. */
typedef struct
{
  GMutex lock;
  OndComplex *scratch; /* made when first needed */
  OndPlans plans;      /* likewise */
} OndLaneState;

struct OndImage
{
  OndDomain domain;
  OndLayout layout;
  const OndKernels *kernels;
  OndComplex *spectrum;
  const uint8_t *invalid; /* uint8_t of the volume's own voxels, borrowed, or NULL */
  OndLaneState lanes[OND_N_LANES];
};

/* A wavelet prepared for an image. */
typedef struct
{
  const OndImage *image;
  OndWavelet wavelet;
  double n[OND_N_AXES];        /* direction in inner, middle, outer */
  float weight;                /* gain / N */
  double limit;                /* k2 beyond which psi^ counts as 0 */
  int32_t aliases[OND_N_AXES]; /* 0 when continuous */
} OndTransfer;

void ond_layout_init (OndLayout *layout, const OndDomain *domain);
gsize ond_layout_spectrum_size (const OndLayout *layout); /* in OndComplex */
gsize
ond_layout_scratch_size (const OndLayout *layout); /* the same for the planes of the crop only */

/* fftw-plans.c. The planner is behind one lock, which whoever makes or destroys a plan elsewhere
 * holds, too. */
void ond_planner_lock (void);
void ond_planner_unlock (void);

/* Executing needs no lock, and threads may share a plan.
 * Forward plans and those of the sliders are estimated, which takes no time; those of a sweep are
 * measured, which takes half a second and pays after a few points. FALSE when a plan cannot be
 * made. */
gboolean ond_plans_make_forward (OndPlans *plans, const OndLayout *layout);
gboolean ond_plans_make_backward (OndPlans *plans, const OndLayout *layout, OndLane lane);
void ond_plans_clear (OndPlans *plans);

/* `columns` is where the block, panel or slice begins: it is overwritten. */
void ond_plans_columns (const OndPlans *plans, OndPlan plan, OndComplex *columns);
void ond_plans_forward_row (const OndPlans *plans, float *row, OndComplex *bins);
void ond_plans_backward_row (const OndPlans *plans, OndComplex *bins,
                             float *row); /* bins are overwritten */

/* The backward plans of a lane, made now if need be; NULL when they cannot. */
const OndPlans *ond_image_get_plans (OndImage *image, OndLane lane);

/* fftw-image.c: open (the forward transform) and close. */
OndStatus ond_fftw_open (const OndDomain *domain, const float *padded, const uint8_t *invalid,
                         OndImage **image, OndCall *call);
void ond_fftw_close (OndImage *image);
OndStatus ond_fftw_fail (OndCall *call, OndStatus status, const char *why);

/* fftw-transfer.c */
void ond_transfer_init (OndTransfer *self, const OndImage *image, const OndWavelet *wavelet,
                        double limit);

/* The transfer function (psi^ / N) along the row (middle j, outer k) into t[first ... end-1], zero
 * where negligible. TRUE and its extent *lo ... *hi - 1 unless all of it is. */
gboolean ond_transfer_row (const OndTransfer *self, const gint32 at[2], const gint32 range[2],
                           float *t, gint32 *lo, gint32 *hi);

/* fftw-response.c, fftw-slices.c: the passes of the table in backend.h. */
OndStatus ond_fftw_stats (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                          OndCall *call);
OndStatus ond_fftw_volume (OndImage *image, const OndWavelet *wavelet, float *out,
                           OndMoments *moments, OndCall *call);
OndStatus ond_fftw_energy (OndImage *image, const OndWavelet *wavelets, int n, double *energy,
                           OndCall *call);
OndStatus ond_fftw_slices (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
                           float *out[OND_N_AXES], OndCall *call);
