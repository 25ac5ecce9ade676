/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wheel.h"

/* GTK's own scroll controllers of the widget, switched as a whole: a controller in phase NONE sees
 * nothing, so the event goes on to the scrolled window. */
static void
set_scroll_phase (GtkWidget *widget, GtkPropagationPhase phase)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, phase);
    }
}

static void
focus_entered (GtkEventControllerFocus *focus)
{
  set_scroll_phase (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus)),
                    GTK_PHASE_BUBBLE);
}

static void
focus_left (GtkEventControllerFocus *focus)
{
  set_scroll_phase (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus)), GTK_PHASE_NONE);
}

void
ond_wheel_needs_focus (GtkWidget *widget)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (focus, "enter", G_CALLBACK (focus_entered), NULL);
  g_signal_connect (focus, "leave", G_CALLBACK (focus_left), NULL);
  gtk_widget_add_controller (widget, focus);
  set_scroll_phase (widget, GTK_PHASE_NONE);
}
