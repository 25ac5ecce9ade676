/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linked into the window's tests under AddressSanitizer: a GL driver that stays mapped keeps its symbols, and only
 * then can tests/lsan.supp name what it leaks. */
#include <dlfcn.h>

int
dlclose (void *handle)
{
  (void) handle;
  return 0;
}
