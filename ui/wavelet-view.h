/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wavelet itself, small and true to the voxels: the slices through its centre laid out as the
 * window's (of an image the one there is), a scale bar, and marks where it is wider than what is
 * drawn. Follows the session at once, without the engine. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_WAVELET_VIEW (ond_wavelet_view_get_type ())
G_DECLARE_FINAL_TYPE (OndWaveletView, ond_wavelet_view, OND, WAVELET_VIEW, GtkWidget)

GtkWidget *ond_wavelet_view_new (void);

/* Once. */
void ond_wavelet_view_set_session (OndWaveletView *self, OndSession *session);

/* Where the slice across an axis is in the widget; FALSE when it is not drawn. For tests. */
gboolean ond_wavelet_view_get_area (OndWaveletView *self, int normal, graphene_rect_t *area);
