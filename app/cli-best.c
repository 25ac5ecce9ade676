/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli-best.h"

#include "../core/best-fits.h"
#include "../core/best-part.h"
#include "../core/error.h"
#include "../core/fits.h"

/* The file beside the checkpoint is as large as the map: written every minute, and more seldom
 * where that would take more than a twentieth of the time. */
#define KEEP_INTERVAL (60 * G_TIME_SPAN_SECOND)
#define KEEP_SHARE 20

/* Do both names lead to one file? Neither need exist. */
static gboolean
same_path (const char *a, const char *b)
{
  g_autofree char *absolute_a = a ? g_canonicalize_filename (a, NULL) : NULL,
                  *absolute_b = b ? g_canonicalize_filename (b, NULL) : NULL;

  return a != NULL && b != NULL && g_str_equal (absolute_a, absolute_b);
}

gboolean
ond_cli_best_check (const OndCliBest *self, const OndCli *cli, const char *csv, GError **error)
{
  if (self->path == NULL)
    return TRUE;
  if (same_path (self->path, cli->output) || same_path (self->path, csv))
    {
      g_autofree char *name = g_filename_display_name (self->path);

      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "--best %s: another output has that name; write it to a file of its own", name);
      return FALSE;
    }
  return ond_fits_check_name (self->path, error) && ond_cli_check_output (cli, self->path, error);
}

gboolean
ond_cli_best_begin (OndCliBest *self, const OndCli *cli, const OndSweepPlan *plan,
                    OndVolume *volume, const OndMaps *maps, GError **error)
{
  g_autoptr (OndSettings) settings = NULL;
  g_autofree char *json = NULL, *text = NULL;

  if (self->path == NULL)
    return TRUE;
  settings = ond_settings_new_from_maps (maps);
  json = ond_settings_to_json (settings);
  text = g_strconcat (json, ond_maps_get_origin (maps)->checksum, NULL);
  self->tag = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  self->output = g_strdup (cli->output);
  self->map = ond_best_new (plan, volume, error);
  return self->map != NULL;
}

gboolean
ond_cli_best_open (OndCliBest *self, gboolean resume, GError **error)
{
  g_autofree char *part = self->map ? ond_best_part_path (self->output) : NULL;

  if (self->map == NULL)
    return TRUE;
  self->next = g_get_monotonic_time () + KEEP_INTERVAL;
  if (!resume)
    ond_best_part_remove (self->output);
  return !g_file_test (part, G_FILE_TEST_EXISTS)
         || ond_best_part_load (self->map, self->output, self->tag, &self->on_file, error);
}

gboolean
ond_cli_best_keep (OndCliBest *self, gsize n_chunks, gboolean now, GError **error)
{
  gint64 begun = g_get_monotonic_time ();

  if (self->map == NULL || (begun < self->next && !now))
    return TRUE;
  if (!ond_best_part_save (self->map, self->output, self->tag, n_chunks, error))
    return FALSE;
  self->next = g_get_monotonic_time ();
  self->next += MAX (KEEP_INTERVAL, KEEP_SHARE * (self->next - begun));
  return TRUE;
}

gboolean
ond_cli_best_save (const OndCliBest *self, OndCli *cli, const char *backend, gsize n_done,
                   GError **error)
{
  g_autofree char *command = NULL;
  OndBestMeta meta = { .backend = backend, .n_done = n_done };

  if (self->map == NULL)
    return TRUE;
  command = ond_cli_command_line (cli, cli->command->settings);
  meta.command = command;
  return ond_best_save (self->map, &meta, self->path, cli->overwrite, cli->cancellable, error);
}

void
ond_cli_best_remove (const OndCli *cli)
{
  ond_best_part_remove (cli->output);
}

void
ond_cli_best_clear (OndCliBest *self)
{
  g_clear_pointer (&self->map, ond_best_unref);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->tag, g_free);
}
