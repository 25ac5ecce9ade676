/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ondelette-cuda.so without CUDA and without a GPU, for tests of the loader.
 * FAKE_MODULE_ABI: the version it claims; FAKE_MODULE_WHY: why its probe fails. */
#include "core/backend.h"

#include <stdio.h>
#include <stdlib.h>

const OndBackend *ond_backend_cuda (void);

static OndStatus
probe (OndDevice *device, OndCall *call)
{
  const char *why = getenv ("FAKE_MODULE_WHY");

  if (why != NULL)
    {
      snprintf (call->why, sizeof call->why, "%s", why);
      return OND_UNAVAILABLE;
    }
  snprintf (device->name, sizeof device->name, "Fake GPU");
  return OND_OK;
}

const OndBackend *
ond_backend_cuda (void)
{
  static OndBackend backend = { .name = "cuda", .probe = probe };
  const char *abi = getenv ("FAKE_MODULE_ABI");

  backend.abi = abi != NULL ? (uint32_t) atoi (abi) : OND_BACKEND_ABI;
  return &backend;
}
