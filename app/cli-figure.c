/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli figure`: its options, and the picture (cli-picture.h) into a file. */
#include "cli-picture.h"

#include "../core/error.h"

#include <math.h>

static const OndChoice shows[] = {
  { "image", "Image", "The samples" },
  { "response", "Response", "The response to the wavelet" },
  { NULL, NULL, NULL },
};

static const OndChoice units[] = {
  { "voxel", "Voxel", "Voxels, counted from 1" },
  { "physical", "Physical", "The unit of the voxel edges, from the corner of the volume" },
  { NULL, NULL, NULL },
};

/* The command's own options as they were written, NULL when not given. */
typedef struct
{
  char *show, *axes, *statistic, *colormap, *stretch, *at, *limits, *size;
  gboolean invert;
  double dpi;
} Words;

typedef struct
{
  OndCliPictureOptions picture;
  int colormap, stretch; /* -1: what suits the picture */
  double limits[2], size[2];
} Options;

static gboolean
parse_pair (const char *option, const char *text, char separator, double values[2], GError **error)
{
  char *end;

  values[0] = g_ascii_strtod (text, &end);
  if (end != text && *end == separator)
    {
      const char *second = end + 1;
      values[1] = g_ascii_strtod (second, &end);
      if (end != second && *end == '\0' && isfinite (values[0]) && isfinite (values[1]))
        return TRUE;
    }
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "--%s \"%s\": write two numbers, A%cB",
               option, text, separator);
  return FALSE;
}

/* Sets the choices that were written down; the others keep their values. */
static gboolean
parse_choices (const Words *words, Options *options, GError **error)
{
  int show = 0, axes = 0, statistic = -1;
  const struct
  {
    const char *option, *text;
    const OndChoice *choices;
    int *value;
  } rows[] = {
    { "show", words->show, shows, &show },
    { "axes", words->axes, units, &axes },
    { "statistic", words->statistic, ond_statistics, &statistic },
    { "colormap", words->colormap, ond_colormaps, &options->colormap },
    { "stretch", words->stretch, ond_stretches, &options->stretch },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].text != NULL
        && !ond_choice_parse (rows[i].choices, rows[i].option, rows[i].text, rows[i].value, error))
      {
        g_prefix_error (error, "--%s: ", rows[i].option);
        return FALSE;
      }
  options->picture.response = show == 1;
  options->picture.physical = axes == 1;
  options->picture.statistic = statistic;
  return TRUE;
}

static gboolean
parse_numbers (const Words *words, Options *options, GError **error)
{
  options->picture.has_at = words->at != NULL;
  if ((words->at != NULL && !ond_cli_parse_triple ("at", words->at, options->picture.at, error))
      || (words->limits != NULL
          && !parse_pair ("limits", words->limits, ',', options->limits, error))
      || (words->size != NULL && !parse_pair ("size", words->size, 'x', options->size, error)))
    return FALSE;
  if (words->size != NULL
      && !(options->size[0] >= 20 && options->size[0] <= 2000 && options->size[1] >= 20
           && options->size[1] <= 2000))
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "--size %s: a side must be between 20 and 2000 mm", words->size);
  else if (!(words->dpi >= 30 && words->dpi <= 2400))
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "--dpi %g: it must be between 30 and 2400",
                 words->dpi);
  else
    return TRUE;
  return FALSE;
}

static gboolean
save (OndCliPicture *picture, OndCli *cli, const Words *words, const Options *options,
      const char *command, GError **error)
{
  OndColorScale *colors = &picture->figure.colors;
  const OndFigureOutput output = {
    .width = words->size ? options->size[0] : picture->width,
    .height = words->size ? options->size[1] : picture->height,
    .dpi = words->dpi,
    .overwrite = cli->overwrite,
    .command = command,
  };

  if (options->colormap >= 0)
    colors->map = (OndColormap) options->colormap;
  if (options->stretch >= 0)
    colors->stretch = (OndStretch) options->stretch;
  colors->invert = words->invert;
  if (words->limits != NULL)
    {
      colors->lower = options->limits[0];
      colors->upper = options->limits[1];
    }
  ond_figure_equalize (&picture->figure);
  return ond_figure_save (&picture->figure, cli->output, &output, error);
}

static gboolean
draw (OndCli *cli, const Words *words, GError **error)
{
  Options options = { .colormap = -1, .stretch = -1 };
  OndCliPicture picture;
  OndSettingsGroup described = 0; /* settings that matter although they were not given */
  gboolean is_maps, ok;

  if (!ond_cli_check_output (cli, cli->output, error) || !parse_choices (words, &options, error)
      || !parse_numbers (words, &options, error))
    return FALSE;
  is_maps = ond_maps_probe (cli->files[0]);
  ond_cli_picture_init (&picture);
  ok = is_maps ? ond_cli_picture_maps (&picture, cli, &options.picture, error)
               : ond_cli_picture_slices (&picture, cli, &options.picture, error);
  if (!is_maps && options.picture.response)
    described = cli->command->settings;
  if (ok)
    {
      g_autofree char *command = ond_cli_command_line (cli, described);
      ok = save (&picture, cli, words, &options, command, error);
    }
  ond_cli_picture_clear (&picture);
  return ok;
}

gboolean
ond_cli_figure (OndCli *cli, GError **error)
{
  Words words = { .dpi = 300 };
  const GOptionEntry entries[] = {
    { "show", 0, 0, G_OPTION_ARG_STRING, &words.show, "Slices of the image or of the response",
      "WHAT" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &words.at,
      "Cross-hair, voxels from 1 (the centre; for a response its maximum)", "X,Y,Z" },
    { "axes", 0, 0, G_OPTION_ARG_STRING, &words.axes, "voxel or physical", "UNIT" },
    { "statistic", 0, 0, G_OPTION_ARG_STRING, &words.statistic,
      "Of maps: energy, mean, std, min or max (the first that they have)", "NAME" },
    { "colormap", 0, 0, G_OPTION_ARG_STRING, &words.colormap, "grey, viridis, inferno, magma, ...",
      "NAME" },
    { "stretch", 0, 0, G_OPTION_ARG_STRING, &words.stretch,
      "linear, log, sqrt, squared, power, asinh, sinh, histogram", "NAME" },
    { "invert", 0, 0, G_OPTION_ARG_NONE, &words.invert, "The colour map the other way round",
      NULL },
    { "limits", 0, 0, G_OPTION_ARG_STRING, &words.limits, "Values of the first and the last colour",
      "LO,HI" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &words.size, "Size in millimetres", "WxH" },
    { "dpi", 0, 0, G_OPTION_ARG_DOUBLE, &words.dpi, "Resolution of a PNG (300)", "DPI" },
    G_OPTION_ENTRY_NULL,
  };
  gboolean ok = ond_cli_parse (cli, entries, error) && draw (cli, &words, error);
  char *const texts[] = { words.show,    words.axes, words.statistic, words.colormap,
                          words.stretch, words.at,   words.limits,    words.size };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  return ok;
}
