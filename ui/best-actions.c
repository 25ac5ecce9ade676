/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "best-actions.h"

/* The norm stays: it is a matter of comparing, not of the voxel. */
void
ond_best_take_at (OndSession *session, const gint32 at[OND_N_AXES])
{
  OndWavelet wavelet;
  float w;

  if (!ond_best_layer_look_up (ond_session_get_best (session), at, &wavelet, &w))
    {
      g_object_set (session, "message", "No best wavelet is known at this voxel", NULL);
      return;
    }
  wavelet.norm = ond_session_get_wavelet (session).norm;
  ond_session_set_wavelet (session, &wavelet);
}

static void
take_best (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer session)
{
  gint32 at[OND_N_AXES];

  ond_session_get_cross_hair (session, at);
  ond_best_take_at (session, at);
}

static void
layer_changed (OndBestLayer *layer, GSimpleAction *action)
{
  g_simple_action_set_enabled (action, ond_best_layer_get (layer) != NULL);
}

/* Menus may keep an action for longer than there is a session: no reference, and no call
 * afterwards. */
void
ond_best_actions_add (GActionMap *window, OndSession *session)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new ("take-best", NULL);
  OndBestLayer *layer = ond_session_get_best (session);

  g_signal_connect_object (action, "activate", G_CALLBACK (take_best), session, 0);
  g_signal_connect_object (layer, "changed", G_CALLBACK (layer_changed), action, 0);
  layer_changed (layer, action);
  g_action_map_add_action (window, G_ACTION (action));
}
