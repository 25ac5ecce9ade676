/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Image and response along one axis through the cross-hair. Knows no widget: line-profile-view.c
 * draws it. The response is known in the three slices alone, and each axis lies in one of them: it
 * is of the place that those were computed for, where that lags behind the cross-hair. */
#pragma once

#include "session.h"

typedef struct
{
  gsize n;         /* of voxels along the axis; 0 while nothing is open */
  int at;          /* where the cross-hair is among them */
  float *image;    /* n values, NaN or Inf where invalid */
  float *response; /* n values, W whatever polarity is shown, or NULL while there is none */
} OndLineProfile;

/* Empty while nothing is open, when memory is short, and across an image (z of two axes). */
void ond_line_profile_init (OndLineProfile *self, OndSession *session, int axis);
void ond_line_profile_clear (OndLineProfile *self);

/* All axes as a table: "axis,voxel,image,response", voxels from 0 or 1 as
 * the session's coordinates have it, an empty field where a value is
 * not there. Free with g_free. */
char *ond_line_profile_dup_csv (OndSession *session);
