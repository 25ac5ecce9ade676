/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Voxels belong to blocks, and a few locks to all blocks in turn: whoever fills a row and whoever
 * copies a slice meet for some microseconds at most.
 *
 * The loop is bound by memory, not by arithmetic: it reads the responses so far, and touches a cell
 * only where one loses. Over a sweep that is some ln(number of cells) times a voxel, so that no
 * instruction set makes a difference, and NaN may come here as it may not to kernels.c. */
#include "best.h"

#include "error.h"

#include <math.h>
#include <string.h>

#define BLOCK ((gsize) 4096)
#define N_LOCKS 64

#define LANES 8
typedef float Float8 __attribute__ ((vector_size (32), aligned (4), may_alias));
typedef gint32 Int8 __attribute__ ((vector_size (32)));

struct _OndBest
{
  gatomicrefcount refs;
  OndSweepPlan *plan;
  OndVolume *volume;
  gsize n;
  GMutex locks[N_LOCKS];
  float *w; /* -Inf before the first response; NaN, which nothing is more than, where invalid */
  guint32 *cells;
};

guint64
ond_best_bytes (gsize n_voxels)
{
  return (guint64) n_voxels * (sizeof (float) + sizeof (guint32));
}

OndBest *
ond_best_new (const OndSweepPlan *plan, OndVolume *volume, GError **error)
{
  const float *samples = ond_volume_get_samples (volume);
  g_autoptr (OndBest) self = g_new0 (OndBest, 1);

  g_atomic_ref_count_init (&self->refs);
  for (int i = 0; i < N_LOCKS; i++)
    g_mutex_init (&self->locks[i]);
  self->plan = ond_sweep_plan_ref ((OndSweepPlan *) plan);
  self->volume = ond_volume_ref (volume);
  self->n = ond_volume_get_n_voxels (volume);
  self->w = g_try_new (float, self->n);
  self->cells = g_try_new (guint32, self->n);
  if (self->w == NULL || self->cells == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory for a best map of %" G_GSIZE_FORMAT " voxels, %.3g GB",
                   self->n, (double) ond_best_bytes (self->n) / 1e9);
      return NULL;
    }
  for (gsize i = 0; i < self->n; i++)
    self->w[i] = isfinite (samples[i]) ? -INFINITY : NAN;
  memset (self->cells, 0xff, self->n * sizeof *self->cells); /* OND_BEST_NONE */
  return g_steal_pointer (&self);
}

OndBest *
ond_best_ref (OndBest *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ond_best_unref (OndBest *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (int i = 0; i < N_LOCKS; i++)
    g_mutex_clear (&self->locks[i]);
  ond_sweep_plan_unref (self->plan);
  ond_volume_unref (self->volume);
  g_free (self->w);
  g_free (self->cells);
  g_free (self);
}

const OndSweepPlan *
ond_best_get_plan (const OndBest *self)
{
  return self->plan;
}

OndVolume *
ond_best_get_volume (const OndBest *self)
{
  return self->volume;
}

static GMutex *
lock_of (OndBest *self, gsize voxel)
{
  return &self->locks[voxel / BLOCK % N_LOCKS];
}

static inline void
take_one (float *best, guint32 *best_cell, float w, guint32 cell)
{
  if (w > *best || (w == *best && cell < *best_cell))
    {
      *best = w;
      *best_cell = cell;
    }
}

/* Some voxels of one block. */
static void
take_few (float *best, guint32 *cells, guint32 cell, const float *w, gsize n)
{
  gsize i = 0;

  for (; i + LANES <= n; i += LANES)
    {
      const Int8 loses = *(const Float8 *) (w + i) >= *(const Float8 *) (best + i);
      guint64 any[4];

      memcpy (any, &loses, sizeof any);
      if ((any[0] | any[1] | any[2] | any[3]) != 0)
        for (gsize k = i; k < i + LANES; k++)
          take_one (best + k, cells + k, w[k], cell);
    }
  for (; i < n; i++)
    take_one (best + i, cells + i, w[i], cell);
}

void
ond_best_take (OndBest *self, guint32 cell, gsize first, const float *w, gsize n)
{
  g_return_if_fail (first <= self->n && n <= self->n - first);

  for (gsize done = 0; done < n;)
    {
      const gsize at = first + done, few = MIN (n - done, BLOCK - at % BLOCK);
      GMutex *lock = lock_of (self, at);

      g_mutex_lock (lock);
      take_few (self->w + at, self->cells + at, cell, w + done, few);
      g_mutex_unlock (lock);
      done += few;
    }
}

/* Voxels first + step k, k = 0 ... n-1 or those of `at`. */
static void
copy (OndBest *self, gsize first, gsize step, const int *at, gsize n, float *w, guint32 *cells)
{
  GMutex *held = NULL;

  for (gsize i = 0; i < n; i++)
    {
      const gsize voxel = first + (at != NULL ? (gsize) at[i] : i) * step;
      GMutex *lock = lock_of (self, voxel);

      if (lock != held)
        {
          if (held != NULL)
            g_mutex_unlock (held);
          g_mutex_lock (lock);
          held = lock;
        }
      w[i] = self->cells[voxel] != OND_BEST_NONE ? self->w[voxel] : NAN;
      cells[i] = self->cells[voxel];
    }
  if (held != NULL)
    g_mutex_unlock (held);
}

void
ond_best_get (OndBest *self, gsize first, gsize step, gsize n, float *w, guint32 *cells)
{
  g_return_if_fail (n == 0 || first + step * (n - 1) < self->n);
  copy (self, first, step, NULL, n, w, cells);
}

void
ond_best_pick (OndBest *self, gsize first, gsize step, const int *at, gsize n, float *w,
               guint32 *cells)
{
  for (gsize i = 0; i < n; i++)
    g_return_if_fail (at[i] >= 0 && first + step * (gsize) at[i] < self->n);
  copy (self, first, step, at, n, w, cells);
}

void
ond_best_get_slice (OndBest *self, int normal, gint32 index, float *w, guint32 *cells)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const gsize nx = (gsize) geometry->n[OND_X],
              strides[OND_N_AXES] = { 1, nx, nx * (gsize) geometry->n[OND_Y] };
  const gsize width = (gsize) geometry->n[h];

  for (gsize j = 0; j < (gsize) geometry->n[v]; j++)
    ond_best_get (self, (gsize) index * strides[normal] + j * strides[v], strides[h], width,
                  w + j * width, cells + j * width);
}

gboolean
ond_best_restore (OndBest *self, gsize first, gsize n, const float *w, const guint32 *cells)
{
  const gsize n_cells = ond_sweep_plan_get_n_points (self->plan);

  for (gsize i = 0; i < n; i++)
    if (cells[i] != OND_BEST_NONE && (cells[i] >= n_cells || isnan (w[i])))
      return FALSE;
  for (gsize i = 0; i < n; i++)
    if (cells[i] != OND_BEST_NONE)
      ond_best_take (self, cells[i], first + i, w + i, 1);
  return TRUE;
}
