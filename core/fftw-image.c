/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open image of the CPU backend: its layout in memory and the forward transform. */
#include "fftw-private.h"

#include <string.h>

/* Bins times the longest strided axis that a panel may hold: 256 KiB of OndComplex. */
#define PANEL_SIZE 32768

void
ond_layout_init (OndLayout *layout, const OndDomain *domain)
{
  static const int axes[2][OND_N_AXES] = { { OND_X, OND_Z, OND_Y }, { OND_X, OND_Y, OND_Z } };
  gint32 longest, most;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      int axis = axes[domain->rank == 3][i];

      layout->axis[i] = axis;
      layout->size[i] = domain->size[axis];
      layout->crop[i] = domain->crop[axis];
      layout->edge[i] = domain->edge[axis];
      layout->dk[i] = 2 * OND_PI / (domain->size[axis] * domain->edge[axis]);
    }
  longest = MAX (layout->size[MIDDLE], layout->size[OUTER]);
  most = MAX (8, PANEL_SIZE / longest);
  layout->bins = layout->size[INNER] / 2 + 1;
  layout->n_blocks = (layout->bins + most - 1) / most;
  /* Blocks start at multiples of 4 bins (32 bytes): plans made for aligned arrays then serve all of
   * them. */
  layout->block = ((layout->bins + layout->n_blocks - 1) / layout->n_blocks + 3) / 4 * 4;
  layout->stride = layout->block * layout->n_blocks;
}

gsize
ond_layout_spectrum_size (const OndLayout *layout)
{
  return (gsize) layout->size[OUTER] * (gsize) layout->size[MIDDLE] * (gsize) layout->stride;
}

gsize
ond_layout_scratch_size (const OndLayout *layout)
{
  return (gsize) layout->crop[OUTER] * (gsize) layout->size[MIDDLE] * (gsize) layout->stride;
}

OndStatus
ond_fftw_fail (OndCall *call, OndStatus status, const char *why)
{
  g_strlcpy (call->why, why, sizeof call->why);
  return status;
}

typedef struct
{
  OndImage *image;
  OndPlans plans;
  const float *padded;
  float **rows;        /* one a worker, float[inner] */
  OndComplex **panels; /* one a worker, [outer][block] */
} Forward;

/* Rows and the middle axis of one plane. */
static void
forward_plane (gsize item, int worker, gpointer data)
{
  Forward *forward = data;
  OndImage *image = forward->image;
  const OndLayout *layout = &image->layout;
  const gsize n = (gsize) layout->size[INNER], n_rows = (gsize) layout->size[MIDDLE];
  OndComplex *plane = image->spectrum + item * n_rows * (gsize) layout->stride;
  float *row = forward->rows[worker];

  for (gsize j = 0; j < n_rows; j++)
    {
      OndComplex *to = plane + j * (gsize) layout->stride;

      /* By way of a row of our own: rows of odd length are not aligned as the plan wants them. */
      memcpy (row, forward->padded + (item * n_rows + j) * n, n * sizeof *row);
      ond_plans_forward_row (&forward->plans, row, to);
      memset (to + layout->bins, 0, (gsize) (layout->stride - layout->bins) * sizeof *to);
    }
  for (int b = 0; b < layout->n_blocks && n_rows > 1; b++)
    ond_plans_columns (&forward->plans, OND_PLAN_MIDDLE, plane + b * layout->block);
}

/* The outer axis of one block of one row position. */
static void
forward_panel (gsize item, int worker, gpointer data)
{
  Forward *forward = data;
  OndImage *image = forward->image;
  const OndLayout *layout = &image->layout;
  const gsize j = item / (gsize) layout->n_blocks, b = item % (gsize) layout->n_blocks;
  const gsize block = (gsize) layout->block, stride = (gsize) layout->stride,
              n_rows = (gsize) layout->size[MIDDLE];
  OndComplex *panel = forward->panels[worker];

  for (gsize k = 0; k < (gsize) layout->size[OUTER]; k++)
    memcpy (panel + k * block, image->spectrum + (k * n_rows + j) * stride + b * block,
            block * sizeof *panel);
  ond_plans_columns (&forward->plans, OND_PLAN_PANEL, panel);
  for (gsize k = 0; k < (gsize) layout->size[OUTER]; k++)
    memcpy (image->spectrum + (k * n_rows + j) * stride + b * block, panel + k * block,
            block * sizeof *panel);
}

static OndStatus
transform (Forward *forward, OndCall *call)
{
  const OndLayout *layout = &forward->image->layout;
  gsize n_panels = (gsize) layout->size[MIDDLE] * (gsize) layout->n_blocks;

  if (!ond_plans_make_forward (&forward->plans, layout))
    return ond_fftw_fail (call, OND_NO_MEMORY, "FFTW could not plan the transform");
  for (int i = 0; i < call->threads; i++)
    {
      forward->rows[i] = fftwf_malloc ((gsize) layout->size[INNER] * sizeof (float));
      forward->panels[i] =
          fftwf_malloc ((gsize) layout->size[OUTER] * (gsize) layout->block * sizeof (OndComplex));
      if (forward->rows[i] == NULL || forward->panels[i] == NULL)
        return ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the buffers of the transform");
    }
  if (!ond_parallel_for ((gsize) layout->size[OUTER], call, forward_plane, forward)
      || (layout->size[OUTER] > 1 && !ond_parallel_for (n_panels, call, forward_panel, forward)))
    return OND_CANCELLED;
  forward->image->spectrum[0] = (OndComplex){ (float) forward->image->domain.dc, 0 };
  return OND_OK;
}

static OndStatus
image_transform (OndImage *image, const float *padded, OndCall *call)
{
  g_autofree float **rows = g_new0 (float *, call->threads);
  g_autofree OndComplex **panels = g_new0 (OndComplex *, call->threads);
  Forward forward = { .image = image, .padded = padded, .rows = rows, .panels = panels };
  OndStatus status = transform (&forward, call);

  ond_plans_clear (&forward.plans);
  for (int i = 0; i < call->threads; i++)
    {
      fftwf_free (rows[i]);
      fftwf_free (panels[i]);
    }
  return status;
}

OndStatus
ond_fftw_open (const OndDomain *domain, const float *padded, const uint8_t *invalid,
               OndImage **image, OndCall *call)
{
  OndImage *self = g_new0 (OndImage, 1);
  OndStatus status;

  self->domain = *domain;
  self->kernels = ond_kernels_get ();
  self->invalid = invalid;
  for (int i = 0; i < OND_N_LANES; i++)
    g_mutex_init (&self->lanes[i].lock);
  ond_layout_init (&self->layout, domain);
  self->spectrum = fftwf_malloc (ond_layout_spectrum_size (&self->layout) * sizeof (OndComplex));
  if (self->spectrum == NULL)
    status = ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the spectrum");
  else
    status = image_transform (self, padded, call);
  if (status == OND_OK)
    *image = self;
  else
    ond_fftw_close (self);
  return status;
}

void
ond_fftw_close (OndImage *image)
{
  fftwf_free (image->spectrum);
  for (int i = 0; i < OND_N_LANES; i++)
    {
      ond_plans_clear (&image->lanes[i].plans);
      fftwf_free (image->lanes[i].scratch);
      g_mutex_clear (&image->lanes[i].lock);
    }
  g_free (image);
}
