/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of gpu-bench. Each prints JSON, an object a line, and returns what the program exits
 * with. Neither GLib nor CUDA is linked: the module is loaded, as the program loads it. */
#pragma once

#include "core/backend.h"

#include <stdbool.h>

typedef struct
{
  const OndBackend *backend;
  OndDevice device;
} Bench;

/* Complains on stderr and returns false unless the status is OND_OK. */
bool bench_ok (const char *what, OndStatus status, const OndCall *call);

/* A call of the sweep's lane that is never cancelled. */
OndCall bench_call (void);

double bench_seconds (void); /* monotonic */

/* check.c: results against the reference of case files; 1 when one is off by more than 1e-5. */
int bench_check (Bench *self, int n, char **paths);

/* time.c: nx ny nz [folder]. Times by batch, of slices, energies and of opening; the image and the
 * moments of the first wavelets go to the folder, for peers.py. */
int bench_time (Bench *self, int n, char **arguments);

/* time.c: nx ny nz batch. The statistics of 64 wavelets once, after the image was opened, for a
 * profiler. */
int bench_once (Bench *self, int n, char **arguments);

/* copy.c: MiB. The bandwidth of a copy on the device, bytes read and written. */
int bench_copy (Bench *self, int n, char **arguments);
