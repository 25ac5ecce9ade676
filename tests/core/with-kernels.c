/* SPDX-License-Identifier: GPL-3.0-or-later */
/* with-kernels SET PROGRAM ARGUMENTS...: a test on a certain instruction set, skipped when this
 * processor does not run it. */
#include "core/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  const OndKernels *const *set = ond_kernels_list ();

  if (argc < 3)
    return 2;
  while (*set != NULL && strcmp ((*set)->name, argv[1]) != 0)
    set++;
  if (*set == NULL)
    {
      printf ("1..0 # SKIP this processor does not run %s\n", argv[1]);
      return 0;
    }
  if (setenv ("ONDELETTE_KERNELS", argv[1], 1) == 0)
    execvp (argv[2], argv + 2);
  perror (argv[2]);
  return 1;
}
