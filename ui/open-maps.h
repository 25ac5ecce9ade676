/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file of maps, and finds the volume that they were made from. Used by open-file.c, in its
 * thread. */
#pragma once

#include "../core/maps.h"
#include "../core/source.h"

typedef struct
{
  OndMaps *maps;
  OndVolume *volume; /* their input, read because it was beside them and not open; or NULL */
  gboolean is_open;  /* their input is the volume that is open */
} OndOpenedMaps;

void ond_opened_maps_clear (OndOpenedMaps *self);

/* `open` is the volume that the window shows, may be NULL. Volumes are compared by all of their
 * samples. The input is looked for in the folder of the maps, under the name that they tell. An
 * input that is not there or is another is no error. */
gboolean ond_open_maps (OndOpenedMaps *self, const char *path, OndVolume *open,
                        GCancellable *cancellable, GError **error);
