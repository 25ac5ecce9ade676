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

static const OndChoice axes_choices[] = {
  [OND_CLI_AXES_VOXEL] = { "voxel", "Voxel", "Voxels, counted from 1" },
  [OND_CLI_AXES_PHYSICAL] = { "physical", "Physical",
                              "The unit of the voxel edges, 0 at the centre of the first voxel" },
  [OND_CLI_AXES_WORLD] = { "world", "World",
                           "World coordinates, where they are straight to 0.1 voxel" },
  { NULL, NULL, NULL },
};

/* What a figure is of: bits. */
typedef enum
{
  KIND_IMAGE = 1 << 0,    /* slices of the samples */
  KIND_RESPONSE = 1 << 1, /* slices of a response */
  KIND_MAP = 1 << 2,
  KIND_SLICES = KIND_IMAGE | KIND_RESPONSE
} Kinds;

static const struct
{
  Kinds kind;
  const char *what;
} kinds[] = {
  { KIND_IMAGE, "slices of the image (a response needs --show response)" },
  { KIND_RESPONSE, "slices of a response" },
  { KIND_MAP, "the map of a sweep" },
};

/* The kinds that a setting matters to. */
static const Kinds setting_kinds[OND_N_SETTINGS] = {
  [OND_SETTING_HDU] = KIND_SLICES,
  [OND_SETTING_PLANE] = KIND_SLICES,
  [OND_SETTING_VOXEL] = KIND_SLICES,
  [OND_SETTING_THETA] = KIND_RESPONSE,
  [OND_SETTING_PHI] = KIND_RESPONSE,
  [OND_SETTING_XI] = KIND_RESPONSE | KIND_MAP,
  [OND_SETTING_SCALE] = KIND_RESPONSE | KIND_MAP,
  [OND_SETTING_NORM] = KIND_RESPONSE | KIND_MAP,
  [OND_SETTING_BOUNDARY] = KIND_RESPONSE,
  [OND_SETTING_SAMPLING] = KIND_RESPONSE,
  [OND_SETTING_INVALID] = KIND_RESPONSE,
  [OND_SETTING_BORDER] = KIND_RESPONSE,
};

/* The command's own options as they were written, NULL when not given. */
typedef struct
{
  char *show, *axes, *statistic, *polarity, *colormap, *stretch, *at, *limits, *contrast, *nan,
      *size, *dpi;
  gboolean invert, sphere;
} Words;

typedef struct
{
  OndCliPictureOptions picture;
  int colormap, stretch; /* -1: what suits the picture */
  int invalid;
  double limits[2], contrast[2], size[2], dpi;
} Options;

#define DEFAULT_DPI 300
#define MIN_DPI 30
#define MAX_DPI 2400
#define MIN_SIDE 20 /* mm */
#define MAX_SIDE 2000

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
  int show = 0, axes = 0, statistic = -1, polarity = OND_POLARITY_BRIGHT;
  const struct
  {
    const char *option, *text;
    const OndChoice *choices;
    int *value;
  } rows[] = {
    { "show", words->show, shows, &show },
    { "axes", words->axes, axes_choices, &axes },
    { "statistic", words->statistic, ond_statistics, &statistic },
    { "polarity", words->polarity, ond_polarities, &polarity },
    { "colormap", words->colormap, ond_colormaps, &options->colormap },
    { "stretch", words->stretch, ond_stretches, &options->stretch },
    { "nan", words->nan, ond_invalids, &options->invalid },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].text != NULL
        && !ond_choice_parse (rows[i].choices, rows[i].option, rows[i].text, rows[i].value, error))
      {
        g_prefix_error (error, "--%s: ", rows[i].option);
        return FALSE;
      }
  options->picture.response = show == 1;
  options->picture.axes = (OndCliAxes) axes;
  options->picture.statistic = statistic;
  options->picture.sphere = words->sphere;
  options->picture.polarity = (OndPolarity) polarity;
  return TRUE;
}

static gboolean
check_limits (const char *text, const double limits[2], GError **error)
{
  if (limits[0] == limits[1])
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "--limits %s: the first and the last colour need different values", text);
  else if (limits[0] > limits[1])
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "--limits %s: write the lower first; --invert turns the colours round", text);
  else
    return TRUE;
  return FALSE;
}

/* As DS9 counts them: 1 and 0.5 change nothing. */
static gboolean
check_contrast (const char *text, const double contrast[2], GError **error)
{
  if (fabs (log2 (contrast[0])) <= OND_CONTRAST_MAX && fabs (contrast[1] - 0.5) <= OND_BIAS_MAX)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "--contrast %s: the contrast must be between %g and %g, the bias between %g and %g",
               text, exp2 (-OND_CONTRAST_MAX), exp2 (OND_CONTRAST_MAX), 0.5 - OND_BIAS_MAX,
               0.5 + OND_BIAS_MAX);
  return FALSE;
}

static gboolean
check_size (const char *text, const double size[2], GError **error)
{
  if (size[0] >= MIN_SIDE && size[0] <= MAX_SIDE && size[1] >= MIN_SIDE && size[1] <= MAX_SIDE)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "--size %s: a side must be between %d and %d mm", text, MIN_SIDE, MAX_SIDE);
  return FALSE;
}

static gboolean
parse_dpi (const char *text, double *dpi, GError **error)
{
  char *end;

  *dpi = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && *dpi >= MIN_DPI && *dpi <= MAX_DPI)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "--dpi \"%s\": it must be a number between %d and %d", text, MIN_DPI, MAX_DPI);
  return FALSE;
}

static gboolean
parse_numbers (const Words *words, Options *options, GError **error)
{
  options->picture.has_at = words->at != NULL;
  options->dpi = DEFAULT_DPI;
  return (words->at == NULL || ond_cli_parse_triple ("at", words->at, options->picture.at, error))
         && (words->limits == NULL
             || (parse_pair ("limits", words->limits, ',', options->limits, error)
                 && check_limits (words->limits, options->limits, error)))
         && (words->contrast == NULL
             || (parse_pair ("contrast", words->contrast, ',', options->contrast, error)
                 && check_contrast (words->contrast, options->contrast, error)))
         && (words->size == NULL
             || (parse_pair ("size", words->size, 'x', options->size, error)
                 && check_size (words->size, options->size, error)))
         && (words->dpi == NULL || parse_dpi (words->dpi, &options->dpi, error));
}

/* Options that would change nothing are refused rather than ignored. --threads and --backend say
 * what may be used, which holds when nothing is computed. */
static gboolean
check_kind (const OndCli *cli, const Words *words, Kinds kind, GError **error)
{
  const struct
  {
    const char *option, *text;
    Kinds kinds;
  } rows[] = {
    { "show", words->show, KIND_SLICES },
    { "at", words->at, KIND_SLICES },
    { "axes", words->axes, KIND_SLICES },
    { "statistic", words->statistic, KIND_MAP },
    { "sphere", words->sphere ? "" : NULL, KIND_MAP },
    { "polarity", words->polarity, KIND_RESPONSE },
  };
  const char *idle[G_N_ELEMENTS (rows) + 1] = { NULL }, *what = NULL;
  guint used = 0;
  gsize n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].text != NULL && !(rows[i].kinds & kind))
      idle[n++] = rows[i].option;
  for (int s = 0; s < OND_N_SETTINGS; s++)
    used |= setting_kinds[s] & kind ? 1u << s : 0;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    what = kinds[i].kind == kind ? kinds[i].what : what;
  return ond_cli_check_used (cli, used, idle, what, error)
         && (kind != KIND_MAP
             || (ond_cli_check_single (cli, OND_PARAMETER_XI, error)
                 && ond_cli_check_single (cli, OND_PARAMETER_SCALE, error)));
}

/* Paper has no pixels. */
static gboolean
check_dpi (const OndCli *cli, const Words *words, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (cli->output, -1);

  if (words->dpi == NULL || g_str_has_suffix (lower, ".png"))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "--dpi: only a .png has a resolution, a .pdf and a .svg are drawn in lines");
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
    .dpi = options->dpi,
    .overwrite = cli->overwrite,
    .command = command,
  };

  if (options->colormap >= 0)
    colors->map = (OndColormap) options->colormap;
  if (options->stretch >= 0)
    colors->stretch = (OndStretch) options->stretch;
  colors->invert = words->invert;
  colors->invalid = (OndInvalid) options->invalid;
  colors->contrast_log2 = log2 (options->contrast[0]);
  colors->bias_offset = options->contrast[1] - 0.5;
  if (words->limits != NULL)
    {
      const double unit = pow (10, picture->figure.colors_exponent);

      colors->lower = options->limits[0] / unit;
      colors->upper = options->limits[1] / unit;
    }
  ond_figure_equalize (&picture->figure);
  return ond_figure_save (&picture->figure, cli->output, &output, error);
}

/* The kind of figure, after all refusals that need no samples. A file that cannot be read is named
 * before options which may have been right for it. */
static gboolean
find_kind (const OndCli *cli, const Words *words, const Options *options, Kinds *kind,
           GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) images = NULL;

  *kind = options->picture.response ? KIND_RESPONSE : KIND_IMAGE;
  if (ond_maps_probe (cli->files[0]))
    *kind = KIND_MAP;
  else if (!ond_cli_check_volume (cli, error))
    return FALSE;
  if (check_kind (cli, words, *kind, &failure))
    return check_dpi (cli, words, error);
  images = *kind == KIND_MAP ? NULL : ond_source_list (cli->files[0], error);
  if (images != NULL || *kind == KIND_MAP)
    g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
draw (OndCli *cli, const Words *words, GError **error)
{
  Options options = { .colormap = -1, .stretch = -1, .contrast = { 1, 0.5 } };
  OndCliPicture picture;
  Kinds kind;
  gboolean ok;

  if (!ond_cli_check_output (cli, cli->output, error) || !parse_choices (words, &options, error)
      || !parse_numbers (words, &options, error) || !find_kind (cli, words, &options, &kind, error))
    return FALSE;
  ond_cli_picture_init (&picture);
  ok = kind == KIND_MAP ? ond_cli_picture_maps (&picture, cli, &options.picture, error)
                        : ond_cli_picture_slices (&picture, cli, &options.picture, error);
  if (ok)
    {
      /* What matters although it was not given. */
      OndSettingsGroup described = kind == KIND_RESPONSE ? cli->command->settings : 0;
      g_autofree char *command = ond_cli_command_line (cli, described);
      ok = save (&picture, cli, words, &options, command, error);
    }
  ond_cli_picture_clear (&picture);
  return ok;
}

/* "WHAT: a, b, c (DEFAULT)", kept for ever as help is. */
static const char *
describe (const char *what, const OndChoice *choices, const char *initial)
{
  g_autofree char *list = ond_choice_list (choices),
                  *text = g_strdup_printf ("%s: %s (%s)", what, list, initial);

  return g_intern_string (text);
}

gboolean
ond_cli_figure (OndCli *cli, GError **error)
{
  Words words = { 0 };
  const GOptionEntry entries[] = {
    { "show", 0, 0, G_OPTION_ARG_STRING, &words.show, describe ("Slices of", shows, shows[0].name),
      "WHAT" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &words.at,
      "Cross-hair, voxels from 1 (the centre; for a response its maximum)", "X,Y,Z" },
    { "axes", 0, 0, G_OPTION_ARG_STRING, &words.axes,
      describe ("What the axes count", axes_choices, axes_choices[0].name), "UNIT" },
    { "statistic", 0, 0, G_OPTION_ARG_STRING, &words.statistic,
      describe ("Of maps", ond_statistics, "the first that they have"), "NAME" },
    { "polarity", 0, 0, G_OPTION_ARG_STRING, &words.polarity,
      describe ("The sign of a response that stands out", ond_polarities, ond_polarities[0].name),
      "NAME" },
    { "colormap", 0, 0, G_OPTION_ARG_STRING, &words.colormap,
      describe ("Colours", ond_colormaps, "what suits the picture"), "NAME" },
    { "stretch", 0, 0, G_OPTION_ARG_STRING, &words.stretch,
      describe ("From values to colours", ond_stretches, ond_stretches[0].name), "NAME" },
    { "sphere", 0, 0, G_OPTION_ARG_NONE, &words.sphere,
      "Of maps: the directions as a disc of equal areas", NULL },
    { "invert", 0, 0, G_OPTION_ARG_NONE, &words.invert, "The colour map the other way round",
      NULL },
    { "limits", 0, 0, G_OPTION_ARG_STRING, &words.limits,
      "Values of the first and the last colour (99.5 % of a slice, all of a map)", "LO,HI" },
    { "contrast", 0, 0, G_OPTION_ARG_STRING, &words.contrast,
      "Contrast and bias of the colours, as DS9 has them (1,0.5)", "C,B" },
    { "nan", 0, 0, G_OPTION_ARG_STRING, &words.nan,
      describe ("Invalid voxels", ond_invalids, ond_invalids[0].name), "NAME" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &words.size,
      "Millimetres, " G_STRINGIFY (MIN_SIDE) " to " G_STRINGIFY (
          MAX_SIDE) " a side (180 wide, one panel 110)",
      "WxH" },
    { "dpi", 0, 0, G_OPTION_ARG_STRING, &words.dpi,
      "Resolution of a PNG, " G_STRINGIFY (MIN_DPI) " to " G_STRINGIFY (MAX_DPI) " (" G_STRINGIFY (
          DEFAULT_DPI) ")",
      "DPI" },
    G_OPTION_ENTRY_NULL,
  };
  gboolean ok = ond_cli_parse (cli, entries, error) && draw (cli, &words, error);
  char *const texts[] = { words.show,    words.axes,     words.statistic, words.colormap,
                          words.stretch, words.at,       words.limits,    words.size,
                          words.dpi,     words.polarity, words.contrast,  words.nan };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  return ok;
}
