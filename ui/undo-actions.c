/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "undo-actions.h"

/* What the two actions share; lives as long as the window. */
typedef struct
{
  GtkApplicationWindow *window;
  OndHistory *history;
  GMenu *menu;
} Undo;

static void
undo_free (gpointer data)
{
  Undo *undo = data;

  g_object_unref (undo->history);
  g_object_unref (undo->menu);
  g_free (undo);
}

/* Mnemonic characters of the text are none. */
static void
append_entry (GMenu *menu, const char *verb, const char *text, const char *action)
{
  g_autofree char *label = text != NULL ? g_strdup_printf ("%s %s", verb, text) : g_strdup (verb);

  g_menu_append (menu, label, action);
}

static void
enable (Undo *undo, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (undo->window), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
history_changed (Undo *undo)
{
  g_autofree char *back = ond_history_dup_undo_text (undo->history);
  g_autofree char *forth = ond_history_dup_redo_text (undo->history);

  enable (undo, "undo", back != NULL);
  enable (undo, "redo", forth != NULL);
  g_menu_remove_all (undo->menu);
  append_entry (undo->menu, "_Undo", back, "win.undo");
  append_entry (undo->menu, "_Redo", forth, "win.redo");
}

/* The session may outlive the window for a moment. */
static void
window_destroyed (Undo *undo)
{
  g_signal_handlers_disconnect_by_data (undo->history, undo);
}

/* Text that is being typed has a history of its own. A spin button shows the session's value: what
 * it would take back is a parameter. */
static gboolean
text_takes (Undo *undo, const char *action)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (undo->window));

  return GTK_IS_TEXT (focus) && gtk_widget_get_ancestor (focus, GTK_TYPE_SPIN_BUTTON) == NULL
         && gtk_widget_activate_action (focus, action, NULL);
}

static void
undo_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                gpointer data)
{
  Undo *undo = data;

  if (!text_takes (undo, "text.undo"))
    ond_history_undo (undo->history);
}

static void
redo_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                gpointer data)
{
  Undo *undo = data;

  if (!text_takes (undo, "text.redo"))
    ond_history_redo (undo->history);
}

void
ond_undo_actions_pressed (OndHistory *history, GtkWidget *widget)
{
  if (widget == NULL || gtk_widget_get_ancestor (widget, GTK_TYPE_SPIN_BUTTON) == NULL)
    ond_history_begin (history);
}

/* Every press and release passes here before any widget sees it, whoever takes it then. */
static gboolean
pointer_event (GtkEventController *controller, GdkEvent *event, Undo *undo)
{
  GtkWidget *window = gtk_event_controller_get_widget (controller);
  double x, y, offset_x, offset_y;

  switch (gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      gtk_native_get_surface_transform (GTK_NATIVE (window), &offset_x, &offset_y);
      if (gdk_event_get_position (event, &x, &y))
        ond_undo_actions_pressed (
            undo->history, gtk_widget_pick (window, x - offset_x, y - offset_y, GTK_PICK_DEFAULT));
      break;
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_END:
    case GDK_TOUCH_CANCEL:
      ond_history_end (undo->history);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

void
ond_undo_actions_install (GtkApplicationWindow *window, OndHistory *history, GMenu *menu)
{
  static const GActionEntry actions[] = {
    { .name = "undo", .activate = undo_activated },
    { .name = "redo", .activate = redo_activated },
  };
  GtkEventController *pointer = gtk_event_controller_legacy_new ();
  Undo *undo = g_new (Undo, 1);

  *undo = (Undo){ window, g_object_ref (history), g_object_ref (menu) };
  g_object_set_data_full (G_OBJECT (window), "ond-undo", undo, undo_free);
  g_action_map_add_action_entries (G_ACTION_MAP (window), actions, G_N_ELEMENTS (actions), undo);
  g_signal_connect_swapped (history, "changed", G_CALLBACK (history_changed), undo);
  g_signal_connect_swapped (window, "destroy", G_CALLBACK (window_destroyed), undo);
  gtk_event_controller_set_propagation_phase (pointer, GTK_PHASE_CAPTURE);
  g_signal_connect (pointer, "event", G_CALLBACK (pointer_event), undo);
  gtk_widget_add_controller (GTK_WIDGET (window), pointer);
  history_changed (undo);
}
