/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recent.h"

#include "session-file.h"

#include <adwaita.h>

#define GROUP "Ondelette"

#define MAX_IN_MENU 8
#define MAX_IN_LIST 4 /* that fit under the start page's buttons at 800 pixels */

void
ond_recent_add (GtkRecentManager *manager, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file), *path = g_file_get_path (file);
  gboolean is_session = path != NULL && ond_session_file_has_name (path);
  const char *groups[] = { GROUP, NULL };
  const GtkRecentData data = {
    .mime_type = (char *) (is_session ? "application/x-ondelette-session" : "application/fits"),
    .app_name = (char *) GROUP,
    .app_exec = (char *) "ondelette %f",
    .groups = (char **) groups,
  };

  gtk_recent_manager_add_full (manager, uri, &data);
}

static int
compare_visits (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((gpointer) b),
                              gtk_recent_info_get_modified ((gpointer) a));
}

/* Newest first, of GtkRecentInfo; free with g_list_free_full() and gtk_recent_info_unref(). */
static GList *
list_files (GtkRecentManager *manager)
{
  GList *all = manager != NULL ? gtk_recent_manager_get_items (manager) : NULL, *kept = NULL;

  for (GList *i = all; i != NULL; i = i->next)
    if (gtk_recent_info_has_group (i->data, GROUP) && gtk_recent_info_exists (i->data))
      kept = g_list_prepend (kept, i->data);
    else
      gtk_recent_info_unref (i->data);
  g_list_free (all);
  return g_list_sort (kept, compare_visits);
}

/* An underscore in a name is no mnemonic. */
static char *
dup_label (GtkRecentInfo *info)
{
  g_auto (GStrv) parts = g_strsplit (gtk_recent_info_get_display_name (info), "_", -1);

  return g_strjoinv ("__", parts);
}

static void
append_to_menu (GMenu *menu, GtkRecentInfo *info)
{
  g_autofree char *label = dup_label (info);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.open-recent", "s", gtk_recent_info_get_uri (info));
  g_menu_append_item (menu, item);
}

/* The folder as people write it: "~/cubes". */
static char *
dup_folder (GtkRecentInfo *info)
{
  g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (info), NULL, NULL);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : g_strdup ("");
  gsize home = strlen (g_get_home_dir ());

  if (g_str_has_prefix (folder, g_get_home_dir ()) && (folder[home] == '/' || folder[home] == '\0'))
    {
      g_autofree char *below = g_strconcat ("~", folder + home, NULL);

      return g_filename_display_name (below);
    }
  return g_filename_display_name (folder);
}

static void
append_to_list (GtkListBox *list, GtkRecentInfo *info)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *folder = dup_folder (info);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 gtk_recent_info_get_display_name (info));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", gtk_recent_info_get_uri (info));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-recent");
  gtk_list_box_append (list, row);
}

typedef struct
{
  GtkRecentManager *manager; /* NULL: none */
  GMenu *menu;
  GtkListBox *list; /* owns this */
  GtkWidget *box;
} Shown;

static void
fill (Shown *shown)
{
  GList *files = list_files (shown->manager);
  int n = 0;

  g_menu_remove_all (shown->menu);
  while (gtk_list_box_get_row_at_index (shown->list, 0) != NULL)
    gtk_list_box_remove (shown->list, GTK_WIDGET (gtk_list_box_get_row_at_index (shown->list, 0)));
  for (GList *i = files; i != NULL; i = i->next, n++)
    {
      if (n < MAX_IN_MENU)
        append_to_menu (shown->menu, i->data);
      if (n < MAX_IN_LIST)
        append_to_list (shown->list, i->data);
    }
  gtk_widget_set_visible (shown->box, n > 0);
  g_list_free_full (files, (GDestroyNotify) gtk_recent_info_unref);
}

static void
stop (Shown *shown)
{
  if (shown->manager != NULL)
    g_signal_handlers_disconnect_by_data (shown->manager, shown);
}

static void
shown_free (gpointer data)
{
  Shown *shown = data;

  stop (shown);
  g_clear_object (&shown->manager);
  g_object_unref (shown->menu);
  g_free (shown);
}

void
ond_recent_show (GtkRecentManager *manager, GMenu *menu, GtkListBox *list, GtkWidget *box)
{
  Shown *shown;

  g_return_if_fail (g_object_get_data (G_OBJECT (list), "ond-recent") == NULL);
  shown = g_new0 (Shown, 1);
  shown->manager = manager != NULL ? g_object_ref (manager) : NULL;
  shown->menu = g_object_ref (menu);
  shown->list = list;
  shown->box = box;
  g_object_set_data_full (G_OBJECT (list), "ond-recent", shown, shown_free);
  if (manager != NULL)
    g_signal_connect_swapped (manager, "changed", G_CALLBACK (fill), shown);
  g_signal_connect_swapped (list, "destroy", G_CALLBACK (stop), shown);
  fill (shown);
}
