/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One slice of the session's volume or response with the cross-hair: drawn by OpenGL through a
 * colour-map shader, or, where there is no OpenGL, as a GdkTexture made by the CPU colour mapper.
 * Row 0 of the slice is at the bottom, as astronomers and the figures have it; voxels have their
 * physical proportions.
 *
 * slice-input.h and region-input.h say what the pointer and the keys do. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_SLICE_VIEW (ond_slice_view_get_type ())
G_DECLARE_FINAL_TYPE (OndSliceView, ond_slice_view, OND, SLICE_VIEW, GtkWidget)

/* Properties: "session" (OndSession), "normal" (int, the axis the slice is across, construct-only).
 * Both may be set from a .ui file. */
GtkWidget *ond_slice_view_new (OndSession *session, int normal);

/* TRUE once it is realized and draws through OpenGL; otherwise *why (may be NULL) says why not,
 * borrowed. */
gboolean ond_slice_view_uses_gl (OndSliceView *self, const char **why);

/* "OpenGL 4.5, llvmpipe" for an about window; "" without OpenGL. */
const char *ond_slice_view_get_gl_info (OndSliceView *self);

/* The voxel under a point of the widget (fractions: 0 is the centre of the first voxel); FALSE
 * outside. */
gboolean ond_slice_view_pick (OndSliceView *self, double x, double y, double at[OND_N_AXES]);

/* The same where the slice has ended, as if it went on; FALSE while there is nothing open. */
gboolean ond_slice_view_pick_beyond (OndSliceView *self, double x, double y, double at[OND_N_AXES]);

/* Where the middle of the cross-hair's voxel is in the widget; FALSE while nothing is open. */
gboolean ond_slice_view_get_cross (OndSliceView *self, double *x, double *y);

OndSession *ond_slice_view_get_session (OndSliceView *self); /* borrowed, may be NULL */
int ond_slice_view_get_normal (OndSliceView *self);
struct _OndSliceInput *ond_slice_view_get_input (OndSliceView *self); /* for tests, borrowed */

/* Where the slice lies in the widget, in its pixels; zoomed in, it goes beyond. */
void ond_slice_view_get_area (OndSliceView *self, graphene_rect_t *area);

/* Signal "hover" (double x, double y, double z): voxel under the pointer; "leave".
 * "maximize": a double click asks for all the room, or to share it again. */
