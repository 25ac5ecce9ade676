/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes cases with FFTW's results into a folder: `gpu-bench-reference FOLDER`. Runs where the
 * project is built, before the bench goes to the machine with the GPU. */
#include "case.h"
#include "core/backend-fftw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 2

typedef struct
{
  const char *name;
  OndDomain domain;
  bool masked;
} Shape;

/* A cube; an odd, padded, masked one whose border is left out; a large image; and a small one for
 * the sanitizers. */
static const Shape shapes[] = {
  { "cube",
    { { 64, 64, 64 }, { 64, 64, 64 }, { 1, 1, 1 }, 3, OND_SAMPLING_CONTINUOUS, 0, 0 },
    false },
  { "odd", { { 75, 54, 49 }, { 67, 47, 43 }, { 1, 1, 1.5 }, 3, OND_SAMPLING_SAMPLED, 1, 0 }, true },
  { "image",
    { { 600, 500, 1 }, { 571, 467, 1 }, { 1, 1, 1 }, 2, OND_SAMPLING_CONTINUOUS, 0, 0 },
    true },
  { "small",
    { { 20, 18, 15 }, { 17, 15, 13 }, { 1, 1, 1 }, 3, OND_SAMPLING_CONTINUOUS, 0, 0 },
    true },
};

static const OndWavelet wavelets[CASE_WAVELETS] = {
  { 0.5, 0.8, 3, 1.1, OND_NORM_L2 },   { 1.1, 2.4, 0.3, 0.9, OND_NORM_L2 },
  { 0, 0, 1, 0.7, OND_NORM_L1 },       { 2.7, 0.3, 2, 0.8, OND_NORM_RAW },
  { 1.3, 1.5, 0.5, 1.4, OND_NORM_L2 }, { 0.2, 2.9, 5, 0.7, OND_NORM_FROBENIUS },
};

/* Noise on a slope, the same everywhere; zero in the padding. */
static void
fill (Case *self)
{
  const OndDomain *domain = &self->head.domain;
  const int32_t *size = domain->size, *crop = domain->crop;
  uint32_t state = 12345;
  size_t i = 0;

  self->head.domain.dc = 0;
  for (int32_t z = 0; z < size[OND_Z]; z++)
    for (int32_t y = 0; y < size[OND_Y]; y++)
      for (int32_t x = 0; x < size[OND_X]; x++, i++)
        {
          bool inside = x < crop[OND_X] && y < crop[OND_Y] && z < crop[OND_Z];

          state = state * 1664525u + 1013904223u;
          if (inside)
            self->padded[i] = (float) (state >> 8) / 8388608.0f - 1 + 0.01f * (float) (x - z);
          self->head.domain.dc += self->padded[i];
        }
  for (i = 0; self->invalid != NULL && i < case_n_crop (self); i++)
    self->invalid[i] = i % 97 == 5;
}

static OndStatus
compute (Case *self, OndImage *image, OndCall *call)
{
  CaseHead *head = &self->head;
  OndStatus status =
      ond_backend_fftw.stats (image, head->wavelets, CASE_WAVELETS, head->moments, call);

  if (status == OND_OK)
    status = ond_backend_fftw.energy (image, head->wavelets, CASE_WAVELETS, head->energy, call);
  if (status == OND_OK)
    status = ond_backend_fftw.volume (image, head->wavelets, self->volume, NULL, call);
  if (status == OND_OK)
    status = ond_backend_fftw.slices (image, head->wavelets, head->at, self->slices, call);
  return status;
}

static bool
make (const Shape *shape, const char *folder)
{
  Case self = { .head = { .domain = shape->domain, .has_invalid = shape->masked } };
  OndCall call = { .threads = THREADS };
  OndImage *image = NULL;
  OndStatus status = OND_NO_MEMORY;
  char path[4096];
  bool ok;

  memcpy (self.head.wavelets, wavelets, sizeof wavelets);
  for (int i = 0; i < OND_N_AXES; i++)
    self.head.at[i] = shape->domain.crop[i] / 3;
  if (case_alloc (&self))
    {
      fill (&self);
      status = ond_backend_fftw.open (&self.head.domain, self.padded, self.invalid, &image, &call);
    }
  if (status == OND_OK)
    status = compute (&self, image, &call);
  if (image != NULL)
    ond_backend_fftw.close (image);
  snprintf (path, sizeof path, "%s/%s.case", folder, shape->name);
  ok = status == OND_OK && case_save (&self, path);
  if (!ok)
    fprintf (stderr, "%s: %s\n", path, status == OND_OK ? "cannot be written" : call.why);
  case_clear (&self);
  return ok;
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    {
      fprintf (stderr, "usage: gpu-bench-reference FOLDER\n");
      return 2;
    }
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    if (!make (&shapes[i], argv[1]))
      return 1;
  return 0;
}
