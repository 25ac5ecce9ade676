/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A backend that computes what FFTW does, on a "Faulty GPU", and fails when told to. */
#pragma once

#include "core/engine.h"

typedef enum
{
  FAULTY_PROBE,
  FAULTY_ESTIMATE,
  FAULTY_OPEN,
  FAULTY_SLICES,
  FAULTY_STATS,
  FAULTY_ENERGY,
  FAULTY_VOLUME,
  FAULTY_CLOSE,
  N_FAULTY
} FaultyCall;

#define FAULTY_DEVICE "Faulty GPU"
#define FAULTY_WHY "planted"

/* For ond_engine_provide ("cuda", ...). */
const OndBackend *faulty_load (char why[256]);

/* Forgets counts and plans. */
void faulty_reset (void);

/* The calls of a kind from the nth on, counted from 1, end with `status`, `times` of them. A stats
 * call that fails writes nonsense first. */
void faulty_plan (FaultyCall call, int nth, int times, OndStatus status);

/* Bytes of the device, 0 (unknown) at first. */
void faulty_set_memory (guint64 bytes);

/* A function called at the start of each call of a kind, before it fails or not; NULL for none. */
void faulty_set_hook (FaultyCall call, void (*hook) (gpointer data), gpointer data);

int faulty_count (FaultyCall call);
int faulty_count_all (void); /* but of close */
