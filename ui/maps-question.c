/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "maps-question.h"

#include <adwaita.h>

#define ASKED "ond-maps-question" /* of a window: the dialog that is open */

typedef struct
{
  OndSweepPanel *panel;
  void (*proceed) (gpointer data);
  gpointer data;
  GDestroyNotify destroy;
} Question;

static void
question_free (gpointer data, G_GNUC_UNUSED GClosure *closure)
{
  Question *question = data;

  if (question->destroy != NULL)
    question->destroy (question->data);
  g_object_unref (question->panel);
  g_free (question);
}

static void
answered (G_GNUC_UNUSED AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Question *question = data;

  if (g_str_equal (response, "later"))
    ond_sweep_panel_leave (question->panel);
  if (!g_str_equal (response, "cancel"))
    question->proceed (question->data);
}

static void
forget (GtkWindow *parent)
{
  g_object_set_data (G_OBJECT (parent), ASKED, NULL);
}

static GtkWidget *
make_dialog (GtkWindow *parent, OndSweepPanel *panel)
{
  OndSweepJob *job = ond_sweep_panel_get_job (panel);
  gboolean running = ond_sweep_job_get_state (job) == OND_SWEEP_RUNNING,
           kept = ond_sweep_panel_is_kept (panel);
  g_autofree char *text = g_strdup_printf (
      "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " points are done and not exported.%s",
      ond_sweep_job_get_n_done (job), ond_sweep_job_get_n_total (job),
      kept ? " They can be kept for another time." : " They will be lost.");
  GtkWidget *dialog =
      adw_message_dialog_new (parent, running ? "Stop the Sweep?" : "Discard the Maps?", text);
  AdwMessageDialog *question = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_response (question, "cancel", running ? "_Go On" : "_Stay");
  adw_message_dialog_add_response (question, "discard", "_Discard");
  if (kept)
    adw_message_dialog_add_response (question, "later", "_Keep for Later");
  adw_message_dialog_set_response_appearance (question, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (question, "cancel");
  adw_message_dialog_set_close_response (question, "cancel");
  return dialog;
}

void
ond_maps_question_ask (GtkWindow *parent, OndSweepPanel *panel, void (*proceed) (gpointer data),
                       gpointer data, GDestroyNotify destroy)
{
  GtkWindow *asked = g_object_get_data (G_OBJECT (parent), ASKED);
  gboolean unsaved = ond_sweep_panel_has_unsaved (panel);
  Question *question;
  GtkWidget *dialog;

  if (!unsaved || asked != NULL)
    {
      if (!unsaved)
        proceed (data);
      else
        gtk_window_present (asked);
      if (destroy != NULL)
        destroy (data);
      return;
    }
  question = g_new (Question, 1);
  *question = (Question){ g_object_ref (panel), proceed, data, destroy };
  dialog = make_dialog (parent, panel);
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered), question, question_free, 0);
  g_object_set_data (G_OBJECT (parent), ASKED, dialog);
  g_signal_connect_object (dialog, "destroy", G_CALLBACK (forget), parent, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
