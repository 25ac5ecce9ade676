/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "maps-question.h"

#include <adwaita.h>

typedef struct
{
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
  g_free (question);
}

static void
answered (G_GNUC_UNUSED AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Question *question = data;

  if (g_str_equal (response, "discard"))
    question->proceed (question->data);
}

void
ond_maps_question_ask (GtkWindow *parent, OndSweepPanel *panel, void (*proceed) (gpointer data),
                       gpointer data, GDestroyNotify destroy)
{
  Question *question;
  AdwMessageDialog *dialog;

  if (!ond_sweep_panel_has_unsaved (panel))
    {
      proceed (data);
      if (destroy != NULL)
        destroy (data);
      return;
    }
  question = g_new (Question, 1);
  *question = (Question){ proceed, data, destroy };
  dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (parent, "Discard the Maps?",
                              "The maps of this sweep have not been exported and will be lost."));
  adw_message_dialog_add_responses (dialog, "cancel", "_Keep Them", "discard", "_Discard", NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
