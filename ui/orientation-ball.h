/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The direction of the wavelet's long axis as a needle on a sphere (of an image: in a circle).
 * Follows theta and phi of the session and sets them: the needle's near end goes where the pointer
 * drags it; the arrow keys turn it by 1 degree, with Shift by 10. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_ORIENTATION_BALL (ond_orientation_ball_get_type ())
G_DECLARE_FINAL_TYPE (OndOrientationBall, ond_orientation_ball, OND, ORIENTATION_BALL, GtkWidget)

GtkWidget *ond_orientation_ball_new (void);

/* Once. */
void ond_orientation_ball_set_session (OndOrientationBall *self, OndSession *session);

/* Where the near end of the needle of a direction (degrees) is in the widget; for tests. */
void ond_orientation_ball_locate (OndOrientationBall *self, double theta, double phi, double *x,
                                  double *y);
