/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mathematics of the orientation ball: screen and sphere, angles and directions. */
#include "ui/orientation.h"

#include <math.h>

#define DEGREE (G_PI / 180)

static void
get_direction (double theta, double phi, double n[OND_N_AXES])
{
  const OndWavelet wavelet = { .theta = theta * DEGREE, .phi = phi * DEGREE };

  ond_wavelet_direction (&wavelet, 3, n);
}

/* Of the lines, not of the vectors: 1 when they are the same. */
static double
alignment (double theta_a, double phi_a, double theta_b, double phi_b)
{
  double a[OND_N_AXES], b[OND_N_AXES];

  get_direction (theta_a, phi_a, a);
  get_direction (theta_b, phi_b, b);
  return fabs (a[OND_X] * b[OND_X] + a[OND_Y] * b[OND_Y] + a[OND_Z] * b[OND_Z]);
}

static void
test_projection (void)
{
  for (double theta = 0; theta < 180; theta += 7)
    for (double phi = 0; phi < 180; phi += 11)
      {
        double n[OND_N_AXES], back[OND_N_AXES], x, y, depth;
        int sign;

        get_direction (theta, phi, n);
        ond_ball_project (n, &x, &y, &depth);
        g_assert_cmpfloat_with_epsilon (x * x + y * y + depth * depth, 1, 1e-12);
        sign = depth < 0 ? -1 : 1;
        ond_ball_unproject (sign * x, sign * y, back);
        for (int i = 0; i < OND_N_AXES; i++)
          g_assert_cmpfloat_with_epsilon (sign * back[i], n[i], 1e-6);
      }
}

/* y is up, x to the right, and all three can be seen. */
static void
test_axes (void)
{
  double x[OND_N_AXES], y[OND_N_AXES], depth[OND_N_AXES];

  for (int i = 0; i < OND_N_AXES; i++)
    {
      double n[OND_N_AXES] = { 0 };

      n[i] = 1;
      ond_ball_project (n, &x[i], &y[i], &depth[i]);
      g_assert_cmpfloat (depth[i], >, 0.2);
    }
  g_assert_cmpfloat (y[OND_Y], >, 0.9);
  g_assert_cmpfloat_with_epsilon (x[OND_Y], 0, 1e-12);
  g_assert_cmpfloat (x[OND_X], >, 0.8);
  g_assert_cmpfloat (x[OND_Z], <, -0.4);
}

static void
test_outside_is_limb (void)
{
  double n[OND_N_AXES], x, y, depth;

  ond_ball_unproject (3, -4, n);
  ond_ball_project (n, &x, &y, &depth);
  g_assert_cmpfloat_with_epsilon (x, 0.6, 1e-12);
  g_assert_cmpfloat_with_epsilon (y, -0.8, 1e-12);
  g_assert_cmpfloat_with_epsilon (depth, 0, 1e-12);
}

static void
test_angles (void)
{
  const double pole[OND_N_AXES] = { 0, 1, 0 };
  double theta, phi = 33;

  for (int sign = -1; sign <= 1; sign += 2)
    for (double t = 0; t < 180; t += 9)
      for (double p = 0; p < 180; p += 13)
        {
          double n[OND_N_AXES], got_theta, got_phi = p;

          get_direction (t, p, n);
          for (int i = 0; i < OND_N_AXES; i++)
            n[i] *= sign;
          ond_direction_get_angles (n, &got_theta, &got_phi);
          g_assert_true (got_theta >= 0 && got_theta < 180 && got_phi >= 0 && got_phi < 180);
          g_assert_cmpfloat_with_epsilon (alignment (t, p, got_theta, got_phi), 1, 1e-12);
        }
  ond_direction_get_angles (pole, &theta, &phi);
  g_assert_cmpfloat (theta, ==, 90);
  g_assert_cmpfloat (phi, ==, 33);
}

/* The facing end goes where the key says, and a whole turn of any kind leads back without ever
 * jumping. */
static void
test_turns (void)
{
  static const double starts[][2] = { { 30, 45 }, { 150, 100 }, { 30, 170 }, { 89, 10 } };
  static const int ways[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (ways); k++)
      {
        double theta = starts[i][0], phi = starts[i][1], before_theta, before_phi;

        for (int step = 0; step < 360; step++)
          {
            before_theta = theta;
            before_phi = phi;
            ond_ball_turn (&theta, &phi, ways[k][0], ways[k][1]);
            g_assert_true (theta >= 0 && theta < 180 && phi >= 0 && phi < 180);
            g_assert_cmpfloat (alignment (theta, phi, before_theta, before_phi), >,
                               cos (1.001 * DEGREE));
          }
        g_assert_cmpfloat_with_epsilon (alignment (theta, phi, starts[i][0], starts[i][1]), 1,
                                        1e-12);
      }
}

static void
facing_end (double theta, double phi, double *x, double *y)
{
  double n[OND_N_AXES], depth;

  get_direction (theta, phi, n);
  ond_ball_project (n, x, y, &depth);
  if (depth < 0)
    {
      *x = -*x;
      *y = -*y;
    }
}

static void
test_keys_move_facing_end (void)
{
  static const double starts[][2] = { { 30, 45 }, { 150, 100 }, { 30, 160 } };

  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      double theta = starts[i][0], phi = starts[i][1], x0, y0, x, y;

      facing_end (theta, phi, &x0, &y0);
      ond_ball_turn (&theta, &phi, 2, 0);
      facing_end (theta, phi, &x, &y);
      g_assert_cmpfloat (x, >, x0);
      theta = starts[i][0];
      phi = starts[i][1];
      ond_ball_turn (&theta, &phi, 0, 2);
      facing_end (theta, phi, &x, &y);
      g_assert_cmpfloat (y, >, y0);
    }
}

static void
test_nearest (void)
{
  g_autoptr (OndGrid) thetas = ond_grid_parse (OND_PARAMETER_THETA, "0:180:12", NULL);
  g_autoptr (OndGrid) phis = ond_grid_parse (OND_PARAMETER_PHI, "0:180:9", NULL);
  static const struct
  {
    double theta, phi;
    gsize i, j;
  } cases[] = {
    { 75, 60, 5, 3 },   { 78, 66, 5, 3 },
    { 179, 100, 0, 5 }, { 75, 178, 7, 0 }, /* phi 0 flips theta: 105 degrees */
    { 255, 60, 5, 3 },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      gsize i, j;

      ond_direction_nearest (thetas, phis, cases[k].theta, cases[k].phi, &i, &j);
      g_assert_cmpuint (i, ==, cases[k].i);
      g_assert_cmpuint (j, ==, cases[k].j);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/orientation/the-facing-half-is-found-again", test_projection);
  g_test_add_func ("/orientation/y-is-up-and-all-axes-face-the-viewer", test_axes);
  g_test_add_func ("/orientation/outside-of-the-ball-is-its-limb", test_outside_is_limb);
  g_test_add_func ("/orientation/angles-name-the-direction-of-both-ends", test_angles);
  g_test_add_func ("/orientation/turns-lead-round-without-a-jump", test_turns);
  g_test_add_func ("/orientation/turns-move-the-facing-end", test_keys_move_facing_end);
  g_test_add_func ("/orientation/the-nearest-cell-has-the-nearest-direction", test_nearest);
  return g_test_run ();
}
