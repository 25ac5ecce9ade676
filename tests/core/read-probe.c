/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test program: opens a file as the programs do and prints what came of it, so that scripts can
 * compare it with other readers. read-probe FILE [--hdu H] [--plane P] [--raw OUT] [--write FITS]:
 * one JSON object on standard output; the samples as native floats into OUT, and as if they were a
 * response into FITS. Exit 1 with the message on standard error when the file cannot be opened or
 * written. */
#include "core/fits-decoder.h"
#include "core/fits.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>

static void
add_string (JsonBuilder *json, const char *name, const char *value)
{
  json_builder_set_member_name (json, name);
  value ? json_builder_add_string_value (json, value) : json_builder_add_null_value (json);
}

static void
count (const OndVolume *volume, gint64 *n_nan, gint64 *n_inf)
{
  const float *samples = ond_volume_get_samples (volume);

  *n_nan = *n_inf = 0;
  for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
    {
      *n_nan += isnan (samples[i]) != 0;
      *n_inf += isinf (samples[i]) != 0;
    }
}

static void
print (const OndVolume *volume)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const OndVolumeInfo *info = ond_volume_get_info (volume);
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  gint64 n_nan, n_inf;

  count (volume, &n_nan, &n_inf);
  json_builder_begin_object (json);
  json_builder_set_member_name (json, "dims");
  json_builder_begin_array (json);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_int_value (json, geometry->n[i]);
  json_builder_end_array (json);
  json_builder_set_member_name (json, "edge");
  json_builder_begin_array (json);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_double_value (json, geometry->edge[i]);
  json_builder_end_array (json);
  json_builder_set_member_name (json, "nan_count");
  json_builder_add_int_value (json, n_nan);
  json_builder_set_member_name (json, "inf_count");
  json_builder_add_int_value (json, n_inf);
  add_string (json, "hdu", info->hdu);
  add_string (json, "note", info->note);
  add_string (json, "unit", info->unit);
  add_string (json, "length_unit", info->length_unit);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  puts (text);
}

static gboolean
save (const OndVolume *volume, const char *path)
{
  FILE *file = fopen (path, "wb");
  gsize n = ond_volume_get_n_voxels (volume);
  gboolean ok =
      file != NULL && fwrite (ond_volume_get_samples (volume), sizeof (float), n, file) == n;

  return file != NULL && fclose (file) == 0 && ok;
}

static gboolean export(OndVolume *volume, const char *path, GError **error)
{
  OndWavelet wavelet = ond_wavelet_default ();
  OndMethod method = ond_method_default ();
  OndFitsMeta meta = { volume, &wavelet, &method, "none", "read-probe --write 'σ [1].fits' " };

  return ond_fits_write (path, ond_volume_get_geometry (volume), ond_volume_get_samples (volume),
                         &meta, TRUE, error);
}

int
main (int argc, char **argv)
{
  g_autofree char *hdu = NULL, *raw = NULL, *written = NULL;
  g_auto (GStrv) files = NULL;
  int plane = 0;
  const GOptionEntry entries[] = {
    { "hdu", 0, 0, G_OPTION_ARG_STRING, &hdu, NULL, NULL },
    { "plane", 0, 0, G_OPTION_ARG_INT, &plane, NULL, NULL },
    { "raw", 0, 0, G_OPTION_ARG_FILENAME, &raw, NULL, NULL },
    { "write", 0, 0, G_OPTION_ARG_FILENAME, &written, NULL, NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, NULL },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  g_autoptr (OndVolume) volume = NULL;

  ond_fits_decoder_main (argc, argv);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || files == NULL
      || g_strv_length (files) != 1)
    return 2;
  volume =
      ond_source_read (files[0], &(OndSourceOptions){ .hdu = hdu, .plane = plane }, NULL, &error);
  if (volume == NULL || (written != NULL && !export(volume, written, &error)))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  print (volume);
  return raw == NULL || save (volume, raw) ? 0 : 1;
}
