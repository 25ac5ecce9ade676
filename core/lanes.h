/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who goes first: while work of the interactive lane runs, work of the sweep lane pauses at its
 * next poll. */
#pragma once

#include "backend.h"

#include <gio/gio.h>

typedef struct _OndLanes OndLanes;

OndLanes *ond_lanes_new (void);
OndLanes *ond_lanes_ref (OndLanes *self);
void ond_lanes_unref (OndLanes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndLanes, ond_lanes_unref)

/* Brackets one piece of work: a call to a backend with what it polls. Not to be moved in memory in
 * between. */
typedef struct
{
  OndCall call;
  OndLanes *lanes;
  GCancellable *cancellable;
} OndWork;

void ond_work_begin (OndWork *work, OndLanes *lanes, OndLane lane, int threads,
                     GCancellable *cancellable);
void ond_work_end (OndWork *work);

/* The same call, which is cancelled but does not pause for another lane. */
OndCall ond_work_unpaused (const OndWork *work);

/* Turns the status of a call, and its `why`, into a GError: G_IO_ERROR_CANCELLED, OND_ERROR_MEMORY
 * or OND_ERROR_BACKEND. TRUE when it is OND_OK. */
gboolean ond_call_check (const OndCall *call, OndStatus status, GError **error);

/* Ends the work and checks its status likewise. */
gboolean ond_work_finish (OndWork *work, OndStatus status, GError **error);
