/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ondelette-cuda.so that computes with FFTW on a "Faulty GPU" and fails when told to:
 * FAULTY_STATS="NTH TIMES STATUS" is about calls of stats, counted from 1 (faulty-backend.h). */
#include "tests/core/faulty-backend.h"

#include <stdio.h>

const OndBackend *ond_backend_cuda (void);

__attribute__ ((visibility ("default"))) const OndBackend *
ond_backend_cuda (void)
{
  const char *text = g_getenv ("FAULTY_STATS");
  int nth, times, status;
  char why[256];

  if (text != NULL && sscanf (text, "%d %d %d", &nth, &times, &status) == 3)
    faulty_plan (FAULTY_STATS, nth, times, (OndStatus) status);
  return faulty_load (why);
}
