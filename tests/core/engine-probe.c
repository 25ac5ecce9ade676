/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For test-oracle.py: reads a volume of raw floats, writes the response as raw floats, its three
 * middle slices after it, and prints the moments.
 *   engine-probe IN OUT NX,NY,NZ EX,EY,EZ BOUNDARY SAMPLING THETA PHI XI SCALE NORM */
#include "core/engine.h"
#include "core/wavelet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static OndVolume *
read_volume (char **argv)
{
  OndGeometry geometry;
  g_autofree char *bytes = NULL;
  gsize length;
  float *samples;

  if (sscanf (argv[3], "%d,%d,%d", &geometry.n[0], &geometry.n[1], &geometry.n[2]) != 3
      || sscanf (argv[4], "%lf,%lf,%lf", &geometry.edge[0], &geometry.edge[1], &geometry.edge[2])
             != 3
      || !g_file_get_contents (argv[1], &bytes, &length, NULL)
      || length != ond_geometry_n_voxels (&geometry) * sizeof (float))
    return NULL;
  samples = ond_volume_alloc (&geometry, NULL);
  memcpy (samples, bytes, length);
  return ond_volume_new_take (&geometry, samples, NULL);
}

static gboolean
write_all (const char *path, OndTransform *transform, const OndWavelet *wavelet,
           const OndGeometry *geometry, OndMoments *moments)
{
  const gint32 at[] = { geometry->n[0] / 2, geometry->n[1] / 2, geometry->n[2] / 2 };
  gsize n = ond_geometry_n_voxels (geometry), total = n;
  gboolean flat = ond_geometry_rank (geometry) == 2;
  g_autofree float *out = NULL;
  float *slices[OND_N_AXES] = { NULL };

  for (int i = 0; i < OND_N_AXES; i++)
    total += flat && i != OND_Z ? 0 : ond_geometry_slice_size (geometry, i);
  out = g_new (float, total);
  for (int i = 0, first = 0; i < OND_N_AXES; i++)
    if (!flat || i == OND_Z)
      {
        slices[i] = out + n + first;
        first += (int) ond_geometry_slice_size (geometry, i);
      }
  return ond_transform_volume (transform, wavelet, out, moments, OND_LANE_INTERACTIVE, NULL, NULL)
         && ond_transform_slices (transform, wavelet, at, slices, OND_LANE_INTERACTIVE, NULL, NULL)
         && g_file_set_contents (path, (char *) out, (gssize) (total * sizeof *out), NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (OndEngine) engine = ond_engine_new (NULL, NULL);
  g_autoptr (OndVolume) volume = argc == 12 ? read_volume (argv) : NULL;
  g_autoptr (OndTransform) transform = NULL;
  g_autoptr (GError) error = NULL;
  OndMethod method = ond_method_default ();
  OndWavelet wavelet;
  OndMoments moments;
  int boundary, sampling, norm;

  if (volume == NULL || !ond_choice_parse (ond_boundaries, "boundary", argv[5], &boundary, &error)
      || !ond_choice_parse (ond_samplings, "sampling", argv[6], &sampling, &error)
      || !ond_choice_parse (ond_norms, "norm", argv[11], &norm, &error))
    return 2;
  method.boundary = boundary;
  method.sampling = sampling;
  wavelet.norm = norm;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_wavelet_set (&wavelet, p, g_ascii_strtod (argv[7 + p], NULL));
  transform = ond_engine_get_transform (engine, volume, &method, &wavelet, 1, OND_LANE_INTERACTIVE,
                                        NULL, &error);
  if (transform == NULL
      || !write_all (argv[2], transform, &wavelet, ond_volume_get_geometry (volume), &moments))
    {
      fprintf (stderr, "%s\n", error ? error->message : "failed");
      return 1;
    }
  printf ("%.17g %.17g %.17g %.17g\n", moments.sum, moments.sum2, moments.min, moments.max);
  return 0;
}
