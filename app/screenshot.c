/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "screenshot.h"

#include "core/error.h"
#include "core/file-write.h"
#include "ui/projection-view.h"

typedef struct
{
  OndWindow *window;
  char *path;
  gboolean sweep; /* still to be started */
  guint frames;   /* painted since everything was ready */
  OndScreenshotFunc done;
  gpointer data;
} Shot;

#define INTERVAL 50 /* milliseconds between looks */
#define FRAMES 6    /* looks after everything is ready: the last slices and the map get painted */

static gboolean
is_sweeping (OndWindow *window)
{
  OndSweepJob *job = ond_sweep_panel_get_job (ond_window_get_sweep_panel (window));

  return job != NULL && ond_sweep_job_get_state (job) == OND_SWEEP_RUNNING;
}

/* Whole or not at all. */
static gboolean
write_png (GdkTexture *texture, const char *path, GError **error)
{
  g_autoptr (GBytes) png = gdk_texture_save_to_png_bytes (texture);
  OndFileWrite *file = ond_file_write_begin (path, TRUE, error);

  if (file == NULL)
    return FALSE;
  ond_file_write_bytes (file, g_bytes_get_data (png, NULL), g_bytes_get_size (png), NULL);
  return ond_file_write_finish (file, g_bytes_get_size (png), error);
}

static gboolean
save (Shot *shot, GError **error)
{
  GtkWidget *widget = GTK_WIDGET (shot->window);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    texture =
        gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (widget)), node,
                                     &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (texture != NULL)
    return write_png (texture, shot->path, error);
  g_set_error (error, OND_ERROR, OND_ERROR_WRITE, "The picture %s cannot be drawn", shot->path);
  return FALSE;
}

static gboolean
finish (Shot *shot, const GError *error)
{
  shot->done (error, shot->data);
  g_object_unref (shot->window);
  g_free (shot->path);
  g_free (shot);
  return G_SOURCE_REMOVE;
}

/* Is the projection, unless it is hidden, that of the present parameters? */
static gboolean
is_projected (OndWindow *window)
{
  GtkWidget *view = ond_window_get_view (window, OND_N_AXES);

  return !gtk_widget_get_mapped (view)
         || ond_projection_view_is_settled (OND_PROJECTION_VIEW (view));
}

static gboolean
look (gpointer data)
{
  Shot *shot = data;
  OndSession *session = ond_window_get_session (shot->window);
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  OndShown shown;

  g_object_get (session, "message", &message, NULL);
  if (message != NULL)
    {
      error = g_error_new_literal (OND_ERROR, OND_ERROR_FILE, message);
      return finish (shot, error);
    }
  if (ond_window_is_busy (shot->window) || is_sweeping (shot->window)
      || !is_projected (shot->window)
      || (ond_session_get_volume (session) != NULL && !ond_session_get_shown (session, &shown)))
    return G_SOURCE_CONTINUE;
  if (shot->sweep)
    {
      OndSweepPanel *panel = ond_window_get_sweep_panel (shot->window);

      if (ond_sweep_panel_get_refusal (panel) != NULL)
        {
          error = g_error_new (OND_ERROR, OND_ERROR_PARAMETER, "The sweep cannot start: %s",
                               ond_sweep_panel_get_refusal (panel));
          return finish (shot, error);
        }
      ond_sweep_panel_start (panel);
      shot->sweep = ond_sweep_panel_get_job (panel) == NULL;
      return G_SOURCE_CONTINUE;
    }
  if (++shot->frames < FRAMES)
    return G_SOURCE_CONTINUE;
  save (shot, &error);
  return finish (shot, error);
}

void
ond_screenshot_take (OndWindow *window, const char *path, gboolean sweep, OndScreenshotFunc done,
                     gpointer data)
{
  Shot *shot = g_new0 (Shot, 1);

  shot->window = g_object_ref (window);
  shot->path = g_strdup (path);
  shot->sweep = sweep;
  shot->done = done;
  shot->data = data;
  g_timeout_add (INTERVAL, look, shot);
}
