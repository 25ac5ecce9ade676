/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A libcuda.so.1 that answers as the environment says, for tests of the loader and, as far as the
 * CUDA runtime asks for no more, of the real module. FAKE_CUDA_INIT and FAKE_CUDA_COUNT: what
 * cuInit and cuDeviceGetCount return; FAKE_CUDA_GPUS: ten times the compute capability of each GPU,
 * "61 75"; FAKE_CUDA_VERSION: the CUDA of the driver, 13000; FAKE_CUDA_SLEEP: seconds that
 * cuInit takes. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*Function) (void);

int cuInit (unsigned flags);
int cuDriverGetVersion (int *version);
int cuDeviceGetCount (int *n);
int cuDeviceGet (int *device, int index);
int cuDeviceGetName (char *name, int size, int device);
int cuDeviceGetAttribute (int *value, int attribute, int device);
int cuGetExportTable (const void **table, const void *id);
int cuGetProcAddress_v2 (const char *name, void **function, int version, unsigned long long flags,
                         int *status);

enum
{
  CAPABILITY_MAJOR = 75,
  CAPABILITY_MINOR = 76,
  INVALID_VALUE = 1,
  NOT_FOUND = 500
};

static int
number (const char *name, int otherwise)
{
  const char *text = getenv (name);

  return text != NULL ? atoi (text) : otherwise;
}

/* Ten times the compute capability of a GPU; 0 beyond the last one. */
static int
capability (int index)
{
  const char *text = getenv ("FAKE_CUDA_GPUS");
  char *end = NULL;
  long value = 0;

  for (int i = 0; text != NULL && i <= index; i++, text = end)
    {
      value = strtol (text, &end, 10);
      if (end == text)
        return 0;
    }
  return (int) value;
}

int
cuInit (unsigned flags)
{
  (void) flags;
  sleep ((unsigned) number ("FAKE_CUDA_SLEEP", 0));
  return number ("FAKE_CUDA_INIT", 0);
}

int
cuDriverGetVersion (int *version)
{
  *version = number ("FAKE_CUDA_VERSION", 13000);
  return 0;
}

int
cuDeviceGetCount (int *n)
{
  for (*n = 0; capability (*n) > 0; ++*n)
    ;
  return number ("FAKE_CUDA_COUNT", 0);
}

int
cuDeviceGet (int *device, int index)
{
  *device = index;
  return 0;
}

int
cuDeviceGetName (char *name, int size, int device)
{
  (void) device;
  strncpy (name, "Fake GPU", (size_t) size);
  return 0;
}

int
cuDeviceGetAttribute (int *value, int attribute, int device)
{
  if (attribute != CAPABILITY_MAJOR && attribute != CAPABILITY_MINOR)
    return INVALID_VALUE;
  *value = attribute == CAPABILITY_MAJOR ? capability (device) / 10 : capability (device) % 10;
  return 0;
}

int
cuGetExportTable (const void **table, const void *id)
{
  (void) id;
  *table = NULL;
  return NOT_FOUND;
}

static int
fail (void)
{
  return NOT_FOUND;
}

int
cuGetProcAddress_v2 (const char *name, void **function, int version, unsigned long long flags,
                     int *status)
{
  static const struct
  {
    const char *name;
    Function function;
  } table[] = {
    { "cuInit", (Function) cuInit },
    { "cuDriverGetVersion", (Function) cuDriverGetVersion },
    { "cuDeviceGetCount", (Function) cuDeviceGetCount },
    { "cuDeviceGet", (Function) cuDeviceGet },
    { "cuDeviceGetName", (Function) cuDeviceGetName },
    { "cuDeviceGetAttribute", (Function) cuDeviceGetAttribute },
    { "cuGetExportTable", (Function) cuGetExportTable },
    { "cuGetProcAddress", (Function) cuGetProcAddress_v2 },
  };
  Function found = (Function) fail;

  (void) version;
  (void) flags;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp (table[i].name, name) == 0)
      found = table[i].function;
  memcpy (function, &found, sizeof found);
  if (status != NULL)
    *status = 0;
  return 0;
}
