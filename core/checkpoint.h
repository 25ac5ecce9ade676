/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checkpoint of a sweep: `.NAME.part` beside the output NAME, locked while it is open, removed
 * when the sweep is done. A head says what is being computed; then one record a chunk, and one
 * whenever FFTW's wisdom grew or another device computed, each with its own checksum. What a kill
 * or a power cut left unfinished at the end is dropped when the file is opened again: those chunks
 * are computed once more. One thread uses it. */
#pragma once

#include "settings.h"

typedef struct _OndCheckpoint OndCheckpoint;

/* What two runs must share for their records to belong together, but for the backend and the
 * kernels, which may change last digits alone. Strings are borrowed. */
typedef struct
{
  const OndSettings *settings; /* grids, norm, method, pass; voxel holds the relative edges */
  const char *checksum;        /* ond_maps_checksum() of the input */
  const char *backend;         /* ond_engine_get_backend() */
  guint64 n_chunks;            /* of the plan */
  const char *kernels;         /* OndKernels.name */
  gboolean best;               /* is a best map kept beside it? best-part.h */
} OndCheckpointHead;

/* A checkpoint that is there already: refused, continued, or begun afresh. */
typedef enum
{
  OND_CHECKPOINT_REFUSE,
  OND_CHECKPOINT_CONTINUE,
  OND_CHECKPOINT_REPLACE
} OndCheckpointPolicy;

/* The name of the checkpoint of an output; free with g_free. */
char *ond_checkpoint_path (const char *output);

/* Opens or makes the checkpoint of `output` and locks it. Errors: OND_ERROR_EXISTS when there is
 * one and `policy` refuses it; OND_ERROR_FILE when it is locked by another process, its head is
 * damaged, or it belongs to other settings (the message names each difference); OND_ERROR_WRITE. */
OndCheckpoint *ond_checkpoint_open (const char *output, const OndCheckpointHead *head,
                                    OndCheckpointPolicy policy, GError **error);

/* One finished chunk; FALSE when it cannot be: the file is then cut off before it. */
typedef gboolean (*OndCheckpointFunc) (gsize chunk, const OndMoments *moments, gsize n,
                                       gpointer data);

/* Calls func for every chunk on file, in the order they were written, and cuts the file off at the
 * first record that is torn, damaged or refused. Call once, before appending. OND_ERROR_WRITE, or
 * OND_ERROR_FILE when reading fails. */
gboolean ond_checkpoint_replay (OndCheckpoint *self, OndCheckpointFunc func, gpointer data,
                                GError **error);

/* The newest wisdom on file, borrowed; NULL when there is none. */
const char *ond_checkpoint_get_wisdom (const OndCheckpoint *self);

/* The backend and the kernels that the checkpoint was begun with, borrowed; NULL when they are not
 * known. */
const char *ond_checkpoint_get_backend (const OndCheckpoint *self);
const char *ond_checkpoint_get_kernels (const OndCheckpoint *self);

/* The devices that computed what is on file, NULL-terminated, borrowed until one is appended. */
const char *const *ond_checkpoint_get_devices (const OndCheckpoint *self);

/* Appends a chunk's moments (at most OND_SWEEP_CHUNK), wisdom when it differs from the newest on
 * file, or a device when it is not on file. Wisdom and device must come before the chunks that were
 * computed with them. OND_ERROR_WRITE. */
gboolean ond_checkpoint_append (OndCheckpoint *self, gsize chunk, const OndMoments *moments,
                                gsize n, GError **error);
gboolean ond_checkpoint_append_wisdom (OndCheckpoint *self, const char *wisdom, GError **error);

gboolean ond_checkpoint_append_device (OndCheckpoint *self, const char *device, GError **error);

/* Closes and keeps the file. */
void ond_checkpoint_close (OndCheckpoint *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndCheckpoint, ond_checkpoint_close)

/* Closes and removes it: the sweep is done. */
void ond_checkpoint_remove (OndCheckpoint *self);
