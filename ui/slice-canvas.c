/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of gl-slice.c and slice-picture.c draws is decided each time the canvas is realized, and
 * again should OpenGL fail later. OpenGL objects live from realize to unrealize and are made again
 * from the session's samples. */
#include "slice-canvas.h"

#include "best-picture.h"
#include "gl-colors.h"
#include "gl-program.h"
#include "gl-slice.h"
#include "opengl-area.h"
#include "slice-picture.h"

#include "../core/error.h"

/* Longer slices are reduced to the pixels of the view before the upload, so that an image of 10000
 * x 10000 takes no 400 MB of the GPU's memory, nor fails on one that ends at 8192. */
#define TEXTURE_MAX 4096

/* What a texture or picture was made from. */
typedef struct
{
  guint64 serial;
  OndShow show;
  int width, height;
  OndSliceArea area, visible; /* 0 where it holds all samples, wherever they are drawn */
} Origin;

/* What is drawn now: one layer, or the response over the image. */
typedef struct
{
  int n; /* of layers that there are samples of */
  int opacity;
  Origin origins[OND_GL_N_LAYERS];
  const float *samples[OND_GL_N_LAYERS];
  const OndColorScale *colors[OND_GL_N_LAYERS];
} Drawing;

/* What the picture was made from. */
typedef struct
{
  int n, opacity;
  Origin origins[OND_GL_N_LAYERS];
  OndColorScale colors[OND_GL_N_LAYERS];
} Pictured;

struct _OndSliceCanvas
{
  GtkWidget parent;
  OndSession *session;
  int normal;

  GtkWidget *gl_area;
  OndGlSlice *gl; /* NULL: the CPU draws */
  char *gl_info;
  char *why_not; /* no OpenGL, or NULL */
  guint give_up; /* idle source after a failure while drawing */
  Origin uploaded[OND_GL_N_LAYERS];

  GdkTexture *picture; /* without OpenGL */
  Pictured pictured;

  OndBestPicture *best; /* with OpenGL and without */
};

G_DEFINE_FINAL_TYPE (OndSliceCanvas, ond_slice_canvas, GTK_TYPE_WIDGET)

static gboolean
area_equal (const OndSliceArea *a, const OndSliceArea *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

static gboolean
origin_equal (const Origin *a, const Origin *b)
{
  return a->serial == b->serial && a->show == b->show && a->width == b->width
         && a->height == b->height && area_equal (&a->area, &b->area)
         && area_equal (&a->visible, &b->visible);
}

/* The slice and what is seen of it; FALSE while there is nothing open. */
static gboolean
get_areas (OndSliceCanvas *self, OndSliceArea *area, OndSliceArea *visible)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  if (!ond_slice_canvas_get_device_area (self, area))
    return FALSE;
  *visible = ond_slice_visible (area, gtk_widget_get_width (GTK_WIDGET (self)) * scale,
                                gtk_widget_get_height (GTK_WIDGET (self)) * scale);
  return visible->width > 0 && visible->height > 0;
}

/* The same in the framebuffer, whose rows count from the bottom. */
static OndGlArea
flip (OndSliceCanvas *self, const OndSliceArea *area)
{
  int height =
      gtk_widget_get_height (GTK_WIDGET (self)) * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  return (OndGlArea){
    .x = area->x, .y = height - area->y - area->height, .width = area->width, .height = area->height
  };
}

static void
add_layer (OndSliceCanvas *self, OndShow show, Drawing *drawing)
{
  Origin *origin = &drawing->origins[drawing->n];
  const float *samples;

  *origin = (Origin){ .show = show,
                      .serial = ond_session_get_serial (self->session, show, self->normal) };
  samples =
      ond_session_get_slice (self->session, show, self->normal, &origin->width, &origin->height);
  if (samples == NULL)
    return;
  drawing->samples[drawing->n] = samples;
  drawing->colors[drawing->n++] = ond_session_get_colors (self->session, show);
}

/* FALSE while there is nothing to draw. */
static gboolean
get_drawing (OndSliceCanvas *self, Drawing *drawing)
{
  OndDrawn drawn;

  *drawing = (Drawing){ 0 };
  if (self->session == NULL)
    return FALSE;
  drawn = ond_session_get_drawn (self->session);
  add_layer (self, drawn.first, drawing);
  if (drawing->n > 0 && drawn.opacity > 0)
    add_layer (self, OND_SHOW_RESPONSE, drawing);
  drawing->opacity = drawing->n > 1 ? drawn.opacity : 0;
  return drawing->n > 0;
}

static void
draw_by_cpu (OndSliceCanvas *self, const char *why)
{
  g_info ("Slices are drawn without OpenGL: %s", why);
  g_free (self->why_not);
  self->why_not = g_strdup (why);
  gtk_widget_set_visible (self->gl_area, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
gl_area_realized (GtkGLArea *area, OndSliceCanvas *self)
{
  g_autoptr (GError) error = NULL;
  gtk_gl_area_make_current (area);
  if (gtk_gl_area_get_error (area) != NULL)
    {
      draw_by_cpu (self, gtk_gl_area_get_error (area)->message);
      return;
    }

  self->gl = ond_gl_slice_new (&error);
  if (self->gl == NULL)
    {
      draw_by_cpu (self, error->message);
      return;
    }
  memset (self->uploaded, 0, sizeof self->uploaded);
  self->gl_info = ond_gl_describe ();
  g_clear_pointer (&self->why_not, g_free);
}

static void
drop_gl (OndSliceCanvas *self)
{
  if (self->gl == NULL)
    return;
  gtk_gl_area_make_current (GTK_GL_AREA (self->gl_area));
  g_clear_pointer (&self->gl, ond_gl_slice_free);
  g_clear_pointer (&self->gl_info, g_free);
}

static gboolean
give_up_gl (gpointer data)
{
  OndSliceCanvas *self = data;
  g_autofree char *why = g_steal_pointer (&self->why_not);
  self->give_up = 0;
  drop_gl (self);
  draw_by_cpu (self, why);
  return G_SOURCE_REMOVE;
}

/* The widget cannot be changed while it is being drawn: the CPU takes over right after. */
static void
gl_failed (OndSliceCanvas *self, const GError *error)
{
  if (self->give_up != 0)
    return;
  g_free (self->why_not);
  self->why_not = g_strdup (error->message);
  self->give_up = g_idle_add (give_up_gl, self);
}

/* Uploads the samples of a layer if the texture holds others. A slice too large for a texture is
 * reduced to what is seen of it, and then *area is that, too. */
static gboolean
upload (OndSliceCanvas *self, OndGlLayer layer, const float *samples, Origin origin,
        OndSliceArea *area, const OndSliceArea *visible, GError **error)
{
  g_autofree float *reduced = NULL;
  int max = MIN (TEXTURE_MAX, ond_gl_slice_get_max_size (self->gl));
  int width = origin.width, height = origin.height;
  gboolean too_large = width > max || height > max;

  if (too_large)
    {
      origin.width = visible->width;
      origin.height = visible->height;
      origin.area = *area;
      origin.visible = *visible;
      *area = *visible;
    }
  if (origin_equal (&origin, &self->uploaded[layer]))
    return TRUE;

  self->uploaded[layer] = (Origin){ 0 };
  if (too_large)
    {
      samples = reduced = ond_slice_reduce (samples, width, height, &origin.area, visible);
      if (reduced == NULL)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "There is no memory for %d x %d pixels",
                       origin.width, origin.height);
          return FALSE;
        }
    }
  if (!ond_gl_slice_set_samples (self->gl, layer, samples, origin.width, origin.height, error))
    return FALSE;
  self->uploaded[layer] = origin;
  return TRUE;
}

static gboolean
draw_by_gl (OndSliceCanvas *self, const Drawing *drawing, const OndSliceArea *where,
            const OndSliceArea *seen, GError **error)
{
  OndSliceArea area = *where;

  for (int i = 0; i < drawing->n; i++)
    {
      area = *where;
      ond_gl_slice_set_colors (self->gl, i, drawing->colors[i]);
      if (!upload (self, i, drawing->samples[i], drawing->origins[i], &area, seen, error))
        return FALSE;
    }
  OndGlArea target = flip (self, &area), visible = flip (self, seen);
  return ond_gl_slice_draw (self->gl, &target, &visible, drawing->opacity, error);
}

static gboolean
render (GtkGLArea *area G_GNUC_UNUSED, GdkGLContext *context G_GNUC_UNUSED, OndSliceCanvas *self)
{
  g_autoptr (GError) error = NULL;
  OndSliceArea where, seen;
  Drawing drawing;

  glClearColor (0, 0, 0, 0);
  glClear (GL_COLOR_BUFFER_BIT);
  if (self->gl != NULL && get_areas (self, &where, &seen) && get_drawing (self, &drawing)
      && !draw_by_gl (self, &drawing, &where, &seen, &error))
    gl_failed (self, error);
  return TRUE;
}

static gboolean
is_pictured (OndSliceCanvas *self, const Drawing *drawing)
{
  const Pictured *last = &self->pictured;

  if (self->picture == NULL || last->n != drawing->n || last->opacity != drawing->opacity)
    return FALSE;
  for (int i = 0; i < drawing->n; i++)
    if (!origin_equal (&drawing->origins[i], &last->origins[i])
        || !ond_color_scale_equal (drawing->colors[i], &last->colors[i]))
      return FALSE;
  return TRUE;
}

static void
make_picture (OndSliceCanvas *self, const Drawing *drawing, const OndSliceArea *area,
              const OndSliceArea *visible)
{
  const OndSliceOver over = { drawing->samples[1], drawing->colors[1], drawing->opacity };
  const Origin *origin = &drawing->origins[0];

  g_clear_object (&self->picture);
  self->picture =
      ond_slice_picture_new (drawing->samples[0], origin->width, origin->height, drawing->colors[0],
                             drawing->n > 1 ? &over : NULL, area, visible);
  self->pictured.n = drawing->n;
  self->pictured.opacity = drawing->opacity;
  for (int i = 0; i < drawing->n; i++)
    {
      self->pictured.origins[i] = drawing->origins[i];
      self->pictured.colors[i] = *drawing->colors[i];
    }
}

/* Pixel for pixel. */
static void
append_texture (OndSliceCanvas *self, GtkSnapshot *snapshot, GdkTexture *texture,
                const OndSliceArea *visible)
{
  float scale = (float) gtk_widget_get_scale_factor (GTK_WIDGET (self));

  gtk_snapshot_append_texture (
      snapshot, texture,
      &GRAPHENE_RECT_INIT ((float) visible->x / scale, (float) visible->y / scale,
                           (float) visible->width / scale, (float) visible->height / scale));
}

static void
append_picture (OndSliceCanvas *self, GtkSnapshot *snapshot)
{
  OndSliceArea area, visible;
  Drawing drawing;
  if (!get_drawing (self, &drawing) || !get_areas (self, &area, &visible))
    return;

  for (int i = 0; i < drawing.n; i++)
    {
      drawing.origins[i].area = area;
      drawing.origins[i].visible = visible;
    }
  if (!is_pictured (self, &drawing))
    make_picture (self, &drawing, &area, &visible);
  if (self->picture != NULL)
    append_texture (self, snapshot, self->picture, &visible);
}

static void
append_best (OndSliceCanvas *self, GtkSnapshot *snapshot)
{
  OndSliceArea area, visible;
  GdkTexture *texture;

  if (!get_areas (self, &area, &visible))
    return;
  texture = ond_best_picture_get (self->best, self->session, &area, &visible);
  if (texture != NULL)
    append_texture (self, snapshot, texture, &visible);
}

/* A hidden view has no size. */
static void
report_size (OndSliceCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int scale = gtk_widget_get_mapped (widget) ? gtk_widget_get_scale_factor (widget) : 0;
  if (self->session != NULL)
    ond_zoom_set_view_size (ond_session_get_zoom (self->session), self->normal,
                            gtk_widget_get_width (widget) * scale,
                            gtk_widget_get_height (widget) * scale);
}

static void
ond_slice_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndSliceCanvas *self = OND_SLICE_CANVAS (widget);
  if (self->session != NULL && ond_best_picture_is_shown (self->session))
    append_best (self, snapshot);
  else if (self->gl != NULL)
    gtk_widget_snapshot_child (widget, self->gl_area, snapshot);
  else
    append_picture (self, snapshot);
}

static void
ond_slice_canvas_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ond_slice_canvas_parent_class)->map (widget);
  report_size (OND_SLICE_CANVAS (widget));
}

static void
ond_slice_canvas_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ond_slice_canvas_parent_class)->unmap (widget);
  report_size (OND_SLICE_CANVAS (widget));
}

static void
ond_slice_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  OndSliceCanvas *self = OND_SLICE_CANVAS (widget);
  gtk_widget_size_allocate (self->gl_area, &(GtkAllocation){ 0, 0, width, height }, baseline);
  report_size (self);
}

static void
ond_slice_canvas_realize (GtkWidget *widget)
{
  OndSliceCanvas *self = OND_SLICE_CANVAS (widget);
  const char *why;
  GTK_WIDGET_CLASS (ond_slice_canvas_parent_class)->realize (widget);
  if (!ond_opengl_area_start (self->gl_area, &why))
    draw_by_cpu (self, why);
}

static void
ond_slice_canvas_unrealize (GtkWidget *widget)
{
  OndSliceCanvas *self = OND_SLICE_CANVAS (widget);
  g_clear_handle_id (&self->give_up, g_source_remove);
  g_clear_object (&self->picture);
  GTK_WIDGET_CLASS (ond_slice_canvas_parent_class)->unrealize (widget);
}

/* Samples or colours are others: the slice is drawn again. */
static void
redraw (OndSliceCanvas *self)
{
  gtk_gl_area_queue_render (GTK_GL_AREA (self->gl_area));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
start_anew (OndSliceCanvas *self)
{
  memset (self->uploaded, 0, sizeof self->uploaded);
  g_clear_object (&self->picture);
  redraw (self);
}

static void
ond_slice_canvas_dispose (GObject *object)
{
  OndSliceCanvas *self = OND_SLICE_CANVAS (object);
  ond_slice_canvas_set_session (self, NULL);
  g_clear_pointer (&self->gl_area, gtk_widget_unparent);
  G_OBJECT_CLASS (ond_slice_canvas_parent_class)->dispose (object);
}

static void
ond_slice_canvas_finalize (GObject *object)
{
  OndSliceCanvas *self = OND_SLICE_CANVAS (object);
  g_free (self->gl_info);
  g_free (self->why_not);
  ond_best_picture_free (self->best);
  G_OBJECT_CLASS (ond_slice_canvas_parent_class)->finalize (object);
}

static void
ond_slice_canvas_class_init (OndSliceCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ond_slice_canvas_dispose;
  object_class->finalize = ond_slice_canvas_finalize;
  widget_class->snapshot = ond_slice_canvas_snapshot;
  widget_class->realize = ond_slice_canvas_realize;
  widget_class->unrealize = ond_slice_canvas_unrealize;
  widget_class->map = ond_slice_canvas_map;
  widget_class->unmap = ond_slice_canvas_unmap;
  widget_class->size_allocate = ond_slice_canvas_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ond_slice_canvas_init (OndSliceCanvas *self)
{
  self->gl_area = ond_opengl_area_new ();
  g_signal_connect (self->gl_area, "realize", G_CALLBACK (gl_area_realized), self);
  g_signal_connect_swapped (self->gl_area, "unrealize", G_CALLBACK (drop_gl), self);
  g_signal_connect (self->gl_area, "render", G_CALLBACK (render), self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (report_size), NULL);
  gtk_widget_set_parent (self->gl_area, GTK_WIDGET (self));
}

GtkWidget *
ond_slice_canvas_new (int normal)
{
  OndSliceCanvas *self = g_object_new (OND_TYPE_SLICE_CANVAS, NULL);
  self->normal = normal;
  self->best = ond_best_picture_new (normal);
  return GTK_WIDGET (self);
}

void
ond_slice_canvas_set_session (OndSliceCanvas *self, OndSession *session)
{
  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (ond_session_get_zoom (self->session), self);
      g_signal_handlers_disconnect_by_data (ond_session_get_best (self->session), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "volume-changed", G_CALLBACK (start_anew), self);
      g_signal_connect_swapped (session, "pixels-changed", G_CALLBACK (redraw), self);
      g_signal_connect_swapped (session, "display-changed", G_CALLBACK (redraw), self);
      g_signal_connect_swapped (ond_session_get_zoom (session), "changed", G_CALLBACK (redraw),
                                self);
      g_signal_connect_swapped (ond_session_get_best (session), "changed", G_CALLBACK (redraw),
                                self);
      report_size (self);
    }
  start_anew (self);
}

gboolean
ond_slice_canvas_get_device_area (OndSliceCanvas *self, OndSliceArea *area)
{
  return self->session != NULL && gtk_widget_get_width (GTK_WIDGET (self)) > 0
         && ond_zoom_get_area (ond_session_get_zoom (self->session), self->normal, area);
}

gboolean
ond_slice_canvas_uses_gl (OndSliceCanvas *self, const char **why)
{
  if (why != NULL)
    *why = self->gl != NULL        ? NULL
           : self->why_not != NULL ? self->why_not
                                   : "the view is not shown yet";
  return self->gl != NULL;
}

const char *
ond_slice_canvas_get_gl_info (OndSliceCanvas *self)
{
  return self->gl_info != NULL ? self->gl_info : "";
}

guint
ond_slice_canvas_get_n_uploads (OndSliceCanvas *self)
{
  return self->gl != NULL ? ond_gl_slice_get_n_uploads (self->gl) : 0;
}
