/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person has chosen for all windows to come, kept by the desktop (GSettings) where the
 * program's schema is installed; otherwise the defaults, changed for as long as the program runs.
 * The application has one. Knows no widget. Main thread only.
 *
 * Signal "changed" (uint: an OndPreference). */
#pragma once

#include "session.h"

#define OND_TYPE_PREFERENCES (ond_preferences_get_type ())
G_DECLARE_FINAL_TYPE (OndPreferences, ond_preferences, OND, PREFERENCES, GObject)

typedef enum
{
  OND_PREFERENCE_FIRST_VOXEL, /* 0 or 1 */
  OND_PREFERENCE_COORDINATES, /* an OndWorldStyle */
  OND_PREFERENCE_IMAGE_MAP,   /* an OndColormap */
  OND_PREFERENCE_RESPONSE_MAP,
  OND_PREFERENCE_MAPS_MAP, /* of a sweep: an OndColormap + 1, 0: by the sign of what is shown */
  OND_PREFERENCE_BOUNDARY, /* an OndBoundary */
  OND_PREFERENCE_THREADS,  /* of the engine, 0: one a processor */
  OND_PREFERENCE_MEMORY,   /* MiB the engine may use, 0: 80 % of what is free */
  OND_PREFERENCE_WIDTH,    /* of a new window, in its pixels */
  OND_PREFERENCE_HEIGHT,
  OND_PREFERENCE_MAXIMIZED, /* 0 or 1 */
  OND_N_PREFERENCES
} OndPreference;

/* `kept` FALSE: the defaults, whatever the desktop keeps. */
OndPreferences *ond_preferences_new (gboolean kept);

/* Will they be there at the next start? */
gboolean ond_preferences_is_kept (OndPreferences *self);

/* Numbers and enumerations; setting clamps. */
int ond_preferences_get (OndPreferences *self, OndPreference preference);
void ond_preferences_set (OndPreferences *self, OndPreference preference, int value);

/* The words of a preference that is a choice, NULL for a number; and the range of a number. */
const OndChoice *ond_preferences_get_choices (OndPreference preference);
void ond_preferences_get_range (OndPreference preference, int *lower, int *upper);

/* What a new session begins with: numbering, coordinates, colour maps and boundary. */
void ond_preferences_apply (OndPreferences *self, OndSession *session);
