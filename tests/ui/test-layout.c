/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fits where: at 1280 x 800, larger, and with two device pixels to each (meson.build runs it
 * again with GDK_SCALE=2). */
#include "sweep-harness.h"

#define MIN_QUARTER 300
#define FRAME 10

static void
resize (Fixture *self, int width, int height)
{
  /* Without a compositor the frame is within the window's size. */
  gtk_window_set_default_size (GTK_WINDOW (self->window), width + FRAME, height + FRAME);
  UI_WAIT (gtk_widget_get_width (GTK_WIDGET (self->window)) == width
           && gtk_widget_get_height (GTK_WIDGET (self->window)) == height);
  ui_wait_frame (GTK_WIDGET (self->window));
}

/* Nothing visible ends beyond the left or right edge of what holds it. */
static void
assert_inside (GtkWidget *widget, GtkWidget *bar)
{
  graphene_rect_t bounds;

  if (!gtk_widget_get_mapped (widget))
    return;
  g_assert_true (gtk_widget_compute_bounds (widget, bar, &bounds));
  if (bounds.origin.x < -0.5f
      || bounds.origin.x + bounds.size.width > (float) gtk_widget_get_width (bar) + 0.5f)
    g_error ("%s at %g, %g wide, is not within %d", G_OBJECT_TYPE_NAME (widget),
             (double) bounds.origin.x, (double) bounds.size.width, gtk_widget_get_width (bar));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_POPOVER (child) && !GTK_IS_TEXT (child) && !GTK_IS_TEXT_VIEW (child)
        && !GTK_IS_SCROLLBAR (child))
      assert_inside (child, bar);
}

static void
assert_fits (Fixture *self)
{
  static const char *const bars[] = { "sidebar", "sweep_bar" };
  static const char *const quarters[] = { "quarter_x", "quarter_y", "quarter_z",
                                          "quarter_projection" };

  for (gsize i = 0; i < G_N_ELEMENTS (quarters); i++)
    {
      GtkWidget *quarter = get_child (self, quarters[i]);

      g_assert_true (gtk_widget_get_mapped (quarter));
      g_assert_cmpint (gtk_widget_get_width (quarter), >=, MIN_QUARTER);
      g_assert_cmpint (gtk_widget_get_height (quarter), >=, MIN_QUARTER);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bars); i++)
    assert_inside (get_child (self, bars[i]), get_child (self, bars[i]));
  assert_inside (get_child (self, "volume_page"), get_child (self, "volume_page"));
}

static void
test_small (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  if (!open_shared (self, CUBE))
    return;
  resize (self, 1280, 800);
  assert_fits (self);
  finish_sweep (self, small);
  ui_wait_frame (GTK_WIDGET (self->window));
  assert_fits (self);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), ==, 1280);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (self->window)), ==, 800);
}

/* The slices get what a larger window has more, not the sidebars. */
static void
test_large (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  /* The X server's screen ends there. */
  int width = gtk_widget_get_scale_factor (GTK_WIDGET (self->window)) > 1 ? 1340 : 2560,
      height = width == 2560 ? 1440 : 840, before, slice;
  GtkWidget *sidebar, *quarter;

  if (!open_shared (self, CUBE))
    return;
  sidebar = get_child (self, "sweep_bar");
  quarter = get_child (self, "quarter_z");
  resize (self, 1280, 800);
  before = gtk_widget_get_width (sidebar);
  slice = gtk_widget_get_width (quarter);
  resize (self, width, height);
  assert_fits (self);
  g_assert_cmpint (gtk_widget_get_width (sidebar), ==, before);
  g_assert_cmpint (gtk_widget_get_width (quarter), >=, slice + (width - 1280) / 2 - 1);
}

static void
test_scale (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const char *scale = g_getenv ("GDK_SCALE");

  g_assert_cmpint (gtk_widget_get_scale_factor (GTK_WIDGET (self->window)), ==, atoi (scale));
  test_small (self, data);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function) g_test_add ("/layout/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("fits-1280x800-before-and-after-a-sweep", test_small);
  ADD ("slices-get-the-room-of-a-larger-window", test_large);
  ADD ("fits-at-the-screen-s-scale", test_scale);
  return g_test_run ();
}
