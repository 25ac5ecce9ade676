/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who draws is decided each time the canvas is realized, and again should OpenGL fail later. OpenGL
 * objects live from realize to unrealize. Signal "drawn": a frame came late, and what lies over it
 * must follow. */
#include "projection-canvas.h"

#include "gl-projection.h"
#include "opengl-area.h"
#include "projection-shot.h"

#include <epoxy/gl.h>
#include <string.h>

/* What a frame may take while the pose changes, and what OpenGL, which holds the main loop, may
 * take at all; milliseconds. */
#define FRAME_MS 30
#define GL_REST_MS 45

#define MOST_DIVISOR 6

/* Without a change for so long the pose is at rest. */
#define REST_MS 150

/* What a GPU, and what a processor, draws well: 256 and 203 voxels each way. */
#define GL_VOXELS (1u << 24)
#define CPU_VOXELS (1u << 23)
#define MOST_EDGE 2048

struct _OndProjectionCanvas
{
  GtkWidget parent;
  OndSession *session;
  OndProjectionSource *source;

  GtkWidget *gl_area;
  OndGlProjection *gl; /* NULL: the CPU draws */
  guint give_up;       /* idle source after a failure while drawing */
  guint tell;          /* and after a frame of other quality */

  guint rest;  /* timer while the pose changes */
  double cost; /* milliseconds a ray; 0: unknown */
  double milliseconds;
  OndProjectionShot shown; /* what is drawn, with a reference on its volume, or NULL */
  gboolean final;          /* and at rest */

  GdkTexture *picture;       /* by the CPU */
  GCancellable *cancellable; /* of the picture in the making, or NULL */
  OndProjectionShot making;  /* whose volume it holds */
};

static guint drawn_signal;

G_DEFINE_FINAL_TYPE (OndProjectionCanvas, ond_projection_canvas, GTK_TYPE_WIDGET)

/* ---- What is wanted ---- */

/* Pixels that share a ray, each way, for a frame of that many pixels to be drawn in time. */
static int
find_divisor (OndProjectionCanvas *self, double pixels)
{
  double limit = self->rest != 0 ? FRAME_MS : GL_REST_MS;
  int divisor = 1;

  if (self->rest == 0 && self->gl == NULL) /* nobody waits */
    return 1;
  while (divisor < MOST_DIVISOR && self->cost * pixels > limit * divisor * divisor)
    divisor++;
  return divisor;
}

/* FALSE when there is nothing to draw. */
static gboolean
get_wanted (OndProjectionCanvas *self, OndProjectionShot *wanted)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int scale = gtk_widget_get_scale_factor (widget);

  memset (wanted, 0, sizeof *wanted);
  if (self->session == NULL)
    return FALSE;
  wanted->volume = ond_projection_source_get_volume (self->source);
  wanted->pose = ond_projection_get_pose (ond_session_get_projection (self->session));
  wanted->colors = *ond_session_get_colors (self->session, ond_session_get_show (self->session));
  wanted->width = gtk_widget_get_width (widget) * scale;
  wanted->height = gtk_widget_get_height (widget) * scale;
  wanted->divisor = find_divisor (self, (double) wanted->width * wanted->height);
  return wanted->volume != NULL && wanted->width > 0 && wanted->height > 0;
}

/* NULL: nothing is drawn. */
static void
set_shown (OndProjectionCanvas *self, const OndProjectionShot *shot)
{
  OndProjectionVolume *before = self->shown.volume;

  if (shot != NULL)
    {
      self->shown = *shot;
      ond_projection_volume_ref (shot->volume);
    }
  else
    self->shown.volume = NULL;
  self->final = self->rest == 0;
  g_clear_pointer (&before, ond_projection_volume_unref);
}

/* Is what is drawn what is wanted? OpenGL's frames at rest are as good as they get, whatever the
 * next one would take. */
static gboolean
is_shown (OndProjectionCanvas *self, OndProjectionShot wanted)
{
  if (self->gl != NULL && self->final)
    wanted.divisor = self->shown.divisor;
  return ond_projection_shot_equal (&wanted, &self->shown);
}

/* A frame that took longer than the last may have had to share the processor, or compiled a shader:
 * it counts for little. */
static void
take_time (OndProjectionCanvas *self, const OndProjectionShot *shot, double milliseconds)
{
  double pixels = (double) shot->width * shot->height / (shot->divisor * shot->divisor);

  self->milliseconds = milliseconds;
  milliseconds /= MAX (pixels, 1);
  self->cost = self->cost == 0 || milliseconds < self->cost ? milliseconds
                                                            : (3 * self->cost + milliseconds) / 4;
}

/* ---- By the CPU ---- */

static void ask_picture (OndProjectionCanvas *self);

static void
cancel_picture (OndProjectionCanvas *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
picture_drawn (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndProjectionCanvas) self = data;
  const OndProjectionShot *shot;
  double milliseconds;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) picture =
      ond_projection_shot_finish (result, &shot, &milliseconds, &error);

  if (self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  set_shown (self, shot);
  g_set_object (&self->picture, picture);
  if (picture == NULL)
    g_info ("%s", error->message);
  else
    take_time (self, shot, milliseconds);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, drawn_signal, 0);
  ask_picture (self);
}

/* A picture in the making is better than none and is finished, unless it takes long and the next
 * one would not. */
static void
ask_picture (OndProjectionCanvas *self)
{
  OndProjectionShot wanted;

  if (!get_wanted (self, &wanted))
    {
      cancel_picture (self);
      g_clear_object (&self->picture);
      set_shown (self, NULL);
      return;
    }
  if (self->cancellable != NULL)
    {
      if (self->making.divisor >= wanted.divisor && self->making.volume == wanted.volume)
        return;
      cancel_picture (self);
    }
  if (is_shown (self, wanted))
    return;
  self->making = wanted;
  self->cancellable = g_cancellable_new ();
  ond_projection_shot_async (&wanted,
                             ond_engine_get_threads (ond_session_get_engine (self->session)),
                             self->cancellable, picture_drawn, g_object_ref (self));
}

/* ---- By OpenGL ---- */

/* The CPU draws well; that it does is nothing to tell. */
static void
draw_by_cpu (OndProjectionCanvas *self, const char *why)
{
  const OndProjectionRoom room = { .voxels = CPU_VOXELS, .edge = MOST_EDGE };

  g_info ("The projection is drawn by the CPU: %s", why);
  gtk_widget_set_visible (self->gl_area, FALSE);
  ond_projection_source_set_room (self->source, &room);
  ask_picture (self);
}

/* See slice-canvas.c. */
static void
gl_area_realized (GtkGLArea *area, OndProjectionCanvas *self)
{
  OndProjectionRoom room = { .voxels = GL_VOXELS, .edge = MOST_EDGE };
  g_autoptr (GError) error = NULL;

  gtk_gl_area_make_current (area);
  if (gtk_gl_area_get_error (area) != NULL)
    {
      draw_by_cpu (self, gtk_gl_area_get_error (area)->message);
      return;
    }
  self->gl = ond_gl_projection_new (&error);
  if (self->gl == NULL)
    {
      draw_by_cpu (self, error->message);
      return;
    }
  room.edge = MIN (room.edge, ond_gl_projection_get_max_size (self->gl));
  self->cost = 0;
  ond_projection_source_set_room (self->source, &room);
}

static void
drop_gl (OndProjectionCanvas *self)
{
  if (self->gl == NULL)
    return;
  gtk_gl_area_make_current (GTK_GL_AREA (self->gl_area));
  g_clear_pointer (&self->gl, ond_gl_projection_free);
}

static gboolean
give_up_gl (gpointer data)
{
  OndProjectionCanvas *self = data;

  self->give_up = 0;
  drop_gl (self);
  set_shown (self, NULL);
  draw_by_cpu (self, "OpenGL failed");
  return G_SOURCE_REMOVE;
}

static gboolean
tell (gpointer data)
{
  OndProjectionCanvas *self = data;

  self->tell = 0;
  g_signal_emit (self, drawn_signal, 0);
  return G_SOURCE_REMOVE;
}

static gboolean
draw_by_gl (OndProjectionCanvas *self, const OndProjectionShot *shot, GError **error)
{
  const OndProjectionFrame frame =
      ond_projection_frame (&shot->volume->geometry, &shot->pose, shot->width, shot->height);
  const OndRays rays = ond_rays_new (shot->volume, &frame, shot->divisor);
  gint64 start;

  if (!ond_gl_projection_set_volume (self->gl, shot->volume, error))
    return FALSE;
  ond_gl_projection_set_colors (self->gl, &shot->colors);
  glFinish ();
  start = g_get_monotonic_time ();
  if (!ond_gl_projection_draw (self->gl, &rays, shot->width, shot->height, shot->divisor, error))
    return FALSE;
  glFinish ();
  take_time (self, shot, (double) (g_get_monotonic_time () - start) / 1000);
  if (self->tell == 0 && shot->divisor > 1)
    self->tell = g_idle_add (tell, self);
  set_shown (self, shot);
  return TRUE;
}

/* The widget cannot be changed while it is being drawn: the CPU takes over right after. */
static gboolean
render (GtkGLArea *area G_GNUC_UNUSED, GdkGLContext *context G_GNUC_UNUSED,
        OndProjectionCanvas *self)
{
  OndProjectionShot wanted;
  g_autoptr (GError) error = NULL;

  glClearColor (0, 0, 0, 0);
  glClear (GL_COLOR_BUFFER_BIT);
  set_shown (self, NULL);
  if (self->gl == NULL || !get_wanted (self, &wanted) || draw_by_gl (self, &wanted, &error))
    return TRUE;
  g_info ("%s", error->message);
  if (self->give_up == 0)
    self->give_up = g_idle_add (give_up_gl, self);
  return TRUE;
}

/* ---- The widget ---- */

static void
redraw (OndProjectionCanvas *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->gl == NULL)
    {
      ask_picture (self);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  OndProjectionShot wanted;
  if (!get_wanted (self, &wanted) || !is_shown (self, wanted))
    gtk_gl_area_queue_render (GTK_GL_AREA (self->gl_area));
}

static gboolean
at_rest (gpointer data)
{
  OndProjectionCanvas *self = data;

  OndProjectionShot wanted;

  self->rest = 0;
  if (get_wanted (self, &wanted) && is_shown (self, wanted))
    {
      self->final = TRUE;
      g_signal_emit (self, drawn_signal, 0);
    }
  redraw (self);
  return G_SOURCE_REMOVE;
}

static void
pose_changed (OndProjectionCanvas *self)
{
  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add (REST_MS, at_rest, self);
  redraw (self);
}

static void
ond_projection_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndProjectionCanvas *self = OND_PROJECTION_CANVAS (widget);
  float scale = (float) gtk_widget_get_scale_factor (widget);
  float width, height;

  if (self->gl != NULL)
    {
      gtk_widget_snapshot_child (widget, self->gl_area, snapshot);
      return;
    }
  if (self->picture == NULL)
    return;
  width = (float) (gdk_texture_get_width (self->picture) * self->shown.divisor) / scale;
  height = (float) (gdk_texture_get_height (self->picture) * self->shown.divisor) / scale;
  gtk_snapshot_append_texture (
      snapshot, self->picture,
      &GRAPHENE_RECT_INIT (0, (float) gtk_widget_get_height (widget) - height, width, height));
}

static void
ond_projection_canvas_map (GtkWidget *widget)
{
  OndProjectionCanvas *self = OND_PROJECTION_CANVAS (widget);

  GTK_WIDGET_CLASS (ond_projection_canvas_parent_class)->map (widget);
  ond_projection_source_set_active (self->source, TRUE);
  redraw (self);
}

static void
ond_projection_canvas_unmap (GtkWidget *widget)
{
  OndProjectionCanvas *self = OND_PROJECTION_CANVAS (widget);

  ond_projection_source_set_active (self->source, FALSE);
  cancel_picture (self);
  GTK_WIDGET_CLASS (ond_projection_canvas_parent_class)->unmap (widget);
}

static void
ond_projection_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  OndProjectionCanvas *self = OND_PROJECTION_CANVAS (widget);

  gtk_widget_size_allocate (self->gl_area, &(GtkAllocation){ 0, 0, width, height }, baseline);
  redraw (self);
}

static void
ond_projection_canvas_realize (GtkWidget *widget)
{
  OndProjectionCanvas *self = OND_PROJECTION_CANVAS (widget);
  const char *why;

  GTK_WIDGET_CLASS (ond_projection_canvas_parent_class)->realize (widget);
  if (!ond_opengl_area_start (self->gl_area, &why))
    draw_by_cpu (self, why);
}

static void
ond_projection_canvas_unrealize (GtkWidget *widget)
{
  OndProjectionCanvas *self = OND_PROJECTION_CANVAS (widget);

  g_clear_handle_id (&self->give_up, g_source_remove);
  g_clear_handle_id (&self->tell, g_source_remove);
  set_shown (self, NULL);
  g_clear_object (&self->picture);
  GTK_WIDGET_CLASS (ond_projection_canvas_parent_class)->unrealize (widget);
}

static void
ond_projection_canvas_dispose (GObject *object)
{
  OndProjectionCanvas *self = OND_PROJECTION_CANVAS (object);

  g_clear_handle_id (&self->rest, g_source_remove);
  cancel_picture (self);
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (ond_session_get_projection (self->session), self);
      g_signal_handlers_disconnect_by_data (self->source, self);
    }
  set_shown (self, NULL);
  g_clear_object (&self->session);
  g_clear_pointer (&self->gl_area, gtk_widget_unparent);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (ond_projection_canvas_parent_class)->dispose (object);
}

static void
ond_projection_canvas_class_init (OndProjectionCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ond_projection_canvas_dispose;
  widget_class->snapshot = ond_projection_canvas_snapshot;
  widget_class->realize = ond_projection_canvas_realize;
  widget_class->unrealize = ond_projection_canvas_unrealize;
  widget_class->map = ond_projection_canvas_map;
  widget_class->unmap = ond_projection_canvas_unmap;
  widget_class->size_allocate = ond_projection_canvas_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
  drawn_signal = g_signal_new ("drawn", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
ond_projection_canvas_init (OndProjectionCanvas *self)
{
  self->gl_area = ond_opengl_area_new ();
  g_signal_connect (self->gl_area, "realize", G_CALLBACK (gl_area_realized), self);
  g_signal_connect_swapped (self->gl_area, "unrealize", G_CALLBACK (drop_gl), self);
  g_signal_connect (self->gl_area, "render", G_CALLBACK (render), self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (redraw), NULL);
  gtk_widget_set_parent (self->gl_area, GTK_WIDGET (self));
}

GtkWidget *
ond_projection_canvas_new (OndSession *session, OndProjectionSource *source)
{
  OndProjectionCanvas *self = g_object_new (OND_TYPE_PROJECTION_CANVAS, NULL);

  self->session = g_object_ref (session);
  self->source = g_object_ref (source);
  g_signal_connect_swapped (source, "changed", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (ond_session_get_projection (session), "changed",
                            G_CALLBACK (pose_changed), self);
  return GTK_WIDGET (self);
}

OndPose
ond_projection_canvas_get_pose (OndProjectionCanvas *self)
{
  OndProjectionShot wanted;

  g_return_val_if_fail (OND_IS_PROJECTION_CANVAS (self), ond_pose_default ());
  if (!get_wanted (self, &wanted) || self->gl != NULL || self->shown.volume == NULL
      || self->shown.width != wanted.width || self->shown.height != wanted.height)
    return wanted.pose;
  return self->shown.pose;
}

int
ond_projection_canvas_get_divisor (OndProjectionCanvas *self)
{
  return self->shown.volume != NULL && self->final ? self->shown.divisor : 1;
}

gboolean
ond_projection_canvas_is_settled (OndProjectionCanvas *self)
{
  OndProjectionShot wanted;

  return self->cancellable == NULL && self->rest == 0
         && (!get_wanted (self, &wanted) || is_shown (self, wanted));
}

gboolean
ond_projection_canvas_uses_gl (OndProjectionCanvas *self)
{
  return self->gl != NULL;
}

double
ond_projection_canvas_get_milliseconds (OndProjectionCanvas *self)
{
  return self->milliseconds;
}
