/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows what the engine has to say about a backend that failed. */
#pragma once

#include "session.h"

/* Makes a new notice of the session's engine its message, once. Called when something was
 * computed. */
void ond_notice_show (OndSession *session);
