/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sliders and spin buttons in a scrolled sidebar: the wheel belongs to the sidebar until they have
 * the focus. */
#pragma once

#include <gtk/gtk.h>

/* The widget reacts to the wheel only while it, or a child of it, has the keyboard focus. */
void ond_wheel_needs_focus (GtkWidget *widget);
