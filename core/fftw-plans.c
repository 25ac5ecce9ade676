/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one-dimensional plans of an image. FFTW's planner is not thread safe and lives behind the one
 * lock here. */
#include "fftw-private.h"
#include "wisdom.h"

#include <stdlib.h>

static GMutex planner_lock;

void
ond_planner_lock (void)
{
  g_mutex_lock (&planner_lock);
}

void
ond_planner_unlock (void)
{
  g_mutex_unlock (&planner_lock);
}

/* What a set of plans is made for, with buffers that the planner may overwrite while it
 * measures. */
typedef struct
{
  const OndLayout *layout;
  int sign;
  unsigned int rigor;
  fftwf_complex *plane; /* a plane, a panel or a slice, whichever is largest */
  float *row;
} Planning;

static fftwf_plan
plan_columns (const Planning *planning, int n, int stride)
{
  return fftwf_plan_many_dft (1, &n, planning->layout->block, planning->plane, NULL, stride, 1,
                              planning->plane, NULL, stride, 1, planning->sign, planning->rigor);
}

static void
plan_all (const Planning *planning, OndPlans *plans)
{
  const OndLayout *layout = planning->layout;
  const gint32 *size = layout->size;

  plans->plan[OND_PLAN_MIDDLE] = plan_columns (planning, size[MIDDLE], layout->stride);
  plans->plan[OND_PLAN_PANEL] = plan_columns (planning, size[OUTER], layout->block);
  if (planning->sign == FFTW_FORWARD)
    {
      plans->plan[OND_PLAN_ROW] =
          fftwf_plan_dft_r2c_1d (size[INNER], planning->row, planning->plane, planning->rigor);
      return;
    }
  plans->plan[OND_PLAN_ROW] = fftwf_plan_dft_c2r_1d (size[INNER], planning->plane, planning->row,
                                                     planning->rigor | FFTW_DESTROY_INPUT);
  /* Estimated in any case: used once a response, too seldom to pay for measuring. */
  plans->plan[OND_PLAN_SLICE] = fftwf_plan_dft_2d (size[OUTER], size[MIDDLE], planning->plane,
                                                   planning->plane, FFTW_BACKWARD, FFTW_ESTIMATE);
}

static gboolean
plans_make (OndPlans *plans, const OndLayout *layout, int sign, unsigned int rigor)
{
  gsize longest = (gsize) MAX (layout->size[MIDDLE], layout->size[OUTER]);
  gsize plane = MAX (longest * (gsize) layout->stride,
                     (gsize) layout->size[MIDDLE] * (gsize) layout->size[OUTER]);
  Planning planning = { layout, sign, rigor, fftwf_malloc (plane * sizeof (fftwf_complex)),
                        fftwf_malloc ((gsize) layout->size[INNER] * sizeof (float)) };
  gboolean made = planning.plane != NULL && planning.row != NULL;

  if (made)
    {
      g_mutex_lock (&planner_lock);
      plan_all (&planning, plans);
      g_mutex_unlock (&planner_lock);
    }
  for (int i = 0; i < OND_N_PLANS; i++)
    made = made && (plans->plan[i] != NULL || (i == OND_PLAN_SLICE && sign == FFTW_FORWARD));
  fftwf_free (planning.plane);
  fftwf_free (planning.row);
  if (!made)
    ond_plans_clear (plans);
  return made;
}

gboolean
ond_plans_make_forward (OndPlans *plans, const OndLayout *layout)
{
  return plans_make (plans, layout, FFTW_FORWARD, FFTW_ESTIMATE);
}

gboolean
ond_plans_make_backward (OndPlans *plans, const OndLayout *layout, OndLane lane)
{
  return plans_make (plans, layout, FFTW_BACKWARD,
                     lane == OND_LANE_SWEEP ? FFTW_MEASURE : FFTW_ESTIMATE);
}

void
ond_plans_clear (OndPlans *plans)
{
  g_mutex_lock (&planner_lock);
  for (int i = 0; i < OND_N_PLANS; i++)
    if (plans->plan[i] != NULL)
      fftwf_destroy_plan (plans->plan[i]);
  g_mutex_unlock (&planner_lock);
  *plans = (OndPlans){ 0 };
}

void
ond_plans_columns (const OndPlans *plans, OndPlan plan, OndComplex *columns)
{
  fftwf_complex *data = (fftwf_complex *) columns;

  fftwf_execute_dft (plans->plan[plan], data, data);
}

void
ond_plans_forward_row (const OndPlans *plans, float *row, OndComplex *bins)
{
  fftwf_execute_dft_r2c (plans->plan[OND_PLAN_ROW], row, (fftwf_complex *) bins);
}

void
ond_plans_backward_row (const OndPlans *plans, OndComplex *bins, float *row)
{
  fftwf_execute_dft_c2r (plans->plan[OND_PLAN_ROW], (fftwf_complex *) bins, row);
}

const OndPlans *
ond_image_get_plans (OndImage *image, OndLane lane)
{
  OndLaneState *state = &image->lanes[lane];
  gboolean made;

  g_mutex_lock (&state->lock);
  made = state->plans.plan[OND_PLAN_ROW] != NULL
         || ond_plans_make_backward (&state->plans, &image->layout, lane);
  g_mutex_unlock (&state->lock);
  return made ? &state->plans : NULL;
}

char *
ond_wisdom_export (void)
{
  char *wisdom, *copy;

  g_mutex_lock (&planner_lock);
  wisdom = fftwf_export_wisdom_to_string ();
  g_mutex_unlock (&planner_lock);
  copy = g_strdup (wisdom);
  free (wisdom);
  return copy;
}

gboolean
ond_wisdom_import (const char *text)
{
  gboolean ok;

  g_mutex_lock (&planner_lock);
  ok = fftwf_import_wisdom_from_string (text) != 0;
  g_mutex_unlock (&planner_lock);
  return ok;
}
