/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prepared-cache.h"

#include "lanes.h"
#include "parallel.h"

struct _OndPreparedCache
{
  GMutex lock; /* of the others */
  GCond idle;
  gboolean busy;     /* somebody prepares a volume, outside the lock; last is NULL */
  OndPrepared *last; /* or NULL */
};

OndPreparedCache *
ond_prepared_cache_new (void)
{
  OndPreparedCache *self = g_new0 (OndPreparedCache, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->idle);
  return self;
}

void
ond_prepared_cache_free (OndPreparedCache *self)
{
  g_clear_pointer (&self->last, ond_prepared_unref);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->idle);
  g_free (self);
}

/* Waits under the lock, and asks outside it, until nobody prepares a volume. FALSE when
 * cancelled. */
static gboolean
wait_until_idle (OndPreparedCache *self, const OndCall *call)
{
  gboolean cancelled = FALSE;

  while (self->busy && !cancelled)
    {
      g_cond_wait_until (&self->idle, &self->lock,
                         g_get_monotonic_time () + 20 * G_TIME_SPAN_MILLISECOND);
      g_mutex_unlock (&self->lock);
      cancelled = ond_call_cancelled (call);
      g_mutex_lock (&self->lock);
    }
  return !cancelled;
}

/* Under the lock, but for the preparation itself. */
static OndPrepared *
prepare (OndPreparedCache *self, OndVolume *volume, OndFill fill, OndCall *call, GError **error)
{
  OndPrepared *prepared;

  self->busy = TRUE;
  g_clear_pointer (&self->last, ond_prepared_unref);
  g_mutex_unlock (&self->lock);
  prepared = ond_prepared_new (volume, fill, call, error);
  g_mutex_lock (&self->lock);
  self->busy = FALSE;
  g_cond_broadcast (&self->idle);
  return prepared;
}

OndPrepared *
ond_prepared_cache_get (OndPreparedCache *self, OndVolume *volume, OndFill fill, OndCall *call,
                        GError **error)
{
  OndPrepared *prepared = NULL;

  g_mutex_lock (&self->lock);
  if (!wait_until_idle (self, call))
    ond_call_check (call, OND_CANCELLED, error);
  else
    {
      if (self->last == NULL || self->last->volume != volume || self->last->fill != fill)
        self->last = prepare (self, volume, fill, call, error);
      if (self->last != NULL)
        prepared = ond_prepared_ref (self->last);
    }
  g_mutex_unlock (&self->lock);
  return prepared;
}

void
ond_prepared_cache_clear (OndPreparedCache *self)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->last, ond_prepared_unref);
  g_mutex_unlock (&self->lock);
}
