/* SPDX-License-Identifier: GPL-3.0-or-later */
/* World coordinates of a volume's voxels (WCSLIB; Greisen and Calabretta 2002, A&A 395, 1061). */
#pragma once

#include "choice.h"
#include "volume.h"

typedef struct _OndWorld OndWorld;

/* How right ascension and declination are written. Other axes, galactic coordinates among them, are
 * plain numbers either way. */
typedef enum
{
  OND_WORLD_SEXAGESIMAL,
  OND_WORLD_DEGREES,
  OND_N_WORLD_STYLES
} OndWorldStyle;

extern const OndChoice ond_world_styles[];

/* From the volume's header cards; NULL without an error when it has no usable world coordinates.
 * Not thread safe: WCSLIB computes lazily, so each user makes its own. */
OndWorld *ond_world_new (const OndVolume *volume);
void ond_world_free (OndWorld *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndWorld, ond_world_free)

/* Sexagesimal until it is set. */
void ond_world_set_style (OndWorld *self, OndWorldStyle style);

/* "12:22:58.1 +15:49:20  1571.0 km/s": the world coordinates of a voxel (0-based, fractions
 * allowed), axes in order; NULL where they are not defined. Free with g_free. */
char *ond_world_format (OndWorld *self, const double at[OND_N_AXES]);

/* The value along axis i (0: x) in the unit that ond_world_format() shows it in, kilometres a
 * second for metres a second, and that unit ("" when none, borrowed); celestial axes are in
 * degrees. FALSE when undefined. */
gboolean ond_world_get_shown (OndWorld *self, const double at[OND_N_AXES], int i, double *value,
                              const char **unit);

/* The value along axis i (0: x) in the header's unit, and that unit ("" when none, borrowed); FALSE
 * when undefined. */
gboolean ond_world_get (OndWorld *self, const double at[OND_N_AXES], int i, double *value,
                        const char **unit);

/* WCSLIB's, "7.12"; static. */
const char *ond_world_get_version (void);
