/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lanes.h"

#include "error.h"

struct _OndLanes
{
  gatomicrefcount refs;
  GMutex lock;
  GCond quiet;
  int urgent; /* interactive work in progress; atomic, changed under the lock */
};

OndLanes *
ond_lanes_new (void)
{
  OndLanes *self = g_new0 (OndLanes, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  g_cond_init (&self->quiet);
  return self;
}

OndLanes *
ond_lanes_ref (OndLanes *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ond_lanes_unref (OndLanes *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->quiet);
  g_free (self);
}

static void
change_urgent (OndLanes *self, int by)
{
  g_mutex_lock (&self->lock);
  g_atomic_int_add (&self->urgent, by);
  g_cond_broadcast (&self->quiet);
  g_mutex_unlock (&self->lock);
}

/* Waits in steps, so that a cancelled sweep ends although somebody drags a slider without a
 * rest. */
static void
wait_for_quiet (OndLanes *self, GCancellable *cancellable)
{
  g_mutex_lock (&self->lock);
  while (g_atomic_int_get (&self->urgent) > 0 && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait_until (&self->quiet, &self->lock,
                       g_get_monotonic_time () + 20 * G_TIME_SPAN_MILLISECOND);
  g_mutex_unlock (&self->lock);
}

static int
poll_cancelled (void *data)
{
  OndWork *work = data;

  if (work->call.lane == OND_LANE_SWEEP && g_atomic_int_get (&work->lanes->urgent) > 0)
    wait_for_quiet (work->lanes, work->cancellable);
  return g_cancellable_is_cancelled (work->cancellable);
}

void
ond_work_begin (OndWork *work, OndLanes *lanes, OndLane lane, int threads,
                GCancellable *cancellable)
{
  *work = (OndWork){ .call = { lane, threads, poll_cancelled, work, "" },
                     .lanes = lanes,
                     .cancellable = cancellable };
  if (lane == OND_LANE_INTERACTIVE)
    change_urgent (lanes, 1);
}

void
ond_work_end (OndWork *work)
{
  if (work->call.lane == OND_LANE_INTERACTIVE)
    change_urgent (work->lanes, -1);
}

static int
poll_unpaused (void *cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

OndCall
ond_work_unpaused (const OndWork *work)
{
  return (OndCall){ work->call.lane, work->call.threads, poll_unpaused, work->cancellable, "" };
}

gboolean
ond_call_check (const OndCall *call, OndStatus status, GError **error)
{
  switch (status)
    {
    case OND_OK:
      return TRUE;
    case OND_CANCELLED:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      return FALSE;
    case OND_NO_MEMORY:
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY, "Not enough memory: %s", call->why);
      return FALSE;
    case OND_UNAVAILABLE:
    case OND_LOST:
    case OND_FAILED:
      break;
    }
  g_set_error (error, OND_ERROR, OND_ERROR_BACKEND, "The computation failed: %s", call->why);
  return FALSE;
}

gboolean
ond_work_finish (OndWork *work, OndStatus status, GError **error)
{
  ond_work_end (work);
  return ond_call_check (&work->call, status, error);
}
