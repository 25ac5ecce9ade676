/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-best.h"

#include "../core/best-fits.h"
#include "../core/error.h"

gboolean
ond_best_export_fill (OndBestExport *self, OndSweepJob *job, const char *path, GError **error)
{
  OndBest *best = job != NULL ? ond_sweep_job_get_best (job) : NULL;
  OndMaps *maps = job != NULL ? ond_sweep_job_get_maps (job) : NULL;
  const OndMapsOrigin *origin;

  if (best == NULL || maps == NULL)
    {
      g_set_error_literal (error, OND_ERROR, OND_ERROR_PARAMETER,
                           best == NULL ? "There is no best map: sweep with “Best map” ticked"
                                        : "The sweep is still running: wait for its end, or cancel "
                                          "it");
      return FALSE;
    }
  origin = ond_maps_get_origin (maps);
  self->best = ond_best_ref (best);
  self->backend = g_strdup (origin->backend);
  if (origin->command != NULL)
    {
      g_autofree char *name = g_path_get_basename (path), *quoted = g_shell_quote (name);

      self->command = g_strconcat (origin->command, " --best ", quoted, NULL);
    }
  self->n_done = ond_sweep_job_get_n_done (job);
  return TRUE;
}

gboolean
ond_best_export_write (const OndBestExport *self, const char *path, GCancellable *cancellable,
                       GError **error)
{
  const OndBestMeta meta = { self->backend, self->command, self->n_done };

  return ond_best_save (self->best, &meta, path, TRUE, cancellable, error);
}

void
ond_best_export_clear (OndBestExport *self)
{
  g_clear_pointer (&self->best, ond_best_unref);
  g_clear_pointer (&self->backend, g_free);
  g_clear_pointer (&self->command, g_free);
}

gboolean
ond_best_export_slice (OndSession *session, int normal, OndPanel *panel, float **values,
                       guint8 **rgba, GError **error)
{
  OndBestLayer *layer = ond_session_get_best (session);
  OndBest *best = ond_best_layer_get (layer);
  const OndGeometry *geometry = ond_volume_get_geometry (ond_best_get_volume (best));
  const gsize n = ond_geometry_slice_size (geometry, normal);
  g_autofree guint32 *cells = g_try_new (guint32, n);
  gint32 at[OND_N_AXES];

  *values = g_try_new (float, n);
  *rgba = g_try_malloc_n (n, 4);
  if (cells == NULL || *values == NULL || *rgba == NULL)
    {
      g_clear_pointer (values, g_free);
      g_clear_pointer (rgba, g_free);
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory for a slice of %" G_GSIZE_FORMAT " voxels", n);
      return FALSE;
    }
  ond_session_get_cross_hair (session, at);
  ond_best_get_slice (best, normal, at[normal], *values, cells);
  ond_best_colors_map_row (ond_best_layer_get_colors (layer),
                           ond_session_get_colors (session, OND_SHOW_RESPONSE), *values, cells, n,
                           *rgba);
  panel->nx = (gsize) geometry->n[ond_slice_horizontal (normal)];
  panel->ny = (gsize) geometry->n[ond_slice_vertical (normal)];
  panel->values = *values;
  panel->rgba = *rgba;
  return TRUE;
}
