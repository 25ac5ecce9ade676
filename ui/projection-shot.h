/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a projection drawn by the CPU, in a thread. No widget; projection-canvas.c has one.
 * Main thread only. */
#pragma once

#include "projection-rays.h"

#include <gdk/gdk.h>

/* All that a picture follows from. */
typedef struct
{
  OndProjectionVolume *volume;
  OndPose pose;
  OndColorScale colors;
  int width, height; /* device pixels of the view */
  int divisor;       /* as many of them, each way, share a ray */
} OndProjectionShot;

gboolean ond_projection_shot_equal (const OndProjectionShot *a, const OndProjectionShot *b);

/* Draws on as many threads and tells when it is done; never blocks. */
void ond_projection_shot_async (const OndProjectionShot *shot, int threads,
                                GCancellable *cancellable, GAsyncReadyCallback done, gpointer data);

/* The picture, its lower left corner that of the view: width and height rounded up to the divisor,
 * and divided by it. `shot` is borrowed from the result. Errors: OND_ERROR_MEMORY,
 * G_IO_ERROR_CANCELLED. */
GdkTexture *ond_projection_shot_finish (GAsyncResult *result, const OndProjectionShot **shot,
                                        double *milliseconds, GError **error);
