/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the message says and how long: the engine's word about a backend that failed, and problems
 * of work until work of that kind goes well. */
#pragma once

#include "session.h"

/* Makes a new notice of the session's engine its message, once. Called when something was
 * computed. */
void ond_notice_show (OndSession *session);

/* Work of a kind ("export") has ended. `problem` becomes the session's message; NULL, it went well:
 * a message that such work left, and that is still there, goes away. */
void ond_notice_end (OndSession *session, const char *work, const char *problem);
