/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-menu.h"

#include "best-actions.h"

#include <math.h>

#define MENU "ond-slice-menu" /* the view's popover */

/* What the menu is about, kept with the popover. */
typedef struct
{
  OndSliceView *view; /* which owns the popover */
  GSimpleActionGroup *actions;
  double at[OND_N_AXES];
} Menu;

static const struct
{
  int section;
  const char *label, *action;
} items[] = {
  { 0, "Set the _Cross-hair Here", "slice.cross-hair" },
  { 0, "_Take the Best Wavelet Here", "slice.take-best" },
  { 0, "_Fit the Colours", "slice.fit" },
  { 0, "_Reset Contrast and Bias", "slice.neutral" },
  { 1, "Copy the Rea_dout", "win.copy-readout" },
  { 2, "Draw a Bo_x", "win.region-box" },
  { 2, "Draw an E_llipse", "win.region-ellipse" },
  { 3, "_Whole Slice", "view.zoom-fit" },
  { 3, "One Pixel a _Voxel", "view.zoom-one" },
  { 4, "_Blink Image and Response", "view.blink" },
  { 4, "_Maximise, or Share the Room", "slice.maximize" },
  { 5, "_Export the Slices…", "win.export::view" },
};

static void
menu_free (gpointer data)
{
  Menu *menu = data;

  g_object_unref (menu->actions);
  g_free (menu);
}

static void
get_voxel (const Menu *menu, gint32 voxel[OND_N_AXES])
{
  for (int i = 0; i < OND_N_AXES; i++)
    voxel[i] = (gint32) floor (menu->at[i] + 0.5);
}

static void
set_cross_hair (Menu *menu)
{
  gint32 voxel[OND_N_AXES];

  get_voxel (menu, voxel);
  ond_session_set_cross_hair (ond_slice_view_get_session (menu->view), voxel);
}

static void
take_best (Menu *menu)
{
  gint32 voxel[OND_N_AXES];

  get_voxel (menu, voxel);
  ond_best_take_at (ond_slice_view_get_session (menu->view), voxel);
}

static void
fit (Menu *menu)
{
  OndSession *session = ond_slice_view_get_session (menu->view);

  ond_session_refit (session, ond_session_get_show (session));
}

static void
make_neutral (Menu *menu)
{
  OndSession *session = ond_slice_view_get_session (menu->view);

  ond_display_set_contrast (ond_session_get_display (session), ond_session_get_show (session), 0,
                            0);
}

static void
maximize (Menu *menu)
{
  g_signal_emit_by_name (menu->view, "maximize");
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
make_popover (OndSliceView *view)
{
  static const struct
  {
    const char *name;
    void (*activate) (Menu *menu);
  } actions[] = {
    { "cross-hair", set_cross_hair }, { "take-best", take_best }, { "fit", fit },
    { "neutral", make_neutral },      { "maximize", maximize },
  };
  g_autoptr (GMenuModel) model = make_model ();
  GtkWidget *popover = gtk_popover_menu_new_from_model (model);
  Menu *menu = g_new0 (Menu, 1);

  menu->view = view;
  menu->actions = g_simple_action_group_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (actions[i].name, NULL);

      g_signal_connect_swapped (action, "activate", G_CALLBACK (actions[i].activate), menu);
      g_action_map_add_action (G_ACTION_MAP (menu->actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (view), "slice", G_ACTION_GROUP (menu->actions));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, GTK_WIDGET (view));
  g_object_set_data_full (G_OBJECT (popover), MENU, menu, menu_free);
  g_object_set_data (G_OBJECT (view), MENU, popover);
  return popover;
}

void
ond_slice_menu_popup (OndSliceView *view, double x, double y)
{
  GtkWidget *popover = g_object_get_data (G_OBJECT (view), MENU);
  OndSession *session = ond_slice_view_get_session (view);
  gboolean picked;
  Menu *menu;

  if (session == NULL || ond_session_get_volume (session) == NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (view))) /* hidden while it waited */
    return;
  if (popover == NULL)
    popover = make_popover (view);
  menu = g_object_get_data (G_OBJECT (popover), MENU);
  picked = ond_slice_view_pick (view, x, y, menu->at);
  set_enabled (menu, "cross-hair", picked);
  set_enabled (menu, "take-best",
               picked && ond_best_layer_get (ond_session_get_best (session)) != NULL);
  set_enabled (menu, "neutral",
               !ond_color_scale_is_neutral (
                   ond_session_get_colors (session, ond_session_get_show (session))));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
ond_slice_menu_remove (OndSliceView *view)
{
  GtkWidget *popover = g_object_get_data (G_OBJECT (view), MENU);

  if (popover == NULL)
    return;
  gtk_widget_insert_action_group (GTK_WIDGET (view), "slice", NULL);
  g_object_set_data (G_OBJECT (view), MENU, NULL);
  gtk_widget_unparent (popover);
}
