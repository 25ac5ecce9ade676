/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps in memory: filling, asking, the best cell, the text table. Their file is maps-fits.c. */
#include "maps-private.h"

#include "error.h"
#include "file-write.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static void
origin_copy (OndMapsOrigin *to, const OndMapsOrigin *from)
{
  *to = *from;
  to->input = g_strdup (from->input);
  to->input_hdu = g_strdup (from->input_hdu);
  to->checksum = g_strdup (from->checksum);
  to->unit = g_strdup (from->unit);
  to->backend = g_strdup (from->backend);
  to->command = g_strdup (from->command);
  to->length_unit = g_strdup (from->length_unit);
}

static void
origin_clear (OndMapsOrigin *origin)
{
  g_free ((char *) origin->input);
  g_free ((char *) origin->input_hdu);
  g_free ((char *) origin->checksum);
  g_free ((char *) origin->unit);
  g_free ((char *) origin->backend);
  g_free ((char *) origin->command);
  g_free ((char *) origin->length_unit);
}

static gboolean
maps_allocate (OndMaps *self, GError **error)
{
  gboolean fits = (self->filled = g_try_new0 (guint8, self->n_cells)) != NULL;

  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (ond_statistic_set_has (self->statistics, s))
      fits = (self->values[s] = g_try_new (double, self->n_cells)) != NULL && fits;
  if (ond_statistic_set_has (self->statistics, OND_STATISTIC_MAX))
    fits = (self->max_voxel = g_try_new (gint32, self->n_cells * OND_N_AXES)) != NULL && fits;
  if (!fits)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory for maps of %" G_GSIZE_FORMAT " points", self->n_cells);
      return FALSE;
    }
  for (int s = 0; s < OND_N_STATISTICS; s++)
    for (gsize i = 0; self->values[s] != NULL && i < self->n_cells; i++)
      self->values[s][i] = NAN;
  for (gsize i = 0; self->max_voxel != NULL && i < self->n_cells * OND_N_AXES; i++)
    self->max_voxel[i] = OND_MAPS_NOT_COMPUTED;
  return TRUE;
}

gsize
ond_maps_cell_bytes (OndStatisticSet statistics)
{
  gsize bytes = sizeof (guint8);

  for (int s = 0; s < OND_N_STATISTICS; s++)
    bytes += ond_statistic_set_has (statistics, s) ? sizeof (double) : 0;
  if (ond_statistic_set_has (statistics, OND_STATISTIC_MAX))
    bytes += OND_N_AXES * sizeof (gint32);
  return bytes;
}

OndMaps *
ond_maps_new_take_grids (OndGrid *grids[OND_N_PARAMETERS], OndStatisticSet statistics,
                         const OndMapsOrigin *origin, GError **error)
{
  g_autoptr (OndMaps) self = g_new0 (OndMaps, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->statistics = statistics;
  self->n_cells = 1;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      self->grids[p] = g_steal_pointer (&grids[p]);
      self->n_cells *= self->grids[p]->n;
    }
  origin_copy (&self->origin, origin);
  return maps_allocate (self, error) ? g_steal_pointer (&self) : NULL;
}

OndMaps *
ond_maps_new (const OndSweepPlan *plan, const OndMapsOrigin *origin, GError **error)
{
  OndGrid *grids[OND_N_PARAMETERS];
  OndMaps *self;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_copy (ond_sweep_plan_get_grid (plan, p));
  self = ond_maps_new_take_grids (grids, ond_sweep_plan_get_statistics (plan), origin, error);
  if (self == NULL)
    return NULL;
  self->method = *ond_sweep_plan_get_method (plan);
  self->norm = ond_sweep_plan_get_norm (plan);
  self->pass = ond_sweep_plan_get_pass (plan);
  memcpy (self->n, ond_sweep_plan_get_geometry (plan)->n, sizeof self->n);
  return self;
}

void
ond_maps_add_device (OndMaps *self, const char *device)
{
  const char *separator = ", partly ";
  char *before = (char *) self->origin.backend;
  g_auto (GStrv) named = g_strsplit (before != NULL ? before : "", separator, -1);

  if (g_strv_contains ((const char *const *) named, device))
    return;
  self->origin.backend =
      before != NULL ? g_strconcat (before, separator, device, NULL) : g_strdup (device);
  g_free (before);
}

OndMaps *
ond_maps_ref (OndMaps *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ond_maps_unref (OndMaps *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (self->grids[p]);
  for (int s = 0; s < OND_N_STATISTICS; s++)
    g_free (self->values[s]);
  g_free (self->filled);
  g_free (self->max_voxel);
  origin_clear (&self->origin);
  g_free (self);
}

const OndGrid *
ond_maps_get_grid (const OndMaps *self, OndParameter parameter)
{
  return self->grids[parameter];
}

const OndMethod *
ond_maps_get_method (const OndMaps *self)
{
  return &self->method;
}

OndNorm
ond_maps_get_norm (const OndMaps *self)
{
  return self->norm;
}

OndStatisticSet
ond_maps_get_statistics (const OndMaps *self)
{
  return self->statistics;
}

OndPass
ond_maps_get_pass (const OndMaps *self)
{
  return self->pass;
}

const OndMapsOrigin *
ond_maps_get_origin (const OndMaps *self)
{
  return &self->origin;
}

const gint32 *
ond_maps_get_dims (const OndMaps *self)
{
  return self->n;
}

int
ond_maps_get_rank (const OndMaps *self)
{
  return self->n[OND_Z] == 1 ? 2 : 3;
}

gsize
ond_maps_get_n_cells (const OndMaps *self)
{
  return self->n_cells;
}

gsize
ond_maps_get_n_filled (const OndMaps *self)
{
  return self->n_filled;
}

gboolean
ond_maps_is_filled (const OndMaps *self, gsize cell)
{
  return self->filled[cell];
}

gsize
ond_maps_cell (const OndMaps *self, const gsize index[OND_N_PARAMETERS])
{
  gsize cell = 0;

  for (int p = OND_N_PARAMETERS - 1; p >= 0; p--)
    cell = cell * self->grids[p]->n + index[p];
  return cell;
}

const double *
ond_maps_get_values (const OndMaps *self, OndStatistic statistic)
{
  return self->values[statistic];
}

const double *
ond_maps_get_plane (const OndMaps *self, OndStatistic statistic, gsize xi, gsize scale)
{
  const gsize index[OND_N_PARAMETERS] = { [OND_PARAMETER_XI] = xi, [OND_PARAMETER_SCALE] = scale };

  return self->values[statistic] ? self->values[statistic] + ond_maps_cell (self, index) : NULL;
}

void
ond_maps_get_max_voxel (const OndMaps *self, gsize cell, gint32 at[OND_N_AXES])
{
  for (int i = 0; i < OND_N_AXES; i++)
    at[i] = self->max_voxel ? MAX (self->max_voxel[cell * OND_N_AXES + i], -1) : -1;
}

static void
take_cell (OndMaps *self, gsize cell, const OndMoments *moments, const OndGeometry *geometry)
{
  gint32 *at;

  self->filled[cell] = TRUE;
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (self->values[s] != NULL)
      self->values[s][cell] = ond_statistic_value (s, moments);
  if (self->max_voxel == NULL)
    return;
  at = self->max_voxel + cell * OND_N_AXES;
  if (moments->n > 0)
    ond_geometry_position (geometry, moments->at_max, at);
  else
    at[OND_X] = at[OND_Y] = at[OND_Z] = OND_MAPS_NO_MAXIMUM;
}

gboolean
ond_maps_take_chunk (OndMaps *self, const OndSweepPlan *plan, gsize chunk,
                     const OndMoments *moments, const OndGeometry *geometry, GError **error)
{
  gsize n;
  const guint32 *cells;

  g_return_val_if_fail (ond_sweep_plan_get_n_points (plan) == self->n_cells, FALSE);
  cells = ond_sweep_plan_get_chunk (plan, chunk, &n);
  for (gsize i = 0; i < n; i++)
    if (ond_maps_is_filled (self, cells[i]))
      {
        g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                     "Chunk %" G_GSIZE_FORMAT " of the sweep came twice", chunk);
        return FALSE;
      }
  for (gsize i = 0; i < n; i++)
    take_cell (self, cells[i], &moments[i], geometry);
  self->n_filled += n;
  return TRUE;
}

gboolean
ond_maps_best (const OndMaps *self, OndStatistic statistic, gsize *cell)
{
  const double *values = self->values[statistic];
  gboolean found = FALSE;

  for (gsize i = 0; values != NULL && i < self->n_cells; i++)
    if (!isnan (values[i]) && (!found || values[i] > values[*cell]))
      {
        *cell = i;
        found = TRUE;
      }
  return found;
}

OndWavelet
ond_maps_get_wavelet (const OndMaps *self, gsize cell)
{
  OndWavelet wavelet = { .norm = self->norm };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      ond_wavelet_set (&wavelet, p, self->grids[p]->values[cell % self->grids[p]->n]);
      cell /= self->grids[p]->n;
    }
  return wavelet;
}

char *
ond_maps_checksum (const OndVolume *volume)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const float *samples = ond_volume_get_samples (volume);
  gsize left = ond_volume_get_n_voxels (volume);

  for (int i = 0; i < OND_N_AXES; i++)
    {
      gint32 n = GINT32_TO_LE (geometry->n[i]);
      g_checksum_update (checksum, (const guchar *) &n, sizeof n);
    }
  while (left > 0)
    {
      guint32 words[4096];
      gsize n = MIN (left, G_N_ELEMENTS (words));

      memcpy (words, samples, n * sizeof *samples);
      for (gsize i = 0; i < n; i++)
        words[i] = GUINT32_TO_LE (words[i]);
      g_checksum_update (checksum, (const guchar *) words, (gssize) (n * sizeof *words));
      samples += n;
      left -= n;
    }
  return g_strdup (g_checksum_get_string (checksum));
}

static void
append_number (GString *line, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (line, ',');
  g_string_append (line, isnan (value) ? "nan" : g_ascii_dtostr (text, sizeof text, value));
}

static void
append_cell (GString *line, const OndMaps *self, gsize cell)
{
  gsize rest = cell;
  gint32 at[OND_N_AXES];

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      append_number (line, self->grids[p]->values[rest % self->grids[p]->n]);
      rest /= self->grids[p]->n;
    }
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (self->values[s] != NULL)
      append_number (line, self->values[s][cell]);
  ond_maps_get_max_voxel (self, cell, at);
  for (int i = 0; self->max_voxel != NULL && i < OND_N_AXES; i++)
    g_string_append_printf (line, at[i] < 0 ? "," : ",%d", at[i] + 1);
  g_string_append_c (line, '\n');
  g_string_erase (line, 0, 1);
}

typedef gboolean (*PutBytes) (gpointer to, const void *bytes, gsize n, GError **error);

static gboolean
put_csv (const OndMaps *self, PutBytes put, gpointer to, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *names = NULL;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_string_append_printf (line, "%s,", ond_parameters[p].name);
  names = ond_statistic_set_to_text (self->statistics);
  g_string_append_printf (line, "%s%s\n", names, self->max_voxel != NULL ? ",x,y,z" : "");
  if (!put (to, line->str, line->len, error))
    return FALSE;
  for (gsize cell = 0; cell < self->n_cells; cell++)
    {
      g_string_truncate (line, 0);
      append_cell (line, self, cell);
      if (!put (to, line->str, line->len, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_into_file (gpointer to, const void *bytes, gsize n, GError **error)
{
  return ond_file_write_bytes (to, bytes, n, error);
}

static gboolean
put_into_stream (gpointer to, const void *bytes, gsize n, GError **error)
{
  if (fwrite (bytes, 1, n, to) == n)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_WRITE, "The table cannot be written: %s",
               g_strerror (errno));
  return FALSE;
}

gboolean
ond_maps_save_csv (const OndMaps *self, const char *path, gboolean overwrite, GError **error)
{
  g_autoptr (OndFileWrite) file = ond_file_write_begin (path, overwrite, error);

  return file != NULL && put_csv (self, put_into_file, file, error)
         && ond_file_write_finish (g_steal_pointer (&file), 0, error);
}

gboolean
ond_maps_print_csv (const OndMaps *self, FILE *stream, GError **error)
{
  return put_csv (self, put_into_stream, stream, error);
}
