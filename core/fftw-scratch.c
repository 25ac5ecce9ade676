/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for one response at a time and lane, whatever the image: transforms that lie idle hold
 * their spectrum and no more. */
#include "fftw-private.h"

#include <stdlib.h>

static struct
{
  GMutex lock; /* held by the pass that uses the memory */
  void *memory;
  gsize bytes;
} lanes[OND_N_LANES];

static int n_users; /* atomic */

void
ond_scratch_ref (void)
{
  g_atomic_int_inc (&n_users);
}

static void
replace (OndLane lane, void *memory, gsize bytes)
{
  free (lanes[lane].memory);
  lanes[lane].memory = memory;
  lanes[lane].bytes = bytes;
}

void
ond_scratch_unref (void)
{
  if (!g_atomic_int_dec_and_test (&n_users))
    return;
  for (int i = 0; i < OND_N_LANES; i++)
    {
      g_mutex_lock (&lanes[i].lock);
      replace (i, NULL, 0);
      g_mutex_unlock (&lanes[i].lock);
    }
}

void *
ond_scratch_lock (OndLane lane, gsize bytes)
{
  g_mutex_lock (&lanes[lane].lock);
  /* Much more than is wanted goes back to the system, too. */
  if (lanes[lane].bytes < bytes || lanes[lane].bytes / 4 > bytes)
    {
      replace (lane, NULL, 0);
      replace (lane, ond_aligned_alloc (1, bytes), bytes);
    }
  if (lanes[lane].memory != NULL)
    return lanes[lane].memory;
  replace (lane, NULL, 0);
  g_mutex_unlock (&lanes[lane].lock);
  return NULL;
}

void
ond_scratch_unlock (OndLane lane)
{
  g_mutex_unlock (&lanes[lane].lock);
}
