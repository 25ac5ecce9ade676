/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A volume in words, for titles and options. */
#pragma once

#include "../core/volume.h"

/* "100 × 50 × 50 voxels of 0.01 deg, K"; free with g_free. */
char *ond_volume_text (const OndVolume *volume);

/* The number of the volume's HDU as the option takes it: "1" of "HDU 1 (SCI)". NULL for a volume
 * without; free with g_free. */
char *ond_volume_dup_hdu (const OndVolume *volume);
