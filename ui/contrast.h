/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contrast and bias by pointer and keys, alike in the slices and the projection: of the layer that
 * the controls of colours are about. Knows no view. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

/* Where a drag begins, as the colour scale has them. */
typedef struct
{
  double contrast, bias;
} OndContrast;

OndContrast ond_contrast_get (OndSession *session);

/* As in DS9, (dx, dy) pixels from where the drag began: across the view goes the bias, up the
 * contrast, a quarter of the view doubles it. */
void ond_contrast_drag (OndSession *session, const OndContrast *from, GtkWidget *view, double dx,
                        double dy);

/* An arrow that was pressed with Alt; FALSE when the key is none. */
gboolean ond_contrast_key (OndSession *session, guint key);

gboolean ond_contrast_is_neutral (OndSession *session);
void ond_contrast_reset (OndSession *session);
