/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-dimensional plans, by length. FFTW's planner is not thread safe and lives behind the one lock
 * here. It cannot be interrupted either: a thread of its own plans, and whoever wants the plan may
 * stop waiting for it. */
#include "fftw-private.h"

#include <stdlib.h>

/* Planning pays: for columns of 200, the plan that FFTW estimates takes 2.8 times as long as the
 * best one, and a measured one 1.4 times. The patient search finds it in 0.1 s (0.5 s for 800) once
 * the ways are left out that never win here. For longer lines and those with a large prime factor,
 * where it finds little, a measured plan has to do: 0.4 s for 10000. */
#define PATIENT                                                                                    \
  (FFTW_PATIENT | FFTW_NO_DFT_R2HC | FFTW_NO_INDIRECT_OP | FFTW_NO_SLOW | FFTW_DESTROY_INPUT)
#define LONGEST_PATIENT 1500
#define LARGEST_FACTOR 13

typedef enum
{
  KIND_COLUMNS,
  KIND_ROWS,
  KIND_FORWARD_ROW,
  N_KINDS
} Kind;

static GMutex planner_lock;          /* of the planner */
static GMutex table_lock;            /* of the tables, never held while planning */
static GHashTable *tables[N_KINDS];  /* length to plan */
static GHashTable *pending[N_KINDS]; /* lengths that a thread plans for */
static GCond planned;                /* it has ended */
static guint searched;               /* plans; atomic */

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

static gint32
largest_factor (gint32 n)
{
  gint32 largest = 1;

  for (gint32 p = 2; p * p <= n; p++)
    for (; n % p == 0; n /= p)
      largest = p;
  return MAX (largest, n);
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

/* From wisdom, else by searching. Under the planner's lock. */
static fftwf_plan
make (Kind kind, gint32 n, gboolean search)
{
  static fftwf_plan (*const make_kind[]) (gint32, unsigned int) = { make_columns, make_rows,
                                                                    make_forward_row };
  gboolean patient = n <= LONGEST_PATIENT && largest_factor (n) <= LARGEST_FACTOR;
  unsigned int flags = patient ? PATIENT : FFTW_MEASURE | FFTW_DESTROY_INPUT;
  fftwf_plan plan = make_kind[kind](n, flags | FFTW_WISDOM_ONLY);

  if (plan != NULL || !search)
    return plan;
  g_atomic_int_inc (&searched);
  ond_wisdom_has_grown ();
  return make_kind[kind](n, flags);
}

typedef struct
{
  Kind kind;
  gint32 n;
} Wanted;

/* Ends what is pending; plan may be NULL. */
static void
settle (Kind kind, gint32 n, fftwf_plan plan)
{
  g_mutex_lock (&table_lock);
  if (plan != NULL)
    g_hash_table_insert (tables[kind], GINT_TO_POINTER (n), plan);
  g_hash_table_remove (pending[kind], GINT_TO_POINTER (n));
  g_cond_broadcast (&planned);
  g_mutex_unlock (&table_lock);
}

/* Takes over `wanted`. Runs to its end, whether somebody waits for it or not. */
static gpointer
search_for (gpointer data)
{
  g_autofree Wanted *wanted = data;
  fftwf_plan plan;

  g_mutex_lock (&planner_lock);
  plan = make (wanted->kind, wanted->n, TRUE);
  g_mutex_unlock (&planner_lock);
  settle (wanted->kind, wanted->n, plan);
  return NULL;
}

/* What wisdom tells takes no time, and no thread with a stack of its own. */
static gboolean
recall (Kind kind, gint32 n)
{
  fftwf_plan plan;

  ond_wisdom_load ();
  if (!g_mutex_trylock (&planner_lock))
    return FALSE;
  plan = make (kind, n, FALSE);
  g_mutex_unlock (&planner_lock);
  if (plan != NULL)
    settle (kind, n, plan);
  return plan != NULL;
}

/* Plans for a length that is pending, or has a thread do so. */
static void
begin (Kind kind, gint32 n)
{
  Wanted *wanted;
  GThread *thread;

  if (recall (kind, n))
    return;
  wanted = g_new (Wanted, 1);
  *wanted = (Wanted){ kind, n };
  thread = g_thread_try_new ("planner", search_for, wanted, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    search_for (wanted);
}

/* Waits under the table's lock, and asks outside it, until nobody plans for the length. */
static gboolean
wait_until_planned (Kind kind, gint32 n, const OndCall *call)
{
  gboolean cancelled = FALSE;

  while (!cancelled && g_hash_table_contains (pending[kind], GINT_TO_POINTER (n)))
    {
      g_cond_wait_until (&planned, &table_lock,
                         g_get_monotonic_time () + 20 * G_TIME_SPAN_MILLISECOND);
      if (call == NULL || call->cancelled == NULL)
        continue;
      g_mutex_unlock (&table_lock);
      cancelled = call->cancelled (call->data);
      g_mutex_lock (&table_lock);
    }
  return !cancelled;
}

static OndStatus
find_or_make (Kind kind, gint32 n, fftwf_plan *plan, OndCall *call)
{
  gboolean waited = TRUE;

  g_mutex_lock (&table_lock);
  if (tables[kind] == NULL)
    {
      tables[kind] = g_hash_table_new (NULL, NULL);
      pending[kind] = g_hash_table_new (NULL, NULL);
    }
  *plan = g_hash_table_lookup (tables[kind], GINT_TO_POINTER (n));
  if (*plan == NULL)
    {
      if (g_hash_table_add (pending[kind], GINT_TO_POINTER (n)))
        {
          g_mutex_unlock (&table_lock);
          begin (kind, n);
          g_mutex_lock (&table_lock);
        }
      waited = wait_until_planned (kind, n, call);
      *plan = waited ? g_hash_table_lookup (tables[kind], GINT_TO_POINTER (n)) : NULL;
    }
  g_mutex_unlock (&table_lock);
  if (!waited)
    return OND_CANCELLED;
  if (*plan == NULL && call != NULL)
    ond_fftw_fail (call, OND_NO_MEMORY, "FFTW could not plan the transforms");
  return *plan != NULL ? OND_OK : OND_NO_MEMORY;
}

OndStatus
ond_plan_columns (gint32 n, fftwf_plan *plan, OndCall *call)
{
  return find_or_make (KIND_COLUMNS, n, plan, call);
}

OndStatus
ond_plan_rows (gint32 n, fftwf_plan *plan, OndCall *call)
{
  return find_or_make (KIND_ROWS, n, plan, call);
}

OndStatus
ond_plan_forward_row (gint32 n, fftwf_plan *plan, OndCall *call)
{
  return find_or_make (KIND_FORWARD_ROW, n, plan, call);
}

OndStatus
ond_plans_find (OndPlans *plans, const OndLayout *layout, OndCall *call)
{
  OndStatus status = OND_OK;

  *plans = (OndPlans){ 0 };
  for (int i = 0; i < OND_N_AXES && status == OND_OK; i++)
    {
      if (i != INNER)
        status = ond_plan_columns (layout->size[i], &plans->columns[i], call);
      if (i != OUTER && status == OND_OK)
        status = ond_plan_rows (layout->size[i], &plans->rows[i], call);
    }
  return status;
}

guint
ond_plans_searched (void)
{
  return (guint) g_atomic_int_get (&searched);
}
