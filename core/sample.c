/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample volume: noise first, then each fibre added where it is not negligible. A fibre is a
 * line segment blurred by a Gaussian, so it has no hard end that a wavelet could answer to. The
 * start page, the command line and tests use it as a volume whose directions are known. */
#include "sample.h"

#include "error.h"
#include "memory.h"
#include "wavelet-formula.h"

/* Directions lie 38 degrees or more apart (25 or more within an image), and no mirror image or
 * exchange of axes of the second one comes nearer than 14 degrees to a fibre: a wrong sign or order
 * of axes shows. Fibres keep 3 sigma apart and from the faces when n is 64 or more. */
const OndFibre ond_sample_fibres[] = {
  { .theta = 0,
    .phi = 135,
    .sigma = 1,
    .amplitude = 1.2,
    .length = 0.6,
    .centre = { 0.38, 0.93, 0.63 } },
  { .theta = 30,
    .phi = 80,
    .sigma = 1.25,
    .amplitude = 1,
    .length = 0.55,
    .centre = { 0.34, 0.24, 0.35 } },
  { .theta = 65,
    .phi = 135,
    .sigma = 1.5,
    .amplitude = 1,
    .length = 0.5,
    .centre = { 0.62, 0.32, 0.42 } },
  { .theta = 105,
    .phi = 165,
    .sigma = 2,
    .amplitude = 0.8,
    .length = 0.5,
    .centre = { 0.81, 0.64, 0.18 } },
  { .theta = 150,
    .phi = 50,
    .sigma = 2.5,
    .amplitude = 0.8,
    .length = 0.45,
    .centre = { 0.37, 0.65, 0.61 } },
};

const gsize ond_sample_n_fibres = G_N_ELEMENTS (ond_sample_fibres);

#define SMALLEST 8
#define LARGEST 1024
#define CUT 5.0 /* in sigma: 4e-6 of the amplitude is left there */

/* Number `index` of the SplitMix64 sequence (Steele, Lea and Flood 2014, OOPSLA): a pure function
 * of the index. */
static guint64
split_mix (guint64 index)
{
  guint64 z = (index + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Uniform in (0, 1]: the logarithm exists. */
static double
uniform (guint64 index)
{
  return (double) ((split_mix (index) >> 11) + 1) * 0x1p-53;
}

/* Gaussian noise by Box and Muller (1958), two voxels a pair of uniform numbers. */
static void
fill_noise (float *samples, gsize n, double sigma)
{
  for (gsize i = 0; i < n; i += 2)
    {
      double radius = sigma * sqrt (-2 * log (uniform (i))), angle = 2 * OND_PI * uniform (i + 1);

      samples[i] = (float) (radius * cos (angle));
      if (i + 1 < n)
        samples[i + 1] = (float) (radius * sin (angle));
    }
}

/* A fibre on a grid of n voxels: the centre and half the length in voxels, the direction. */
typedef struct
{
  double centre[OND_N_AXES], n[OND_N_AXES];
  double half, sigma, amplitude;
} Placed;

static Placed
place (const OndFibre *fibre, const OndGeometry *geometry)
{
  const OndWavelet direction = { .theta = fibre->theta * OND_PI / 180,
                                 .phi = fibre->phi * OND_PI / 180 };
  double edge = geometry->n[OND_X];
  Placed self = { .half = fibre->length * edge / 2,
                  .sigma = fibre->sigma,
                  .amplitude = fibre->amplitude };

  ond_wavelet_direction (&direction, ond_geometry_rank (geometry), self.n);
  /* The volume extends from -1/2 to n - 1/2 in voxels; an image holds the fibres in its plane. */
  for (int i = 0; i < ond_geometry_rank (geometry); i++)
    self.centre[i] = fibre->centre[i] * edge - 0.5;
  return self;
}

/* The blurred segment: Gaussian across, and the difference of two error functions along it. */
static double
fibre_value (const Placed *fibre, const double d[OND_N_AXES])
{
  double along = d[0] * fibre->n[0] + d[1] * fibre->n[1] + d[2] * fibre->n[2],
         width = sqrt (2) * fibre->sigma;
  double across2 = fmax (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along, 0);

  if (across2 > CUT * CUT * fibre->sigma * fibre->sigma)
    return 0;
  return fibre->amplitude * exp (-across2 / (width * width)) / 2
         * (erf ((fibre->half - along) / width) + erf ((fibre->half + along) / width));
}

static void
add_fibre (const Placed *fibre, const OndGeometry *geometry, float *samples)
{
  gint32 lo[OND_N_AXES], hi[OND_N_AXES];

  for (int i = 0; i < OND_N_AXES; i++)
    {
      double reach = fibre->half * fabs (fibre->n[i]) + CUT * fibre->sigma;

      lo[i] = (gint32) fmax (ceil (fibre->centre[i] - reach), 0);
      hi[i] = (gint32) fmin (floor (fibre->centre[i] + reach), geometry->n[i] - 1);
    }
  for (gint32 z = lo[OND_Z]; z <= hi[OND_Z]; z++)
    for (gint32 y = lo[OND_Y]; y <= hi[OND_Y]; y++)
      for (gint32 x = lo[OND_X]; x <= hi[OND_X]; x++)
        {
          const double d[] = { x - fibre->centre[OND_X], y - fibre->centre[OND_Y],
                               z - fibre->centre[OND_Z] };

          samples[ond_geometry_index (geometry, x, y, z)] += (float) fibre_value (fibre, d);
        }
}

static gboolean
check (gint32 n, int rank, double noise, GError **error)
{
  if (n < SMALLEST || n > LARGEST)
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "the sample has %d to %d voxels along an axis, not %d", SMALLEST, LARGEST, n);
  else if (rank != 2 && rank != 3)
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "the sample has 2 or 3 dimensions, not %d",
                 rank);
  else if (!(noise >= 0) || !isfinite (noise))
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "the noise must be 0 or more, not %g",
                 noise);
  else
    return TRUE;
  return FALSE;
}

OndVolume *
ond_sample_new (gint32 n, int rank, double noise, GError **error)
{
  const OndGeometry geometry = { .n = { n, n, rank == 2 ? 1 : n }, .edge = { 1, 1, 1 } };
  const OndVolumeInfo info = { .name = rank == 2 ? "sample image" : "sample volume",
                               .edge_length = 1,
                               .length_unit = "um" };
  float *samples;

  if (!check (n, rank, noise, error))
    return NULL;
  samples = ond_volume_alloc (&geometry, error);
  if (samples == NULL)
    return NULL;
  fill_noise (samples, ond_geometry_n_voxels (&geometry), noise);
  for (gsize f = 0; f < ond_sample_n_fibres; f++)
    {
      Placed fibre = place (&ond_sample_fibres[f], &geometry);
      add_fibre (&fibre, &geometry, samples);
    }
  return ond_volume_new_take (&geometry, samples, &info);
}

OndVolume *
ond_sample_new_noise (const gint32 size[OND_N_AXES], GError **error)
{
  const OndGeometry geometry = { .n = { size[OND_X], size[OND_Y], size[OND_Z] },
                                 .edge = { 1, 1, 1 } };
  const OndVolumeInfo info = { .name = "noise" };
  const gsize n = ond_geometry_n_voxels (&geometry);
  float *samples;

  if (n > ond_memory_budget () / sizeof *samples)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "Not enough memory for %d × %d × %d voxels (%.3g GB)", size[OND_X], size[OND_Y],
                   size[OND_Z], 1e-9 * (double) sizeof *samples * (double) n);
      return NULL;
    }
  samples = ond_volume_alloc (&geometry, error);
  if (samples == NULL)
    return NULL;
  fill_noise (samples, n, 1);
  return ond_volume_new_take (&geometry, samples, &info);
}
