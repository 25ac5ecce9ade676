/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps of a window as a person and the desktop meet them: paused, asked about, told of, kept.
 * What goes to the desktop is caught: the program's own calls find these functions first. */
#include "sweep-harness.h"

#include "ui/sweep-progress.h"
#include "ui/volume-popover.h"

#include "core/checkpoint.h"
#include "core/sample.h"

static int n_inhibited, n_notified;
static gboolean active = TRUE, on_a_bus;
static char *last_id;

guint
gtk_application_inhibit (G_GNUC_UNUSED GtkApplication *application, G_GNUC_UNUSED GtkWindow *window,
                         GtkApplicationInhibitFlags flags, const char *reason)
{
  g_assert_cmpuint (flags, ==, GTK_APPLICATION_INHIBIT_SUSPEND | GTK_APPLICATION_INHIBIT_LOGOUT);
  g_assert_nonnull (reason);
  n_inhibited++;
  return 7;
}

void
gtk_application_uninhibit (G_GNUC_UNUSED GtkApplication *application, guint cookie)
{
  g_assert_cmpuint (cookie, ==, 7);
  n_inhibited--;
}

void
g_application_send_notification (G_GNUC_UNUSED GApplication *application, const char *id,
                                 GNotification *notification)
{
  g_assert_true (G_IS_NOTIFICATION (notification));
  g_free (last_id);
  last_id = g_strdup (id);
  n_notified++;
}

/* GTK asks, too, and gets the truth: there is no bus. */
GDBusConnection *
g_application_get_dbus_connection (G_GNUC_UNUSED GApplication *application)
{
  return on_a_bus ? (gpointer) &on_a_bus : NULL;
}

gboolean
gtk_window_is_active (G_GNUC_UNUSED GtkWindow *window)
{
  return active;
}

static GtkApplication *application;

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
set_up_application (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndEngineOptions options = { .threads = 2, .backend = "fftw" };
  g_autoptr (GError) error = NULL;

  n_notified = 0;
  active = TRUE;
  g_clear_pointer (&last_id, g_free);
  self->engine = ond_engine_new (&options, &error);
  g_assert_no_error (error);
  self->folder = g_dir_make_tmp ("sweeps-XXXXXX", &error);
  g_assert_no_error (error);
  make_window (self);
}

static void
tear_down_application (Fixture *self, gconstpointer data)
{
  tear_down (self, data);
  g_assert_cmpint (n_inhibited, ==, 0);
}

static void
act (Fixture *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), action, NULL);
}

static gboolean
is_enabled (Fixture *self, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), action);
}

static GtkWidget *
button (Fixture *self, const char *name)
{
  return find_named (GTK_WIDGET (sweep_panel (self)), GTK_TYPE_BUTTON, name);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* ---- Pausing, the desktop ---- */

static void
test_pause (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gsize done;

  if (!open_shared (self, CUBE))
    return;
  g_assert_false (is_enabled (self, "pause-sweep"));
  run_sweep (self, endless);
  g_assert_true (is_enabled (self, "pause-sweep"));
  g_assert_true (is_enabled (self, "cancel-sweep"));
  g_assert_cmpint (n_inhibited, ==, 1);
  UI_WAIT (ond_sweep_job_get_seconds_left (sweep_job (self)) > 0);
  act (self, "win.pause-sweep");
  done = ond_sweep_job_get_n_done (sweep_job (self));
  g_assert_true (ond_sweep_job_get_paused (sweep_job (self)));
  g_assert_cmpint (n_inhibited, ==, 0);
  g_assert_nonnull (button (self, "_Resume"));
  ui_spin (300);
  g_assert_cmpuint (ond_sweep_job_get_n_done (sweep_job (self)), <=, done + OND_SWEEP_CHUNK);
  act (self, "win.pause-sweep");
  g_assert_cmpint (n_inhibited, ==, 1);
  g_assert_nonnull (button (self, "_Pause"));
  UI_WAIT (ond_sweep_job_get_n_done (sweep_job (self)) > done + OND_SWEEP_CHUNK);
  act (self, "win.pause-sweep");
  act (self, "win.cancel-sweep");
  UI_WAIT (ond_sweep_job_get_state (sweep_job (self)) == OND_SWEEP_CANCELLED);
  g_assert_false (is_enabled (self, "pause-sweep"));
  g_assert_cmpint (n_notified, ==, 0);
}

static void
test_notification (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  if (!open_shared (self, CUBE))
    return;
  finish_sweep (self, small);
  g_assert_cmpint (n_inhibited, ==, 0);
  g_assert_cmpint (n_notified, ==, 0); /* whoever looks at it has seen it */
  active = FALSE;
  act (self, "win.sweep");
  answer ("discard");
  on_a_bus = TRUE;
  UI_WAIT (n_notified == 1);
  on_a_bus = FALSE;
  g_assert_true (g_str_has_prefix (last_id, "sweep-"));
  g_assert_cmpint (ond_sweep_job_get_state (sweep_job (self)), ==, OND_SWEEP_DONE);
}

/* ---- Questions ---- */

static void
test_sweep_while_opening (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndVolume *volume;

  if (!open_shared (self, CUBE))
    return;
  volume = ond_session_get_volume (self->session);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_sweep_panel_set_range (sweep_panel (self), p, endless[p]);
  act (self, "win.open-sample");
  act (self, "win.sweep");
  answer ("sweep");
  UI_WAIT (sweep_job (self) != NULL && ond_sweep_job_get_n_done (sweep_job (self)) > 0);
  UI_WAIT (!ond_window_is_busy (self->window));
  g_assert_true (ond_session_get_volume (self->session) == volume);

  act (self, "win.open-sample");
  answer ("discard");
  act (self, "win.sweep");
  answer ("cancel");
  UI_WAIT (!ond_window_is_busy (self->window));
  g_assert_true (ond_session_get_volume (self->session) != volume);
  g_assert_null (sweep_job (self));
}

/* A running sweep is asked about, however few points it has. */
static void
test_close_asks (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  if (!open_shared (self, CUBE))
    return;
  run_sweep (self, endless);
  gtk_window_close (GTK_WINDOW (self->window));
  gtk_window_close (GTK_WINDOW (self->window)); /* asked once */
  answer ("cancel");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (self->window)));
  g_assert_cmpint (ond_sweep_job_get_state (sweep_job (self)), ==, OND_SWEEP_RUNNING);
}

/* A range that is mended much later starts nothing by itself. */
static void
test_start_is_not_remembered (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  GtkWidget *entry = find_named (GTK_WIDGET (sweep_panel (self)), GTK_TYPE_ENTRY, "xi range");
  g_autofree char *description = NULL;

  if (!open_shared (self, CUBE))
    return;
  ond_sweep_panel_set_range (sweep_panel (self), OND_PARAMETER_XI, "0:10:5");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  description = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      ond_sweep_panel_get_refusal (sweep_panel (self)));
  g_assert_null (description);
  act (self, "win.sweep");
  ond_sweep_panel_set_range (sweep_panel (self), OND_PARAMETER_XI, "5");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_FALSE);
  UI_WAIT (gtk_widget_get_sensitive (button (self, "_Start the Sweep")));
  ui_spin (200);
  g_assert_null (sweep_job (self));
}

/* A plan that was made before the method changed is made again. */
static void
test_method_of_the_start (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const names[] = { "boundary", "sampling", "fill", "border" };

  if (!open_shared (self, CUBE))
    return;
  finish_sweep (self, small);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      OndSweepJob *before = sweep_job (self);
      OndMethod method;
      int value;

      ond_sweep_panel_set_saved (sweep_panel (self), before);
      g_object_get (self->session, names[i], &value, NULL);
      g_object_set (self->session, names[i], 1 - value, NULL);
      act (self, "win.sweep");
      UI_WAIT (sweep_job (self) != before);
      UI_WAIT (ond_sweep_job_get_state (sweep_job (self)) == OND_SWEEP_DONE);
      method = ond_session_get_method (self->session);
      g_assert_true (ond_method_equal (ond_sweep_job_get_method (sweep_job (self)), &method));
    }
}

/* Whatever is open when the question is answered is not taken for what was open when it came. */
static void
test_edges_of_what_was_open (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) other = ond_sample_new (16, 3, 0.1, NULL);
  g_autoptr (GError) error = NULL;

  if (!open_shared (self, CUBE))
    return;
  run_sweep (self, endless);
  g_assert_true (ond_volume_popover_set_edges (self->window, "1,1,2", "", &error));
  ond_session_set_volume (self->session, other);
  answer ("discard");
  g_assert_true (ond_session_get_volume (self->session) == other);
}

/* ---- Kept sweeps ---- */

static guint
count_kept (Fixture *self)
{
  g_autoptr (GPtrArray) list = ond_sweep_store_list (self->folder);

  return list->len;
}

static void
close_and_answer (Fixture *self, const char *response)
{
  gpointer window = self->window;

  g_object_add_weak_pointer (G_OBJECT (window), &window);
  gtk_window_close (GTK_WINDOW (window));
  answer (response);
  UI_ASSERT_GONE (window);
  g_assert_cmpint (n_inhibited, ==, 0);
}

static GtkWidget *
first_kept (Fixture *self)
{
  GtkListBox *list =
      GTK_LIST_BOX (ui_find (GTK_WIDGET (self->window), GTK_TYPE_LIST_BOX, "kept_list"));

  return GTK_WIDGET (gtk_list_box_get_row_at_index (list, 0));
}

static void
test_kept_for_later (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const ranges[OND_N_PARAMETERS] = { "0:180:24", "0:180:24", "2,5", "1.5" };
  gsize done;

  if (!open_shared (self, CUBE))
    return;
  g_object_set (self->session, "boundary", (int) OND_BOUNDARY_MIRROR, NULL);
  run_sweep (self, ranges);
  UI_WAIT (ond_sweep_job_get_n_done (sweep_job (self)) > 100);
  act (self, "win.pause-sweep");
  done = ond_sweep_job_get_n_done (sweep_job (self));
  UI_WAIT (count_files (self->folder) == 2);
  close_and_answer (self, "later");

  UI_WAIT (count_kept (self) == 1); /* its thread has gone */
  make_window (self);
  g_assert_nonnull (first_kept (self));
  gtk_widget_activate (first_kept (self));
  UI_WAIT (sweep_job (self) != NULL && ond_sweep_job_get_n_done (sweep_job (self)) >= done);
  g_assert_cmpstr (ond_sweep_panel_get_range (sweep_panel (self), OND_PARAMETER_XI), ==, "2,5");
  g_assert_cmpint (ond_session_get_method (self->session).boundary, ==, OND_BOUNDARY_MIRROR);
  UI_WAIT (ond_sweep_job_get_state (sweep_job (self)) == OND_SWEEP_DONE);
  g_assert_cmpuint (ond_sweep_job_get_n_done (sweep_job (self)), ==, 24 * 24 * 2);
  g_assert_cmpuint (count_files (self->folder), ==, 2);
  ond_sweep_panel_set_saved (sweep_panel (self), sweep_job (self));
  g_assert_cmpuint (count_files (self->folder), ==, 0);
}

static void
test_discarded_is_removed (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  if (!open_shared (self, CUBE))
    return;
  run_sweep (self, endless);
  UI_WAIT (count_files (self->folder) == 2);
  close_and_answer (self, "discard");
  g_assert_cmpuint (count_files (self->folder), ==, 0);

  /* A crash leaves them; the list can discard them, too. */
  make_window (self);
  g_assert_null (first_kept (self));
  if (!open_shared (self, CUBE))
    return;
  run_sweep (self, endless);
  UI_WAIT (count_files (self->folder) == 2 && ond_sweep_job_get_n_done (sweep_job (self)) > 0);
  ond_sweep_panel_cancel (sweep_panel (self));
  UI_WAIT (ond_sweep_job_get_state (sweep_job (self)) == OND_SWEEP_CANCELLED);
  close_and_answer (self, "later");
  UI_WAIT (count_kept (self) == 1); /* its thread has gone */
  make_window (self);
  g_assert_nonnull (first_kept (self));
  gtk_widget_activate (find_named (first_kept (self), GTK_TYPE_BUTTON,
                                   "Discard the sweep of filfinder_ngc4321_subset.fits"));
  UI_WAIT (first_kept (self) == NULL);
  g_assert_cmpuint (count_files (self->folder), ==, 0);
}

/* ---- Exports ---- */

static void
export_ended (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ond_export_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ++*(int *) data;
}

static void
test_cancelled_exports_leave_nothing (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  OndExportInput input = { .session = self->session };
  int n = 0;

  if (!open_shared (self, CUBE))
    return;
  finish_sweep (self, small);
  input.job = sweep_job (self);
  ond_sweep_panel_set_saved (sweep_panel (self), input.job); /* the folder is empty */
  g_cancellable_cancel (cancellable);
  for (int kind = 0; kind < OND_N_EXPORTS; kind++)
    {
      g_autofree char *name = ond_export_suggest_name (kind, self->session);
      g_autofree char *path = in_folder (self, name);

      ond_export_async (kind, &input, path, cancellable, export_ended, &n);
    }
  UI_WAIT (n == OND_N_EXPORTS);
  g_assert_cmpuint (count_files (self->folder), ==, 0);
}

static void
test_success_takes_message_away (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *nowhere = in_folder (self, "no/such/response.fits"),
                  *there = in_folder (self, "response.fits"), *message = NULL, *after = NULL;

  if (!open_shared (self, CUBE))
    return;
  ond_window_export (self->window, OND_EXPORT_RESPONSE, nowhere);
  g_assert_cmpint (n_inhibited, ==, 1);
  UI_WAIT (!ond_window_is_busy (self->window));
  message = dup_message (self);
  g_assert_nonnull (message);
  ond_window_export (self->window, OND_EXPORT_RESPONSE, there);
  UI_WAIT (!ond_window_is_busy (self->window));
  after = dup_message (self);
  g_assert_null (after);
}

/* ---- Words ---- */

static void
test_largest_have_names (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndMaps *maps;
  OndWavelet wavelet;
  g_autofree char *name = NULL;
  gsize cell;

  if (!open_shared (self, CUBE))
    return;
  finish_sweep (self, small);
  maps = ond_sweep_job_get_maps (sweep_job (self));
  g_assert_true (ond_maps_best (maps, OND_STATISTIC_ENERGY, &cell));
  wavelet = ond_maps_get_wavelet (maps, cell);
  name = g_strdup_printf ("Go to the largest %s: θ %.4g°  φ %.4g°  ξ %.3g  a %.3g",
                          ond_statistics[OND_STATISTIC_ENERGY].title,
                          ond_wavelet_get (&wavelet, OND_PARAMETER_THETA),
                          ond_wavelet_get (&wavelet, OND_PARAMETER_PHI), wavelet.xi, wavelet.scale);
  g_assert_nonnull (find_named (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, name));
}

int
main (int argc, char **argv)
{
  int status;

  ui_init (&argc, &argv);
  application = gtk_application_new ("io.github.ondelette.Test", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
#define ADD(path, function)                                                                        \
  g_test_add ("/sweep-actions/" path, Fixture, NULL, set_up_application, function,                 \
              tear_down_application)
  ADD ("a-sweep-pauses-and-goes-on", test_pause);
  ADD ("its-end-is-told-where-nobody-looks", test_notification);
  ADD ("a-sweep-while-a-file-opens-is-a-question", test_sweep_while_opening);
  ADD ("closing-asks-about-a-running-sweep", test_close_asks);
  ADD ("a-start-with-an-invalid-range-is-not-remembered", test_start_is_not_remembered);
  ADD ("a-sweep-takes-the-method-of-its-start", test_method_of_the_start);
  ADD ("edges-are-of-what-was-open", test_edges_of_what_was_open);
  ADD ("a-sweep-is-kept-for-later", test_kept_for_later);
  ADD ("what-is-discarded-is-removed", test_discarded_is_removed);
  ADD ("cancelled-exports-leave-nothing", test_cancelled_exports_leave_nothing);
  ADD ("a-success-takes-the-message-away", test_success_takes_message_away);
  ADD ("the-largest-have-names", test_largest_have_names);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
