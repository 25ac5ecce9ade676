/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-menu.h"

#define MENU "ond-projection-menu" /* the view's popover */

/* What the menu is about, kept with the popover. */
typedef struct
{
  OndProjectionView *view; /* which owns the popover */
  GSimpleActionGroup *actions;
  gint32 at[OND_N_AXES];
} Menu;

static const struct
{
  int section;
  const char *label, *action;
} items[] = {
  { 0, "Set the _Cross-hair Here", "projection.cross-hair" },
  { 0, "_Fit the Colours", "projection.fit" },
  { 0, "_Reset Contrast and Bias", "projection.neutral" },
  { 1, "Look along _X", "projection.along(0)" },
  { 1, "Look along _Y", "projection.along(1)" },
  { 1, "Look along _Z", "projection.along(2)" },
  { 1, "_First View", "projection.reset" },
  { 2, "_Maximise, or Share the Room", "projection.maximize" },
};

static void
menu_free (gpointer data)
{
  Menu *menu = data;

  g_object_unref (menu->actions);
  g_free (menu);
}

static OndProjection *
get_projection (Menu *menu)
{
  return ond_session_get_projection (ond_projection_view_get_session (menu->view));
}

static void
set_cross_hair (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  Menu *menu = data;

  ond_session_set_cross_hair (ond_projection_view_get_session (menu->view), menu->at);
}

static void
fit (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  OndSession *session = ond_projection_view_get_session (((Menu *) data)->view);

  ond_session_refit (session, ond_session_get_show (session));
}

static void
make_neutral (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  OndSession *session = ond_projection_view_get_session (((Menu *) data)->view);

  ond_display_set_contrast (ond_session_get_display (session), ond_session_get_show (session), 0,
                            0);
}

static void
look_along (G_GNUC_UNUSED GSimpleAction *action, GVariant *value, gpointer data)
{
  ond_projection_look_along (get_projection (data), CLAMP (g_variant_get_int32 (value), 0, 2));
}

static void
reset (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  ond_projection_reset (get_projection (data));
}

static void
maximize (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  g_signal_emit_by_name (((Menu *) data)->view, "maximize");
}

static GMenuModel *
make_model (void)
{
  GMenu *model = g_menu_new (), *section = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (items); i++)
    {
      if (i == 0 || items[i].section != items[i - 1].section)
        {
          section = g_menu_new ();
          g_menu_append_section (model, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
        }
      g_menu_append (section, items[i].label, items[i].action);
    }
  return G_MENU_MODEL (model);
}

static void
set_enabled (Menu *menu, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (menu->actions), name)), enabled);
}

static GtkWidget *
make_popover (OndProjectionView *view)
{
  static const GActionEntry actions[] = {
    { .name = "cross-hair", .activate = set_cross_hair },
    { .name = "fit", .activate = fit },
    { .name = "neutral", .activate = make_neutral },
    { .name = "along", .activate = look_along, .parameter_type = "i" },
    { .name = "reset", .activate = reset },
    { .name = "maximize", .activate = maximize },
  };
  g_autoptr (GMenuModel) model = make_model ();
  GtkWidget *popover = gtk_popover_menu_new_from_model (model);
  Menu *menu = g_new0 (Menu, 1);

  menu->view = view;
  menu->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (menu->actions), actions, G_N_ELEMENTS (actions),
                                   menu);
  gtk_widget_insert_action_group (GTK_WIDGET (view), "projection", G_ACTION_GROUP (menu->actions));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, GTK_WIDGET (view));
  g_object_set_data_full (G_OBJECT (popover), MENU, menu, menu_free);
  g_object_set_data (G_OBJECT (view), MENU, popover);
  return popover;
}

void
ond_projection_menu_popup (OndProjectionView *view, double x, double y)
{
  GtkWidget *popover = g_object_get_data (G_OBJECT (view), MENU);
  OndSession *session = ond_projection_view_get_session (view);
  Menu *menu;

  if (session == NULL || ond_session_get_volume (session) == NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (view)))
    return;
  if (popover == NULL)
    popover = make_popover (view);
  menu = g_object_get_data (G_OBJECT (popover), MENU);
  set_enabled (menu, "cross-hair", ond_projection_view_pick (view, x, y, menu->at));
  set_enabled (menu, "neutral",
               !ond_color_scale_is_neutral (
                   ond_session_get_colors (session, ond_session_get_show (session))));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
ond_projection_menu_remove (OndProjectionView *view)
{
  GtkWidget *popover = g_object_get_data (G_OBJECT (view), MENU);

  if (popover == NULL)
    return;
  gtk_widget_insert_action_group (GTK_WIDGET (view), "projection", NULL);
  g_object_set_data (G_OBJECT (view), MENU, NULL);
  gtk_widget_unparent (popover);
}
