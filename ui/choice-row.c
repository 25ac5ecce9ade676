/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "choice-row.h"

#define CHOICES "ond-choices" /* the drop-down's table */

static void
show_help (GtkDropDown *drop_down)
{
  const OndChoice *choices = g_object_get_data (G_OBJECT (drop_down), CHOICES);
  guint i = gtk_drop_down_get_selected (drop_down);

  gtk_widget_set_tooltip_text (GTK_WIDGET (drop_down),
                               i != GTK_INVALID_LIST_POSITION ? choices[i].help : NULL);
}

GtkWidget *
ond_choice_row_new (const char *title, const OndChoice *choices, GtkDropDown **drop_down)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = gtk_label_new (title),
            *list;
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (int i = 0; choices[i].name != NULL; i++)
    gtk_string_list_append (titles, choices[i].title);
  list = gtk_drop_down_new (G_LIST_MODEL (titles), NULL);
  g_object_set_data (G_OBJECT (list), CHOICES, (gpointer) choices);
  g_signal_connect (list, "notify::selected", G_CALLBACK (show_help), NULL);
  show_help (GTK_DROP_DOWN (list));
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_size_request (list, 138, -1);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), list);
  *drop_down = GTK_DROP_DOWN (list);
  return row;
}
