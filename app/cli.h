/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line program `ondelette-cli`: what its commands share. cli.c has main() and the table
 * of commands, cli-options.c reads options, cli-output.c prints; each command is in a file of its
 * own. No GTK here. */
#pragma once

#include "../core/engine.h"
#include "../core/settings.h"
#include "../core/source.h"

#include <json-glib/json-glib.h>

typedef struct _OndCli OndCli;

/* Options that commands share beside the settings: bits. */
typedef enum
{
  OND_CLI_OUTPUT = 1 << 0,   /* -o, --overwrite */
  OND_CLI_ENGINE = 1 << 1,   /* --threads, --backend */
  OND_CLI_JSON = 1 << 2,     /* --json */
  OND_CLI_PROGRESS = 1 << 3, /* --progress */
} OndCliOptions;

typedef struct
{
  const char *name;
  const char *arguments; /* "FILE", or NULL when it takes none */
  const char *summary;   /* one line */
  const char *details;   /* after the options in --help; may be NULL */
  OndSettingsGroup settings;
  OndCliOptions options;
  guint min_files, max_files;
  gboolean (*run) (OndCli *cli, GError **error);
} OndCliCommand;

/* One run of the program. Strings are owned by it. */
struct _OndCli
{
  const OndCliCommand *command;
  char **argv; /* as the user wrote it, the command's name first */
  OndSettings *settings;
  guint given;  /* bit s: an option set OndSetting s */
  char **files; /* file names, literally */
  char *output;
  gboolean overwrite, json, progress;
  int threads;
  char *backend;
  OndEngine *engine;         /* that it has made, or NULL */
  const char *notice;        /* of the engine, that was told */
  GCancellable *cancellable; /* SIGINT and SIGTERM cancel it */
};

/* cli-options.c */

/* Reads cli->argv; `entries` are the command's own options, or NULL. Handles --help (and exits). */
gboolean ond_cli_parse (OndCli *cli, const GOptionEntry *entries, GError **error);

/* "--hdu", ... : was it given? */
gboolean ond_cli_is_given (const OndCli *cli, OndSetting setting);

/* OND_ERROR_PARAMETER that names the options which were given and have nothing to act on: settings
 * without their bit in `used`, and the names in `more` (no dashes, NULL at its end, or NULL).
 * "--theta, --at: not used by `what`". */
gboolean ond_cli_check_used (const OndCli *cli, guint used, const char *const *more,
                             const char *what, GError **error);

/* OND_ERROR_PARAMETER when the parameter was given more than one value. */
gboolean ond_cli_check_single (const OndCli *cli, OndParameter parameter, GError **error);

/* The wavelet of the options; refuses grids of more than one value. */
gboolean ond_cli_get_wavelet (const OndCli *cli, OndWavelet *wavelet, GError **error);

/* cli-input.c */

/* OND_ERROR_FILE when the first file is known not to be a volume: maps of a sweep, a session of the
 * window. */
gboolean ond_cli_check_volume (const OndCli *cli, GError **error);

/* The volume of the first file, with --hdu, --plane and --voxel. An image has no phi: the settings
 * get the one value 0, and a note says so when another was given. */
OndVolume *ond_cli_read_volume (OndCli *cli, GError **error);

/* One line on stderr when wavelets do not suit the volume (ond_wavelet_get_misfit()): about the one
 * of the settings, or how many of all their grids. The line of a single one is returned, NULL when
 * there is none; free with g_free. */
char *ond_cli_warn_of_wavelets (const OndCli *cli, const OndVolume *volume);

/* cli-options.c again */

/* One of the options. What it has to say to the user is said when the command has ended, or by
 * ond_cli_tell_notice(), a line on stderr. */
OndEngine *ond_cli_new_engine (OndCli *cli, GError **error);
void ond_cli_tell_notice (OndCli *cli);

/* Early refusals: the output is missing from the options, is the input, or exists and may not be
 * overwritten. */
gboolean ond_cli_check_output (const OndCli *cli, const char *output, GError **error);

/* The line that makes the output again: what the user wrote, and those settings of `groups` that
 * were left to their defaults. Free with g_free. */
char *ond_cli_command_line (const OndCli *cli, OndSettingsGroup groups);

/* Three comma-separated numbers of `option`. */
gboolean ond_cli_parse_triple (const char *option, const char *text, double values[3],
                               GError **error);

/* cli-output.c */

/* "ondelette-cli: <kind>message" as one line on stderr, without control characters. */
void ond_cli_complain (const char *kind, const char *message);

/* "theta 30 deg, phi 45 deg, xi 5, scale 2"; an image (rank 2) has no phi. Free with g_free. */
char *ond_cli_describe_wavelet (const OndWavelet *wavelet, int rank);

/* "label  value" on stdout. */
void ond_cli_print (const char *label, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* "512.0 MiB"; free with g_free. */
char *ond_cli_format_bytes (guint64 bytes);

/* JSON has no NaN: such a number becomes null. */
void ond_cli_json_number (JsonBuilder *builder, const char *member, double value);
void ond_cli_json_text (JsonBuilder *builder, const char *member, const char *value);
void ond_cli_json_integer (JsonBuilder *builder, const char *member, gint64 value);

/* Ends the object and prints it. */
void ond_cli_json_print (JsonBuilder *builder);

/* A line on stderr: done / total, rate, time left. At most ten times a second on a terminal, once
 * elsewhere. */
typedef struct
{
  gboolean shown, terminal, drawn;
  gsize first, total; /* points that were there before, points in all */
  gint64 begun, last; /* monotonic microseconds */
} OndCliProgress;

void ond_cli_progress_begin (OndCliProgress *self, const OndCli *cli, gsize first, gsize total);
void ond_cli_progress_update (OndCliProgress *self, gsize done);
void ond_cli_progress_end (OndCliProgress *self);

/* cli-passes.c */

typedef struct
{
  const char *name, *help;
  OndPass pass;
} OndCliPass;

#define OND_CLI_N_PASSES 4
extern const OndCliPass ond_cli_passes[OND_CLI_N_PASSES];

/* Memory for the results of passes over a volume of this grid: made by the first run that wants it,
 * so that later ones do not spend time on it. */
typedef struct _OndCliBuffers OndCliBuffers;
OndCliBuffers *ond_cli_buffers_new (const OndGeometry *geometry);
void ond_cli_buffers_free (OndCliBuffers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndCliBuffers, ond_cli_buffers_free)

/* Runs a pass for one wavelet; `buffers` may be NULL for stats and energy. Errors: the engine's. */
gboolean ond_cli_run_pass (OndPass pass, OndTransform *transform, OndCliBuffers *buffers,
                           const OndWavelet *wavelet, OndLane lane, GCancellable *cancel,
                           GError **error);

/* The commands. That of info for a file of maps is in cli-info-maps.c. */
gboolean ond_cli_info_maps (OndCli *cli, GError **error);
gboolean ond_cli_info (OndCli *cli, GError **error);
gboolean ond_cli_respond (OndCli *cli, GError **error);
gboolean ond_cli_sweep (OndCli *cli, GError **error);
gboolean ond_cli_figure (OndCli *cli, GError **error);
gboolean ond_cli_sample (OndCli *cli, GError **error);
gboolean ond_cli_devices (OndCli *cli, GError **error);
gboolean ond_cli_bench (OndCli *cli, GError **error);
