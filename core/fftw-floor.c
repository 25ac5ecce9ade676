/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw-private.h"

#include <stdlib.h>

typedef struct
{
  OndComplex *panel; /* [block][outer][8] */
  OndComplex *column, *folded;
  float *samples;
} Worker;

struct _OndBareLines
{
  OndLayout layout;
  OndPlans plans;
  const OndKernels *kernels;
  OndComplex *scratch;
  Worker *workers;
  int threads;
  gboolean store;
};

static void
panel_lines (gsize item, int index, gpointer data)
{
  OndBareLines *self = data;
  const OndLayout *layout = &self->layout;
  const gint32 first = (gint32) (item % (gsize) layout->n_blocks) * layout->block,
               n = MIN (layout->block, layout->units - first);
  const gsize j = item / (gsize) layout->n_blocks, stride = (gsize) layout->units * OND_LANES,
              column = (gsize) layout->size[OUTER] * OND_LANES;
  OndComplex *panel = self->workers[index].panel;

  for (gsize u = 0; u < (gsize) n && layout->size[OUTER] > 1; u++)
    ond_plan_execute (self->plans.columns[OUTER], panel + u * column);
  for (gsize k = 0; k < (gsize) layout->size[OUTER] && self->store; k++)
    self->kernels->collect (self->scratch + (k * (gsize) layout->size[MIDDLE] + j) * stride
                                + (gsize) first * OND_LANES,
                            panel + k * OND_LANES, column, n, layout->stream);
  self->kernels->fence ();
}

static void
plane_lines (gsize item, int index, gpointer data)
{
  OndBareLines *self = data;
  const OndLayout *layout = &self->layout;
  const gsize stride = (gsize) layout->units * OND_LANES, n_rows = (gsize) layout->size[MIDDLE];
  Worker *worker = &self->workers[index];

  if (self->store)
    ond_columns_backward (self->plans.columns[MIDDLE], self->scratch + item * n_rows * stride,
                          stride, n_rows, (OndUnits){ 0, layout->units }, worker->column);
  else
    for (gint32 u = 0; u < layout->units && n_rows > 1; u++)
      ond_plan_execute (self->plans.columns[MIDDLE], worker->column);
  /* Images of rank 2 have planes of one row each: every eighth plane stands for its group. */
  if (n_rows == 1 && item % OND_ROW_GROUP != 0)
    return;
  for (gsize r = 0; r < n_rows; r += OND_ROW_GROUP)
    fftwf_execute_dft (self->plans.rows[INNER], (fftwf_complex *) worker->folded,
                       (fftwf_complex *) worker->samples);
}

void
ond_bare_lines_run (OndBareLines *self, gboolean store)
{
  const OndLayout *layout = &self->layout;
  OndCall call = { .threads = self->threads };

  self->store = store;
  ond_parallel_for ((gsize) layout->size[MIDDLE] * (gsize) layout->n_blocks, &call, panel_lines,
                    self);
  ond_parallel_for ((gsize) layout->size[OUTER], &call, plane_lines, self);
}

static gboolean
worker_alloc (Worker *self, const OndLayout *layout)
{
  const gsize column = (gsize) layout->size[OUTER] * OND_LANES;
  const gsize row = ond_row_scratch_size (layout->size[INNER]);

  self->panel = ond_aligned_alloc0 ((gsize) layout->block * column, sizeof (OndComplex));
  self->column = ond_aligned_alloc0 ((gsize) layout->size[MIDDLE] * OND_LANES, sizeof (OndComplex));
  self->folded = ond_aligned_alloc0 (row, sizeof (OndComplex));
  self->samples = ond_aligned_alloc0 (row, sizeof (OndComplex));
  return self->panel && self->column && self->folded && self->samples;
}

OndBareLines *
ond_bare_lines_new (const OndLayout *layout, int threads)
{
  OndBareLines *self = g_new0 (OndBareLines, 1);
  gboolean all = ond_plans_find (&self->plans, layout, NULL) == OND_OK;

  self->layout = *layout;
  self->kernels = ond_kernels_get ();
  self->threads = threads;
  self->workers = g_new0 (Worker, threads);
  self->scratch = ond_aligned_alloc0 (1, ond_layout_scratch_size (layout));
  for (int i = 0; i < threads; i++)
    all = worker_alloc (&self->workers[i], layout) && all;
  if (all && self->scratch != NULL)
    return self;
  ond_bare_lines_free (self);
  return NULL;
}

void
ond_bare_lines_free (OndBareLines *self)
{
  if (self == NULL)
    return;
  for (int i = 0; i < self->threads; i++)
    {
      free (self->workers[i].panel);
      free (self->workers[i].column);
      free (self->workers[i].folded);
      free (self->workers[i].samples);
    }
  free (self->scratch);
  g_free (self->workers);
  g_free (self);
}
