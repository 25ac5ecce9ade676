/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backward transforms along the columns of a plane and along its rows. */
#include "fftw-private.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64

void *
ond_aligned_alloc (gsize n, gsize size)
{
  gsize bytes;

  if (!g_size_checked_mul (&bytes, MAX (n, 1), size)
      || !g_size_checked_add (&bytes, bytes, ALIGNMENT - 1))
    return NULL;
  return aligned_alloc (ALIGNMENT, bytes / ALIGNMENT * ALIGNMENT);
}

void *
ond_aligned_alloc0 (gsize n, gsize size)
{
  void *memory = ond_aligned_alloc (n, size);

  if (memory != NULL)
    memset (memory, 0, n * size);
  return memory;
}

void
ond_plan_execute (fftwf_plan plan, OndComplex *column)
{
  fftwf_execute_dft (plan, (fftwf_complex *) column, (fftwf_complex *) column);
}

static void
execute (fftwf_plan plan, OndComplex *from, void *to)
{
  fftwf_execute_dft (plan, (fftwf_complex *) from, to);
}

void
ond_columns_backward (fftwf_plan plan, OndComplex *plane, gsize stride, gsize n, OndUnits units,
                      OndComplex *column)
{
  for (gint32 u = units.first; u < units.end && n > 1; u++)
    {
      OndComplex *bins = plane + (gsize) u * OND_LANES;

      for (gsize j = 0; j < n; j++)
        memcpy (column + j * OND_LANES, bins + j * stride, OND_LANES * sizeof *bins);
      execute (plan, column, column);
      for (gsize j = 0; j < n; j++)
        memcpy (bins + j * stride, column + j * OND_LANES, OND_LANES * sizeof *bins);
    }
}

/* Odd lengths: two rows become one complex transform, an odd one out is paired with itself. */
static void
rows_backward_odd (const OndImage *image, int axis, OndComplex *const *rows, int n_rows,
                   OndComplex *folded, float *out)
{
  const gint32 n = image->layout.size[axis];
  OndComplex *samples = folded + (gsize) n * (OND_ROW_GROUP / 2);

  for (int i = 0; i < n_rows; i += 2)
    image->kernels->fold_odd (folded + (gsize) (i / 2) * (gsize) n, rows[i],
                              rows[MIN (i + 1, n_rows - 1)], n);
  execute (image->plans.rows[axis], folded, samples);
  for (int i = 0; i < n_rows; i += 2)
    image->kernels->unfold_odd (out + (gsize) i * (gsize) n, out + (gsize) (i + 1) * (gsize) n,
                                samples + (gsize) (i / 2) * (gsize) n, n);
}

void
ond_rows_backward (const OndImage *image, int axis, OndComplex *const *rows, int n_rows,
                   OndComplex *folded, float *out)
{
  const gint32 n = image->layout.size[axis], half = n / 2;

  if (n % 2 != 0)
    {
      rows_backward_odd (image, axis, rows, n_rows, folded, out);
      return;
    }
  for (int i = 0; i < n_rows; i++)
    image->kernels->fold_even (folded + (gsize) i * (gsize) half, rows[i], image->twiddle[axis],
                               half);
  execute (image->plans.rows[axis], folded, out);
}
