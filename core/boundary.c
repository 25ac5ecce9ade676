/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "boundary.h"

#include "parallel.h"

#include <math.h>

/* How much an axis of n voxels is padded for a reach of r voxels. */
typedef struct
{
  int reaches;           /* times r: 1 where both faces may share the padding */
  gboolean exact_double; /* 2 n is an exact alternative for any reach */
} Mode;

static const Mode modes[OND_N_BOUNDARIES] = {
  [OND_BOUNDARY_MIRROR] = { 2, TRUE },    [OND_BOUNDARY_NEAREST] = { 2, FALSE },
  [OND_BOUNDARY_ZERO] = { 1, FALSE },     [OND_BOUNDARY_MEAN] = { 1, FALSE },
  [OND_BOUNDARY_PERIODIC] = { 0, FALSE },
};

/* Lengths below this are quick whatever their factors. */
#define SHORT 16

/* n without its factors 2, 3, 5 and 7. */
static gint64
rough_part (gint64 n)
{
  static const int primes[] = { 2, 3, 5, 7 };

  for (gsize i = 0; i < G_N_ELEMENTS (primes); i++)
    while (n % primes[i] == 0)
      n /= primes[i];
  return n;
}

/* The smallest length >= n that FFTW is quick at. Measured: lengths that are no multiple of 4 take
 * 1.3 to 2.5 times as long for their size (375: 5.9 us, 384: 2.2 us). */
static gint64
quick (gint64 n)
{
  while (rough_part (n) != 1 || (n >= SHORT && n % 4 != 0))
    n++;
  return n;
}

/* What a grid costs for an axis of this length, in units of a quick one's voxel: the length
 * itself counts for all that is done to the grid, its factors for one transform in three. */
static double
length_cost (gint64 n)
{
  return (double) n * (rough_part (n) != 1 ? 1.75 : n >= SHORT && n % 4 != 0 ? 1.25 : 1);
}

/* r rounded up to 1, 2, 3, 4, 6, 8, 12, 16 ...: small changes of a wavelet then keep the padding,
 * and the transform. */
static gint64
ladder (double r)
{
  gint64 step = 1;

  while (step < r && step + step / 2 < r)
    step *= 2;
  return step < r ? step + step / 2 : step;
}

/* The length of axis i for a reach, in voxels. */
static gint32
padded_length (const Mode *mode, gint64 voxels, gint64 reach)
{
  gint64 padded;

  if (reach == 0 || mode->reaches == 0)
    return (gint32) voxels;
  padded = quick (voxels + mode->reaches * reach);
  if (mode->exact_double && length_cost (2 * voxels) < length_cost (padded))
    padded = 2 * voxels;
  return (gint32) MIN (padded, G_MAXINT32);
}

/* Where a volume has more voxels than this, a turn of the wavelet crosses no step at all: for the
 * time of one forward transform a slider would stand still. */
#define LARGE (1 << 24)

/* But a long needle would pad axes that it hardly reaches along: not beyond this many times the
 * volume, which is what mirror images come to. */
#define MOST_TIMES 8

/* The wavelet's greatest reach along an axis in any direction, rounded up. */
static gint64
greatest_reach (const OndWavelet *wavelet, double edge)
{
  return ladder (6 * wavelet->scale * MAX (1, wavelet->xi) / edge);
}

/* Is the volume padded for that along all axes? Does not depend on the direction. */
static gboolean
is_padded_alike (const Mode *mode, const OndGeometry *geometry, const OndWavelet *wavelet)
{
  double voxels = 1, padded = 1;

  for (int i = 0; i < ond_geometry_rank (geometry); i++)
    {
      voxels *= geometry->n[i];
      padded *= padded_length (mode, geometry->n[i], greatest_reach (wavelet, geometry->edge[i]));
    }
  return voxels > LARGE && (mode->exact_double || padded <= MOST_TIMES * voxels);
}

/* The reach along axis i that the padding is made for. It is the greatest in any direction; for
 * volumes that are not padded alike, halved while that still holds the reach of this direction:
 * turning a wavelet crosses few steps. */
static gint64
padding_reach (const Mode *mode, const OndGeometry *geometry, const OndWavelet *wavelet,
               const double n[OND_N_AXES], int i)
{
  double edge = geometry->edge[i], reach = ond_wavelet_reach (wavelet, n, i, edge);
  gint64 padded = greatest_reach (wavelet, edge);
  gboolean alike = is_padded_alike (mode, geometry, wavelet);

  while (!alike && padded % 2 == 0 && padded / 2 >= reach)
    padded /= 2;
  return MAX (padded, (gint64) reach);
}

void
ond_boundary_padded_size (OndBoundary boundary, const OndGeometry *geometry,
                          const OndWavelet *wavelets, gsize n, gint32 size[OND_N_AXES])
{
  int rank = ond_geometry_rank (geometry);

  for (int i = 0; i < OND_N_AXES; i++)
    {
      gint64 reach = 0;

      for (gsize w = 0; w < n && i < rank; w++)
        {
          double direction[OND_N_AXES];

          ond_wavelet_direction (&wavelets[w], rank, direction);
          reach =
              MAX (reach, padding_reach (&modes[boundary], geometry, &wavelets[w], direction, i));
        }
      size[i] = padded_length (&modes[boundary], geometry->n[i], reach);
    }
}

/* The wavelet's own reach along axis i, in voxels; 0 along an axis it does not extend over. */
static gint64
own_reach (const OndGeometry *geometry, const OndWavelet *wavelet, int i)
{
  int rank = ond_geometry_rank (geometry);
  double direction[OND_N_AXES];

  ond_wavelet_direction (wavelet, rank, direction);
  return i < rank ? ond_wavelet_reach (wavelet, direction, i, geometry->edge[i]) : 0;
}

void
ond_boundary_least_size (OndBoundary boundary, const OndGeometry *geometry,
                         const OndWavelet *wavelet, gint32 size[OND_N_AXES])
{
  for (int i = 0; i < OND_N_AXES; i++)
    size[i] = padded_length (&modes[boundary], geometry->n[i], own_reach (geometry, wavelet, i));
}

gint32
ond_boundary_common_length (OndBoundary boundary, const OndGeometry *geometry, int i, gint32 a,
                            gint32 b)
{
  const gint64 exact = modes[boundary].exact_double ? 2 * (gint64) geometry->n[i] : 0;

  if (a == b)
    return a;
  return MIN (a, b) == exact ? 0 : MAX (a, b);
}

gboolean
ond_boundary_serves (OndBoundary boundary, const OndGeometry *geometry, const OndWavelet *wavelet,
                     const gint32 size[OND_N_AXES])
{
  const Mode *mode = &modes[boundary];

  for (int i = 0; i < OND_N_AXES; i++)
    {
      gint64 voxels = geometry->n[i], least = voxels;

      least += mode->reaches * own_reach (geometry, wavelet, i);
      if (size[i] < least && !(mode->exact_double && size[i] == 2 * voxels))
        return FALSE;
    }
  return TRUE;
}

/* The sample that voxel i stands for, any i: mirror images follow each other with a period of
 * 2 n. */
static gint32
mirrored (gint64 i, gint64 n)
{
  gint64 in_period = ((i % (2 * n)) + 2 * n) % (2 * n);

  return (gint32) (in_period < n ? in_period : 2 * n - 1 - in_period);
}

/* For each index of a padded axis the index of the sample that it repeats, or -1 for the constant
 * outside. What lies before voxel 0 is at the end of the axis. */
static gint32 *
axis_map (OndBoundary boundary, gint32 n, gint32 size)
{
  gint32 *map = g_new (gint32, size);

  for (gint32 i = 0; i < size; i++)
    {
      gint32 after = i - n,
             before = size - 1 - i; /* voxels beyond the upper and below the lower face */

      map[i] = i;
      if (i < n)
        continue;
      switch (boundary)
        {
        case OND_BOUNDARY_MIRROR:
          map[i] = mirrored (after <= before ? i : -1 - before, n);
          break;
        case OND_BOUNDARY_NEAREST:
          map[i] = after <= before ? n - 1 : 0;
          break;
        case OND_BOUNDARY_ZERO:
        case OND_BOUNDARY_MEAN:
        case OND_BOUNDARY_PERIODIC:
        case OND_N_BOUNDARIES:
          map[i] = -1;
          break;
        }
    }
  return map;
}

/* Voxels that are padded between two polls, about: rows of an image are shared out, too. */
#define CHUNK 16384

/* One padded row; from is NULL where the whole row lies in the constant outside. Returns the sum of
 * what it holds. */
static double
pad_row (const OndPadding *self, const float *from, const gint32 *map, gint32 n, float *to)
{
  float outside = self->boundary == OND_BOUNDARY_ZERO ? (float) (-self->mean * self->unit) : 0;
  double sum = 0;

  for (gint32 i = 0; i < n; i++)
    {
      to[i] = from != NULL && map[i] >= 0 ? (float) ((from[map[i]] - self->mean) * self->unit)
                                          : outside;
      sum += to[i];
    }
  return sum;
}

typedef struct
{
  const OndPadding *padding;
  const OndGeometry *geometry;
  const float *samples;
  OndPadded *padded;
  gint32 *map[OND_N_AXES];
  gsize n_rows, chunk; /* rows of the padded grid, and how many are an item */
  double *sums;        /* one an item */
} Pad;

static void
pad_rows (gsize item, int worker, gpointer data)
{
  Pad *self = data;
  const gint32 *size = self->padded->size;
  double sum = 0;

  (void) worker;
  for (gsize row = item * self->chunk; row < MIN (self->n_rows, (item + 1) * self->chunk); row++)
    {
      gint32 from_z = self->map[OND_Z][row / (gsize) size[OND_Y]],
             from_y = self->map[OND_Y][row % (gsize) size[OND_Y]];
      const float *from = NULL;

      if (from_z >= 0 && from_y >= 0)
        from = self->samples + ond_geometry_index (self->geometry, 0, from_y, from_z);
      sum += pad_row (self->padding, from, self->map[OND_X], size[OND_X],
                      self->padded->samples + row * (gsize) size[OND_X]);
    }
  self->sums[item] = sum;
}

gboolean
ond_boundary_pad (const OndPadding *self, const OndGeometry *geometry, const float *samples,
                  OndPadded *padded, OndCall *call)
{
  const gint32 *size = padded->size;
  const gsize n_rows = (gsize) size[OND_Y] * (gsize) size[OND_Z];
  const gsize chunk = (gsize) MAX (1, CHUNK / size[OND_X]), n_items = (n_rows - 1) / chunk + 1;
  g_autofree double *sums = g_new0 (double, n_items);
  Pad pad = { .padding = self,
              .geometry = geometry,
              .samples = samples,
              .padded = padded,
              .n_rows = n_rows,
              .chunk = chunk,
              .sums = sums };
  gboolean done;

  for (int i = 0; i < OND_N_AXES; i++)
    pad.map[i] = axis_map (self->boundary, geometry->n[i], size[i]);
  done = ond_parallel_for (n_items, call, pad_rows, &pad);
  padded->dc = self->mean * self->unit * size[OND_X] * size[OND_Y] * (double) size[OND_Z];
  for (gsize i = 0; i < n_items; i++)
    padded->dc += sums[i];
  for (int i = 0; i < OND_N_AXES; i++)
    g_free (pad.map[i]);
  return done;
}
