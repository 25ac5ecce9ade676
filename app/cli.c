/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main() of ondelette-cli: the table of commands, signals, exit codes. A command returns a GError;
 * here it becomes one line on stderr and the exit code: 0; 1 file, memory, device, write; 2 option;
 * 130 interrupted. */
#include "cli.h"

#include "../core/error.h"
#include "start.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define EXIT_OPTION 2
#define EXIT_INTERRUPTED 130

static const OndCliCommand commands[] = {
  { "info", "FILE|MAPS", "What is in a file, and what work on it will cost",
    "Of the maps of a sweep: what was swept, the grid, the least and the largest of each "
    "statistic.",
    OND_SETTINGS_VOLUME | OND_SETTINGS_WAVELET | OND_SETTINGS_METHOD, OND_CLI_ENGINE | OND_CLI_JSON,
    1, 1, ond_cli_info },
  { "respond", "FILE",
    "The response of a volume to one wavelet: statistics, and the response with -o W.fits", NULL,
    OND_SETTINGS_VOLUME | OND_SETTINGS_WAVELET | OND_SETTINGS_METHOD,
    OND_CLI_OUTPUT | OND_CLI_ENGINE | OND_CLI_JSON, 1, 1, ond_cli_respond },
  { "sweep", "FILE", "Maps of the statistics over a grid of wavelets, -o MAPS.fits",
    "Grids: V   V,V,...   LO:HI:N   log:LO:HI:N\n"
    "N counts the values; both ends are included, but a range of angles of exactly 180 degrees "
    "drops HI.\n"
    "With --boundary periodic, the border kept and no invalid voxel, --stats of energy, mean and "
    "std "
    "(energy alone when sampled) come from Parseval's theorem, many times faster.\n"
    "A checkpoint .MAPS.fits.part beside the output keeps what is done; --resume goes on from it.",
    OND_SETTINGS_ALL, OND_CLI_OUTPUT | OND_CLI_ENGINE | OND_CLI_PROGRESS, 1, 1, ond_cli_sweep },
  { "figure", "FILE|MAPS", "A figure of slices or of maps, -o FIGURE.pdf, .svg or .png", NULL,
    OND_SETTINGS_VOLUME | OND_SETTINGS_WAVELET | OND_SETTINGS_METHOD,
    OND_CLI_OUTPUT | OND_CLI_ENGINE, 1, 1, ond_cli_figure },
  { "sample", NULL, "The built-in sample volume of fibres, -o FIBRES.fits", NULL, 0, OND_CLI_OUTPUT,
    0, 0, ond_cli_sample },
  { "devices", NULL, "The backends here, and why one is missing", NULL, 0, OND_CLI_JSON, 0, 0,
    ond_cli_devices },
  { "bench", "[FILE]", "The passes timed against plain FFTW on this machine",
    "Without options: a periodic volume of noise at xi 1,3,10,20 and scale 1,2,4. --xi and --scale "
    "take lists; with another boundary the padded passes are compared with unpadded ones, too.",
    OND_SETTINGS_VOLUME | OND_SETTINGS_WAVELET | OND_SETTINGS_METHOD,
    OND_CLI_ENGINE | OND_CLI_JSON | OND_CLI_PROGRESS, 0, 1, ond_cli_bench },
};

/* Waits for signals so that no handler has to be written: the first asks the work to end, the
 * second does not wait. */
static gpointer
wait_for_signals (gpointer cancellable)
{
  sigset_t signals;
  int number;

  sigemptyset (&signals);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  sigaddset (&signals, SIGHUP);
  for (gboolean asked = FALSE;; asked = TRUE)
    {
      if (sigwait (&signals, &number) != 0)
        continue;
      if (asked)
        _exit (EXIT_INTERRUPTED);
      g_cancellable_cancel (cancellable);
    }
  return NULL;
}

/* Before any other thread starts: threads inherit what is blocked. */
static void
handle_signals (GCancellable *cancellable)
{
  sigset_t signals;

  sigemptyset (&signals);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  sigaddset (&signals, SIGHUP);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  g_thread_unref (g_thread_new ("signals", wait_for_signals, cancellable));
}

static void
print_help (void)
{
  printf ("Usage:\n  ondelette-cli COMMAND [OPTION…]\n\n"
          "What a stretched 3-D Mexican-hat wavelet sees in a volume.\n\nCommands:\n");
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    printf ("  %-8s %-10s %s\n", commands[i].name,
            commands[i].arguments ? commands[i].arguments : "", commands[i].summary);
  printf ("\n  --help     this text; after a command, its options\n  --version  the version\n");
}

static const OndCliCommand *
find_command (const char *name, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (strcmp (commands[i].name, name) == 0)
        return &commands[i];
      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", commands[i].name);
    }
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "There is no command \"%s\"; the commands are %s", name, list->str);
  return NULL;
}

static gboolean
run_command (OndCli *cli, GError **error)
{
  cli->command = find_command (cli->argv[0], error);
  return cli->command != NULL && cli->command->run (cli, error);
}

static int
exit_code (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return EXIT_INTERRUPTED;
  if (error->domain == G_OPTION_ERROR || g_error_matches (error, OND_ERROR, OND_ERROR_PARAMETER))
    return EXIT_OPTION;
  return EXIT_FAILURE;
}

/* Results that could not be printed were not given. */
static gboolean
flush_results (GError **error)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_WRITE, "Cannot write to the standard output: %s",
               g_strerror (errno));
  return FALSE;
}

static int
run (char **argv)
{
  OndCli cli = { .argv = argv,
                 .settings = ond_settings_new (),
                 .cancellable = g_cancellable_new () };
  g_autoptr (GError) error = NULL;
  gboolean ok;

  handle_signals (cli.cancellable);
  ok = run_command (&cli, &error) && flush_results (&error);
  ond_cli_tell_notice (&cli);
  if (!ok)
    ond_cli_complain ("", error->message);
  g_clear_pointer (&cli.engine, ond_engine_unref);
  ond_settings_free (cli.settings);
  g_strfreev (cli.files);
  g_free (cli.output);
  g_free (cli.backend);
  return ok ? EXIT_SUCCESS
            : exit_code (error); /* the thread of the signals still holds the cancellable */
}

int
main (int argc, char **argv)
{
  ond_start (argc, argv);
  /* File names and messages follow the locale, numbers do not: they are written with a point
   * everywhere. */
  setlocale (LC_CTYPE, "");
  if (argc < 2)
    {
      ond_cli_complain ("", "which command? ondelette-cli --help lists them");
      return EXIT_OPTION;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    print_help ();
  else if (strcmp (argv[1], "--version") == 0)
    printf ("ondelette-cli " OND_VERSION "\n");
  else
    return run (argv + 1);
  return EXIT_SUCCESS;
}
