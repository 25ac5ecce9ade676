/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The histogram of what is shown, image or response, with counts in logarithms, over the colours
 * that its values have. The two limits are lines that can be dragged; the keyboard has the spin
 * buttons of limits-panel.c for that. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_HISTOGRAM_VIEW (ond_histogram_view_get_type ())
G_DECLARE_FINAL_TYPE (OndHistogramView, ond_histogram_view, OND, HISTOGRAM_VIEW, GtkWidget)

GtkWidget *ond_histogram_view_new (OndSession *session);

/* The value at a place across the widget, and back. */
double ond_histogram_view_value_at (OndHistogramView *self, double x);
double ond_histogram_view_locate (OndHistogramView *self, double value);
