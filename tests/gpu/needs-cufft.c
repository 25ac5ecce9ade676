/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a module need cuFFT. */
int cufftGetVersion (int *version);
int needs_cufft (void);

int
needs_cufft (void)
{
  int version;

  return cufftGetVersion (&version);
}
