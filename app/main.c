/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graphical program. */
#include "application.h"
#include "start.h"

#include "../gpu/load.h"

#include <stdio.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  g_autoptr (OndApplication) application = NULL;
  int status;

  ond_start (argc, argv);
  application = ond_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  if (status == 0)
    status = ond_application_get_exit_status (application);
  /* A computation that was cancelled may still be on the GPU. */
  if (ond_gpu_is_loaded ())
    {
      g_clear_object (&application);
      g_settings_sync ();
      fflush (NULL);
      _exit (status);
    }
  return status;
}
