/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions: a box or an ellipse on the slices across one axis, in voxels, and which samples lie in
 * it. Values only; knows no file and no picture. Statistics: region-statistics.h; DS9's files:
 * region-ds9.h. */
#pragma once

#include "choice.h"
#include "geometry.h"

#include <glib.h>

#define OND_REGION_N_TEXT 64
#define OND_REGION_N_COLOR 16

/* Regions further out or larger than this many voxels are none: doubles count them exactly. */
#define OND_REGION_LIMIT 1e6

/* No list of regions is longer. */
#define OND_REGION_MAX 2000

typedef enum
{
  OND_REGION_BOX,
  OND_REGION_ELLIPSE,
  OND_N_REGION_SHAPES
} OndRegionShape;

extern const OndChoice ond_region_shapes[];

/* A value struct. Along the slice's horizontal and vertical axis (geometry.h), in this order. */
typedef struct
{
  OndRegionShape shape;
  int normal;       /* of the slices it lies on: it is on all of them, as DS9 has it for cubes */
  gint32 index;     /* the slice it was drawn on */
  double centre[2]; /* voxels; 0 is the middle of the first one */
  double half[2];   /* half of the sides of the box, semi-axes of the ellipse; voxels, > 0 */
  double angle;     /* degrees in [0, 360), from horizontal towards vertical */
  char text[OND_REGION_N_TEXT];   /* a name, UTF-8 on one line; may be "" */
  char color[OND_REGION_N_COLOR]; /* a word or #rrggbb as DS9 has it; "" where none was chosen */
} OndRegion;

/* Finite, of some size and within OND_REGION_LIMIT? */
gboolean ond_region_is_valid (const OndRegion *self);

/* Lengths to 2^-20 of a voxel and the angle into [0, 360): then counting from 1, doubling, and the
 * ways back are exact, and what was written is what is read. */
void ond_region_normalize (OndRegion *self);

/* The name, without control characters and cut where it is too long; the colour where it is a word
 * or #rrggbb, otherwise left. Both must be valid UTF-8. */
void ond_region_set_text (OndRegion *self, const char *text);
void ond_region_set_color (OndRegion *self, const char *color);

/* Same shape, place, name and colour? */
gboolean ond_region_equal (const OndRegion *a, const OndRegion *b);

/* Cosine and sine of the angle, exact at right angles. */
void ond_region_get_direction (const OndRegion *self, double *cosine, double *sine);

/* From voxels of the slice into the region's own frame, where its sides are along the axes and its
 * middle is 0, and back. In place is allowed. */
void ond_region_to_frame (const OndRegion *self, const double at[2], double own[2]);
void ond_region_from_frame (const OndRegion *self, const double own[2], double at[2]);

/* Does the point lie in it? The outline counts. A sample is in where its centre is: DS9's rule
 * (funtools, "Regions: pixels"), so that regions that share an edge may share samples on it. */
gboolean ond_region_contains (const OndRegion *self, const double at[2]);

/* The samples of row `row` that lie in it: *first ... *first + n - 1 of 0 ... width - 1; returns n,
 * 0 where there are none. Both shapes are convex, so that there is one run a row. */
int ond_region_get_run (const OndRegion *self, int width, int row, int *first);

/* The rows of 0 ... height - 1 that may have samples in it: *first ... *first + n - 1; returns
 * n. */
int ond_region_get_rows (const OndRegion *self, int height, int *first);

/* Half of its extent along horizontal and vertical. */
void ond_region_get_extent (const OndRegion *self, double extent[2]);

/* "Box XY", "Ellipse XZ: arm" for people; free with g_free. */
char *ond_region_dup_name (const OndRegion *self);
