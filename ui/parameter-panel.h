/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The left sidebar's upper half: the four parameters of the wavelet, each a slider with a spin
 * button, and how the response is formed (norm, boundary, sampling, fill). Talks to the session
 * only. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_PARAMETER_PANEL (ond_parameter_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndParameterPanel, ond_parameter_panel, OND, PARAMETER_PANEL, GtkBox)

/* Property "session" (OndSession, set once): the sliders follow it and set it. */
void ond_parameter_panel_set_session (OndParameterPanel *self, OndSession *session);
