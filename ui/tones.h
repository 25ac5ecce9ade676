/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of the theme for what is drawn by hand: they follow light, dark and high contrast. */
#pragma once

#include <gtk/gtk.h>

typedef struct
{
  guint32 ink, paper; /* 0xRRGGBB: libadwaita's view_fg_color and view_bg_color */
  guint32 accent;     /* accent_color */
} OndTones;

OndTones ond_tones_get (GtkWidget *widget);

/* The widget is drawn again whenever its tones change. */
void ond_tones_follow (GtkWidget *widget);

/* Sets the source of a context to a tone, with an opacity of 0 ... 1. */
void ond_tones_set_source (cairo_t *cr, guint32 tone, double alpha);
