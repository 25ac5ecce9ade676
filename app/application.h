/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graphical program: its command line, its windows, and the engine they share. */
#pragma once

#include <adwaita.h>

#define OND_TYPE_APPLICATION (ond_application_get_type ())
G_DECLARE_FINAL_TYPE (OndApplication, ond_application, OND, APPLICATION, AdwApplication)

OndApplication *ond_application_new (void);

/* What the process should return when it ran without a window to talk to (--screenshot). */
int ond_application_get_exit_status (OndApplication *self);
