/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open-file.h"

#include "../core/sample.h"

typedef struct
{
  char *path, *input;
  char *hdu;
  OndSourceOptions options; /* its hdu points to the copy above */
  OndVolume *open;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_free (job->input);
  g_free (job->hdu);
  g_clear_pointer (&job->open, ond_volume_unref);
  g_free (job);
}

void
ond_opened_free (OndOpened *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->volume, ond_volume_unref);
  ond_session_file_free (self->session);
  ond_opened_maps_clear (&self->maps);
  g_clear_error (&self->problem);
  g_free (self);
}

static OndVolume *
read_volume (const char *path, const OndSourceOptions *options, GCancellable *cancellable,
             GError **error)
{
  return path != NULL ? ond_source_read (path, options, cancellable, error)
                      : ond_sample_new (OND_SAMPLE_SIZE, 3, OND_SAMPLE_NOISE, error);
}

/* The samples are compared first: other voxels make another volume of the same ones. */
static void
compare (OndOpened *opened)
{
  OndVolume *volume = opened->volume;

  opened->changed = !ond_session_file_matches (opened->session, volume);
  if (opened->changed)
    return;
  opened->volume = ond_session_file_apply_voxels (opened->session, volume);
  ond_volume_unref (volume);
}

static OndOpened *
open_session (const Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (OndOpened) opened = g_new0 (OndOpened, 1);
  OndSourceOptions options;

  opened->session = ond_session_file_load (job->path, error);
  if (opened->session == NULL)
    return NULL;
  ond_session_file_get_options (opened->session, &options);
  opened->volume =
      read_volume (job->input != NULL ? job->input : ond_session_file_get_input (opened->session),
                   &options, cancellable, &opened->problem);
  if (opened->volume != NULL)
    compare (opened);
  else if (g_error_matches (opened->problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&opened->problem));
      return NULL;
    }
  return g_steal_pointer (&opened);
}

static OndOpened *
open_plain (const Job *job, GCancellable *cancellable, GError **error)
{
  OndVolume *volume = read_volume (job->path, &job->options, cancellable, error);
  OndOpened *opened;

  if (volume == NULL)
    return NULL;
  opened = g_new0 (OndOpened, 1);
  opened->volume = volume;
  return opened;
}

static OndOpened *
open_maps (const Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (OndOpened) opened = g_new0 (OndOpened, 1);

  return ond_open_maps (&opened->maps, job->path, job->open, cancellable, error)
             ? g_steal_pointer (&opened)
             : NULL;
}

static OndOpened *
open_any (const Job *job, GCancellable *cancellable, GError **error)
{
  if (job->path != NULL && ond_session_file_has_name (job->path))
    return open_session (job, cancellable, error);
  /* Who names an image of the file wants that. */
  if (job->path != NULL && job->options.hdu == NULL && ond_maps_probe (job->path))
    return open_maps (job, cancellable, error);
  return open_plain (job, cancellable, error);
}

static void
open_file (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError *error = NULL;
  OndOpened *opened = open_any (job, cancellable, &error);

  if (opened != NULL)
    g_task_return_pointer (task, opened, (GDestroyNotify) ond_opened_free);
  else
    g_task_return_error (task, error);
}

void
ond_open_file_async (const char *path, const OndSourceOptions *options, const char *input,
                     OndVolume *open, GCancellable *cancellable, GAsyncReadyCallback callback,
                     gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Job *job = g_new0 (Job, 1);

  job->path = g_strdup (path);
  job->input = g_strdup (input);
  job->open = open != NULL ? ond_volume_ref (open) : NULL;
  if (options != NULL)
    {
      job->options = *options;
      job->options.hdu = job->hdu = g_strdup (options->hdu);
    }
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, open_file);
}

OndOpened *
ond_open_file_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
