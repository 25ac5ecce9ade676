/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of what is shown: histogram, the two values, the rule that makes them, the lock. Part
 * of the display panel. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_LIMITS_PANEL (ond_limits_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndLimitsPanel, ond_limits_panel, OND, LIMITS_PANEL, GtkBox)

GtkWidget *ond_limits_panel_new (OndSession *session);
