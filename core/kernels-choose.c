/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernels.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern const OndKernels ond_kernels_baseline;

#ifdef OND_HAVE_AVX512
extern const OndKernels ond_kernels_avx512;

/* VBMI2 is not used: processors without it lower their clock for vectors of 512 bits. */
static int
runs_avx512 (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw")
         && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl")
         && __builtin_cpu_supports ("avx512vbmi2") && __builtin_cpu_supports ("fma");
}
#endif

#ifdef OND_HAVE_AVX2
extern const OndKernels ond_kernels_avx2;

static int
runs_avx2 (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
}
#endif

static int
runs_always (void)
{
  return 1;
}

const OndKernels *const *
ond_kernels_list (void)
{
  static const OndKernels *const sets[] = {
#ifdef OND_HAVE_AVX512
    &ond_kernels_avx512,
#endif
#ifdef OND_HAVE_AVX2
    &ond_kernels_avx2,
#endif
    &ond_kernels_baseline, NULL
  };
  static int (*const runs[]) (void) = {
#ifdef OND_HAVE_AVX512
    runs_avx512,
#endif
#ifdef OND_HAVE_AVX2
    runs_avx2,
#endif
    runs_always
  };
  int best = 0;

  while (!runs[best]()) /* a processor that runs one set runs those after it, too */
    best++;
  return sets + best;
}

const OndKernels *
ond_kernels_get (void)
{
  const OndKernels *const *sets = ond_kernels_list ();
  const char *wanted = getenv ("ONDELETTE_KERNELS");

  for (const OndKernels *const *set = sets; wanted != NULL && *set != NULL; set++)
    if (strcmp ((*set)->name, wanted) == 0)
      return *set;
  return sets[0];
}
