/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "task-row.h"

static void
cancel (GCancellable *cancellable)
{
  g_cancellable_cancel (cancellable);
}

GtkWidget *
ond_task_row_new (const char *text, GCancellable *cancellable)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *spinner = gtk_spinner_new ();
  GtkWidget *label = gtk_label_new (text), *button = gtk_button_new_with_label ("Cancel");

  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  g_signal_connect_object (button, "clicked", G_CALLBACK (cancel), cancellable, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (row, "task-row");
  gtk_box_append (GTK_BOX (row), spinner);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), button);
  return row;
}
