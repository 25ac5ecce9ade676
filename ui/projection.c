/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection.h"

#include "orientation.h"

#include <math.h>

struct _OndProjection
{
  GObject parent;
  OndPose pose;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndProjection, ond_projection, G_TYPE_OBJECT)

OndPose
ond_pose_default (void)
{
  return (OndPose){ .azimuth = OND_BALL_AZIMUTH, .elevation = OND_BALL_ELEVATION, .zoom = 1 };
}

gboolean
ond_pose_equal (const OndPose *a, const OndPose *b)
{
  return a->azimuth == b->azimuth && a->elevation == b->elevation && a->zoom == b->zoom
         && a->x == b->x && a->y == b->y;
}

static void
ond_projection_class_init (OndProjectionClass *klass)
{
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_projection_init (OndProjection *self)
{
  self->pose = ond_pose_default ();
}

OndProjection *
ond_projection_new (void)
{
  return g_object_new (OND_TYPE_PROJECTION, NULL);
}

OndPose
ond_projection_get_pose (OndProjection *self)
{
  g_return_val_if_fail (OND_IS_PROJECTION (self), ond_pose_default ());
  return self->pose;
}

void
ond_projection_set_pose (OndProjection *self, const OndPose *pose)
{
  OndPose next = *pose;

  g_return_if_fail (OND_IS_PROJECTION (self));
  if (!isfinite (next.azimuth) || !isfinite (next.elevation) || !isfinite (next.zoom)
      || !isfinite (next.x) || !isfinite (next.y))
    return;
  next.azimuth -= 360 * floor ((next.azimuth + 180) / 360);
  next.elevation = CLAMP (next.elevation, -90, 90);
  next.zoom = CLAMP (next.zoom, OND_PROJECTION_MIN_ZOOM, OND_PROJECTION_MAX_ZOOM);
  next.x = CLAMP (next.x, -0.5, 0.5);
  next.y = CLAMP (next.y, -0.5, 0.5);
  if (ond_pose_equal (&next, &self->pose))
    return;
  self->pose = next;
  g_signal_emit (self, changed_signal, 0);
}

void
ond_projection_turn (OndProjection *self, double right, double up)
{
  OndPose pose = ond_projection_get_pose (self);

  pose.azimuth -= right;
  pose.elevation -= up;
  ond_projection_set_pose (self, &pose);
}

void
ond_projection_look_along (OndProjection *self, int axis)
{
  static const double places[OND_N_AXES][2] = { { 90, 0 }, { 0, -90 }, { 0, 0 } };
  OndPose pose = ond_projection_get_pose (self);

  pose.azimuth = places[axis][0];
  pose.elevation = places[axis][1];
  ond_projection_set_pose (self, &pose);
}

void
ond_projection_zoom_at (OndProjection *self, double by, double x, double y)
{
  OndPose pose = ond_projection_get_pose (self);
  double before = pose.zoom;

  if (!(by > 0))
    return;
  pose.zoom = CLAMP (before * by, OND_PROJECTION_MIN_ZOOM, OND_PROJECTION_MAX_ZOOM);
  pose.x += x / before - x / pose.zoom;
  pose.y += y / before - y / pose.zoom;
  ond_projection_set_pose (self, &pose);
}

void
ond_projection_pan (OndProjection *self, double right, double up)
{
  OndPose pose = ond_projection_get_pose (self);

  pose.x -= right / pose.zoom;
  pose.y -= up / pose.zoom;
  ond_projection_set_pose (self, &pose);
}

void
ond_projection_fit (OndProjection *self)
{
  OndPose pose = ond_pose_default (), now = ond_projection_get_pose (self);

  pose.azimuth = now.azimuth;
  pose.elevation = now.elevation;
  ond_projection_set_pose (self, &pose);
}

void
ond_projection_reset (OndProjection *self)
{
  const OndPose pose = ond_pose_default ();

  ond_projection_set_pose (self, &pose);
}
