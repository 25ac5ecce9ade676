/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-actions.h"

#include "file-dialog.h"
#include "notice.h"
#include "window-task.h"

#include "../core/error.h"

static void
exported (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndWindowTask) task = data;
  OndWindow *window = OND_WINDOW (task->window);
  OndSession *session = ond_window_get_session (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("Exported %s", task->name);
  gboolean whole = ond_export_finish (result, &error);

  if (session == NULL) /* the window has gone */
    return;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ond_notice_end (session, "export", error != NULL ? error->message : NULL);
  if (whole)
    ond_window_toast (window, text);
}

static void
maps_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  OndWindowTask *task = data;
  OndWindow *window = OND_WINDOW (task->window);

  if (!g_task_had_error (G_TASK (result)) && ond_window_get_session (window) != NULL)
    ond_sweep_panel_set_saved (ond_window_get_sweep_panel (window), task->job);
  exported (source, result, data);
}

void
ond_export_actions_run (OndWindow *window, OndExport kind, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  OndExportInput input = { .session = ond_window_get_session (window),
                           .job = ond_sweep_panel_get_job (ond_window_get_sweep_panel (window)) };
  gboolean of_maps = kind == OND_EXPORT_MAPS || kind == OND_EXPORT_TABLE;
  OndWindowTask *task =
      ond_window_task_new (GTK_WINDOW (window), ond_window_get_tasks (window), "Exporting", name);

  ond_window_task_inhibit (task);
  if (input.job != NULL)
    task->job = g_object_ref (input.job);
  ond_export_async (kind, &input, path, task->cancellable, of_maps ? maps_exported : exported,
                    task);
}

typedef struct
{
  OndWindow *window;
  OndExport kind;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->window);
  g_free (request);
}

/* A name without an ending gets that of the suggestion. Nobody has been asked about that file:
 * where there is one *problem says so. */
static char *
complete_name (const char *path, OndExport kind, char **problem)
{
  g_autofree char *base = g_path_get_basename (path);
  char *whole = strchr (base, '.') == NULL
                    ? g_strconcat (path, strrchr (ond_exports[kind].help, '.'), NULL)
                    : g_strdup (path);

  *problem = NULL;
  if (strcmp (whole, path) != 0 && g_file_test (whole, G_FILE_TEST_EXISTS))
    {
      g_autofree char *name = g_filename_display_basename (whole);

      *problem = g_strdup_printf ("%s is there already: choose it by its whole name", name);
    }
  return whole;
}

static void
chosen (GFile *file, gpointer data)
{
  Request *request = data;
  g_autofree char *path = g_file_get_path (file), *whole = NULL, *problem = NULL;

  if (ond_window_get_session (request->window) == NULL) /* closed meanwhile */
    return;
  if (path == NULL)
    problem = g_strdup ("Exports go to files of this computer only");
  else
    whole = complete_name (path, request->kind, &problem);
  if (problem == NULL)
    ond_export_actions_run (request->window, request->kind, whole);
  else
    g_object_set (ond_window_get_session (request->window), "message", problem, NULL);
}

static void export(G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OndWindow *window = data;
  g_autofree char *suggestion = NULL;
  Request *request;
  int kind;

  if (!ond_choice_parse (ond_exports, "export", g_variant_get_string (parameter, NULL), &kind,
                         NULL))
    return;
  request = g_new (Request, 1);
  *request = (Request){ g_object_ref (window), kind };
  suggestion = ond_export_suggest_name (kind, ond_window_get_session (window));
  ond_file_dialog_save (GTK_WINDOW (window), "Export", suggestion, chosen, request, request_free);
}

void
ond_export_actions_add (OndWindow *window)
{
  static const GActionEntry entries[] = {
    { .name = "export", .activate = export, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), window);
}
