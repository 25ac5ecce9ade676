/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a transform, for the engine; using one is in engine.h. */
#pragma once

#include "backends.h"
#include "lanes.h"
#include "prepared.h"

/* What a transform depends on. */
typedef struct
{
  OndVolume *volume; /* borrowed */
  OndMethod method;
  gint32 size[OND_N_AXES];
} OndTransformKey;

/* Opens an image of the backend. Blocks for the forward transform. */
OndTransform *ond_transform_new (OndBackends *backends, const OndTransformKey *key,
                                 OndPrepared *prepared, OndWork *work, GError **error);

gboolean ond_transform_matches (const OndTransform *self, const OndTransformKey *key);
gboolean
ond_transform_is_shared (const OndTransform *self); /* somebody beside the cache holds it */
guint64 ond_transform_get_bytes (const OndTransform *self);

/* The backend's view of a key; dc is left 0. */
void ond_transform_domain (const OndTransformKey *key, const OndGeometry *geometry,
                           OndDomain *domain);
