/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three slices of a response through one voxel, without a three-dimensional inverse
 * transform: an inverse transform evaluated at one index of an axis is a sum over that axis with
 * its phases. One walk over the spectrum forms all three sums; three two-dimensional inverse
 * transforms follow. */
#include "fftw-private.h"

#include <math.h>
#include <string.h>

/* Accumulators of the XY slice, one a block of planes. Their number depends on the size alone, and
 * they are summed in order: the result does not depend on the number of threads. */
#define MOST_PARTS 16
#define PARTS_BYTES (64u << 20)

typedef struct
{
  const OndImage *image;
  const OndPlans *plans;
  OndTransfer transfer;
  const gint32 *at;
  gsize n_parts;
  OndComplex *xy; /* [n_parts][middle][stride] */
  OndComplex *xz; /* [outer][stride] */
  OndComplex *yz; /* [outer][middle] */
  float *x_cos, *x_sin;
  float **rows;      /* one a worker: a transfer function */
  OndComplex *panel; /* [outer][block] */
  float *row;        /* float[inner] */
} Slices;

static void
phase (float to[2], gint32 j, gint32 n, gint32 at)
{
  /* The product modulo n first: an angle of thousands of turns would lose digits. */
  double angle = 2 * OND_PI * (double) ((gint64) j * at % n) / n;

  to[0] = (float) cos (angle);
  to[1] = (float) sin (angle);
}

static void
slices_part (gsize part, int worker, gpointer data)
{
  Slices *self = data;
  const OndLayout *layout = &self->image->layout;
  const gsize n = (gsize) layout->size[OUTER], n_rows = (gsize) layout->size[MIDDLE],
              stride = (gsize) layout->stride;
  OndComplex *xy = self->xy + part * n_rows * stride;
  OndSliceRow slice = { .x_cos = self->x_cos, .x_sin = self->x_sin };
  float *t = self->rows[worker];
  gint32 lo, hi;

  for (gsize k = part * n / self->n_parts; k < (part + 1) * n / self->n_parts; k++)
    {
      phase (slice.z_phase, (gint32) k, layout->size[OUTER], self->at[OND_Z]);
      for (gsize j = 0; j < n_rows; j++)
        {
          if (!ond_transfer_row (&self->transfer, (gint32[]){ (gint32) j, (gint32) k },
                                 (gint32[]){ 0, layout->bins }, t, &lo, &hi))
            continue;
          phase (slice.y_phase, (gint32) j, layout->size[MIDDLE], self->at[OND_Y]);
          slice.xy = xy + j * stride;
          slice.xz = self->xz + k * stride;
          self->image->kernels->slices (&slice, self->image->spectrum + (k * n_rows + j) * stride,
                                        t, lo, hi);
          self->yz[k * n_rows + j] = slice.yz;
        }
    }
}

static void
sum_parts (Slices *self)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n = (gsize) layout->size[MIDDLE] * (gsize) layout->stride;

  for (gsize part = 1; part < self->n_parts; part++)
    for (gsize i = 0; i < n; i++)
      {
        self->xy[i].re += self->xy[part * n + i].re;
        self->xy[i].im += self->xy[part * n + i].im;
      }
}

/* The inner axis of n rows; the first voxels of each are the slice. */
static void
finish_rows (Slices *self, OndComplex *rows, gint32 n, float *out)
{
  const OndLayout *layout = &self->image->layout;

  for (gint32 j = 0; j < n; j++)
    {
      ond_plans_backward_row (self->plans, rows + (gsize) j * (gsize) layout->stride, self->row);
      memcpy (out + (gsize) j * (gsize) layout->crop[INNER], self->row,
              (gsize) layout->crop[INNER] * sizeof *out);
    }
}

static void
finish_xy (Slices *self, float *out)
{
  const OndLayout *layout = &self->image->layout;

  sum_parts (self);
  for (gsize b = 0; b < (gsize) layout->n_blocks; b++)
    ond_plans_columns (self->plans, OND_PLAN_MIDDLE, self->xy + b * (gsize) layout->block);
  finish_rows (self, self->xy, layout->crop[MIDDLE], out);
}

static void
finish_xz (Slices *self, float *out)
{
  const OndLayout *layout = &self->image->layout;
  const gsize block = (gsize) layout->block, stride = (gsize) layout->stride;

  for (gsize b = 0; b < (gsize) layout->n_blocks; b++)
    {
      for (gsize k = 0; k < (gsize) layout->size[OUTER]; k++)
        memcpy (self->panel + k * block, self->xz + k * stride + b * block,
                block * sizeof *self->panel);
      ond_plans_columns (self->plans, OND_PLAN_PANEL, self->panel);
      for (gsize k = 0; k < (gsize) layout->size[OUTER]; k++)
        memcpy (self->xz + k * stride + b * block, self->panel + k * block,
                block * sizeof *self->panel);
    }
  finish_rows (self, self->xz, layout->crop[OUTER], out);
}

/* The sum over the half of the inner axis is not Hermitian: a complex inverse, of which the real
 * part counts. */
static void
finish_yz (Slices *self, float *out)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_rows = (gsize) layout->size[MIDDLE], n = (gsize) layout->crop[MIDDLE];

  ond_plans_columns (self->plans, OND_PLAN_SLICE, self->yz);
  for (gsize k = 0; k < (gsize) layout->crop[OUTER]; k++)
    for (gsize j = 0; j < n; j++)
      out[k * n + j] = self->yz[k * n_rows + j].re;
}

static void *
zeroed (gsize n, gsize size)
{
  void *memory = fftwf_malloc (n * size);

  if (memory != NULL)
    memset (memory, 0, n * size);
  return memory;
}

static gboolean
slices_alloc (Slices *self, int threads)
{
  const OndLayout *layout = &self->image->layout;
  const gsize n_rows = (gsize) layout->size[MIDDLE], n = (gsize) layout->size[OUTER];
  gboolean all;

  self->xy = zeroed (self->n_parts * n_rows * (gsize) layout->stride, sizeof (OndComplex));
  self->xz = zeroed (n * (gsize) layout->stride, sizeof (OndComplex));
  self->yz = zeroed (n * n_rows, sizeof (OndComplex));
  self->panel = zeroed (n * (gsize) layout->block, sizeof (OndComplex));
  self->row = zeroed ((gsize) layout->size[INNER], sizeof (float));
  self->x_cos = zeroed ((gsize) layout->bins, sizeof (float));
  self->x_sin = zeroed ((gsize) layout->bins, sizeof (float));
  all = self->xy && self->xz && self->yz && self->panel && self->row && self->x_cos && self->x_sin;
  for (int i = 0; i < threads; i++)
    all = (self->rows[i] = zeroed ((gsize) layout->bins, sizeof (float))) && all;
  return all;
}

static void
slices_free (Slices *self, int threads)
{
  fftwf_free (self->xy);
  fftwf_free (self->xz);
  fftwf_free (self->yz);
  fftwf_free (self->panel);
  fftwf_free (self->row);
  fftwf_free (self->x_cos);
  fftwf_free (self->x_sin);
  for (int i = 0; i < threads; i++)
    fftwf_free (self->rows[i]);
}

/* Bins with a mirror image in the other half of the spectrum count twice. */
static void
set_x_phases (Slices *self)
{
  const OndLayout *layout = &self->image->layout;

  for (gint32 i = 0; i < layout->bins; i++)
    {
      float weight = i == 0 || ond_is_nyquist (i, layout->size[INNER]) ? 1 : 2, p[2];

      phase (p, i, layout->size[INNER], self->at[OND_X]);
      self->x_cos[i] = weight * p[0];
      self->x_sin[i] = weight * p[1];
    }
}

static OndStatus
slices_run (Slices *self, float *out[OND_N_AXES], OndCall *call)
{
  set_x_phases (self);
  if (!ond_parallel_for (self->n_parts, call, slices_part, self))
    return OND_CANCELLED;
  if (out[OND_Z] != NULL)
    finish_xy (self, out[OND_Z]);
  if (out[OND_Y] != NULL)
    finish_xz (self, out[OND_Y]);
  if (out[OND_X] != NULL)
    finish_yz (self, out[OND_X]);
  return OND_OK;
}

OndStatus
ond_fftw_slices (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
                 float *out[OND_N_AXES], OndCall *call)
{
  const gsize plane =
      (gsize) image->layout.size[MIDDLE] * (gsize) image->layout.stride * sizeof (OndComplex);
  g_autofree float **rows = g_new0 (float *, call->threads);
  Slices self = { .image = image, .at = at, .rows = rows };
  OndStatus status;

  if (image->domain.rank == 2) /* the one slice is the response itself */
    return ond_fftw_volume (image, wavelet, out[OND_Z], NULL, call);
  self.n_parts =
      MIN (CLAMP (PARTS_BYTES / plane, 2, MOST_PARTS), (gsize) image->layout.size[OUTER]);
  ond_transfer_init (&self.transfer, image, wavelet, OND_K2_RESPONSE);
  self.plans = ond_image_get_plans (image, call->lane);
  if (self.plans != NULL && slices_alloc (&self, call->threads))
    status = slices_run (&self, out, call);
  else
    status = ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the slices");
  slices_free (&self, call->threads);
  return status;
}
