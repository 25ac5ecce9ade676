/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-dimensional plans, by length. FFTW's planner is not thread safe and lives behind the one lock
 * here. */
#include "fftw-private.h"

#include <stdlib.h>

/* Planning pays: for columns of 200, the plan that FFTW estimates takes 2.8 times as long as the
 * best one, and a measured one 1.4 times. The patient search finds it in 0.1 s (0.5 s for 800) once
 * the ways are left out that never win here; for longer lines it would take seconds. */
#define PATIENT                                                                                    \
  (FFTW_PATIENT | FFTW_NO_DFT_R2HC | FFTW_NO_INDIRECT_OP | FFTW_NO_SLOW | FFTW_DESTROY_INPUT)
#define LONGEST_PATIENT 1500

typedef enum
{
  KIND_COLUMNS,
  KIND_ROWS,
  KIND_FORWARD_ROW,
  N_KINDS
} Kind;

static GMutex planner_lock;         /* of the planner */
static GMutex table_lock;           /* of the tables, never held while planning */
static GHashTable *tables[N_KINDS]; /* length to plan */
static guint searched;              /* plans; atomic */

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

static fftwf_plan
make_columns (gint32 n, unsigned int flags)
{
  fftwf_complex *columns = ond_aligned_alloc ((gsize) n * OND_LANES, sizeof *columns);
  fftwf_plan plan = NULL;

  if (columns != NULL)
    plan = fftwf_plan_many_dft (1, &n, OND_LANES, columns, NULL, OND_LANES, 1, columns, NULL,
                                OND_LANES, 1, FFTW_BACKWARD, flags);
  free (columns);
  return plan;
}

gsize
ond_row_scratch_size (gint32 n)
{
  return n % 2 == 0 ? (gsize) n / 2 * OND_ROW_GROUP : (gsize) n * OND_ROW_GROUP;
}

static fftwf_plan
make_rows (gint32 n, unsigned int flags)
{
  int length = n % 2 == 0 ? n / 2 : n, many = n % 2 == 0 ? OND_ROW_GROUP : OND_ROW_GROUP / 2;
  gsize size = (gsize) length * (gsize) many;
  fftwf_complex *from = ond_aligned_alloc (size, sizeof *from);
  fftwf_complex *to = ond_aligned_alloc (size, sizeof *to);
  fftwf_plan plan = NULL;

  if (from != NULL && to != NULL)
    plan = fftwf_plan_many_dft (1, &length, many, from, NULL, 1, length, to, NULL, 1, length,
                                FFTW_BACKWARD, flags);
  free (from);
  free (to);
  return plan;
}

/* Once an image: measuring would not pay. */
static fftwf_plan
make_forward_row (gint32 n, unsigned int flags)
{
  fftwf_complex *bins = ond_aligned_alloc ((gsize) n / 2 + 1, sizeof *bins);
  float *row = ond_aligned_alloc ((gsize) n, sizeof *row);
  fftwf_plan plan = NULL;

  (void) flags;
  if (bins != NULL && row != NULL)
    plan = fftwf_plan_dft_r2c_1d (n, row, bins, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
  free (bins);
  free (row);
  return plan;
}

static fftwf_plan
find (Kind kind, gint32 n)
{
  fftwf_plan plan;

  g_mutex_lock (&table_lock);
  if (tables[kind] == NULL)
    tables[kind] = g_hash_table_new (NULL, NULL);
  plan = g_hash_table_lookup (tables[kind], GINT_TO_POINTER (n));
  g_mutex_unlock (&table_lock);
  return plan;
}

/* From wisdom, else by searching. */
static fftwf_plan
make (Kind kind, gint32 n)
{
  static fftwf_plan (*const make_kind[]) (gint32, unsigned int) = { make_columns, make_rows,
                                                                    make_forward_row };
  unsigned int flags = n <= LONGEST_PATIENT ? PATIENT : FFTW_MEASURE | FFTW_DESTROY_INPUT;
  fftwf_plan plan = make_kind[kind](n, flags | FFTW_WISDOM_ONLY);

  if (plan != NULL)
    return plan;
  g_atomic_int_inc (&searched);
  ond_wisdom_has_grown ();
  return make_kind[kind](n, flags);
}

static fftwf_plan
find_or_make (Kind kind, gint32 n)
{
  fftwf_plan plan = find (kind, n);

  if (plan != NULL)
    return plan;
  ond_wisdom_load ();
  g_mutex_lock (&planner_lock);
  plan = find (kind, n); /* another thread may have made it while this one waited */
  if (plan == NULL)
    {
      plan = make (kind, n);
      g_mutex_lock (&table_lock);
      if (plan != NULL)
        g_hash_table_insert (tables[kind], GINT_TO_POINTER (n), plan);
      g_mutex_unlock (&table_lock);
    }
  g_mutex_unlock (&planner_lock);
  return plan;
}

fftwf_plan
ond_plan_columns (gint32 n)
{
  return find_or_make (KIND_COLUMNS, n);
}

fftwf_plan
ond_plan_rows (gint32 n)
{
  return find_or_make (KIND_ROWS, n);
}

fftwf_plan
ond_plan_forward_row (gint32 n)
{
  return find_or_make (KIND_FORWARD_ROW, n);
}

gboolean
ond_plans_find (OndPlans *plans, const OndLayout *layout)
{
  gboolean all = TRUE;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      plans->columns[i] = i == INNER ? NULL : ond_plan_columns (layout->size[i]);
      plans->rows[i] = i == OUTER ? NULL : ond_plan_rows (layout->size[i]);
      all = all && (i == INNER || plans->columns[i]) && (i == OUTER || plans->rows[i]);
    }
  return all;
}

guint
ond_plans_searched (void)
{
  return (guint) g_atomic_int_get (&searched);
}
