/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-task.h"

#include "task-row.h"

OndWindowTask *
ond_window_task_new (GtkWindow *window, GtkBox *rows, const char *verb, const char *name)
{
  OndWindowTask *self = g_new0 (OndWindowTask, 1);
  g_autofree char *text = g_strdup_printf ("%s %s…", verb, name);

  self->window = g_object_ref (window);
  self->rows = g_object_ref (rows);
  self->cancellable = g_cancellable_new ();
  self->name = g_strdup (name);
  self->application = G_APPLICATION (gtk_window_get_application (window));
  if (self->application != NULL)
    g_application_hold (g_object_ref (self->application));
  self->row = g_object_ref_sink (ond_task_row_new (text, self->cancellable));
  gtk_box_append (rows, self->row);
  return self;
}

void
ond_window_task_inhibit (OndWindowTask *self)
{
  if (self->application != NULL && self->inhibitor == 0)
    self->inhibitor =
        gtk_application_inhibit (GTK_APPLICATION (self->application), self->window,
                                 GTK_APPLICATION_INHIBIT_SUSPEND | GTK_APPLICATION_INHIBIT_LOGOUT,
                                 "A file is being written");
}

void
ond_window_task_free (OndWindowTask *self)
{
  /* The row has left when the window was closed meanwhile. */
  if (gtk_widget_get_parent (self->row) == GTK_WIDGET (self->rows))
    gtk_box_remove (self->rows, self->row);
  g_object_unref (self->row);
  g_object_unref (self->rows);
  if (self->inhibitor != 0)
    gtk_application_uninhibit (GTK_APPLICATION (self->application), self->inhibitor);
  if (self->application != NULL)
    g_application_release (self->application);
  g_clear_object (&self->application);
  g_clear_object (&self->job);
  g_object_unref (self->window);
  g_object_unref (self->cancellable);
  g_free (self->name);
  g_free (self);
}
