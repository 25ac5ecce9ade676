/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC 0x45534143u /* "CASE" */
#define N_ARRAYS (3 + OND_N_AXES)

static size_t
product (const int32_t n[OND_N_AXES])
{
  return (size_t) n[OND_X] * (size_t) n[OND_Y] * (size_t) n[OND_Z];
}

size_t
case_n_padded (const Case *self)
{
  return product (self->head.domain.size);
}

size_t
case_n_crop (const Case *self)
{
  return product (self->head.domain.crop);
}

size_t
case_slice_size (const Case *self, int axis)
{
  const OndDomain *domain = &self->head.domain;

  return domain->rank == 3 || axis == OND_Z ? case_n_crop (self) / (size_t) domain->crop[axis] : 0;
}

/* Where the arrays are kept, and their bytes. */
static void
list_arrays (Case *self, void ***arrays, size_t *bytes)
{
  arrays[0] = (void **) &self->padded;
  bytes[0] = case_n_padded (self) * sizeof (float);
  arrays[1] = (void **) &self->invalid;
  bytes[1] = self->head.has_invalid ? case_n_crop (self) : 0;
  arrays[2] = (void **) &self->volume;
  bytes[2] = case_n_crop (self) * sizeof (float);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      arrays[3 + i] = (void **) &self->slices[i];
      bytes[3 + i] = case_slice_size (self, i) * sizeof (float);
    }
}

bool
case_alloc (Case *self)
{
  void **arrays[N_ARRAYS];
  size_t bytes[N_ARRAYS];
  bool ok = true;

  self->head.magic = MAGIC;
  list_arrays (self, arrays, bytes);
  for (int i = 0; i < N_ARRAYS; i++)
    {
      *arrays[i] = bytes[i] > 0 ? calloc (1, bytes[i]) : NULL;
      ok = ok && (bytes[i] == 0 || *arrays[i] != NULL);
    }
  return ok;
}

void
case_clear (Case *self)
{
  void **arrays[N_ARRAYS];
  size_t bytes[N_ARRAYS];

  list_arrays (self, arrays, bytes);
  for (int i = 0; i < N_ARRAYS; i++)
    free (*arrays[i]);
  memset (self, 0, sizeof *self);
}

bool
case_save (const Case *self, const char *path)
{
  Case copy = *self;
  void **arrays[N_ARRAYS];
  size_t bytes[N_ARRAYS];
  FILE *file = fopen (path, "wb");
  bool ok = file != NULL && fwrite (&self->head, sizeof self->head, 1, file) == 1;

  list_arrays (&copy, arrays, bytes);
  for (int i = 0; ok && i < N_ARRAYS; i++)
    ok = bytes[i] == 0 || fwrite (*arrays[i], 1, bytes[i], file) == bytes[i];
  return (file == NULL || fclose (file) == 0) && ok;
}

bool
case_load (Case *self, const char *path)
{
  void **arrays[N_ARRAYS];
  size_t bytes[N_ARRAYS];
  FILE *file = fopen (path, "rb");
  bool ok;

  memset (self, 0, sizeof *self);
  ok = file != NULL && fread (&self->head, sizeof self->head, 1, file) == 1
       && self->head.magic == MAGIC && case_alloc (self);
  list_arrays (self, arrays, bytes);
  for (int i = 0; ok && i < N_ARRAYS; i++)
    ok = bytes[i] == 0 || fread (*arrays[i], 1, bytes[i], file) == bytes[i];
  if (file != NULL)
    fclose (file);
  return ok;
}
