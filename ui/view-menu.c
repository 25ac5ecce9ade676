/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "view-menu.h"

#define MENU "ond-view-menu" /* of a view, and of its popover, which frees it */

typedef struct
{
  const OndViewMenu *menu;
  GtkWidget *popover; /* the view's child */
  GSimpleActionGroup *actions;
  gpointer about;
} Made;

static void
made_free (gpointer data)
{
  Made *made = data;

  g_object_unref (made->actions);
  g_free (made->about);
  g_free (made);
}

static GMenuModel *
make_model (const OndViewMenu *menu)
{
  GMenu *model = g_menu_new (), *section = NULL;

  for (gsize i = 0; i < menu->n_items; i++)
    {
      if (i == 0 || menu->items[i].section != menu->items[i - 1].section)
        {
          section = g_menu_new ();
          g_menu_append_section (model, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
        }
      g_menu_append (section, menu->items[i].label, menu->items[i].action);
    }
  return G_MENU_MODEL (model);
}

gpointer
ond_view_menu_ensure (GtkWidget *view, const OndViewMenu *menu, gsize size)
{
  Made *made = g_object_get_data (G_OBJECT (view), MENU);
  g_autoptr (GMenuModel) model = NULL;

  if (made != NULL)
    return made->about;
  model = make_model (menu);
  made = g_new0 (Made, 1);
  made->menu = menu;
  made->about = g_malloc0 (size);
  made->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (made->actions), menu->actions,
                                   (int) menu->n_actions, made->about);
  gtk_widget_insert_action_group (view, menu->group, G_ACTION_GROUP (made->actions));
  made->popover = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (made->popover), FALSE);
  gtk_widget_set_halign (made->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (made->popover, view);
  g_object_set_data_full (G_OBJECT (made->popover), MENU, made, made_free);
  g_object_set_data (G_OBJECT (view), MENU, made);
  return made->about;
}

void
ond_view_menu_enable (GtkWidget *view, const char *action, gboolean enabled)
{
  Made *made = g_object_get_data (G_OBJECT (view), MENU);

  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (made->actions), action)), enabled);
}

void
ond_view_menu_popup (GtkWidget *view, double x, double y)
{
  Made *made = g_object_get_data (G_OBJECT (view), MENU);

  gtk_popover_set_pointing_to (GTK_POPOVER (made->popover),
                               &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (made->popover));
}

guint
ond_view_menu_delay (GtkWidget *view, GSourceFunc show, gpointer data)
{
  int wait;

  g_object_get (gtk_widget_get_settings (view), "gtk-double-click-time", &wait, NULL);
  return g_timeout_add ((guint) wait, show, data);
}

void
ond_view_menu_remove (GtkWidget *view)
{
  Made *made = g_object_get_data (G_OBJECT (view), MENU);

  if (made == NULL)
    return;
  gtk_widget_insert_action_group (view, made->menu->group, NULL);
  g_object_set_data (G_OBJECT (view), MENU, NULL);
  gtk_widget_unparent (made->popover);
}
