/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of the command line: the shared ones from tables, and what follows from them. */
#include "cli.h"

#include "../core/error.h"
#include "../core/file-write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 1024

static gboolean
set_setting (const char *option, const char *value, gpointer data, GError **error)
{
  OndCli *cli = data;

  for (int s = 0; s < OND_N_SETTINGS; s++)
    if (strcmp (option + strlen ("--"), ond_setting_infos[s].name) == 0)
      {
        cli->given |= 1u << s;
        return ond_settings_set_text (cli->settings, s, value, error);
      }
  g_return_val_if_reached (FALSE);
}

/* What an option takes; the parameters of a sweep are grids. */
static const char *
get_argument (int setting, OndSettingsGroup wanted)
{
  if (setting >= OND_SETTING_THETA && setting <= OND_SETTING_SCALE && wanted & OND_SETTINGS_SWEEP)
    return "GRID";
  return ond_setting_infos[setting].argument;
}

/* The defaults that help tells are those of the command. */
static void
add_settings (GOptionGroup *group, OndSettingsGroup wanted, const OndSettings *defaults)
{
  const union
  {
    GOptionArgFunc func;
    gpointer data; /* what GOptionEntry holds it as */
  } callback = { set_setting };
  GOptionEntry entries[OND_N_SETTINGS + 1] = { 0 };
  gsize n = 0;

  for (int s = 0; s < OND_N_SETTINGS; s++)
    if (ond_setting_infos[s].group & wanted)
      entries[n++] = (GOptionEntry){ ond_setting_infos[s].name,
                                     0,
                                     0,
                                     G_OPTION_ARG_CALLBACK,
                                     callback.data,
                                     ond_setting_get_help (s, defaults),
                                     get_argument (s, wanted) };
  g_option_group_add_entries (group, entries);
}

/* The shared options of `wanted`; every command takes file names. */
static void
add_shared (GOptionGroup *group, OndCli *cli, OndCliOptions wanted)
{
  const struct
  {
    OndCliOptions bit;
    GOptionEntry entry;
  } rows[] = {
    { OND_CLI_OUTPUT,
      { "output", 'o', 0, G_OPTION_ARG_FILENAME, &cli->output, "The file to write", "NAME" } },
    { OND_CLI_OUTPUT,
      { "overwrite", 0, 0, G_OPTION_ARG_NONE, &cli->overwrite, "Replace what exists", NULL } },
    { OND_CLI_ENGINE,
      { "threads", 0, 0, G_OPTION_ARG_INT, &cli->threads,
        "Threads, up to " G_STRINGIFY (MAX_THREADS) "; 0: one a processor (0)", "N" } },
    { OND_CLI_ENGINE,
      { "backend", 0, 0, G_OPTION_ARG_STRING, &cli->backend, "auto, fftw or cuda (auto)",
        "NAME" } },
    { OND_CLI_JSON, { "json", 0, 0, G_OPTION_ARG_NONE, &cli->json, "Print JSON", NULL } },
    { OND_CLI_PROGRESS,
      { "progress", 0, 0, G_OPTION_ARG_NONE, &cli->progress,
        "Show progress also when stderr is no terminal", NULL } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const GOptionEntry entries[] = { rows[i].entry, G_OPTION_ENTRY_NULL };
      if (rows[i].bit & wanted)
        g_option_group_add_entries (group, entries);
    }
}

static gboolean
check_shared (const OndCli *cli, GError **error)
{
  const OndCliCommand *command = cli->command;
  guint n = cli->files ? g_strv_length (cli->files) : 0;

  if (n < command->min_files || n > command->max_files)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "%s takes %s, not %u file names; ondelette-cli %s --help says more",
                   command->name, command->arguments ? command->arguments : "no file", n,
                   command->name);
      return FALSE;
    }
  if (cli->threads < 0 || cli->threads > MAX_THREADS)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "--threads %d: it must be between 0 and %d", cli->threads, MAX_THREADS);
      return FALSE;
    }
  return TRUE;
}

gboolean
ond_cli_parse (OndCli *cli, const GOptionEntry *entries, GError **error)
{
  const OndCliCommand *command = cli->command;
  g_autoptr (GOptionContext) context = g_option_context_new (command->arguments);
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, cli, NULL);
  const GOptionEntry files[] = { { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
                                   &cli->files, NULL, NULL },
                                 G_OPTION_ENTRY_NULL };
  g_auto (GStrv) argv = g_strdupv (cli->argv);
  g_autofree char *program = g_strconcat ("ondelette-cli ", command->name, NULL);

  g_set_prgname (program);
  g_option_context_set_summary (context, command->summary);
  g_option_context_set_description (context, command->details);
  if (entries != NULL)
    g_option_group_add_entries (group, entries);
  add_settings (group, command->settings, cli->settings);
  add_shared (group, cli, command->options);
  g_option_group_add_entries (group, files);
  g_option_context_set_main_group (context, group);
  return g_option_context_parse_strv (context, &argv, error) && check_shared (cli, error);
}

gboolean
ond_cli_is_given (const OndCli *cli, OndSetting setting)
{
  return (cli->given >> setting & 1) != 0;
}

gboolean
ond_cli_check_used (const OndCli *cli, guint used, const char *const *more, const char *what,
                    GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (int s = 0; s < OND_N_SETTINGS; s++)
    if ((cli->given & ~used) >> s & 1)
      g_string_append_printf (list, ", --%s", ond_setting_infos[s].name);
  for (gsize i = 0; more != NULL && more[i] != NULL; i++)
    g_string_append_printf (list, ", --%s", more[i]);
  if (list->len == 0)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "%s: not used by %s",
               list->str + strlen (", "), what);
  return FALSE;
}

gboolean
ond_cli_check_single (const OndCli *cli, OndParameter parameter, GError **error)
{
  const OndGrid *grid = cli->settings->grids[parameter];

  if (grid->n == 1)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "--%s \"%s\": %s takes one value, not %" G_GSIZE_FORMAT,
               ond_parameters[parameter].name, grid->text, cli->command->name, grid->n);
  return FALSE;
}

gboolean
ond_cli_get_wavelet (const OndCli *cli, OndWavelet *wavelet, GError **error)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (!ond_cli_check_single (cli, p, error))
      return FALSE;
  *wavelet = ond_settings_get_wavelet (cli->settings);
  return TRUE;
}

OndEngine *
ond_cli_new_engine (OndCli *cli, GError **error)
{
  const OndEngineOptions options = { .threads = cli->threads, .backend = cli->backend };

  g_return_val_if_fail (cli->engine == NULL, NULL);
  cli->engine = ond_engine_new (&options, error);
  return cli->engine != NULL ? ond_engine_ref (cli->engine) : NULL;
}

void
ond_cli_tell_notice (OndCli *cli)
{
  const char *notice = cli->engine != NULL ? ond_engine_get_notice (cli->engine) : NULL;

  if (notice != cli->notice)
    ond_cli_complain ("warning: ", notice);
  cli->notice = notice;
}

gboolean
ond_cli_check_output (const OndCli *cli, const char *output, GError **error)
{
  g_autofree char *name = output ? g_filename_display_name (output) : NULL;

  if (output == NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "%s needs an output: -o NAME",
                 cli->command->name);
  else if (cli->files != NULL && ond_file_same (cli->files[0], output))
    g_set_error (error, OND_ERROR, OND_ERROR_EXISTS, "%s: is the input; write to another file",
                 name);
  else if (!cli->overwrite && g_file_test (output, G_FILE_TEST_EXISTS))
    g_set_error (error, OND_ERROR, OND_ERROR_EXISTS, "%s: exists already; --overwrite replaces it",
                 name);
  else
    return TRUE;
  return FALSE;
}

char *
ond_cli_command_line (const OndCli *cli, OndSettingsGroup groups)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;

  g_strv_builder_add (builder, "ondelette-cli");
  g_strv_builder_addv (builder, (const char **) cli->argv);
  for (int s = 0; s < OND_N_SETTINGS; s++)
    {
      g_autofree char *text = ond_settings_get_text (cli->settings, s);
      g_autofree char *option = g_strconcat ("--", ond_setting_infos[s].name, NULL);
      if (text != NULL && (ond_setting_infos[s].group & groups) != 0 && !ond_cli_is_given (cli, s))
        g_strv_builder_add_many (builder, option, text, NULL);
    }
  argv = g_strv_builder_end (builder);
  return ond_settings_quote ((const char *const *) argv);
}

gboolean
ond_cli_parse_triple (const char *option, const char *text, double values[3], GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  gboolean ok = g_strv_length (words) == 3;

  for (int i = 0; ok && i < 3; i++)
    {
      char *end;
      values[i] = g_ascii_strtod (words[i], &end);
      ok = *words[i] != '\0' && *end == '\0' && isfinite (values[i]);
    }
  if (!ok)
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "--%s \"%s\": write three numbers, such as 10,20,30", option, text);
  return ok;
}
