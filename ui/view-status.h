/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right end of the readout: the zoom, with a menu for it, and a chip while the limits clip more
 * than they should. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_VIEW_STATUS (ond_view_status_get_type ())
G_DECLARE_FINAL_TYPE (OndViewStatus, ond_view_status, OND, VIEW_STATUS, GtkBox)

/* Its menu wants the actions of view-actions.h as "view" in a parent. */
GtkWidget *ond_view_status_new (OndSession *session);
