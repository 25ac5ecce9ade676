/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spectra of a prepared volume: an image open on the backend that the engine chose and, once
 * that failed, one on the CPU. A call that fails there is repeated here; it is tried there again
 * after one call, then after three, seven ... 63 while it keeps failing, and never again once the
 * device was lost. For transform.c. */
#pragma once

#include "backends.h"
#include "lanes.h"
#include "prepared.h"

/* What a transform depends on. */
typedef struct
{
  OndVolume *volume; /* borrowed */
  OndMethod method;
  gint32 size[OND_N_AXES];
} OndTransformKey;

typedef struct _OndSpectra OndSpectra;

/* One call of a backend. It may be made twice, of which the second counts. */
typedef OndStatus (*OndSpectraFunc) (const OndBackend *backend, OndImage *image, OndCall *call,
                                     gpointer data);

/* Nothing is open yet. The key's volume is held by `prepared`. */
OndSpectra *ond_spectra_new (OndBackends *backends, const OndTransformKey *key,
                             OndPrepared *prepared);
void ond_spectra_free (OndSpectra *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndSpectra, ond_spectra_free)

/* Opens one of the images, before the first run and before other threads know of it. Blocks for the
 * forward transform. */
OndStatus ond_spectra_open (OndSpectra *self, OndWork *work);

/* Calls func with an open image. Any thread. */
OndStatus ond_spectra_run (OndSpectra *self, OndSpectraFunc func, gpointer data, OndWork *work);

/* What made the latest success of a lane, borrowed from the backends. */
const char *ond_spectra_get_device (OndSpectra *self, OndLane lane);

/* Held by open images, of the host's memory and of the device's. */
guint64 ond_spectra_get_bytes (OndSpectra *self);
guint64 ond_spectra_get_device_bytes (OndSpectra *self);

/* The backend's view of a key; dc is left 0. */
void ond_transform_domain (const OndTransformKey *key, const OndGeometry *geometry,
                           OndDomain *domain);
