/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wavelet on voxels: its slices through the centre along the axes, psi at the centres of the
 * voxels, with the magnification that they are to be drawn with. Knows no widget. */
#pragma once

#include "../core/wavelet.h"

#include <glib.h>

/* The wavelet counts as gone at so many half widths (a across the long axis, a xi along it): psi is
 * 0.022 of its largest value there (0.039 of an image's), and on its way to 0. */
#define OND_WAVELET_PICTURE_EXTENTS 3

typedef struct
{
  double magnification;      /* pixels that the smallest voxel edge takes */
  double cell[OND_N_AXES];   /* pixels that a voxel takes along x, y, z */
  gsize n[OND_N_AXES];       /* voxels drawn, odd, the middle one at the centre of the wavelet */
  float *slices[OND_N_AXES]; /* across each axis, float[vertical][horizontal] (core/geometry.h), psi
                                over its value at the centre; of an image the one across z alone,
                                else NULL */
  /* [normal][axis]: in that slice the wavelet reaches beyond what is drawn along the axis. */
  gboolean wider[OND_N_AXES][OND_N_AXES];
} OndWaveletPicture;

/* For square panels of `room` pixels (> 0): as large as the slices of the wavelet fit in, of a few
 * magnifications from eight pixels an edge to a quarter of one. The voxels cover the panel, the
 * outermost may stick out. Of the geometry edges and rank count. NULL when memory is short. */
OndWaveletPicture *ond_wavelet_picture_new (const OndWavelet *wavelet, const OndGeometry *geometry,
                                            double room);
void ond_wavelet_picture_free (OndWaveletPicture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndWaveletPicture, ond_wavelet_picture_free)

gboolean ond_wavelet_picture_is_wider (const OndWaveletPicture *self);

/* The longest of 1, 2, 5, 10 ... smallest edges that take at most `room` pixels; at least 1. */
int ond_wavelet_picture_scale_bar (const OndWaveletPicture *self, double room);
