/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever a person may do in whatever order: no warning, no critical message, nothing left behind.
 * MONKEY_SEED and MONKEY_COUNT choose the random actions, MONKEY_CLOSINGS how many windows are
 * closed during work; each action is printed, so that the last ones of a crash are known. */
#include "monkey-log.h"
#include "sweep-harness.h"

#include "ui/orientation-ball.h"

#include <stdio.h>

static GRand *monkey;
static GtkApplication *application;

static void
seed (guint32 number)
{
  g_clear_pointer (&monkey, g_rand_free);
  monkey = g_rand_new_with_seed (number);
}

static int
any (int n)
{
  return g_rand_int_range (monkey, 0, n);
}

static double
between (double lower, double upper)
{
  return g_rand_double_range (monkey, lower, upper);
}

static int
number_of (const char *variable, int otherwise)
{
  const char *text = g_getenv (variable);

  return text != NULL ? atoi (text) : otherwise;
}

/* ---- Choosers of files: there is no desktop that shows them ---- */

static const char *folder; /* of the present test */

static gboolean
respond (gpointer dialog)
{
  g_signal_emit_by_name (dialog, "response",
                         any (3) == 0 ? GTK_RESPONSE_CANCEL : GTK_RESPONSE_ACCEPT);
  return G_SOURCE_REMOVE;
}

void
gtk_native_dialog_show (GtkNativeDialog *dialog)
{
  g_idle_add (respond, dialog);
}

GFile *
gtk_file_chooser_get_file (G_GNUC_UNUSED GtkFileChooser *chooser)
{
  static const char *const names[] = { "chosen", "chosen.fits", "a.ondelette-session",
                                       "broken.fits", "no/such.fits" };

  return g_file_new_build_filename (folder, names[any (G_N_ELEMENTS (names))], NULL);
}

/* ---- The window ---- */

static void
make_window (Fixture *self)
{
  self->window = ond_window_new (application, self->engine);
  self->session = ond_window_get_session (self->window);
  ond_window_set_unfinished (self->window, self->folder);
  gtk_window_present (GTK_WINDOW (self->window));
  UI_WAIT (gtk_widget_get_mapped (GTK_WIDGET (self->window)));
}

static void
set_up_monkey (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndEngineOptions options = { .threads = 2, .backend = "fftw" };
  g_autofree char *broken = NULL;

  g_test_log_set_fatal_handler (is_fatal, NULL); /* each test begins without */
  self->engine = ond_engine_new (&options, NULL);
  self->folder = g_dir_make_tmp ("monkey-XXXXXX", NULL);
  g_assert_true (self->engine != NULL && self->folder != NULL);
  folder = self->folder;
  broken = in_folder (self, "broken.fits");
  g_assert_true (g_file_set_contents (broken, "SIMPLE  =                    T", -1, NULL));
  make_window (self);
}

/* Every question is answered, every chooser closed. */
static void
close_others (Fixture *self)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (windows); i-- > 0;)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window == NULL || window == GTK_WINDOW (self->window)
          || GTK_IS_FILE_CHOOSER_DIALOG (window)) /* inside of a native one, and its own */
        continue;
      if (ADW_IS_MESSAGE_DIALOG (window) && any (2) == 0
          && adw_message_dialog_has_response (ADW_MESSAGE_DIALOG (window), "discard"))
        adw_message_dialog_response (ADW_MESSAGE_DIALOG (window), "discard");
      gtk_window_destroy (window);
    }
}

/* A person cannot close a window over its open menu. */
static void
close_popovers (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget))
    gtk_popover_popdown (GTK_POPOVER (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    close_popovers (child);
}

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* Weak references on all widgets: whoever is left behind holds the rest. */
static void
watch (GtkWidget *widget, GPtrArray *watched)
{
  GWeakRef *reference = g_new (GWeakRef, 1);

  g_weak_ref_init (reference, widget);
  g_ptr_array_add (watched, reference);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    watch (child, watched);
}

static void
print_left (GPtrArray *watched)
{
  for (guint i = 0; i < watched->len; i++)
    {
      g_autoptr (GObject) left = g_weak_ref_get (watched->pdata[i]);

      if (left != NULL)
        printf ("# left: %s, %u references\n", G_OBJECT_TYPE_NAME (left), left->ref_count - 1);
    }
  fflush (stdout);
}

/* Closed, and its session with it, however much there was to do. */
static void
close_and_wait (Fixture *self)
{
  gpointer window = self->window, session = self->session;
  g_autoptr (GPtrArray) watched = g_ptr_array_new_with_free_func (weak_ref_free);
  gint64 end;

  close_popovers (window);
  watch (window, watched);
  g_object_add_weak_pointer (G_OBJECT (window), &window);
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  close_others (self); /* questions about something else */
  gtk_window_close (GTK_WINDOW (self->window));
  if (find_dialog () != NULL)
    answer (any (2) == 0 ? "discard" : "later");
  end = g_get_monotonic_time () + UI_TIMEOUT_MS * 900;
  while ((window != NULL || session != NULL) && g_get_monotonic_time () < end)
    ui_spin (10);
  if (window != NULL || session != NULL)
    print_left (watched);
  UI_ASSERT_GONE (window);
  UI_ASSERT_GONE (session);
}

/* What goes on, for whoever waits in vain for its end. */
static void
print_busy (Fixture *self)
{
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (ond_window_get_tasks (self->window)));

  printf ("# busy: session %d", ond_session_get_busy (self->session));
  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *label = ui_find (row, GTK_TYPE_LABEL, NULL);

      printf (", %s", label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : "?");
    }
  printf ("\n");
  fflush (stdout);
}

/* An export of a needle that is longer than its volume takes longer than a test may: Cancel. */
static void
wait_until_idle (Fixture *self)
{
  gint64 end = g_get_monotonic_time () + UI_TIMEOUT_MS * 900;
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (ond_window_get_tasks (self->window)));

  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    g_signal_emit_by_name (ui_find (row, GTK_TYPE_BUTTON, NULL), "clicked");
  while (ond_window_is_busy (self->window) && g_get_monotonic_time () < end)
    ui_spin (10);
  if (ond_window_is_busy (self->window))
    print_busy (self);
  UI_WAIT (!ond_window_is_busy (self->window));
}

static void
tear_down_monkey (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndWavelet wavelet = ond_wavelet_default ();

  close_others (self);
  close_popovers (GTK_WIDGET (self->window));
  ond_sweep_panel_cancel (sweep_panel (self));
  ond_session_set_wavelet (self->session, &wavelet); /* quick to compute */
  wait_until_idle (self);
  if (sweep_job (self) != NULL)
    {
      UI_WAIT (ond_sweep_job_get_state (sweep_job (self)) != OND_SWEEP_RUNNING);
      ond_sweep_panel_set_saved (sweep_panel (self), sweep_job (self));
    }
  ui_close (GTK_WIDGET (self->window));
  ui_settle ();
  ond_engine_unref (self->engine);
  remove_folder (self->folder);
  g_free (self->folder);
}

/* ---- What can be done ---- */

static void
parameters (Fixture *self)
{
  static const char *const names[] = { "norm", "boundary", "sampling", "fill", "border", "mode" };
  int i;

  for (i = any (20); i-- > 0;)
    {
      const OndParameterInfo *info = &ond_parameters[any (OND_N_PARAMETERS)];

      g_object_set (self->session, info->name, between (-10, any (4) == 0 ? 200 : 20), NULL);
    }
  i = any (G_N_ELEMENTS (names));
  if (any (2) == 0)
    {
      GParamSpec *spec =
          g_object_class_find_property (G_OBJECT_GET_CLASS (self->session), names[i]);
      GParamSpecInt *range = G_PARAM_SPEC_INT (spec);

      g_object_set (self->session, names[i],
                    range->minimum + any (range->maximum - range->minimum + 1), NULL);
    }
}

static void
colours (Fixture *self)
{
  OndDisplay *display = ond_session_get_display (self->session);
  OndShow show = any (OND_N_SHOWS);
  OndColorScale colors = *ond_display_get_colors (display, show);

  switch (any (5))
    {
    case 0:
      ond_display_set_rule (display, show, any (OND_N_LIMITS));
      break;
    case 1:
      ond_display_set_locked (display, any (2));
      break;
    case 2:
      ond_session_refit (self->session, show);
      break;
    default:
      colors.map = any (OND_N_COLORMAPS);
      colors.stretch = any (OND_N_STRETCHES);
      colors.invert = any (2);
      if (any (3) == 0)
        colors.lower = between (-10, 10);
      if (any (3) == 0)
        colors.upper = colors.lower + between (0, 10);
      ond_session_set_colors (self->session, show, &colors);
    }
}

static void
regions (Fixture *self)
{
  OndRegions *list = ond_session_get_regions (self->session);
  OndCoordinates *coordinates = ond_session_get_coordinates (self->session);
  guint n = ond_regions_get_n (list);
  OndRegion region = { .shape = any (OND_N_REGION_SHAPES),
                       .normal = any (OND_N_AXES),
                       .index = any (20) - 1,
                       .centre = { between (-9, 30), between (-9, 30) },
                       .half = { between (-1, 20), between (-1, 20) },
                       .angle = between (-400, 400) };

  switch (any (6))
    {
    case 0:
      ond_coordinates_set_first (coordinates, any (2));
      ond_coordinates_set_style (coordinates, any (OND_N_WORLD_STYLES));
      break;
    case 1:
      ond_regions_set_tool (list, any (OND_N_REGION_SHAPES + 1) - 1);
      break;
    case 2:
      ond_regions_set_selected (list, any ((int) n + 1) - 1);
      break;
    case 3:
      if (n > 0)
        ond_regions_set (list, (guint) any ((int) n), &region);
      break;
    case 4:
      if (n > 3)
        ond_regions_remove (list, (guint) any ((int) n));
      break;
    default:
      ond_regions_append (list, &region, 1);
    }
}

static void
cross_hair (Fixture *self)
{
  const gint32 at[OND_N_AXES] = { any (150) - 20, any (150) - 20, any (150) - 20 };

  ond_session_set_cross_hair (self->session, at);
}

static GtkWidget *
any_view (Fixture *self)
{
  return any (5) == 0 ? ui_find (GTK_WIDGET (self->window), OND_TYPE_ORIENTATION_BALL, NULL)
                      : ond_window_get_view (self->window, any (OND_N_AXES + 1));
}

static void
keys (Fixture *self)
{
  static const guint presses[] = {
    GDK_KEY_Left,   GDK_KEY_Right,  GDK_KEY_Up,      GDK_KEY_Down,      GDK_KEY_Home,
    GDK_KEY_End,    GDK_KEY_space,  GDK_KEY_Page_Up, GDK_KEY_Page_Down, GDK_KEY_comma,
    GDK_KEY_period, GDK_KEY_a,      GDK_KEY_b,       GDK_KEY_c,         GDK_KEY_e,
    GDK_KEY_f,      GDK_KEY_r,      GDK_KEY_plus,    GDK_KEY_x,         GDK_KEY_y,
    GDK_KEY_minus,  GDK_KEY_Escape, GDK_KEY_Delete,  GDK_KEY_Return,    GDK_KEY_Tab
  };
  static const GdkModifierType modifiers[] = { 0, 0, GDK_SHIFT_MASK, GDK_CONTROL_MASK };

  for (int i = 1 + any (6); i-- > 0;)
    ui_key (any_view (self), presses[any (G_N_ELEMENTS (presses))],
            modifiers[any (G_N_ELEMENTS (modifiers))]);
}

static void
pointer (Fixture *self)
{
  GtkWidget *view = ond_window_get_view (self->window, any (OND_N_AXES + 1));
  double x = between (-5, gtk_widget_get_width (view) + 5),
         y = between (-5, gtk_widget_get_height (view) + 5);

  switch (any (4))
    {
    case 0:
      ui_hover (view, x, y);
      break;
    case 1:
      ui_scroll (view, between (-3, 3));
      break;
    case 2:
      ui_leave (view);
      break;
    default:
      ui_drag (view, x, y, between (-60, 60), between (-60, 60));
    }
}

static void
sweep (Fixture *self)
{
  static const char *const ranges[][OND_N_PARAMETERS] = { { "0:180:6", "0:180:4", "2,5", "1.5,3" },
                                                          { "0:180:60", "0:180:60", "5", "2" },
                                                          { "30", "45", "5", "2" },
                                                          { "0:180:6", "x", "2,5", "1.5,3" },
                                                          { "0:180:6", "0", "log:1:50:9",
                                                            "1:9:4" } };
  int i = any (G_N_ELEMENTS (ranges));

  if (any (2) == 0)
    for (int p = 0; p < OND_N_PARAMETERS; p++)
      ond_sweep_panel_set_range (sweep_panel (self), p, ranges[i][p]);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.sweep", NULL);
}

static void
pause_or_cancel (Fixture *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window),
                              any (3) > 0 ? "win.pause-sweep" : "win.cancel-sweep", NULL);
}

static void
open_something (Fixture *self)
{
  static const char *const names[] = { CUBE, IMAGE };
  const char *root = g_getenv ("ONDELETTE_SHARED");
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;

  switch (any (5))
    {
    case 0:
      ond_window_open (self->window, NULL, NULL);
      return;
    case 1:
      path = in_folder (self, "broken.fits");
      break;
    case 2:
      path = in_folder (self, any (2) == 0 ? "a.ondelette-session" : "no-such.fits");
      break;
    default:
      if (root == NULL)
        return;
      path = g_build_filename (root, names[any (G_N_ELEMENTS (names))], NULL);
    }
  file = g_file_new_for_path (path);
  ond_window_open (self->window, file, NULL);
}

static void
save (Fixture *self)
{
  g_autofree char *path = in_folder (self, "a.ondelette-session");

  ond_window_save (self->window, path);
}

static void
export_something (Fixture *self)
{
  int kind = any (OND_N_EXPORTS);
  g_autofree char *name = ond_export_suggest_name (kind, self->session);
  g_autofree char *path = in_folder (self, name);

  ond_window_export (self->window, kind, path);
}

static void
room (Fixture *self)
{
  switch (any (3))
    {
    case 0:
      ond_window_set_maximized (self->window, any (OND_N_AXES + 1) - 1);
      break;
    case 1:
      gtk_window_set_default_size (GTK_WINDOW (self->window), 900 + any (480), 600 + any (380));
      break;
    default:
      g_object_set (self->window, any (2) == 0 ? "sidebar" : "sweep-bar", any (2), NULL);
    }
}

/* Any action that takes no parameter, whatever it is, but for the full screen, which GDK does
 * without a window manager to its own dismay. */
static void
action (Fixture *self)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->window));
  static const char *const others[] = { "view.zoom-in",  "view.zoom-out",    "view.zoom-fit",
                                        "view.zoom-one", "win.refit",        "win.dismiss",
                                        "win.sidebar",   "win.copy-command", "win.sweep-bar",
                                        "win.open" };
  int i = any ((int) g_strv_length (names) + (int) G_N_ELEMENTS (others));
  int n = (int) g_strv_length (names);
  g_autofree char *name = i < n ? g_strconcat ("win.", names[i], NULL) : g_strdup (others[i - n]);

  printf ("# %s\n", name);
  if (i >= n
      || g_action_group_get_action_parameter_type (G_ACTION_GROUP (self->window), names[i]) == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->window), name, NULL);
}

/* What leaves, as a toast that was dismissed, is in sight but no target any more. */
static void
collect (GtkWidget *root, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (root) || !gtk_widget_is_sensitive (root)
      || !gtk_widget_get_can_target (root) || GTK_IS_WINDOW_CONTROLS (root))
    return;
  if (GTK_IS_BUTTON (root) || GTK_IS_RANGE (root) || GTK_IS_SPIN_BUTTON (root)
      || GTK_IS_SWITCH (root) || GTK_IS_CHECK_BUTTON (root) || GTK_IS_DROP_DOWN (root)
      || GTK_IS_ENTRY (root) || GTK_IS_EXPANDER (root) || GTK_IS_MENU_BUTTON (root))
    g_ptr_array_add (found, root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    collect (child, found);
}

/* Any control in sight. */
static void
control (Fixture *self)
{
  static const char *const texts[] = { "5", "0:180:7", "", "-1", "1e300", "log:1:2:3", "ξ", "nan" };
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GtkWidget *widget;

  collect (GTK_WIDGET (self->window), found);
  widget = found->pdata[any ((int) found->len)];
  printf ("# %s\n", G_OBJECT_TYPE_NAME (widget));
  if (GTK_IS_RANGE (widget))
    gtk_range_set_value (GTK_RANGE (widget), between (-100, 400));
  else if (GTK_IS_SPIN_BUTTON (widget))
    gtk_spin_button_spin (GTK_SPIN_BUTTON (widget), any (6), 1);
  else if (GTK_IS_DROP_DOWN (widget))
    {
      GListModel *model = gtk_drop_down_get_model (GTK_DROP_DOWN (widget));
      guint n = model != NULL ? g_list_model_get_n_items (model) : 0;

      if (n > 0)
        gtk_drop_down_set_selected (GTK_DROP_DOWN (widget), (guint) any ((int) n));
    }
  else if (GTK_IS_ENTRY (widget))
    gtk_editable_set_text (GTK_EDITABLE (widget), texts[any (G_N_ELEMENTS (texts))]);
  else if (GTK_IS_SWITCH (widget))
    gtk_switch_set_active (GTK_SWITCH (widget), any (2));
  else if (GTK_IS_BUTTON (widget))
    g_signal_emit_by_name (widget, "clicked");
  else
    gtk_widget_activate (widget);
}

static void
another_window (Fixture *self)
{
  close_others (self);
  close_and_wait (self);
  make_window (self);
}

static const struct
{
  const char *name;
  void (*act) (Fixture *self);
  int weight;
} actions[] = {
  { "parameters", parameters, 10 },
  { "colours", colours, 8 },
  { "cross-hair", cross_hair, 6 },
  { "regions", regions, 6 },
  { "keys", keys, 8 },
  { "pointer", pointer, 8 },
  { "sweep", sweep, 5 },
  { "pause-or-cancel", pause_or_cancel, 5 },
  { "open", open_something, 5 },
  { "save", save, 2 },
  { "export", export_something, 4 },
  { "room", room, 4 },
  { "action", action, 12 },
  { "control", control, 16 },
  { "window", another_window, 1 },
};

static int
choose (void)
{
  int total = 0, i = -1, rest;

  for (gsize k = 0; k < G_N_ELEMENTS (actions); k++)
    total += actions[k].weight;
  for (rest = any (total); rest >= 0;)
    rest -= actions[++i].weight;
  return i;
}

static void
run_for_a_while (void)
{
  for (int i = any (30); i-- > 0;)
    g_main_context_iteration (NULL, FALSE);
  if (any (4) == 0)
    ui_spin ((guint) any (60));
}

static void
test_random (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  guint32 number = (guint32) number_of ("MONKEY_SEED", 1);
  int count = number_of ("MONKEY_COUNT", 150);

  seed (number);
  printf ("# MONKEY_SEED=%u MONKEY_COUNT=%d\n", number, count);
  for (int i = 0; i < count; i++)
    {
      int k = choose ();

      printf ("# %d %s\n", i, actions[k].name);
      fflush (stdout);
      actions[k].act (self);
      run_for_a_while ();
      if (any (3) == 0)
        close_others (self);
      g_assert_true (OND_IS_WINDOW (self->window));
    }
}

/* ---- Closing during work ---- */

static void
begin_work (Fixture *self, int kind)
{
  static const char *const names[] = { "loading", "computing", "sweeping", "exporting", "saving" };

  printf ("# closed while %s\n", names[kind]);
  fflush (stdout);
  if (kind == 0)
    {
      open_something (self);
      return;
    }
  ond_window_open (self->window, NULL, NULL);
  UI_WAIT (!ond_window_is_busy (self->window));
  if (kind == 1)
    for (int i = 0; i < 5; i++)
      parameters (self);
  else if (kind == 2)
    run_sweep (self, endless);
  else if (kind == 3)
    export_something (self);
  else
    save (self);
}

static void
test_closings (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  int count = number_of ("MONKEY_CLOSINGS", 10);

  seed ((guint32) number_of ("MONKEY_SEED", 1));
  for (int i = 0; i < count; i++)
    {
      begin_work (self, i % 5);
      run_for_a_while ();
      another_window (self);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_log_set_writer_func (write_log, NULL, NULL);
  ui_init (&argc, &argv);
  g_log_set_handler ("Gdk", G_LOG_LEVEL_MASK | G_LOG_FLAG_FATAL, handle_gdk, NULL);
  application = gtk_application_new ("io.github.ondelette.Monkey", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
#define ADD(path, function)                                                                        \
  g_test_add ("/monkey/" path, Fixture, NULL, set_up_monkey, function, tear_down_monkey)
  ADD ("random-actions-leave-no-word-of-complaint", test_random);
  ADD ("closing-during-work-leaves-nothing", test_closings);
  status = g_test_run ();
  g_clear_pointer (&monkey, g_rand_free);
  g_object_unref (application);
  return status;
}
