/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file that a command works on: refusals of what is no volume, reading, and what is said about
 * wavelets that do not suit it. */
#include "cli.h"

#include "../core/error.h"
#include "../core/file-read.h"

#include <string.h>
#include <unistd.h>

/* What a session of the window (ui/session-file.h) has in its first bytes. */
#define SESSION_FORMAT "\"ondelette-session\""
#define SESSION_HEAD 256

static gboolean
is_session (const char *path)
{
  char head[SESSION_HEAD + 1] = "";
  guint64 size;
  int fd = ond_file_open (path, &size, NULL);
  gboolean ok = fd >= 0 && ond_file_pread (fd, head, (gsize) MIN (size, SESSION_HEAD), 0, NULL);

  if (fd >= 0)
    close (fd);
  return ok && head[strspn (head, " \t\r\n")] == '{' && strstr (head, SESSION_FORMAT) != NULL;
}

gboolean
ond_cli_check_volume (const OndCli *cli, GError **error)
{
  g_autofree char *name = g_filename_display_name (cli->files[0]);

  if (ond_maps_probe (cli->files[0]))
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "%s: holds the maps of a sweep, not a volume; `info` lists them, `figure` draws "
                 "them",
                 name);
  else if (is_session (cli->files[0]))
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "%s: is a session of Ondelette's window, not a volume; `ondelette` opens it, and "
                 "it names the volume",
                 name);
  else
    return TRUE;
  return FALSE;
}

static void
drop_phi (OndCli *cli, const OndVolume *volume)
{
  OndGrid *grid = cli->settings->grids[OND_PARAMETER_PHI];

  if (ond_geometry_rank (ond_volume_get_geometry (volume)) != 2)
    return;
  if (ond_cli_is_given (cli, OND_SETTING_PHI) && (grid->n > 1 || grid->values[0] != 0))
    {
      g_autofree char *text =
          g_strdup_printf ("%s has two axes, and an image has no phi: --phi %s is taken as 0",
                           cli->files[0], grid->text);
      ond_cli_complain ("note: ", text);
    }
  ond_settings_set_text (cli->settings, OND_SETTING_PHI, "0", NULL);
}

OndVolume *
ond_cli_read_volume (OndCli *cli, GError **error)
{
  const OndSettings *settings = cli->settings;
  const OndSourceOptions options = { .hdu = settings->hdu, .plane = settings->plane };
  g_autoptr (OndVolume) volume = NULL;

  if (!ond_cli_check_volume (cli, error))
    return NULL;
  volume = ond_source_read (cli->files[0], &options, cli->cancellable, error);
  if (volume == NULL)
    return NULL;
  drop_phi (cli, volume);
  if (settings->voxel[OND_X] == 0)
    return g_steal_pointer (&volume);
  return ond_volume_with_edges (volume, settings->voxel, NULL);
}

/* How many wavelets of the settings' grids have each misfit. There may be a thousand million: FALSE
 * when cancelled. */
static gboolean
count_misfits (const OndCli *cli, const OndGeometry *geometry, gsize *n, gsize *n_narrow,
               gsize *n_large)
{
  OndGrid *const *grids = cli->settings->grids;
  OndWavelet wavelet = ond_settings_get_wavelet (cli->settings);

  *n = 1;
  *n_narrow = *n_large = 0;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    *n *= grids[p]->n;
  for (gsize cell = 0; cell < *n; cell++)
    {
      gsize rest = cell;
      guint misfit;

      if (g_cancellable_is_cancelled (cli->cancellable))
        return FALSE;
      for (int p = 0; p < OND_N_PARAMETERS; rest /= grids[p++]->n)
        ond_wavelet_set (&wavelet, p, grids[p]->values[rest % grids[p]->n]);
      misfit = ond_wavelet_get_misfit (&wavelet, geometry);
      *n_narrow += (misfit & OND_WAVELET_NARROW) != 0;
      *n_large += (misfit & OND_WAVELET_LARGE) != 0;
    }
  return TRUE;
}

static char *
describe_misfits (gsize n, gsize n_narrow, gsize n_large)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "of %" G_GSIZE_FORMAT " wavelets", n);
  if (n_narrow > 0)
    g_string_append_printf (text,
                            " %" G_GSIZE_FORMAT " are less than a voxel wide: the grid cannot hold "
                            "them",
                            n_narrow);
  if (n_large > 0)
    g_string_append_printf (text,
                            "%s %" G_GSIZE_FORMAT " are larger than the volume: they reach beyond "
                            "opposite faces from every voxel",
                            n_narrow > 0 ? "," : "", n_large);
  return g_string_free (text, FALSE);
}

char *
ond_cli_warn_of_wavelets (const OndCli *cli, const OndVolume *volume)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  gsize n, n_narrow, n_large;
  char *text = NULL;

  if (!count_misfits (cli, geometry, &n, &n_narrow, &n_large))
    return NULL;
  if (n == 1)
    {
      const OndWavelet wavelet = ond_settings_get_wavelet (cli->settings);
      text = ond_wavelet_warning (&wavelet, geometry);
    }
  else if (n_narrow + n_large > 0)
    text = describe_misfits (n, n_narrow, n_large);
  if (text != NULL)
    ond_cli_complain ("warning: ", text);
  return text;
}
