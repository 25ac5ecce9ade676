/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the keys do in a slice view; slice-input.h lists them. */
#pragma once

#include "slice-play.h"
#include "slice-view.h"

/* Voxels or slices that a step is with Shift held. */
#define OND_SLICE_FAST_STEP 10

/* TRUE when the key was one of ours. Any key ends the play. */
gboolean ond_slice_keys_press (OndSliceView *view, OndSlicePlay *play, guint key,
                               GdkModifierType modifiers);
