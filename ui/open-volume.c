/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open-volume.h"

#include "../core/sample.h"

#define SAMPLE_SIZE 96
#define SAMPLE_NOISE 0.3

typedef struct
{
  char *path;
  char *hdu;
  OndSourceOptions options; /* its hdu points to the copy above */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_free (job->hdu);
  g_free (job);
}

static void
open_volume (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  OndVolume *volume = job->path != NULL
                          ? ond_source_read (job->path, &job->options, cancellable, &error)
                          : ond_sample_new (SAMPLE_SIZE, 3, SAMPLE_NOISE, &error);

  if (volume != NULL)
    g_task_return_pointer (task, volume, (GDestroyNotify) ond_volume_unref);
  else
    g_task_return_error (task, error);
}

void
ond_open_volume_async (const char *path, const OndSourceOptions *options, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Job *job = g_new0 (Job, 1);

  job->path = g_strdup (path);
  if (options != NULL)
    {
      job->options = *options;
      job->options.hdu = job->hdu = g_strdup (options->hdu);
    }
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, open_volume);
}

OndVolume *
ond_open_volume_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
