/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results against FFTW's. What a case allows is 1e-5 of the largest response. */
#include "case.h"
#include "gpu-bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALLOWED 1e-5

/* The largest errors of a case, over what the largest response or the whole energy is. NaN counts
 * as endless. */
typedef struct
{
  double volume, slices, moments, energy;
} Errors;

static void
worsen (double *worst, double error)
{
  if (!(error <= *worst))
    *worst = isnan (error) ? INFINITY : error;
}

static double
largest_of (const OndMoments *moments)
{
  return fmax (fabs (moments->min), fabs (moments->max));
}

static double
largest_difference (const float *a, const float *b, size_t n)
{
  double worst = 0;

  for (size_t i = 0; i < n; i++)
    worsen (&worst, fabs ((double) a[i] - (double) b[i]));
  return worst;
}

/* Of invalid voxels the backend says nothing. */
static double
valid_difference (const Case *expected, const float *volume)
{
  double worst = 0;

  for (size_t i = 0; i < case_n_crop (expected); i++)
    if (expected->invalid == NULL || !expected->invalid[i])
      worsen (&worst, fabs ((double) volume[i] - (double) expected->volume[i]));
  return worst;
}

static void
compare_moments (Errors *errors, const OndMoments *a, const OndMoments *b, const float *volume,
                 size_t n_voxels)
{
  const double n = (double) b->n, largest = largest_of (b);

  if (a->n != b->n)
    errors->moments = INFINITY;
  if (a->n != b->n || b->n == 0)
    return;
  worsen (&errors->moments, fabs (a->sum - b->sum) / (n * largest));
  worsen (&errors->moments, fabs (a->sum2 / b->sum2 - 1));
  worsen (&errors->moments, fabs (a->min - b->min) / largest);
  worsen (&errors->moments, fabs (a->max - b->max) / largest);
  /* The voxel may be another one only where that is as large. */
  if (volume != NULL && a->at_max != b->at_max)
    worsen (&errors->moments,
            a->at_max < n_voxels ? fabs (volume[a->at_max] - b->max) / largest : INFINITY);
}

static OndStatus
compare (Bench *self, const Case *expected, OndImage *image, Case *got, Errors *errors,
         OndCall *call)
{
  const OndBackend *backend = self->backend;
  const CaseHead *head = &expected->head;
  const double largest = largest_of (&head->moments[0]);
  OndStatus status = backend->stats (image, head->wavelets, CASE_WAVELETS, got->head.moments, call);

  if (status == OND_OK)
    status = backend->energy (image, head->wavelets, CASE_WAVELETS, got->head.energy, call);
  if (status == OND_OK)
    status = backend->volume (image, head->wavelets, got->volume, NULL, call);
  if (status == OND_OK)
    status = backend->slices (image, head->wavelets, head->at, got->slices, call);
  if (status != OND_OK)
    return status;
  for (int i = 0; i < CASE_WAVELETS; i++)
    {
      compare_moments (errors, &got->head.moments[i], &head->moments[i],
                       i == 0 ? expected->volume : NULL, case_n_crop (expected));
      worsen (&errors->energy, fabs (got->head.energy[i] / head->energy[i] - 1));
    }
  worsen (&errors->volume, valid_difference (expected, got->volume) / largest);
  for (int i = 0; i < OND_N_AXES; i++)
    worsen (&errors->slices,
            largest_difference (got->slices[i], expected->slices[i], case_slice_size (expected, i))
                / largest);
  return status;
}

/* Results are poisoned: what is not written is found. */
static bool
poisoned_like (Case *got, const Case *expected)
{
  memset (got, 0, sizeof *got);
  got->head = expected->head;
  if (!case_alloc (got))
    return false;
  memset (got->head.moments, 0xff, sizeof got->head.moments);
  memset (got->head.energy, 0xff, sizeof got->head.energy);
  memset (got->volume, 0xff, case_n_crop (expected) * sizeof (float));
  for (int i = 0; i < OND_N_AXES; i++)
    if (got->slices[i] != NULL)
      memset (got->slices[i], 0xff, case_slice_size (expected, i) * sizeof (float));
  return true;
}

static bool
check (Bench *self, const char *path)
{
  Case expected, got = { 0 };
  OndCall call = bench_call ();
  OndImage *image = NULL;
  Errors errors = { 0, 0, 0, 0 };
  bool ok = case_load (&expected, path) && poisoned_like (&got, &expected);

  if (!ok)
    fprintf (stderr, "%s: is no case\n", path);
  ok = ok
       && bench_ok ("open",
                    self->backend->open (&expected.head.domain, expected.padded, expected.invalid,
                                         &image, &call),
                    &call)
       && bench_ok (path, compare (self, &expected, image, &got, &errors, &call), &call);
  if (image != NULL)
    self->backend->close (image);
  case_clear (&expected);
  case_clear (&got);
  if (!ok)
    return false;
  ok = errors.volume <= ALLOWED && errors.slices <= ALLOWED && errors.moments <= ALLOWED
       && errors.energy <= ALLOWED;
  printf ("{\"check\": \"%s\", \"ok\": %s, \"volume\": %.3g, \"slices\": %.3g, \"moments\": %.3g, "
          "\"energy\": %.3g}\n",
          path, ok ? "true" : "false", fmin (errors.volume, 1e9), fmin (errors.slices, 1e9),
          fmin (errors.moments, 1e9), fmin (errors.energy, 1e9));
  return ok;
}

int
bench_check (Bench *self, int n, char **paths)
{
  int bad = 0;

  for (int i = 0; i < n; i++)
    bad += !check (self, paths[i]);
  return bad > 0;
}
