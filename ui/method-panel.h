/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the response is computed: norm, boundary, sampling, invalid voxels. One line that says it,
 * folded until somebody wants to change it. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_METHOD_PANEL (ond_method_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndMethodPanel, ond_method_panel, OND, METHOD_PANEL, GtkBox)

GtkWidget *ond_method_panel_new (OndSession *session);
