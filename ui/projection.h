/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From where the projection of the volume is seen, and how large: a model that knows no widget. The
 * session has one. Main thread only.
 *
 * The volume turns like on a turntable, y is up: azimuth and elevation are those of
 * ond_camera_at(). At zoom 1 the volume fits the view however it is turned.
 *
 * Signal "changed": it is seen otherwise. */
#pragma once

#include <glib-object.h>

/* How far in and out. */
#define OND_PROJECTION_MIN_ZOOM 0.5
#define OND_PROJECTION_MAX_ZOOM 32

typedef struct
{
  double azimuth;   /* degrees, in [-180, 180) */
  double elevation; /* degrees, -90 ... 90 */
  double zoom;
  double x, y; /* what is in the middle of the view: to the right of and above the volume's own
                  middle, in lengths of its diagonal, -0.5 ... 0.5 */
} OndPose;

#define OND_TYPE_PROJECTION (ond_projection_get_type ())
G_DECLARE_FINAL_TYPE (OndProjection, ond_projection, OND, PROJECTION, GObject)

OndProjection *ond_projection_new (void);

/* The pose of a new one: the volume is seen as the orientation ball is, and fits. */
OndPose ond_pose_default (void);
gboolean ond_pose_equal (const OndPose *a, const OndPose *b);

OndPose ond_projection_get_pose (OndProjection *self);

/* Angles are folded and the rest clamped; a pose that is not finite is ignored. */
void ond_projection_set_pose (OndProjection *self, const OndPose *pose);

/* As a hand turns the volume: its front moves to the right and upwards by these degrees. It stops
 * where it is seen from straight above or below. */
void ond_projection_turn (OndProjection *self, double right, double up);

/* Turns the volume so that an axis runs at the viewer; y, however, away, so that x and z lie as in
 * the slice XZ. */
void ond_projection_look_along (OndProjection *self, int axis);

/* Times `by`, so that the point x, y of the view stays where it is: to the right of and above its
 * middle, in lengths of the diagonal at zoom 1. */
void ond_projection_zoom_at (OndProjection *self, double by, double x, double y);

/* Moves the picture, in the same lengths. */
void ond_projection_pan (OndProjection *self, double right, double up);

/* The zoom and the middle of a new one; the angles stay. */
void ond_projection_fit (OndProjection *self);

/* The pose of a new one. */
void ond_projection_reset (OndProjection *self);
