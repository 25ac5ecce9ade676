/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where each statistic of a finished sweep is largest: a button a statistic that sends the sliders
 * there, for the maximum the cross-hair too. Hidden until there is something to say. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_BEST_PANEL (ond_best_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndBestPanel, ond_best_panel, OND, BEST_PANEL, GtkBox)

/* Once. Follows the maps of the session, in the norm in which they are shown. */
void ond_best_panel_set_session (OndBestPanel *self, OndSession *session);
