/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-shot.h"

#include "../core/error.h"

typedef struct
{
  OndProjectionShot shot; /* a reference on its volume */
  int threads;
  double milliseconds;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ond_projection_volume_unref (job->shot.volume);
  g_free (job);
}

gboolean
ond_projection_shot_equal (const OndProjectionShot *a, const OndProjectionShot *b)
{
  return a->volume == b->volume && ond_pose_equal (&a->pose, &b->pose)
         && ond_color_scale_equal (&a->colors, &b->colors) && a->width == b->width
         && a->height == b->height && a->divisor == b->divisor;
}

static int
is_cancelled (void *cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

static GdkTexture *
draw (const Job *job, GCancellable *cancellable, GError **error)
{
  const OndProjectionShot *shot = &job->shot;
  const OndProjectionFrame frame =
      ond_projection_frame (&shot->volume->geometry, &shot->pose, shot->width, shot->height);
  const OndRays rays = ond_rays_new (shot->volume, &frame, shot->divisor);
  OndCall call = { .threads = job->threads, .cancelled = is_cancelled, .data = cancellable };
  int width = (shot->width + shot->divisor - 1) / shot->divisor,
      height = (shot->height + shot->divisor - 1) / shot->divisor;
  gsize bytes = (gsize) width * (gsize) height * 4;
  guint8 *rgba = g_try_malloc (bytes);
  g_autoptr (GBytes) pixels = NULL;
  OndGlColors colors;

  if (rgba == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "There is no memory for %d × %d pixels",
                   width, height);
      return NULL;
    }
  pixels = g_bytes_new_take (rgba, bytes);
  ond_gl_colors_fill (&colors, &shot->colors);
  if (!ond_rays_draw (&rays, shot->volume, &colors, width, height, rgba, &call))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, pixels,
                                 (gsize) width * 4);
}

static void
work (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  gint64 start = g_get_monotonic_time ();
  GError *error = NULL;
  GdkTexture *texture = draw (job, cancellable, &error);

  job->milliseconds = (double) (g_get_monotonic_time () - start) / 1000;
  if (texture != NULL)
    g_task_return_pointer (task, texture, g_object_unref);
  else
    g_task_return_error (task, error);
}

void
ond_projection_shot_async (const OndProjectionShot *shot, int threads, GCancellable *cancellable,
                           GAsyncReadyCallback done, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, done, data);
  Job *job = g_new0 (Job, 1);

  job->shot = *shot;
  ond_projection_volume_ref (job->shot.volume);
  job->threads = threads;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, work);
}

GdkTexture *
ond_projection_shot_finish (GAsyncResult *result, const OndProjectionShot **shot,
                            double *milliseconds, GError **error)
{
  const Job *job = g_task_get_task_data (G_TASK (result));

  *shot = &job->shot;
  *milliseconds = job->milliseconds;
  return g_task_propagate_pointer (G_TASK (result), error);
}
