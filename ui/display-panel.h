/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The left sidebar's lower half: what the slices show, and the colours of it. Talks to the session
 * only. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_DISPLAY_PANEL (ond_display_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndDisplayPanel, ond_display_panel, OND, DISPLAY_PANEL, GtkBox)

/* Once. */
void ond_display_panel_set_session (OndDisplayPanel *self, OndSession *session);
