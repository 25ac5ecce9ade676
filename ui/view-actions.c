/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "view-actions.h"

/* A key goes this far; two double the zoom. */
#define STEP 1.4142135623730951

/* Keys know no pointer: out of the fit, the cross-hair comes into the middle. */
static void
zoom_to (OndSession *session, double factor)
{
  OndZoom *zoom = ond_session_get_zoom (session);
  double centre[OND_N_AXES];
  gint32 at[OND_N_AXES];

  ond_zoom_get_centre (zoom, centre);
  ond_session_get_cross_hair (session, at);
  for (int i = 0; i < OND_N_AXES && ond_zoom_get_fits (zoom); i++)
    centre[i] = at[i];
  ond_zoom_set (zoom, factor, centre);
}

static void
zoom_in (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer session)
{
  zoom_to (session, ond_zoom_get_factor (ond_session_get_zoom (session)) * STEP);
}

static void
zoom_out (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer session)
{
  zoom_to (session, ond_zoom_get_factor (ond_session_get_zoom (session)) / STEP);
}

static void
zoom_fit (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer session)
{
  ond_zoom_fit (ond_session_get_zoom (session));
}

static void
zoom_one (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer session)
{
  zoom_to (session, 1);
}

static void
blink (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer session)
{
  OndShow now;

  ond_session_set_blinking (session,
                            !ond_layers_get_blink (ond_session_get_layers (session), &now));
}

static const struct
{
  const char *name;
  void (*activate) (GSimpleAction *action, GVariant *parameter, gpointer session);
} entries[] = {
  { "zoom-in", zoom_in },   { "zoom-out", zoom_out }, { "zoom-fit", zoom_fit },
  { "zoom-one", zoom_one }, { "blink", blink },
};

/* The check mark of a menu follows the session. */
static void
display_changed (OndSession *session, GActionMap *map)
{
  OndShow now;

  g_simple_action_set_state (
      G_SIMPLE_ACTION (g_action_map_lookup_action (map, "blink")),
      g_variant_new_boolean (ond_layers_get_blink (ond_session_get_layers (session), &now)));
}

static void
volume_changed (OndSession *session, GActionMap *map)
{
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    g_simple_action_set_enabled (
        G_SIMPLE_ACTION (g_action_map_lookup_action (map, entries[i].name)),
        ond_session_get_volume (session) != NULL);
}

/* Menus may keep the actions for longer than there is a session: no reference, and no call
 * afterwards. */
void
ond_view_actions_add (GtkWidget *widget, OndSession *session)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (GSimpleAction) action =
          entries[i].activate == blink
              ? g_simple_action_new_stateful (entries[i].name, NULL, g_variant_new_boolean (FALSE))
              : g_simple_action_new (entries[i].name, NULL);

      g_signal_connect_object (action, "activate", G_CALLBACK (entries[i].activate), session, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), group, 0);
  g_signal_connect_object (session, "display-changed", G_CALLBACK (display_changed), group, 0);
  volume_changed (session, G_ACTION_MAP (group));
  gtk_widget_insert_action_group (widget, "view", G_ACTION_GROUP (group));
}
