/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "focus.h"

GtkWidget *
ond_focus_take (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !(focus == widget || gtk_widget_is_ancestor (focus, widget)))
    return NULL;
  gtk_root_set_focus (root, NULL);
  return focus;
}

void
ond_focus_hide (GtkWidget *widget)
{
  gboolean had = ond_focus_take (widget) != NULL;
  GtkWidget *parent = gtk_widget_get_parent (widget);

  gtk_widget_set_visible (widget, FALSE);
  while (had && parent != NULL && !gtk_widget_child_focus (parent, GTK_DIR_TAB_FORWARD))
    parent = gtk_widget_get_parent (parent);
}
