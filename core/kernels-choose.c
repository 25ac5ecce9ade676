/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernels.h"

#include <stddef.h>

extern const OndKernels ond_kernels_baseline;
#ifdef OND_HAVE_AVX2
extern const OndKernels ond_kernels_avx2;
#endif

const OndKernels *const *
ond_kernels_list (void)
{
  static const OndKernels *const baseline[] = { &ond_kernels_baseline, NULL };
#ifdef OND_HAVE_AVX2
  static const OndKernels *const avx2[] = { &ond_kernels_avx2, &ond_kernels_baseline, NULL };

  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return avx2;
#endif
  return baseline;
}

const OndKernels *
ond_kernels_get (void)
{
  return ond_kernels_list ()[0];
}
