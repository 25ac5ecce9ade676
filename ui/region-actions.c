/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-actions.h"

#include "file-dialog.h"
#include "region-csv.h"
#include "region-panel.h"

#include "../core/region-ds9.h"

static OndRegions *
get_regions (OndWindow *window)
{
  return ond_session_get_regions (ond_window_get_session (window));
}

static void
set_message (OndWindow *window, const char *text)
{
  g_object_set (ond_window_get_session (window), "message", text, NULL);
}

/* ---- Files ---- */

/* One way into the background and back. The window is held by the callback, in the main thread: a
 * task may go last on its own. */
typedef struct
{
  char *path;
  OndVolume *volume; /* of reading */
  GArray *regions;   /* of writing */
  char *note;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_clear_pointer (&job->volume, ond_volume_unref);
  g_clear_pointer (&job->regions, g_array_unref);
  g_free (job->note);
  g_free (job);
}

static void
load (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data,
      G_GNUC_UNUSED GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  GArray *regions = ond_region_ds9_load (job->path, job->volume, &job->note, &error);

  if (regions != NULL)
    g_task_return_pointer (task, regions, (GDestroyNotify) g_array_unref);
  else
    g_task_return_error (task, error);
}

/* The volume may be another one by now: the regions were placed in that one. */
static void
loaded (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndWindow) window = data;
  OndSession *session = ond_window_get_session (window);
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) regions = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *text = NULL;

  if (session == NULL || ond_session_get_volume (session) != job->volume)
    return;
  if (regions == NULL)
    {
      set_message (window, error->message);
      return;
    }
  if (!ond_regions_append (ond_session_get_regions (session), (OndRegion *) regions->data,
                           regions->len))
    text = g_strdup_printf ("There are %u regions already, and %d is the most there can be",
                            ond_regions_get_n (get_regions (window)), OND_REGION_MAX);
  else if (job->note == NULL)
    text = g_strdup_printf (regions->len == 1 ? "Read %u region" : "Read %u regions", regions->len);
  ond_window_toast (window, text != NULL ? text : job->note);
}

void
ond_region_actions_open (OndWindow *window, const char *path)
{
  OndVolume *volume = ond_session_get_volume (ond_window_get_session (window));
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (volume == NULL)
    return;
  job = g_new0 (Job, 1);
  job->path = g_strdup (path);
  job->volume = ond_volume_ref (volume);
  task = g_task_new (NULL, NULL, loaded, g_object_ref (window));
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, load);
}

static void
save (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data,
      G_GNUC_UNUSED GCancellable *cancellable)
{
  const Job *job = data;
  GError *error = NULL;

  if (ond_region_ds9_save ((const OndRegion *) job->regions->data, job->regions->len, job->path,
                           &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndWindow) window = data;
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = g_filename_display_basename (job->path);
  g_autofree char *text = g_strdup_printf ("Saved %s", name);
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error) && ond_window_get_session (window))
    set_message (window, error->message);
  else if (error == NULL && ond_window_get_session (window))
    ond_window_toast (window, text);
}

void
ond_region_actions_save (OndWindow *window, const char *path)
{
  OndRegions *regions = get_regions (window);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, saved, g_object_ref (window));
  Job *job = g_new0 (Job, 1);

  job->path = g_strdup (path);
  job->regions = g_array_new (FALSE, FALSE, sizeof (OndRegion));
  for (guint i = 0; i < ond_regions_get_n (regions); i++)
    g_array_append_vals (job->regions, ond_regions_get (regions, i), 1);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, save);
}

static void
chosen (GFile *file, OndWindow *window, void (*act) (OndWindow *window, const char *path))
{
  g_autofree char *path = g_file_get_path (file);

  if (ond_window_get_session (window) == NULL)
    return;
  if (path != NULL)
    act (window, path);
  else
    set_message (window, "Regions are in files of this computer only");
}

static void
open_chosen (GFile *file, gpointer data)
{
  chosen (file, data, ond_region_actions_open);
}

static void
save_chosen (GFile *file, gpointer data)
{
  chosen (file, data, ond_region_actions_save);
}

static void
open_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                gpointer data)
{
  ond_file_dialog_open_regions (data, open_chosen, g_object_ref (data), g_object_unref);
}

static void
save_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                gpointer data)
{
  const OndVolumeInfo *info =
      ond_volume_get_info (ond_session_get_volume (ond_window_get_session (data)));
  g_autofree char *stem = g_strdup (info->path != NULL ? info->name : "sample"), *name = NULL;
  char *dot = strchr (stem, '.');

  if (dot != NULL && dot != stem)
    *dot = '\0';
  name = g_strconcat (stem, ".reg", NULL);
  ond_file_dialog_save (data, "Save", name, save_chosen, g_object_ref (data), g_object_unref);
}

/* ---- Copies ---- */

static void
copy_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                gpointer data)
{
  OndRegionPanel *panel = ond_window_get_region_panel (data);
  g_autofree char *text = ond_region_table_dup_text (ond_region_panel_get_table (panel));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (data), text);
  ond_window_toast (data, "Copied the statistics");
}

static void
csv_ready (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndWindow) window = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ond_region_csv_finish (result, &error);

  if (ond_window_get_session (window) == NULL)
    return;
  if (text == NULL)
    {
      set_message (window, error->message);
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  ond_window_toast (window, "Copied the statistics of all regions");
}

static void
csv_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
               gpointer data)
{
  ond_region_csv_async (ond_window_get_session (data), csv_ready, g_object_ref (data));
}

/* ---- The list ---- */

static void
delete_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                  gpointer data)
{
  int selected = ond_regions_get_selected (get_regions (data));

  if (selected >= 0)
    ond_regions_remove (get_regions (data), (guint) selected);
}

static void
delete_all_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                      gpointer data)
{
  ond_regions_remove_all (get_regions (data));
}

static void
restore_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                   gpointer data)
{
  ond_regions_restore (get_regions (data));
}

static void
box_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
               gpointer data)
{
  ond_regions_set_tool (get_regions (data), OND_REGION_BOX);
}

static void
ellipse_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                   gpointer data)
{
  ond_regions_set_tool (get_regions (data), OND_REGION_ELLIPSE);
}

static void
enable (OndWindow *window, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (window), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
enable_all (OndWindow *window)
{
  static const char *const of_volume[] = { "region-box", "region-ellipse", "region-open" };
  static const char *const of_list[] = { "region-save", "region-copy-csv", "region-delete-all" };
  static const char *const of_one[] = { "region-copy", "region-delete" };
  OndSession *session = ond_window_get_session (window);
  OndRegions *regions;
  gboolean open;

  if (session == NULL)
    return;
  regions = ond_session_get_regions (session);
  open = ond_session_get_volume (session) != NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (of_volume); i++)
    enable (window, of_volume[i], open);
  for (gsize i = 0; i < G_N_ELEMENTS (of_list); i++)
    enable (window, of_list[i], open && ond_regions_get_n (regions) > 0);
  for (gsize i = 0; i < G_N_ELEMENTS (of_one); i++)
    enable (window, of_one[i], open && ond_regions_get_current (regions) != NULL);
  enable (window, "region-restore", ond_regions_can_restore (regions));
}

void
ond_region_actions_add (OndWindow *window)
{
  static const GActionEntry entries[] = {
    { .name = "region-box", .activate = box_activated },
    { .name = "region-ellipse", .activate = ellipse_activated },
    { .name = "region-open", .activate = open_activated },
    { .name = "region-save", .activate = save_activated },
    { .name = "region-copy", .activate = copy_activated },
    { .name = "region-copy-csv", .activate = csv_activated },
    { .name = "region-delete", .activate = delete_activated },
    { .name = "region-delete-all", .activate = delete_all_activated },
    { .name = "region-restore", .activate = restore_activated },
  };
  OndSession *session = ond_window_get_session (window);
  OndRegions *regions = ond_session_get_regions (session);

  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), window);
  g_signal_connect_object (regions, "changed", G_CALLBACK (enable_all), window, G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "notify::selected", G_CALLBACK (enable_all), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (enable_all), window,
                           G_CONNECT_SWAPPED);
  enable_all (window);
}
