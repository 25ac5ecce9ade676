/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids are padded for each wavelet by no more than it reaches, and each padded grid costs a
 * forward transform. So points with nearly the same need share one, where the transforms that this
 * saves are worth more than the larger grid costs. */
#include "sweep-groups.h"

#include "boundary.h"
#include "engine.h"

/* What a transform, padding and all, costs in units of a point on the same grid. */
#define TRANSFORM_COST 4.0

typedef struct
{
  gint32 size[OND_N_AXES];
  guint32 id;
  gsize n_points;
  guint levels; /* bits */
  gint64 into;  /* the group it was merged into, by index; -1 */
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

static double
group_voxels (const Group *self)
{
  return (double) self->size[OND_X] * self->size[OND_Y] * self->size[OND_Z];
}

/* In voxels of points computed. */
static double
group_cost (const Group *self)
{
  double visits = 0;

  for (guint bits = self->levels; bits != 0; bits &= bits - 1)
    visits++;
  return ((double) self->n_points + TRANSFORM_COST * visits) * group_voxels (self);
}

/* FALSE when no grid serves both. */
static gboolean
group_union (const OndSweepPlan *plan, const Group *a, const Group *b, Group *both)
{
  const OndGeometry *geometry = ond_sweep_plan_get_geometry (plan);
  gboolean all = TRUE;

  *both = *a;
  both->n_points += b->n_points;
  both->levels |= b->levels;
  for (int i = 0; i < OND_N_AXES; i++)
    {
      both->size[i] = ond_boundary_common_length (ond_sweep_plan_get_method (plan)->boundary,
                                                  geometry, i, a->size[i], b->size[i]);
      all = all && both->size[i] > 0;
    }
  return all;
}

/* Numbers the least sizes in the order in which the cells meet them. */
static GPtrArray *
find_groups (const OndSweepPlan *plan, guint (*level) (const OndSweepPlan *, gsize), guint32 *group)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new (group_hash, group_equal);

  for (gsize cell = 0; cell < ond_sweep_plan_get_n_points (plan); cell++)
    {
      OndWavelet wavelet = ond_sweep_plan_get_wavelet (plan, cell);
      Group key = { .id = groups->len, .into = -1 }, *found;

      ond_engine_least_size (ond_sweep_plan_get_geometry (plan), ond_sweep_plan_get_method (plan),
                             &wavelet, key.size);
      found = g_hash_table_lookup (known, &key);
      if (found == NULL)
        {
          found = g_memdup2 (&key, sizeof key);
          g_ptr_array_add (groups, found);
          g_hash_table_add (known, found);
        }
      found->n_points++;
      found->levels |= 1u << level (plan, cell);
      group[cell] = found->id;
    }
  return groups;
}

static gint
compare_groups (gconstpointer a, gconstpointer b, gpointer data)
{
  Group **groups = data;
  const Group *left = groups[*(const guint32 *) a], *right = groups[*(const guint32 *) b];
  double difference = group_voxels (right) - group_voxels (left);

  if (difference != 0)
    return difference < 0 ? -1 : 1;
  return left->id < right->id ? -1 : 1;
}

/* The group among the first n of `kept` that it pays best to share a grid with, none larger than
 * `most` voxels; NULL when none pays. */
static Group *
best_partner (const OndSweepPlan *plan, const Group *self, Group *const *kept, gsize n, double most)
{
  Group *best = NULL;
  double least = 0;

  for (gsize i = 0; i < n; i++)
    {
      Group both;
      double change;

      if (!group_union (plan, kept[i], self, &both))
        continue;
      change = group_cost (&both) - group_cost (kept[i]) - group_cost (self);
      if (change < least && group_voxels (&both) <= most)
        {
          least = change;
          best = kept[i];
        }
    }
  return best;
}

/* Merges groups, the largest grids first, each into the one before it that pays best. */
static gsize
merge_groups (const OndSweepPlan *plan, GPtrArray *groups, Group **kept)
{
  g_autofree guint32 *order = g_new (guint32, groups->len);
  double most;
  gsize n = 0;

  for (guint i = 0; i < groups->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) groups->len, sizeof *order, compare_groups, groups->pdata);
  most = group_voxels (g_ptr_array_index (groups, order[0]));
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, order[i]),
            *partner = best_partner (plan, group, kept, n, most);
      Group both;

      if (partner == NULL)
        {
          kept[n++] = group;
          continue;
        }
      group->into = partner->id;
      group_union (plan, partner, group, &both);
      *partner = both;
    }
  return n;
}

GArray *
ond_sweep_groups_new (const OndSweepPlan *plan, guint (*level) (const OndSweepPlan *, gsize),
                      guint32 *group)
{
  g_autoptr (GPtrArray) groups = find_groups (plan, level, group);
  g_autofree Group **kept = g_new (Group *, groups->len);
  g_autofree guint32 *number = g_new (guint32, groups->len);
  gsize n = merge_groups (plan, groups, kept);
  GArray *result = g_array_sized_new (FALSE, FALSE, sizeof (OndSweepGroup), (guint) n);

  for (gsize i = 0; i < n; i++)
    {
      OndSweepGroup shared;

      for (int axis = 0; axis < OND_N_AXES; axis++)
        shared.size[axis] = kept[i]->size[axis];
      g_array_append_val (result, shared);
      number[kept[i]->id] = (guint32) i;
    }
  for (gsize cell = 0; cell < ond_sweep_plan_get_n_points (plan); cell++)
    {
      const Group *own = g_ptr_array_index (groups, group[cell]);
      group[cell] = number[own->into >= 0 ? own->into : own->id];
    }
  return result;
}
