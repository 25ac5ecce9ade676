/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slice view as a person sees and uses it: its pixels are the session's samples through the
 * session's colours, in every variant of drawing, and a click is at exactly the voxel that lies
 * there. */
#include "ui-harness.h"

#include "ui/slice-canvas.h"
#include "ui/slice-input.h"
#include "ui/slice-picture.h"
#include "ui/slice-view.h"

#define WIDTH 420
#define HEIGHT 330

/* Sizes that are all different and edges that are not equal, so that no two axes can be
 * mistaken. */
static const OndGeometry box = { { 12, 9, 7 }, { 1, 1.5, 2 } };

typedef struct
{
  OndSession *session;
  GtkWidget *view, *window;
} Fixture;

static float
sample_at (int x, int y, int z)
{
  return (float) ((x * 13 + y * 29 + z * 53) % 101);
}

static OndVolume *
make_volume (const OndGeometry *geometry)
{
  OndVolumeInfo info = { .name = "box" };
  float *samples = ond_volume_alloc (geometry, NULL);
  g_assert_nonnull (samples);
  for (size_t i = 0; i < ond_geometry_n_voxels (geometry); i++)
    {
      int32_t at[OND_N_AXES];
      ond_geometry_position (geometry, i, at);
      samples[i] = sample_at (at[OND_X], at[OND_Y], at[OND_Z]);
    }
  return ond_volume_new_take (geometry, samples, &info);
}

static OndSession *
make_session (const OndGeometry *geometry)
{
  static const OndEngineOptions options = { .threads = 1, .backend = "fftw" };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndEngine) engine = ond_engine_new (&options, &error);
  g_assert_no_error (error);
  OndSession *session = ond_session_new (engine);
  g_autoptr (OndVolume) volume = make_volume (geometry);
  OndColorScale colors = { .map = OND_COLORMAP_VIRIDIS, .lower = 0, .upper = 100 };
  ond_session_set_volume (session, volume);
  ond_session_set_mode (session, OND_MODE_IMAGE);
  ond_session_set_colors (session, OND_SHOW_IMAGE, &colors);
  return session;
}

static void
fixture_begin (Fixture *self, gconstpointer normal)
{
  self->session = make_session (&box);
  self->view = ond_slice_view_new (self->session, GPOINTER_TO_INT (normal));
  self->window = ui_show (self->view, WIDTH, HEIGHT);
}

static void
fixture_end (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  gpointer view = self->view, session = self->session;
  g_object_add_weak_pointer (G_OBJECT (self->view), &view);
  g_object_add_weak_pointer (G_OBJECT (self->session), &session);
  ui_close (self->window);
  g_object_unref (self->session);
  UI_ASSERT_GONE (view);
  UI_ASSERT_GONE (session);
}

static OndSliceView *
get_view (Fixture *self)
{
  return OND_SLICE_VIEW (self->view);
}

/* The point of the widget at a fraction of a voxel: 0, 0 is its lower left corner. */
static void
locate (Fixture *self, int normal, int i, int j, double u, double v, double *x, double *y)
{
  graphene_rect_t area;
  ond_slice_view_get_area (get_view (self), &area);
  *x = area.origin.x + (i + u) / box.n[ond_slice_horizontal (normal)] * area.size.width;
  *y = area.origin.y + area.size.height
       - (j + v) / box.n[ond_slice_vertical (normal)] * area.size.height;
}

static guint32
expected_color (Fixture *self, int normal, int i, int j)
{
  gint32 at[OND_N_AXES];
  ond_session_get_cross_hair (self->session, at);
  at[ond_slice_horizontal (normal)] = i;
  at[ond_slice_vertical (normal)] = j;
  return ond_color_scale_map (ond_session_get_colors (self->session, OND_SHOW_IMAGE),
                              sample_at (at[OND_X], at[OND_Y], at[OND_Z]));
}

/* Every voxel in sight is its colour, a quarter from its corner: the cross-hair goes through
 * centres. Voxels under the labels in the left corners are left out. Returns how many were
 * compared. */
static int
count_drawn (Fixture *self, int normal, const char *shot)
{
  g_autoptr (UiPicture) picture = ui_picture (self->view, shot);
  int width = box.n[ond_slice_horizontal (normal)], height = box.n[ond_slice_vertical (normal)];
  int seen = 0;
  for (int j = 0; j < height; j++)
    for (int i = 0; i < width; i++)
      {
        double x, y;
        locate (self, normal, i, j, 0.25, 0.25, &x, &y);
        if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT)
          continue;
        if (x < 160 && (y < 50 || y > HEIGHT - 50))
          continue;
        g_assert_cmphex (ui_pixel (picture, x, y), ==, expected_color (self, normal, i, j));
        seen++;
      }
  return seen;
}

static void
assert_drawn (Fixture *self, int normal, const char *shot)
{
  int n = box.n[ond_slice_horizontal (normal)] * box.n[ond_slice_vertical (normal)];
  g_assert_cmpint (count_drawn (self, normal, shot), >, n / 2);
}

static void
test_uses_gl (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  const char *why = NULL;
  gboolean uses_gl = ond_slice_view_uses_gl (get_view (self), &why);
  g_test_message ("%s: %s", ui_variant (),
                  uses_gl ? ond_slice_view_get_gl_info (get_view (self)) : why);
  g_assert_cmpint (uses_gl, ==, ui_variant_has_gl ());
  g_assert_cmpint (why == NULL, ==, uses_gl);
  g_assert_cmpint (g_str_has_prefix (ond_slice_view_get_gl_info (get_view (self)), "OpenGL"), ==,
                   uses_gl);
  g_assert_cmpint (g_str_has_prefix (ond_slice_view_get_gl_info (get_view (self)), "OpenGL ES"), ==,
                   g_str_equal (ui_variant (), "gles"));
}

static void
test_pixels (Fixture *self, gconstpointer data)
{
  static const char *const shots[] = { "slice-yz", "slice-xz", "slice-xy" };
  int normal = GPOINTER_TO_INT (data);
  assert_drawn (self, normal, shots[normal]);
}

static void
test_another_place (Fixture *self, gconstpointer normal)
{
  const gint32 at[] = { 11, 0, 6 };
  ond_session_set_cross_hair (self->session, at);
  assert_drawn (self, GPOINTER_TO_INT (normal), NULL);
}

static void
test_other_colors (Fixture *self, gconstpointer normal)
{
  OndColorScale colors = {
    .map = OND_COLORMAP_HEAT, .stretch = OND_STRETCH_ASINH, .lower = 10, .upper = 60, .invert = TRUE
  };
  ui_wait_frame (self->view);
  OndSliceCanvas *canvas = OND_SLICE_CANVAS (ui_find (self->view, OND_TYPE_SLICE_CANVAS, NULL));
  guint uploads = ond_slice_canvas_get_n_uploads (canvas);
  g_assert_cmpint (uploads > 0, ==, ui_variant_has_gl ());

  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &colors);
  assert_drawn (self, GPOINTER_TO_INT (normal), NULL);
  g_assert_cmpuint (ond_slice_canvas_get_n_uploads (canvas), ==, uploads);
}

static void
test_proportions (Fixture *self, gconstpointer data)
{
  int normal = GPOINTER_TO_INT (data), h = ond_slice_horizontal (normal),
      v = ond_slice_vertical (normal);
  graphene_rect_t area;
  ond_slice_view_get_area (get_view (self), &area);
  double is = area.size.width / area.size.height,
         should = box.n[h] * box.edge[h] / (box.n[v] * box.edge[v]);
  g_assert_cmpfloat_with_epsilon (is, should,
                                  should * 2 / HEIGHT); /* a pixel of rounding each way */
  g_assert_true (area.size.width == WIDTH || area.size.height == HEIGHT);
}

/* Every voxel, near each of its corners. */
static void
test_click (Fixture *self, gconstpointer data)
{
  int normal = GPOINTER_TO_INT (data), h = ond_slice_horizontal (normal),
      v = ond_slice_vertical (normal);
  gint32 before[OND_N_AXES];
  ond_session_get_cross_hair (self->session, before);
  for (int j = 0; j < box.n[v]; j++)
    for (int i = 0; i < box.n[h]; i++)
      for (int corner = 0; corner < 4; corner++)
        {
          gint32 at[OND_N_AXES];
          double x, y;
          locate (self, normal, i, j, corner & 1 ? 0.99 : 0.01, corner & 2 ? 0.99 : 0.01, &x, &y);
          ui_click (self->view, x, y);
          ond_session_get_cross_hair (self->session, at);
          g_assert_cmpint (at[h], ==, i);
          g_assert_cmpint (at[v], ==, j);
          g_assert_cmpint (at[normal], ==, before[normal]);
        }
}

/* A line is moved by what the pointer moves; beyond an edge it stays at the edge, and the other
 * line stays where it is. Taken where they meet, both move. */
static void
test_drag_line (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  const gint32 start[] = { 2, 3, 3 };
  gint32 at[OND_N_AXES];
  double x, y, to_x, to_y;
  ond_session_set_cross_hair (self->session, start);
  locate (self, OND_Z, 2, 8, 0.5, 0.5, &x, &y);
  locate (self, OND_Z, 9, 5, 0.5, 0.5, &to_x, &to_y);
  ui_drag (self->view, x + 3, y, to_x - x, to_y - y);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, 9);
  g_assert_cmpint (at[OND_Y], ==, 3);

  locate (self, OND_Z, 0, 3, 0.5, 0.5, &x, &y);
  ui_drag (self->view, x, y - 3, 50, -10000);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, 9);
  g_assert_cmpint (at[OND_Y], ==, box.n[OND_Y] - 1);

  locate (self, OND_Z, 9, box.n[OND_Y] - 1, 0.5, 0.5, &x, &y);
  locate (self, OND_Z, 4, 2, 0.5, 0.5, &to_x, &to_y);
  ui_drag (self->view, x, y, to_x - x, to_y - y);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, 4);
  g_assert_cmpint (at[OND_Y], ==, 2);
  g_assert_true (ond_zoom_get_fits (ond_session_get_zoom (self->session)));
}

/* What was under the pointer stays under it; the cross-hair stays at its voxel. A press that hardly
 * moves is a click. */
static void
test_drag_pans (Fixture *self, gconstpointer data)
{
  int normal = GPOINTER_TO_INT (data), h = ond_slice_horizontal (normal),
      v = ond_slice_vertical (normal);
  double x, y, before[OND_N_AXES], after[OND_N_AXES];
  gint32 start[OND_N_AXES], at[OND_N_AXES];
  ond_session_get_cross_hair (self->session, start);
  locate (self, normal, start[h] + 2, start[v] + 1, 0.5, 0.5, &x, &y);
  g_assert_true (ond_slice_view_pick (get_view (self), x, y, before));
  ui_drag (self->view, x, y, -60, 35);
  g_assert_true (ond_slice_view_pick (get_view (self), x - 60, y + 35, after));
  g_assert_cmpfloat_with_epsilon (before[h], after[h], 0.05); /* a pixel is 1/40 of a voxel */
  g_assert_cmpfloat_with_epsilon (before[v], after[v], 0.05);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpmem (at, sizeof at, start, sizeof start);
  g_assert_false (ond_zoom_get_fits (ond_session_get_zoom (self->session)));
  g_assert_cmpint (count_drawn (self, normal, "slice-panned"), >, 20);
}

/* The voxel under the pointer stays there, however often the wheel turns; and back. */
static void
test_wheel_zooms (Fixture *self, gconstpointer data)
{
  int normal = GPOINTER_TO_INT (data), h = ond_slice_horizontal (normal),
      v = ond_slice_vertical (normal);
  OndZoom *zoom = ond_session_get_zoom (self->session);
  double x, y, before[OND_N_AXES], after[OND_N_AXES];
  gint32 start[OND_N_AXES], at[OND_N_AXES];
  graphene_rect_t fit, area;
  ond_session_get_cross_hair (self->session, start);
  locate (self, normal, 2, 5, 0.3, 0.6, &x, &y);
  ui_hover (self->view, x, y);
  g_assert_true (ond_slice_view_pick (get_view (self), x, y, before));
  ond_slice_view_get_area (get_view (self), &fit);
  for (int i = 0; i < 4; i++)
    g_assert_true (ui_scroll (self->view, -1));
  g_assert_true (ond_slice_view_pick (get_view (self), x, y, after));
  ond_slice_view_get_area (get_view (self), &area);
  g_assert_cmpfloat_with_epsilon (area.size.width, 2 * fit.size.width, 2);
  g_assert_cmpfloat_with_epsilon (before[h], after[h], 0.05);
  g_assert_cmpfloat_with_epsilon (before[v], after[v], 0.05);
  g_assert_cmpint (count_drawn (self, normal, "slice-zoomed"), >, 5);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpmem (at, sizeof at, start, sizeof start);

  ond_zoom_fit (zoom);
  ond_slice_view_get_area (get_view (self), &area);
  g_assert_true (graphene_rect_equal (&area, &fit));
}

/* Device pixels: one is one voxel of the smallest edge, also where two make one of the widget. */
static void
test_one_to_one (Fixture *self, gconstpointer data)
{
  int normal = GPOINTER_TO_INT (data), h = ond_slice_horizontal (normal),
      v = ond_slice_vertical (normal);
  OndZoom *zoom = ond_session_get_zoom (self->session);
  double centre[OND_N_AXES];
  graphene_rect_t area;
  float scale = (float) gtk_widget_get_scale_factor (self->view);
  ond_zoom_get_centre (zoom, centre);
  ond_zoom_set (zoom, 1, centre);
  ond_slice_view_get_area (get_view (self), &area);
  g_assert_cmpfloat (area.size.width * scale, ==, (float) round (box.n[h] * box.edge[h]));
  g_assert_cmpfloat (area.size.height * scale, ==, (float) round (box.n[v] * box.edge[v]));
}

/* Neither zoom nor pan sends samples to the GPU again. */
static void
test_zoom_uploads_nothing (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  OndSliceCanvas *canvas = OND_SLICE_CANVAS (ui_find (self->view, OND_TYPE_SLICE_CANVAS, NULL));
  guint uploads = ond_slice_canvas_get_n_uploads (canvas);
  ui_scroll (self->view, -3);
  ui_wait_frame (self->view);
  ui_drag (self->view, 100, 100, 20, 20);
  ui_wait_frame (self->view);
  g_assert_cmpuint (ond_slice_canvas_get_n_uploads (canvas), ==, uploads);
}

/* Zoomed in, the keys never lose the cross-hair. */
static void
test_stays_in_sight (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  const double corner[] = { 0, 0, 0 };
  double x, y;
  ond_zoom_set (ond_session_get_zoom (self->session), 150, corner);
  for (int i = 0; i < 10; i++)
    {
      ui_key (self->view, GDK_KEY_Right, 0);
      ui_key (self->view, GDK_KEY_Up, 0);
      g_assert_true (ond_slice_view_get_cross (get_view (self), &x, &y));
      g_assert_true (x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT);
    }
}

static void
count_signal (GtkWidget *view G_GNUC_UNUSED, int *n)
{
  ++*n;
}

static void
test_double_click (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  GtkGesture *click = ui_controller (self->view, GTK_TYPE_GESTURE_CLICK);
  int n = 0;
  g_signal_connect (self->view, "maximize", G_CALLBACK (count_signal), &n);
  g_signal_emit_by_name (click, "released", 1, 100., 100.);
  g_assert_cmpint (n, ==, 0);
  g_signal_emit_by_name (click, "released", 2, 100., 100.);
  g_assert_cmpint (n, ==, 1);
  g_assert_true (ui_key (self->view, GDK_KEY_Return, 0));
  g_assert_cmpint (n, ==, 2);
}

static void
test_keys (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    gint32 at[OND_N_AXES];
  } moves[] = {
    { GDK_KEY_Left, 0, { 5, 4, 3 } },
    { GDK_KEY_Right, 0, { 6, 4, 3 } },
    { GDK_KEY_Up, 0, { 6, 5, 3 } },
    { GDK_KEY_Down, 0, { 6, 4, 3 } },
    { GDK_KEY_period, 0, { 6, 4, 4 } },
    { GDK_KEY_comma, 0, { 6, 4, 3 } },
    { GDK_KEY_Page_Up, 0, { 6, 4, 4 } },
    { GDK_KEY_Home, 0, { 6, 4, 0 } },
    { GDK_KEY_Page_Down, 0, { 6, 4, 0 } },
    { GDK_KEY_End, 0, { 6, 4, 6 } },
    { GDK_KEY_Left, GDK_SHIFT_MASK, { 0, 4, 6 } },
    { GDK_KEY_Right, GDK_SHIFT_MASK, { 10, 4, 6 } },
  };
  const gint32 start[] = { 6, 4, 3 };

  ond_session_set_cross_hair (self->session, start);
  for (gsize i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      gint32 at[OND_N_AXES];
      g_assert_true (ui_key (self->view, moves[i].key, moves[i].modifiers));
      ond_session_get_cross_hair (self->session, at);
      g_assert_cmpmem (at, sizeof at, moves[i].at, sizeof at);
    }
  g_assert_false (ui_key (self->view, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_false (ui_key (self->view, GDK_KEY_q, 0));
}

/* A touchpad's parts of a notch add up. */
static void
test_control_wheel (Fixture *self, gconstpointer data)
{
  int normal = GPOINTER_TO_INT (data);
  OndSliceInput *input = ond_slice_view_get_input (get_view (self));
  static const struct
  {
    double dy;
    GdkModifierType modifiers;
    int at;
  } turns[] = {
    { -1, 0, 1 },    { 1, 0, 0 },    { 1, 0, -1 },
    { -0.5, 0, -1 }, { -0.5, 0, 0 }, { -1, GDK_SHIFT_MASK, 10 },
  };
  gint32 before[OND_N_AXES], at[OND_N_AXES];
  ond_session_get_cross_hair (self->session, before);
  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      ond_slice_input_wheel (input, turns[i].dy, GDK_CONTROL_MASK | turns[i].modifiers);
      ond_session_get_cross_hair (self->session, at);
      g_assert_cmpint (at[normal], ==, MIN (before[normal] + turns[i].at, box.n[normal] - 1));
    }
  g_assert_true (ond_zoom_get_fits (ond_session_get_zoom (self->session)));
}

static void
remember (OndSliceView *view G_GNUC_UNUSED, double x, double y, double z, double *at)
{
  at[OND_X] = x;
  at[OND_Y] = y;
  at[OND_Z] = z;
}

static void
count (OndSliceView *view G_GNUC_UNUSED, int *n)
{
  ++*n;
}

static void
test_hover (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  double at[OND_N_AXES] = { -1, -1, -1 }, x, y;
  int left = 0;
  g_signal_connect (self->view, "hover", G_CALLBACK (remember), at);
  g_signal_connect (self->view, "leave", G_CALLBACK (count), &left);
  locate (self, OND_Y, 3, 2, 0.75, 0.5, &x, &y);
  ui_hover (self->view, x, y);
  g_assert_cmpfloat_with_epsilon (at[OND_X], 3.25, 1e-4);
  g_assert_cmpfloat_with_epsilon (at[OND_Z], 2, 1e-4);
  g_assert_cmpfloat (at[OND_Y], ==, box.n[OND_Y] / 2);
  g_assert_cmpint (left, ==, 0);
  ui_leave (self->view);
  g_assert_cmpint (left, ==, 1);
}

/* The cross-hair is the only thing that moves; it is light on dark, and its voxel stays free. */
static void
test_cross_hair (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  const gint32 at[] = { 7, 4, 3 };
  double x, y;
  ond_session_set_cross_hair (self->session, at);
  g_autoptr (UiPicture) picture = ui_picture (self->view, NULL);
  locate (self, OND_Z, 7, 4, 0.5, 0.5, &x, &y);
  g_assert_cmphex (ui_pixel (picture, x, y), ==, expected_color (self, OND_Z, 7, 4));
  locate (self, OND_Z, 10, 4, 0.5, 0.5, &x, &y);
  guint32 line = ui_pixel (picture, x, y), above = ui_pixel (picture, x, y - 1);
  guint32 ground = expected_color (self, OND_Z, 10, 4);
  for (int shift = 0; shift < 24; shift += 8)
    {
      g_assert_cmpuint (line >> shift & 255, >=, 228); /* nine tenths of white, at least */
      g_assert_cmpuint (above >> shift & 255, <=, (ground >> shift & 255) * 6 / 10); /* darkened */
    }
}

static void
test_realized_again (Fixture *self, gconstpointer normal)
{
  g_autoptr (UiPicture) before = ui_picture (self->view, NULL);
  g_object_ref (self->view);
  gtk_window_set_child (GTK_WINDOW (self->window), NULL);
  g_assert_false (gtk_widget_get_realized (self->view));
  g_assert_false (ond_slice_view_uses_gl (get_view (self), NULL));
  g_assert_cmpstr (ond_slice_view_get_gl_info (get_view (self)), ==, "");

  ui_close (self->window);
  self->window = ui_show (self->view, WIDTH, HEIGHT);
  g_object_unref (self->view);
  g_autoptr (UiPicture) after = ui_picture (self->view, NULL);
  g_assert_cmpuint (ui_picture_compare (before, after), ==, 0);
  test_uses_gl (self, normal);
}

static void
test_empty (void)
{
  g_autoptr (OndSession) session = NULL;
  double at[OND_N_AXES];
  GtkWidget *view = ond_slice_view_new (NULL, OND_Z), *window = ui_show (view, WIDTH, HEIGHT);
  g_autoptr (GdkTexture) texture = ui_render (window);
  g_assert_nonnull (texture);
  g_assert_false (ond_slice_view_pick (OND_SLICE_VIEW (view), 50, 50, at));
  ui_click (view, 50, 50);
  ui_drag (view, 50, 50, 40, 0);
  ui_scroll (view, 1);
  ui_key (view, GDK_KEY_Left, 0);
  ui_hover (view, 50, 50);
  session = make_session (&box);
  g_object_set (view, "session", session, NULL);
  g_assert_true (ond_slice_view_pick (OND_SLICE_VIEW (view), WIDTH / 2, HEIGHT / 2, at));
  g_object_set (view, "session", NULL, NULL);
  g_assert_false (ond_slice_view_pick (OND_SLICE_VIEW (view), WIDTH / 2, HEIGHT / 2, at));
  ui_close (window);
}

/* Wider than a texture is made, and than llvmpipe's can be: the pixels are those of the samples
 * under them. */
static void
test_large (void)
{
  const OndGeometry wide = { { 20000, 300, 1 }, { 1, 40, 1 } };
  g_autoptr (OndSession) session = make_session (&wide);
  GtkWidget *view = ond_slice_view_new (session, OND_Z), *window = ui_show (view, WIDTH, HEIGHT);
  g_autoptr (UiPicture) picture = ui_picture (view, "slice-large");
  graphene_rect_t area;
  ond_slice_view_get_area (OND_SLICE_VIEW (view), &area);
  int left = (int) (area.origin.x * (float) picture->scale),
      top = (int) (area.origin.y * (float) picture->scale);
  int width = (int) (area.size.width * (float) picture->scale),
      height = (int) (area.size.height * (float) picture->scale);
  double middle_x = area.origin.x + area.size.width / 2,
         middle_y = area.origin.y + area.size.height / 2;

  for (int column = 0; column < width; column += 7)
    for (int row = 0; row < height; row += 5)
      {
        double x = (left + column) / (double) picture->scale,
               y = (top + row) / (double) picture->scale;
        int i = ond_slice_sample_under (column, wide.n[OND_X], width);
        int j = ond_slice_sample_under (height - 1 - row, wide.n[OND_Y], height);
        gboolean hidden = fabs (x - middle_x) < 3 || fabs (y - middle_y) < 3
                          || (x < 160 && fabs (y - middle_y) > 100);
        if (!hidden)
          g_assert_cmphex (ui_pixel (picture, x, y), ==,
                           ond_color_scale_map (ond_session_get_colors (session, OND_SHOW_IMAGE),
                                                sample_at (i, j, 0)));
      }
  ui_close (window);
}

static void
test_accessible (Fixture *self, gconstpointer normal G_GNUC_UNUSED)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self->view);
  const gint32 at[] = { 0, 1, 2 };
  gtk_test_accessible_assert_role (accessible, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "XZ slice");
  ond_session_set_cross_hair (self->session, at);
  gtk_test_accessible_assert_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Cross-hair at voxel 1, 2, 3");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    int normal;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "is-drawn-by-opengl-where-there-is-one", OND_Z, test_uses_gl },
    { "xy-pixels-are-the-samples", OND_Z, test_pixels },
    { "xz-pixels-are-the-samples", OND_Y, test_pixels },
    { "yz-pixels-are-the-samples", OND_X, test_pixels },
    { "pixels-follow-the-cross-hair", OND_Y, test_another_place },
    { "colours-change-without-an-upload", OND_Z, test_other_colors },
    { "xy-has-physical-proportions", OND_Z, test_proportions },
    { "yz-has-physical-proportions", OND_X, test_proportions },
    { "a-click-in-xy-sets-that-voxel", OND_Z, test_click },
    { "a-click-in-xz-sets-that-voxel", OND_Y, test_click },
    { "a-click-in-yz-sets-that-voxel", OND_X, test_click },
    { "a-line-of-the-cross-hair-is-dragged-and-stops-at-edges", OND_Z, test_drag_line },
    { "a-drag-in-xy-pans", OND_Z, test_drag_pans },
    { "a-drag-in-yz-pans", OND_X, test_drag_pans },
    { "the-wheel-in-xy-zooms-at-the-pointer", OND_Z, test_wheel_zooms },
    { "the-wheel-in-xz-zooms-at-the-pointer", OND_Y, test_wheel_zooms },
    { "one-to-one-is-in-device-pixels", OND_Y, test_one_to_one },
    { "zoom-and-pan-upload-nothing", OND_Z, test_zoom_uploads_nothing },
    { "the-cross-hair-stays-in-sight", OND_Z, test_stays_in_sight },
    { "a-double-click-asks-for-the-room", OND_Z, test_double_click },
    { "keys-move-the-cross-hair", OND_Z, test_keys },
    { "control-and-the-wheel-step-through-slices", OND_X, test_control_wheel },
    { "hovering-tells-the-voxel", OND_Y, test_hover },
    { "the-cross-hair-is-two-toned-with-a-gap", OND_Z, test_cross_hair },
    { "realized-again-it-looks-the-same", OND_Z, test_realized_again },
    { "is-an-image-with-a-name-to-assistive-technology", OND_Y, test_accessible },
  };

  ui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/slice-view/", tests[i].name, NULL);
      g_test_add (path, Fixture, GINT_TO_POINTER (tests[i].normal), fixture_begin, tests[i].test,
                  fixture_end);
    }
  g_test_add_func ("/slice-view/without-a-session-it-is-empty-and-quiet", test_empty);
  g_test_add_func ("/slice-view/an-image-larger-than-a-texture-shows", test_large);
  return g_test_run ();
}
