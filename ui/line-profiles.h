/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profiles along the three axes, folded away until they are wanted. Part of the display
 * panel. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_LINE_PROFILES (ond_line_profiles_get_type ())
G_DECLARE_FINAL_TYPE (OndLineProfiles, ond_line_profiles, OND, LINE_PROFILES, GtkBox)

GtkWidget *ond_line_profiles_new (OndSession *session);
