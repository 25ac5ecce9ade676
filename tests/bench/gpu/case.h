/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A domain with what FFTW says about it, as a file: written here by reference.c, compared on the
 * machine with the GPU by check.c. Plain C without GLib; the file is for one kind of machine. */
#pragma once

#include "core/backend.h"

#include <stdbool.h>

#define CASE_WAVELETS 6

/* Written as it lies in memory. */
typedef struct
{
  uint32_t magic;
  int32_t has_invalid;
  OndDomain domain;
  OndWavelet wavelets[CASE_WAVELETS];
  int32_t at[OND_N_AXES];
  OndMoments moments[CASE_WAVELETS];
  double energy[CASE_WAVELETS];
} CaseHead;

/* Arrays are allocated with malloc. The response and its slices are of the first wavelet. */
typedef struct
{
  CaseHead head;
  float *padded;             /* [size z][size y][size x] */
  uint8_t *invalid;          /* [crop z][crop y][crop x], or NULL */
  float *volume;             /* [crop z][crop y][crop x] */
  float *slices[OND_N_AXES]; /* NULL at rank 2 but for z */
} Case;

size_t case_n_padded (const Case *self);
size_t case_n_crop (const Case *self);
size_t case_slice_size (const Case *self, int axis); /* 0 when there is none */

/* The arrays that the head asks for; false when there is no memory. */
bool case_alloc (Case *self);
void case_clear (Case *self);

/* False when the file cannot be written; when it is not whole or no case. */
bool case_save (const Case *self, const char *path);
bool case_load (Case *self, const char *path);
