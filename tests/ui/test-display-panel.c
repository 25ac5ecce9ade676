/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of what the slices show: each sets the session and follows it, and what does not
 * apply is not there. */
#include "model-harness.h"
#include "ui-harness.h"

#include "ui/blend-controls.h"
#include "ui/display-panel.h"
#include "ui/limits-panel.h"

#define WIDTH 266

typedef struct
{
  OndSession *session;
  GtkWidget *panel, *window;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndVolume) volume = model_volume (12, 11, 10);

  self->session = ond_session_new (engine);
  ond_session_set_volume (self->session, volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  self->panel = g_object_new (OND_TYPE_DISPLAY_PANEL, NULL);
  ond_display_panel_set_session (OND_DISPLAY_PANEL (self->panel), self->session);
  self->window = ui_show (self->panel, WIDTH, 400);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gpointer panel = self->panel, session = self->session;

  g_object_add_weak_pointer (panel, &panel);
  g_object_add_weak_pointer (session, &session);
  ui_close (self->window);
  g_object_unref (self->session);
  UI_ASSERT_GONE (panel);
  UI_ASSERT_GONE (session);
}

/* The first button under a widget with that label. */
static GtkWidget *
find_button (GtkWidget *root, const char *label)
{
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), label) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The drop-down in the row of that title, or NULL where it is not seen. */
static GtkDropDown *
find_list (GtkWidget *root, const char *title)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_text (GTK_LABEL (root)), title))
    {
      GtkWidget *list = gtk_widget_get_next_sibling (root);

      return GTK_IS_DROP_DOWN (list) && gtk_widget_get_mapped (list) ? GTK_DROP_DOWN (list) : NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkDropDown *found = find_list (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static const OndColorScale *
get_colors (Fixture *self, OndShow show)
{
  return ond_session_get_colors (self->session, show);
}

static void
test_modes (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  for (int mode = 0; mode < OND_MODE_BEST; mode++)
    {
      GtkWidget *button = find_button (self->panel, ond_modes[mode].title);

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
      g_assert_cmpint (ond_session_get_mode (self->session), ==, mode);
      g_assert_nonnull (gtk_widget_get_tooltip_text (button));
    }
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  g_assert_true (gtk_toggle_button_get_active (
      GTK_TOGGLE_BUTTON (find_button (self->panel, ond_modes[OND_MODE_IMAGE].title))));
}

/* Opacity and the switch of layers are there in a blend alone. */
static void
test_blend (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndLayers *layers = ond_session_get_layers (self->session);
  GtkWidget *controls = ui_find (self->panel, OND_TYPE_BLEND_CONTROLS, NULL);
  GtkWidget *scale = ui_find (controls, GTK_TYPE_SCALE, NULL);

  g_assert_false (gtk_widget_get_visible (controls));
  ond_session_set_mode (self->session, OND_MODE_BOTH);
  g_assert_true (gtk_widget_get_visible (controls));
  gtk_range_set_value (GTK_RANGE (scale), 25);
  g_assert_cmpfloat (ond_layers_get_opacity (layers), ==, 0.25);
  ond_layers_set_opacity (layers, 0.75);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (scale)), ==, 75);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (controls, "Image")), TRUE);
  g_assert_cmpint (ond_session_get_show (self->session), ==, OND_SHOW_IMAGE);
  gtk_drop_down_set_selected (find_list (self->panel, "Colour map"), OND_COLORMAP_PLASMA);
  g_assert_cmpint (get_colors (self, OND_SHOW_IMAGE)->map, ==, OND_COLORMAP_PLASMA);
  g_assert_cmpint (get_colors (self, OND_SHOW_RESPONSE)->map, ==, OND_COLORMAP_DIVERGING);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (controls, "Response")), TRUE);
  g_assert_cmpint (gtk_drop_down_get_selected (find_list (self->panel, "Colour map")), ==,
                   OND_COLORMAP_DIVERGING);
  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  g_assert_false (gtk_widget_get_visible (controls));
}

static void
test_colors (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkToggleButton *invert;

  gtk_drop_down_set_selected (find_list (self->panel, "Stretch"), OND_STRETCH_SINH);
  g_assert_cmpint (get_colors (self, OND_SHOW_RESPONSE)->stretch, ==, OND_STRETCH_SINH);
  gtk_drop_down_set_selected (find_list (self->panel, "Polarity"), OND_POLARITY_DARK);
  g_assert_cmpint (get_colors (self, OND_SHOW_RESPONSE)->polarity, ==, OND_POLARITY_DARK);
  invert = GTK_TOGGLE_BUTTON (gtk_widget_get_next_sibling (
      gtk_widget_get_parent (GTK_WIDGET (find_list (self->panel, "Colour map")))));
  gtk_toggle_button_set_active (invert, TRUE);
  g_assert_true (get_colors (self, OND_SHOW_RESPONSE)->invert);
  g_assert_null (find_list (self->panel, "Gaps")); /* there are none */
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  ui_settle ();
  g_assert_null (find_list (self->panel, "Polarity"));
  g_assert_false (gtk_toggle_button_get_active (invert));
}

static void
test_gaps (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndGeometry plane = { { 4, 4, 1 }, { 1, 1, 1 } };
  const OndVolumeInfo info = { .name = "gap" };
  float *samples = ond_volume_alloc (&plane, NULL);
  g_autoptr (OndVolume) volume = NULL;

  for (int i = 0; i < 16; i++)
    samples[i] = i == 5 ? NAN : (float) i;
  volume = ond_volume_new_take (&plane, samples, &info);
  ond_session_set_volume (self->session, volume);
  ui_wait_frame (self->panel);
  gtk_drop_down_set_selected (find_list (self->panel, "Gaps"), OND_INVALID_MAGENTA);
  g_assert_cmpint (get_colors (self, OND_SHOW_RESPONSE)->invalid, ==, OND_INVALID_MAGENTA);
}

/* A label under the panel that is seen and begins so. */
static gboolean
has_label (GtkWidget *root, const char *prefix)
{
  if (GTK_IS_LABEL (root) && gtk_widget_is_visible (root)
      && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (root)), prefix))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, prefix))
      return TRUE;
  return FALSE;
}

/* Said where a stretch begins at a lower limit under 0, unless it begins at 0 after all. */
static void
test_note (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors = *get_colors (self, OND_SHOW_RESPONSE);

  colors.stretch = OND_STRETCH_LOG;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  g_assert_false (has_label (self->panel, "Stretched from"));
  colors.lower = -2 * colors.upper;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  g_assert_true (has_label (self->panel, "Stretched from"));
  colors.stretch = OND_STRETCH_LINEAR;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  g_assert_false (has_label (self->panel, "Stretched from"));
}

/* Contrast and bias are said while they are not neutral; a click makes them so. */
static void
test_tuning (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors = *get_colors (self, OND_SHOW_RESPONSE);
  GtkWidget *limits = ui_find (self->panel, OND_TYPE_LIMITS_PANEL, NULL);
  GtkWidget *reset = gtk_widget_get_last_child (limits);

  g_assert_false (has_label (self->panel, "Contrast"));
  colors.contrast_log2 = 1;
  colors.bias_offset = -0.25;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  g_assert_true (has_label (self->panel, "Contrast 2.00, bias 0.25"));
  g_signal_emit_by_name (reset, "clicked");
  g_assert_true (ond_color_scale_is_neutral (get_colors (self, OND_SHOW_RESPONSE)));
  g_assert_false (has_label (self->panel, "Contrast"));
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/display-panel/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("buttons-are-the-modes", test_modes);
  ADD ("a-blend-has-controls-of-its-own", test_blend);
  ADD ("colours-are-set-and-followed", test_colors);
  ADD ("gaps-have-a-colour-where-there-are-some", test_gaps);
  ADD ("a-stretch-that-begins-below-0-is-said", test_note);
  ADD ("contrast-and-bias-are-said-and-reset", test_tuning);
  return g_test_run ();
}
