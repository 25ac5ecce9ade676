/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lengths of time as people say them. */
#pragma once

#include <glib.h>

/* "0.4 s", "12 s", "3 min 20 s", "2 h 10 min", "4 days"; free with g_free. */
char *ond_duration_format (double seconds);
