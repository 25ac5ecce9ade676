/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the loader from several threads at once, then once more in an environment in which it would
 * find nothing, and prints the one answer: "yes" or why not. Exit status 1 when answers differ. */
#include "gpu/load.h"

#include <glib.h>
#include <stdio.h>

#define N_THREADS 4

typedef struct
{
  const OndBackend *backend;
  char why[256];
} Answer;

static gpointer
ask (gpointer data)
{
  Answer *answer = data;

  answer->backend = ond_gpu_load (answer->why);
  return NULL;
}

int
main (void)
{
  Answer answers[N_THREADS + 1];
  GThread *threads[N_THREADS];

  for (int i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("ask", ask, &answers[i]);
  for (int i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_setenv ("ONDELETTE_MODULES", "/nowhere", TRUE);
  g_setenv ("FAKE_CUDA_INIT", "999", TRUE);
  ask (&answers[N_THREADS]);
  for (int i = 1; i <= N_THREADS; i++)
    if (answers[i].backend != answers[0].backend || !g_str_equal (answers[i].why, answers[0].why))
      return 1;
  printf ("%s\n", answers[0].backend != NULL ? "yes" : answers[0].why);
  return 0;
}
