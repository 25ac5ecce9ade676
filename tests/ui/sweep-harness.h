/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps and questions in a window, for the tests of a whole window. */
#pragma once

#include "window-harness.h"

G_GNUC_UNUSED static const char *const small[OND_N_PARAMETERS] = { "0:180:6", "0:180:4", "2,5",
                                                                   "1.5,3" };

/* Longer than any test: minutes. */
G_GNUC_UNUSED static const char *const endless[OND_N_PARAMETERS] = { "0:180:100", "0:180:100",
                                                                     "2,5,10", "1.5,3" };

static OndSweepPanel *
sweep_panel (Fixture *self)
{
  return ond_window_get_sweep_panel (self->window);
}

static OndSweepJob *
sweep_job (Fixture *self)
{
  return ond_sweep_panel_get_job (sweep_panel (self));
}

G_GNUC_UNUSED static void
run_sweep (Fixture *self, const char *const ranges[OND_N_PARAMETERS])
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_sweep_panel_set_range (sweep_panel (self), p, ranges[p]);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.sweep", NULL);
  UI_WAIT (sweep_job (self) != NULL);
}

G_GNUC_UNUSED static void
finish_sweep (Fixture *self, const char *const ranges[OND_N_PARAMETERS])
{
  OndSweepJob *job;

  run_sweep (self, ranges);
  job = sweep_job (self);
  UI_WAIT (ond_sweep_job_get_state (job) != OND_SWEEP_RUNNING);
  g_assert_cmpint (ond_sweep_job_get_state (job), ==, OND_SWEEP_DONE);
}

G_GNUC_UNUSED static GtkWidget *
find_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        return window;
    }
  return NULL;
}

/* As its buttons do: the response, and the dialog goes. */
G_GNUC_UNUSED static void
answer (const char *response)
{
  GtkWidget *dialog = find_dialog ();

  g_assert_nonnull (dialog);
  g_assert_true (adw_message_dialog_has_response (ADW_MESSAGE_DIALOG (dialog), response));
  g_object_ref (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
  g_assert_null (find_dialog ());
}

G_GNUC_UNUSED static char *
dup_message (Fixture *self)
{
  char *message;

  g_object_get (self->session, "message", &message, NULL);
  return message;
}
