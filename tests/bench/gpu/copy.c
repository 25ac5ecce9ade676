/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a copy on the device takes, through the driver that is loaded here: the yardstick of the
 * times. */
#include "gpu-bench.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPIES 20

/* As much of the driver's interface as a copy needs; every function returns 0 when it succeeds. */
typedef struct
{
  int (*init) (unsigned flags);
  int (*device_get) (int *device, int ordinal);
  int (*retain) (void **context, int device);
  int (*set_current) (void *context);
  int (*alloc) (uint64_t *pointer, size_t bytes);
  int (*free) (uint64_t pointer);
  int (*set) (uint64_t pointer, unsigned value, size_t n);
  int (*copy) (uint64_t to, uint64_t from, size_t bytes);
  int (*synchronize) (void);
} Driver;

static bool
load (Driver *self)
{
  static const char *const names[] = {
    "cuInit",          "cuDeviceGet",     "cuDevicePrimaryCtxRetain",
    "cuCtxSetCurrent", "cuMemAlloc_v2",   "cuMemFree_v2",
    "cuMemsetD32_v2",  "cuMemcpyDtoD_v2", "cuCtxSynchronize",
  };
  void *driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  void *symbols[sizeof names / sizeof *names];

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      symbols[i] = driver != NULL ? dlsym (driver, names[i]) : NULL;
      if (symbols[i] == NULL)
        {
          fprintf (stderr, "copy: %s\n", dlerror ());
          return false;
        }
    }
  _Static_assert(sizeof symbols == sizeof *self, "a name for each function");
  memcpy (self, symbols, sizeof *self);
  return true;
}

static double
measure (const Driver *driver, uint64_t to, uint64_t from, size_t bytes)
{
  double begun = 0;

  for (int i = -3; i < COPIES; i++)
    {
      if (i == 0)
        {
          if (driver->synchronize () != 0)
            return 0;
          begun = bench_seconds ();
        }
      if (driver->copy (to, from, bytes) != 0)
        return 0;
    }
  return driver->synchronize () == 0 ? bench_seconds () - begun : 0;
}

int
bench_copy (Bench *self, int n, char **arguments)
{
  const size_t bytes = (size_t) strtoul (arguments[0], NULL, 10) << 20;
  Driver driver = { 0 };
  uint64_t a = 0, b = 0;
  void *context = NULL;
  int device = 0;
  double seconds = 0;

  (void) n;
  if (load (&driver) && driver.init (0) == 0 && driver.device_get (&device, 0) == 0
      && driver.retain (&context, device) == 0 && driver.set_current (context) == 0
      && driver.alloc (&a, bytes) == 0 && driver.alloc (&b, bytes) == 0
      && driver.set (a, 0x3f800001, bytes / 4) == 0)
    seconds = measure (&driver, b, a, bytes);
  if (b != 0)
    driver.free (b);
  if (a != 0)
    driver.free (a);
  if (!(seconds > 0))
    {
      fprintf (stderr, "copy: the driver does not copy\n");
      return 1;
    }
  printf ("{\"device\": \"%s\", \"copy_bytes_per_second\": %.4g}\n", self->device.name,
          2.0 * COPIES * (double) bytes / seconds);
  return 0;
}
