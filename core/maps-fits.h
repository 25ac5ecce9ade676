/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keywords of a file of maps: tables that maps-fits.c writes from and maps-fits-read.c reads
 * by. */
#pragma once

#include "maps-private.h"

#define OND_MAPS_KEY "CONTENT"
#define OND_MAPS_CONTENT "ONDELETTE MAPS"
#define OND_MAPS_MAX_GRID_TEXT 512

/* A parameter: its keyword with the text of the grid, its column of GRID, its unit as FITS writes
 * it, and a comment for one card. */
typedef struct
{
  const char *key, *column, *unit, *comment;
} OndMapsGridKey;

extern const OndMapsGridKey ond_maps_grid_keys[OND_N_PARAMETERS];

/* A named choice among those that made the maps. */
typedef struct
{
  const char *key, *what;
  const OndChoice *choices;
  const char *comment;
} OndMapsChoiceKey;

#define OND_MAPS_N_CHOICE_KEYS 4
extern const OndMapsChoiceKey ond_maps_choice_keys[OND_MAPS_N_CHOICE_KEYS];

/* Where the choice of row `key` is kept. */
int *ond_maps_choice (OndMaps *maps, gsize key);

/* A text of OndMapsOrigin. */
typedef struct
{
  const char *key;
  glong offset;
  const char *comment;
} OndMapsTextKey;

#define OND_MAPS_N_TEXT_KEYS 7
extern const OndMapsTextKey ond_maps_text_keys[OND_MAPS_N_TEXT_KEYS];

/* Of the input's axes x, y, z. */
extern const char *const ond_maps_edge_keys[OND_N_AXES], *const ond_maps_dim_keys[OND_N_AXES];

/* OND_ERROR_WRITE when `what` begins with "write", else OND_ERROR_FILE, with CFITSIO's reason. */
void ond_maps_fits_error (const char *path, const char *what, int status, GError **error);
