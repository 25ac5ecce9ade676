/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for one response at a time and lane, whatever the image: transforms that lie idle hold
 * their spectrum and no more. */
#include "fftw-private.h"

#include "backend-fftw.h"

#include <stdlib.h>

static struct
{
  gpointer user;  /* the call that has the memory; NULL */
  GQueue waiting; /* those that want it, the first come first */
  void *memory;
  gsize bytes;
} lanes[OND_N_LANES];

static GMutex lock;    /* of the lanes, never held for long */
static GCond given_up; /* a lane's memory was given back, or somebody no longer waits */
static int n_users;

static void
replace (OndLane lane, void *memory, gsize bytes)
{
  free (lanes[lane].memory);
  lanes[lane].memory = memory;
  lanes[lane].bytes = bytes;
}

/* Under the lock. */
static void
free_idle (void)
{
  for (int i = 0; i < OND_N_LANES; i++)
    if (lanes[i].user == NULL)
      replace (i, NULL, 0);
}

void
ond_scratch_ref (void)
{
  g_mutex_lock (&lock);
  n_users++;
  g_mutex_unlock (&lock);
}

void
ond_scratch_unref (void)
{
  g_mutex_lock (&lock);
  if (--n_users == 0)
    free_idle ();
  g_mutex_unlock (&lock);
}

void
ond_backend_fftw_trim (void)
{
  g_mutex_lock (&lock);
  free_idle ();
  g_mutex_unlock (&lock);
}

guint64
ond_backend_fftw_idle_bytes (void)
{
  guint64 bytes = 0;

  g_mutex_lock (&lock);
  for (int i = 0; i < OND_N_LANES; i++)
    bytes += lanes[i].user == NULL ? lanes[i].bytes : 0;
  g_mutex_unlock (&lock);
  return bytes;
}

/* Waits for its turn, in steps so that a call that was cancelled need not. Asking may itself wait
 * for a more urgent lane, and is done without the lock. */
static gboolean
wait_for_turn (OndCall *call)
{
  gboolean mine = FALSE, cancelled = FALSE;

  g_mutex_lock (&lock);
  g_queue_push_tail (&lanes[call->lane].waiting, call);
  while (!mine && !cancelled)
    {
      mine =
          lanes[call->lane].user == NULL && g_queue_peek_head (&lanes[call->lane].waiting) == call;
      if (mine)
        break;
      g_cond_wait_until (&given_up, &lock, g_get_monotonic_time () + 20 * G_TIME_SPAN_MILLISECOND);
      g_mutex_unlock (&lock);
      cancelled = ond_call_cancelled (call);
      g_mutex_lock (&lock);
    }
  g_queue_remove (&lanes[call->lane].waiting, call);
  if (mine)
    lanes[call->lane].user = call;
  else
    g_cond_broadcast (&given_up);
  g_mutex_unlock (&lock);
  return mine;
}

OndStatus
ond_scratch_lock (OndCall *call, gsize bytes, void **memory)
{
  const OndLane lane = call->lane;

  if (!wait_for_turn (call))
    return OND_CANCELLED;
  g_mutex_lock (&lock);
  /* Much more than is wanted goes back to the system, too. */
  if (lanes[lane].bytes < bytes || lanes[lane].bytes / 4 > bytes)
    {
      replace (lane, NULL, 0);
      replace (lane, ond_aligned_alloc (1, bytes), bytes);
    }
  *memory = lanes[lane].memory;
  if (*memory == NULL)
    replace (lane, NULL, 0);
  g_mutex_unlock (&lock);
  if (*memory != NULL)
    return OND_OK;
  ond_scratch_unlock (call);
  return ond_fftw_fail (call, OND_NO_MEMORY, "no memory for the response");
}

void
ond_scratch_unlock (OndCall *call)
{
  g_mutex_lock (&lock);
  lanes[call->lane].user = NULL;
  g_cond_broadcast (&given_up);
  g_mutex_unlock (&lock);
}
