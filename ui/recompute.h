/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker behind the sliders: computes the response slices of the newest request and drops what
 * it overtook. One thread, no widgets. Used by session.c alone; every function belongs to the main
 * thread. */
#pragma once

#include "../core/engine.h"

/* Everything one response depends on. */
typedef struct
{
  OndVolume *volume;
  OndMethod method;
  OndWavelet wavelet;
  gint32 at[OND_N_AXES]; /* the cross-hair */
  guint64 revision;      /* counts up; comes back in the result */
} OndRecomputeRequest;

typedef struct
{
  OndRecomputeRequest request; /* holds a reference on the volume */
  float *slices[OND_N_AXES];   /* as ond_transform_slices(); g_malloc'ed; all NULL on an error */
  double milliseconds;
  GError *error; /* never a cancellation: those are not published */
} OndRecomputeResult;

typedef struct _OndRecompute OndRecompute;

/* Called in the main context of the thread that made the worker. `result` is freed afterwards; the
 * callback may take slices by setting them to NULL. */
typedef void (*OndRecomputeFunc) (OndRecomputeResult *result, gpointer data);

OndRecompute *ond_recompute_new (OndEngine *engine, OndRecomputeFunc published, gpointer data);

/* Replaces whatever waits. What runs is cancelled only when finishing it would be in vain: another
 * volume, or a transform in the making that the new request cannot use. */
void ond_recompute_ask (OndRecompute *self, const OndRecomputeRequest *request);

/* Drops what waits and cancels what runs; nothing asked before is published any more. */
void ond_recompute_forget (OndRecompute *self);

/* Forgets, and returns at once: the thread ends by itself. */
void ond_recompute_free (OndRecompute *self);
