/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A volume in words, for titles. */
#pragma once

#include "../core/volume.h"

/* "100 × 50 × 50 voxels of 0.01 deg, K"; free with g_free. */
char *ond_volume_text (const OndVolume *volume);
