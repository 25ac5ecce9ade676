/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli sweep`: chunk after chunk of a plan into a checkpoint and into maps, which become
 * the output. */
#include "cli-best.h"

#include "../core/checkpoint.h"
#include "../core/error.h"
#include "../core/kernels.h"
#include "../core/sweep-memory.h"
#include "../core/wisdom.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OndCli *cli;
  OndVolume *volume;
  OndEngine *engine;
  OndSweepPlan *plan;
  OndMaps *maps;
  OndCheckpoint *checkpoint;
  OndCliBest best;
} Sweep;

static OndSweepPlan *
make_plan (const OndSettings *settings, const OndVolume *volume, gboolean best, GError **error)
{
  const OndSweepRequest request = {
    .grids = settings->grids,
    .geometry = *ond_volume_get_geometry (volume),
    .n_invalid = ond_volume_get_n_invalid (volume),
    .method = settings->method,
    .norm = settings->norm,
    .statistics = settings->statistics,
    .best = best,
  };

  return ond_sweep_plan_new (&request, error);
}

static OndMaps *
make_maps (const Sweep *self, GError **error)
{
  const OndVolumeInfo *info = ond_volume_get_info (self->volume);
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);
  g_autofree char *input = g_path_get_basename (self->cli->files[0]);
  g_autofree char *checksum = ond_maps_checksum (self->volume);
  g_autofree char *command = ond_cli_command_line (self->cli, self->cli->command->settings);
  const OndMapsOrigin origin = {
    .input = input,
    .input_hdu = info->hdu,
    .checksum = checksum,
    .unit = info->unit,
    .backend = ond_engine_get_device (self->engine),
    .command = command,
    .edge = { geometry->edge[OND_X], geometry->edge[OND_Y], geometry->edge[OND_Z] },
    .edge_length = info->edge_length,
    .length_unit = info->length_unit,
  };

  return ond_maps_new (self->plan, &origin, error);
}

/* --resume meets a finished output: its maps when the same settings and input made it.
 * Otherwise says what differs. */
static OndMaps *
load_finished (const Sweep *self, GError **error)
{
  g_autoptr (OndMaps) maps = ond_maps_load (self->cli->output, error);
  g_autoptr (OndSettings) there = maps ? ond_settings_new_from_maps (maps) : NULL;
  g_autoptr (OndSettings) here = ond_settings_new_from_maps (self->maps);
  g_autofree char *name = g_filename_display_name (self->cli->output);
  g_autofree char *difference = NULL;

  if (maps == NULL)
    return NULL;
  difference = ond_settings_difference (there, here, OND_SETTINGS_ALL);
  if (difference == NULL
      && g_strcmp0 (ond_maps_get_origin (maps)->checksum,
                    ond_maps_get_origin (self->maps)->checksum)
             != 0)
    difference = g_strdup ("the samples of the input");
  if (difference == NULL && ond_maps_get_n_filled (maps) == ond_maps_get_n_cells (maps))
    return g_steal_pointer (&maps);
  g_set_error (error, OND_ERROR, OND_ERROR_EXISTS, "%s: holds another sweep, which differs in %s",
               name, difference ? difference : "being incomplete");
  return NULL;
}

static gboolean
replay_chunk (gsize chunk, const OndMoments *moments, gsize n, gpointer data)
{
  Sweep *self = data;
  gsize expected;

  if (chunk >= ond_sweep_plan_get_n_chunks (self->plan)
      || (self->best.part != NULL && chunk >= ond_best_part_get_n_chunks (self->best.part)))
    return FALSE;
  ond_sweep_plan_get_chunk (self->plan, chunk, &expected);
  return n == expected
         && ond_maps_take_chunk (self->maps, self->plan, chunk, moments,
                                 ond_volume_get_geometry (self->volume), NULL);
}

/* What makes a resumed sweep differ in its last digits from one that was never interrupted. */
static void
warn_of_last_digits (const Sweep *self)
{
  const char *backend = ond_checkpoint_get_backend (self->checkpoint),
             *there = ond_checkpoint_get_kernels (self->checkpoint),
             *here = ond_kernels_get ()->name;

  if (ond_checkpoint_get_wisdom (self->checkpoint) != NULL
      && !ond_wisdom_import (ond_checkpoint_get_wisdom (self->checkpoint)))
    ond_cli_complain ("warning: ",
                      "the checkpoint's wisdom is of another FFTW: last digits may differ");
  if (g_strcmp0 (backend, ond_engine_get_backend (self->engine)) != 0)
    {
      g_autofree char *text =
          g_strdup_printf ("the checkpoint was begun with the backend %s and goes on with %s: last "
                           "digits may differ",
                           backend ? backend : "unknown", ond_engine_get_backend (self->engine));
      ond_cli_complain ("warning: ", text);
    }
  if (g_strcmp0 (there, here) != 0)
    {
      g_autofree char *text =
          g_strdup_printf ("the checkpoint was begun with the instruction set %s, and this "
                           "processor goes on with %s: last digits may differ",
                           there ? there : "unknown", here);
      ond_cli_complain ("warning: ", text);
    }
}

static gboolean
open_checkpoint (Sweep *self, gboolean resume, GError **error)
{
  g_autoptr (OndSettings) settings = ond_settings_new_from_maps (self->maps);
  const OndCheckpointHead head = {
    .settings = settings,
    .checksum = ond_maps_get_origin (self->maps)->checksum,
    .backend = ond_engine_get_backend (self->engine),
    .n_chunks = ond_sweep_plan_get_n_chunks (self->plan),
    .kernels = ond_kernels_get ()->name,
    .best = self->best.path != NULL,
  };
  const char *const *devices;
  OndCheckpointPolicy policy = resume                 ? OND_CHECKPOINT_CONTINUE
                               : self->cli->overwrite ? OND_CHECKPOINT_REPLACE
                                                      : OND_CHECKPOINT_REFUSE;

  g_autofree char *path = ond_checkpoint_path (self->cli->output);
  /* What a kill left without its checkpoint belongs to nothing. */
  gboolean goes_on = resume && g_file_test (path, G_FILE_TEST_EXISTS);

  self->checkpoint = ond_checkpoint_open (self->cli->output, &head, policy, error);
  if (self->checkpoint == NULL
      || (self->best.part != NULL && !ond_best_part_open (self->best.part, goes_on, error))
      || !ond_checkpoint_replay (self->checkpoint, replay_chunk, self, error))
    return FALSE;
  for (devices = ond_checkpoint_get_devices (self->checkpoint); *devices != NULL; devices++)
    ond_maps_add_device (self->maps, *devices);
  warn_of_last_digits (self);
  return TRUE;
}

static gboolean
run_chunk (Sweep *self, gsize chunk, GError **error)
{
  OndSweepResult result;
  g_autofree char *wisdom = NULL;
  gsize n;

  ond_sweep_plan_get_chunk (self->plan, chunk, &n);
  if (!ond_sweep_run_chunk_best (self->plan, chunk, self->engine, self->volume, self->best.map,
                                 &result, self->cli->cancellable, error))
    return FALSE;
  wisdom = ond_wisdom_export ();
  ond_cli_tell_notice (self->cli);
  ond_maps_add_device (self->maps, result.device);
  return ond_checkpoint_append_wisdom (self->checkpoint, wisdom, error)
         && ond_checkpoint_append_device (self->checkpoint, result.device, error)
         && ond_checkpoint_append (self->checkpoint, chunk, result.moments, n, error)
         && ond_maps_take_chunk (self->maps, self->plan, chunk, result.moments,
                                 ond_volume_get_geometry (self->volume), error)
         && (self->best.part == NULL
             || ond_best_part_keep (self->best.part, chunk + 1, FALSE, error));
}

/* A chunk that is on file fills its first cell. */
static gboolean
is_filled (const Sweep *self, gsize chunk)
{
  gsize n;
  gsize cell = ond_sweep_plan_get_chunk (self->plan, chunk, &n)[0];

  return ond_maps_is_filled (self->maps, cell);
}

static gboolean
run_chunks (Sweep *self, GError **error)
{
  OndCliProgress progress;
  g_autofree char *what = ond_sweep_plan_describe (self->plan);
  g_autoptr (GError) unkept = NULL;
  gsize n_chunks = ond_sweep_plan_get_n_chunks (self->plan),
        n_cells = ond_maps_get_n_cells (self->maps);
  gsize chunk = 0;
  gboolean ok = TRUE;

  ond_cli_progress_begin (&progress, self->cli, ond_maps_get_n_filled (self->maps), n_cells);
  if (progress.shown)
    g_printerr ("%s\n", what);
  for (; ok && chunk < n_chunks; chunk += ok)
    {
      if (is_filled (self, chunk))
        continue;
      ok = run_chunk (self, chunk, error);
      ond_cli_progress_update (&progress, ond_maps_get_n_filled (self->maps));
    }
  ond_cli_progress_end (&progress);
  if (!ok && self->best.part != NULL && !ond_best_part_keep (self->best.part, chunk, TRUE, &unkept))
    ond_cli_complain ("warning: ", unkept->message);
  if (!ok && error != NULL && g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *kept = ond_checkpoint_path (self->cli->output);
      g_clear_error (error);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                   "interrupted: %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
                   " points are kept in %s; --resume goes on",
                   ond_maps_get_n_filled (self->maps), n_cells, kept);
    }
  return ok;
}

/* Points without statistics: with the border left out, nothing may be left. */
static void
warn_of_nothing (const Sweep *self)
{
  gsize n_nothing = 0, n_cells = ond_maps_get_n_cells (self->maps);

  for (int s = 0; s < OND_N_STATISTICS && n_nothing == 0; s++)
    {
      const double *values = ond_maps_get_values (self->maps, s);

      for (gsize cell = 0; values != NULL && cell < n_cells; cell++)
        n_nothing += ond_maps_is_filled (self->maps, cell) && isnan (values[cell]);
    }
  if (n_nothing > 0)
    {
      g_autofree char *text = g_strdup_printf (
          "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " points have no statistics: their wavelets "
          "reach to the faces from every voxel; --border keep has them",
          n_nothing, n_cells);
      ond_cli_complain ("warning: ", text);
    }
}

static void
print_results (const Sweep *self)
{
  const OndMaps *maps = self->maps;
  g_autofree char *pass = ond_sweep_plan_describe (self->plan);
  static const OndStatistic shown[] = { OND_STATISTIC_ENERGY, OND_STATISTIC_STD,
                                        OND_STATISTIC_MAX };

  ond_cli_print ("computed", "%s", pass);
  ond_cli_print ("points", "%" G_GSIZE_FORMAT, ond_maps_get_n_filled (maps));
  if (self->best.path != NULL)
    ond_cli_print ("best map", "%s", self->best.path);
  for (gsize i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      const OndChoice *choice = &ond_statistics[shown[i]];
      g_autofree char *unit = ond_statistic_unit (shown[i], ond_maps_get_origin (maps)->unit);
      g_autofree char *label = g_strconcat ("best ", choice->name, NULL);
      g_autofree char *text = NULL;
      OndWavelet wavelet;
      gsize cell;

      if (!ond_maps_best (maps, shown[i], &cell))
        continue;
      wavelet = ond_maps_get_wavelet (maps, cell);
      text = ond_cli_describe_wavelet (&wavelet, ond_maps_get_rank (maps));
      ond_cli_print (label, "%s: %.9g %s", text, ond_maps_get_values (maps, shown[i])[cell], unit);
    }
}

/* "-", as in tar and curl; a file of that name is ./- */
static gboolean
is_stdout (const char *name)
{
  return strcmp (name, "-") == 0;
}

static gboolean
put_table (const OndCli *cli, const OndMaps *maps, const char *csv, GError **error)
{
  if (csv != NULL && is_stdout (csv))
    return ond_maps_print_csv (maps, stdout, error);
  return csv == NULL || ond_maps_save_csv (maps, csv, cli->overwrite, error);
}

static gboolean
compute_and_save (Sweep *self, const char *csv, gboolean resume, GError **error)
{
  if (!open_checkpoint (self, resume, error))
    return FALSE;
  g_free (ond_cli_warn_of_wavelets (self->cli, self->volume)); /* before hours are spent */
  if (!run_chunks (self, error)
      || !ond_cli_best_save (&self->best, self->cli, ond_maps_get_origin (self->maps)->backend,
                             ond_maps_get_n_filled (self->maps), error)
      || !ond_maps_save (self->maps, self->cli->output, self->cli->overwrite, error))
    return FALSE;
  ond_checkpoint_remove (g_steal_pointer (&self->checkpoint));
  ond_best_part_remove (self->cli->output);
  return put_table (self->cli, self->maps, csv, error);
}

/* Everything up to the first point: the cheap refusals come first. A sweep that is finished needs
 * no memory. */
static gboolean
prepare (Sweep *self, gboolean finished, GError **error)
{
  self->volume = ond_cli_read_volume (self->cli, error);
  self->engine = self->volume ? ond_cli_new_engine (self->cli, error) : NULL;
  self->plan = self->engine
                   ? make_plan (self->cli->settings, self->volume, self->best.path != NULL, error)
                   : NULL;
  if (self->plan != NULL
      && (finished || ond_sweep_fits (self->plan, self->engine, self->volume, error)))
    self->maps = make_maps (self, error);
  return self->maps != NULL
         && (finished
             || ond_cli_best_begin (&self->best, self->cli, self->plan, self->volume, self->maps,
                                    error));
}

static void
clear (Sweep *self)
{
  ond_cli_best_clear (&self->best);
  g_clear_pointer (&self->checkpoint, ond_checkpoint_close);
  g_clear_pointer (&self->maps, ond_maps_unref);
  g_clear_pointer (&self->plan, ond_sweep_plan_unref);
  g_clear_pointer (&self->engine, ond_engine_unref);
  g_clear_pointer (&self->volume, ond_volume_unref);
}

/* The output is there and --resume was given: done already, or something else. */
static gboolean
resume_finished (Sweep *self, const char *csv, GError **error)
{
  g_autoptr (OndMaps) maps = load_finished (self, error);

  if (maps == NULL)
    return FALSE;
  if (self->best.path != NULL && !g_file_test (self->best.path, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_EXISTS,
                   "%s: was finished without a best map; sweep into another file for one",
                   self->cli->output);
      return FALSE;
    }
  /* A kill between the last rename and the removal leaves a checkpoint behind. */
  if (open_checkpoint (self, TRUE, NULL))
    {
      ond_checkpoint_remove (g_steal_pointer (&self->checkpoint));
      ond_best_part_remove (self->cli->output);
    }
  if (csv == NULL || !is_stdout (csv))
    ond_cli_print ("done", "%s was finished before", self->cli->output);
  return put_table (self->cli, maps, csv, error);
}

gboolean
ond_cli_sweep (OndCli *cli, GError **error)
{
  g_autofree char *csv = NULL;
  gboolean resume = FALSE, ok;
  Sweep sweep = { .cli = cli };
  const GOptionEntry entries[] = {
    { "resume", 0, 0, G_OPTION_ARG_NONE, &resume,
      "Go on from the checkpoint, or begin, or find it done", NULL },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &csv,
      "Write the maps as a text table, too; - prints it in place of the summary", "NAME" },
    { "best", 0, 0, G_OPTION_ARG_FILENAME, &sweep.best.path,
      "Write which wavelet answers most at each voxel; 8 bytes of memory a voxel", "NAME" },
    G_OPTION_ENTRY_NULL,
  };
  gboolean finished;

  if (!ond_cli_parse (cli, entries, error))
    return FALSE;
  finished = resume && !cli->overwrite && cli->output != NULL
             && g_file_test (cli->output, G_FILE_TEST_EXISTS);
  if ((!finished
       && (!ond_cli_check_output (cli, cli->output, error)
           || !ond_cli_best_check (&sweep.best, cli, csv, error)))
      || (csv != NULL && !is_stdout (csv) && !ond_cli_check_output (cli, csv, error)))
    {
      clear (&sweep);
      return FALSE;
    }
  ok = prepare (&sweep, finished, error)
       && (finished ? resume_finished (&sweep, csv, error)
                    : compute_and_save (&sweep, csv, resume, error));
  if (ok && !finished)
    warn_of_nothing (&sweep);
  if (ok && !finished && (csv == NULL || !is_stdout (csv)))
    print_results (&sweep);
  clear (&sweep);
  return ok;
}
