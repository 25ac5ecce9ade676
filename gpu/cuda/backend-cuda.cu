/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry of the CUDA module. It looks at the GPU and does not compute yet. */
#include "core/backend.h"

#include <cstdio>
#include <cuda_runtime.h>
#include <cufft.h>

static OndStatus
probe (OndDevice *device, OndCall *call)
{
  int driver = 0, runtime = 0, n = 0, fft = 0;
  cudaError_t status;

  (void) device;
  cudaDriverGetVersion (&driver);
  cudaRuntimeGetVersion (&runtime);
  if (driver < runtime / 1000 * 1000)
    {
      snprintf (call->why, sizeof call->why,
                "the NVIDIA driver is too old (it has CUDA %d.%d, %d.%d is needed)", driver / 1000,
                driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
      return OND_UNAVAILABLE;
    }
  status = cudaGetDeviceCount (&n);
  cufftGetVersion (&fft);
  snprintf (call->why, sizeof call->why, "the CUDA module does not compute yet (%s, cuFFT %d)",
            cudaGetErrorString (status), fft);
  return OND_UNAVAILABLE;
}

extern "C" __attribute__ ((visibility ("default"))) const OndBackend *
ond_backend_cuda (void)
{
  static const OndBackend backend = { OND_BACKEND_ABI, "cuda",  probe,   nullptr, nullptr,
                                       nullptr,         nullptr, nullptr, nullptr, nullptr };

  return &backend;
}
