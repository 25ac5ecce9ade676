/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who computes for an engine: the backend that it chose, and the CPU where that may stand in. What
 * is known of a backend (where it comes from, that its device was lost) holds for the process. For
 * engine.c and spectra.c. Any thread. */
#pragma once

#include "engine.h"

typedef struct _OndBackends OndBackends;

/* The backend `wanted` by name, or the most wanted one that is there (NULL, "auto"; then the
 * environment variable ONDELETTE_BACKEND has a say). `memory` is what the engine may use, 0: what
 * is free. OND_ERROR_BACKEND when it is not available, OND_ERROR_PARAMETER when there is none of
 * that name. To look for the most wanted one may take seconds: a thread does so, and the functions
 * below wait for it where they need to know. */
OndBackends *ond_backends_new (const char *wanted, int threads, guint64 memory, GError **error);
OndBackends *ond_backends_ref (OndBackends *self);
void ond_backends_unref (OndBackends *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndBackends, ond_backends_unref)

/* See ond_engine_provide() and ond_engine_list_backends(). */
void ond_backends_provide (const char *name, OndBackendLoad load);
int ond_backends_list (OndBackendReport *reports, int max, int threads);

/* See ond_engine_is_settled() and ond_engine_get_why_not(). */
gboolean ond_backends_is_settled (const OndBackends *self);
const char *ond_backends_get_why_not (const OndBackends *self);

/* The chosen one, also after it was lost; and what computes now. */
const OndBackend *ond_backends_get_chosen (const OndBackends *self);
const OndBackend *ond_backends_get_backend (const OndBackends *self);

/* FALSE once its device was lost, for whichever engine. */
gboolean ond_backends_is_usable (const OndBackends *self);

/* Does the CPU repeat a call of the chosen one that failed? Not when the CPU itself was chosen, nor
 * when the other one was asked for by name. */
gboolean ond_backends_has_stand_in (const OndBackends *self);

/* Takes notice of a call of the chosen one that failed: keeps a line for the user and, when the
 * device was lost, leaves it alone from now on. */
void ond_backends_take_failure (OndBackends *self, OndStatus status, const char *why);

/* What a backend computes on, borrowed. */
const char *ond_backends_get_device (const OndBackends *self, const OndBackend *backend);

/* Bytes of the device that computes now; 0 when that is the CPU or not known, or not known yet. */
guint64 ond_backends_get_device_memory (const OndBackends *self);

/* See ond_engine_get_notice(). */
const char *ond_backends_get_notice (OndBackends *self);

/* Host memory that an open image and a pass take where they will be computed. OND_NO_MEMORY when a
 * device that nothing stands in for is too small. */
OndStatus ond_backends_estimate (OndBackends *self, const OndDomain *domain, OndPass pass,
                                 OndNeed *need, OndCall *call);

/* May the CPU open this domain? OND_NO_MEMORY with the numbers when not. */
OndStatus ond_backends_check_room (OndBackends *self, const OndDomain *domain, OndCall *call);
