/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop shared out among threads. Items are handed out one by one, so results must not depend on
 * which thread takes which: keep a partial result an item and sum them in order afterwards. */
#pragma once

#include "backend.h"

#include <glib.h>

/* `worker` counts 0 ... call->threads - 1 and is not used by two threads at once: an index for
 * scratch memory. */
typedef void (*OndParallelFunc) (gsize item, int worker, gpointer data);

/* Asks, as backends must at least every 50 ms. It may wait while a more urgent lane computes. */
gboolean ond_call_cancelled (const OndCall *call);

/* Calls func for each item 0 ... n-1 on up to call->threads threads, this one among them, with
 * denormal numbers flushed to zero. Asks call->cancelled before each item and after the last; a
 * long item asks by itself, too, and returns early. FALSE when cancelled: some items were then left
 * out. */
gboolean ond_parallel_for (gsize n, OndCall *call, OndParallelFunc func, gpointer data);
