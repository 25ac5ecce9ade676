/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli bench`: the passes against what FFTW alone needs on this machine, over wavelets
 * that stand for all. Here are the options; cli-bench.h says where the rest is. */
#include "cli-bench.h"

#include "../core/error.h"
#include "../core/sample.h"

#define DEFAULT_SIZE "128"
#define ENERGY_XI "1:20:20"
#define ENERGY_SCALE "1,2"
#define LARGEST 65536
#define BY_TIME G_MININT /* --runs was not given */

/* What stands for all unless the user says otherwise. */
static const struct
{
  OndSetting setting;
  const char *text;
} defaults[] = {
  { OND_SETTING_THETA, "40" }, /* along no axis and no diagonal */
  { OND_SETTING_PHI, "63" },      { OND_SETTING_XI, "1,3,10,20" },
  { OND_SETTING_SCALE, "1,2,4" }, { OND_SETTING_BOUNDARY, "periodic" }, /* nothing is padded */
};

/* "N", "NXxNY" or "NXxNYxNZ". */
static gboolean
parse_size (const char *text, gint32 size[OND_N_AXES], GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, "x", -1);
  guint n = g_strv_length (words);
  gboolean ok = n >= 1 && n <= OND_N_AXES;

  for (guint i = 0; ok && i < OND_N_AXES; i++)
    {
      gint64 value = 1;

      if (i < n || n == 1)
        ok = g_ascii_string_to_signed (words[n == 1 ? 0 : i], 10, 1, LARGEST, &value, NULL);
      size[i] = (gint32) value;
    }
  if (!ok)
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "--size \"%s\": write N, NXxNY or NXxNYxNZ, each between 1 and %d", text, LARGEST);
  return ok;
}

static gboolean
check_options (const OndCli *cli, const char *size, int runs, GError **error)
{
  if (runs != BY_TIME && (runs < 1 || runs > OND_BENCH_MAX_RUNS))
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "--runs %d: it must be between 1 and %d",
                 runs, OND_BENCH_MAX_RUNS);
  else if (cli->files != NULL && size != NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "--size \"%s\": is for a volume of noise, not for a file", size);
  else
    return ond_cli_check_single (cli, OND_PARAMETER_THETA, error)
           && ond_cli_check_single (cli, OND_PARAMETER_PHI, error);
  return FALSE;
}

static OndVolume *
make_volume (OndCli *cli, const char *text, GError **error)
{
  gint32 size[OND_N_AXES];

  if (cli->files != NULL)
    return ond_cli_read_volume (cli, error);
  return parse_size (text ? text : DEFAULT_SIZE, size, error) ? ond_sample_new_noise (size, error)
                                                              : NULL;
}

/* The grid of an option that was given, otherwise that of `text`. */
static OndGrid *
choose_grid (const OndCli *cli, OndParameter parameter, const char *text)
{
  if (ond_cli_is_given (cli, OND_SETTING_THETA + (OndSetting) parameter))
    return ond_grid_copy (cli->settings->grids[parameter]);
  return ond_grid_parse (parameter, text, NULL);
}

static gboolean
measure_and_print (OndBench *bench, GError **error)
{
  gboolean ok = ond_bench_measure_passes (bench, error) && ond_bench_measure_work (bench, error);

  if (ok && bench->cli->json)
    ond_bench_print_json (bench);
  else if (ok)
    ond_bench_print_text (bench);
  g_free (bench->rows);
  g_free (bench->work.energies);
  ond_grid_free (bench->energy_xi);
  ond_grid_free (bench->energy_scale);
  return ok;
}

gboolean
ond_cli_bench (OndCli *cli, GError **error)
{
  g_autofree char *size = NULL;
  int runs = BY_TIME;
  const GOptionEntry entries[] = {
    { "size", 0, 0, G_OPTION_ARG_STRING, &size,
      "Without a file: voxels of a volume of noise (" DEFAULT_SIZE ")", "N|NXxNY|NXxNYxNZ" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &runs, "Rounds, of which medians are taken (by time)", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (OndEngine) engine = NULL;
  OndBench bench = { .cli = cli };

  for (gsize i = 0; i < G_N_ELEMENTS (defaults); i++)
    ond_settings_set_text (cli->settings, defaults[i].setting, defaults[i].text, NULL);
  if (!ond_cli_parse (cli, entries, error) || !check_options (cli, size, runs, error))
    return FALSE;
  volume = make_volume (cli, size, error);
  engine = volume ? ond_cli_new_engine (cli, error) : NULL;
  if (engine == NULL)
    return FALSE;
  bench.volume = volume;
  bench.engine = engine;
  bench.method = cli->settings->method;
  bench.runs = runs == BY_TIME ? 0 : runs;
  bench.n_xi = cli->settings->grids[OND_PARAMETER_XI]->n;
  bench.n_scale = cli->settings->grids[OND_PARAMETER_SCALE]->n;
  bench.energy_xi = choose_grid (cli, OND_PARAMETER_XI, ENERGY_XI);
  bench.energy_scale = choose_grid (cli, OND_PARAMETER_SCALE, ENERGY_SCALE);
  return measure_and_print (&bench, error);
}
