/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the mode that shows image and response together: how much of the response, and which of the
 * two the colours and limits below are about. Part of the display panel, seen in that mode. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_BLEND_CONTROLS (ond_blend_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndBlendControls, ond_blend_controls, OND, BLEND_CONTROLS, GtkBox)

GtkWidget *ond_blend_controls_new (OndSession *session);
