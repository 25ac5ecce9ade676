/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits as a person sets them: dragged in the histogram, typed, stepped by the keyboard,
 * chosen by rule; and the chip that says what they clip. */
#include "model-harness.h"
#include "ui-harness.h"

#include "ui/histogram-view.h"
#include "ui/limits-panel.h"
#include "ui/view-status.h"

#define WIDTH 266

typedef struct
{
  OndSession *session;
  OndDisplay *display;
  GtkWidget *panel, *status, *window;
  OndHistogramView *histogram;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndVolume) volume = model_volume (20, 18, 16);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->session = ond_session_new (engine);
  self->display = ond_session_get_display (self->session);
  ond_session_set_volume (self->session, volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  self->panel = ond_limits_panel_new (self->session);
  self->status = ond_view_status_new (self->session);
  gtk_box_append (GTK_BOX (box), self->panel);
  gtk_box_append (GTK_BOX (box), self->status);
  self->window = ui_show (box, WIDTH, 200);
  self->histogram = OND_HISTOGRAM_VIEW (ui_find (box, OND_TYPE_HISTOGRAM_VIEW, NULL));
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gpointer panel = self->panel, status = self->status, session = self->session;

  g_object_add_weak_pointer (panel, &panel);
  g_object_add_weak_pointer (status, &status);
  g_object_add_weak_pointer (session, &session);
  ui_close (self->window);
  g_object_unref (self->session);
  UI_ASSERT_GONE (panel);
  UI_ASSERT_GONE (status);
  UI_ASSERT_GONE (session);
}

static const OndColorScale *
get_colors (Fixture *self)
{
  return ond_session_get_colors (self->session, ond_session_get_show (self->session));
}

/* The spin button of a limit. */
static GtkSpinButton *
get_spin (Fixture *self, gboolean upper)
{
  GtkWidget *first = ui_find (self->panel, GTK_TYPE_SPIN_BUTTON, NULL);

  return GTK_SPIN_BUTTON (upper ? gtk_widget_get_next_sibling (first) : first);
}

static GtkWidget *
get_chip (Fixture *self)
{
  return gtk_widget_get_first_child (self->status);
}

static void
drag_to (Fixture *self, double from, double to)
{
  double x = ond_histogram_view_locate (self->histogram, from);

  ui_drag (GTK_WIDGET (self->histogram), x, 30, ond_histogram_view_locate (self->histogram, to) - x,
           5);
}

/* A pixel is this much. */
static double
pixel (Fixture *self)
{
  return ond_histogram_view_value_at (self->histogram, 1)
         - ond_histogram_view_value_at (self->histogram, 0);
}

static void
test_drag_symmetric (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double upper = get_colors (self)->upper, tolerance = pixel (self);

  g_assert_cmpfloat (get_colors (self)->lower, ==, -upper);
  drag_to (self, upper, 0.5 * upper);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->upper, 0.5 * upper, tolerance);
  g_assert_cmpfloat (get_colors (self)->lower, ==, -get_colors (self)->upper);
  drag_to (self, get_colors (self)->lower, -0.6 * upper);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->upper, 0.6 * upper, tolerance);
  g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_RESPONSE), ==, OND_LIMITS_MANUAL);
}

/* The other limit stays; they do not pass each other; not beyond what is in sight. */
static void
test_drag_one (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double lower, upper, middle, tolerance = pixel (self);

  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  tolerance = pixel (self);
  lower = get_colors (self)->lower;
  upper = get_colors (self)->upper;
  middle = (lower + upper) / 2;
  drag_to (self, lower, middle - 0.1);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->lower, middle - 0.1, tolerance);
  g_assert_cmpfloat (get_colors (self)->upper, ==, upper);
  lower = get_colors (self)->lower;
  drag_to (self, upper, lower - 1);
  g_assert_cmpfloat (get_colors (self)->lower, ==, lower);
  g_assert_cmpfloat (get_colors (self)->upper, ==, upper);
  drag_to (self, upper, upper + 100);
  g_assert_cmpfloat (get_colors (self)->upper, >, upper);
  g_assert_cmpfloat (get_colors (self)->upper, <, upper + 2 * (upper - lower));
}

/* Opaque at least as a bar, in whatever colour the theme writes. */
static gboolean
is_bar (const UiPicture *picture, int x, int y)
{
  return picture->pixels[y * picture->scale * picture->width + x * picture->scale] >> 24 > 40;
}

/* Tall where samples are many, on the colours that the slices have. */
static void
test_drawn (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (self->histogram);
  g_autoptr (UiPicture) picture = NULL;
  int height = gtk_widget_get_height (widget), width = gtk_widget_get_width (widget);
  gsize bars = 0;

  picture = ui_picture (widget, "histogram");
  for (int x = 2; x < width - 2; x += 3)
    {
      double value = ond_histogram_view_value_at (self->histogram, x + 0.5);
      double to_lower =
                 fabs (x - ond_histogram_view_locate (self->histogram, get_colors (self)->lower)),
             to_upper =
                 fabs (x - ond_histogram_view_locate (self->histogram, get_colors (self)->upper));
      guint32 is = ui_pixel (picture, x + 0.5, height - 4),
              should = ond_color_scale_map (get_colors (self), value);

      if (to_lower < 7 || to_upper < 7)
        continue;
      for (int shift = 0; shift < 24; shift += 8) /* a bin's colour, and a pixel is not a bin */
        g_assert_cmpint (ABS ((int) (is >> shift & 255) - (int) (should >> shift & 255)), <=, 8);
      bars += is_bar (picture, x, height - 14);
    }
  g_assert_cmpuint (bars, >, 10);
  g_assert_cmpuint (bars, <, (gsize) width / 3);
}

static void
test_typed (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkSpinButton *upper = get_spin (self, TRUE);
  double lower = get_colors (self)->lower, exact = get_colors (self)->upper;

  gtk_spin_button_update (upper); /* the text has fewer digits than the limit */
  g_assert_cmpfloat (get_colors (self)->upper, ==, exact);
  gtk_editable_set_text (GTK_EDITABLE (upper), "2.5e-7");
  gtk_spin_button_update (upper);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->upper, 2.5e-7, 1e-15);
  g_assert_cmpfloat (get_colors (self)->lower, ==, lower);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (upper)), ==, "2.5e-07");

  gtk_editable_set_text (GTK_EDITABLE (upper), "much");
  gtk_spin_button_update (upper);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->upper, 2.5e-7, 1e-15);
}

/* Samples may be of any size: a step is a hundredth of what is between the limits. */
static void
test_stepped (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors = *get_colors (self);

  colors.lower = 1e-20;
  colors.upper = 3e-20;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  gtk_spin_button_spin (get_spin (self, TRUE), GTK_SPIN_STEP_FORWARD, 0);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->upper, 3.02e-20, 1e-26);
  gtk_spin_button_spin (get_spin (self, FALSE), GTK_SPIN_PAGE_BACKWARD, 0);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->lower, 0.798e-20, 1e-26);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (get_spin (self, TRUE)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Upper limit");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (get_spin (self, TRUE)),
                                       GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "3.02e-20");
}

static void
test_rule_and_lock (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkDropDown *rule = GTK_DROP_DOWN (ui_find (self->panel, GTK_TYPE_DROP_DOWN, NULL));
  GtkWidget *lock = gtk_widget_get_next_sibling (GTK_WIDGET (rule)),
            *fit = gtk_widget_get_next_sibling (lock);

  g_assert_cmpuint (gtk_drop_down_get_selected (rule), ==, OND_LIMITS_SYMMETRIC);
  gtk_drop_down_set_selected (rule, OND_LIMITS_MINMAX);
  g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_RESPONSE), ==, OND_LIMITS_MINMAX);
  drag_to (self, get_colors (self)->upper, get_colors (self)->upper / 2);
  g_assert_cmpuint (gtk_drop_down_get_selected (rule), ==, OND_LIMITS_MANUAL);
  g_signal_emit_by_name (fit, "clicked");
  g_assert_cmpuint (gtk_drop_down_get_selected (rule), ==, OND_LIMITS_MINMAX);

  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (lock)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (lock), FALSE);
  g_assert_false (ond_display_get_locked (self->display));
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  g_assert_cmpuint (gtk_drop_down_get_selected (rule), ==, OND_LIMITS_995);
  g_assert_false (gtk_widget_get_sensitive (lock));
}

static void
test_chip (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double upper = get_colors (self)->upper;

  g_assert_false (gtk_widget_get_visible (get_chip (self)));
  drag_to (self, upper, upper / 10);
  g_assert_true (gtk_widget_get_visible (get_chip (self)));
  g_assert_true (
      g_str_has_suffix (gtk_button_get_label (GTK_BUTTON (get_chip (self))), "% clipped"));
  g_signal_emit_by_name (get_chip (self), "clicked");
  g_assert_false (gtk_widget_get_visible (get_chip (self)));
  g_assert_cmpfloat (get_colors (self)->upper, ==, upper);

  /* A response that outgrows locked limits says so, too. */
  g_object_set (self->session, "scale", 6.0, "xi", 8.0, NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpint (gtk_widget_get_visible (get_chip (self)), ==,
                   ond_display_get_clipped (self->display, OND_SHOW_RESPONSE) > 0.01);
  g_assert_cmpfloat (ond_display_get_clipped (self->display, OND_SHOW_RESPONSE), >, 0.01);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/limits-panel/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("symmetric-limits-are-dragged-together", test_drag_symmetric);
  ADD ("one-limit-is-dragged-and-the-other-stays", test_drag_one);
  ADD ("bars-and-colours-are-the-values", test_drawn);
  ADD ("a-typed-limit-is-set", test_typed);
  ADD ("steps-suit-values-of-any-size", test_stepped);
  ADD ("rule-lock-and-fit", test_rule_and_lock);
  ADD ("a-chip-says-what-is-clipped", test_chip);
  return g_test_run ();
}
