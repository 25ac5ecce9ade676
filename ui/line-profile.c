/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line-profile.h"

#include <math.h>

/* The slice of the response that the axis lies in. */
static int
slice_of (int axis)
{
  return axis == OND_Z ? OND_Y : OND_Z;
}

static void
fill_image (OndLineProfile *self, OndVolume *volume, int axis, const gint32 cross[OND_N_AXES])
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const float *samples = ond_volume_get_samples (volume);
  gint32 at[OND_N_AXES] = { cross[OND_X], cross[OND_Y], cross[OND_Z] };

  for (gsize i = 0; i < self->n; i++)
    {
      at[axis] = (gint32) i;
      self->image[i] = samples[ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z])];
    }
}

static void
fill_response (OndLineProfile *self, OndSession *session, int axis)
{
  int normal = slice_of (axis), width, height;
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const float *slice = ond_session_get_slice (session, OND_SHOW_RESPONSE, normal, &width, &height);
  gint32 at[OND_N_AXES];

  if (slice == NULL)
    return;
  self->response = g_try_new (float, self->n);
  if (self->response == NULL)
    return;
  ond_session_get_slices_at (session, OND_SHOW_RESPONSE, at);
  for (gsize i = 0; i < self->n; i++)
    {
      at[axis] = (gint32) i;
      self->response[i] = slice[(gsize) at[v] * (gsize) width + (gsize) at[h]];
    }
}

void
ond_line_profile_init (OndLineProfile *self, OndSession *session, int axis)
{
  OndVolume *volume = ond_session_get_volume (session);
  gint32 cross[OND_N_AXES];
  gint32 n;

  *self = (OndLineProfile){ 0 };
  if (volume == NULL)
    return;
  n = ond_volume_get_geometry (volume)->n[axis];
  if (axis == OND_Z && n == 1)
    return;
  self->image = g_try_new (float, n);
  if (self->image == NULL)
    return;
  self->n = (gsize) n;
  ond_session_get_cross_hair (session, cross);
  self->at = cross[axis];
  fill_image (self, volume, axis, cross);
  fill_response (self, session, axis);
}

void
ond_line_profile_clear (OndLineProfile *self)
{
  g_clear_pointer (&self->image, g_free);
  g_clear_pointer (&self->response, g_free);
  self->n = 0;
}

static void
append_number (GString *text, float value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (text, ',');
  if (isfinite (value))
    g_string_append (text, g_ascii_formatd (number, sizeof number, "%.9g", (double) value));
}

char *
ond_line_profile_dup_csv (OndSession *session)
{
  GString *text = g_string_new ("axis,voxel,image,response\n");
  const gsize first = (gsize) ond_coordinates_get_first (ond_session_get_coordinates (session));

  for (int axis = 0; axis < OND_N_AXES; axis++)
    {
      OndLineProfile profile;

      ond_line_profile_init (&profile, session, axis);
      for (gsize i = 0; i < profile.n; i++)
        {
          g_string_append_printf (text, "%c,%" G_GSIZE_FORMAT, "xyz"[axis], i + first);
          append_number (text, profile.image[i]);
          append_number (text, profile.response != NULL ? profile.response[i] : NAN);
          g_string_append_c (text, '\n');
        }
      ond_line_profile_clear (&profile);
    }
  return g_string_free (text, FALSE);
}
