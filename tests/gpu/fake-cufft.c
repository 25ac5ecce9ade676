/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A libcufft to link with, which is then not found. */
int cufftGetVersion (int *version);

int
cufftGetVersion (int *version)
{
  *version = 0;
  return 0;
}
