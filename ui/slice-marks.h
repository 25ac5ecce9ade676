/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn over a slice: the cross-hair, its name and place, the axes. Called by
 * slice-view.c's snapshot. */
#pragma once

#include <gtk/gtk.h>

typedef struct
{
  graphene_rect_t area;   /* what the widget shows of the slice */
  graphene_point_t cross; /* the cross-hair in the widget */
  float voxel;            /* the longer edge of a voxel in the widget */
  const char *title;      /* "XY  z 25/50" */
  const char *axes;       /* "x, y" arrows */
} OndSliceMarks;

/* Text on a dark ground in the widget, wrapped where it must be: 0, 0 is the upper left corner, 1,
 * 1 the lower right one. */
void ond_marks_append_label (GtkWidget *widget, GtkSnapshot *snapshot, const char *text,
                             float across, float down);

void ond_slice_marks_snapshot_focus (GtkWidget *widget, GtkSnapshot *snapshot);
void ond_slice_marks_snapshot (const OndSliceMarks *self, GtkWidget *widget, GtkSnapshot *snapshot);
