/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU's backend in the place of the CUDA module, to try the bench where there is no GPU. */
#include "core/backend-fftw.h"

const OndBackend *ond_backend_cuda (void);

__attribute__ ((visibility ("default"))) const OndBackend *
ond_backend_cuda (void)
{
  return &ond_backend_fftw;
}
