/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile along one parameter: where its points are, what is marked, and what pointer and keys
 * do with them. */
#include "ui-harness.h"

#include "ui/profile-view.h"

#define WIDTH 200
#define HEIGHT 90
#define ACCENT 0x1c71d8

typedef struct
{
  GtkWidget *view, *window;
  int index, n; /* what the last signal said, and how many there were */
} Fixture;

static void
remember_activated (OndProfileView *view G_GNUC_UNUSED, guint index, Fixture *self)
{
  self->index = (int) index;
  self->n++;
}

static void
remember_hovered (OndProfileView *view G_GNUC_UNUSED, int index, Fixture *self)
{
  self->index = index;
  self->n++;
}

static OndProfileView *
get_view (Fixture *self)
{
  return OND_PROFILE_VIEW (self->view);
}

static void
set_values (Fixture *self, const char *text, const float *values)
{
  g_autoptr (OndGrid) grid = ond_grid_parse (OND_PARAMETER_XI, text, NULL);

  g_assert_nonnull (grid);
  ond_profile_view_set_values (get_view (self), grid, values);
}

/* 2, 4, 8, 16, 32: even steps in log. */
#define GRID "log:2:32:5"
static const float hill[] = { 1, 2, 4, 3, 2 };

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  self->view = ond_profile_view_new ("along ξ", "Profile along the stretch");
  set_values (self, GRID, hill);
  ond_profile_view_set_mark (get_view (self), 1, 4);
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

static void
locate (Fixture *self, gsize index, double *x, double *y)
{
  ond_profile_view_locate (get_view (self), index, x, y);
}

static void
test_places (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const float values[] = { 1, 2, 3, 4 };
  double x[5], y[5];
  gsize index;

  for (gsize i = 0; i < 5; i++)
    {
      locate (self, i, &x[i], &y[i]);
      g_assert_true (ond_profile_view_pick (get_view (self), x[i] + 3, 5, &index));
      g_assert_cmpuint (index, ==, i);
    }
  g_assert_cmpfloat_with_epsilon (x[2] - x[1], x[4] - x[3], 1e-9);
  g_assert_cmpfloat_with_epsilon (y[1], y[4], 1e-9);
  g_assert_cmpfloat_with_epsilon (y[0] - y[1], (y[1] - y[2]) / 2, 1e-9);
  g_assert_false (ond_profile_view_pick (get_view (self), -1, 5, &index));

  /* A range that was asked for in even steps is drawn in even steps. */
  set_values (self, "2:8:4", values);
  for (gsize i = 0; i < 4; i++)
    locate (self, i, &x[i], &y[i]);
  g_assert_cmpfloat_with_epsilon (x[1] - x[0], x[3] - x[2], 1e-9);
}

static void
test_drawn (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (UiPicture) picture = ui_picture (self->view, "profile");
  double x, y, x0, y0;

  for (gsize i = 0; i < 5; i++)
    {
      locate (self, i, &x, &y);
      g_assert_cmphex (ui_pixel (picture, x, y), ==, ACCENT);
    }
  /* The plane's point is the larger one. */
  locate (self, 1, &x, &y);
  g_assert_cmphex (ui_pixel (picture, x, y - 2.5), ==, ACCENT);
  locate (self, 4, &x, &y);
  g_assert_cmphex (ui_pixel (picture, x, y - 3.5), !=, ACCENT);
  /* Joined by a line. */
  locate (self, 2, &x0, &y0);
  locate (self, 3, &x, &y);
  g_assert_cmphex (ui_pixel (picture, (x + x0) / 2, (y + y0) / 2) & 255, >,
                   (ui_pixel (picture, (x + x0) / 2, (y + y0) / 2) >> 16 & 255) + 64);
}

/* What is not computed has neither point nor line. */
static void
test_gap (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const float values[] = { 1, 2, NAN, 3, 2 };
  g_autoptr (UiPicture) picture = NULL;
  double x, y, x1, y1;

  set_values (self, GRID, values);
  picture = ui_picture (self->view, "profile-gap");
  locate (self, 1, &x, &y);
  locate (self, 3, &x1, &y1);
  g_assert_cmphex (ui_pixel (picture, x1, y1), ==, ACCENT);
  for (double at = x + 8; at < x1 - 4; at++)
    for (double height = 20; height < HEIGHT - 20; height++)
      g_assert_cmphex (ui_pixel (picture, at, height), !=, ACCENT);
}

static void
test_slider (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (UiPicture) at_plane = ui_picture (self->view, NULL);
  double x, y, x1;

  ond_profile_view_set_mark (get_view (self), 1, sqrt (4 * 8));
  g_autoptr (UiPicture) beside = ui_picture (self->view, "profile-beside");
  locate (self, 1, &x, &y);
  locate (self, 2, &x1, &y);
  x = floor ((x + x1) / 2);
  /* A dashed line half way: of the pixels of its column some are new. */
  gsize n = 0;
  for (int height = 22; height < HEIGHT - 20; height++)
    n += ui_pixel (at_plane, x, height) != ui_pixel (beside, x, height);
  g_assert_cmpuint (n, >, 10);
  ond_profile_view_set_mark (get_view (self), 1, 100); /* outside: no line */
  g_autoptr (UiPicture) outside = ui_picture (self->view, NULL);
  g_assert_cmpuint (ui_picture_compare (outside, beside), >, 10);
}

static void
test_click (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double x, y;

  g_signal_connect (self->view, "value-activated", G_CALLBACK (remember_activated), self);
  locate (self, 3, &x, &y);
  ui_click (self->view, x + 2, 10);
  g_assert_cmpint (self->n, ==, 1);
  g_assert_cmpint (self->index, ==, 3);
}

static void
test_hover (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double x, y;

  g_signal_connect (self->view, "value-hovered", G_CALLBACK (remember_hovered), self);
  locate (self, 2, &x, &y);
  ui_hover (self->view, x, y);
  g_assert_cmpint (self->index, ==, 2);
  ui_hover (self->view, x + 1, y);
  g_assert_cmpint (self->n, ==, 1);
  ui_leave (self->view);
  g_assert_cmpint (self->index, ==, -1);
}

/* Through a list in its order of values, from the plane on. */
static void
test_keys (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const float values[] = { 5, 2, 10 };

  set_values (self, "5,2,10", values);
  ond_profile_view_set_mark (get_view (self), 0, 5);
  g_signal_connect (self->view, "value-activated", G_CALLBACK (remember_activated), self);
  g_assert_true (gtk_widget_grab_focus (self->view));
  g_assert_true (ui_key (self->view, GDK_KEY_Left, 0));
  g_assert_true (ui_key (self->view, GDK_KEY_Left, 0));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->view),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "ξ 2: 2");
  g_assert_true (ui_key (self->view, GDK_KEY_Return, 0));
  g_assert_cmpint (self->index, ==, 1);
  g_assert_true (ui_key (self->view, GDK_KEY_Right, 0));
  g_assert_true (ui_key (self->view, GDK_KEY_Right, 0));
  g_assert_true (ui_key (self->view, GDK_KEY_space, 0));
  g_assert_cmpint (self->index, ==, 2);
  g_assert_cmpint (self->n, ==, 2);
  g_assert_false (ui_key (self->view, GDK_KEY_Left, GDK_CONTROL_MASK));
}

static void
test_empty (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const float nothing[] = { NAN, NAN, NAN, NAN, NAN };
  gsize index;

  set_values (self, GRID, nothing);
  ui_wait_frame (self->view);
  ond_profile_view_set_values (get_view (self), NULL, NULL);
  ui_wait_frame (self->view);
  g_assert_false (ond_profile_view_pick (get_view (self), WIDTH / 2, HEIGHT / 2, &index));
  ui_click (self->view, WIDTH / 2, HEIGHT / 2);
  ui_hover (self->view, WIDTH / 2, HEIGHT / 2);
  g_assert_false (ui_key (self->view, GDK_KEY_Return, 0));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_ROLE_IMG);
}

/* However long they are: none reaches the edge of the widget, nor the axis. */
static void
test_numbers_are_whole (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const float values[][5] = { { 11000, 25000, 47000, 90000, 60000 },
                                     { -90000, -20000, 10000, 40000, 99000 },
                                     { 0.021f, 0.0215f, 0.0222f, 0.0217f, 0.0216f },
                                     { 1, 2, 4, 3, 2 } };

  for (gsize k = 0; k < G_N_ELEMENTS (values); k++)
    {
      g_autofree char *shot = g_strdup_printf ("profile-numbers-%" G_GSIZE_FORMAT, k);
      g_autoptr (UiPicture) picture = NULL;

      set_values (self, GRID, values[k]);
      picture = ui_picture (self->view, shot);
      for (int y = 18; y < HEIGHT; y++)
        g_assert_cmphex (ui_pixel (picture, 0, y), ==, ui_pixel (picture, 0, HEIGHT - 1));
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "points-are-at-their-values", test_places },
    { "points-and-line-are-drawn", test_drawn },
    { "what-is-not-computed-parts-the-line", test_gap },
    { "the-slider-is-a-line", test_slider },
    { "numbers-are-whole", test_numbers_are_whole },
    { "a-click-activates-the-nearest", test_click },
    { "hovering-tells-the-nearest", test_hover },
    { "keys-move-a-cursor-and-activate", test_keys },
    { "without-values-it-is-empty-and-quiet", test_empty },
  };

  ui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/profile-view/", tests[i].name, NULL);
      g_test_add (path, Fixture, NULL, fixture_begin, tests[i].test, fixture_end);
    }
  return g_test_run ();
}
