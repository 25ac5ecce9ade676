/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver is asked first: that takes 0.1 ms where there is none, and its reason is the truest.
 * Only then the module is opened, which brings cuFFT with it, some 290 MB. Nothing is ever closed
 * again: CUDA leaves handlers behind that run when the process exits. */
#include "load.h"

#include <dlfcn.h>
#include <glib.h>
#include <string.h>

#define MODULE "ondelette-cuda.so"
#define DRIVER "libcuda.so.1"

enum
{
  WHY = 256,
  OLDEST_CAPABILITY = 75 /* 10 x major + minor: Turing, the oldest that CUDA 13 compiles for */
};

/* Of the driver's interface, as cuda.h has it. */
enum
{
  CAPABILITY_MAJOR = 75,
  CAPABILITY_MINOR = 76
};

typedef struct
{
  int (*init) (unsigned flags);
  int (*get_count) (int *n);
  int (*get) (int *device, int index);
  int (*get_name) (char *name, int size, int device);
  int (*get_attribute) (int *value, int attribute, int device);
} Driver;

static gboolean
find_functions (Driver *driver, void *library, char why[WHY])
{
  const struct
  {
    const char *name;
    void *function;
  } wanted[] = {
    { "cuInit", &driver->init },
    { "cuDeviceGetCount", &driver->get_count },
    { "cuDeviceGet", &driver->get },
    { "cuDeviceGetName", &driver->get_name },
    { "cuDeviceGetAttribute", &driver->get_attribute },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      *(void **) wanted[i].function = dlsym (library, wanted[i].name);
      if (*(void **) wanted[i].function == NULL)
        {
          g_snprintf (why, WHY, DRIVER " is no NVIDIA driver: it has no %s", wanted[i].name);
          return FALSE;
        }
    }
  return TRUE;
}

static void
say_no_device (char why[WHY])
{
  const char *visible = g_getenv ("CUDA_VISIBLE_DEVICES");

  if (visible != NULL)
    g_snprintf (why, WHY, "no NVIDIA GPU was found (CUDA_VISIBLE_DEVICES is \"%s\")", visible);
  else
    g_strlcpy (why, "no NVIDIA GPU was found", WHY);
}

static gboolean
start_driver (const Driver *driver, int *n, char why[WHY])
{
  static const struct
  {
    int status;
    const char *text;
  } known[] = {
    { 2, "the GPU has no memory left" },
    { 34, DRIVER " is the CUDA toolkit's stub, not the NVIDIA driver" },
    { 803, "the NVIDIA driver's library and its kernel module differ in version; after an update "
           "of the driver the computer must be restarted" },
    { 804, "the CUDA compatibility package does not support this GPU" },
  };
  int status = driver->init (0);

  if (status == 0)
    status = driver->get_count (n);
  if (status == 100 || (status == 0 && *n < 1))
    {
      say_no_device (why);
      return FALSE;
    }
  if (status == 0)
    return TRUE;
  g_snprintf (why, WHY, "the NVIDIA driver does not start (error %d)", status);
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].status == status)
      g_strlcpy (why, known[i].text, WHY);
  return FALSE;
}

/* Is one of the n GPUs young enough? */
static gboolean
check_capability (const Driver *driver, int n, char why[WHY])
{
  for (int i = 0; i < n; i++)
    {
      int device, major, minor;
      char name[128] = "the GPU";

      if (driver->get (&device, i) != 0
          || driver->get_attribute (&major, CAPABILITY_MAJOR, device) != 0
          || driver->get_attribute (&minor, CAPABILITY_MINOR, device) != 0)
        continue;
      if (10 * major + minor >= OLDEST_CAPABILITY)
        {
          *why = '\0';
          return TRUE;
        }
      if (*why != '\0')
        continue;
      driver->get_name (name, sizeof name, device);
      g_snprintf (why, WHY, "%s is too old: it has compute capability %d.%d, and %d.%d is needed",
                  name, major, minor, OLDEST_CAPABILITY / 10, OLDEST_CAPABILITY % 10);
    }
  if (*why == '\0')
    g_strlcpy (why, "the NVIDIA driver does not say what its GPU can do", WHY);
  return FALSE;
}

static gboolean
check_driver (char why[WHY])
{
  void *library = dlopen (DRIVER, RTLD_NOW | RTLD_LOCAL);
  Driver driver;
  int n = 0;

  if (library == NULL)
    {
      g_snprintf (why, WHY, "there is no NVIDIA driver (%s)", dlerror ());
      return FALSE;
    }
  return find_functions (&driver, library, why) && start_driver (&driver, &n, why)
         && check_capability (&driver, n, why);
}

/* Where the module lies: in ONDELETTE_MODULES when that is set; in the build's folder beside that
 * of a program that was not installed; else where it is installed. */
static char *
find_module (void)
{
  const char *folder = g_getenv ("ONDELETTE_MODULES");
  g_autofree char *program = NULL, *beside = NULL;
  char *found;

  if (folder != NULL && *folder != '\0')
    return g_build_filename (folder, MODULE, NULL);
  program = g_file_read_link ("/proc/self/exe", NULL);
  if (program != NULL)
    {
      beside = g_path_get_dirname (program);
      found = g_build_filename (beside, "..", "gpu", MODULE, NULL);
      if (g_file_test (found, G_FILE_TEST_EXISTS))
        return found;
      g_free (found);
    }
  return g_build_filename (OND_MODULE_DIR, MODULE, NULL);
}

static void *
open_module (char why[WHY])
{
  g_autofree char *path = find_module ();
  void *module;
  const char *problem;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      if (OND_HAVE_CUDA)
        g_snprintf (why, WHY, "the CUDA module is not installed: there is no %s", path);
      else
        g_strlcpy (why, "this program was built without the CUDA module", WHY);
      return NULL;
    }
  module = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (module != NULL)
    return module;
  problem = dlerror ();
  if (strstr (problem, "libcufft") != NULL)
    g_snprintf (why, WHY, "cuFFT is not installed; it comes with the CUDA toolkit (%s)", problem);
  else
    g_snprintf (why, WHY, "the CUDA module cannot be loaded: %s", problem);
  return NULL;
}

static const OndBackend *
get_backend (void *module, char why[WHY])
{
  const OndBackend *(*get) (void);
  const OndBackend *backend;
  OndDevice device = { 0 };
  OndCall call = { .threads = 1 };

  *(void **) &get = dlsym (module, "ond_backend_cuda");
  backend = get != NULL ? get () : NULL;
  if (backend == NULL || backend->abi != OND_BACKEND_ABI)
    {
      g_snprintf (why, WHY, "the CUDA module belongs to another version of this program");
      return NULL;
    }
  if (backend->probe (&device, &call) == OND_OK)
    return backend;
  g_strlcpy (why, call.why, WHY);
  return NULL;
}

static gint loaded; /* atomic */

typedef struct
{
  const OndBackend *backend;
  char why[WHY];
} Answer;

static gpointer
look (gpointer data)
{
  Answer *answer = data;
  void *module = check_driver (answer->why) ? open_module (answer->why) : NULL;
  const char *end;

  g_atomic_int_set (&loaded, module != NULL);
  if (module != NULL)
    answer->backend = get_backend (module, answer->why);
  /* A system's message may be cut within a letter, or be in an old encoding. */
  if (!g_utf8_validate (answer->why, -1, &end))
    answer->why[end - answer->why] = '\0';
  return answer;
}

const OndBackend *
ond_gpu_load (char why[256])
{
  static GOnce once = G_ONCE_INIT;
  static Answer answer;

  g_once (&once, look, &answer);
  g_strlcpy (why, answer.why, WHY);
  return answer.backend;
}

gboolean
ond_gpu_is_loaded (void)
{
  return g_atomic_int_get (&loaded);
}
