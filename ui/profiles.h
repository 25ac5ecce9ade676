/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sweep says along stretch and scale, beside its map: two profiles through the cell of the
 * map that is nearest to the session's direction, each at the other's plane. A parameter that took
 * one value alone has none. */
#pragma once

#include "map-model.h"

#include <gtk/gtk.h>

#define OND_TYPE_PROFILES (ond_profiles_get_type ())
G_DECLARE_FINAL_TYPE (OndProfiles, ond_profiles, OND, PROFILES, GtkBox)

/* Shows the first map's values as they are now; clears without maps. */
void ond_profiles_show (OndProfiles *self, OndSession *session);

/* The cell of theta and phi that they go through. */
void ond_profiles_get_cell (OndProfiles *self, gsize *theta, gsize *phi);

/* The profile view along a parameter (xi or scale). */
GtkWidget *ond_profiles_get_view (OndProfiles *self, OndParameter parameter);

/* Signals "value-activated" (int parameter, uint index) and "value-hovered" (int parameter, int
 * index, double value), index -1 when the pointer leaves. */
