/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpu-bench MODULE COMMAND [ARGUMENT...]: what run.sh runs on the machine with the GPU. */
#include "gpu-bench.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const struct
{
  const char *name;
  int least; /* arguments */
  int (*run) (Bench *self, int n, char **arguments);
} commands[] = {
  { "check", 1, bench_check },
  { "copy", 1, bench_copy },
  { "once", 4, bench_once },
  { "time", 3, bench_time },
};

bool
bench_ok (const char *what, OndStatus status, const OndCall *call)
{
  if (status != OND_OK)
    fprintf (stderr, "%s: %s (status %d)\n", what, call->why, (int) status);
  return status == OND_OK;
}

OndCall
bench_call (void)
{
  return (OndCall){ .lane = OND_LANE_SWEEP, .threads = 1 };
}

double
bench_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static bool
load (Bench *self, const char *path)
{
  const OndBackend *(*get) (void);
  OndCall call = bench_call ();
  void *module = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  void *symbol = module != NULL ? dlsym (module, "ond_backend_cuda") : NULL;

  if (symbol == NULL)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return false;
    }
  memcpy (&get, &symbol, sizeof get); /* ISO C knows no cast from a pointer to data */
  self->backend = get ();
  if (self->backend->abi != OND_BACKEND_ABI)
    {
      fprintf (stderr, "%s: its interface is %u, not %u\n", path, self->backend->abi,
               OND_BACKEND_ABI);
      return false;
    }
  return bench_ok ("probe", self->backend->probe (&self->device, &call), &call);
}

int
main (int argc, char **argv)
{
  Bench bench = { 0 };

  for (size_t i = 0; argc > 2 && i < sizeof commands / sizeof *commands; i++)
    if (strcmp (argv[2], commands[i].name) == 0 && argc - 3 >= commands[i].least)
      return load (&bench, argv[1]) ? commands[i].run (&bench, argc - 3, argv + 3) : 1;
  fprintf (stderr, "usage: gpu-bench MODULE check CASE... | copy MIB | once NX NY NZ BATCH | "
                   "time NX NY NZ [FOLDER]\n");
  return 2;
}
