/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FITS images into volumes: which image, how much memory, the samples. */
#include "fits.h"

#include "error.h"
#include "fits-axes.h"
#include "fits-header.h"
#include "fits-samples.h"
#include "fits-tiles.h"
#include "memory.h"

#include <string.h>

#define CHUNK (1u << 20) /* bytes between two looks at the cancellable */

gboolean
ond_fits_probe (const guint8 *head, gsize n)
{
  return (n >= 9 && memcmp (head, "SIMPLE  =", 9) == 0)
         || (n >= 2 && head[0] == 0x1f && head[1] == 0x8b);
}

static OndImageEntry *
entry_new (const OndFitsHdu *hdu)
{
  OndImageEntry *entry = g_new0 (OndImageEntry, 1);
  g_autoptr (GError) error = NULL;
  OndFitsAxes axes;

  entry->hdu = hdu->number;
  entry->name = g_strdup (hdu->name);
  entry->bitpix = hdu->bitpix;
  entry->n_axes = hdu->n_axes;
  memcpy (entry->axes, hdu->axes, sizeof entry->axes);
  entry->compressed = hdu->compressed;
  if (hdu->why_not != NULL)
    entry->why_not = g_strdup (hdu->why_not);
  else if (!ond_fits_axes_choose (hdu, 0, &axes, &error))
    entry->why_not = g_strdup (error->message);
  return entry;
}

GPtrArray *
ond_fits_list (const char *path, GError **error)
{
  g_autoptr (OndFitsInput) input = ond_fits_input_open (path, ond_memory_budget (), NULL, error);
  g_autoptr (GPtrArray) hdus = input ? ond_fits_scan (input, NULL, error) : NULL;
  GPtrArray *entries;

  if (hdus == NULL)
    return NULL;
  entries = g_ptr_array_new_with_free_func ((GDestroyNotify) ond_image_entry_free);
  for (guint i = 0; i < hdus->len; i++)
    {
      const OndFitsHdu *hdu = hdus->pdata[i];
      if (hdu->is_image)
        g_ptr_array_add (entries, entry_new (hdu));
    }
  return entries;
}

/* "HDU 0, HDU 1 (SCI)": what there is to choose from. */
static char *
list_images (GPtrArray *hdus)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < hdus->len && list->len < 200; i++)
    {
      const OndFitsHdu *hdu = hdus->pdata[i];
      g_autofree char *label = ond_fits_hdu_label (hdu);
      if (hdu->is_image)
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", label);
    }
  return g_string_free (list, FALSE);
}

static gboolean
is_wanted (const OndFitsHdu *hdu, const char *wanted)
{
  guint64 number;

  if (g_ascii_string_to_unsigned (wanted, 10, 0, G_MAXINT, &number, NULL))
    return (guint64) hdu->number == number;
  return hdu->name != NULL && strcmp (hdu->name, wanted) == 0;
}

static const OndFitsHdu *
find_wanted (GPtrArray *hdus, const char *wanted, GError **error)
{
  g_autofree char *list = NULL;

  for (guint i = 0; i < hdus->len; i++)
    {
      const OndFitsHdu *hdu = hdus->pdata[i];
      if (is_wanted (hdu, wanted) && hdu->is_image)
        return hdu;
    }
  list = list_images (hdus);
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "there is no image \"%s\"; there are %s",
               wanted, list);
  return NULL;
}

/* The first image that can be opened; when there is none, the reason is that of the first, or of
 * the last of several (an empty primary array says nothing). */
static const OndFitsHdu *
find_first (GPtrArray *hdus, GError **error)
{
  g_autofree char *why = NULL, *label = NULL;

  for (guint i = 0; i < hdus->len; i++)
    {
      const OndFitsHdu *hdu = hdus->pdata[i];
      OndFitsAxes axes;
      g_autoptr (GError) failure = NULL;

      if (!hdu->is_image)
        continue;
      if (hdu->why_not == NULL && ond_fits_axes_choose (hdu, 0, &axes, &failure))
        return hdu;
      if (why != NULL && hdu->why_not != NULL && hdu->n_axes == 0)
        continue;
      g_free (why);
      g_free (label);
      why = g_strdup (failure ? failure->message : hdu->why_not);
      label = ond_fits_hdu_label (hdu);
    }
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s%s%s%s",
               hdus->len > 1 ? "no image to open: " : "", hdus->len > 1 ? label : "",
               hdus->len > 1 ? ": " : "", why ? why : "it holds no image");
  return NULL;
}

static const OndFitsHdu *
choose_hdu (GPtrArray *hdus, const char *wanted, GError **error)
{
  const OndFitsHdu *hdu = wanted ? find_wanted (hdus, wanted, error) : find_first (hdus, error);

  if (hdu == NULL || hdu->why_not == NULL)
    return hdu;
  g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE, hdu->why_not);
  return NULL;
}

static gboolean
check_memory (const OndGeometry *geometry, guint64 memory, GError **error)
{
  guint64 need = ond_geometry_n_voxels (geometry) * sizeof (float);

  if (need <= memory)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
               "too large: %d × %d × %d voxels need %.3g GB of memory, %.3g GB may be used",
               geometry->n[OND_X], geometry->n[OND_Y], geometry->n[OND_Z], 1e-9 * (double) need,
               1e-9 * (double) memory);
  return FALSE;
}

typedef struct
{
  const OndFitsInput *input;
  OndFitsScaling scaling;
  guint8 *chunk;
  gsize n_beyond;
  GCancellable *cancellable;
} Reader;

/* n samples stored one after another from byte `offset`. */
static gboolean
read_run (Reader *self, guint64 offset, guint64 n, float *out, GError **error)
{
  gsize width = (gsize) ABS (self->scaling.bitpix) / 8;

  while (n > 0)
    {
      gsize here = (gsize) MIN (n, CHUNK / width);

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
          || !ond_fits_input_read (self->input, self->chunk, here * width, offset, error))
        return FALSE;
      self->n_beyond += ond_fits_scaling_apply (&self->scaling, self->chunk, here, out);
      out += here;
      offset += here * width;
      n -= here;
    }
  return TRUE;
}

static gboolean
read_plain (Reader *self, const OndFitsHdu *hdu, const OndFitsAxes *axes, float *out, GString *note,
            GError **error)
{
  guint64 width = (guint64) ABS (hdu->bitpix) / 8, run = axes->inner * width;
  gboolean ok = ond_fits_scaling_read (hdu->cards, hdu->bitpix, &self->scaling, note, error);

  self->chunk = g_malloc (CHUNK);
  for (guint64 i = 0; i < axes->outer && ok; i++)
    {
      guint64 at = i * (guint64) axes->n_planes + (guint64) axes->plane - 1;
      ok = read_run (self, hdu->data + at * run, axes->inner, out + i * axes->inner, error);
    }
  g_free (self->chunk);
  if (ok && self->n_beyond > 0)
    g_string_append_printf (
        note, "%s%" G_GSIZE_FORMAT " values are too large for single precision and invalid",
        note->len > 0 ? "; " : "", self->n_beyond);
  return ok;
}

static void
note_plane (const OndFitsHdu *hdu, const OndFitsAxes *axes, GString *note)
{
  g_autofree char *key = g_strdup_printf ("CTYPE%d", axes->plane_axis);
  g_autofree char *type = axes->plane_axis > 0 ? ond_fits_get_string (hdu->cards, key) : NULL;

  if (axes->plane_axis == 0)
    return;
  g_string_append_printf (note, "plane %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " along axis %d",
                          axes->plane, axes->n_planes, axes->plane_axis);
  if (type != NULL && type[0] != '\0')
    g_string_append_printf (note, " (%s)", type);
}

static OndVolume *
make_volume (const char *path, const OndFitsHdu *hdu, const OndFitsAxes *axes, float *samples,
             const char *note)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL),
                  *name = g_filename_display_basename (absolute);
  g_autofree char *label = ond_fits_hdu_label (hdu),
                  *unit = ond_fits_get_string (hdu->cards, "BUNIT");
  OndVolumeInfo info = {
    .name = name,
    .path = absolute,
    .hdu = label,
    .note = note[0] ? note : NULL,
    .unit = unit,
    .edge_length = axes->edge_length,
    .length_unit = axes->length_unit,
    .cards = hdu->cards,
    .plane = axes->plane_axis > 0 ? (int) axes->plane : 0,
  };

  memcpy (info.axis, axes->axis, sizeof info.axis);
  return ond_volume_new_take (&axes->geometry, samples, &info);
}

static OndVolume *
read_hdu (const char *path, const OndFitsInput *input, const OndFitsHdu *hdu,
          const OndFitsAxes *axes, guint64 memory, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) note = g_string_new (NULL);
  Reader reader = { .input = input, .cancellable = cancellable };
  float *samples = ond_volume_alloc (&axes->geometry, error);
  gboolean ok;

  if (samples == NULL)
    return NULL;
  note_plane (hdu, axes, note);
  ok = hdu->compressed ? ond_fits_tiles_read (input, hdu, axes, memory, samples, cancellable, error)
                       : read_plain (&reader, hdu, axes, samples, note, error);
  if (ok)
    return make_volume (path, hdu, axes, samples, note->str);
  ond_volume_free_samples (samples);
  return NULL;
}

OndVolume *
ond_fits_read (const char *path, const OndSourceOptions *options, GCancellable *cancellable,
               GError **error)
{
  static const OndSourceOptions defaults;
  guint64 memory;
  g_autoptr (OndFitsInput) input = NULL;
  g_autoptr (GPtrArray) hdus = NULL;
  const OndFitsHdu *hdu;
  OndFitsAxes axes;

  options = options ? options : &defaults;
  memory = options->memory > 0 ? options->memory : ond_memory_budget ();
  input = ond_fits_input_open (path, memory, cancellable, error);
  hdus = input ? ond_fits_scan (input, cancellable, error) : NULL;
  hdu = hdus ? choose_hdu (hdus, options->hdu, error) : NULL;
  if (hdu == NULL || !ond_fits_axes_choose (hdu, options->plane, &axes, error))
    return NULL;
  if (input->fd < 0) /* inflated bytes share the budget */
    memory -= MIN (memory, input->size);
  if (!check_memory (&axes.geometry, memory, error))
    return NULL;
  ond_fits_axes_measure (hdu, &axes);
  memory -= ond_geometry_n_voxels (&axes.geometry) * sizeof (float);
  return read_hdu (path, input, hdu, &axes, memory, cancellable, error);
}
