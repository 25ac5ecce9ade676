/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slice of the best map as a picture. It is the same with OpenGL and without: the pixels in sight
 * are coloured here and GTK shows them as they are, so that nothing of the map is copied but what
 * is seen. slice-canvas.c has one a view. */
#pragma once

#include "session.h"
#include "slice-area.h"

#include <gtk/gtk.h>

typedef struct _OndBestPicture OndBestPicture;

OndBestPicture *ond_best_picture_new (int normal);
void ond_best_picture_free (OndBestPicture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndBestPicture, ond_best_picture_free)

/* Is it what the slices show now? Not without a map of the session's volume, nor in a blink. */
gboolean ond_best_picture_is_shown (OndSession *session);

/* The pixels of `visible`, a part of `area`, of the slice through the cross-hair: made anew where
 * the map, the place or the colours are others. Borrowed; NULL when memory is short. */
GdkTexture *ond_best_picture_get (OndBestPicture *self, OndSession *session,
                                  const OndSliceArea *area, const OndSliceArea *visible);
