/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Responses as FITS images. The file is composed here, so that each byte is known to have
 * arrived. */
#include "fits-compose.h"

#include "error.h"
#include "fits-header.h"
#include "fits-inherit.h"

#include <string.h>

#define CHUNK 16384 /* samples that are swapped at a time */

static void
put_structure (GString *header, const OndGeometry *geometry, const char *extension)
{
  int rank = ond_geometry_rank (geometry);

  if (extension == NULL)
    ond_fits_put_logical (header, "SIMPLE", TRUE, "conforms to the FITS standard");
  else
    ond_fits_put_string (header, "XTENSION", "IMAGE", "image extension");
  ond_fits_put_int (header, "BITPIX", -32, "single precision");
  ond_fits_put_int (header, "NAXIS", rank, NULL);
  for (int i = 0; i < rank; i++)
    {
      char key[] = { 'N', 'A', 'X', 'I', 'S', (char) ('1' + i), '\0' };
      ond_fits_put_int (header, key, geometry->n[i], NULL);
    }
  if (extension == NULL)
    return;
  ond_fits_put_int (header, "PCOUNT", 0, NULL);
  ond_fits_put_int (header, "GCOUNT", 1, NULL);
  ond_fits_put_string (header, "EXTNAME", extension, NULL);
}

/* UTC, or the moment that reproducible builds ask for. */
static void
put_date (GString *header)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  gint64 seconds = epoch ? g_ascii_strtoll (epoch, NULL, 10) : g_get_real_time () / G_USEC_PER_SEC;
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_utc (seconds);
  g_autofree char *text = now ? g_date_time_format (now, "%Y-%m-%dT%H:%M:%S") : NULL;

  if (text != NULL)
    ond_fits_put_string (header, "DATE", text, "of this file, UTC");
}

/* Degrees to 13 digits: what is left of the way through radians is not part of an angle. */
static double
get_parameter (const OndWavelet *wavelet, OndParameter parameter)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double value = ond_wavelet_get (wavelet, parameter);

  if (!ond_parameters[parameter].is_angle)
    return value;
  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.13G", value), NULL);
}

static void
put_wavelet (GString *header, const OndWavelet *wavelet, int rank)
{
  static const char *const keys[OND_N_PARAMETERS] = { "THETA", "PHI", "XI", "SCALE" };
  static const char *const comments[OND_N_PARAMETERS] = {
    "[deg] direction of the wavelet",
    "[deg] direction of the wavelet",
    "stretch along the direction",
    "scale in units of the smallest voxel edge",
  };

  ond_fits_put_string (header, "WAVELET", "MEXICAN-HAT", "stretched Mexican hat");
  for (int i = 0; i < OND_N_PARAMETERS; i++)
    if (rank == 3 || i != OND_PARAMETER_PHI)
      ond_fits_put_double (header, keys[i], get_parameter (wavelet, (OndParameter) i), comments[i]);
  ond_fits_put_string (header, "NORM", ond_norms[wavelet->norm].name,
                       "normalisation of the wavelet");
}

static void
put_method (GString *header, const OndMethod *method)
{
  ond_fits_put_string (header, "BOUNDARY", ond_boundaries[method->boundary].name,
                       "what lies beyond the faces");
  ond_fits_put_string (header, "SAMPLING", ond_samplings[method->sampling].name,
                       "how the wavelet meets the grid");
  ond_fits_put_string (header, "INVALID", ond_fills[method->fill].name,
                       "what stands in for invalid voxels");
  ond_fits_put_logical (header, "BORDER", method->exclude_border,
                        "statistics leave out the border");
}

static void
put_edges (GString *header, const OndGeometry *geometry, const OndVolumeInfo *info)
{
  for (int i = 0; i < ond_geometry_rank (geometry); i++)
    {
      char key[] = { 'E', 'D', 'G', 'E', (char) ('1' + i), '\0' };
      ond_fits_put_double (header, key, geometry->edge[i], "voxel edge over the smallest");
    }
  if (info == NULL || !(info->edge_length > 0) || info->length_unit == NULL)
    return;
  ond_fits_put_double (header, "EDGELEN", info->edge_length, "the smallest voxel edge");
  ond_fits_put_string (header, "EDGEUNIT", info->length_unit, "unit of EDGELEN");
  /* A volume with a header has its own coordinates; a generated one gets lengths from the centre of
   * the first voxel here, as figures have them on physical axes. */
  for (int i = 0; i < ond_geometry_rank (geometry) && info->cards == NULL; i++)
    {
      const struct
      {
        const char *root;
        double value;
        const char *comment;
      } rows[] = {
        { "CRPIX", 1, "the first voxel" },
        { "CRVAL", 0, "its centre" },
        { "CDELT", geometry->edge[i] * info->edge_length, "edge of a voxel" },
      };
      char key[16];

      for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
        {
          g_snprintf (key, sizeof key, "%s%d", rows[k].root, i + 1);
          ond_fits_put_double (header, key, rows[k].value, rows[k].comment);
        }
      g_snprintf (key, sizeof key, "CUNIT%d", i + 1);
      ond_fits_put_string (header, key, info->length_unit, NULL);
    }
}

static gboolean
has_key (const GString *header, const char *card)
{
  for (gsize i = 0; i < header->len; i += OND_FITS_CARD)
    if (memcmp (header->str + i, card, 8) == 0)
      return TRUE;
  return FALSE;
}

/* What files of ours say of how they were made. It does not hold for what is made of them: the
 * response to a best map is none. */
static gboolean
is_about_result (const char *card)
{
  static const char *const keys[] = { "CONTENT",  "WAVELET", "THETA",    "PHI",      "XI",
                                      "SCALE",    "NORM",    "BOUNDARY", "SAMPLING", "INVALID",
                                      "BORDER",   "BACKEND", "GRIDTHET", "GRIDPHI",  "GRIDXI",
                                      "GRIDSCAL", "NPOINTS", "NFILLED",  "COMPLETE" };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gsize n = strlen (keys[i]);

      if (memcmp (card, keys[i], n) == 0 && strspn (card + n, " ") >= 8 - n)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_ours (const OndVolumeInfo *info)
{
  g_autofree char *creator =
      info->cards != NULL ? ond_fits_get_string (info->cards, "CREATOR") : NULL;

  return creator != NULL && g_str_has_prefix (creator, "Ondelette ");
}

/* What is said here of the response wins over the input's cards of the same name. */
static void
put_inherited (GString *header, const OndVolumeInfo *info)
{
  g_autoptr (GString) cards = ond_fits_inherit (info);
  g_autoptr (GString) own = g_string_new (header->str);
  gboolean ours = is_ours (info), kept = FALSE;

  for (const char *card = cards->str; *card != '\0'; card += OND_FITS_CARD)
    {
      if (strncmp (card, "CONTINUE", 8) != 0) /* of a long string it goes with the rest */
        kept = !has_key (own, card) && !(ours && is_about_result (card));
      if (kept)
        g_string_append_len (header, card, OND_FITS_CARD);
    }
}

static void
put_origin (GString *header, const OndFitsMeta *meta)
{
  const OndVolumeInfo *info = meta->like ? ond_volume_get_info (meta->like) : NULL;
  g_autoptr (GString) text = g_string_new ("Ondelette " OND_VERSION);

  if (info != NULL && info->name != NULL)
    g_string_append_printf (text, " from %s%s%s%s%s", info->name, info->hdu ? ", " : "",
                            info->hdu ? info->hdu : "", info->note ? ", " : "",
                            info->note ? info->note : "");
  ond_fits_put_history (header, text->str);
  if (meta->command != NULL)
    ond_fits_put_history (header, meta->command);
}

GString *
ond_fits_compose_header (const OndGeometry *geometry, const OndFitsMeta *meta,
                         const OndFitsPart *part)
{
  GString *header = g_string_new (NULL);
  const OndVolumeInfo *info = meta->like ? ond_volume_get_info (meta->like) : NULL;

  put_structure (header, geometry, part->extension);
  put_date (header);
  ond_fits_put_string (header, "CREATOR", "Ondelette " OND_VERSION, NULL);
  if (meta->wavelet != NULL)
    put_wavelet (header, meta->wavelet, ond_geometry_rank (geometry));
  if (meta->method != NULL)
    put_method (header, meta->method);
  if (part->cards != NULL)
    g_string_append_len (header, part->cards->str, (gssize) part->cards->len);
  if (meta->backend != NULL)
    ond_fits_put_string (header, "BACKEND", meta->backend, "what computed");
  put_edges (header, geometry, info);
  if (info != NULL)
    put_inherited (header, info);
  put_origin (header, meta);
  return header;
}

gboolean
ond_fits_write_floats (OndFileWrite *file, const float *samples, gsize n)
{
  guint32 *chunk = g_new (guint32, CHUNK);
  gboolean ok = TRUE;

  for (gsize i = 0; i < n && ok; i += CHUNK)
    {
      gsize here = MIN (CHUNK, n - i);

      memcpy (chunk, samples + i, here * sizeof *chunk);
      for (gsize k = 0; k < here; k++)
        chunk[k] = GUINT32_TO_BE (chunk[k]);
      ok = ond_file_write_bytes (file, chunk, here * sizeof *chunk, NULL);
    }
  g_free (chunk);
  return ok;
}

guint64
ond_fits_write_padding (OndFileWrite *file, gsize n)
{
  static const guint8 zeros[OND_FITS_BLOCK];
  gsize padding = (OND_FITS_BLOCK - n % (OND_FITS_BLOCK / 4) * 4) % OND_FITS_BLOCK;

  ond_file_write_bytes (file, zeros, padding, NULL);
  return n * sizeof (float) + padding;
}

gboolean
ond_fits_check_name (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  if (!g_str_has_suffix (path, ".gz"))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_WRITE,
               "%s: cannot write: gzip is not supported, leave out .gz", name);
  return FALSE;
}

gboolean
ond_fits_write (const char *path, const OndGeometry *geometry, const float *samples,
                const OndFitsMeta *meta, gboolean overwrite, GError **error)
{
  static const OndFitsMeta nothing;
  static const OndFitsPart primary;
  gsize n = ond_geometry_n_voxels (geometry);
  g_autoptr (GString) header = NULL;
  OndFileWrite *file;
  guint64 size;

  g_return_val_if_fail (n > 0, FALSE);
  if (!ond_fits_check_name (path, error))
    return FALSE;
  file = ond_file_write_begin (path, overwrite, error);
  if (file == NULL)
    return FALSE;
  header = ond_fits_compose_header (geometry, meta ? meta : &nothing, &primary);
  ond_fits_finish_header (header, ond_fits_sum_floats (samples, n, 0));
  ond_file_write_bytes (file, header->str, header->len, NULL);
  ond_fits_write_floats (file, samples, n);
  size = header->len + ond_fits_write_padding (file, n);
  return ond_file_write_finish (file, size, error);
}
