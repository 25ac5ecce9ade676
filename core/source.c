/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"

#include "error.h"
#include "file-read.h"
#include "fits.h"

#include <unistd.h>

#define N_HEAD 2880 /* bytes that a probe sees */

typedef struct
{
  const char *name;
  gboolean (*probe) (const guint8 *head, gsize n);
  GPtrArray *(*list) (const char *path, GError **error);
  OndVolume *(*read) (const char *path, const OndSourceOptions *options, GCancellable *cancellable,
                      GError **error);
} Format;

static const Format formats[] = {
  { "FITS", ond_fits_probe, ond_fits_list, ond_fits_read },
};

void
ond_image_entry_free (OndImageEntry *entry)
{
  if (entry == NULL)
    return;
  g_free (entry->name);
  g_free (entry->why_not);
  g_free (entry);
}

static const Format *
find_format (const char *path, GError **error)
{
  guint64 size;
  guint8 head[N_HEAD];
  int fd = ond_file_open (path, &size, error);
  gsize n = (gsize) MIN (sizeof head, size);
  gboolean ok = fd >= 0 && ond_file_pread (fd, head, n, 0, error);

  if (fd >= 0)
    close (fd);
  if (!ok)
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].probe (head, n))
      return &formats[i];
  g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE,
                       "not a FITS file, and no other format is known");
  return NULL;
}

static void
name_file (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  if (error != NULL && *error != NULL && (*error)->domain == OND_ERROR)
    g_prefix_error (error, "%s: ", name);
}

GPtrArray *
ond_source_list (const char *path, GError **error)
{
  const Format *format = find_format (path, error);
  GPtrArray *entries = format ? format->list (path, error) : NULL;

  if (entries == NULL)
    name_file (path, error);
  return entries;
}

OndVolume *
ond_source_read (const char *path, const OndSourceOptions *options, GCancellable *cancellable,
                 GError **error)
{
  const Format *format = find_format (path, error);
  OndVolume *volume = format ? format->read (path, options, cancellable, error) : NULL;

  if (volume == NULL)
    name_file (path, error);
  return volume;
}
