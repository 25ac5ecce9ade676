/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-ds9.h"

#include "file-write.h"

#include <string.h>

/* In as few digits as read back the same. */
static void
append_number (GString *to, double value)
{
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE];

  for (int digits = 6; digits <= 17; digits++)
    {
      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  g_string_append (to, text);
}

/* DS9 knows three pairs of delimiters and no way to write one inside its own. */
static void
append_text (GString *to, const char *text)
{
  if (strchr (text, '}') == NULL && strchr (text, '{') == NULL)
    g_string_append_printf (to, " text={%s}", text);
  else if (strchr (text, '"') == NULL)
    g_string_append_printf (to, " text=\"%s\"", text);
  else if (strchr (text, '\'') == NULL)
    g_string_append_printf (to, " text='%s'", text);
  else
    {
      g_autofree char *plain = g_strdelimit (g_strdup (text), "{}", '|');

      g_string_append_printf (to, " text={%s}", plain);
    }
}

static void
append_region (GString *to, const OndRegion *region)
{
  int factor = region->shape == OND_REGION_BOX ? 2 : 1;
  const double numbers[] = { region->centre[0] + 1, region->centre[1] + 1, region->half[0] * factor,
                             region->half[1] * factor, region->angle };

  g_string_append_printf (to, "%s(", ond_region_shapes[region->shape].name);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      if (i > 0)
        g_string_append_c (to, ',');
      append_number (to, numbers[i]);
    }
  g_string_append (to, ") #");
  if (region->color[0] != '\0')
    g_string_append_printf (to, " color=%s", region->color);
  if (region->text[0] != '\0')
    append_text (to, region->text);
  if (region->index >= 0 || region->normal != OND_Z)
    g_string_append_printf (to, " tag={Ondelette %s %d}", ond_slice_name (region->normal),
                            MAX (region->index, 0) + 1);
  g_string_append_c (to, '\n');
}

char *
ond_region_ds9_format (const OndRegion *regions, guint n)
{
  GString *text = g_string_new ("# Region file format: DS9 version 4.1\n");
  gboolean other_slices = FALSE;

  for (guint i = 0; i < n; i++)
    other_slices = other_slices || regions[i].normal != OND_Z;
  if (other_slices)
    g_string_append (text,
                     "# A region whose tag says XZ or YZ is in the coordinates of that slice\n");
  g_string_append (text, "image\n");
  for (guint i = 0; i < n; i++)
    append_region (text, &regions[i]);
  return g_string_free (text, FALSE);
}

gboolean
ond_region_ds9_save (const OndRegion *regions, guint n, const char *path, GError **error)
{
  g_autofree char *text = ond_region_ds9_format (regions, n);
  OndFileWrite *file = ond_file_write_begin (path, TRUE, error);

  if (file == NULL)
    return FALSE;
  ond_file_write_bytes (file, text, strlen (text), NULL);
  return ond_file_write_finish (file, strlen (text), error);
}
