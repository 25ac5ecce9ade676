/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floors for the benchmark. FFTW's threads are used here and nowhere else: the engine shares out
 * blocks of lines among its own. */
#include "floor.h"

#include "error.h"
#include "fftw-private.h"
#include "memory.h"

#include <math.h>
#include <string.h>

struct _OndFloor
{
  fftwf_plan c2r;
  fftwf_complex *spectrum; /* [nz][ny][nx/2+1], all 0: a transform back leaves it so */
  float *samples;          /* [nz][ny][nx] */
  OndBareLines *lines;
};

static gpointer
init_threads (gpointer unused)
{
  (void) unused;
  return GINT_TO_POINTER (fftwf_init_threads ());
}

static fftwf_plan
plan_c2r (OndFloor *self, const gint32 size[OND_N_AXES], int threads)
{
  static GOnce once = G_ONCE_INIT;
  const int n[] = { size[OND_Z], size[OND_Y], size[OND_X] };
  int first = n[0] == 1 ? 1 : 0;
  fftwf_plan plan;

  ond_planner_lock ();
  g_once (&once, init_threads, NULL);
  if (once.retval != NULL)
    fftwf_plan_with_nthreads (threads);
  plan = fftwf_plan_dft_c2r (3 - first, n + first, self->spectrum, self->samples, FFTW_MEASURE);
  if (once.retval != NULL)
    fftwf_plan_with_nthreads (1);
  ond_planner_unlock ();
  return plan;
}

static OndBareLines *
new_lines (const gint32 size[OND_N_AXES], int threads)
{
  OndDomain domain = { .rank = size[OND_Z] == 1 ? 2 : 3 };
  OndLayout layout;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      domain.size[i] = domain.crop[i] = size[i];
      domain.edge[i] = 1;
    }
  ond_layout_init (&layout, &domain);
  return ond_bare_lines_new (&layout, threads);
}

OndFloor *
ond_floor_new (const gint32 size[OND_N_AXES], int threads, GError **error)
{
  const double rows = (double) size[OND_Y] * size[OND_Z], bins = floor (size[OND_X] / 2.0) + 1;
  const double n_complex = rows * bins, n_real = rows * size[OND_X];
  const double need = 2 * n_complex * sizeof (fftwf_complex) + n_real * sizeof (float);
  g_autoptr (OndFloor) self = g_new0 (OndFloor, 1);

  g_return_val_if_fail (size[OND_X] > 0 && size[OND_Y] > 0 && size[OND_Z] > 0 && threads > 0, NULL);

  if (need <= (double) ond_memory_budget ())
    {
      self->spectrum = fftwf_malloc ((gsize) n_complex * sizeof *self->spectrum);
      self->samples = fftwf_malloc ((gsize) n_real * sizeof *self->samples);
    }
  if (self->spectrum != NULL && self->samples != NULL)
    self->c2r = plan_c2r (self, size, threads);
  if (self->c2r != NULL)
    self->lines = new_lines (size, threads);
  if (self->lines == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "FFTW's transform of %d x %d x %d needs %.3g GB, which are not free",
                   size[OND_X], size[OND_Y], size[OND_Z], 1e-9 * need);
      return NULL;
    }
  memset (self->spectrum, 0, (gsize) n_complex * sizeof *self->spectrum);
  return g_steal_pointer (&self);
}

void
ond_floor_free (OndFloor *self)
{
  if (self == NULL)
    return;
  if (self->c2r != NULL)
    {
      ond_planner_lock ();
      fftwf_destroy_plan (self->c2r);
      ond_planner_unlock ();
    }
  ond_bare_lines_free (self->lines);
  fftwf_free (self->spectrum);
  fftwf_free (self->samples);
  g_free (self);
}

double
ond_floor_c2r (OndFloor *self)
{
  gint64 begun = g_get_monotonic_time ();

  fftwf_execute (self->c2r);
  return (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
}

double
ond_floor_lines (OndFloor *self, gboolean store)
{
  gint64 begun = g_get_monotonic_time ();

  ond_bare_lines_run (self->lines, store);
  return (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
}

const char *
ond_floor_get_fftw (void)
{
  return fftwf_version;
}
