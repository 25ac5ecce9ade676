/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "versions.h"

#include "fits.h"
#include "world.h"

#include <fftw3.h>
#include <glib.h>

char *
ond_versions_dup_text (void)
{
  g_autofree char *cfitsio = ond_fits_dup_version ();

  return g_strdup_printf ("%s, CFITSIO %s, WCSLIB %s", fftwf_version, cfitsio,
                          ond_world_get_version ());
}
