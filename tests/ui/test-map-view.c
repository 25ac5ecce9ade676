/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of directions: where its cells are, what is on them, and what pointer and keys do with
 * them. */
#include "ui-harness.h"

#include "core/draw/colormap.h"
#include "ui/map-view.h"

#define WIDTH 400
#define HEIGHT 340
#define N_THETA 12
#define N_PHI 9

typedef struct
{
  GtkWidget *view, *window;
  int theta, phi, n; /* what the last signal said, and how many there were */
} Fixture;

static void
remember_activated (OndMapView *view G_GNUC_UNUSED, guint theta, guint phi, Fixture *self)
{
  self->theta = (int) theta;
  self->phi = (int) phi;
  self->n++;
}

static void
remember_hovered (OndMapView *view G_GNUC_UNUSED, int theta, int phi, Fixture *self)
{
  self->theta = theta;
  self->phi = phi;
  self->n++;
}

static float
value_at (int theta, int phi)
{
  return (float) (1 + (theta * 5 + phi * 7) % 23);
}

static void
set_plane (OndMapView *view, const char *theta_text, const char *phi_text)
{
  g_autoptr (OndGrid) theta = ond_grid_parse (OND_PARAMETER_THETA, theta_text, NULL);
  g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, phi_text, NULL);
  g_assert_nonnull (theta);
  g_assert_nonnull (phi);
  g_autofree float *values = g_new (float, theta->n * phi->n);
  for (gsize j = 0; j < phi->n; j++)
    for (gsize i = 0; i < theta->n; i++)
      values[j * theta->n + i] = value_at ((int) i, (int) j);
  ond_map_view_set_plane (view, theta, phi, values, "Energy (K²)");
}

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  self->view = ond_map_view_new ();
  set_plane (OND_MAP_VIEW (self->view), "0:180:12", "0:180:9");
  self->window = ui_show (self->view, WIDTH, HEIGHT);
}

static void
fixture_end (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gpointer view = self->view;
  g_object_add_weak_pointer (G_OBJECT (self->view), &view);
  ui_close (self->window);
  UI_ASSERT_GONE (view);
}

static OndMapView *
get_view (Fixture *self)
{
  return OND_MAP_VIEW (self->view);
}

static void
test_pick_is_inverse_of_locate (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const char *const grids[][2] = { { "0:180:12", "0:180:9" },
                                          { "0:180:100", "0:180:100" },
                                          { "10,20,80", "45" } };
  for (gsize k = 0; k < G_N_ELEMENTS (grids); k++)
    {
      set_plane (get_view (self), grids[k][0], grids[k][1]);
      g_autoptr (OndGrid) theta = ond_grid_parse (OND_PARAMETER_THETA, grids[k][0], NULL);
      g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, grids[k][1], NULL);
      for (gsize j = 0; j < phi->n; j++)
        for (gsize i = 0; i < theta->n; i++)
          {
            gsize is_theta = G_MAXSIZE, is_phi = G_MAXSIZE;
            double x, y;
            ond_map_view_locate (get_view (self), i, j, &x, &y);
            g_assert_true (ond_map_view_pick (get_view (self), x, y, &is_theta, &is_phi));
            g_assert_cmpuint (is_theta, ==, i);
            g_assert_cmpuint (is_phi, ==, j);
          }
    }
}

static void
test_edges (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double x0, y0, x1, y1, last_x, last_y;
  gsize theta, phi;
  ond_map_view_locate (get_view (self), 0, 0, &x0, &y0);
  ond_map_view_locate (get_view (self), 1, 1, &x1, &y1);
  ond_map_view_locate (get_view (self), N_THETA - 1, N_PHI - 1, &last_x, &last_y);
  double half_x = (x1 - x0) / 2, half_y = (y0 - y1) / 2;
  g_assert_cmpfloat (half_x, >, 0);
  g_assert_cmpfloat (half_y, >, 0); /* phi upwards */
  g_assert_true (
      ond_map_view_pick (get_view (self), x0 + 0.98 * half_x, y0 - 0.98 * half_y, &theta, &phi));
  g_assert_cmpuint (theta, ==, 0);
  g_assert_cmpuint (phi, ==, 0);
  g_assert_true (
      ond_map_view_pick (get_view (self), x0 + 1.02 * half_x, y0 - 1.02 * half_y, &theta, &phi));
  g_assert_cmpuint (theta, ==, 1);
  g_assert_cmpuint (phi, ==, 1);
  g_assert_false (ond_map_view_pick (get_view (self), x0 - 1.02 * half_x, y0, &theta, &phi));
  g_assert_false (ond_map_view_pick (get_view (self), x0, y0 + 1.02 * half_y, &theta, &phi));
  g_assert_false (
      ond_map_view_pick (get_view (self), last_x + 1.02 * half_x, last_y, &theta, &phi));
  g_assert_false (
      ond_map_view_pick (get_view (self), last_x, last_y - 1.02 * half_y, &theta, &phi));
}

static void
test_pixels (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndColorScale colors = { .map = OND_COLORMAP_VIRIDIS, .lower = 1, .upper = 23 };
  g_autoptr (UiPicture) picture = ui_picture (self->view, "map");
  for (int j = 0; j < N_PHI; j++)
    for (int i = 0; i < N_THETA; i++)
      {
        double x, y;
        ond_map_view_locate (get_view (self), (gsize) i, (gsize) j, &x, &y);
        g_assert_cmphex (ui_pixel (picture, x, y), ==,
                         ond_color_scale_map (&colors, value_at (i, j)));
      }
}

/* New values can move the cells (wider numbers, another label): a click that comes before the next
 * frame finds them. */
static void
test_cells_before_drawing (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (OndGrid) theta = ond_grid_parse (OND_PARAMETER_THETA, "0:180:2", NULL);
  g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, "0:180:2", NULL);
  const float values[] = { 1.25e-17f, 2.5e-17f, 3.75e-17f, 6e-17f };
  double old_x, old_y, x, y, drawn_x, drawn_y;
  ond_map_view_locate (get_view (self), 1, 1, &old_x, &old_y);
  ond_map_view_set_plane (get_view (self), theta, phi, values, NULL);
  ond_map_view_locate (get_view (self), 1, 1, &x, &y);
  ui_wait_frame (self->view);
  ond_map_view_locate (get_view (self), 1, 1, &drawn_x, &drawn_y);
  g_assert_cmpfloat (x, ==, drawn_x);
  g_assert_cmpfloat (y, ==, drawn_y);
  g_assert_cmpfloat (x, !=, old_x);
}

static void
test_not_computed (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (OndGrid) theta = ond_grid_parse (OND_PARAMETER_THETA, "0:180:4", NULL);
  g_autoptr (OndGrid) phi = ond_grid_parse (OND_PARAMETER_PHI, "0:180:2", NULL);
  const float values[] = { -4, NAN, 2, 1, NAN, NAN, NAN, NAN };
  OndColorScale colors = { .map = OND_COLORMAP_DIVERGING, .lower = -4, .upper = 4 };
  double x, y, missing_x, missing_y;
  ond_map_view_set_plane (get_view (self), theta, phi, values, "Mean (K)");
  ond_map_view_locate (get_view (self), 2, 0, &x, &y);
  ond_map_view_locate (get_view (self), 1, 0, &missing_x, &missing_y);
  g_autoptr (UiPicture) picture = ui_picture (self->view, "map-both-signs");
  g_assert_cmphex (ui_pixel (picture, x, y), ==, ond_color_scale_map (&colors, 2));
  g_assert_cmphex (ui_pixel (picture, missing_x, missing_y), !=, ond_color_scale_map (&colors, 0));

  const float none[] = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
  ond_map_view_set_plane (get_view (self), theta, phi, none, NULL);
  g_autoptr (UiPicture) empty = ui_picture (self->view, NULL);
  g_assert_cmphex (ui_pixel (empty, x, y), ==, ui_pixel (empty, missing_x, missing_y));
}

static void
test_click (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double x, y;
  g_signal_connect (self->view, "cell-activated", G_CALLBACK (remember_activated), self);
  ond_map_view_locate (get_view (self), 7, 5, &x, &y);
  ui_click (self->view, x, y);
  g_assert_cmpint (self->n, ==, 1);
  g_assert_cmpint (self->theta, ==, 7);
  g_assert_cmpint (self->phi, ==, 5);
  ui_click (self->view, 1, 1);
  g_assert_cmpint (self->n, ==, 1);
}

static void
test_hover (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double x, y;
  g_signal_connect (self->view, "cell-hovered", G_CALLBACK (remember_hovered), self);
  ond_map_view_locate (get_view (self), 3, 8, &x, &y);
  ui_hover (self->view, x, y);
  g_assert_cmpint (self->theta, ==, 3);
  g_assert_cmpint (self->phi, ==, 8);
  ui_hover (self->view, 1, 1);
  g_assert_cmpint (self->theta, ==, -1);
  ui_hover (self->view, x, y);
  ui_leave (self->view);
  g_assert_cmpint (self->phi, ==, -1);
  g_assert_cmpint (self->n, ==, 4);
}

static void
test_keys (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const guint keys[] = { GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Right, GDK_KEY_Up,
                                GDK_KEY_Down, GDK_KEY_Down,  GDK_KEY_Up };
  g_signal_connect (self->view, "cell-activated", G_CALLBACK (remember_activated), self);
  g_assert_true (gtk_widget_grab_focus (self->view));
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_true (ui_key (self->view, keys[i], 0));
  g_assert_cmpint (self->n, ==, 0);
  g_assert_true (ui_key (self->view, GDK_KEY_Return, 0));
  g_assert_cmpint (self->theta, ==, 2);
  g_assert_cmpint (self->phi, ==, 1);
  g_assert_false (ui_key (self->view, GDK_KEY_Up, GDK_CONTROL_MASK));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->view),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "θ 30°, φ 20°: 18");

  /* They go on from the mark, and stop at the edges. */
  ond_map_view_set_mark (get_view (self), 160, 165);
  ui_key (self->view, GDK_KEY_Right, 0);
  ui_key (self->view, GDK_KEY_Up, 0);
  ui_key (self->view, GDK_KEY_space, 0);
  g_assert_cmpint (self->theta, ==, N_THETA - 1);
  g_assert_cmpint (self->phi, ==, N_PHI - 1);

  gtk_window_set_focus_visible (GTK_WINDOW (self->window), FALSE);
  g_autoptr (UiPicture) without = ui_picture (self->view, NULL);
  gtk_window_set_focus_visible (GTK_WINDOW (self->window), TRUE);
  g_autoptr (UiPicture) with = ui_picture (self->view, "map-cursor");
  g_assert_cmpuint (ui_picture_compare (with, without), >, 0);
}

/* Where the mark is seen: the middle of what differs from the map without it; FALSE when nothing
 * does. */
static gboolean
find_mark (Fixture *self, const UiPicture *without, const char *shot, double *x, double *y)
{
  g_autoptr (UiPicture) with = ui_picture (self->view, shot);
  int left = G_MAXINT, right = -1, top = G_MAXINT, bottom = -1;
  for (int i = 0; i < with->width * with->height; i++)
    if (with->pixels[i] != without->pixels[i])
      {
        left = MIN (left, i % with->width);
        right = MAX (right, i % with->width);
        top = MIN (top, i / with->width);
        bottom = MAX (bottom, i / with->width);
      }
  *x = (left + right + 1) / 2. / with->scale;
  *y = (top + bottom + 1) / 2. / with->scale;
  return right >= 0;
}

static void
test_mark (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  /* Cells are 15 degrees of theta and 20 of phi about their centres; the last name of each
   * direction is another. */
  static const struct
  {
    double theta, phi;
    gsize cell_theta, cell_phi;
  } marks[] = {
    { 75, 60, 5, 3 },   { 75, 59, 5, 3 },   { 255, 60, 5, 3 },
    { 105, 240, 5, 3 }, { 179, 100, 0, 5 }, { 75, 175, 7, 0 },
  };
  double pitch_x = 0, pitch_y = 0, x0, y0, x, y;
  g_autoptr (UiPicture) without = ui_picture (self->view, NULL);
  ond_map_view_locate (get_view (self), 1, 1, &pitch_x, &pitch_y);
  ond_map_view_locate (get_view (self), 0, 0, &x0, &y0);
  pitch_x -= x0;
  pitch_y = y0 - pitch_y;
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      double cell_x, cell_y;
      ond_map_view_set_mark (get_view (self), marks[i].theta, marks[i].phi);
      g_assert_true (find_mark (self, without, i == 0 ? "map-mark" : NULL, &x, &y));
      ond_map_view_locate (get_view (self), marks[i].cell_theta, marks[i].cell_phi, &cell_x,
                           &cell_y);
      g_assert_cmpfloat (fabs (x - cell_x), <, pitch_x / 2);
      g_assert_cmpfloat (fabs (y - cell_y), <, pitch_y / 2);
    }
  set_plane (get_view (self), "0:90:4", "0:90:4");
  ond_map_view_set_mark (get_view (self), NAN, NAN);
  g_autoptr (UiPicture) quarter = ui_picture (self->view, NULL);
  ond_map_view_set_mark (get_view (self), 60, 150);
  g_assert_false (find_mark (self, quarter, NULL, &x, &y));
}

static void
test_dark (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  g_autoptr (UiPicture) light = ui_picture (self->view, NULL);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  g_autoptr (UiPicture) dark = ui_picture (self->view, "map-dark");
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  g_assert_cmphex (ui_pixel (light, 2, 2), ==, 0xffffff);
  g_assert_cmphex (ui_pixel (dark, 2, 2), ==, 0x1e1e1e);
}

static void
test_double_click (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  GtkGesture *click = ui_controller (self->view, GTK_TYPE_GESTURE_CLICK);
  double x, y;
  g_signal_connect (self->view, "cell-entered", G_CALLBACK (remember_activated), self);
  ond_map_view_locate (get_view (self), 4, 6, &x, &y);
  ui_click (self->view, x, y);
  g_assert_cmpint (self->n, ==, 0);
  g_signal_emit_by_name (click, "pressed", 2, x, y);
  g_assert_cmpint (self->n, ==, 1);
  g_assert_cmpint (self->theta, ==, 4);
  g_assert_cmpint (self->phi, ==, 6);
  ui_key (self->view, GDK_KEY_Left, 0);
  ui_key (self->view, GDK_KEY_Return, GDK_SHIFT_MASK);
  g_assert_cmpint (self->n, ==, 2);
  g_assert_cmpint (self->theta, ==, 3);
}

/* The same cells as a disc of directions: found back, in their colours, the mark among them. */
static void
test_sphere (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndColorScale colors = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 40 };
  gsize theta, phi;
  double x, y, mark_x, mark_y;
  ond_map_view_set_sphere (get_view (self), TRUE);
  ond_map_view_set_colors (get_view (self), &colors);
  ond_map_view_set_unit (get_view (self), "K²");
  g_autoptr (UiPicture) picture = ui_picture (self->view, "map-sphere");
  for (int j = 0; j < N_PHI; j++)
    for (int i = 0; i < N_THETA; i++)
      {
        if (i == 6)
          continue; /* the pole is one point for all phi */
        ond_map_view_locate (get_view (self), (gsize) i, (gsize) j, &x, &y);
        if (!ond_map_view_pick (get_view (self), x, y, &theta, &phi))
          continue; /* rounded to beyond the rim */
        g_assert_cmpuint (theta, ==, i);
        g_assert_cmpuint (phi, ==, j);
        if (i % 2 == 1 && i != 5 && i != 7 && j % 3 != 0) /* away from the graticule */
          g_assert_cmphex (ui_pixel (picture, x, y), ==,
                           ond_color_scale_map (&colors, value_at (i, j)));
      }
  g_assert_false (ond_map_view_pick (get_view (self), 4, 4, &theta, &phi));
  ond_map_view_set_mark (get_view (self), 45, 80);
  g_assert_true (find_mark (self, picture, "map-sphere-mark", &mark_x, &mark_y));
  ond_map_view_locate (get_view (self), 3, 4, &x, &y);
  g_assert_cmpfloat (hypot (mark_x - x, mark_y - y), <, 3);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->view),
                                       GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "θ 45°, φ 80°: 21 K²");
}

static void
test_empty (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gsize theta, phi;
  double x = -1, y = -1;
  ond_map_view_set_plane (get_view (self), NULL, NULL, NULL, NULL);
  ui_wait_frame (self->view);
  g_assert_false (ond_map_view_pick (get_view (self), WIDTH / 2, HEIGHT / 2, &theta, &phi));
  ond_map_view_locate (get_view (self), 0, 0, &x, &y);
  ui_click (self->view, WIDTH / 2, HEIGHT / 2);
  ui_hover (self->view, WIDTH / 2, HEIGHT / 2);
  g_assert_false (ui_key (self->view, GDK_KEY_Return, 0));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_ROLE_IMG);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "picking-is-the-inverse-of-locating", test_pick_is_inverse_of_locate },
    { "cells-end-at-their-edges", test_edges },
    { "pixels-are-the-values", test_pixels },
    { "cells-are-known-before-they-are-drawn", test_cells_before_drawing },
    { "what-is-not-computed-has-no-colour", test_not_computed },
    { "a-click-activates-that-cell", test_click },
    { "hovering-tells-the-cell", test_hover },
    { "keys-move-a-cursor-and-activate-its-cell", test_keys },
    { "the-mark-is-at-its-direction-by-any-of-its-names", test_mark },
    { "a-double-click-enters-a-cell", test_double_click },
    { "a-sphere-has-the-same-cells", test_sphere },
    { "follows-the-dark-style", test_dark },
    { "without-values-it-is-empty-and-quiet", test_empty },
  };

  ui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/map-view/", tests[i].name, NULL);
      g_test_add (path, Fixture, NULL, fixture_begin, tests[i].test, fixture_end);
    }
  return g_test_run ();
}
