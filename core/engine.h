/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Responses of a volume: backend, threads, memory budget, the cache of transforms, two lanes. Every
 * call is synchronous, re-entrant and usable from any thread; it polls its GCancellable at least
 * every 50 ms. While a call of the interactive lane runs, calls of the sweep lane pause. */
#pragma once

#include "backend.h"
#include "method.h"
#include "volume.h"

typedef struct _OndEngine OndEngine;
typedef struct _OndTransform OndTransform;

typedef struct
{
  int threads;         /* 0: one a processor */
  guint64 memory;      /* bytes the engine may use; 0: 80 % of what is free at the time of asking */
  const char *backend; /* "auto" or NULL, "fftw", "cuda" */
} OndEngineOptions;

/* OND_ERROR_BACKEND when a backend is asked for by name and is not there. `options` may be NULL.
 * The environment variable ONDELETTE_BACKEND stands in for "auto". */
OndEngine *ond_engine_new (const OndEngineOptions *options, GError **error);
OndEngine *ond_engine_ref (OndEngine *self);
void ond_engine_unref (OndEngine *self); /* the last one writes what FFTW learnt: wisdom.h */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndEngine, ond_engine_unref)

/* FALSE while a GPU is still looked for, which may take seconds. Whatever needs to know what
 * computes then waits for it. */
gboolean ond_engine_is_settled (OndEngine *self);

/* Why nothing faster than what was chosen computes, a line; NULL when nothing is, or when the
 * backend was asked for by name. */
const char *ond_engine_get_why_not (OndEngine *self);

/* "CPU, 2 threads": what computes now, for a badge. Another one once the device was lost. */
const char *ond_engine_get_device (OndEngine *self);
const char *ond_engine_get_backend (OndEngine *self); /* "fftw", likewise */

/* A line for the user when the backend failed and the CPU stood in; the worst that happened, NULL
 * when nothing did. It stays at its address as long as the engine, so that it can be told from one
 * that was shown before. */
const char *ond_engine_get_notice (OndEngine *self);

int ond_engine_get_threads (OndEngine *self);

/* Bytes that may be used now: those that are free, or left of what the engine was given, and those
 * of transforms that nobody holds and that would make way. */
guint64 ond_engine_get_memory (OndEngine *self);

/* Gives a backend that is not part of the library, "cuda": `load` returns its table, or NULL with a
 * line why there is none. It is called from any thread, whenever the backend is asked for, and
 * remembers what it found. NULL takes the backend away. What was known of it, also that its device
 * was lost, is forgotten. Call before the first engine. */
typedef const OndBackend *(*OndBackendLoad) (char why[256]);
void ond_engine_provide (const char *name, OndBackendLoad load);

/* A backend that this program knows of and what became of it here. */
typedef struct
{
  const char *name;
  gboolean available;
  char device[128];
  char why[256]; /* why it is missing, a line */
} OndBackendReport;

/* Fills reports[0 ... n-1], at most `max`, and returns n. */
int ond_engine_list_backends (OndBackendReport *reports, int max);

/* The padded grid that the n wavelets share, size[x, y, z]: a function of the volume's grid, the
 * method and the wavelets alone. One wavelet after another thus gives the same result whatever was
 * computed before. */
void ond_engine_padded_size (const OndGeometry *geometry, const OndMethod *method,
                             const OndWavelet *wavelets, gsize n, gint32 size[OND_N_AXES]);

/* The least padded grid that one wavelet can do with, for sweeps, which know all of theirs
 * beforehand. */
void ond_engine_least_size (const OndGeometry *geometry, const OndMethod *method,
                            const OndWavelet *wavelet, gint32 size[OND_N_AXES]);

/* Bytes of the host's memory to open a transform for these wavelets and run `pass`, without doing
 * it, on the backend that will; the samples themselves excluded. OND_ERROR_MEMORY when a device
 * that was asked for by name is too small. */
gboolean ond_engine_estimate (OndEngine *self, const OndGeometry *geometry, const OndMethod *method,
                              const OndWavelet *wavelets, gsize n, OndPass pass, guint64 *bytes,
                              GError **error);

/* The same for a padded grid. */
gboolean ond_engine_estimate_size (OndEngine *self, const OndGeometry *geometry,
                                   const OndMethod *method, const gint32 size[OND_N_AXES],
                                   OndPass pass, guint64 *bytes, GError **error);

/* The transform of `volume` that serves these wavelets, from the cache or made now (seconds for a
 * large volume). Errors: OND_ERROR_MEMORY with the need; OND_ERROR_FILE when no voxel is valid;
 * G_IO_ERROR_CANCELLED. */
OndTransform *ond_engine_get_transform (OndEngine *self, OndVolume *volume, const OndMethod *method,
                                        const OndWavelet *wavelets, gsize n, OndLane lane,
                                        GCancellable *cancellable, GError **error);

/* The same for a padded grid, which must serve the wavelets that the transform is then asked for
 * (else OND_ERROR_PARAMETER). */
OndTransform *ond_engine_get_transform_of_size (OndEngine *self, OndVolume *volume,
                                                const OndMethod *method,
                                                const gint32 size[OND_N_AXES], OndLane lane,
                                                GCancellable *cancellable, GError **error);

/* Drops cached transforms that nobody holds, and memory that passes keep for the next one. */
void ond_engine_clear (OndEngine *self);

OndTransform *ond_transform_ref (OndTransform *self);
void ond_transform_unref (OndTransform *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndTransform, ond_transform_unref)

/* What computed the latest success of a lane: "CPU, 2 threads". Borrowed, of the engine. */
const char *ond_transform_get_device (OndTransform *self, OndLane lane);

/* The three slices of the response through voxel `at`; out[i] is the slice across axis i,
 * float[vertical][horizontal], or NULL when not wanted. At rank 2 only out[OND_Z] may be given.
 * Invalid voxels are NaN. */
gboolean ond_transform_slices (OndTransform *self, const OndWavelet *wavelet,
                               const gint32 at[OND_N_AXES], float *out[OND_N_AXES], OndLane lane,
                               GCancellable *cancellable, GError **error);

/* The moments of n responses over the valid voxels, in the samples' unit. */
gboolean ond_transform_stats (OndTransform *self, const OndWavelet *wavelets, gsize n,
                              OndMoments *moments, OndLane lane, GCancellable *cancellable,
                              GError **error);

/* The energies of n responses by Parseval's theorem: fast, and exact only for a periodic boundary,
 * no invalid voxel and no excluded border; otherwise refused with OND_ERROR_PARAMETER. */
gboolean ond_transform_energy (OndTransform *self, const OndWavelet *wavelets, gsize n,
                               double *energy, OndLane lane, GCancellable *cancellable,
                               GError **error);

/* The moments of n responses, and each of their voxels to the visitor, in the samples' unit; also
 * invalid ones, of which the response is that to what fills them. A call that fails or is cancelled
 * has handed out some of them, and one that a GPU failed at and the CPU repeated, some twice. */
gboolean ond_transform_visit (OndTransform *self, const OndWavelet *wavelets, gsize n,
                              OndMoments *moments, const OndVisitor *visitor, OndLane lane,
                              GCancellable *cancellable, GError **error);

/* The response, float[nz][ny][nx] (invalid voxels NaN), and its moments unless NULL. */
gboolean ond_transform_volume (OndTransform *self, const OndWavelet *wavelet, float *out,
                               OndMoments *moments, OndLane lane, GCancellable *cancellable,
                               GError **error);
