/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a sweep: every cell of the grid exactly once, sorted by level and padded size and cut
 * into chunks. Maps are filled elsewhere (maps.h); the window's job and the command line run the
 * chunks. */
#include "sweep.h"

#include "best.h"
#include "error.h"
#include "sweep-groups.h"

#include <math.h>

#define N_LEVELS 4 /* strides 8, 4, 2, 1 */

/* Points of a chunk whose responses are formed. */
#define STATS_CHUNK 16

struct _OndSweepPlan
{
  gatomicrefcount ref_count;
  OndGrid *grids[OND_N_PARAMETERS];
  OndGeometry geometry;
  OndMethod method;
  OndNorm norm;
  OndStatisticSet statistics;
  gboolean best;
  OndPass pass;
  gsize n_points, n_chunks;
  guint32 *order;    /* the cells as they are computed */
  gsize *starts;     /* chunk c is order[starts[c] ... starts[c + 1] - 1] */
  guint32 *group_of; /* and its group */
  GArray *groups;    /* OndSweepGroup */
};

static void
cell_to_indices (const OndSweepPlan *self, gsize cell, gsize index[OND_N_PARAMETERS])
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      index[p] = cell % self->grids[p]->n;
      cell /= self->grids[p]->n;
    }
}

/* Whether an axis comes coarse to fine. Energies come with all stretches and scales of a direction,
 * and so do all points where there are few of them: each plane of directions then fills from the
 * beginning. */
static gboolean
is_refined (const OndSweepPlan *self, int p)
{
  return p == OND_PARAMETER_THETA || p == OND_PARAMETER_PHI
         || (self->pass != OND_PASS_ENERGY && self->grids[p]->n > OND_SWEEP_FEW);
}

/* 0 for cells that are on the coarsest grid along every axis ... N_LEVELS - 1 for those only the
 * full grid has. */
static guint
cell_level (const OndSweepPlan *self, gsize cell)
{
  gsize index[OND_N_PARAMETERS], bits = 0;

  cell_to_indices (self, cell, index);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (is_refined (self, p))
      bits |= index[p];
  for (guint level = 0; level < N_LEVELS - 1; level++)
    if (bits % ((gsize) 1 << (N_LEVELS - 1 - level)) == 0)
      return level;
  return N_LEVELS - 1;
}

/* The i-th cell in the order within a level: as they are numbered, but energies with xi, then the
 * scale, changing fastest. */
static gsize
nth_cell (const OndSweepPlan *self, gsize i)
{
  static const OndParameter order[OND_N_PARAMETERS] = { OND_PARAMETER_XI, OND_PARAMETER_SCALE,
                                                        OND_PARAMETER_THETA, OND_PARAMETER_PHI };
  gsize index[OND_N_PARAMETERS], cell = 0;

  if (self->pass != OND_PASS_ENERGY)
    return i;
  for (int k = 0; k < OND_N_PARAMETERS; k++)
    {
      index[order[k]] = i % self->grids[order[k]]->n;
      i /= self->grids[order[k]]->n;
    }
  for (int p = OND_N_PARAMETERS - 1; p >= 0; p--)
    cell = cell * self->grids[p]->n + index[p];
  return cell;
}

/* The length of chunks: short ones tell often how far a sweep is; energies are quick, and the
 * stretches of a direction and scale are not torn apart if that can be avoided. */
static gsize
chunk_length (const OndSweepPlan *self)
{
  const gsize n_xi = self->grids[OND_PARAMETER_XI]->n;

  if (self->pass != OND_PASS_ENERGY)
    return STATS_CHUNK;
  return n_xi > OND_SWEEP_CHUNK ? OND_SWEEP_CHUNK : OND_SWEEP_CHUNK / n_xi * n_xi;
}

/* Sorts the cells by (level, group, order): a counting sort. ends[bucket] becomes the end of each
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
  for (gsize i = 0; i < self->n_points; i++)
    {
      const gsize cell = nth_cell (self, i);
      self->order[ends[cell_level (self, cell) * n_groups + group[cell]]++] = (guint32) cell;
    }
}

static void
cut_chunks (OndSweepPlan *self, const gsize *ends)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (gsize)),
         *group_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  const gsize length = chunk_length (self);
  gsize start = 0;

  for (gsize b = 0; b < (gsize) N_LEVELS * self->groups->len; b++)
    for (; start < ends[b]; start = MIN (start + length, ends[b]))
      {
        guint32 group = (guint32) (b % self->groups->len);

        g_array_append_val (starts, start);
        g_array_append_val (group_of, group);
      }
  self->n_chunks = starts->len;
  g_array_append_val (starts, start);
  self->starts = (gsize *) (gpointer) g_array_free (starts, FALSE);
  self->group_of = (guint32 *) (gpointer) g_array_free (group_of, FALSE);
}

static gboolean
plan_points (OndSweepPlan *self, GError **error)
{
  g_autofree guint32 *group = g_try_new (guint32, self->n_points);
  g_autofree gsize *ends = NULL;

  self->order = g_try_new (guint32, self->n_points);
  if (group != NULL && self->order != NULL)
    {
      self->groups = ond_sweep_groups_new (self, cell_level, group);
      ends = g_try_new0 (gsize, (gsize) N_LEVELS * self->groups->len);
    }
  if (ends == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory to plan %" G_GSIZE_FORMAT " points", self->n_points);
      return FALSE;
    }
  sort_cells (self, group, self->groups->len, ends);
  cut_chunks (self, ends);
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

  return !request->best && method->boundary == OND_BOUNDARY_PERIODIC && !method->exclude_border
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
  self->best = request->best;
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
  g_free (self->group_of);
  g_clear_pointer (&self->groups, g_array_unref);
  g_free (self);
}

const OndGrid *
ond_sweep_plan_get_grid (const OndSweepPlan *self, OndParameter parameter)
{
  return self->grids[parameter];
}

const OndGeometry *
ond_sweep_plan_get_geometry (const OndSweepPlan *self)
{
  return &self->geometry;
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

gboolean
ond_sweep_plan_wants_best (const OndSweepPlan *self)
{
  return self->best;
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

  if (self->pass == OND_PASS_ENERGY)
    return g_strdup_printf ("%s by Parseval's theorem", names);
  return g_strdup_printf ("%s of every response%s", names,
                          self->best ? ", and the best of each voxel" : "");
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

const gint32 *
ond_sweep_plan_get_padded_size (const OndSweepPlan *self, gsize chunk)
{
  return g_array_index (self->groups, OndSweepGroup, self->group_of[chunk]).size;
}

gboolean
ond_sweep_plan_estimate (const OndSweepPlan *self, OndEngine *engine, guint64 *bytes,
                         GError **error)
{
  *bytes = 0;
  for (guint i = 0; i < self->groups->len; i++)
    {
      const OndSweepGroup *group = &g_array_index (self->groups, OndSweepGroup, i);
      guint64 need;

      if (!ond_engine_estimate_size (engine, &self->geometry, &self->method, group->size,
                                     OND_PASS_STATS, &need, error))
        return FALSE;
      *bytes = MAX (*bytes, need);
    }
  return TRUE;
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

/* The cells of a chunk, by which `best` knows them. */
typedef struct
{
  OndBest *best;
  const guint32 *cells;
} Chunk;

static void
take_response (void *data, int i, uint64_t first, const float *w, uint64_t n)
{
  const Chunk *chunk = data;

  ond_best_take (chunk->best, chunk->cells[i], first, w, n);
}

gboolean
ond_sweep_run_chunk_best (const OndSweepPlan *self, gsize chunk, OndEngine *engine,
                          OndVolume *volume, OndBest *best, OndSweepResult *result,
                          GCancellable *cancellable, GError **error)
{
  OndWavelet wavelets[OND_SWEEP_CHUNK];
  double energy[OND_SWEEP_CHUNK];
  gboolean ok;
  gsize n;
  const guint32 *cells = ond_sweep_plan_get_chunk (self, chunk, &n);
  Chunk responses = { best, cells };
  const OndVisitor visitor = { take_response, &responses };
  g_autoptr (OndTransform) transform = NULL;

  g_return_val_if_fail (ond_volume_get_n_voxels (volume) == ond_geometry_n_voxels (&self->geometry),
                        FALSE);
  g_return_val_if_fail (best == NULL || self->best, FALSE);
  for (gsize i = 0; i < n; i++)
    wavelets[i] = ond_sweep_plan_get_wavelet (self, cells[i]);
  transform = ond_engine_get_transform_of_size (engine, volume, &self->method,
                                                ond_sweep_plan_get_padded_size (self, chunk),
                                                OND_LANE_SWEEP, cancellable, error);
  if (transform == NULL)
    return FALSE;
  if (best != NULL)
    ok = ond_transform_visit (transform, wavelets, n, result->moments, &visitor, OND_LANE_SWEEP,
                              cancellable, error);
  else if (self->pass == OND_PASS_STATS)
    ok = ond_transform_stats (transform, wavelets, n, result->moments, OND_LANE_SWEEP, cancellable,
                              error);
  else
    ok = ond_transform_energy (transform, wavelets, n, energy, OND_LANE_SWEEP, cancellable, error);
  for (gsize i = 0; ok && self->pass == OND_PASS_ENERGY && i < n; i++)
    moments_from_energy (&result->moments[i], energy[i], self);
  result->device = ond_transform_get_device (transform, OND_LANE_SWEEP);
  return ok;
}

gboolean
ond_sweep_run_chunk (const OndSweepPlan *self, gsize chunk, OndEngine *engine, OndVolume *volume,
                     OndSweepResult *result, GCancellable *cancellable, GError **error)
{
  return ond_sweep_run_chunk_best (self, chunk, engine, volume, NULL, result, cancellable, error);
}
