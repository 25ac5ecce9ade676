/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays through the slices across one axis, round and round: at most ten a second, and no faster
 * than responses come. slice-input.c has one a view. */
#pragma once

#include "session.h"

typedef struct _OndSlicePlay OndSlicePlay;

/* Neither session nor view: each start says whose slices. */
OndSlicePlay *ond_slice_play_new (void);
void ond_slice_play_free (OndSlicePlay *self);

/* From where the cross-hair is; does nothing while nothing is open. */
void ond_slice_play_start (OndSlicePlay *self, OndSession *session, int normal);
void ond_slice_play_stop (OndSlicePlay *self);
gboolean ond_slice_play_is_playing (OndSlicePlay *self);
