/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "volume-text.h"

char *
ond_volume_text (const OndVolume *volume)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const OndVolumeInfo *info = ond_volume_get_info (volume);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%d × %d", geometry->n[OND_X], geometry->n[OND_Y]);
  if (ond_geometry_rank (geometry) == 3)
    g_string_append_printf (text, " × %d", geometry->n[OND_Z]);
  if (info->edge_length > 0 && info->length_unit != NULL)
    g_string_append_printf (text, " voxels of %.4g %s", info->edge_length, info->length_unit);
  if (info->unit != NULL && *info->unit != '\0')
    g_string_append_printf (text, ", %s", info->unit);
  return g_string_free (text, FALSE);
}

char *
ond_volume_dup_hdu (const OndVolume *volume)
{
  const char *label = ond_volume_get_info (volume)->hdu;
  guint64 number;
  char *end;

  if (label == NULL || !g_str_has_prefix (label, "HDU "))
    return NULL;
  number = g_ascii_strtoull (label + 4, &end, 10);
  return end > label + 4 ? g_strdup_printf ("%" G_GUINT64_FORMAT, number) : NULL;
}
