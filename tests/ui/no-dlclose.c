/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linked into these tests under a leak checker only: OpenGL drivers stay loaded, so that what they
 * keep has the name of a module for tests/lsan.supp to match. */
int dlclose (void *handle);

int
dlclose (void *handle)
{
  (void) handle;
  return 0;
}
