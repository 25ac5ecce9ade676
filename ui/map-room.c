/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map-room.h"

#include "focus.h"

#define HOME "ond-home" /* of the panel while it is away */

/* The focus goes along. */
static void
move (GtkWidget *panel, GtkBox *to, GtkWidget *after)
{
  GtkWidget *focus = ond_focus_take (panel);

  g_object_ref (panel);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (panel)), panel);
  gtk_box_insert_child_after (to, panel, after);
  g_object_unref (panel);
  if (focus != NULL)
    gtk_widget_grab_focus (focus);
}

void
ond_map_room_set (OndMapPanel *panel, GtkWidget *quarters, gboolean in_the_middle)
{
  GtkWidget *widget = GTK_WIDGET (panel), *home;

  if (in_the_middle == ond_map_room_get (quarters))
    return;
  if (in_the_middle)
    {
      home = gtk_widget_get_parent (widget);
      g_object_set_data (G_OBJECT (widget), HOME, home);
      move (widget, GTK_BOX (gtk_widget_get_parent (quarters)), quarters);
      gtk_widget_add_css_class (widget, "map-room");
    }
  else
    {
      home = g_object_steal_data (G_OBJECT (widget), HOME);
      move (widget, GTK_BOX (home), NULL);
      gtk_widget_remove_css_class (widget, "map-room");
    }
  gtk_widget_set_hexpand (widget, in_the_middle);
  if (in_the_middle)
    ond_focus_hide (quarters);
  else
    gtk_widget_set_visible (quarters, TRUE);
  ond_map_panel_set_wide (panel, in_the_middle);
}

gboolean
ond_map_room_get (GtkWidget *quarters)
{
  return !gtk_widget_get_visible (quarters);
}
