/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orientation.h"

#include <math.h>

#define DEGREE (OND_PI / 180)

/* Nearer to the pole than this phi means nothing, as a cosine. */
#define POLE 1e-9

static double
dot (const double a[OND_N_AXES], const double b[OND_N_AXES])
{
  return a[OND_X] * b[OND_X] + a[OND_Y] * b[OND_Y] + a[OND_Z] * b[OND_Z];
}

OndCamera
ond_camera_at (double azimuth, double elevation)
{
  const double sa = sin (azimuth * DEGREE), ca = cos (azimuth * DEGREE),
               se = sin (elevation * DEGREE), ce = cos (elevation * DEGREE);

  return (OndCamera){ { ca, 0, -sa }, { -se * sa, ce, -se * ca }, { ce * sa, se, ce * ca } };
}

void
ond_ball_project (const double n[OND_N_AXES], double *x, double *y, double *depth)
{
  const OndCamera camera = ond_camera_at (OND_BALL_AZIMUTH, OND_BALL_ELEVATION);

  *x = dot (n, camera.right);
  *y = dot (n, camera.up);
  *depth = dot (n, camera.towards);
}

void
ond_ball_unproject (double x, double y, double n[OND_N_AXES])
{
  const OndCamera camera = ond_camera_at (OND_BALL_AZIMUTH, OND_BALL_ELEVATION);
  double radius = hypot (x, y), depth;

  if (radius > 1)
    {
      x /= radius;
      y /= radius;
    }
  depth = sqrt (fmax (1 - x * x - y * y, 0));
  for (int i = 0; i < OND_N_AXES; i++)
    n[i] = x * camera.right[i] + y * camera.up[i] + depth * camera.towards[i];
}

void
ond_direction_get_angles (const double n[OND_N_AXES], double *theta, double *phi)
{
  double across = hypot (n[OND_X], n[OND_Z]);

  *theta = atan2 (-n[OND_Y], across) / DEGREE;
  if (across > POLE)
    *phi = atan2 (n[OND_Z], n[OND_X]) / DEGREE;
  ond_wavelet_fold (theta, phi);
}

void
ond_ball_turn (double *theta, double *phi, double right, double up)
{
  /* theta runs downwards on the meridian of phi, so upwards on the one across the pole: which of
   * them faces the viewer decides. */
  gboolean faces = sin ((*phi + OND_BALL_AZIMUTH) * DEGREE) > 0;

  *theta += faces ? -up : up;
  *phi -= right;
  ond_wavelet_fold (theta, phi);
}

void
ond_direction_nearest (const OndGrid *thetas, const OndGrid *phis, double theta, double phi,
                       gsize *i_theta, gsize *i_phi)
{
  const double st = sin (theta * DEGREE), ct = cos (theta * DEGREE);
  double best = -1;

  *i_theta = *i_phi = 0;
  for (gsize j = 0; j < phis->n; j++)
    {
      double turned = ct * cos ((phis->values[j] - phi) * DEGREE);

      for (gsize i = 0; i < thetas->n; i++)
        {
          double angle = thetas->values[i] * DEGREE,
                 cosine = fabs (cos (angle) * turned + sin (angle) * st);

          if (cosine > best + 1e-12)
            {
              best = cosine;
              *i_theta = i;
              *i_phi = j;
            }
        }
    }
}
