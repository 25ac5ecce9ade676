/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "start.h"

#include "../core/engine.h"
#include "../core/fits-decoder.h"
#include "../gpu/load.h"

#include <glib.h>
#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>

/* CFITSIO changes what it does, and where it connects to, by these. */
static void
clear_environment (void)
{
  static const char *const names[] = {
    "HERA_DATA_DIRECTORY",
    "CHOME",
    "CFITSIO_INCLUDE_FILES",
    "CFITSIO_VERIFY_HTTPS",
    "http_proxy",
    "https_proxy",
    "ftp_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "FTP_PROXY",
    "ROOTUSERNAME",
    "ROOTPASSWORD",
    "SHMEM_LIB_KEYBASE",
    "SHMEM_LIB_MAXSEG",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_unsetenv (names[i]);
}

/* malloc gives a thread a heap of its own and for that reserves 64 MiB of addresses. Where these
 * are limited, data need them more. */
static void
share_heap (void)
{
#ifdef M_ARENA_MAX
  struct rlimit limit;

  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    mallopt (M_ARENA_MAX, 1);
#endif
}

void
ond_start (int argc, char **argv)
{
  clear_environment ();
  share_heap ();
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  ond_fits_decoder_main (argc, argv);
  ond_engine_provide ("cuda", ond_gpu_load);
}
