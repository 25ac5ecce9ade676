/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "memory.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* MemAvailable counts what the kernel can drop; free pages alone are far too few once a large file
 * was read. */
static guint64
available (void)
{
  unsigned long long kib = 0;
  char line[128];
  FILE *file = fopen ("/proc/meminfo", "re");

  while (file != NULL && kib == 0 && fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "MemAvailable: %llu kB", &kib) != 1)
      kib = 0;
  if (file != NULL)
    fclose (file);
  if (kib > 0)
    return (guint64) kib * 1024;
  return (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE) / 2;
}

guint64
ond_memory_budget (void)
{
  struct rlimit limit;
  guint64 bytes = available ();

  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = MIN (bytes, (guint64) limit.rlim_cur);
  return bytes / 10 * 8;
}
