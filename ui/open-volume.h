/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a volume in a thread of its own. Used by window.c. */
#pragma once

#include "../core/source.h"

/* `options` may be NULL, is copied. A NULL path makes the sample volume. */
void ond_open_volume_async (const char *path, const OndSourceOptions *options,
                            GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

/* Errors: those of ond_source_read() and ond_sample_new(). */
OndVolume *ond_open_volume_finish (GAsyncResult *result, GError **error);
