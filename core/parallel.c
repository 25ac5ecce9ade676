/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parallel.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef struct
{
  gsize n;
  gsize next;  /* atomic */
  int stopped; /* atomic */
  OndCall *call;
  OndParallelFunc func;
  gpointer data;
} Loop;

/* The tail of exp() is full of denormal numbers, which cost a hundred cycles each. */
static guint64
denormals_flush (void)
{
#if defined(__SSE2__)
  guint64 before = _mm_getcsr ();
  _mm_setcsr ((unsigned int) before | 0x8040); /* FTZ and DAZ */
  return before;
#elif defined(__aarch64__)
  guint64 before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | (1u << 24))); /* FZ */
  return before;
#else
  return 0;
#endif
}

static void
denormals_restore (guint64 before)
{
#if defined(__SSE2__)
  _mm_setcsr ((unsigned int) before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(before));
#else
  (void) before;
#endif
}

gboolean
ond_call_cancelled (const OndCall *call)
{
  return call->cancelled != NULL && call->cancelled (call->data);
}

static void
loop_run (gpointer worker, gpointer data)
{
  Loop *loop = data;
  guint64 mode = denormals_flush ();

  while (!g_atomic_int_get (&loop->stopped))
    {
      gsize item = (gsize) g_atomic_pointer_add (&loop->next, 1);

      if (item >= loop->n)
        break;
      if (ond_call_cancelled (loop->call))
        g_atomic_int_set (&loop->stopped, 1);
      else
        loop->func (item, GPOINTER_TO_INT (worker) - 1, loop->data);
    }
  denormals_restore (mode);
}

gboolean
ond_parallel_for (gsize n, OndCall *call, OndParallelFunc func, gpointer data)
{
  Loop loop = { .n = n, .call = call, .func = func, .data = data };
  int threads = (int) MIN ((gsize) MAX (1, call->threads), n);
  GThreadPool *pool = NULL;

  /* A pool that is not exclusive takes idle threads of the process and gives them back. Where no
   * thread can be had, this one does all items. */
  if (threads > 1)
    pool = g_thread_pool_new (loop_run, &loop, threads - 1, FALSE, NULL);
  for (int worker = 2; worker <= threads && pool != NULL; worker++)
    g_thread_pool_push (pool, GINT_TO_POINTER (worker), NULL);
  loop_run (GINT_TO_POINTER (1), &loop);
  /* At once: where no thread could be had, nobody will ever take what was pushed. */
  if (pool != NULL)
    g_thread_pool_free (pool, TRUE, TRUE);
  return !loop.stopped && !ond_call_cancelled (call);
}
