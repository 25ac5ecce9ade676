/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does nvcc work here, with this host compiler? The build asks by compiling this. */
#include <cufft.h>

__global__ void
trial (float *x)
{
  *x = 1.0f;
}
