/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wavelet.h"

#include "error.h"

const OndParameterInfo ond_parameters[OND_N_PARAMETERS] = {
  [OND_PARAMETER_THETA] = { "theta", "θ", "°",
                            "Angle of the long axis against the x-z plane, towards −y", 0, 180, 30,
                            1, 15, FALSE, TRUE },
  [OND_PARAMETER_PHI] = { "phi", "φ", "°",
                          "Angle of the long axis in the x-z plane, from x towards z", 0, 180, 45,
                          1, 15, FALSE, TRUE },
  [OND_PARAMETER_XI] = { "xi", "ξ", "",
                         "Stretch along the long axis: above 1 a needle, below 1 a disc", 0.05, 100,
                         5, 1.02, 1.25, TRUE, FALSE },
  [OND_PARAMETER_SCALE] = { "scale", "a", "voxel edges",
                            "Scale: half width of the wavelet across its long axis", 0.25, 256, 2,
                            1.02, 1.25, TRUE, FALSE },
};

const OndChoice ond_norms[] = {
  [OND_NORM_L2] = { "l2", "L2", "The wavelet's square integrates to 1" },
  [OND_NORM_RAW] = { "raw", "Raw", "(D − q) exp (−q/2) as it is" },
  [OND_NORM_L1] = { "l1", "L1", "The wavelet's absolute value integrates to 1" },
  [OND_NORM_FROBENIUS] = { "frobenius", "Frobenius", "Divided by the root of ξ² + (D − 1) a²" },
  { NULL, NULL, NULL },
};

const OndChoice ond_samplings[] = {
  [OND_SAMPLING_CONTINUOUS] = { "continuous", "Continuous", "The exact spectrum of the wavelet" },
  [OND_SAMPLING_SAMPLED] = { "sampled", "Sampled",
                             "The kernel sampled on the grid, as a direct convolution has it" },
  { NULL, NULL, NULL },
};

#define DEGREE (G_PI / 180)

OndWavelet
ond_wavelet_default (void)
{
  OndWavelet self = { .norm = OND_NORM_L2 };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_wavelet_set (&self, p, ond_parameters[p].initial);
  return self;
}

double
ond_wavelet_get (const OndWavelet *self, OndParameter parameter)
{
  const double values[] = { self->theta, self->phi, self->xi, self->scale };

  return ond_parameters[parameter].is_angle ? values[parameter] / DEGREE : values[parameter];
}

void
ond_wavelet_set (OndWavelet *self, OndParameter parameter, double value)
{
  double *values[] = { &self->theta, &self->phi, &self->xi, &self->scale };

  *values[parameter] = ond_parameters[parameter].is_angle ? value * DEGREE : value;
}

gboolean
ond_parameter_check (OndParameter parameter, double value, GError **error)
{
  const OndParameterInfo *info = &ond_parameters[parameter];

  /* A degree went to radians and back: allow for the rounding. */
  if (value >= info->lower - 1e-9 * info->is_angle && value <= info->upper + 1e-9 * info->is_angle)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "%s = %g is out of range: it must be between %g and %g%s%s", info->name, value,
               info->lower, info->upper, info->is_angle || !*info->unit ? "" : " ", info->unit);
  return FALSE;
}

gboolean
ond_wavelet_check (const OndWavelet *self, GError **error)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (!ond_parameter_check (p, ond_wavelet_get (self, p), error))
      return FALSE;
  if (self->norm >= 0 && self->norm < OND_N_NORMS)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "There is no norm number %d",
               (int) self->norm);
  return FALSE;
}

/* x modulo 180, never 180 itself. */
static double
modulo_180 (double x)
{
  double r = fmod (x, 180);

  r = r < 0 ? r + 180 : r;
  return r >= 180 ? 0 : r;
}

void
ond_wavelet_fold (double *theta, double *phi)
{
  /* phi + 180 turns n = (cos phi cos theta, -sin theta, sin phi cos theta) into the n of 180 -
   * theta, up to its sign. */
  double turns = floor (*phi / 180);

  if (fmod (turns, 2) != 0)
    *theta = 180 - *theta;
  *phi = modulo_180 (*phi);
  *theta = modulo_180 (*theta);
}

#define LARGE_EXTENTS 3 /* half widths to either side */

/* How wide the wavelet is where the grid samples it worst, in voxels. */
static double
narrowest_width (const OndWavelet *self, const OndGeometry *geometry, const double n[OND_N_AXES])
{
  double narrowest = G_MAXDOUBLE;

  for (int i = 0; i < ond_geometry_rank (geometry); i++)
    narrowest = MIN (narrowest, ond_wavelet_sampling_width (self, n, i, geometry->edge[i]));
  return narrowest;
}

/* Voxels that the wavelet reaches to either side along axis i. */
static double
reach (const OndWavelet *self, const OndGeometry *geometry, const double n[OND_N_AXES], int i)
{
  return LARGE_EXTENTS * ond_wavelet_extent (self, n, i) / geometry->edge[i];
}

/* The axis along which it reaches farthest, measured by the volume. */
static int
widest_axis (const OndWavelet *self, const OndGeometry *geometry, const double n[OND_N_AXES])
{
  int widest = OND_X;

  for (int i = OND_Y; i < ond_geometry_rank (geometry); i++)
    if (reach (self, geometry, n, i) / geometry->n[i]
        > reach (self, geometry, n, widest) / geometry->n[widest])
      widest = i;
  return widest;
}

guint
ond_wavelet_get_misfit (const OndWavelet *self, const OndGeometry *geometry)
{
  double n[OND_N_AXES];
  int widest;

  ond_wavelet_direction (self, ond_geometry_rank (geometry), n);
  widest = widest_axis (self, geometry, n);
  return (narrowest_width (self, geometry, n) < 1 ? OND_WAVELET_NARROW : 0)
         | (reach (self, geometry, n, widest) > geometry->n[widest] ? OND_WAVELET_LARGE : 0);
}

char *
ond_wavelet_warning (const OndWavelet *self, const OndGeometry *geometry)
{
  guint misfit = ond_wavelet_get_misfit (self, geometry);
  double n[OND_N_AXES];
  int widest, voxels;

  ond_wavelet_direction (self, ond_geometry_rank (geometry), n);
  if (misfit & OND_WAVELET_NARROW)
    return g_strdup_printf (
        "the wavelet is %.2g voxels wide: the grid cannot hold it (1 is the least, 2 is safe)",
        narrowest_width (self, geometry, n));
  if (!(misfit & OND_WAVELET_LARGE))
    return NULL;
  widest = widest_axis (self, geometry, n);
  voxels = geometry->n[widest];
  return g_strdup_printf ("the wavelet is larger than the volume: it reaches %.0f voxels to either "
                          "side along %c, which has %d",
                          ceil (reach (self, geometry, n, widest)), "xyz"[widest], voxels);
}
