/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a sweep: every cell of the grid exactly once, sorted by level and padded size and cut
 * into chunks. Maps are filled elsewhere (maps.h); the window's job and the command line run the
 * chunks. */
#include "sweep.h"

#include "error.h"

#include <math.h>

#define N_LEVELS 4 /* strides 8, 4, 2, 1 */

struct _OndSweepPlan
{
  gatomicrefcount ref_count;
  OndGrid *grids[OND_N_PARAMETERS];
  OndGeometry geometry;
  OndMethod method;
  OndNorm norm;
  OndStatisticSet statistics;
  OndPass pass;
  gsize n_points, n_chunks;
  guint32 *order;  /* the cells as they are computed */
  gsize *starts;   /* chunk c is order[starts[c] ... starts[c + 1] - 1] */
  gsize hungriest; /* a cell of the largest padded grid */
};

/* Cells that share a padded size. */
typedef struct
{
  gint32 size[OND_N_AXES];
  guint32 id;
  gsize first; /* its lowest cell */
} Group;

static guint
group_hash (gconstpointer key)
{
  const Group *group = key;
  guint hash = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    hash = hash * 1000003u + (guint) group->size[i];
  return hash;
}

static gboolean
group_equal (gconstpointer a, gconstpointer b)
{
  const Group *left = a, *right = b;

  for (int i = 0; i < OND_N_AXES; i++)
    if (left->size[i] != right->size[i])
      return FALSE;
  return TRUE;
}

static void
cell_to_indices (const OndSweepPlan *self, gsize cell, gsize index[OND_N_PARAMETERS])
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      index[p] = cell % self->grids[p]->n;
      cell /= self->grids[p]->n;
    }
}

/* 0 for cells that are on the coarsest grid along every axis ... N_LEVELS - 1 for those only the
 * full grid has. */
static guint
cell_level (const OndSweepPlan *self, gsize cell)
{
  gsize index[OND_N_PARAMETERS], bits = 0;

  cell_to_indices (self, cell, index);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    bits |= index[p];
  for (guint level = 0; level < N_LEVELS - 1; level++)
    if (bits % ((gsize) 1 << (N_LEVELS - 1 - level)) == 0)
      return level;
  return N_LEVELS - 1;
}

/* Numbers the padded sizes in the order in which the cells meet them; group[cell] is its number. */
static GPtrArray *
group_cells (const OndSweepPlan *self, guint32 *group)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new (group_hash, group_equal);

  for (gsize cell = 0; cell < self->n_points; cell++)
    {
      OndWavelet wavelet = ond_sweep_plan_get_wavelet (self, cell);
      Group key = { .id = groups->len, .first = cell }, *found;

      ond_engine_padded_size (&self->geometry, &self->method, &wavelet, 1, key.size);
      found = g_hash_table_lookup (known, &key);
      if (found == NULL)
        {
          found = g_memdup2 (&key, sizeof key);
          g_ptr_array_add (groups, found);
          g_hash_table_add (known, found);
        }
      group[cell] = found->id;
    }
  return groups;
}

static gsize
largest_group (const GPtrArray *groups)
{
  double largest = 0;
  gsize cell = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = g_ptr_array_index (groups, i);
      double n = (double) group->size[OND_X] * group->size[OND_Y] * group->size[OND_Z];
      if (n > largest)
        {
          largest = n;
          cell = group->first;
        }
    }
  return cell;
}

/* Sorts the cells by (level, group, cell): a counting sort. ends[bucket] becomes the end of each
 * bucket in `order`. */
static void
sort_cells (OndSweepPlan *self, const guint32 *group, gsize n_groups, gsize *ends)
{
  gsize n_buckets = N_LEVELS * n_groups, total = 0;

  for (gsize cell = 0; cell < self->n_points; cell++)
    ends[cell_level (self, cell) * n_groups + group[cell]]++;
  for (gsize b = 0; b < n_buckets; b++)
    {
      gsize count = ends[b];
      ends[b] = total;
      total += count;
    }
  for (gsize cell = 0; cell < self->n_points; cell++)
    self->order[ends[cell_level (self, cell) * n_groups + group[cell]]++] = (guint32) cell;
}

static void
cut_chunks (OndSweepPlan *self, const gsize *ends, gsize n_buckets)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (gsize));
  gsize start = 0;

  for (gsize b = 0; b < n_buckets; b++)
    for (; start < ends[b]; start = MIN (start + OND_SWEEP_CHUNK, ends[b]))
      g_array_append_val (starts, start);
  self->n_chunks = starts->len;
  g_array_append_val (starts, start);
  self->starts = (gsize *) (gpointer) g_array_free (starts, FALSE);
}

static gboolean
plan_points (OndSweepPlan *self, GError **error)
{
  g_autofree guint32 *group = g_try_new (guint32, self->n_points);
  g_autoptr (GPtrArray) groups = NULL;
  g_autofree gsize *ends = NULL;

  self->order = g_try_new (guint32, self->n_points);
  if (group != NULL && self->order != NULL)
    {
      groups = group_cells (self, group);
      ends = g_try_new0 (gsize, (gsize) N_LEVELS * groups->len);
    }
  if (ends == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory to plan %" G_GSIZE_FORMAT " points", self->n_points);
      return FALSE;
    }
  sort_cells (self, group, groups->len, ends);
  cut_chunks (self, ends, (gsize) N_LEVELS * groups->len);
  self->hungriest = largest_group (groups);
  return TRUE;
}

/* Does Parseval's theorem give all that is wanted? It sums over every voxel of the padded grid, so
 * that must be the volume's own and whole; it knows no extremes; and the mean, without which there
 * is no std, is 0 only where the wavelet's spectrum is 0 at k = 0: a sampled kernel has a sum. */
static OndPass
choose_pass (const OndSweepRequest *request)
{
  const OndStatisticSet energy = OND_STATISTIC_BIT (OND_STATISTIC_ENERGY),
                        moments = energy | OND_STATISTIC_BIT (OND_STATISTIC_MEAN)
                                  | OND_STATISTIC_BIT (OND_STATISTIC_STD);
  const OndMethod *method = &request->method;
  OndStatisticSet known = method->sampling == OND_SAMPLING_CONTINUOUS ? moments : energy;

  return method->boundary == OND_BOUNDARY_PERIODIC && !method->exclude_border
                 && request->n_invalid == 0 && (request->statistics & ~known) == 0
             ? OND_PASS_ENERGY
             : OND_PASS_STATS;
}

OndSweepPlan *
ond_sweep_plan_new (const OndSweepRequest *request, GError **error)
{
  g_autoptr (OndSweepPlan) self = NULL;

  g_return_val_if_fail (request->statistics != 0, NULL);
  self = g_new0 (OndSweepPlan, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->geometry = request->geometry;
  self->method = request->method;
  self->norm = request->norm;
  self->statistics = request->statistics;
  self->pass = choose_pass (request);
  self->n_points = 1;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    self->grids[p] = ond_grid_copy (request->grids[p]);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      if (self->n_points > G_MAXINT32 / self->grids[p]->n)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "The sweep has more than %d points",
                       G_MAXINT32);
          return NULL;
        }
      self->n_points *= self->grids[p]->n;
    }
  return plan_points (self, error) ? g_steal_pointer (&self) : NULL;
}

OndSweepPlan *
ond_sweep_plan_ref (OndSweepPlan *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ond_sweep_plan_unref (OndSweepPlan *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (self->grids[p]);
  g_free (self->order);
  g_free (self->starts);
  g_free (self);
}

const OndGrid *
ond_sweep_plan_get_grid (const OndSweepPlan *self, OndParameter parameter)
{
  return self->grids[parameter];
}

const OndMethod *
ond_sweep_plan_get_method (const OndSweepPlan *self)
{
  return &self->method;
}

OndNorm
ond_sweep_plan_get_norm (const OndSweepPlan *self)
{
  return self->norm;
}

OndStatisticSet
ond_sweep_plan_get_statistics (const OndSweepPlan *self)
{
  return self->statistics;
}

OndPass
ond_sweep_plan_get_pass (const OndSweepPlan *self)
{
  return self->pass;
}

char *
ond_sweep_plan_describe (const OndSweepPlan *self)
{
  g_autofree char *names = ond_statistic_set_to_prose (self->statistics);

  return g_strdup_printf (
      self->pass == OND_PASS_ENERGY ? "%s by Parseval's theorem" : "%s of every response", names);
}

gsize
ond_sweep_plan_get_n_points (const OndSweepPlan *self)
{
  return self->n_points;
}

gsize
ond_sweep_plan_get_n_chunks (const OndSweepPlan *self)
{
  return self->n_chunks;
}

const guint32 *
ond_sweep_plan_get_chunk (const OndSweepPlan *self, gsize chunk, gsize *n)
{
  g_return_val_if_fail (chunk < self->n_chunks, NULL);
  *n = self->starts[chunk + 1] - self->starts[chunk];
  return self->order + self->starts[chunk];
}

OndWavelet
ond_sweep_plan_get_wavelet (const OndSweepPlan *self, gsize cell)
{
  OndWavelet wavelet = { .norm = self->norm };
  gsize index[OND_N_PARAMETERS];

  cell_to_indices (self, cell, index);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_wavelet_set (&wavelet, p, self->grids[p]->values[index[p]]);
  return wavelet;
}

gboolean
ond_sweep_plan_estimate (const OndSweepPlan *self, OndEngine *engine, guint64 *bytes,
                         GError **error)
{
  OndWavelet wavelet = ond_sweep_plan_get_wavelet (self, self->hungriest);

  return ond_engine_estimate (engine, &self->geometry, &self->method, &wavelet, 1, OND_PASS_STATS,
                              bytes, error);
}

/* What Parseval's theorem says about a response: its energy, and that its mean is 0 where the
 * spectrum of the wavelet is (a sampled kernel has a sum). Its extremes stay unknown. */
static void
moments_from_energy (OndMoments *moments, double energy, const OndSweepPlan *self)
{
  *moments = (OndMoments){
    .n = ond_geometry_n_voxels (&self->geometry),
    .sum = self->method.sampling == OND_SAMPLING_CONTINUOUS ? 0 : NAN,
    .sum2 = energy,
    .min = NAN,
    .max = NAN,
  };
}

gboolean
ond_sweep_run_chunk (const OndSweepPlan *self, gsize chunk, OndEngine *engine, OndVolume *volume,
                     OndMoments *moments, GCancellable *cancellable, GError **error)
{
  OndWavelet wavelets[OND_SWEEP_CHUNK];
  double energy[OND_SWEEP_CHUNK];
  gsize n;
  const guint32 *cells = ond_sweep_plan_get_chunk (self, chunk, &n);
  g_autoptr (OndTransform) transform = NULL;

  g_return_val_if_fail (ond_volume_get_n_voxels (volume) == ond_geometry_n_voxels (&self->geometry),
                        FALSE);
  for (gsize i = 0; i < n; i++)
    wavelets[i] = ond_sweep_plan_get_wavelet (self, cells[i]);
  transform = ond_engine_get_transform (engine, volume, &self->method, wavelets, n, OND_LANE_SWEEP,
                                        cancellable, error);
  if (transform == NULL)
    return FALSE;
  if (self->pass == OND_PASS_STATS)
    return ond_transform_stats (transform, wavelets, n, moments, OND_LANE_SWEEP, cancellable,
                                error);
  if (!ond_transform_energy (transform, wavelets, n, energy, OND_LANE_SWEEP, cancellable, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    moments_from_energy (&moments[i], energy[i], self);
  return TRUE;
}
