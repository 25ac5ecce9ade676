/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep-actions.h"

#include "kept-list.h"
#include "maps-question.h"

/* Lives as long as the window; holds nothing that holds the window. */
typedef struct
{
  OndWindow *window;
  GtkApplication *application; /* NULL: none; the window loses its own before it goes */
  OndOpener *opener;
  OndSession *session;
  OndSweepPanel *panel;
  OndSweepJob *job; /* the panel's */
  gboolean agreed;  /* to close */
  guint inhibitor;  /* cookie; 0: none */
  char *store;      /* folder; NULL: sweeps are not kept */
  char *resuming;   /* the session file that is being opened, or NULL */
  GtkListBox *list;
  GtkWidget *box;
} Sweeps;

#define DATA "ond-sweeps"

static void
enable (Sweeps *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->window), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static gboolean
is_running (Sweeps *self)
{
  return self->job != NULL && ond_sweep_job_get_state (self->job) == OND_SWEEP_RUNNING;
}

/* ---- The desktop ---- */

/* Not while it is paused: whoever gives the processor back may want the machine to sleep. */
static void
update_inhibitor (Sweeps *self)
{
  gboolean wanted = is_running (self) && !ond_sweep_job_get_paused (self->job);

  if (self->application == NULL || wanted == (self->inhibitor != 0))
    return;
  if (wanted)
    self->inhibitor =
        gtk_application_inhibit (self->application, GTK_WINDOW (self->window),
                                 GTK_APPLICATION_INHIBIT_SUSPEND | GTK_APPLICATION_INHIBIT_LOGOUT,
                                 "A sweep is being computed");
  else
    {
      gtk_application_uninhibit (self->application, self->inhibitor);
      self->inhibitor = 0;
    }
}

/* Whoever looks at the window sees it there. */
static void
tell_end (Sweeps *self)
{
  gboolean done = ond_sweep_job_get_state (self->job) == OND_SWEEP_DONE;
  const char *name = gtk_window_get_title (GTK_WINDOW (self->window));
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *id = NULL, *body = NULL;

  /* Without a bus GLib itself complains. */
  if (self->application == NULL
      || g_application_get_dbus_connection (G_APPLICATION (self->application)) == NULL
      || gtk_window_is_active (GTK_WINDOW (self->window))
      || ond_sweep_job_get_state (self->job) == OND_SWEEP_CANCELLED)
    return;
  notification = g_notification_new (done ? "Sweep Done" : "Sweep Failed");
  body = done ? g_strdup_printf ("%s: %" G_GSIZE_FORMAT " points", name,
                                 ond_sweep_job_get_n_done (self->job))
              : g_strdup_printf ("%s: %s", name, ond_sweep_job_get_message (self->job));
  g_notification_set_body (notification, body);
  id = g_strdup_printf ("sweep-%u",
                        gtk_application_window_get_id (GTK_APPLICATION_WINDOW (self->window)));
  g_notification_set_default_action_and_target (
      notification, "app.show-window", "u",
      gtk_application_window_get_id (GTK_APPLICATION_WINDOW (self->window)));
  g_application_send_notification (G_APPLICATION (self->application), id, notification);
}

/* ---- The job ---- */

static void
update (Sweeps *self)
{
  enable (self, "sweep", ond_session_get_volume (self->session) != NULL);
  enable (self, "pause-sweep", is_running (self));
  enable (self, "cancel-sweep", is_running (self));
  update_inhibitor (self);
}

static void
drop_job (Sweeps *self)
{
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
}

static void
job_moved (Sweeps *self)
{
  update (self);
  if (!is_running (self))
    tell_end (self);
}

static void
job_changed (Sweeps *self)
{
  drop_job (self);
  if (ond_sweep_panel_get_job (self->panel) != NULL)
    {
      self->job = g_object_ref (ond_sweep_panel_get_job (self->panel));
      g_signal_connect_swapped (self->job, "changed", G_CALLBACK (job_moved), self);
    }
  update (self);
}

/* ---- Kept sweeps ---- */

static void
show_kept (Sweeps *self)
{
  if (self->store != NULL)
    ond_kept_list_show (self->store, self->list, self->box);
}

static char *
keep (gpointer data)
{
  Sweeps *self = data;
  OndSessionFile *file = self->store != NULL ? ond_opener_make_file (self->opener) : NULL;

  return file != NULL ? ond_sweep_store_add (self->store, file) : NULL;
}

/* The session of a kept sweep is open. */
static void
kept_opened (Sweeps *self, const char *path)
{
  g_clear_pointer (&self->resuming, g_free);
  ond_sweep_panel_resume (self->panel, path);
}

static void
resume_activated (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Sweeps *self = data;
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  g_free (self->resuming);
  self->resuming = g_variant_dup_string (parameter, NULL);
  ond_opener_open (self->opener, file, NULL);
}

static void
discard_activated (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Sweeps *self = data;
  const char *path = g_variant_get_string (parameter, NULL);

  if (ond_sweep_store_has (self->store, path))
    ond_sweep_store_remove (path);
  show_kept (self);
}

/* A file whose sweep was interrupted has been opened by itself. */
static void
offer (Sweeps *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  const char *name = volume != NULL ? ond_volume_get_info (volume)->name : NULL;
  g_autoptr (GPtrArray) kept = NULL;

  if (name == NULL || self->store == NULL)
    return;
  kept = ond_sweep_store_list (self->store);
  for (guint i = 0; i < kept->len; i++)
    {
      const OndKeptSweep *sweep = kept->pdata[i];
      AdwToast *toast;

      if (!g_str_equal (sweep->name, name) || g_strcmp0 (sweep->path, self->resuming) == 0)
        continue;
      toast = adw_toast_new ("An unfinished sweep of this file is kept");
      adw_toast_set_button_label (toast, "_Resume");
      adw_toast_set_action_name (toast, "win.resume-sweep");
      adw_toast_set_action_target (toast, "s", sweep->path);
      adw_toast_set_timeout (toast, 0);
      ond_window_add_toast (self->window, toast);
      return;
    }
}

static void
volume_changed (Sweeps *self)
{
  update (self);
  offer (self);
}

/* ---- Starting ---- */

/* What was open when a person was asked. */
typedef struct
{
  OndWindow *window;
  OndVolume *volume;
} Start;

static Sweeps *
get_sweeps (OndWindow *window)
{
  return g_object_get_data (G_OBJECT (window), DATA);
}

static void
start_free (gpointer data)
{
  Start *start = data;

  g_object_unref (start->window);
  ond_volume_unref (start->volume);
  g_free (start);
}

static void
start_agreed (gpointer data)
{
  Start *start = data;
  OndSession *session = ond_window_get_session (start->window);

  if (session != NULL && ond_session_get_volume (session) == start->volume)
    ond_sweep_panel_start (ond_window_get_sweep_panel (start->window));
}

static void
ask_about_maps (Start *start)
{
  ond_maps_question_ask (GTK_WINDOW (start->window), ond_window_get_sweep_panel (start->window),
                         start_agreed, start, start_free);
}

static Start *
start_new (OndWindow *window)
{
  Start *start = g_new (Start, 1);

  *start = (Start){ g_object_ref (window),
                    ond_volume_ref (ond_session_get_volume (ond_window_get_session (window))) };
  return start;
}

static void
opening_answered (G_GNUC_UNUSED AdwMessageDialog *dialog, const char *response, Start *start)
{
  OndSession *session = ond_window_get_session (start->window);

  if (!g_str_equal (response, "sweep") || session == NULL
      || ond_session_get_volume (session) != start->volume)
    return;
  ond_opener_stop (get_sweeps (start->window)->opener);
  ask_about_maps (start_new (start->window));
}

static void
forget_start (gpointer start, G_GNUC_UNUSED GClosure *closure)
{
  start_free (start);
}

/* The file that is being opened would take the sweep away again. */
static void
ask_about_opening (Start *start, const char *name)
{
  g_autofree char *text = g_strdup_printf (
      "%s is being opened and will take the place of what is shown, and of its sweep.", name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (start->window), "Stop Opening?", text);
  AdwMessageDialog *question = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_responses (question, "cancel", "_Go On Opening", "sweep",
                                    "_Stop, and Sweep", NULL);
  adw_message_dialog_set_default_response (question, "cancel");
  adw_message_dialog_set_close_response (question, "cancel");
  g_signal_connect_data (question, "response", G_CALLBACK (opening_answered), start, forget_start,
                         0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
sweep_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                 gpointer data)
{
  Sweeps *self = data;
  const char *opening = ond_opener_get_opening (self->opener);
  Start *start = start_new (self->window);

  if (opening != NULL)
    ask_about_opening (start, opening);
  else
    ask_about_maps (start);
}

/* The points of the maps that are there, whatever the ranges say now. */
static void
again_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Sweeps *self = data;

  for (int p = 0; self->job != NULL && p < OND_N_PARAMETERS; p++)
    ond_sweep_panel_set_range (self->panel, p, ond_sweep_job_get_grid (self->job, p)->text);
  if (ond_session_get_volume (self->session) != NULL)
    sweep_activated (action, parameter, data);
}

static void
pause_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                 gpointer data)
{
  ond_sweep_panel_toggle_pause (((Sweeps *) data)->panel);
}

static void
cancel_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                  gpointer data)
{
  ond_sweep_panel_cancel (((Sweeps *) data)->panel);
}

/* ---- Closing ---- */

static void
close_agreed (gpointer data)
{
  get_sweeps (data)->agreed = TRUE;
  gtk_window_close (data);
}

gboolean
ond_sweep_actions_may_close (OndWindow *window)
{
  Sweeps *self = get_sweeps (window);

  if (self == NULL || self->agreed || !ond_sweep_panel_has_unsaved (self->panel))
    return TRUE;
  ond_maps_question_ask (GTK_WINDOW (window), self->panel, close_agreed, g_object_ref (window),
                         g_object_unref);
  return FALSE;
}

/* ---- Construction ---- */

static void
sweeps_free (gpointer data)
{
  Sweeps *self = data;

  g_clear_object (&self->application);
  g_object_unref (self->session);
  g_object_unref (self->opener);
  g_free (self->store);
  g_free (self->resuming);
  g_free (self);
}

static void
window_destroyed (Sweeps *self)
{
  drop_job (self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_signal_handlers_disconnect_by_data (self->opener, self);
  g_signal_handlers_disconnect_by_data (self->panel, self);
  ond_sweep_panel_set_keeper (self->panel, NULL, NULL);
  if (self->inhibitor != 0)
    gtk_application_uninhibit (self->application, self->inhibitor);
  self->inhibitor = 0;
}

void
ond_sweep_actions_set_store (OndWindow *window, const char *folder, GtkListBox *list,
                             GtkWidget *box)
{
  Sweeps *self = get_sweeps (window);

  if (!g_utf8_validate (folder, -1, NULL)) /* no action could name it */
    return;
  g_free (self->store);
  self->store = g_strdup (folder);
  self->list = list;
  self->box = box;
  ond_opener_set_store (self->opener, folder);
  show_kept (self);
}

void
ond_sweep_actions_add (OndWindow *window, OndOpener *opener)
{
  static const GActionEntry entries[] = {
    { .name = "sweep", .activate = sweep_activated },
    { .name = "sweep-again", .activate = again_activated },
    { .name = "pause-sweep", .activate = pause_activated },
    { .name = "cancel-sweep", .activate = cancel_activated },
    { .name = "resume-sweep", .activate = resume_activated, .parameter_type = "s" },
    { .name = "discard-sweep", .activate = discard_activated, .parameter_type = "s" },
  };
  Sweeps *self = g_new0 (Sweeps, 1);

  self->window = window;
  g_set_object (&self->application, gtk_window_get_application (GTK_WINDOW (window)));
  self->opener = g_object_ref (opener);
  self->session = g_object_ref (ond_window_get_session (window));
  self->panel = ond_window_get_sweep_panel (window);
  g_object_set_data_full (G_OBJECT (window), DATA, self, sweeps_free);
  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), self);
  ond_sweep_panel_set_keeper (self->panel, keep, self);
  g_signal_connect_swapped (self->panel, "notify::job", G_CALLBACK (job_changed), self);
  g_signal_connect_swapped (self->session, "volume-changed", G_CALLBACK (volume_changed), self);
  g_signal_connect_swapped (opener, "kept", G_CALLBACK (kept_opened), self);
  g_signal_connect_swapped (window, "destroy", G_CALLBACK (window_destroyed), self);
  job_changed (self);
}
