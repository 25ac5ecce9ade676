/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a session and back into one. The properties come from the session's class, so that a new one
 * is saved without being named here. */
#include "session-file-private.h"

#include "../core/maps.h"
#include "session-json.h"
#include "volume-text.h"

#include <math.h>

const OndChoice ond_session_file_slices[] = {
  [OND_X] = { "yz", "YZ", NULL },          [OND_Y] = { "xz", "XZ", NULL },
  [OND_Z] = { "xy", "XY", NULL },          [OND_N_AXES] = { "3d", "3-D", NULL },
  [OND_N_AXES + 1] = { NULL, NULL, NULL },
};

void
ond_session_view_clear (OndSessionView *view)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_clear_pointer (&view->ranges[p], g_free);
}

static void
copy_view (OndSessionView *to, const OndSessionView *from)
{
  *to = *from;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    to->ranges[p] = g_strdup (from->ranges[p]);
}

OndSessionFile *
ond_session_file_alloc (void)
{
  OndSessionFile *self = g_new0 (OndSessionFile, 1);

  self->specs = ond_session_json_properties (&self->n);
  self->values = g_new0 (GValue, self->n);
  self->view = (OndSessionView){ .sidebar = TRUE, .sweep_bar = TRUE, .maximized = -1 };
  self->maps = ond_map_options_default ();
  self->locked = TRUE;
  self->opacity = NAN; /* not said */
  self->subject = OND_SHOW_RESPONSE;
  return self;
}

void
ond_session_file_free (OndSessionFile *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n; i++)
    if (G_IS_VALUE (&self->values[i]))
      g_value_unset (&self->values[i]);
  g_free (self->values);
  g_free (self->specs);
  g_clear_pointer (&self->volume, ond_volume_unref);
  g_free (self->input);
  g_free (self->checksum);
  g_free (self->hdu);
  g_free (self->unit);
  g_clear_pointer (&self->regions, g_array_unref);
  ond_session_view_clear (&self->view);
  g_free (self);
}

static void
describe_input (OndSessionFile *self)
{
  const OndVolumeInfo *info = ond_volume_get_info (self->volume);
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);

  self->input = g_strdup (info->path);
  self->hdu = ond_volume_dup_hdu (self->volume);
  self->plane = info->plane;
  self->unit = g_strdup (info->length_unit);
  for (int i = 0; i < OND_N_AXES; i++)
    self->voxel[i] = geometry->edge[i] * (info->edge_length > 0 ? info->edge_length : 1);
}

OndSessionFile *
ond_session_file_new (OndSession *session, const OndSessionView *view)
{
  OndSessionFile *self;
  OndDisplay *display;
  OndZoom *zoom;

  g_return_val_if_fail (OND_IS_SESSION (session), NULL);
  display = ond_session_get_display (session);
  zoom = ond_session_get_zoom (session);
  if (ond_session_get_volume (session) == NULL)
    return NULL;
  self = ond_session_file_alloc ();
  self->volume = ond_volume_ref (ond_session_get_volume (session));
  describe_input (self);
  for (guint i = 0; i < self->n; i++)
    {
      g_value_init (&self->values[i], self->specs[i]->value_type);
      g_object_get_property (G_OBJECT (session), self->specs[i]->name, &self->values[i]);
    }
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      self->colors[show] = *ond_display_get_colors (display, show);
      self->rules[show] = ond_display_get_rule (display, show);
      self->last_rules[show] = ond_display_get_last_rule (display, show);
      self->has_colors[show] = TRUE;
    }
  self->locked = ond_display_get_locked (display);
  self->opacity = ond_layers_get_opacity (ond_session_get_layers (session));
  self->subject = ond_layers_get_subject (ond_session_get_layers (session));
  self->has_zoom = TRUE;
  self->fits = ond_zoom_get_fits (zoom);
  self->factor = ond_zoom_get_factor (zoom);
  ond_zoom_get_centre (zoom, self->centre);
  self->has_pose = TRUE;
  self->pose = ond_projection_get_pose (ond_session_get_projection (session));
  ond_session_file_take_regions (self, session);
  self->maps = *ond_map_model_get_options (ond_session_get_maps (session));
  copy_view (&self->view, view);
  return self;
}

gboolean
ond_session_file_has_name (const char *path)
{
  return g_str_has_suffix (path, OND_SESSION_SUFFIX) || g_str_has_suffix (path, ".json");
}

const char *
ond_session_file_get_input (const OndSessionFile *self)
{
  return self->input;
}

void
ond_session_file_get_options (const OndSessionFile *self, OndSourceOptions *options)
{
  *options = (OndSourceOptions){ .hdu = self->hdu, .plane = self->plane };
}

gboolean
ond_session_file_matches (const OndSessionFile *self, const OndVolume *volume)
{
  g_autofree char *checksum = ond_maps_checksum (volume);

  return g_strcmp0 (checksum, self->checksum) == 0;
}

OndVolume *
ond_session_file_apply_voxels (const OndSessionFile *self, OndVolume *volume)
{
  const OndVolumeInfo *info = ond_volume_get_info (volume);
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  double length = info->edge_length > 0 ? info->edge_length : 1;
  gboolean same = g_strcmp0 (self->unit, info->length_unit) == 0;

  for (int i = 0; i < OND_N_AXES; i++)
    same = same && fabs (self->voxel[i] - geometry->edge[i] * length) <= 1e-12 * self->voxel[i];
  return same || self->voxel[0] == 0 ? ond_volume_ref (volume)
                                     : ond_volume_with_edges (volume, self->voxel, self->unit);
}

static void
apply_colors (const OndSessionFile *self, OndDisplay *display)
{
  ond_display_set_locked (display, self->locked);
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      OndColorScale colors = self->colors[show];
      const OndColorScale *now = ond_display_get_colors (display, show);

      if (!self->has_colors[show])
        continue;
      if (!isfinite (colors.lower) || !isfinite (colors.upper)) /* not said */
        {
          colors.lower = now->lower;
          colors.upper = now->upper;
        }
      ond_display_restore (display, show, &colors, self->rules[show], self->last_rules[show]);
    }
}

void
ond_session_file_apply (const OndSessionFile *self, OndSession *session, OndVolume *volume)
{
  g_return_if_fail (OND_IS_SESSION (session));

  g_object_freeze_notify (G_OBJECT (session));
  ond_session_set_volume (session, volume);
  for (guint i = 0; i < self->n; i++)
    if (G_IS_VALUE (&self->values[i]))
      g_object_set_property (G_OBJECT (session), self->specs[i]->name, &self->values[i]);
  g_object_thaw_notify (G_OBJECT (session));
  apply_colors (self, ond_session_get_display (session));
  ond_layers_set_opacity (ond_session_get_layers (session), self->opacity);
  ond_layers_set_subject (ond_session_get_layers (session), self->subject);
  ond_session_file_apply_regions (self, session);
  ond_map_model_set_options (ond_session_get_maps (session), &self->maps);
  if (self->has_zoom && self->fits)
    ond_zoom_fit (ond_session_get_zoom (session));
  else if (self->has_zoom)
    ond_zoom_set (ond_session_get_zoom (session), self->factor, self->centre);
  if (self->has_pose)
    ond_projection_set_pose (ond_session_get_projection (session), &self->pose);
}

const OndSessionView *
ond_session_file_get_view (const OndSessionFile *self)
{
  return &self->view;
}
