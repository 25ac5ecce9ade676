/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a sweep, and of those that could be made instead of one that does not fit. */
#include "sweep-memory.h"

#include "best.h"
#include "error.h"
#include "prepared.h"

#include <stdlib.h>
#include <string.h>

/* A sweep that is too large, as it is asked for. */
typedef struct
{
  OndEngine *engine;
  const OndVolume *volume;
  OndGrid *grids[OND_N_PARAMETERS]; /* borrowed from the plan */
  OndSweepRequest request;
  guint64 left;
} Question;

/* The bytes of a plan and of maps of n_points, of samples like the volume's but more or fewer of
 * them. */
static gboolean
plan_bytes (const OndSweepPlan *plan, OndEngine *engine, const OndVolume *volume, gsize n_voxels,
            guint64 n_points, guint64 *bytes, GError **error)
{
  gsize cell = ond_maps_cell_bytes (ond_sweep_plan_get_statistics (plan));
  double prepared = (double) ond_prepared_bytes (volume) * (double) n_voxels
                    / (double) ond_volume_get_n_voxels (volume);

  if (!ond_sweep_plan_estimate (plan, engine, bytes, error))
    return FALSE;
  *bytes += (guint64) prepared + n_points * cell;
  if (ond_sweep_plan_wants_best (plan))
    *bytes += ond_best_bytes (n_voxels);
  return TRUE;
}

gboolean
ond_sweep_memory (const OndSweepPlan *plan, OndEngine *engine, const OndVolume *volume,
                  guint64 *bytes, GError **error)
{
  return plan_bytes (plan, engine, volume, ond_volume_get_n_voxels (volume),
                     ond_sweep_plan_get_n_points (plan), bytes, error);
}

/* The largest value of a grid as one of its own; borrows from it. */
static OndGrid
grid_of_largest (const OndGrid *grid)
{
  OndGrid largest = *grid;

  for (gsize i = 0; i < grid->n; i++)
    if (grid->values[i] >= largest.values[0])
      largest.values = &grid->values[i];
  largest.n = 1;
  return largest;
}

/* The bytes of a request like the one in question; G_MAXUINT64 when they cannot be counted. The
 * largest stretch and scale reach furthest, so that the other ones need not be planned for. */
static guint64
request_bytes (const Question *self, const OndSweepRequest *request)
{
  OndGrid *grids[OND_N_PARAMETERS], xi = grid_of_largest (request->grids[OND_PARAMETER_XI]),
                                    scale = grid_of_largest (request->grids[OND_PARAMETER_SCALE]);
  OndSweepRequest furthest = *request;
  g_autoptr (OndSweepPlan) plan = NULL;
  guint64 bytes, n_points = 1;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      grids[p] = request->grids[p];
      n_points *= request->grids[p]->n;
    }
  grids[OND_PARAMETER_XI] = &xi;
  grids[OND_PARAMETER_SCALE] = &scale;
  furthest.grids = grids;
  plan = ond_sweep_plan_new (&furthest, NULL);
  return plan != NULL
                 && plan_bytes (plan, self->engine, self->volume,
                                ond_geometry_n_voxels (&request->geometry), n_points, &bytes, NULL)
             ? bytes
             : G_MAXUINT64;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The bytes with the n smallest values of a grid, the largest of which is *value. */
static guint64
bytes_up_to (const Question *self, const OndGrid *sorted, gsize n, double *value)
{
  OndGrid *grids[OND_N_PARAMETERS], some = *sorted;
  OndSweepRequest request = self->request;

  some.n = n;
  memcpy (grids, self->grids, sizeof grids);
  grids[some.parameter] = &some;
  request.grids = grids;
  *value = some.values[n - 1];
  return request_bytes (self, &request);
}

/* Appends up to which value of a grid the sweep would fit, when there is one. */
static void
append_largest (GString *text, const Question *self, OndParameter parameter, const char *what)
{
  g_autoptr (OndGrid) sorted = ond_grid_copy (self->grids[parameter]);
  gsize fitting = 0, too_many = sorted->n;
  guint64 bytes = 0;
  double largest = 0;

  qsort (sorted->values, sorted->n, sizeof *sorted->values, compare);
  while (too_many - fitting > 1)
    {
      gsize n = fitting + (too_many - fitting) / 2;
      double value;
      guint64 need = bytes_up_to (self, sorted, n, &value);

      if (need > self->left)
        too_many = n;
      else
        {
          fitting = n;
          bytes = need;
          largest = value;
        }
    }
  if (fitting > 0)
    g_string_append_printf (text, "; with %s up to %g it needs %.3g GB and fits", what, largest,
                            (double) bytes / 1e9);
}

/* Appends the largest cube, or square image, that would fit with the periodic boundary. */
static void
append_cube (GString *text, const Question *self)
{
  OndSweepRequest request = self->request;
  gboolean flat = ond_geometry_rank (&request.geometry) == 2;
  gint32 fitting = 0, too_large = 1;

  request.method.boundary = OND_BOUNDARY_PERIODIC;
  for (int i = 0; i < OND_N_AXES; i++)
    too_large = MAX (too_large, self->request.geometry.n[i]);
  while (too_large - fitting > 1)
    {
      gint32 n = fitting + (too_large - fitting) / 2;

      for (int i = 0; i < OND_N_AXES; i++)
        request.geometry.n[i] = flat && i == OND_Z ? 1 : n;
      if (request_bytes (self, &request) > self->left)
        too_large = n;
      else
        fitting = n;
    }
  if (fitting > 0)
    {
      g_string_append_printf (text, "; %d × %d", fitting, fitting);
      if (!flat)
        g_string_append_printf (text, " × %d", fitting);
      g_string_append (text, " voxels with the boundary periodic would fit");
    }
}

/* What would fit instead. */
static void
append_alternatives (GString *text, const Question *self)
{
  OndSweepRequest periodic = self->request, plain = self->request;
  guint64 bytes = G_MAXUINT64;

  if (plain.best)
    {
      guint64 without;

      plain.best = FALSE;
      without = request_bytes (self, &plain);
      if (without <= self->left)
        g_string_append_printf (text, "; without the best map it needs %.3g GB and fits",
                                (double) without / 1e9);
    }
  if (periodic.method.boundary != OND_BOUNDARY_PERIODIC)
    {
      periodic.method.boundary = OND_BOUNDARY_PERIODIC;
      bytes = request_bytes (self, &periodic);
      if (bytes < G_MAXUINT64)
        g_string_append_printf (text, "; with the boundary periodic it needs %.3g GB%s",
                                (double) bytes / 1e9, bytes <= self->left ? " and fits" : "");
    }
  append_largest (text, self, OND_PARAMETER_SCALE, "scales");
  append_largest (text, self, OND_PARAMETER_XI, "stretches xi");
  if (bytes > self->left)
    append_cube (text, self);
}

static void
question_init (Question *self, const OndSweepPlan *plan, OndEngine *engine, const OndVolume *volume)
{
  self->engine = engine;
  self->volume = volume;
  self->left = ond_engine_get_memory (engine);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    self->grids[p] = (OndGrid *) ond_sweep_plan_get_grid (plan, p);
  self->request = (OndSweepRequest){
    .grids = self->grids,
    .geometry = *ond_volume_get_geometry (volume),
    .n_invalid = ond_volume_get_n_invalid (volume),
    .method = *ond_sweep_plan_get_method (plan),
    .norm = ond_sweep_plan_get_norm (plan),
    .statistics = ond_sweep_plan_get_statistics (plan),
    .best = ond_sweep_plan_wants_best (plan),
  };
}

/* What the best map takes of it, "" when none is wanted. */
static char *
best_text (const OndSweepPlan *plan, const OndVolume *volume)
{
  if (!ond_sweep_plan_wants_best (plan))
    return g_strdup ("");
  return g_strdup_printf (" and %.3g GB for the best map",
                          (double) ond_best_bytes (ond_volume_get_n_voxels (volume)) / 1e9);
}

gboolean
ond_sweep_fits (const OndSweepPlan *plan, OndEngine *engine, const OndVolume *volume,
                GError **error)
{
  gsize n = ond_sweep_plan_get_n_points (plan),
        maps = n * ond_maps_cell_bytes (ond_sweep_plan_get_statistics (plan));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *best = best_text (plan, volume);
  g_autoptr (GError) uncountable = NULL;
  Question question;
  guint64 bytes;

  question_init (&question, plan, engine, volume);
  if (!ond_sweep_memory (plan, engine, volume, &bytes, &uncountable))
    {
      if (!g_error_matches (uncountable, OND_ERROR, OND_ERROR_MEMORY))
        {
          g_propagate_error (error, g_steal_pointer (&uncountable));
          return FALSE;
        }
      g_string_append_printf (text, "The sweep does not fit into memory: %s", uncountable->message);
    }
  else if (bytes <= question.left)
    return TRUE;
  else
    g_string_append_printf (text,
                            "The sweep needs %.3g GB of memory, of which %.3g GB for maps of "
                            "%" G_GSIZE_FORMAT " points%s, and %.3g GB may be used",
                            (double) bytes / 1e9, (double) maps / 1e9, n, best,
                            (double) question.left / 1e9);
  append_alternatives (text, &question);
  g_set_error_literal (error, OND_ERROR, OND_ERROR_MEMORY, text->str);
  return FALSE;
}
