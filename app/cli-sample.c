/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli sample`: the built-in volume of fibres as a FITS file, and their directions on
 * stdout. */
#include "cli.h"

#include "../core/error.h"
#include "../core/fits.h"
#include "../core/sample.h"

#include <math.h>

static void
print_fibres (int rank)
{
  for (gsize i = 0; i < ond_sample_n_fibres; i++)
    {
      const OndFibre *fibre = &ond_sample_fibres[i];
      if (rank == 2)
        ond_cli_print ("fibre", "theta %g deg, sigma %g voxels", fibre->theta, fibre->sigma);
      else
        ond_cli_print ("fibre", "theta %g deg, phi %g deg, sigma %g voxels", fibre->theta,
                       fibre->phi, fibre->sigma);
    }
}

gboolean
ond_cli_sample (OndCli *cli, GError **error)
{
  int size = OND_SAMPLE_SIZE, rank = 3;
  double noise = OND_SAMPLE_NOISE;
  const GOptionEntry entries[] = {
    { "size", 0, 0, G_OPTION_ARG_INT, &size,
      "Voxels along each axis (" G_STRINGIFY (OND_SAMPLE_SIZE) ")", "N" },
    { "rank", 0, 0, G_OPTION_ARG_INT, &rank, "3, or 2 for an image (3)", "D" },
    { "noise", 0, 0, G_OPTION_ARG_DOUBLE, &noise,
      "Standard deviation of the noise (" G_STRINGIFY (OND_SAMPLE_NOISE) ")", "V" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (OndVolume) volume = NULL;
  g_autofree char *command = NULL;
  OndFitsMeta meta = { 0 };

  if (!ond_cli_parse (cli, entries, error) || !ond_cli_check_output (cli, cli->output, error))
    return FALSE;
  if ((rank != 2 && rank != 3) || !isfinite (noise) || noise < 0)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "--rank must be 2 or 3, and --noise at least 0");
      return FALSE;
    }
  volume = ond_sample_new (size, rank, noise, error);
  if (volume == NULL)
    return FALSE;
  command = ond_cli_command_line (cli, 0);
  meta.like = volume;
  meta.command = command;
  if (!ond_fits_write (cli->output, ond_volume_get_geometry (volume),
                       ond_volume_get_samples (volume), &meta, cli->overwrite, error))
    return FALSE;
  print_fibres (rank);
  return TRUE;
}
