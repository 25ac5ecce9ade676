/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the other buttons and the keys of a slice view do: contrast and bias, the menu, middle drag
 * and pinch, playing, blinking. */
#include "model-harness.h"
#include "ui-harness.h"

#include "ui/slice-input.h"
#include "ui/slice-view.h"
#include "ui/view-actions.h"

#define SIZE 240

typedef struct
{
  OndSession *session;
  GtkWidget *view, *window;
  OndSliceInput *input;
  int freezes;
} Fixture;

static void
count (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer n)
{
  ++*(int *) n;
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndVolume) volume = model_volume (14, 12, 6);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  const GActionEntry entries[] = { { "freeze-readout", count, NULL, NULL, NULL, { 0 } } };

  self->session = ond_session_new (engine);
  ond_session_set_volume (self->session, volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  self->view = ond_slice_view_new (self->session, OND_Z);
  self->input = ond_slice_view_get_input (OND_SLICE_VIEW (self->view));
  self->window = ui_show (self->view, SIZE, SIZE);
  ond_view_actions_add (self->window, self->session);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, 1, &self->freezes);
  gtk_widget_insert_action_group (self->window, "win", G_ACTION_GROUP (group));
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gpointer view = self->view, session = self->session;

  g_object_add_weak_pointer (view, &view);
  g_object_add_weak_pointer (session, &session);
  ui_close (self->window);
  g_object_unref (self->session);
  UI_ASSERT_GONE (view);
  UI_ASSERT_GONE (session);
}

static const OndColorScale *
get_colors (Fixture *self)
{
  return ond_session_get_colors (self->session, ond_session_get_show (self->session));
}

static void
drag (Fixture *self, guint button, double dx, double dy)
{
  GtkGesture *gesture = ui_controller (self->view, GTK_TYPE_GESTURE_DRAG);

  g_assert_true (ond_slice_input_drag_begin (self->input, button, 60, 60));
  g_assert_true (ond_slice_input_drag_update (self->input, dx / 2, dy / 2));
  g_assert_false (ond_slice_input_drag_update (self->input, dx, dy)); /* has begun */
  g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}

/* Across a quarter of the view and up a quarter of it; what the image has stays. */
static void
test_right_drag (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndColorScale *image = ond_session_get_colors (self->session, OND_SHOW_IMAGE);

  drag (self, GDK_BUTTON_SECONDARY, 60, -60);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->bias_offset, 0.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->contrast_log2, 1, 1e-9);
  drag (self, GDK_BUTTON_SECONDARY, -30, 30); /* goes on from there */
  g_assert_cmpfloat_with_epsilon (get_colors (self)->bias_offset, 0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->contrast_log2, 0.5, 1e-9);
  drag (self, GDK_BUTTON_SECONDARY, 10000, -10000);
  g_assert_cmpfloat (get_colors (self)->bias_offset, ==, OND_BIAS_MAX);
  g_assert_cmpfloat (get_colors (self)->contrast_log2, ==, OND_CONTRAST_MAX);
  g_assert_true (ond_color_scale_is_neutral (image));
  g_assert_true (ond_zoom_get_fits (ond_session_get_zoom (self->session)));
  /* After a drag there is no menu, and two clicks reset. */
  ond_slice_input_click (self->input, GDK_BUTTON_SECONDARY, 1, 100, 100);
  g_assert_null (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL));
  ond_slice_input_drag_begin (self->input, GDK_BUTTON_SECONDARY, 60, 60);
  ond_slice_input_click (self->input, GDK_BUTTON_SECONDARY, 1, 60, 60);
  ond_slice_input_click (self->input, GDK_BUTTON_SECONDARY, 2, 60, 60);
  g_assert_true (ond_color_scale_is_neutral (get_colors (self)));
  g_assert_null (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL));
}

static void
test_alt_arrows (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_true (ui_key (self->view, GDK_KEY_Right, GDK_ALT_MASK));
  g_assert_true (ui_key (self->view, GDK_KEY_Up, GDK_ALT_MASK));
  g_assert_cmpfloat_with_epsilon (get_colors (self)->bias_offset, 0.02, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_colors (self)->contrast_log2, 0.25, 1e-9);
  g_assert_true (ui_key (self->view, GDK_KEY_Left, GDK_ALT_MASK));
  g_assert_true (ui_key (self->view, GDK_KEY_Down, GDK_ALT_MASK));
  g_assert_true (ond_color_scale_is_neutral (get_colors (self)));
  g_assert_false (ui_key (self->view, GDK_KEY_Home, GDK_ALT_MASK));
}

/* It pans also where the left button would take a line. */
static void
test_middle_drag (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double x, y, before[OND_N_AXES], after[OND_N_AXES];
  gint32 start[OND_N_AXES], at[OND_N_AXES];

  ond_session_get_cross_hair (self->session, start);
  g_assert_true (ond_slice_view_get_cross (OND_SLICE_VIEW (self->view), &x, &y));
  g_assert_true (ond_slice_view_pick (OND_SLICE_VIEW (self->view), x, y, before));
  g_assert_true (ond_slice_input_drag_begin (self->input, GDK_BUTTON_MIDDLE, x, y));
  g_assert_true (ond_slice_input_drag_update (self->input, -40, 30));
  ui_drag (self->view, 0, 0, 0, 0); /* ends it */
  g_assert_true (ond_slice_view_pick (OND_SLICE_VIEW (self->view), x - 40, y + 30, after));
  g_assert_cmpfloat_with_epsilon (before[OND_X], after[OND_X], 0.1);
  g_assert_cmpfloat_with_epsilon (before[OND_Y], after[OND_Y], 0.1);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpmem (at, sizeof at, start, sizeof start);
}

static void
test_pinch (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndZoom *zoom = ond_session_get_zoom (self->session);
  double at[OND_N_AXES], before[OND_N_AXES], after[OND_N_AXES], factor;

  factor = ond_zoom_get_factor (zoom);
  g_assert_true (ond_slice_view_pick_beyond (OND_SLICE_VIEW (self->view), 70, 90, before));
  ond_slice_input_pinch_begin (self->input);
  ond_slice_input_pinch (self->input, 1.5, 70, 90);
  ond_slice_input_pinch (self->input, 2, 70, 90);
  g_assert_cmpfloat_with_epsilon (ond_zoom_get_factor (zoom), 2 * factor, 1e-6 * factor);
  g_assert_true (ond_slice_view_pick_beyond (OND_SLICE_VIEW (self->view), 70, 90, after));
  g_assert_cmpfloat_with_epsilon (before[OND_X], after[OND_X], 0.1);
  g_assert_cmpfloat_with_epsilon (before[OND_Y], after[OND_Y], 0.1);
  ond_slice_input_pinch (self->input, 0, 70, 90); /* no scale */
  ond_zoom_get_centre (zoom, at);
  ond_slice_input_pinch_begin (self->input);
  ond_slice_input_pinch (self->input, 0.5, 70, 90);
  g_assert_cmpfloat_with_epsilon (ond_zoom_get_factor (zoom), factor, 1e-6 * factor);
}

static void
activate (Fixture *self, const char *action)
{
  g_assert_true (gtk_widget_activate_action (self->view, action, NULL));
}

static void
count_signal (G_GNUC_UNUSED GtkWidget *view, int *n)
{
  ++*n;
}

/* Opened by the button or by the keyboard; the place is that of the pointer. */
static void
test_menu (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors = *get_colors (self);
  gint32 at[OND_N_AXES];
  double place[OND_N_AXES];
  GtkWidget *popover;
  int maximized = 0;

  g_signal_connect (self->view, "maximize", G_CALLBACK (count_signal), &maximized);
  g_assert_true (ond_slice_view_pick (OND_SLICE_VIEW (self->view), 50, 150, place));
  ond_slice_input_drag_begin (self->input, GDK_BUTTON_SECONDARY, 50, 150);
  ond_slice_input_click (self->input, GDK_BUTTON_SECONDARY, 1, 50, 150);
  popover = ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL);
  g_assert_nonnull (popover);
  UI_WAIT (gtk_widget_get_mapped (popover));
  activate (self, "slice.cross-hair");
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, lround (place[OND_X]));
  g_assert_cmpint (at[OND_Y], ==, lround (place[OND_Y]));
  activate (self, "slice.maximize");
  g_assert_cmpint (maximized, ==, 1);
  gtk_popover_popdown (GTK_POPOVER (popover));

  colors.lower = -1234;
  colors.contrast_log2 = 1;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  g_assert_true (ui_key (self->view, GDK_KEY_F10, GDK_SHIFT_MASK));
  UI_WAIT (gtk_widget_get_mapped (popover));
  activate (self, "slice.fit");
  g_assert_cmpfloat (get_colors (self)->lower, >, -1234);
  activate (self, "slice.neutral");
  g_assert_true (ond_color_scale_is_neutral (get_colors (self)));
  gtk_popover_popdown (GTK_POPOVER (popover));
}

/* One click waits for a second where there is something to reset. */
static void
test_menu_waits (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *popover;

  ui_key (self->view, GDK_KEY_Up, GDK_ALT_MASK);
  ond_slice_input_drag_begin (self->input, GDK_BUTTON_SECONDARY, 50, 150);
  ond_slice_input_click (self->input, GDK_BUTTON_SECONDARY, 1, 50, 150);
  g_assert_null (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL));
  UI_WAIT (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL) != NULL);
  popover = ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL);
  UI_WAIT (gtk_widget_get_mapped (popover));
  gtk_popover_popdown (GTK_POPOVER (popover));
}

/* A view that went out of sight in the meantime has none. */
static void
test_menu_of_hidden_view (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gtk_widget_set_visible (self->view, FALSE);
  ond_slice_input_drag_begin (self->input, GDK_BUTTON_SECONDARY, 50, 150);
  ond_slice_input_click (self->input, GDK_BUTTON_SECONDARY, 1, 50, 150);
  g_assert_null (ui_find (self->view, GTK_TYPE_POPOVER_MENU, NULL));
}

static int
get_z (Fixture *self)
{
  gint32 at[OND_N_AXES];

  ond_session_get_cross_hair (self->session, at);
  return at[OND_Z];
}

/* Round the end, and each input ends it. */
static void
test_play (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ui_key (self->view, GDK_KEY_End, 0);
  g_assert_cmpint (get_z (self), ==, 5);
  g_assert_true (ui_key (self->view, GDK_KEY_space, 0));
  g_assert_true (ond_slice_input_is_playing (self->input));
  UI_WAIT (get_z (self) == 0);
  UI_WAIT (get_z (self) == 1);
  g_assert_true (ui_key (self->view, GDK_KEY_space, 0));
  g_assert_false (ond_slice_input_is_playing (self->input));

  ui_key (self->view, GDK_KEY_space, 0);
  ui_key (self->view, GDK_KEY_Left, 0);
  g_assert_false (ond_slice_input_is_playing (self->input));
  ui_key (self->view, GDK_KEY_space, 0);
  ui_scroll (self->view, 1);
  g_assert_false (ond_slice_input_is_playing (self->input));
  ui_key (self->view, GDK_KEY_space, 0);
  ui_drag (self->view, 100, 100, 0, 0);
  g_assert_false (ond_slice_input_is_playing (self->input));
  ui_key (self->view, GDK_KEY_space, 0);
  ond_session_set_volume (self->session, NULL);
  UI_WAIT (!ond_slice_input_is_playing (self->input));
}

/* However long somebody else holds the view. */
static void
test_play_ends_with_the_view (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ui_key (self->view, GDK_KEY_space, 0);
  g_assert_true (ond_slice_input_is_playing (self->input));
  gtk_widget_set_visible (self->view, FALSE);
  g_assert_false (ond_slice_input_is_playing (self->input));
}

static void
test_blink (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndLayers *layers = ond_session_get_layers (self->session);
  OndShow now;

  g_assert_true (ui_key (self->view, GDK_KEY_b, 0));
  g_assert_true (ond_layers_get_blink (layers, &now));
  g_assert_true (ui_key (self->view, GDK_KEY_b, 0));
  g_assert_false (ond_layers_get_blink (layers, &now));
}

/* Keys whose action the window lacks are left to others. */
static void
test_readout_keys (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_true (ui_key (self->view, GDK_KEY_f, 0));
  g_assert_cmpint (self->freezes, ==, 1);
  g_assert_false (ui_key (self->view, GDK_KEY_c, 0));
  g_assert_false (ui_key (self->view, GDK_KEY_f, GDK_CONTROL_MASK));
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/slice-gestures/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("a-right-drag-is-contrast-and-bias", test_right_drag);
  ADD ("alt-and-arrows-are-contrast-and-bias", test_alt_arrows);
  ADD ("a-middle-drag-pans-everywhere", test_middle_drag);
  ADD ("a-pinch-zooms-at-its-middle", test_pinch);
  ADD ("the-menu-is-about-the-place-it-was-opened-at", test_menu);
  ADD ("the-menu-waits-for-a-second-click", test_menu_waits);
  ADD ("a-hidden-view-has-no-menu", test_menu_of_hidden_view);
  ADD ("space-plays-until-the-next-input", test_play);
  ADD ("playing-ends-with-the-view", test_play_ends_with_the_view);
  ADD ("b-blinks", test_blink);
  ADD ("f-and-c-are-the-windows", test_readout_keys);
  return g_test_run ();
}
