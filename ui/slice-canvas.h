/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples of one slice of a session on the pixels of the screen, by OpenGL or by the CPU; the
 * lower half of slice-view.c, which puts the marks over it and takes the pointer. */
#pragma once

#include "session.h"
#include "slice-area.h"

#include <gtk/gtk.h>

#define OND_TYPE_SLICE_CANVAS (ond_slice_canvas_get_type ())
G_DECLARE_FINAL_TYPE (OndSliceCanvas, ond_slice_canvas, OND, SLICE_CANVAS, GtkWidget)

GtkWidget *ond_slice_canvas_new (int normal);

/* Follows the session's volume, pixels and display; NULL lets go. */
void ond_slice_canvas_set_session (OndSliceCanvas *self, OndSession *session);

/* Where the slice lies, in device pixels of the widget; FALSE while there is nothing open. */
gboolean ond_slice_canvas_get_device_area (OndSliceCanvas *self, OndSliceArea *area);

/* See slice-view.h. */
gboolean ond_slice_canvas_uses_gl (OndSliceCanvas *self, const char **why);
const char *ond_slice_canvas_get_gl_info (OndSliceCanvas *self);

/* How often samples went to the GPU since it was realized (tests count them). */
guint ond_slice_canvas_get_n_uploads (OndSliceCanvas *self);
