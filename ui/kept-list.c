/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kept-list.h"

#include <adwaita.h>

#define MAX_SHOWN 2

/* "Today, 14:05", "Yesterday, 09:30", "24 November". */
static char *
dup_time (gint64 seconds)
{
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (seconds),
                        now = g_date_time_new_now_local (), day = NULL;

  if (then == NULL)
    return g_strdup ("Some time ago");
  day = g_date_time_add_days (now, -1);
  if (g_date_time_get_year (then) == g_date_time_get_year (now)
      && g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (now))
    return g_date_time_format (then, "Today, %H:%M");
  if (g_date_time_get_year (then) == g_date_time_get_year (day)
      && g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (day))
    return g_date_time_format (then, "Yesterday, %H:%M");
  return g_date_time_format (then, "%e %B");
}

static GtkWidget *
make_row (const OndKeptSweep *kept)
{
  GtkWidget *row = adw_action_row_new (),
            *discard = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *time = dup_time (kept->ended);
  g_autofree char *name = g_strdup_printf ("Discard the sweep of %s", kept->name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), kept->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), time);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  gtk_widget_set_tooltip_text (row, "Resume this sweep");
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", kept->path);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.resume-sweep");
  gtk_widget_set_tooltip_text (discard, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (discard), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_widget_set_valign (discard, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (discard, "flat");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (discard), "s", kept->path);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (discard), "win.discard-sweep");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), discard);
  return row;
}

void
ond_kept_list_show (const char *folder, GtkListBox *list, GtkWidget *box)
{
  g_autoptr (GPtrArray) kept = ond_sweep_store_list (folder);

  while (gtk_list_box_get_row_at_index (list, 0) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (gtk_list_box_get_row_at_index (list, 0)));
  for (guint i = 0; i < MIN (kept->len, MAX_SHOWN); i++)
    gtk_list_box_append (list, make_row (kept->pdata[i]));
  gtk_widget_set_visible (box, kept->len > 0);
}
