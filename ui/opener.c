/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session whose input is missing or has changed waits: the message says so, and its buttons are
 * the actions win.choose-input and win.open-changed. The message's end is the end of waiting. */
#include "opener.h"

#include "../core/error.h"
#include "file-dialog.h"
#include "maps-question.h"
#include "notice.h"
#include "open-file.h"
#include "recent.h"
#include "window-task.h"

struct _OndOpener
{
  GObject parent;
  OndWindow *window; /* NULL when it has gone */
  OndSession *session;
  GtkBox *rows;
  OndWindowTask *opening; /* the newest; NULL: nothing is being opened */
  char *session_path;     /* where win.save writes to */
  char *store;            /* folder of kept sweeps, or NULL */
  GtkRecentManager *recent;

  OndOpened *waiting; /* a session without its input */
  char *waiting_path; /* of the session file */
  char *waiting_text; /* the message about it */
};

static guint notice_signal, kept_signal;

G_DEFINE_FINAL_TYPE (OndOpener, ond_opener, G_TYPE_OBJECT)

/* One path into the background and back. */
typedef struct
{
  OndOpener *opener;
  OndWindowTask *task;
  GFile *file; /* NULL: the sample volume */
  OndSessionFile *saved;
} Work;

static Work *
work_new (OndOpener *self, const char *verb, GFile *file)
{
  Work *work = g_new0 (Work, 1);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *name =
      path != NULL ? g_filename_display_basename (path) : g_strdup ("the sample volume");

  work->opener = g_object_ref (self);
  work->file = file != NULL ? g_object_ref (file) : NULL;
  work->task = ond_window_task_new (GTK_WINDOW (self->window), self->rows, verb, name);
  return work;
}

static void
work_free (Work *work)
{
  ond_window_task_free (work->task);
  ond_session_file_free (work->saved);
  g_clear_object (&work->file);
  g_object_unref (work->opener);
  g_free (work);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

static void
set_message (OndOpener *self, const char *text)
{
  g_object_set (self->session, "message", text, NULL);
}

static void
report (OndOpener *self, const GError *error)
{
  if (self->window != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ond_notice_end (self->session, "file", error->message);
}

static void
enable (OndOpener *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->window), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
enable_actions (OndOpener *self)
{
  gboolean open = ond_session_get_volume (self->session) != NULL;

  enable (self, "save", open);
  enable (self, "save-as", open);
  enable (self, "choose-input", self->waiting != NULL);
  enable (self, "open-changed", self->waiting != NULL && self->waiting->volume != NULL);
}

static void
set_session_path (OndOpener *self, const char *path)
{
  g_free (self->session_path);
  self->session_path = g_strdup (path);
}

/* ---- Opening ---- */

static void
stop_waiting (OndOpener *self)
{
  g_clear_pointer (&self->waiting, ond_opened_free);
  g_clear_pointer (&self->waiting_path, g_free);
  g_clear_pointer (&self->waiting_text, g_free);
  enable_actions (self);
}

/* Dismissed, or another. */
static void
message_changed (OndOpener *self)
{
  g_autofree char *text = NULL;

  g_object_get (self->session, "message", &text, NULL);
  if (self->waiting != NULL && g_strcmp0 (text, self->waiting_text) != 0)
    stop_waiting (self);
}

static const char *
input_name (OndVolume *volume)
{
  const OndVolumeInfo *info = ond_volume_get_info (volume);

  return info->path != NULL ? info->name : "the sample volume";
}

/* Takes `opened`. */
static void
wait_for_input (OndOpener *self, OndOpened *opened, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  stop_waiting (self);
  self->waiting = opened;
  self->waiting_path = g_strdup (path);
  self->waiting_text =
      opened->changed ? g_strdup_printf ("The samples of %s are not those that %s was saved with",
                                         input_name (opened->volume), name)
                      : g_strdup_printf ("The input of %s cannot be opened: %s", name,
                                         opened->problem->message);
  set_message (self, self->waiting_text);
  enable_actions (self);
}

static void
show_view (OndOpener *self, const OndSessionView *view)
{
  OndSweepPanel *sweep = ond_window_get_sweep_panel (self->window);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (view->ranges[p] != NULL)
      ond_sweep_panel_set_range (sweep, p, view->ranges[p]);
  g_object_set (self->window, "sidebar", view->sidebar, "sweep-bar", view->sweep_bar, "map-room",
                view->map_room, NULL);
  ond_window_set_maximized (self->window, view->maximized);
}

/* The file of a sweep that is kept is no file of the user's. */
static gboolean
is_kept (OndOpener *self, const char *path)
{
  return ond_sweep_store_has (self->store, path);
}

static void
restore (OndOpener *self, const OndOpened *opened, const char *path)
{
  ond_session_file_apply (opened->session, self->session, opened->volume);
  show_view (self, ond_session_file_get_view (opened->session));
  set_session_path (self, is_kept (self, path) ? NULL : path);
  if (is_kept (self, path))
    g_signal_emit (self, kept_signal, 0, path);
}

/* Maps go to the volume that they were made from; without it they are shown alone. */
static void
show_maps (OndOpener *self, const OndOpenedMaps *opened)
{
  OndSweepPanel *sweep = ond_window_get_sweep_panel (self->window);
  const OndMapsOrigin *origin = ond_maps_get_origin (opened->maps);
  const char *name = origin->input != NULL ? origin->input : "the sample volume";
  g_autoptr (OndSweepJob) job = NULL;

  if (opened->volume != NULL)
    {
      set_session_path (self, NULL);
      ond_session_set_volume (self->session, opened->volume);
    }
  job = ond_sweep_job_new_from_maps (opened->maps,
                                     opened->is_open || opened->volume != NULL ? NULL : name);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_sweep_panel_set_range (sweep, p, ond_maps_get_grid (opened->maps, p)->text);
  ond_sweep_panel_show_maps (sweep, job);
  g_object_set (self->window, "sweep-bar", TRUE, NULL);
}

static void
note_recent (OndOpener *self, GFile *file)
{
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (self->recent != NULL && file != NULL && !is_kept (self, path))
    ond_recent_add (self->recent, file);
}

static void
opened_file (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Work) work = data;
  OndOpener *self = work->opener;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndOpened) opened = ond_open_file_finish (result, &error);
  g_autofree char *path = work->file != NULL ? g_file_get_path (work->file) : NULL;

  if (self->opening == work->task)
    self->opening = NULL;
  if (self->window == NULL)
    return;
  if (opened == NULL)
    {
      report (self, error);
      return;
    }
  if (opened->session != NULL && (opened->volume == NULL || opened->changed))
    wait_for_input (self, g_steal_pointer (&opened), path);
  else if (opened->session != NULL)
    restore (self, opened, path);
  else if (opened->maps.maps != NULL)
    show_maps (self, &opened->maps);
  else
    {
      set_session_path (self, NULL);
      ond_session_set_volume (self->session, opened->volume);
    }
  note_recent (self, work->file);
}

/* `file` NULL: the sample volume. `input` NULL: what a session names. */
static void
open_now (OndOpener *self, GFile *file, const OndSourceOptions *options, const char *input)
{
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  Work *work;

  ond_opener_stop (self);
  if (file != NULL && path == NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);
      g_autofree char *text = g_strdup_printf ("%s is not a file of this computer", uri);

      set_message (self, text);
      return;
    }
  work = work_new (self, "Opening", file);
  self->opening = work->task;
  ond_open_file_async (path, options, input, ond_session_get_volume (self->session),
                       work->task->cancellable, opened_file, work);
}

/* What a person may be asked about first. */
typedef struct
{
  OndOpener *opener;
  GFile *file;
  char *hdu, *input;
  OndSourceOptions options;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->opener);
  g_clear_object (&request->file);
  g_free (request->hdu);
  g_free (request->input);
  g_free (request);
}

static void
open_agreed (gpointer data)
{
  Request *request = data;

  if (request->opener->window != NULL)
    open_now (request->opener, request->file, &request->options, request->input);
}

static void
ask_and_open (OndOpener *self, GFile *file, const OndSourceOptions *options, const char *input)
{
  Request *request = g_new0 (Request, 1);

  request->opener = g_object_ref (self);
  request->file = file != NULL ? g_object_ref (file) : NULL;
  request->input = g_strdup (input);
  if (options != NULL)
    {
      request->options = *options;
      request->options.hdu = request->hdu = g_strdup (options->hdu);
    }
  ond_maps_question_ask (GTK_WINDOW (self->window), ond_window_get_sweep_panel (self->window),
                         open_agreed, request, request_free);
}

void
ond_opener_open (OndOpener *self, GFile *file, const OndSourceOptions *options)
{
  g_return_if_fail (OND_IS_OPENER (self));
  ask_and_open (self, file, options, NULL);
}

void
ond_opener_choose_input (OndOpener *self, const char *path)
{
  g_autoptr (GFile) file = NULL;

  g_return_if_fail (OND_IS_OPENER (self));
  if (self->window == NULL || self->waiting == NULL)
    return;
  file = g_file_new_for_path (self->waiting_path);
  set_message (self, NULL);
  ask_and_open (self, file, NULL, path);
}

static void
input_chosen (GFile *file, gpointer data)
{
  g_autofree char *path = g_file_get_path (file);

  if (path != NULL)
    ond_opener_choose_input (data, path);
}

static void
choose_input_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                        gpointer data)
{
  OndOpener *self = data;

  ond_file_dialog_open (GTK_WINDOW (self->window), input_chosen, g_object_ref (self),
                        g_object_unref);
}

static void
open_changed (gpointer data)
{
  OndOpener *self = data;
  g_autoptr (OndOpened) opened = g_steal_pointer (&self->waiting);
  g_autofree char *path = g_steal_pointer (&self->waiting_path);

  if (opened == NULL || self->window == NULL)
    return;
  set_message (self, NULL);
  restore (self, opened, path);
}

static void
open_changed_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                        gpointer data)
{
  OndOpener *self = data;

  ond_maps_question_ask (GTK_WINDOW (self->window), ond_window_get_sweep_panel (self->window),
                         open_changed, g_object_ref (self), g_object_unref);
}

/* ---- Saving ---- */

static void
save_file (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data,
           G_GNUC_UNUSED GCancellable *cancellable)
{
  Work *work = data;
  g_autofree char *path = g_file_get_path (work->file);
  GError *error = NULL;

  if (ond_session_file_save (work->saved, path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Work) work = data;
  OndOpener *self = work->opener;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_file_get_path (work->file);
  g_autofree char *text = g_strdup_printf ("Saved %s", work->task->name);

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      report (self, error);
      return;
    }
  note_recent (self, work->file);
  if (self->window == NULL)
    return;
  set_session_path (self, path);
  ond_notice_end (self->session, "file", NULL);
  g_signal_emit (self, notice_signal, 0, text);
}

/* What is beside the session, as it is. */
static OndSessionView
get_view (OndOpener *self)
{
  OndSweepPanel *sweep = ond_window_get_sweep_panel (self->window);
  OndSessionView view = { .maximized = ond_window_get_maximized (self->window) };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    view.ranges[p] = g_strdup (ond_sweep_panel_get_range (sweep, p));
  g_object_get (self->window, "sidebar", &view.sidebar, "sweep-bar", &view.sweep_bar, "map-room",
                &view.map_room, NULL);
  return view;
}

OndSessionFile *
ond_opener_make_file (OndOpener *self)
{
  OndSessionView view = get_view (self);
  OndSessionFile *file = ond_session_file_new (self->session, &view);

  ond_session_view_clear (&view);
  return file;
}

void
ond_opener_save (OndOpener *self, const char *path)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GFile) file = NULL;
  OndSessionFile *session;
  Work *work;

  g_return_if_fail (OND_IS_OPENER (self));
  session = ond_opener_make_file (self);
  if (session == NULL)
    return;
  file = g_file_new_for_path (path);
  work = work_new (self, "Saving", file);
  work->saved = session;
  task = g_task_new (NULL, NULL, saved, work);
  g_task_set_task_data (task, work, NULL);
  g_task_run_in_thread (task, save_file);
}

/* A name without an end gets ours. The chooser has not asked about that one: it must be new. */
static void
save_chosen (GFile *file, gpointer data)
{
  OndOpener *self = data;
  g_autofree char *path = g_file_get_path (file), *full = NULL;

  if (self->window == NULL)
    return;
  if (path == NULL)
    {
      set_message (self, "Sessions go to files of this computer only");
      return;
    }
  full = ond_session_file_has_name (path) ? g_strdup (path)
                                          : g_strconcat (path, OND_SESSION_SUFFIX, NULL);
  if (!g_str_equal (full, path) && g_file_test (full, G_FILE_TEST_EXISTS))
    {
      g_autofree char *name = g_filename_display_basename (full);
      g_autofree char *text = g_strdup_printf ("%s exists already; save under another name", name);

      set_message (self, text);
      return;
    }
  ond_opener_save (self, full);
}

static void
save_as_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                   gpointer data)
{
  OndOpener *self = data;
  const OndVolumeInfo *info = ond_volume_get_info (ond_session_get_volume (self->session));
  g_autofree char *stem = g_strdup (info->path != NULL ? info->name : "sample");
  g_autofree char *name = NULL;
  char *dot = strchr (stem, '.');

  if (dot != NULL && dot != stem)
    *dot = '\0';
  name = self->session_path != NULL ? g_path_get_basename (self->session_path)
                                    : g_strconcat (stem, OND_SESSION_SUFFIX, NULL);
  ond_file_dialog_save (GTK_WINDOW (self->window), "Save", name, save_chosen, g_object_ref (self),
                        g_object_unref);
}

static void
save_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OndOpener *self = data;

  if (self->session_path != NULL)
    ond_opener_save (self, self->session_path);
  else
    save_as_activated (action, parameter, data);
}

/* ---- Construction ---- */

static void
ond_opener_dispose (GObject *object)
{
  OndOpener *self = OND_OPENER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->rows);
  g_clear_object (&self->recent);
  G_OBJECT_CLASS (ond_opener_parent_class)->dispose (object);
}

static void
ond_opener_finalize (GObject *object)
{
  OndOpener *self = OND_OPENER (object);

  ond_opened_free (self->waiting);
  g_free (self->waiting_path);
  g_free (self->waiting_text);
  g_free (self->session_path);
  g_free (self->store);
  G_OBJECT_CLASS (ond_opener_parent_class)->finalize (object);
}

static void
ond_opener_class_init (OndOpenerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_opener_dispose;
  G_OBJECT_CLASS (klass)->finalize = ond_opener_finalize;
  notice_signal = g_signal_new ("notice", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  kept_signal = g_signal_new ("kept", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                              NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ond_opener_init (G_GNUC_UNUSED OndOpener *self)
{
}

OndOpener *
ond_opener_new (OndWindow *window, GtkBox *rows)
{
  static const GActionEntry actions[] = {
    { .name = "save", .activate = save_activated },
    { .name = "save-as", .activate = save_as_activated },
    { .name = "choose-input", .activate = choose_input_activated },
    { .name = "open-changed", .activate = open_changed_activated },
  };
  OndOpener *self = g_object_new (OND_TYPE_OPENER, NULL);

  self->window = window;
  self->session = g_object_ref (ond_window_get_session (window));
  self->rows = g_object_ref (rows);
  g_action_map_add_action_entries (G_ACTION_MAP (window), actions, G_N_ELEMENTS (actions), self);
  g_signal_connect_object (self->session, "notify::message", G_CALLBACK (message_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "volume-changed", G_CALLBACK (enable_actions), self,
                           G_CONNECT_SWAPPED);
  enable_actions (self);
  return self;
}

void
ond_opener_close (OndOpener *self)
{
  ond_opener_stop (self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  self->window = NULL;
}

const char *
ond_opener_get_session_path (OndOpener *self)
{
  return self->session_path;
}

void
ond_opener_set_recent (OndOpener *self, GtkRecentManager *manager)
{
  g_set_object (&self->recent, manager);
}

const char *
ond_opener_get_opening (OndOpener *self)
{
  return self->opening != NULL ? self->opening->name : NULL;
}

void
ond_opener_stop (OndOpener *self)
{
  if (self->opening != NULL)
    g_cancellable_cancel (self->opening->cancellable);
  self->opening = NULL;
}

void
ond_opener_set_store (OndOpener *self, const char *folder)
{
  g_free (self->store);
  self->store = g_strdup (folder);
}
