/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of a colour scale, fitted to what is shown. Used by session.c. */
#pragma once

#include "../core/draw/colormap.h"
#include "../core/volume.h"
#include "../core/wavelet.h"

/* Holds 99.5 % of the volume's samples. */
void ond_limits_fit_image (OndColorScale *colors, const OndVolume *volume);

/* Symmetric about 0, holds 99.5 % of each slice: float[vertical][horizontal] across axis i, or
 * NULL. */
void ond_limits_fit_response (OndColorScale *colors, const OndVolume *volume,
                              const float *const slices[OND_N_AXES]);

/* The same limits for the same wavelet under another norm, which only multiplies the response. */
void ond_limits_change_norm (OndColorScale *colors, const OndVolume *volume,
                             const OndWavelet *wavelet, OndNorm from, OndNorm to);
