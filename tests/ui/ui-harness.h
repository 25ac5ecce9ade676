/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of widgets share: waiting, pictures of widgets as a person sees them, finding widgets,
 * and the pointer and keys. GTK 4 makes no events up: input goes straight to the controllers. Runs
 * under Xvfb; meson.build registers each test in four variants of drawing, named by UI_VARIANT. Set
 * UI_SHOTS to a folder to keep the pictures. */
#pragma once

#include <adwaita.h>

#include <math.h>

#define UI_TIMEOUT_MS 20000

static inline void
ui_init (int *argc, char ***argv)
{
  gtk_test_init (argc, argv, NULL);
  adw_init ();
}

/* "gl", "cairo", "gles", "no-gl" or "scaled" (as gl, two device pixels to each of the widget). */
static inline const char *
ui_variant (void)
{
  const char *variant = g_getenv ("UI_VARIANT");
  g_assert_nonnull (variant);
  return variant;
}

static inline gboolean
ui_variant_has_gl (void)
{
  return !g_str_equal (ui_variant (), "no-gl");
}

/* ---- waiting ---- */

static inline gboolean
ui_time_is_up (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the main loop for a while. */
static inline void
ui_spin (guint milliseconds)
{
  gboolean up = FALSE;
  g_timeout_add (milliseconds, ui_time_is_up, &up);
  while (!up)
    g_main_context_iteration (NULL, TRUE);
}

/* Runs whatever is ready. */
static inline void
ui_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Runs the main loop until `condition` holds; too long is a failure. */
#define UI_WAIT(condition)                                                                         \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gboolean ui_up = FALSE;                                                                        \
    guint ui_timer = g_timeout_add (UI_TIMEOUT_MS, ui_time_is_up, &ui_up);                         \
    while (!(condition) && !ui_up)                                                                 \
      g_main_context_iteration (NULL, TRUE);                                                       \
    if (ui_up)                                                                                     \
      g_error ("%s:%d: waited in vain for %s", __FILE__, __LINE__, #condition);                    \
    g_source_remove (ui_timer);                                                                    \
  }                                                                                                \
  G_STMT_END

static inline void
ui_count_frame (GdkFrameClock *clock G_GNUC_UNUSED, gpointer data)
{
  ++*(int *) data;
}

/* Waits until everything queued so far has been painted. */
static inline void
ui_wait_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  int frames = 0;
  g_assert_nonnull (clock);
  gulong id = g_signal_connect (clock, "after-paint", G_CALLBACK (ui_count_frame), &frames);
  gtk_widget_queue_draw (widget);
  UI_WAIT (frames >= 1);
  gtk_widget_queue_draw (widget);
  UI_WAIT (frames >= 2);
  g_signal_handler_disconnect (clock, id);
}

/* A shown window of that size with the widget in it; ui_close() it. */
static inline GtkWidget *
ui_show (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  UI_WAIT (gtk_widget_get_mapped (child) && gtk_widget_get_width (child) > 0);
  ui_wait_frame (child);
  return window;
}

static inline void
ui_close (GtkWidget *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  ui_settle ();
}

/* Waits until an object with a weak pointer at `pointer` has gone. */
#define UI_ASSERT_GONE(pointer) UI_WAIT ((pointer) == NULL)

/* ---- pictures ---- */

typedef struct
{
  int width, height; /* device pixels */
  int scale;         /* of them to a pixel of the widget */
  guint32 *pixels;   /* 0xAARRGGBB, premultiplied, the uppermost row first */
} UiPicture;

static inline void
ui_picture_free (UiPicture *self)
{
  g_free (self->pixels);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiPicture, ui_picture_free)

/* The widget as it is on the screen, in device pixels, what OpenGL draws included. */
static inline GdkTexture *
ui_render (GtkWidget *widget)
{
  ui_wait_frame (widget);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  float scale = (float) gtk_widget_get_scale_factor (widget);
  gtk_snapshot_scale (snapshot, scale, scale);
  gdk_paintable_snapshot (paintable, snapshot, width, height);
  g_autoptr (GskRenderNode) node = gtk_snapshot_to_node (snapshot);
  g_assert_nonnull (node);
  return gsk_renderer_render_texture (
      gtk_native_get_renderer (gtk_widget_get_native (widget)), node,
      &GRAPHENE_RECT_INIT (0, 0, (float) width * scale, (float) height * scale));
}

/* The same as pixels; kept as UI_SHOTS/VARIANT-NAME.png when a name is given. */
static inline UiPicture *
ui_picture (GtkWidget *widget, const char *name)
{
  g_autoptr (GdkTexture) texture = ui_render (widget);
  UiPicture *self = g_new0 (UiPicture, 1);
  self->width = gdk_texture_get_width (texture);
  self->height = gdk_texture_get_height (texture);
  self->scale = gtk_widget_get_scale_factor (widget);
  self->pixels = g_new (guint32, (gsize) self->width * (gsize) self->height);
  gdk_texture_download (texture, (guchar *) self->pixels, (gsize) self->width * 4);
  if (name != NULL && g_getenv ("UI_SHOTS") != NULL)
    {
      g_autofree char *base = g_strconcat (ui_variant (), "-", name, ".png", NULL);
      g_autofree char *path = g_build_filename (g_getenv ("UI_SHOTS"), base, NULL);
      g_assert_true (gdk_texture_save_to_png (texture, path));
    }
  return self;
}

/* 0xRRGGBB at a point of the widget. */
static inline guint32
ui_pixel (const UiPicture *self, double x, double y)
{
  int column = (int) floor (x * self->scale), row = (int) floor (y * self->scale);
  g_assert_true (column >= 0 && column < self->width && row >= 0 && row < self->height);
  return self->pixels[row * self->width + column] & 0xffffff;
}

/* How many pixels differ. */
static inline gsize
ui_picture_compare (const UiPicture *a, const UiPicture *b)
{
  gsize differing = 0, n = (gsize) a->width * (gsize) a->height;
  g_assert_cmpint (a->width, ==, b->width);
  g_assert_cmpint (a->height, ==, b->height);
  for (gsize i = 0; i < n; i++)
    differing += a->pixels[i] != b->pixels[i];
  return differing;
}

/* ---- widgets ---- */

/* The first widget under `root`, depth first, of a type (0: any) and with a buildable id (NULL:
 * any), or NULL. */
static inline GtkWidget *
ui_find (GtkWidget *root, GType type, const char *id)
{
  if ((type == 0 || G_TYPE_CHECK_INSTANCE_TYPE (root, type))
      && (id == NULL || g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = ui_find (child, type, id);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The widget's first controller of a type, borrowed, or NULL. */
static inline gpointer
ui_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  return NULL;
}

/* ---- input ---- */

static inline void
ui_drag (GtkWidget *widget, double x, double y, double dx, double dy)
{
  GtkGesture *gesture = ui_controller (widget, GTK_TYPE_GESTURE_DRAG);
  g_assert_nonnull (gesture);
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  if (dx != 0 || dy != 0)
    g_signal_emit_by_name (gesture, "drag-update", dx, dy);
  g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}

/* Presses and releases the primary button, for widgets with a click or a drag gesture. */
static inline void
ui_click (GtkWidget *widget, double x, double y)
{
  GtkGesture *gesture = ui_controller (widget, GTK_TYPE_GESTURE_CLICK);
  if (gesture == NULL)
    {
      ui_drag (widget, x, y, 0, 0);
      return;
    }
  g_signal_emit_by_name (gesture, "pressed", 1, x, y);
  g_signal_emit_by_name (gesture, "released", 1, x, y);
}

static inline gboolean
ui_scroll (GtkWidget *widget, double dy)
{
  GtkEventController *controller = ui_controller (widget, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  gboolean handled = FALSE;
  g_assert_nonnull (controller);
  g_signal_emit_by_name (controller, "scroll", 0., dy, &handled);
  return handled;
}

static inline void
ui_hover (GtkWidget *widget, double x, double y)
{
  GtkEventController *controller = ui_controller (widget, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  g_assert_nonnull (controller);
  g_signal_emit_by_name (controller, "motion", x, y);
}

static inline void
ui_leave (GtkWidget *widget)
{
  GtkEventController *controller = ui_controller (widget, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  g_assert_nonnull (controller);
  g_signal_emit_by_name (controller, "leave");
}

/* TRUE when the widget took the key. */
static inline gboolean
ui_key (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  GtkEventController *controller = ui_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY);
  gboolean handled = FALSE;
  g_assert_nonnull (controller);
  g_signal_emit_by_name (controller, "key-pressed", key, 0u, modifiers, &handled);
  return handled;
}
