/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-play.h"

#define STEP_MS 100

struct _OndSlicePlay
{
  OndSession *session; /* while it plays */
  int normal;
  guint timer;
};

OndSlicePlay *
ond_slice_play_new (void)
{
  return g_new0 (OndSlicePlay, 1);
}

void
ond_slice_play_free (OndSlicePlay *self)
{
  ond_slice_play_stop (self);
  g_free (self);
}

static gboolean
play (gpointer data)
{
  OndSlicePlay *self = data;
  OndVolume *volume = ond_session_get_volume (self->session);
  gint32 at[OND_N_AXES];

  if (volume == NULL)
    {
      ond_slice_play_stop (self);
      return G_SOURCE_REMOVE;
    }
  if (ond_session_get_busy (self->session))
    return G_SOURCE_CONTINUE;
  ond_session_get_cross_hair (self->session, at);
  at[self->normal] = (at[self->normal] + 1) % ond_volume_get_geometry (volume)->n[self->normal];
  ond_session_set_cross_hair (self->session, at);
  return G_SOURCE_CONTINUE;
}

void
ond_slice_play_start (OndSlicePlay *self, OndSession *session, int normal)
{
  ond_slice_play_stop (self);
  if (session == NULL || ond_session_get_volume (session) == NULL)
    return;
  self->session = g_object_ref (session);
  self->normal = normal;
  self->timer = g_timeout_add (STEP_MS, play, self);
}

void
ond_slice_play_stop (OndSlicePlay *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->session);
}

gboolean
ond_slice_play_is_playing (OndSlicePlay *self)
{
  return self->timer != 0;
}
