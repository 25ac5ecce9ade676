/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open-maps.h"

#include <stdio.h>

void
ond_opened_maps_clear (OndOpenedMaps *self)
{
  g_clear_pointer (&self->maps, ond_maps_unref);
  g_clear_pointer (&self->volume, ond_volume_unref);
  self->is_open = FALSE;
}

static gboolean
matches (const OndMapsOrigin *origin, const OndVolume *volume)
{
  g_autofree char *checksum = ond_maps_checksum (volume);

  return g_strcmp0 (checksum, origin->checksum) == 0;
}

/* Voxel edges are part of what the maps were made from: the wavelet is measured in them. */
static OndVolume *
with_edges (OndVolume *volume, const OndMapsOrigin *origin)
{
  const double *edge = ond_volume_get_geometry (volume)->edge;
  double lengths[OND_N_AXES];
  gboolean same = TRUE;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      same = same && edge[i] == origin->edge[i];
      lengths[i] = origin->edge[i] * (origin->edge_length > 0 ? origin->edge_length : 1);
    }
  return same ? ond_volume_ref (volume)
              : ond_volume_with_edges (volume, lengths, origin->length_unit);
}

/* "1" of "HDU 1 (SCI)"; NULL where the input had one image. */
static char *
read_hdu (const OndMapsOrigin *origin)
{
  int number;

  if (origin->input_hdu == NULL || sscanf (origin->input_hdu, "HDU %d", &number) != 1)
    return NULL;
  return g_strdup_printf ("%d", number);
}

/* The input where the maps are; NULL when it is not there or not the same. */
static OndVolume *
find_input (const char *path, const OndMapsOrigin *origin, GCancellable *cancellable)
{
  g_autofree char *folder = g_path_get_dirname (path), *name = NULL, *input = NULL;
  g_autofree char *hdu = read_hdu (origin);
  const OndSourceOptions options = { .hdu = hdu };
  g_autoptr (OndVolume) volume = NULL;

  if (origin->input == NULL || origin->checksum == NULL)
    return NULL;
  name = g_path_get_basename (origin->input); /* what a file says is no path to follow */
  input = g_build_filename (folder, name, NULL);
  if (!g_file_test (input, G_FILE_TEST_IS_REGULAR))
    return NULL;
  volume = ond_source_read (input, &options, cancellable, NULL);
  return volume != NULL && matches (origin, volume) ? with_edges (volume, origin) : NULL;
}

gboolean
ond_open_maps (OndOpenedMaps *self, const char *path, OndVolume *open, GCancellable *cancellable,
               GError **error)
{
  const OndMapsOrigin *origin;

  self->maps = ond_maps_load (path, error);
  if (self->maps == NULL)
    return FALSE;
  origin = ond_maps_get_origin (self->maps);
  self->is_open = open != NULL && matches (origin, open);
  if (!self->is_open)
    self->volume = find_input (path, origin, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
