/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the CPU backend (fftw-*.c, backend-fftw.c) share: the open image, its plans,
 * the transfer function of a wavelet.
 *
 * Axes are called inner (x, contiguous), middle and outer here. A volume has inner x, middle y,
 * outer z. An image of rank 2 has inner x, outer y and a middle axis of one voxel (z): its columns
 * are then the panels of the first inverse pass and its rows the planes of the second, and the same
 * two passes serve both.
 *
 * The spectrum is OndBins[outer][middle][units]: rows of `units` units of eight bins, of which the
 * first `bins` = inner/2 + 1 bins count and the rest are zero. Responses are transformed one axis
 * after the other. The outer and the middle axis are taken in columns of eight bins, OndComplex
 * [n][8], small enough for a processor's first cache; the inner axis in groups of eight rows. So
 * there is one plan for a length of column and one for a length of row, whatever the volume. */
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

/* Rows that are transformed together, and those of an item of work where planes are split. */
#define OND_ROW_GROUP 8
#define OND_SPLIT_ROWS 64

/* Units first ... end-1 of a row; none unless first < end. */
typedef struct
{
  gint32 first, end;
} OndUnits;

/* Sizes and wavenumbers of a domain in the backend's own axes. */
typedef struct
{
  int axis[OND_N_AXES]; /* which axis of the volume is inner, middle, outer */
  int32_t size[OND_N_AXES], crop[OND_N_AXES];
  double edge[OND_N_AXES];
  double dk[OND_N_AXES]; /* wavenumber of bin 1 */
  int32_t bins, units;
  int32_t block, n_blocks; /* units that a panel of the first pass holds, and panels a row */
  int stream;              /* is a response larger than the caches? */
  int split;               /* are planes too large for one item of work? */
} OndLayout;

/* Plans, never freed: every image of the process shares them. */
typedef struct
{
  fftwf_plan columns[OND_N_AXES]; /* of middle and outer */
  fftwf_plan rows[OND_N_AXES];    /* of inner, and of middle for the slice across the inner axis */
} OndPlans;

struct OndImage
{
  OndDomain domain;
  OndLayout layout;
  const OndKernels *kernels;
  OndPlans plans;
  OndBins *spectrum;
  const uint8_t *invalid; /* uint8_t of the volume's own voxels, borrowed, or NULL */
  double *k[OND_N_AXES];  /* wavenumbers of middle and outer, signed; of n/2 positive */
  OndComplex *twiddle[2]; /* for rows of inner and of middle: see fold_even */
};

gsize ond_row_units (gint32 n); /* units that hold the half spectrum of a row of n samples */
void ond_layout_init (OndLayout *layout, const OndDomain *domain);
gsize ond_layout_spectrum_size (const OndLayout *layout); /* in bytes */
gsize ond_layout_scratch_size (const OndLayout *layout);  /* the planes of the crop only */

/* n items of a size, aligned for the kernels and for FFTW; NULL when there is no memory. Free with
 * free (). */
void *ond_aligned_alloc (gsize n, gsize size);
void *ond_aligned_alloc0 (gsize n, gsize size);

/* fftw-scratch.c: memory of a lane for one response at a time, shared by all images. lock waits for
 * whoever has it, first come first served, and is given up with the call: OND_CANCELLED; or
 * OND_NO_MEMORY. The call that got it unlocks it. Each open image holds a reference; the memory is
 * freed with the last, or when ond_backend_fftw_trim() finds it idle. */
void ond_scratch_ref (void);
void ond_scratch_unref (void);
OndStatus ond_scratch_lock (OndCall *call, gsize bytes, void **memory);
void ond_scratch_unlock (OndCall *call);

/* fftw-plans.c. Plans for a length, made when first asked for, which takes up to a second, and
 * kept. FFTW's planner is behind one lock; executing needs none, and threads may share a plan.
 * OND_NO_MEMORY when a plan cannot be made. OND_CANCELLED soon after the call says so; the plan is
 * then finished and kept all the same. The call may be NULL. Columns are OndComplex[n][8], in place
 * and backward. Rows are OND_ROW_GROUP rows as the kernels fold them: z to samples. */
OndStatus ond_plan_columns (gint32 n, fftwf_plan *plan, OndCall *call);
OndStatus ond_plan_rows (gint32 n, fftwf_plan *plan, OndCall *call);
OndStatus ond_plan_forward_row (gint32 n, fftwf_plan *plan, OndCall *call); /* r2c, one row */
OndStatus ond_plans_find (OndPlans *plans, const OndLayout *layout, OndCall *call);
guint ond_plans_searched (void); /* how many so far, because no wisdom told them: for tests */

/* For whoever plans on his own. */
void ond_planner_lock (void);
void ond_planner_unlock (void);

/* wisdom.c. Reads the file of wisdom when called for the first time; without the lock. */
void ond_wisdom_load (void);
void ond_wisdom_has_grown (void); /* says whoever searched, under the lock */

/* Complex numbers of scratch memory that a group of rows of n samples takes. */
gsize ond_row_scratch_size (gint32 n);

/* fftw-lines.c: the steps that whole responses and slices share. */

/* Runs a plan of columns on one of them. */
void ond_plan_execute (fftwf_plan plan, OndComplex *column);

/* Backward along columns: of the bins of some units of `plane`, OndComplex[n][stride]. `column` is
 * scratch, OndComplex[n][8]. */
void ond_columns_backward (fftwf_plan plan, OndComplex *plane, gsize stride, gsize n,
                           OndUnits units, OndComplex *column);

/* Backward along at most OND_ROW_GROUP rows of n samples, the bins of each at rows[i], to
 * out[OND_ROW_GROUP][n]. `folded` is scratch of ond_row_scratch_size (n). */
void ond_rows_backward (const OndImage *image, int axis, OndComplex *const *rows, int n_rows,
                        OndComplex *folded, float *out);

/* fftw-image.c: open (the forward transform) and close. */
OndStatus ond_fftw_open (const OndDomain *domain, const float *padded, const uint8_t *invalid,
                         OndImage **image, OndCall *call);
void ond_fftw_close (OndImage *image);
OndStatus ond_fftw_fail (OndCall *call, OndStatus status, const char *why);

/* fftw-floor.c: the one-dimensional transforms of the stats pass and nothing else, for a benchmark.
 * The threads' buffers hold zeros. */
typedef struct _OndBareLines OndBareLines;
OndBareLines *ond_bare_lines_new (const OndLayout *layout, int threads);
void ond_bare_lines_run (OndBareLines *self, gboolean store);
void ond_bare_lines_free (OndBareLines *self);

/* A wavelet prepared for an image. */
typedef struct
{
  const OndImage *image;
  OndWavelet wavelet;
  double n[OND_N_AXES];        /* direction in inner, middle, outer */
  float weight;                /* gain / N */
  double limit;                /* k2 beyond which psi^ counts as 0 */
  double alpha;                /* of every row */
  int32_t aliases[OND_N_AXES]; /* 0 when continuous */
} OndTransfer;

/* Rows of a transfer function side by side: middle or outer varies. */
typedef struct
{
  const OndTransfer *transfer;
  int varies;            /* MIDDLE or OUTER */
  gint32 first, step, n; /* its indices: first, first + step ... */
  gint32 fixed;          /* index of the other one */
  gboolean all_sums;     /* no row is a single line */
  gint32 sum;            /* the row that is not: its component has no sign; -1 */
  OndRows rows;
} OndTransferRows;

/* fftw-transfer.c */
void ond_transfer_init (OndTransfer *self, const OndImage *image, const OndWavelet *wavelet,
                        double limit);

/* For at most `capacity` rows. FALSE when there is no memory. */
gboolean ond_transfer_rows_alloc (OndTransferRows *self, gint32 capacity);
void ond_transfer_rows_free (OndTransferRows *self);

/* The rows at indices first, first + step ... of the axis that varies, up to `end`, and at index
 * `fixed` of the other. */
void ond_transfer_rows_set (OndTransferRows *self, const OndTransfer *transfer, int varies,
                            const gint32 first_step_end[3], gint32 fixed);

/* The transfer function (psi^ / N) along row i of the set into t, a row of whole units indexed by
 * bin, as far as it lies within some units. Returns those that hold it, none where it is
 * negligible; others of t are not written. */
OndUnits ond_transfer_row (const OndTransferRows *self, gint32 i, OndUnits within, float *t);

/* Can the line kernels serve row i? Not where there are aliases or a component has no sign. */
static inline gboolean
ond_transfer_is_line (const OndTransferRows *self, gint32 i)
{
  return !self->all_sums && i != self->sum;
}

/* Such a row for them; its bins are rows.lo[i] ... rows.hi[i] - 1, and rows.last[i] is psi^ at the
 * Nyquist bin. */
static inline OndLine
ond_transfer_line (const OndTransferRows *self, gint32 i)
{
  return (OndLine){ self->rows.whole[i], self->rows.rest[i], (float) self->transfer->alpha,
                    self->rows.beta[i], self->transfer->weight };
}

/* fftw-response.c, fftw-energy.c, fftw-slices.c: the passes of the table in backend.h. */
OndStatus ond_fftw_stats (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                          OndCall *call);
OndStatus ond_fftw_volume (OndImage *image, const OndWavelet *wavelet, float *out,
                           OndMoments *moments, OndCall *call);
OndStatus ond_fftw_visit (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                          const OndVisitor *visitor, OndCall *call);
OndStatus ond_fftw_energy (OndImage *image, const OndWavelet *wavelets, int n, double *energy,
                           OndCall *call);

/* fftw-stretches.c: the same for wavelets that differ in xi alone, of which `count` tells how many
 * the first of n are; quicker than one by one from some six on, and right to 1e-6. What lies at a
 * Nyquist wavenumber is left out. */
#define OND_MOST_STRETCHED 64 /* bins are as narrow as the largest xi asks for */
int ond_fftw_count_stretches (const OndImage *image, const OndWavelet *wavelets, int n);
OndStatus ond_fftw_energy_stretches (OndImage *image, const OndWavelet *wavelets, int n,
                                     double *energy, OndCall *call);

OndStatus ond_fftw_slices (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
                           float *out[OND_N_AXES], OndCall *call);
guint64 ond_fftw_slices_bytes (const OndLayout *layout); /* that the pass takes */
