/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The volume that was prepared last, for the engine: transforms of one volume share it whatever
 * their padding. Any thread. */
#pragma once

#include "prepared.h"

typedef struct _OndPreparedCache OndPreparedCache;

OndPreparedCache *ond_prepared_cache_new (void);

/* Nobody may be in a call. */
void ond_prepared_cache_free (OndPreparedCache *self);

/* The volume as it was prepared before, or prepared now in place of the last one. One is prepared
 * at a time: others wait, and ask call->cancelled every 20 ms. It must not itself wait for another
 * of the callers. Errors as ond_prepared_new(); who fails or is cancelled leaves nothing behind. */
OndPrepared *ond_prepared_cache_get (OndPreparedCache *self, OndVolume *volume, OndFill fill,
                                     OndCall *call, GError **error);

/* Drops the last one, not one that is being prepared. */
void ond_prepared_cache_clear (OndPreparedCache *self);
