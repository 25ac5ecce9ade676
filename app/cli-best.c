/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli-best.h"

#include "../core/best-fits.h"
#include "../core/error.h"
#include "../core/fits.h"

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
  if (self->path == NULL)
    return TRUE;
  self->map = ond_best_new (plan, volume, error);
  if (self->map != NULL)
    self->part = ond_best_part_new (self->map, cli->output, maps);
  return self->map != NULL;
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
ond_cli_best_clear (OndCliBest *self)
{
  g_clear_pointer (&self->part, ond_best_part_free);
  g_clear_pointer (&self->map, ond_best_unref);
  g_clear_pointer (&self->path, g_free);
}
