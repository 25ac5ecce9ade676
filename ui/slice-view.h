/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One slice of the session's volume or response with the cross-hair: drawn by OpenGL through a
 * colour-map shader, or, where there is no OpenGL, as a GdkTexture made by the CPU colour mapper.
 * Row 0 of the slice is at the bottom, as astronomers and the figures have it; voxels have their
 * physical proportions.
 *
 * A primary click or drag sets the cross-hair. The wheel, comma and full stop, Page Up and Down
 * step through the slices, Home and End go to the first and last; arrows move the cross-hair, ten
 * voxels with Shift. */
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

/* Where the slice lies in the widget, in its pixels. */
void ond_slice_view_get_area (OndSliceView *self, graphene_rect_t *area);

/* Signal "hover" (double x, double y, double z): voxel under the pointer; "leave". */
