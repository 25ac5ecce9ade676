/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "CPU, 2 threads · 3.1 ms": what computed the response that is shown and how long it took; on
 * hover why that was no GPU. Coloured while the next one is on its way, hidden while nothing is
 * open. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_BADGE (ond_badge_get_type ())
G_DECLARE_FINAL_TYPE (OndBadge, ond_badge, OND, BADGE, GtkBox)

/* Once. */
void ond_badge_set_session (OndBadge *self, OndSession *session);
