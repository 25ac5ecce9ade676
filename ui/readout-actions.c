/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readout-actions.h"

#include "readout.h"
#include "window.h"

static const char *const numberings[] = { "0", "1" };

GMenuModel *
ond_readout_menu_new (void)
{
  static const char *const items[][3] = {
    { "Voxels Count from _1, as in FITS", "win.first-voxel::1", NULL },
    { "Voxels Count from _0, as in NumPy", "win.first-voxel::0", NULL },
    { "_Sexagesimal", "win.coordinates::sexagesimal", NULL },
    { "_Degrees", "win.coordinates::degrees", NULL },
    { "_Freeze the Readout", "win.freeze-readout", "f" },
    { "_Copy the Readout", "win.copy-readout", "c" },
  };
  GMenu *menu = g_menu_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (items); i += 2)
    {
      g_autoptr (GMenu) section = g_menu_new ();

      for (gsize k = i; k < i + 2; k++)
        {
          g_autoptr (GMenuItem) item = g_menu_item_new (items[k][0], items[k][1]);

          if (items[k][2] != NULL)
            g_menu_item_set_attribute (item, "accel", "s", items[k][2]);
          g_menu_append_item (section, item);
        }
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    }
  return G_MENU_MODEL (menu);
}

static GSimpleAction *
get_action (OndWindow *window, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (window), name));
}

static void
freeze_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  OndReadout *readout = ond_window_get_readout (data);

  ond_readout_set_frozen (readout, g_variant_get_boolean (state));
  g_simple_action_set_state (action, g_variant_new_boolean (ond_readout_get_frozen (readout)));
}

static void
copy_activated (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,
                gpointer data)
{
  g_autofree char *text = ond_readout_get_text (ond_window_get_readout (data));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (data), text);
  ond_window_toast (data, "Copied the readout");
}

/* The state follows from the session: coordinates_changed(). */
static void
first_voxel_changed (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer data)
{
  const char *text = g_variant_get_string (state, NULL);
  OndCoordinates *coordinates = ond_session_get_coordinates (ond_window_get_session (data));

  for (int i = 0; i < (int) G_N_ELEMENTS (numberings); i++)
    if (g_str_equal (text, numberings[i]))
      ond_coordinates_set_first (coordinates, i);
}

static void
style_changed (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer data)
{
  OndCoordinates *coordinates = ond_session_get_coordinates (ond_window_get_session (data));
  int style;

  if (ond_choice_parse (ond_world_styles, "style", g_variant_get_string (state, NULL), &style,
                        NULL))
    ond_coordinates_set_style (coordinates, (OndWorldStyle) style);
}

static void
coordinates_changed (OndCoordinates *coordinates, OndWindow *window)
{
  g_simple_action_set_state (
      get_action (window, "first-voxel"),
      g_variant_new_string (numberings[ond_coordinates_get_first (coordinates)]));
  g_simple_action_set_state (
      get_action (window, "coordinates"),
      g_variant_new_string (ond_world_styles[ond_coordinates_get_style (coordinates)].name));
}

/* The readout has thawed by now, or does: the state is what it will be. */
static void
volume_changed (OndSession *session, OndWindow *window)
{
  gboolean open = ond_session_get_volume (session) != NULL;

  g_simple_action_set_state (get_action (window, "freeze-readout"), g_variant_new_boolean (FALSE));
  g_simple_action_set_enabled (get_action (window, "freeze-readout"), open);
  g_simple_action_set_enabled (get_action (window, "copy-readout"), open);
}

void
ond_readout_actions_add (OndWindow *window)
{
  static const GActionEntry entries[] = {
    { .name = "freeze-readout", .state = "false", .change_state = freeze_changed },
    { .name = "copy-readout", .activate = copy_activated },
    { .name = "first-voxel",
      .parameter_type = "s",
      .state = "'1'",
      .change_state = first_voxel_changed },
    { .name = "coordinates",
      .parameter_type = "s",
      .state = "'sexagesimal'",
      .change_state = style_changed },
  };
  OndSession *session = ond_window_get_session (window);
  OndCoordinates *coordinates = ond_session_get_coordinates (session);

  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), window);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), window, 0);
  g_signal_connect_object (coordinates, "changed", G_CALLBACK (coordinates_changed), window, 0);
  volume_changed (session, window);
  coordinates_changed (coordinates, window);
}
