/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between colormap.c and the tables it serves. */
#pragma once

#include "colormap.h"

/* R, G, B, A bytes. */
extern const uint8_t ond_colormap_tables[OND_N_COLORMAPS][OND_COLORMAP_SIZE][4];
