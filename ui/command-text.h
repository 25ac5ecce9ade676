/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line that makes again what the window shows, for headers and metadata. */
#pragma once

#include "../core/settings.h"
#include "session.h"

/* "ondelette-cli VERB FILE --theta 30 ...": the session's image and method; the wavelet, or the
 * grids of `plan` when that is not NULL. NULL for a volume without a file. Free with g_free. */
char *ond_command_text (OndSession *session, const char *verb, const OndSweepPlan *plan);

/* The same for a figure of the slices as they are shown: what they belong to, not what the sliders
 * have moved to meanwhile. NULL where they show a best map, too, which no command draws. */
char *ond_command_text_of_slices (OndSession *session);

/* "ondelette-cli respond FILE ...": makes the response that is shown again. */
char *ond_command_text_of_response (OndSession *session);
