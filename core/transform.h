/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a transform, for the engine; using one is in engine.h. */
#pragma once

#include "spectra.h"

/* Opens an image. Blocks for the forward transform. */
OndTransform *ond_transform_new (OndBackends *backends, const OndTransformKey *key,
                                 OndPrepared *prepared, OndWork *work, GError **error);

gboolean ond_transform_matches (const OndTransform *self, const OndTransformKey *key);
gboolean
ond_transform_is_shared (const OndTransform *self); /* somebody beside the cache holds it */

/* See spectra.h. */
guint64 ond_transform_get_bytes (const OndTransform *self);
guint64 ond_transform_get_device_bytes (const OndTransform *self);
