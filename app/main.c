/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graphical program. */
#include "application.h"
#include "start.h"

int
main (int argc, char **argv)
{
  g_autoptr (OndApplication) application = NULL;
  int status;

  ond_start (argc, argv);
  application = ond_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  return status != 0 ? status : ond_application_get_exit_status (application);
}
